"""Functions that select, repeat or reshape parts of tensors."""

from collections.abc import Sequence
from types import EllipsisType

from ttmlir_py.ttnn import operations
from ttmlir_py.ttnn.library import run
from ttmlir_py.ttnn.tensor import Tensor, TtnnError, require_tensor
from ttmlir_py.ttnn.types import MemoryConfig, Shape

Place = int | slice | EllipsisType


def squeeze(input_tensor: Tensor, dim: int) -> Tensor:
    """Return the tensor without the dimension `dim`, if its size is 1."""
    require_tensor("squeeze", input_tensor)
    at = _dimension("squeeze", input_tensor, dim, 0)
    if input_tensor.shape[at] != 1:
        return input_tensor
    return operations.reshape(
        input_tensor, (*input_tensor.shape[:at], *input_tensor.shape[at + 1 :])
    )


def unsqueeze(input_tensor: Tensor, dim: int) -> Tensor:
    """Return the tensor with a new dimension of size 1 at `dim`."""
    require_tensor("unsqueeze", input_tensor)
    at = _dimension("unsqueeze", input_tensor, dim, 1)
    return operations.reshape(input_tensor, (*input_tensor.shape[:at], 1, *input_tensor.shape[at:]))


def _dimension(function: str, tensor: Tensor, dim: int, added: int) -> int:
    rank = len(tensor.shape) + added
    if not -rank <= dim < rank:
        raise TtnnError(f"ttnn.{function}: dimension {dim} is out of range for rank {rank}")
    return dim % rank


def unsqueeze_to_4D(tensor: Tensor) -> Tensor:
    """Return the tensor with four dimensions. Raises TtnnError if it has more."""
    require_tensor("unsqueeze_to_4D", tensor)
    if len(tensor.shape) > 4:
        raise TtnnError(f"ttnn.unsqueeze_to_4D: {tensor.type_text} has more than 4 dimensions")
    return tensor if len(tensor.shape) == 4 else operations.reshape(tensor, tensor.shape.to_rank(4))


def view(input_tensor: Tensor, shape: Sequence[int]) -> Tensor:
    """Return the tensor with another shape."""
    return operations.reshape(input_tensor, shape)


def expand(
    input_tensor: Tensor,
    output_shape: Sequence[int],
    *,
    memory_config: MemoryConfig | None = None,
    queue_id: int = 0,
) -> Tensor:
    """Return the tensor broadcast to a shape. A size of -1 stays as it is."""
    sizes = {"sizes": tuple(output_shape)}
    return run("expand", (input_tensor,), sizes, memory_config=memory_config)


def split(
    input_tensor: Tensor,
    split_size: int | Sequence[int],
    dim: int = 0,
    *,
    memory_config: MemoryConfig | None = None,
) -> list[Tensor]:
    """Return the parts of this size along a dimension; the last one may be smaller.

    `split_size` may list the sizes of all parts.
    """
    require_tensor("split", input_tensor)
    at = _dimension("split", input_tensor, dim, 0)
    size = input_tensor.shape[at]
    if isinstance(split_size, int):
        if split_size < 1:
            raise TtnnError(f"ttnn.split: parts of size {split_size}")
        sizes = [min(split_size, size - first) for first in range(0, size, split_size)]
    else:
        sizes = [*split_size]
    if sum(sizes) != size:
        raise TtnnError(f"ttnn.split: sizes {sizes} do not add up to {size}")
    return _parts(input_tensor, at, sizes, memory_config)


def chunk(input_tensor: Tensor, chunks: int, dim: int = 0) -> list[Tensor]:
    """Return at most `chunks` parts of equal size along a dimension."""
    require_tensor("chunk", input_tensor)
    if chunks < 1:
        raise TtnnError(f"ttnn.chunk: {chunks} parts")
    size = input_tensor.shape[_dimension("chunk", input_tensor, dim, 0)]
    return split(input_tensor, max(1, -(-size // chunks)), dim)


def _parts(
    tensor: Tensor, at: int, sizes: Sequence[int], memory_config: MemoryConfig | None
) -> list[Tensor]:
    found: list[Tensor] = []
    first = 0
    for size in sizes:
        begins, ends = [0] * len(tensor.shape), [*tensor.shape]
        begins[at], ends[at] = first, first + size
        found.append(operations.slice(tensor, begins, ends, memory_config=memory_config))
        first += size
    return found


def concat_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    dim: int = 0,
    *,
    memory_config: MemoryConfig | None = None,
) -> list[Tensor]:
    """Return the parts of the gradient that belong to the two tensors."""
    for each in (grad_tensor, input_tensor_a, input_tensor_b):
        require_tensor("concat_bw", each)
    rank = len(grad_tensor.shape)
    if not -rank <= dim < rank:
        raise TtnnError(f"ttnn.concat_bw: dimension {dim} is out of range for rank {rank}")
    sizes = [each.shape[dim] for each in (input_tensor_a, input_tensor_b)]
    return split(grad_tensor, sizes, dim, memory_config=memory_config)


def stack(
    input_tensors: Sequence[Tensor], dim: int = 0, *, memory_config: MemoryConfig | None = None
) -> Tensor:
    """Join tensors of one shape along a new dimension."""
    tensors = [*input_tensors]
    if not tensors:
        raise TtnnError("ttnn.stack: needs at least one operand")
    place = {"like": tensors[0], "memory_config": memory_config}
    return run("stack", (tensors,), {"dim": dim}, **place)


def tril(
    input_tensor: Tensor,
    diagonal: int = 0,
    *,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """Return each matrix with zeros above a diagonal."""
    place = {"memory_config": memory_config, "output": output_tensor}
    return run("tril", (input_tensor,), {"diagonal": diagonal, "upper": False}, **place)


def triu(
    input_tensor: Tensor,
    diagonal: int = 0,
    *,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """Return each matrix with zeros below a diagonal."""
    chosen = {"diagonal": diagonal, "upper": True}
    place = {"memory_config": memory_config, "output": output_tensor}
    return run("triu", (input_tensor,), chosen, kernel="tril", **place)


def outer(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Return the products of all pairs of elements of two vectors, of shape 1x1xMxN."""
    return run("outer", (input_tensor_a, input_tensor_b), memory_config=memory_config)


def getitem(tensor: Tensor, places: Place | tuple[Place, ...]) -> Tensor:
    """Return the elements at these places: numbers, slices with a positive step, and one ellipsis.

    Raises IndexError for places out of range.
    """
    listed = places if isinstance(places, tuple) else (places,)
    begins, ends, steps, dropped = _bounds(tensor.shape, listed)
    found = operations.slice(tensor, begins, ends, steps)
    kept = tuple(size for at, size in enumerate(found.shape) if at not in dropped)
    return operations.reshape(found, kept) if dropped else found


def _bounds(
    shape: Shape, places: tuple[Place, ...]
) -> tuple[list[int], list[int], list[int], set[int]]:
    """Return start, end and step for each dimension, and the dimensions that a number (not a slice)
    selects from.
    """
    ellipses = sum(each is Ellipsis for each in places)
    if len(places) - ellipses > len(shape) or ellipses > 1:
        raise IndexError(f"too many indices for a tensor of rank {len(shape)}")
    at = next((i for i, each in enumerate(places) if each is Ellipsis), len(places))
    missing = [slice(None)] * (len(shape) - len(places) + ellipses)
    whole = [*places[:at], *missing, *places[at + 1 :]]
    begins, ends, steps, dropped = list[int](), list[int](), list[int](), set[int]()
    for dim, (place, size) in enumerate(zip(whole, shape, strict=True)):
        if isinstance(place, slice):
            first, last, step = place.indices(size)
            if step < 1:
                raise TtnnError("ttnn.Tensor.__getitem__: steps must be positive")
            last = max(first, last)
        elif isinstance(place, int):
            if not -size <= place < size:
                raise IndexError(
                    f"index {place} is out of range for dimension {dim} of size {size}"
                )
            first, last, step = place % size, place % size + 1, 1
            dropped.add(dim)
        else:
            raise TypeError(f"tensors have no index {place!r}, expected a number or a slice")
        begins.append(first)
        ends.append(last)
        steps.append(step)
    return begins, ends, steps, dropped


def prepare_conv_weights(*, weight_tensor: Tensor, **configuration: object) -> Tensor:
    """Return the weights of a convolution. The simulator needs no other layout for them."""
    require_tensor("prepare_conv_weights", weight_tensor)
    return weight_tensor


def prepare_conv_bias(*, bias_tensor: Tensor, **configuration: object) -> Tensor:
    """Return the bias of a convolution. The simulator needs no other layout for it."""
    require_tensor("prepare_conv_bias", bias_tensor)
    return bias_tensor
