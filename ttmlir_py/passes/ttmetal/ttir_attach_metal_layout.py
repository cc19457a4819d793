"""`ttir-attach-metal-layout`: give every tensor a metal layout."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from typing_extensions import override
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects import func
from ttmlir_py.dialects.tensor_types import RankedTensor, without_encoding
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr, StreamLayoutAttr
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.contracts import HAS_DEVICE, TTIR_WITH_METAL_LAYOUTS
from ttmlir_py.passes.refused_types import argument_type
from ttmlir_py.passes.ttmetal.grids import spread
from ttmlir_py.passes.ttmetal.layouts import assign_layouts, default_layout, padded_to_tiles
from ttmlir_py.rewriting.greedy import simplify
from ttmlir_py.rewriting.mutation import for_each_op


@dataclass(frozen=True)
class TTIRAttachMetalLayoutPass(Pass):
    """Attach a metal layout to every tensor

    Each tensor without an encoding gets a `#tt.metal_layout`: in rows, on one core, in the memory
    that `init-memory-space` names. The module must have a device. With `use-stream-layout`, the
    layout's memref has twice the rank and a `#tt.stream` layout: the outer dimensions, all 1, are
    for blocks, and the inner ones are those of the shard. With `pad-to-tiles`, the sizes of shards
    are rounded up to whole tiles. With `select-grids`, tensors are spread over several cores if one
    core cannot hold the tensors of a function. Also folds ops and erases dead ones.
    """

    name = "ttir-attach-metal-layout"
    cpp_name = "TTIRAttachMetalLayout"
    requires = (HAS_DEVICE,)
    ensures = (TTIR_WITH_METAL_LAYOUTS,)

    init_memory_space: MemorySpace = option(
        MemorySpace.DeviceL1, "set the initial memory space for tensors to start in"
    )
    use_stream_layout: bool = option(False, "turn on #tt.stream layout decoration")
    pad_to_tiles: bool = option(False, "pad rows and columns to whole tiles", own=True)
    select_grids: bool = option(
        False, "use several cores if one core cannot hold a function's tensors", own=True
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        unpadded = default_layout(op, self.init_memory_space)

        def plain(type_: RankedTensor) -> MetalLayoutAttr:
            layout = unpadded(type_)
            return padded_to_tiles(layout) if self.pad_to_tiles else layout

        layout_for = plain
        if self.select_grids:
            for_each_op(op, partial(_require_layouts, plain))
            layout_for = spread(op, plain)
        mode = StreamLayoutAttr.default_mode(self.init_memory_space)

        def streamed(type_: RankedTensor) -> MetalLayoutAttr:
            return layout_for(type_).with_outer_scale(mode)

        assign_layouts(op, streamed if self.use_stream_layout else layout_for)
        simplify(op, context)


def _require_layouts(layout_for: Callable[[RankedTensor], MetalLayoutAttr], op: Operation) -> None:
    """Raise ValueError if `layout_for` fails for a tensor of `op` or for an argument of a
    function.
    """

    def require(type_: Attribute) -> Attribute:
        ranked = without_encoding(type_)
        if ranked is not None:
            layout_for(ranked)
        return type_

    for argument in op.args if isinstance(op, func.FuncOp) else ():
        argument_type(argument, require)
    for value in (*op.operands, *op.results):
        require(value.type)
