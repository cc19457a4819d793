"""What gathers and scatters share: a tensor taken for a table, whose rows are numbered along the dimensions that indices name."""

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from ttmlir_py.dialects.tensor_types import Shape
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import ConversionBuilder


def batch_shape(index_shape: Shape, vector: int) -> Shape:
    """The sizes of the dimensions of indices beside the one along which an index lies, which may be behind all."""
    return tuple(size for dim, size in enumerate(index_shape) if dim != vector)


def row_stride(shape: Shape, indexed: Sequence[int], dim: int) -> int:
    """How many rows lie between neighbours along an indexed dimension."""
    return prod(shape[each] for each in indexed[indexed.index(dim) + 1 :])


def row_offsets(shape: Shape, sizes: Shape, indexed: Sequence[int]) -> list[int]:
    """How many rows the parts of a slice of these sizes are behind its first one."""
    offsets = [0]
    for dim in indexed:
        stride, steps = row_stride(shape, indexed, dim), range(sizes[dim])
        offsets = [each + step * stride for each in offsets for step in steps]
    return offsets


def index_table(
    builder: ConversionBuilder, indices: SSAValue, index_shape: Shape, vector: int, length: int
) -> SSAValue:
    """Indices as a table of one row each, of `length` numbers."""
    if vector < len(index_shape) - 1:
        order = [*(dim for dim in range(len(index_shape)) if dim != vector), vector]
        indices = builder.permute(indices, order)
    return builder.reshaped(indices, (prod(batch_shape(index_shape, vector)), length))


def batch_numbers(
    builder: ConversionBuilder, element: Attribute, batch: Shape, dim: int, vector: int
) -> SSAValue:
    """For each index the number of its batch, which is its place along a dimension of the indices, of shape indices x 1."""
    numbers = builder.arange(TensorType(element, batch), dim - (dim > vector))
    return builder.reshaped(numbers, (prod(batch), 1))
