"""C and C++."""

from ttmlir_py.bindings.ods import define

define(globals(), "emitc")
