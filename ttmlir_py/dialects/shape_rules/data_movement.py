"""Shape rules of ops that move elements: transpose, concat, reshape, permute, repeat, pad, slice,
...
"""

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, prop_def, var_operand_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.common import output_shape, verify_dimension_in_bounds
from ttmlir_py.dialects.tensor_types import Shape, integers, joined, shape_of, tensor_type
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, I32ArrayAttr, SI32Attr, UI32Attr
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier


def transposed_shape(source: Shape, dim0: int, dim1: int) -> Shape:
    """Return the shape `source` with the sizes of dimensions `dim0` and `dim1` exchanged."""
    sizes = list(source)
    sizes[dim0], sizes[dim1] = sizes[dim1], sizes[dim0]
    return tuple(sizes)


def verify_transpose(source: Shape, result: Shape, dim0: int, dim1: int) -> None:
    """Check that the result has the shape of `transposed_shape`."""
    rank = len(source)
    if rank < 2:
        raise VerifyException("Input must be at least a 2D tensor")
    if rank != len(result):
        raise VerifyException("Input must have the same rank as output")
    for number, dimension in enumerate((dim0, dim1)):
        verify_dimension_in_bounds(
            dimension,
            rank,
            f"Dimension {number} attribute must be within the bounds of the input tensor",
        )
    expected = transposed_shape(source, dim0, dim1)
    if result[dim0] != expected[dim0] or result[dim1] != expected[dim1]:
        raise VerifyException("Input-output transpose dimension mismatch.")


def joined_shape(inputs: Sequence[Shape], dimension: int) -> Shape:
    """Return the shape of the first input, but with the sum of all inputs' sizes in `dimension`."""
    sizes = list(inputs[0])
    sizes[dimension] = sum(shape[dimension] for shape in inputs)
    return tuple(sizes)


def verify_concat(inputs: Sequence[Shape], dimension: int) -> None:
    """Check that all inputs have the same sizes except in `dimension`."""
    first = inputs[0] if inputs else ()
    position = dimension + len(first) if dimension < 0 else dimension
    if not 0 <= position < len(first):
        raise VerifyException(f"Invalid dimension {dimension} for concatenation.")
    for shape in inputs[1:]:
        if len(shape) != len(first):
            raise VerifyException("All input tensors must have the same rank.")
        if any(i != position and shape[i] != first[i] for i in range(len(first))):
            raise VerifyException(
                f"All input tensors must have the same dimensions, except for dimension {position}."
            )


def completed_shape(source: Shape, shape: tuple[int, ...]) -> Shape:
    """Return `shape` with -1 replaced by the size that keeps the number of elements of `source`."""
    if -1 not in shape:
        return shape
    rest = prod(size for size in shape if size != -1)
    return tuple(prod(source) // rest if size == -1 and rest else size for size in shape)


def verify_reshape(source: Shape, result: Shape, shape: tuple[int, ...]) -> None:
    """Check that `shape`, with at most one size given as -1, is the shape of the result.

    Upstream rejects tensors without elements.
    """
    if len(shape) != len(result):
        raise VerifyException("Shape attribute size must match output tensor rank")
    if not shape:
        raise VerifyException("Shape attribute must be non-empty")
    if prod(source) != prod(result):
        raise VerifyException("Input and output tensors must have the same number of elements")
    has_open_size = False
    for size, result_size in zip(shape, result, strict=True):
        if size == -1:
            if has_open_size:
                raise VerifyException("Shape attribute must have at most one -1 element")
            has_open_size = True
        elif size < 0 or (size == 0 and result_size != 0):
            raise VerifyException("All dimensions must be positive except the one with -1")
        elif size != result_size:
            raise VerifyException(
                "Shape attribute must match the output tensor shape for dimensions that are not -1"
            )


def permuted_shape(source: Shape, permutation: tuple[int, ...]) -> Shape:
    """Return the sizes of `source` in the order `permutation`: size `i` is that of dimension
    `permutation[i]`.
    """
    return tuple(source[i] for i in permutation)


def verify_permute(source: Shape, result: Shape, permutation: tuple[int, ...]) -> None:
    """Check that the result has the shape of `permuted_shape`."""
    if sorted(permutation) != list(range(len(source))):
        raise VerifyException(
            f"Expected a permutation of ({joined(range(len(source)), ', ')}), "
            f"got ({joined(permutation, ', ')})"
        )
    expected = permuted_shape(source, permutation)
    if expected != result:
        raise VerifyException(
            f"Expected result shape ({joined(expected, ', ')}), got ({joined(result, ', ')})"
        )


def repeated_shape(source: Shape, factors: tuple[int, ...]) -> Shape:
    """Return the shape `source` with each size multiplied by its factor."""
    return tuple(size * factor for size, factor in zip(source, factors, strict=True))


def verify_repeat(source: Shape, result: Shape, factors: tuple[int, ...]) -> None:
    """Check that the result has the shape of `repeated_shape`."""
    if len(source) != len(factors):
        raise VerifyException(
            f"Input tensor rank {len(source)} doesn't match the number of repeat dimensions "
            f"{len(factors)}."
        )
    if len(source) != len(result):
        raise VerifyException(
            f"Input tensor rank {len(source)} doesn't match the output tensor rank {len(result)}."
        )
    expected = repeated_shape(source, factors)
    for i, factor in enumerate(factors):
        if factor <= 0:
            raise VerifyException(f"Repeat dimension at index {i} must be greater than 0.")
        if expected[i] != result[i]:
            raise VerifyException(
                f"Input tensor shape ({joined(source)}) at index {i} does not repeat to output "
                f"({joined(result)}) using repeat value {factor}."
            )


def interleaved_shape(source: Shape, repeats: int, dimension: int) -> Shape:
    """Return the shape `source` with the size of `dimension` multiplied by `repeats`."""
    sizes = list(source)
    sizes[dimension] *= repeats
    return tuple(sizes)


def verify_repeat_interleave(source: Shape, result: Shape, repeats: int, dimension: int) -> None:
    """Check that the result has the shape of `interleaved_shape`."""
    rank = len(source)
    if rank < 1:
        raise VerifyException("Input must be at least a 1D tensor")
    if repeats == 0:
        raise VerifyException("Repeats attribute must be non-zero")
    verify_dimension_in_bounds(
        dimension,
        rank,
        f"Dimension attribute must be within the bounds[{-rank}, {rank}), got {rank}",
    )
    expected = interleaved_shape(source, repeats, dimension)
    if expected != result:
        raise VerifyException(
            f"Output shape [{joined(result)}] does not match the expected shape "
            f"[{joined(expected)}]"
        )


def padded_shape(source: Shape, padding: tuple[int, ...]) -> Shape:
    """Return the shape `source` with low and high padding added to each size."""
    return tuple(
        size + low + high
        for size, low, high in zip(source, padding[::2], padding[1::2], strict=True)
    )


def verify_pad(source: Shape, result: Shape, padding: tuple[int, ...]) -> None:
    """Check that the result has the shape of `padded_shape`."""
    if len(padding) != 2 * len(source):
        raise VerifyException(
            "Padding must have the same number of elements as twice the rank of the input tensor"
        )
    expected = padded_shape(source, padding)
    if result != expected:
        raise VerifyException(
            f"Output tensor shape ({joined(result)}) must match the inferred shape: "
            f"({joined(expected)})"
        )


def verify_same_kind(source: TensorType[Attribute], result: TensorType[Attribute]) -> None:
    """Check that `source` and `result` have the same element type and rank, as slices must."""
    if source.element_type != result.element_type:
        raise VerifyException("Output tensor must have the same element type as the input tensor")
    if source.get_num_dims() != result.get_num_dims():
        raise VerifyException("Output tensor must have the same rank as the input tensor")


def verify_slice(
    source: TensorType[Attribute],
    result: TensorType[Attribute],
    begins: tuple[int, ...],
    ends: tuple[int, ...],
    steps: tuple[int, ...],
) -> None:
    """Check each dimension of a slice with `verify_sliced_dimension`."""
    rank = source.get_num_dims()
    if rank < 1:
        raise VerifyException("Input must be at least a 1D tensor")
    if not rank == len(begins) == len(ends) == len(steps):
        raise VerifyException(
            "Begins, ends, and step attributes must have the same number of elements as the input "
            "tensor rank"
        )
    verify_same_kind(source, result)
    for dimension, bounds in enumerate(zip(begins, ends, steps, strict=True)):
        verify_sliced_dimension(source.get_shape(), result.get_shape(), dimension, *bounds)


def sliced_size(size: int, begin: int, end: int, step: int) -> int:
    """Return the number of elements of `begin : end : step` in a dimension of size `size`.

    Negative bounds count from the end.
    """
    first = begin + size if begin < 0 else begin
    last = end + size if end < 0 else end
    return -(-abs(last - first) // abs(step)) if step else 0


def verify_sliced_dimension(
    source: Shape, result: Shape, dimension: int, begin: int, end: int, step: int
) -> None:
    """Check that the result keeps the elements `begin : end : step` of `dimension`.

    Negative bounds count from the end. A slice without elements may begin at the end of the
    dimension. Upstream rejects it.
    """
    size = source[dimension]
    first = begin + size if begin < 0 else begin
    last = end + size if end < 0 else end
    input_shape = f"({joined(source, ', ')})"
    keeps_nothing = first == last and result[dimension] == 0
    if not 0 <= first < size + keeps_nothing:
        raise VerifyException(
            f"Invalid begin index for dimension {dimension}. Expected value in range "
            f"[{-size}, {size}), got {begin}. Input shape: {input_shape}"
        )
    if not 0 <= last <= size:
        raise VerifyException(
            f"Invalid end index for dimension {dimension}. Expected value in range "
            f"[{-size}, {size}], got {end}. Input shape: {input_shape}"
        )
    if step == 0:
        raise VerifyException(f"Step value for dimension {dimension} cannot be zero")
    if (last - first) * step < 0:
        sign, relation = ("positive", "less") if step > 0 else ("negative", "greater")
        begin_text = f"{first} ({begin})" if begin < 0 else str(begin)
        end_text = f"{last} ({end})" if end < 0 else str(end)
        raise VerifyException(
            f"For {sign} step, begin index must be {relation} than or equal to end index for "
            f"dimension {dimension}. Got begin: {begin_text}, end: {end_text}, step: {step}, input "
            f"shape: {input_shape}"
        )
    expected = sliced_size(size, begin, end, step)
    if result[dimension] != expected:
        raise VerifyException(
            f"Mismatch in dimension {dimension} of the output tensor: expected size {expected}, "
            f"but got {result[dimension]}"
        )


def selected_size(size: int, begin: int, length: int, stride: int) -> int:
    """Return the number of elements that `select` takes from a dimension of size `size`.

    These are the first `length` of every `stride` elements, starting at `begin`.
    """
    return sum(min(length, size - start) for start in range(begin, size, stride))


def squeezed_shape(source: Shape, dim: int) -> Shape:
    """Return the shape `source` without dimension `dim`, which must not be negative."""
    return source[:dim] + source[dim + 1 :]


class TransposeBase(OdsOperation):
    """The fields and rules of `transpose` in TTIR and TTNN."""

    input = operand_def(AnyRankedTensor)
    dim0 = prop_def(SI32Attr)
    dim1 = prop_def(SI32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check the op with `verify_transpose`."""
        verify_transpose(
            shape_of(self.input), output_shape(self), self.dim0.value.data, self.dim1.value.data
        )


class ConcatBase(OdsOperation):
    """The fields and rules of `concat` in TTIR and TTNN."""

    inputs = var_operand_def(AnyRankedTensor)
    dim = prop_def(SI32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check the op with `verify_concat`."""
        verify_concat([shape_of(value) for value in self.inputs], self.dim.value.data)


class RepeatInterleaveBase(OdsOperation):
    """The fields and rules of `repeat_interleave` in TTIR and TTNN."""

    input = operand_def(AnyRankedTensor)
    repeats = prop_def(UI32Attr)
    dim = prop_def(SI32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check the op with `verify_repeat_interleave`."""
        verify_repeat_interleave(
            shape_of(self.input),
            output_shape(self),
            self.repeats.value.data,
            self.dim.value.data,
        )


class SliceBase(OdsOperation):
    """The fields and rules of `slice` in TTIR and TTNN."""

    input = operand_def(AnyRankedTensor)
    begins = prop_def(I32ArrayAttr)
    ends = prop_def(I32ArrayAttr)
    step = prop_def(I32ArrayAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check the op with `verify_slice`."""
        verify_slice(
            tensor_type(self.input),
            tensor_type(getattr(self, "output", self.results[0])),
            integers(self.begins),
            integers(self.ends),
            integers(self.step),
        )
