"""The subdivision of a core's shard of a matrix product, and the code of one step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xdsl.ir import SSAValue

from ttmlir_py.dialects.ttkernel.matrix_unit import MatmulTilesOp
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import ComputeBuilder
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.multicast import Steps

REGISTERS = 8
"""The number of tiles of 16-bit elements that a section of DST holds."""
BUFFERS = 2
"""The number of steps that a circular buffer holds: one is used while the next one arrives."""


class Blocks(NamedTuple):
    """The subdivision of a core's shard of a product, counted in tiles."""

    rows: int
    columns: int
    inner: int
    """The size of the whole inner dimension."""
    height: int
    """The height of a subblock."""
    width: int
    step: int

    @classmethod
    def of(cls, rows: int, columns: int, inner: int, step: int) -> Blocks:
        """Return a subdivision with subblocks that fill DST.

        A subblock of several rows is as wide as the shard, because tiles are packed in row order.
        """
        width = largest_divisor(columns, REGISTERS)
        height = largest_divisor(rows, REGISTERS // width if width == columns else 1)
        return cls(rows, columns, inner, height, width, step)

    @property
    def steps(self) -> Steps:
        """The loops in which operands arrive: over subblocks, and along the inner dimension."""
        return Steps(self.rows // self.height, self.columns // self.width, self.inner // self.step)

    @property
    def pages(self) -> tuple[int, int]:
        """The number of tiles in a step, of each operand."""
        return self.height * self.step, self.step * self.width


def largest_divisor(number: int, most: int) -> int:
    """Return the largest divisor of `number` that is at most `most`."""
    return max(each for each in range(1, most + 1) if number % each == 0)


def build_step(
    kernel: ComputeBuilder,
    operands: Sequence[SSAValue],
    blocks: Blocks,
    starts: Sequence[SSAValue | int],
    strides: tuple[int, int],
) -> None:
    """Insert the products of one step, added to a subblock.

    The tile rows of the operands begin at `starts` and are `strides` apart.
    """
    inner, inners = kernel.count(blocks.step)
    row, rows = inners.count(blocks.height)
    column, columns = rows.count(blocks.width)
    first, second = (start if isinstance(start, int) else (start, 1) for start in starts)
    left = columns.linear(first, (row, strides[0]), (inner, 1))
    right = columns.linear(second, (inner, strides[1]), (column, 1))
    register = columns.linear((row, blocks.width), (column, 1))
    columns.call(MatmulTilesOp, *operands, left, right, register)
    columns.end_loop()
    rows.end_loop()
    inners.end_loop()
