"""Tensor types with TTNN layouts, and the memory configurations of such tensors."""

from collections.abc import Sequence

from xdsl.ir import Attribute

from ttmlir_py.dialects.tensor_types import RankedTensor, ranked_tensor
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.types import TileType, data_type_to_element_type
from ttmlir_py.dialects.ttnn.attributes import (
    MemoryConfigAttr,
    TTNNLayoutAttr,
)
from ttmlir_py.dialects.ttnn.enums import Layout


def layout_of(tensor: RankedTensor) -> TTNNLayoutAttr:
    """Return the TTNN layout of the tensor type `tensor`. Raises ValueError for other layouts."""
    layout = getattr(tensor, "encoding", None)
    if not isinstance(layout, TTNNLayoutAttr):
        raise ValueError(
            f"requires a tensor with a TTNN layout (see --ttnn-layout), but got '{tensor}'"
        )
    return layout


def with_layout(tensor: RankedTensor, layout: TTNNLayoutAttr) -> RankedTensor:
    """Return the tensor type `tensor` with another layout."""
    return ranked_tensor(tensor.element_type, tensor.get_shape(), layout)


def with_shape(tensor: RankedTensor, shape: Sequence[int]) -> RankedTensor:
    """Return the tensor type of another shape, with the layout of `tensor` recomputed for that
    shape.
    """
    layout = layout_of(tensor).with_tensor_shape(shape)
    return ranked_tensor(tensor.element_type, tuple(shape), layout)


def with_element_type(tensor: RankedTensor, element: Attribute) -> RankedTensor:
    """Return the tensor type with another scalar or tile type.

    The layout gets `element`, and the tensor type gets its scalar.
    """
    layout = layout_of(tensor).with_element_type(element, tensor.get_shape())
    scalar = element.get_element_type() if isinstance(element, TileType) else element
    return ranked_tensor(scalar, tensor.get_shape(), layout)


def element_type_for(layout: Layout, data_type: DataType) -> Attribute:
    """Return the tile or scalar type of elements with this data type in this layout."""
    if layout is Layout.Tile:
        return TileType((32, 32), data_type)
    return data_type_to_element_type(data_type)


def memory_config(layout: TTNNLayoutAttr) -> MemoryConfigAttr:
    """Return the memory configuration of tensors with this layout."""
    return layout.get_memory_config()
