"""Ops that differ from their TTNN counterpart in name only, or in that TTNN returns the result instead of writing into `output`."""

from collections.abc import Callable
from typing import Any

from xdsl.ir import Operation

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.ir.construction import operands_of
from ttmlir_py.ir.definition.operations import inherits
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.signed import is_si32
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.signed import (
    lower_remainder as lower_signed_remainder,
)
from ttmlir_py.rewriting.mutation import supersede

Lowering = Callable[[Any, TTNNBuilder], bool | None]

_LOWERED_OTHERWISE = (ttir.RemainderOp, ttir.SubtractOp, ttir.TypecastOp)
_ELEMENTWISE = (
    op
    for op in ttir.TTIR.operations
    if inherits(op, ElementwiseOp) and op not in _LOWERED_OTHERWISE
)
RENAMED: dict[type[Operation], type[Operation]] = {
    **{op: getattr(ttnn, op.__name__) for op in _ELEMENTWISE if hasattr(ttnn, op.__name__)},
    ttir.MatmulOp: ttnn.MatmulOp,
    ttir.LinearOp: ttnn.LinearOp,
    ttir.EmbeddingOp: ttnn.EmbeddingOp,
    ttir.SliceOp: ttnn.SliceOp,
    ttir.CumSumOp: ttnn.MorehCumSumOp,
}
"""Same operands, same properties. An element-wise op becomes TTNN's of the same class name."""

WITHOUT_OUTPUT: dict[type[Operation], type[Operation]] = {
    ttir.SumOp: ttnn.SumOp,
    ttir.MeanOp: ttnn.MeanOp,
    ttir.MaxOp: ttnn.MaxOp,
    ttir.MinOp: ttnn.MinOp,
    ttir.SoftmaxOp: ttnn.SoftmaxOp,
    ttir.ClampOp: ttnn.ClampOp,
    ttir.TransposeOp: ttnn.TransposeOp,
    ttir.PermuteOp: ttnn.PermuteOp,
    ttir.ReshapeOp: ttnn.ReshapeOp,
    ttir.RepeatInterleaveOp: ttnn.RepeatInterleaveOp,
    ttir.Upsample2dOp: ttnn.UpsampleOp,
}
"""Same properties, and the same operands but for the last, `output`."""


def _rename(cls: type[Operation]) -> Lowering:
    def lower(op: Operation, builder: TTNNBuilder) -> None:
        supersede(op, cls, op.properties)

    return lower


def _drop_output(cls: type[Operation]) -> Lowering:
    def lower(op: Operation, builder: TTNNBuilder) -> None:
        supersede(op, cls, op.properties, operands_of(op)[:-1])

    return lower


def lower_remainder(op: ttir.RemainderOp, builder: TTNNBuilder) -> None:
    """`ttir.remainder` to `ttnn.remainder`, which is a modulo; of si32 to what has the sign of the dividend."""
    if is_si32(tensor_type(op.results[0])):
        lower_signed_remainder(op, builder)
    else:
        supersede(op, ttnn.RemainderOp, op.properties)


LOWERINGS: dict[type[Operation], Lowering] = {
    ttir.RemainderOp: lower_remainder,
    **{old: _rename(new) for old, new in RENAMED.items()},
    **{old: _drop_output(new) for old, new in WITHOUT_OUTPUT.items()},
}
