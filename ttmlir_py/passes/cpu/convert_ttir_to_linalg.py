"""`convert-ttir-to-linalg`: lower TTIR for the host CPU."""

from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, TensorType, i64
from xdsl.dialects.linalg.ops import AddOp, BroadcastOp, MulOp, SubOp
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import tensor, ttir
from ttmlir_py.dialects.shape_rules.common import broadcast_shapes
from ttmlir_py.dialects.tensor.reshape import CollapseShapeOp
from ttmlir_py.dialects.tensor_types import Shape, shape_of, tensor_type
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.rewriting.attributes import i64 as i64_attr
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import ConversionTarget, apply_full_conversion
from ttmlir_py.rewriting.mutation import replace

_TARGET = ConversionTarget(legal=("builtin", "func", "tensor", "linalg", "arith"))
BINARY: dict[type[Operation], type[AddOp | MulOp | SubOp]] = {
    ttir.AddOp: AddOp,
    ttir.MultiplyOp: MulOp,
    ttir.SubtractOp: SubOp,
}
"""Maps each supported TTIR op class to its `linalg` op class."""


@dataclass(frozen=True)
class ConvertTTIRToLinalgPass(Pass):
    """Convert TTIR dialect to Linalg dialect.

    `ttir.add`, `ttir.multiply` and `ttir.subtract` become the ops of `linalg` that write into the
    same operand. An operand with size 1 where the result is larger is first broadcast. For this,
    `tensor.collapse_shape` removes such dimensions, and `linalg.broadcast` adds them in full size.
    Other ops of TTIR, and ops of dialects other than builtin, func, tensor, linalg and arith, are
    errors.
    """

    name = "convert-ttir-to-linalg"
    cpp_name = "ConvertTTIRToLinalg"

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        apply_full_conversion(op, _TARGET, dict.fromkeys(BINARY, _lower_binary), None, context)


def _lower_binary(op: ElementwiseOp, state: None) -> bool:
    left, right = op.inputs
    shape = broadcast_shapes(shape_of(left), shape_of(right))
    if shape is None:
        return False
    builder = Builder(op)
    inputs = [_broadcast(builder, value, shape) for value in (left, right)]
    new = builder.insert(BINARY[op.__class__](inputs, op.outputs, op.result_types))
    replace(op, new.results)
    return True


def _broadcast(builder: Builder, value: SSAValue, shape: Shape) -> SSAValue:
    """Return `value` broadcast to `shape`."""
    source = shape_of(value)
    missing = len(shape) - len(source)
    dimensions = [i for i, size in enumerate(shape) if i < missing or source[i - missing] != size]
    if not dimensions:
        return value
    groups = _collapsed_dimensions(source, shape[missing:]) if len(dimensions) < len(shape) else []
    element = tensor_type(value).element_type
    if len(groups) < len(source):
        kept = [size for i, size in enumerate(shape) if i not in dimensions]
        reassociation = ArrayAttr([ArrayAttr(map(i64_attr, group)) for group in groups])
        collapsed = TensorType(element, kept)
        value = builder.value(CollapseShapeOp, (value,), collapsed, reassociation=reassociation)
    empty = builder.value(tensor.EmptyOp, (), TensorType(element, shape))
    new = BroadcastOp(value, empty, DenseArrayBase.from_list(i64, dimensions))
    return builder.insert(new).results[0]


def _collapsed_dimensions(source: Shape, target: Sequence[int]) -> list[list[int]]:
    """Return groups of adjacent dimensions of `source`, each with one dimension that is not
    broadcast.

    A broadcast dimension belongs to the group of the next dimension that is not broadcast, or of
    the previous one at the end. For example, 4x1x3 broadcast to 4x5x3 gives [[0], [1, 2]].
    """
    groups: list[list[int]] = []
    pending: list[int] = []
    for i, (size, wanted) in enumerate(zip(source, target, strict=True)):
        pending.append(i)
        if size == wanted:
            groups.append(pending)
            pending = []
    if groups:
        groups[-1] += pending
    return groups
