"""Operations on memory buffers (`memref`)."""

from ttmlir_py.bindings.ir.shaped_types import MemRefType as MemRefType
from ttmlir_py.bindings.ods import define

define(globals(), "memref")
