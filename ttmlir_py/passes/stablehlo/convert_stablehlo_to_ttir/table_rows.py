"""Shared helpers of gathers and scatters.

They treat a tensor as a table, whose rows are numbered by the dimensions that indices name.
"""

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from ttmlir_py.dialects.tensor_types import Shape
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import ConversionBuilder


def batch_shape(index_shape: Shape, vector: int) -> Shape:
    """Return the sizes of the index dimensions, without the one along which an index vector lies.

    `vector` may be the rank: then there is no such dimension.
    """
    return tuple(size for dim, size in enumerate(index_shape) if dim != vector)


def row_stride(shape: Shape, indexed: Sequence[int], dim: int) -> int:
    """Return the number of rows between neighbours along an indexed dimension."""
    return prod(shape[each] for each in indexed[indexed.index(dim) + 1 :])


def row_offsets(shape: Shape, sizes: Shape, indexed: Sequence[int]) -> list[int]:
    """Return the offsets in rows of the parts of a slice from its first row."""
    offsets = [0]
    for dim in indexed:
        stride, steps = row_stride(shape, indexed, dim), range(sizes[dim])
        offsets = [each + step * stride for each in offsets for step in steps]
    return offsets


def index_table(
    builder: ConversionBuilder, indices: SSAValue, index_shape: Shape, vector: int, length: int
) -> SSAValue:
    """Return indices as a table with one index vector of `length` numbers per row."""
    if vector < len(index_shape) - 1:
        order = [*(dim for dim in range(len(index_shape)) if dim != vector), vector]
        indices = builder.permute(indices, order)
    return builder.reshaped(indices, (prod(batch_shape(index_shape, vector)), length))


def batch_numbers(
    builder: ConversionBuilder, element: Attribute, batch: Shape, dim: int, vector: int
) -> SSAValue:
    """Return the batch number of each index, its position along an index dimension: shape indices x
    1.
    """
    numbers = builder.arange(TensorType(element, batch), dim - (dim > vector))
    return builder.reshaped(numbers, (prod(batch), 1))
