"""The arguments of kernels (`pykernel.types`)."""

from collections.abc import Sequence

__all__ = ["CircularBuffer"]

_TILE = 32


class CircularBuffer:
    """A circular buffer: its number, the shape of its tensor, and the name of its data type."""

    def __init__(
        self, cb_id: int, tensor_shape: Sequence[int] = (8, 128, 128), dtype: str = "Float32"
    ):
        if len(tensor_shape) < 2:
            raise ValueError(
                f"tensor shape of circular buffer {cb_id}: found {tuple(tensor_shape)}, "
                "expected at least two dimensions"
            )
        self.cb_id = cb_id
        self.tensor_shape = tensor_shape
        self.tile_shape = _TILE
        self.tilized_shape = self.get_tilized_memref_shape()
        self.dtype = dtype

    def get_tilized_memref_shape(self) -> list[int]:
        """Return the shape with the last two dimensions counted in tiles, rounded up."""
        *outer, height, width = self.tensor_shape
        return [*outer, -(-height // _TILE), -(-width // _TILE)]
