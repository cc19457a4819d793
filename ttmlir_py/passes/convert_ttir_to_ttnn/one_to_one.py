"""Ops that differ from their TTNN counterpart in name only, or in that TTNN returns the result instead of writing into `output`."""

from collections.abc import Callable
from typing import Any

from xdsl.ir import Operation

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.passes.ttnn_utils import TTNNBuilder
from ttmlir_py.rewriting.mutation import supersede

Lowering = Callable[[Any, TTNNBuilder], bool | None]

RENAMED: dict[type[Operation], type[Operation]] = {
    ttir.AbsOp: ttnn.AbsOp,
    ttir.AddOp: ttnn.AddOp,
    ttir.CbrtOp: ttnn.CbrtOp,
    ttir.FloorOp: ttnn.FloorOp,
    ttir.IsFiniteOp: ttnn.IsFiniteOp,
    ttir.LogicalAndOp: ttnn.LogicalAndOp,
    ttir.LogicalOrOp: ttnn.LogicalOrOp,
    ttir.LogicalNotOp: ttnn.LogicalNotOp,
    ttir.LogicalXorOp: ttnn.LogicalXorOp,
    ttir.BitwiseAndOp: ttnn.BitwiseAndOp,
    ttir.BitwiseOrOp: ttnn.BitwiseOrOp,
    ttir.BitwiseXorOp: ttnn.BitwiseXorOp,
    ttir.BitwiseNotOp: ttnn.BitwiseNotOp,
    ttir.MultiplyOp: ttnn.MultiplyOp,
    ttir.EqualOp: ttnn.EqualOp,
    ttir.NotEqualOp: ttnn.NotEqualOp,
    ttir.GreaterEqualOp: ttnn.GreaterEqualOp,
    ttir.GreaterThanOp: ttnn.GreaterThanOp,
    ttir.LessEqualOp: ttnn.LessEqualOp,
    ttir.LessThanOp: ttnn.LessThanOp,
    ttir.MaximumOp: ttnn.MaximumOp,
    ttir.MinimumOp: ttnn.MinimumOp,
    ttir.NegOp: ttnn.NegOp,
    ttir.ReluOp: ttnn.ReluOp,
    ttir.LeakyReluOp: ttnn.LeakyReluOp,
    ttir.GeluOp: ttnn.GeluOp,
    ttir.SqrtOp: ttnn.SqrtOp,
    ttir.RsqrtOp: ttnn.RsqrtOp,
    ttir.SignOp: ttnn.SignOp,
    ttir.SigmoidOp: ttnn.SigmoidOp,
    ttir.Log1pOp: ttnn.Log1pOp,
    ttir.ReciprocalOp: ttnn.ReciprocalOp,
    ttir.ExpOp: ttnn.ExpOp,
    ttir.LogOp: ttnn.LogOp,
    ttir.DivOp: ttnn.DivOp,
    ttir.CeilOp: ttnn.CeilOp,
    ttir.SinOp: ttnn.SinOp,
    ttir.CosOp: ttnn.CosOp,
    ttir.Expm1Op: ttnn.Expm1Op,
    ttir.RemainderOp: ttnn.RemainderOp,
    ttir.WhereOp: ttnn.WhereOp,
    ttir.TanOp: ttnn.TanOp,
    ttir.TanhOp: ttnn.TanhOp,
    ttir.PowerOp: ttnn.PowerOp,
    ttir.MatmulOp: ttnn.MatmulOp,
    ttir.LinearOp: ttnn.LinearOp,
    ttir.EmbeddingOp: ttnn.EmbeddingOp,
    ttir.SliceOp: ttnn.SliceOp,
    ttir.CumSumOp: ttnn.MorehCumSumOp,
}
"""Same operands, same properties."""

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
        supersede(op, cls, op.properties, op.operands[:-1])

    return lower


LOWERINGS: dict[type[Operation], Lowering] = {
    **{old: _rename(new) for old, new in RENAMED.items()},
    **{old: _drop_output(new) for old, new in WITHOUT_OUTPUT.items()},
}
