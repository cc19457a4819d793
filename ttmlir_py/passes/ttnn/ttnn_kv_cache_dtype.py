"""The pass `ttnn-kv-cache-dtype`: store caches of keys and values in a block format."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.ir import BlockArgument, Operation

from ttmlir_py.dialects import func, ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.tile import element_type_to_data_type
from ttmlir_py.dialects.ttnn.enums import Layout
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.contracts import TTNN_WITH_LAYOUTS
from ttmlir_py.passes.ttnn.enums import DATA_TYPES, BlockFormat
from ttmlir_py.passes.ttnn.layouts import element_type_for, with_element_type
from ttmlir_py.passes.ttnn.typecasts import is_tiled_float, typecast
from ttmlir_py.rewriting.mutation import set_type

_WRITES = ttnn.FillCacheOp | ttnn.UpdateCacheOp


@dataclass(frozen=True)
class TTNNKVCacheDtypePass(Pass):
    """Store caches of keys and values in a block format

    A cache is an argument that `ttnn.fill_cache` or `ttnn.update_cache` writes. The argument gets
    the format, and so do the numbers that are written. Products read the cache as it is. Other ops
    read a copy in the former format. Functions of several blocks are left alone.
    """

    name = "ttnn-kv-cache-dtype"
    cpp_name = "TTNNKVCacheDtype"
    requires = (TTNN_WITH_LAYOUTS,)

    dtype: BlockFormat = option(BlockFormat.NONE, "The format of caches.")

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        if self.dtype is BlockFormat.NONE:
            return False
        changed = False
        for function in list(op.walk()):
            if not isinstance(function, func.FuncOp) or len(function.body.blocks) != 1:
                continue
            caches = [each for each in function.args if _is_cache(each)]
            for cache in caches:
                _convert(cache, DATA_TYPES[self.dtype])
            if caches:
                function.update_function_type()
                changed = True
        return changed


def _is_cache(argument: BlockArgument) -> bool:
    written = any(isinstance(use.operation, _WRITES) and use.index == 0 for use in argument.uses)
    return written and is_tiled_float(argument)


def _convert(cache: BlockArgument, format_: DataType) -> None:
    old = tensor_type(cache)
    former = element_type_to_data_type(old.element_type)
    set_type(cache, with_element_type(old, element_type_for(Layout.Tile, format_)))
    for use in tuple(cache.uses):
        op = use.operation
        if isinstance(op, _WRITES) and use.index == 0:
            op.operands[1] = typecast(op, op.operands[1], format_)
        elif not isinstance(op, func.ReturnOp | ttnn.MatmulOp | ttnn.LinearOp):
            op.operands[use.index] = typecast(op, cache, former)
