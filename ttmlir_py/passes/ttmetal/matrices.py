"""Tensors as matrices: their last two dimensions, each of which starts at a tile of its own."""

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineMap

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.tt.layout import (
    MetalLayoutAttr,
    collapsed_linear_affine_map,
)
from ttmlir_py.dialects.ttir.reduction import ReductionOp
from ttmlir_py.passes.ttmetal.layouts import TILE_SIZE
from ttmlir_py.passes.ttmetal.reductions import reduced_dims


def tiles_in(size: int) -> int:
    """The tiles that so many rows or columns take."""
    return -(-size // TILE_SIZE)


def matrix_layout(shape: Sequence[int], layout: MetalLayoutAttr) -> MetalLayoutAttr:
    """The layout in rows with each matrix at a tile of its own, on the same cores; itself if that is so."""
    if len(shape) < 3 or shape[-2] % TILE_SIZE == 0 or prod(shape[:-2]) == 1:
        return layout
    linear = _aligned_map(shape, layout)
    rows = prod(shape[:-2]) * tiles_in(shape[-2])
    height = -(-rows // layout.grid.shape[0]) * TILE_SIZE
    width = layout.get_scalar_shard_shape()[-1]
    return layout.replace(linear=linear).with_shard_shape((height, width))


def is_aligned(shape: Sequence[int], layout: MetalLayoutAttr) -> bool:
    """Whether each matrix starts at a tile of its own, with padding behind the one before."""
    return len(shape) > 2 and layout.linear == _aligned_map(shape, layout)


def _aligned_map(shape: Sequence[int], layout: MetalLayoutAttr) -> AffineMap:
    *outer, rows, columns = shape
    padded = (*outer, tiles_in(rows) * TILE_SIZE, columns)
    return collapsed_linear_affine_map(padded, layout.grid.shape)


def works_on_matrices(op: Operation) -> bool:
    """Whether an op needs to know where each matrix starts: its rows are not alike."""
    if isinstance(op, ReductionOp):
        return reduced_dims(op) != [len(shape_of(op.input)) - 1]
    if isinstance(op, ttir.MatmulOp):
        return prod(shape_of(op.b)[:-2]) > 1
    return isinstance(op, ttir.TransposeOp)


class Matrices(NamedTuple):
    """The tiles of a tensor: row after row of tiles of each matrix."""

    shape: tuple[int, ...]
    """Of the tensor; of two dimensions at least."""
    rows: int
    """Of tiles, in a matrix."""
    columns: int

    @classmethod
    def of(cls, value: SSAValue) -> "Matrices":
        """Those of a tensor."""
        shape = shape_of(value)
        shape = (*((1,) * (2 - len(shape))), *shape)
        return cls(shape, tiles_in(shape[-2]), tiles_in(shape[-1]))

    @property
    def number(self) -> int:
        """The number of matrices."""
        return prod(self.shape[:-2])

    def matrix_of(self, row: int) -> tuple[int, int]:
        """Which matrix a row of tiles belongs to, and its number there; behind the last one are no others."""
        matrix, inner = divmod(row, self.rows)
        return (matrix, inner) if matrix < self.number else (self.number - 1, self.rows - 1)

    def tile(self, matrix: int, row: int, column: int) -> tuple[int, int]:
        """The row and column of a matrix's tile in the tensor; of padding, those of the nearest one that is none."""
        return (
            matrix * self.rows + min(row, self.rows - 1),
            min(column, self.columns - 1),
        )

    def clamped(self, row: int, column: int) -> tuple[int, int]:
        """The row and column of a tile of all rows together; of padding, those of the nearest one that is none."""
        rows = tiles_in(prod(self.shape[:-1]))
        return min(row, rows - 1), min(column, self.columns - 1)
