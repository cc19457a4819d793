"""Operations that represent C and C++ (`emitc`)."""

from ttmlir_py.bindings.ods import define

define(globals(), "emitc")
