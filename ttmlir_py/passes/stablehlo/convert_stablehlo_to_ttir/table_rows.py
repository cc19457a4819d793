"""Helpers of gathers and scatters, which treat a tensor as a table.

The rows of the table are numbered by the dimensions that indices name.
"""

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from ttmlir_py.dialects.tensor_types import Shape
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import ConversionBuilder


def batch_shape(index_shape: Shape, vector: int) -> Shape:
    """Return the sizes of the index dimensions, except dimension `vector`, which holds index
    vectors.

    There is no such dimension if `vector` is the rank.
    """
    return tuple(size for dim, size in enumerate(index_shape) if dim != vector)


def row_stride(shape: Shape, indexed: Sequence[int], dim: int) -> int:
    """Return the distance in rows between neighbours along the indexed dimension `dim` of
    `shape`.
    """
    return prod(shape[each] for each in indexed[indexed.index(dim) + 1 :])


def row_offsets(shape: Shape, sizes: Shape, indexed: Sequence[int]) -> list[int]:
    """Return the distance in rows of each row of a slice of `sizes` from the first row of the
    slice.
    """
    offsets = [0]
    for dim in indexed:
        stride, steps = row_stride(shape, indexed, dim), range(sizes[dim])
        offsets = [each + step * stride for each in offsets for step in steps]
    return offsets


def index_table(
    builder: ConversionBuilder, indices: SSAValue, index_shape: Shape, vector: int, length: int
) -> SSAValue:
    """Return `indices` as a table with one index vector of `length` numbers per row."""
    if vector < len(index_shape) - 1:
        order = [*(dim for dim in range(len(index_shape)) if dim != vector), vector]
        indices = builder.permute(indices, order)
    return builder.reshaped(indices, (prod(batch_shape(index_shape, vector)), length))


def batch_numbers(
    builder: ConversionBuilder, element: Attribute, batch: Shape, dim: int, vector: int
) -> SSAValue:
    """Return the position of each index along the index dimension `dim`, of shape indices x 1."""
    numbers = builder.arange(TensorType(element, batch), dim - (dim > vector))
    return builder.reshaped(numbers, (prod(batch), 1))
