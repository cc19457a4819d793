"""Linear algebra operations on tensors and memrefs (`linalg`)."""

from ttmlir_py.bindings.ods import define

define(globals(), "linalg")
