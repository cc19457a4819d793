"""Rules that a TTIR op and its TTNN counterpart share: how the shape of the result follows, and what verifiers check.

Each `verify_*` raises a `VerifyException` with the text that comes after `'dialect.op' op `; shapes are tuples of sizes.
The functions beside them, such as `permuted_shape`, compute the shape that the verifier compares with; for arguments
that the verifier refuses, their result means nothing, or they raise IndexError or ValueError.
"""

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IntegerAttr, TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tt.enums import MeshShardType
from ttmlir_py.dialects.tt.tile import element_type_to_data_type

Shape = tuple[int, ...]
RankedTensor = TensorType[Attribute]

TILE_HEIGHT = TILE_WIDTH = 32
"""The tile that the hardware computes on."""


def tensor_type(value: SSAValue) -> RankedTensor:
    """The type of a value that ODS has checked to be a ranked tensor."""
    return cast(RankedTensor, value.type)


def shape_of(value: SSAValue) -> Shape:
    """The shape of a ranked tensor."""
    return tensor_type(value).get_shape()


def integers(attribute: DenseArrayBase[Any] | ArrayAttr[IntegerAttr]) -> tuple[int, ...]:
    """The numbers of a dense array or of an array of integer attributes."""
    if isinstance(attribute, DenseArrayBase):
        return tuple(cast(Iterable[int], attribute.get_values()))
    return tuple(element.value.data for element in attribute)


def joined(numbers: Iterable[int], separator: str = ",") -> str:
    """Numbers in a row, as messages show shapes."""
    return separator.join(map(str, numbers))


def arange_length(start: int, end: int, step: int) -> int:
    """How many numbers `arange` counts: a division that rounds to zero, as C++ does. Raises if there are none."""
    count = abs(end - start) // abs(step) * (1 if (end - start) * step > 0 else -1)
    if count <= 0:
        raise VerifyException(f"Invalid range: start={start}, end={end}, step={step}")
    return count


def broadcast_shapes(a: Shape, b: Shape) -> Shape | None:
    """The shape that two shapes broadcast to (NumPy's rule), or None."""
    rank = max(len(a), len(b))
    a = (1,) * (rank - len(a)) + a
    b = (1,) * (rank - len(b)) + b
    if any(x != y and 1 not in (x, y) for x, y in zip(a, b, strict=True)):
        return None
    return tuple(y if x == 1 else x for x, y in zip(a, b, strict=True))


def broadcast_all(shapes: Iterable[Shape]) -> Shape | None:
    """The shape that all shapes broadcast to, or None; of no shapes, that of a scalar."""
    result: Shape | None = ()
    for shape in shapes:
        result = broadcast_shapes(result, shape)
        if result is None:
            return None
    return result


def integer_pair(attribute: Attribute) -> tuple[int, int]:
    """One integer for both, or an array of two; else a `VerifyException`."""
    if isinstance(attribute, IntegerAttr):
        return (attribute.value.data, attribute.value.data)
    values = integers(cast(DenseArrayBase[Any], attribute))
    if len(values) != 2:
        raise VerifyException(
            f"Expected integer or pair of integers, got tuple of size {len(values)}"
        )
    return (values[0], values[1])


def integer_quadruple(attribute: Attribute) -> tuple[int, int, int, int]:
    """One integer for all, an array (a, b) for (a, b, a, b), or an array of four; else a `VerifyException`."""
    if isinstance(attribute, IntegerAttr):
        value = attribute.value.data
        return (value, value, value, value)
    values = integers(cast(DenseArrayBase[Any], attribute))
    if len(values) not in (2, 4):
        raise VerifyException(
            f"Expected integer, pair, or tuple of size 4, but got tuple of size {len(values)}"
        )
    return cast(tuple[int, int, int, int], values * (4 // len(values)))


def matmul_shape(a: Shape, b: Shape, bias: Shape | None) -> Shape:
    """The shape of `a @ b (+ bias)`; a `VerifyException` if the operands do not fit.

    Vectors act as a row `a` or a column `b`; batch dimensions and bias broadcast. The product of two vectors is `()`,
    which a tensor of shape (1) holds.
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
    """The output has the shape of `matmul_shape`."""
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
            f"Output shape rank({len(output)}) must match the expected output shape rank({len(expected)})"
        )
    for i, (have, want) in enumerate(zip(output, expected, strict=True)):
        if have != want:
            raise VerifyException(
                f"Output shape dimension[{i}]({have}) doesn't match the expected output shape "
                f"dimension[{i}]({want})"
            )


def verify_dimension_in_bounds(dimension: int, rank: int, message: str) -> None:
    """A dimension number counts from either end."""
    if not -rank <= dimension < rank:
        raise VerifyException(message)


def verify_softmax(source: Shape, result: Shape, dimension: int) -> None:
    """The shape stays."""
    if source != result:
        raise VerifyException("Input and output shapes must be the same")
    verify_dimension_in_bounds(
        dimension,
        len(source),
        "Dimension attribute must be within the bounds of the input tensor",
    )


def transposed_shape(source: Shape, dim0: int, dim1: int) -> Shape:
    """Two sizes change places."""
    sizes = list(source)
    sizes[dim0], sizes[dim1] = sizes[dim1], sizes[dim0]
    return tuple(sizes)


def verify_transpose(source: Shape, result: Shape, dim0: int, dim1: int) -> None:
    """Two sizes change places, as in `transposed_shape`."""
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
    """The shape of the first input, with the sum of all sizes in the joined dimension."""
    sizes = list(inputs[0])
    sizes[dimension] = sum(shape[dimension] for shape in inputs)
    return tuple(sizes)


def verify_concat(inputs: Sequence[Shape], dimension: int) -> None:
    """Inputs agree but for the joined dimension."""
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
    """`shape` with the size in place of -1 that keeps the number of elements."""
    if -1 not in shape:
        return shape
    rest = prod(size for size in shape if size != -1)
    return tuple(prod(source) // rest if size == -1 and rest else size for size in shape)


def verify_reshape(source: Shape, result: Shape, shape: tuple[int, ...]) -> None:
    """`shape` is the result's, with at most one size left open as -1."""
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
        elif size <= 0:
            raise VerifyException("All dimensions must be positive except the one with -1")
        elif size != result_size:
            raise VerifyException(
                "Shape attribute must match the output tensor shape for dimensions that are not -1"
            )


def permuted_shape(source: Shape, permutation: tuple[int, ...]) -> Shape:
    """Size `i` is size `permutation[i]` of the source."""
    return tuple(source[i] for i in permutation)


def verify_permute(source: Shape, result: Shape, permutation: tuple[int, ...]) -> None:
    """The result has the shape of `permuted_shape`."""
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
    """Each size is multiplied by its factor."""
    return tuple(size * factor for size, factor in zip(source, factors, strict=True))


def verify_repeat(source: Shape, result: Shape, factors: tuple[int, ...]) -> None:
    """The result has the shape of `repeated_shape`."""
    if len(source) != len(factors):
        raise VerifyException(
            f"Input tensor rank {len(source)} doesn't match the number of repeat dimensions {len(factors)}."
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
    """The size of one dimension is multiplied by `repeats`."""
    sizes = list(source)
    sizes[dimension] *= repeats
    return tuple(sizes)


def verify_repeat_interleave(source: Shape, result: Shape, repeats: int, dimension: int) -> None:
    """The result has the shape of `interleaved_shape`."""
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
            f"Output shape [{joined(result)}] does not match the expected shape [{joined(expected)}]"
        )


def padded_shape(source: Shape, padding: tuple[int, ...]) -> Shape:
    """Each size grows by its low and high padding."""
    return tuple(
        size + low + high
        for size, low, high in zip(source, padding[::2], padding[1::2], strict=True)
    )


def verify_pad(source: Shape, result: Shape, padding: tuple[int, ...]) -> None:
    """The result has the shape of `padded_shape`."""
    if len(padding) != 2 * len(source):
        raise VerifyException(
            "Padding must have the same number of elements as twice the rank of the input tensor"
        )
    expected = padded_shape(source, padding)
    if result != expected:
        raise VerifyException(
            f"Output tensor shape ({joined(result)}) must match the inferred shape: ({joined(expected)})"
        )


def verify_same_kind(source: TensorType[Attribute], result: TensorType[Attribute]) -> None:
    """Element type and rank stay, as slicing leaves them."""
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
    """Every dimension is sliced: see `verify_sliced_dimension`."""
    rank = source.get_num_dims()
    if rank < 1:
        raise VerifyException("Input must be at least a 1D tensor")
    if not rank == len(begins) == len(ends) == len(steps):
        raise VerifyException(
            "Begins, ends, and step attributes must have the same number of elements as the input tensor rank"
        )
    verify_same_kind(source, result)
    for dimension, bounds in enumerate(zip(begins, ends, steps, strict=True)):
        verify_sliced_dimension(source.get_shape(), result.get_shape(), dimension, *bounds)


def sliced_size(size: int, begin: int, end: int, step: int) -> int:
    """How many elements `begin : end : step` keeps of a dimension; negative bounds count from the end."""
    first = begin + size if begin < 0 else begin
    last = end + size if end < 0 else end
    return -(-abs(last - first) // abs(step)) if step else 0


def verify_sliced_dimension(
    source: Shape, result: Shape, dimension: int, begin: int, end: int, step: int
) -> None:
    """One dimension keeps its elements `begin : end : step`; negative bounds count from the end."""
    size = source[dimension]
    first = begin + size if begin < 0 else begin
    last = end + size if end < 0 else end
    input_shape = f"({joined(source, ', ')})"
    if not 0 <= first < size:
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
            f"For {sign} step, begin index must be {relation} than or equal to end index for dimension "
            f"{dimension}. Got begin: {begin_text}, end: {end_text}, step: {step}, "
            f"input shape: {input_shape}"
        )
    expected = sliced_size(size, begin, end, step)
    if result[dimension] != expected:
        raise VerifyException(
            f"Mismatch in dimension {dimension} of the output tensor: expected size {expected}, "
            f"but got {result[dimension]}"
        )


def selected_size(size: int, begin: int, length: int, stride: int) -> int:
    """How many elements are left of a dimension that keeps `length` out of every `stride`, from `begin` on."""
    return sum(min(length, size - start) for start in range(begin, size, stride))


def squeezed_shape(source: Shape, dim: int) -> Shape:
    """The shape without dimension `dim`, which is not negative."""
    return source[:dim] + source[dim + 1 :]


def reduced_shape(source: Shape, dims: Iterable[int] | None, *, keep_dim: bool) -> Shape:
    """The shape without the dimensions `dims` (all if None), or with size 1 for each; a scalar has shape (1)."""
    reduced = {
        dim % len(source) for dim in (range(len(source)) if dims is None else dims) if source
    }
    expected = tuple(
        1 if i in reduced else size for i, size in enumerate(source) if keep_dim or i not in reduced
    )
    return expected if expected or keep_dim else (1,)


def verify_embedding(source: Shape, weight: Shape, result: Shape) -> None:
    """A matrix of weights adds its width as the last dimension."""
    if len(weight) != 2:
        raise VerifyException("Weight must be a 2D tensor")
    if len(result) - len(source) != 1:
        raise VerifyException("Output must have one dimension more than input")


def upsampled_shape(source: Shape, scale_h: int, scale_w: int) -> Shape:
    """H and W of an NHWC shape grow by the scale factors."""
    batch, height, width, channels = source
    return (batch, height * scale_h, width * scale_w, channels)


def verify_upsample(source: Shape, result: Shape, scale_factor: Attribute, mode: str) -> None:
    """The result has the shape of `upsampled_shape`."""
    for name, shape in (("input", source), ("output", result)):
        if len(shape) != 4:
            raise VerifyException(f"Expected rank of {name} tensor is 4, got rank {len(shape)}")
    scale_h, scale_w = integer_pair(scale_factor)
    if scale_h <= 0 or scale_w <= 0:
        raise VerifyException(
            f"Scale factors H = {scale_h} and W = {scale_w} must be positive integers"
        )
    expected = upsampled_shape(source, scale_h, scale_w)
    for name, axis in (("H", 1), ("W", 2)):
        if expected[axis] != result[axis]:
            raise VerifyException(
                f"Expected output {name} dimension to be input {name} dimension * scale{name} = "
                f"{expected[axis]}, got {result[axis]}"
            )
    for name, axis in (("N", 0), ("C", 3)):
        if expected[axis] != result[axis]:
            raise VerifyException(
                f"Expected output {name} dimension to be {expected[axis]}, got {result[axis]}"
            )
    if mode not in ("nearest", "bilinear"):
        raise VerifyException(f'Expected modes are (nearest, bilinear), got "{mode}"')


def verify_cache_update(cache: SSAValue, source: SSAValue, batch_offset: int) -> None:
    """`update_cache` writes one position of dimension 2."""
    _verify_cache_kinds(cache, source, batch_offset)
    size = shape_of(source)[2]
    if size != 1:
        raise VerifyException(
            f"Input tensor requires that dim 2 have size 1, got input dim 2 size = {size}"
        )
    # The parenthesis in the wrong place is part of the message that users know.
    _verify_cache_shapes(cache, source, f"(){joined(shape_of(source), 'x')})")


def verify_cache_fill(cache: SSAValue, source: SSAValue, batch_offset: int) -> None:
    """`fill_cache` writes the first positions of dimension 2."""
    _verify_cache_kinds(cache, source, batch_offset)
    capacity, size = shape_of(cache)[2], shape_of(source)[2]
    if size > capacity:
        raise VerifyException(
            "Input tensor requires that dim 2 have a size which is less than or equal to the size of dim 2 "
            f"of the cache tensor. Got cache dim 2 size = {capacity}, input dim 2 size = {size}"
        )
    _verify_cache_shapes(cache, source, f"({joined(shape_of(source), ', ')})")


def _verify_cache_kinds(cache: SSAValue, source: SSAValue, batch_offset: int) -> None:
    if batch_offset != 0:
        raise VerifyException("Only single-batch is supported. Batch offset must be 0")
    cache_dtype, source_dtype = (
        element_type_to_data_type(tensor_type(value).element_type) for value in (cache, source)
    )
    if cache_dtype != source_dtype:
        raise VerifyException(
            f"Cache and input tensors must have the same dtype. Got cache dtype = {cache_dtype.keyword}, "
            f"input dtype = {source_dtype.keyword}"
        )
    verify_4d(shape_of(cache), "Cache tensor")
    verify_4d(shape_of(source), "Input tensor")


def _verify_cache_shapes(cache: SSAValue, source: SSAValue, source_text: str) -> None:
    a, b = shape_of(cache), shape_of(source)
    if any(a[i] != b[i] for i in (0, 1, 3)):
        raise VerifyException(
            "Cache tensor shape must match input tensor shape on all dimensions except dim 2. "
            f"Got cache shape ({joined(a, ', ')}), input shape {source_text}"
        )


def verify_weight_gradient(weight: SSAValue, gradient: SSAValue, output: SSAValue) -> None:
    """`embedding_backward` returns a gradient of the weight's shape in the data type of the incoming one."""
    if tensor_type(gradient).element_type != tensor_type(output).element_type:
        raise VerifyException("Input gradient and output must have the same dtype")
    if shape_of(output) != shape_of(weight):
        raise VerifyException("Output must have the same shape as weight")


def verify_window(direction: str, kernel: int, size: int) -> None:
    """A pooling window fits into the input."""
    if kernel > size:
        raise VerifyException(
            f"Kernel {direction} {kernel} is greater than input {direction} {size}. "
            "This MaxPool2d configuration is invalid."
        )


def verify_shard_type(shard_type: MeshShardType) -> None:
    """`mesh_shard` replicates or splits."""
    if shard_type not in (MeshShardType.Replicate, MeshShardType.Devices):
        raise VerifyException("Invalid shard_type for mesh_shard op.")


def verify_biased_convolution_ranks(source: Shape, weight: Shape, bias: Shape | None) -> None:
    """The ranks that `conv2d` takes."""
    if len(source) < 3:
        raise VerifyException("Input must be at least a 3D tensor")
    verify_4d(weight, "Weight")
    if bias is not None:
        verify_4d(bias, "Bias")


def verify_4d(shape: Shape, name: str) -> None:
    """A tensor of rank 4."""
    if len(shape) != 4:
        raise VerifyException(f"{name} must be a 4D tensor")


def verify_transposed_channels(
    source: Shape, weight: Shape, bias: Shape | None, output: Shape, groups: int
) -> None:
    """Channels come last in input, output and bias; the weight is (I, O / groups, KH, KW)."""
    channels_in, channels_out = source[-1], output[-1]
    for name, channels in (("input", channels_in), ("output", channels_out)):
        if groups == 0 or channels % groups:
            raise VerifyException(
                f"Number of {name} channels from {name} tensor must be divisible by the number of groups. "
                f"Got {channels} {name} channels and {groups} groups."
            )
    if channels_in != weight[0]:
        raise VerifyException(
            "Number of input channels from input tensor must match the first dimension of the weight tensor. "
            f"Got {channels_in} input channels and {weight[0]} in the weight tensor."
        )
    if channels_out // groups != weight[1]:
        raise VerifyException(
            "Number of output channels per group must match the second dimension of the weight tensor. "
            f"Got {channels_out // groups} output channels per group and {weight[1]} in the weight tensor."
        )
    if bias is not None and bias[-1] != channels_out:
        raise VerifyException(
            f"Mismatch in bias tensor dimensions. Bias tensor has {bias[-1]} channels, "
            f"but the output tensor has {channels_out} channels."
        )


def transposed_output_size(
    source: Shape,
    weight: Shape,
    stride: tuple[int, int],
    total_padding: tuple[int, int],
    output_padding: tuple[int, int],
    dilation: tuple[int, int],
) -> tuple[int, int]:
    """H and W of a transposed convolution of an NHWC input; all pairs are (vertical, horizontal).

    `size = (in - 1) * stride - padding + dilation * (kernel - 1) + output_padding + 1`, as PyTorch's ConvTranspose2d.
    """
    input_size, kernel = source[-3:-1], weight[2:4]
    height, width = (
        (input_size[i] - 1) * stride[i]
        - total_padding[i]
        + dilation[i] * (kernel[i] - 1)
        + output_padding[i]
        + 1
        for i in (0, 1)
    )
    if height < 0 or width < 0:
        raise VerifyException(
            f"Given input size per channel: ({input_size[0]} x {input_size[1]}). "
            f"Calculated output size per channel: ({height} x {width}). Output size is too small"
        )
    return height, width


def verify_allocation(size: int, address: int, *, layout_agrees: bool, on_host: bool) -> None:
    """A buffer of `size` bytes in the memory of its layout; the compiler gives addresses on the device, the runtime those on the host."""
    if size == 0:
        raise VerifyException("Alloc size must be non-zero")
    if not layout_agrees:
        raise VerifyException("Input tensor layout memory space must match alloc memory space")
    if on_host and address != 0:
        raise VerifyException(
            "Allocating from system memory space must have address set to 0, implicitly allocated by the runtime"
        )
    if not on_host and address == 0:
        raise VerifyException(
            "Allocating from a device memory space must have address set to a non-zero value, "
            "device addresses are statically allocated"
        )
