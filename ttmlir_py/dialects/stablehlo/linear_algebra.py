"""StableHLO: solvers and Fourier transform."""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def

from ttmlir_py.dialects.stablehlo.constraints import (
    FftTypeAttr,
    FloatComplexOrQuantizedTensor,
    FloatOrComplexTensor,
    TransposeAttr,
)
from ttmlir_py.dialects.stablehlo.interfaces import FALSE, PureGenericOp, PureOp
from ttmlir_py.dialects.stablehlo.rules import linear_algebra
from ttmlir_py.dialects.stablehlo.rules.traits import Check, compatible_element_types
from ttmlir_py.dialects.tensor_types import integers, tensor_type
from ttmlir_py.ir.definition.constraints import BoolAttr, DenseI64ArrayAttr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


@op_definition
class CholeskyOp(PureOp):
    """Cholesky factor of positive definite matrices."""

    name = "stablehlo.cholesky"
    FORM: ClassVar[str] = """$a (`,` `lower` `=` $lower^)? attr-dict `:`
        custom<SameOperandsAndResultType>(type($a), type($result))"""
    a = operand_def(FloatComplexOrQuantizedTensor)
    result = result_def(FloatComplexOrQuantizedTensor)
    lower = opt_prop_def(BoolAttr, FALSE)
    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_element_types,)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.cholesky`: the type of the operand, whose last two
        dimensions must be square.
        """
        linear_algebra.check_square(tensor_type(self.a).get_shape())
        return [self.a.type]


@op_definition
class FftOp(PureOp):
    """Fourier transform along the last dimensions."""

    name = "stablehlo.fft"
    FORM: ClassVar[str] = """$operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length
        attr-dict `:` functional-type(operands, results)"""
    operand = operand_def(FloatOrComplexTensor)
    result = result_def(FloatOrComplexTensor)
    fft_type = prop_def(FftTypeAttr)
    fft_length = prop_def(DenseI64ArrayAttr)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.fft`. It has the shape of the operand, except for
        the last dimension of transforms from or to real numbers.
        """
        kind = self.fft_type.value.keyword
        return [linear_algebra.fft_type(tensor_type(self.operand), kind, integers(self.fft_length))]


@op_definition
class TriangularSolveOp(PureGenericOp):
    """The solution `x` of `op(a) @ x = b`, or of `x @ op(a) = b`."""

    name = "stablehlo.triangular_solve"
    a = operand_def(FloatOrComplexTensor)
    b = operand_def(FloatOrComplexTensor)
    result = result_def(FloatOrComplexTensor)
    left_side = prop_def(BoolAttr)
    lower = prop_def(BoolAttr)
    unit_diagonal = prop_def(BoolAttr)
    transpose_a = prop_def(TransposeAttr)
    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_element_types,)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.triangular_solve`: the type of `b`."""
        is_left = bool(self.left_side.value.data)
        transposed = self.transpose_a.value.keyword
        a, b = tensor_type(self.a), tensor_type(self.b)
        linear_algebra.check_triangular_solve(a, b, is_left, transposed)
        return [b]
