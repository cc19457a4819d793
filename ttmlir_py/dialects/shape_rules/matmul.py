"""Shape rules of `matmul` and `linear`."""

from xdsl.irdl import operand_def, opt_operand_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.common import broadcast_shapes, output_shape
from ttmlir_py.dialects.tensor_types import Shape, joined, shape_of
from ttmlir_py.ir.definition.constraints import AnyRankedTensor
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier


def matmul_shape(a: Shape, b: Shape, bias: Shape | None) -> Shape:
    """Return the shape of `a @ b`, or of `a @ b + bias`.

    Raises VerifyException if the operands are incompatible. Vectors act as a row `a` or a column
    `b`; batch dimensions and bias broadcast. The product of two vectors is `()`, which a tensor of
    shape (1) holds.
    """
    for name, shape in (("A", a), ("B", b)):
        if not shape:
            raise VerifyException(f"Input {name} must be at least a 1D tensor")
    rows, columns = a[-2:-1], b[-1:] if len(b) > 1 else ()
    inner_a, inner_b = a[-1], b[max(len(b) - 2, 0)]
    if inner_a != inner_b:
        raise VerifyException(
            f"Input A[-1]({inner_a}) and B[-2]({inner_b}) must have matching inner dimensions"
        )
    batch = broadcast_shapes(a[:-2], b[:-2])
    if batch is None:
        raise VerifyException(
            f"Batch dimensions of input A({joined(a[:-2])}) and B({joined(b[:-2])}) "
            "are not broadcast compatible"
        )
    product = (*batch, *rows, *columns)
    return product if bias is None else _biased_shape(product, bias)


def verify_matmul(a: Shape, b: Shape, bias: Shape | None, output: Shape) -> None:
    """Check that `output` is the shape that `matmul_shape` computes."""
    expected = matmul_shape(a, b, bias)
    if expected:
        _verify_product_shape(output, expected)
    elif not output:
        raise VerifyException("Scalar output is not supported, output must be at least a 1D tensor")
    elif output != (1,):
        raise VerifyException("Scalar output must be a 1D tensor of size 1")


def _biased_shape(product: Shape, bias: Shape) -> Shape:
    if not bias:
        raise VerifyException("Bias must be at least a 1D tensor")
    shape = broadcast_shapes(product, bias)
    if shape is None:
        raise VerifyException(
            f"Bias shape({joined(bias)}) is not broadcast compatible with the matmul output "
            f"shape({joined(product)})"
        )
    return shape


def _verify_product_shape(output: Shape, expected: Shape) -> None:
    if len(output) != len(expected):
        raise VerifyException(
            f"Output shape rank({len(output)}) must match the expected output shape "
            f"rank({len(expected)})"
        )
    for i, (have, want) in enumerate(zip(output, expected, strict=True)):
        if have != want:
            raise VerifyException(
                f"Output shape dimension[{i}]({have}) doesn't match the expected output shape "
                f"dimension[{i}]({want})"
            )


class MatmulBase(OdsOperation):
    """The fields and rules of `matmul` in TTIR and TTNN."""

    a = operand_def(AnyRankedTensor)
    b = operand_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check the op with `verify_matmul`."""
        verify_matmul(shape_of(self.a), shape_of(self.b), None, output_shape(self))


class LinearBase(OdsOperation):
    """The fields and rules of `linear` in TTIR and TTNN."""

    a = operand_def(AnyRankedTensor)
    b = operand_def(AnyRankedTensor)
    bias = opt_operand_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check the op with `verify_matmul`."""
        bias = None if self.bias is None else shape_of(self.bias)
        verify_matmul(shape_of(self.a), shape_of(self.b), bias, output_shape(self))
