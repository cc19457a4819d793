"""Tables of the C++ call for each op of TTNN.

An op `ttnn.name` calls `ttnn::name`. An argument list leaves out attributes of the op only where
upstream's does, for example `min` and `max` of `ttnn.clamp`.
"""

from typing import TypeVar

from xdsl.ir import Operation

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.ttnn.interfaces import ElementwiseBinaryOp, ElementwiseUnaryOp
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc.calls import (
    NULLOPT,
    Argument,
    Lowering,
    attr,
    lower_to_call,
    operand,
    tensors,
)
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc.complete import lower_constant

OpClass = type[Operation]
OpT = TypeVar("OpT", bound=Operation)

OPERANDS_ONLY: tuple[OpClass, ...] = (
    ttnn.AllGatherOp,
    ttnn.ArangeOp,
    ttnn.Conv2dOp,
    ttnn.ConvTranspose2dOp,
    ttnn.EmbeddingBackwardOp,
    ttnn.FillCacheOp,
    ttnn.FromDeviceOp,
    ttnn.FullOp,
    ttnn.MaxOp,
    ttnn.MaxPool2dOp,
    ttnn.MeshShardOp,
    ttnn.MinOp,
    ttnn.PadOp,
    ttnn.PermuteOp,
    ttnn.ProdOp,
    ttnn.ReduceScatterOp,
    ttnn.SliceOp,
    ttnn.SumOp,
    ttnn.UpdateCacheOp,
    ttnn.WhereOp,
)
"""Ops whose calls pass the operands, without an argument list."""

UNARY: tuple[Argument, ...] = (0, NULLOPT, 1)
"""The argument list `(input, memory_config, output)`."""

UNARY_COMPOSITE: tuple[Argument, ...] = (0, NULLOPT)
"""The argument list `(input, memory_config)` of composite ops, which cannot write into an
output.
"""

UNARY_WITH_FAST_AND_APPROXIMATE_MODE: tuple[Argument, ...] = (0, "false", NULLOPT, 1)
"""The argument list `(input, fast_and_approximate_mode, memory_config, output)`."""

BINARY: tuple[Argument, ...] = (0, 1, NULLOPT, NULLOPT, 2)
"""The argument list `(lhs, rhs, dtype, memory_config, output)`."""


def _all(base: type[OpT]) -> list[type[OpT]]:
    return [cls for cls in ttnn.TTNN.operations if issubclass(cls, base)]


def _unary(op: type[ElementwiseUnaryOp]) -> tuple[Argument, ...]:
    if op.COMPOSITE:
        return UNARY_COMPOSITE
    return UNARY_WITH_FAST_AND_APPROXIMATE_MODE if op.APPROXIMABLE else UNARY


ARGUMENTS: dict[OpClass, tuple[Argument, ...] | None] = {
    **dict.fromkeys(OPERANDS_ONLY),
    **{op: _unary(op) for op in _all(ElementwiseUnaryOp)},
    **dict.fromkeys(_all(ElementwiseBinaryOp), BINARY),
    ttnn.ClampOp: UNARY,
    ttnn.DeallocateOp: (0, attr("force")),
    ttnn.EmbeddingOp: (0, 1),
    ttnn.LinearOp: (0, 1, 2),
    ttnn.MatmulOp: (0, 1, "false", "false", *[NULLOPT] * 7, 2),
    ttnn.MeanOp: (0, attr("dim_arg", "ttnn::SmallVector<int>"), attr("keep_dim")),
    ttnn.MorehCumSumOp: (0, attr("dim"), NULLOPT, NULLOPT, NULLOPT),
    ttnn.RepeatOp: (0, attr("repeat_dims")),
    ttnn.RepeatInterleaveOp: (0, attr("repeats"), attr("dim"), attr("memory_config")),
    ttnn.ReshapeOp: (0, attr("shape", "std::vector<int>")),
    ttnn.SoftmaxOp: (0, attr("dimension")),
    ttnn.ToDeviceOp: (0, 1, attr("memory_config")),
    ttnn.ToDTypeOp: (0, attr("dtype")),
    ttnn.ToLayoutOp: (
        0,
        attr("layout"),
        NULLOPT,
        NULLOPT,
        "static_cast<::ttnn::IDevice *>(nullptr)",
    ),
    ttnn.ToMemoryConfigOp: (0, attr("memory_config"), NULLOPT),
    ttnn.TransposeOp: (0, attr("dim0"), attr("dim1")),
    ttnn.TypecastOp: (0, attr("dtype")),
}
"""Maps ops to argument lists that refer to operands by number.

None stands for a call without argument list.
"""

_NEW_TENSOR = (
    attr("shape"),
    attr("dtype"),
    attr("layout"),
    operand("device"),
    attr("memory_config"),
)
NAMED_ARGUMENTS: dict[OpClass, tuple[Argument, ...]] = {
    ttnn.ConcatOp: (tensors("inputs"), attr("dim")),
    ttnn.EmptyOp: _NEW_TENSOR,
    ttnn.OnesOp: _NEW_TENSOR,
    ttnn.ZerosOp: _NEW_TENSOR,
}
"""Maps ops to argument lists that name operands. Other operands are not passed."""


def _callee(cls: OpClass) -> str:
    return cls.name.replace("ttnn.", "ttnn::", 1)


LOWERINGS: dict[OpClass, Lowering] = {
    ttnn.GetDeviceOp: lower_to_call("ttnn::DeviceGetter::getInstance", None, pass_operands=False),
    **{
        cls: lower_to_call(_callee(cls), arguments, pass_operands=True)
        for cls, arguments in ARGUMENTS.items()
    },
    **{
        cls: lower_to_call(_callee(cls), arguments, pass_operands=False)
        for cls, arguments in NAMED_ARGUMENTS.items()
    },
    ttnn.ConstantOp: lower_constant(),
}
