"""`convert-arith-to-stablehlo`: constants of `arith`, which torch-mlir leaves, become StableHLO's."""

from typing_extensions import override
from xdsl.dialects.arith import ConstantOp
from xdsl.ir import Operation

from ttmlir_py.dialects import stablehlo
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.narrowing import is_tensor_type
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

    Constants become `stablehlo.constant`, and go if nothing uses them. Other ops of arith, used constants that are no tensors, and
    ops of other dialects than stablehlo, chlo, sdy and func are errors.
    """

    name = "convert-arith-to-stablehlo"
    cpp_name = "ConvertArithToStableHLO"

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        apply_full_conversion(op, _TARGET, {ConstantOp: _lower_constant}, None)


def _lower_constant(op: ConstantOp, state: None) -> bool:
    if is_unused(op):
        erase(op)
        return True
    type_ = op.result.type
    if not is_tensor_type(type_):
        return False
    value = Builder(op).value(stablehlo.ConstantOp, (), type_, value=op.value)
    replace(op, (value,))
    return True
