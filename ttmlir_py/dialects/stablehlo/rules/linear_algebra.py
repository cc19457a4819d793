"""Rules of StableHLO's solvers and transforms."""

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX, ComplexType, Float32Type, Float64Type
from xdsl.ir import Attribute

from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    bounds_encoding,
    bounds_of,
    compatible_shapes,
    compatible_sizes,
    numbers_text,
    size_text,
    sizes_text,
    tensor,
)
from ttmlir_py.dialects.tensor_types import RankedTensor, Shape
from ttmlir_py.ir.narrowing import is_complex_type
from ttmlir_py.ir.writing.attributes import quoted


def check_square(shape: Shape) -> None:
    """Check that the last two sizes of `shape` are equal."""
    if len(shape) < 2:
        raise Violation(f"argument 'a' must have rank >= 2, got shape {sizes_text(shape)}.")
    if not compatible_sizes(shape[-2], shape[-1]):
        raise Violation(
            f"minor dimensions of 'a' must have equal size, got shape {sizes_text(shape)}."
        )


def check_triangular_solve(
    a: RankedTensor, b: RankedTensor, is_left: bool, transposed: str
) -> None:
    """Check that the matrices `a` are square, and that `b` matches them."""
    matrix, sides = a.get_shape(), b.get_shape()
    both = f"{quoted(a)} and {quoted(b)}"
    if len(matrix) < 2:
        raise Violation(f"operand 'a' must have rank >= 2, but got {quoted(a)}")
    if not compatible_sizes(matrix[-2], matrix[-1]):
        raise Violation(
            f"two minor dimensions of operand 'a' must be compatible, but got {quoted(a)}"
        )
    if len(matrix) != len(sides):
        raise Violation(f"operands must have equal rank, but got {both}")
    if not compatible_sizes(matrix[-1], sides[-2 if is_left else -1]):
        raise Violation(
            f"shared dimension of operands 'a' and 'b' must be compatible, but got {both}"
        )
    if not compatible_shapes(matrix[:-2], sides[:-2]):
        raise Violation(f"batch dimensions of the operands must be compatible, but got {both}")
    if transposed == "TRANSPOSE_INVALID":
        raise Violation("Invalid transpose option value for triangular solve")


def fft_type(operand: RankedTensor, kind: str, length: Sequence[int]) -> Attribute:
    """Return the result type of a Fourier transform of type `kind`."""
    rank, shape = len(length), list(operand.get_shape())
    if not 1 <= rank <= 3:
        raise Violation(f"rank must be between 1 and 3, but got {rank}.")
    element = _fft_element(operand, kind)
    if len(shape) < rank:
        raise Violation(
            f"operand rank must not be less than fft rank of {rank} for operand of type "
            f"{quoted(operand)}."
        )
    if kind == "RFFT":
        _check_rfft(shape, length)
        if length[-1] != 0:
            shape[-1] = length[-1] // 2 + 1
    if kind == "IRFFT":
        _check_irfft(shape, length)
        shape[-1] = length[-1]
    bounds = list(bounds_of(operand))
    if bounds and kind in ("RFFT", "IRFFT"):
        bounds[-1] = DYNAMIC_INDEX
    return tensor(shape, element, bounds_encoding(operand.encoding, bounds))


def _fft_element(operand: RankedTensor, kind: str) -> Attribute:
    element = operand.element_type
    if kind == "RFFT":
        if not isinstance(element, Float32Type | Float64Type):
            raise Violation(f"RFFT requires f32 or f64 input type, but is given {quoted(element)}.")
        return ComplexType(element)
    if not is_complex_type(element):
        raise Violation(
            f"FFT/IFFT/IRFFT take a complex tensor as input, but is given {quoted(operand)}."
        )
    return element.element_type if kind == "IRFFT" else element


def _check_rfft(shape: Sequence[int], length: Sequence[int]) -> None:
    if not all(map(compatible_sizes, shape[-len(length) :], length)):
        raise Violation(
            "RFFT requires innermost dimensions to be compatible with fft_length. Got: "
            f"{sizes_text(shape)} but wanted {numbers_text(length)}."
        )


def _check_irfft(shape: Sequence[int], length: Sequence[int]) -> None:
    for size, wanted in zip(shape[-len(length) : -1], length[:-1], strict=True):
        if not compatible_sizes(size, wanted):
            raise Violation(
                "IRFFT requires non-final dimensions to be compatible with fft_length. Got: "
                f"{sizes_text(shape)} but wanted {numbers_text(length)}, and {size} != {wanted}."
            )
    last, wanted = shape[-1], length[-1]
    is_empty = wanted == 0 and compatible_sizes(last, 0)
    if not is_empty and not compatible_sizes(last, wanted // 2 + 1):
        raise Violation(
            "IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: "
            f"{size_text(last)} but fft_length is {numbers_text(length)}."
        )
