"""Linear algebra on tensors and memrefs."""

from ttmlir_py.bindings.ods import define

define(globals(), "linalg")
