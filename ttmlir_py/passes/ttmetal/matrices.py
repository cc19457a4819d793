"""Tensors seen as matrices of their last two dimensions, where each matrix starts at a new tile."""

from __future__ import annotations

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
    """Return the number of tiles that hold `size` rows or columns."""
    return -(-size // TILE_SIZE)


def matrix_layout(shape: Sequence[int], layout: MetalLayoutAttr) -> MetalLayoutAttr:
    """Return the row-major layout on the same cores in which each matrix starts at a new tile.

    Return `layout` itself if this is already the case.
    """
    if len(shape) < 3 or shape[-2] % TILE_SIZE == 0 or prod(shape[:-2]) == 1:
        return layout
    linear = _aligned_map(shape, layout)
    rows = prod(shape[:-2]) * tiles_in(shape[-2])
    height = -(-rows // layout.grid.shape[0]) * TILE_SIZE
    width = layout.get_scalar_shard_shape()[-1]
    return layout.replace(linear=linear).with_shard_shape((height, width))


def is_aligned(shape: Sequence[int], layout: MetalLayoutAttr) -> bool:
    """Whether each matrix starts at a new tile, so that padding follows the matrix before."""
    return len(shape) > 2 and layout.linear == _aligned_map(shape, layout)


def _aligned_map(shape: Sequence[int], layout: MetalLayoutAttr) -> AffineMap:
    *outer, rows, columns = shape
    padded = (*outer, tiles_in(rows) * TILE_SIZE, columns)
    return collapsed_linear_affine_map(padded, layout.grid.shape)


def works_on_matrices(op: Operation) -> bool:
    """Whether `op` depends on where each matrix starts, because its rows are not
    interchangeable.
    """
    if isinstance(op, ReductionOp):
        return reduced_dims(op) != [len(shape_of(op.input)) - 1]
    if isinstance(op, ttir.MatmulOp):
        return prod(shape_of(op.b)[:-2]) > 1
    return isinstance(op, ttir.TransposeOp)


class Matrices(NamedTuple):
    """The tiles of a tensor, ordered by matrix, and by rows of tiles in each matrix."""

    shape: tuple[int, ...]
    """The shape of the tensor, with at least two dimensions."""
    rows: int
    """The number of tile rows in a matrix."""
    columns: int

    @classmethod
    def of(cls, value: SSAValue) -> Matrices:
        """Return the tiles of the tensor `value`."""
        shape = shape_of(value)
        shape = (*((1,) * (2 - len(shape))), *shape)
        return cls(shape, tiles_in(shape[-2]), tiles_in(shape[-1]))

    @property
    def number(self) -> int:
        """The number of matrices in the tensor."""
        return prod(self.shape[:-2])

    def matrix_of(self, row: int) -> tuple[int, int]:
        """Return the matrix that tile row `row` belongs to, and the row's index in the matrix.

        Tile rows after the last matrix count as the last row of the last matrix.
        """
        matrix, inner = divmod(row, self.rows)
        return (matrix, inner) if matrix < self.number else (self.number - 1, self.rows - 1)

    def tile(self, matrix: int, row: int, column: int) -> tuple[int, int]:
        """Return the row and column in the tensor of a tile of `matrix`; for padding, of the
        nearest tile.
        """
        return (
            matrix * self.rows + min(row, self.rows - 1),
            min(column, self.columns - 1),
        )

    def clamped(self, row: int, column: int) -> tuple[int, int]:
        """Return the row and column of a tile in the tensor; for padding, of the nearest tile."""
        rows = tiles_in(prod(self.shape[:-1]))
        return min(row, rows - 1), min(column, self.columns - 1)
