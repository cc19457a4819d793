"""`convert-arith-to-stablehlo`: convert the `arith` constants that torch-mlir leaves to
StableHLO.
"""

from typing import Any

from typing_extensions import override
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects import stablehlo
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.narrowing import is_float_attr, is_integer_attr, is_integer_type, is_tensor_type
from ttmlir_py.passes.base import Pass
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import ConversionTarget, apply_full_conversion
from ttmlir_py.rewriting.effects import is_unused
from ttmlir_py.rewriting.mutation import erase, replace

_TARGET = ConversionTarget(
    legal=(
        *("stablehlo", "chlo", "sdy", "tensor.empty", "builtin.module"),
        *("func.func", "func.return", "func.call"),
    )
)


class ConvertArithToStableHLOPass(Pass):
    """Convert Arith Dialect to StableHLO dialect.

    Constants become `stablehlo.constant`, even if they are not used. Other ops of arith are errors,
    and so are used constants that are not tensors and ops of dialects other than stablehlo, chlo,
    sdy and func.
    """

    name = "convert-arith-to-stablehlo"
    cpp_name = "ConvertArithToStableHLO"

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        apply_full_conversion(op, _TARGET, {ConstantOp: _lower_constant}, None, context)


def _lower_constant(op: ConstantOp, state: None) -> bool:
    builder, type = Builder(op), op.result.type
    if is_tensor_type(type):
        replace(op, (builder.value(stablehlo.ConstantOp, (), type, value=op.value),))
        return True
    if not is_unused(op):
        return False
    if (elements := _scalar_elements(op.value)) is not None:
        builder.value(stablehlo.ConstantOp, (), elements.get_type(), value=elements)
    erase(op)
    return True


def _scalar_elements(value: Attribute) -> DenseIntOrFPElementsAttr[Any] | None:
    """Return the number `value` as a constant of rank 0; None for types that StableHLO lacks."""
    if is_integer_attr(value) and is_integer_type(value.type):
        shape = TensorType[Any](value.type, [])
        return DenseIntOrFPElementsAttr.from_list(shape, [value.value.data])
    if is_float_attr(value):
        return DenseIntOrFPElementsAttr.from_list(
            TensorType[Any](value.type, []), [value.value.data]
        )
    return None
