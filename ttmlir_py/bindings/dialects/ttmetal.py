"""Programs of kernels (TTMetal)."""

from ttmlir_py.bindings.ods import define

define(globals(), "ttmetal")
