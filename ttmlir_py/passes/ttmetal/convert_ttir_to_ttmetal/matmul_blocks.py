"""How a core's part of a product of matrices is divided, and what a step adds to a part of it."""

from collections.abc import Sequence
from typing import NamedTuple

from xdsl.ir import SSAValue

from ttmlir_py.dialects.ttkernel.matrix_unit import MatmulTilesOp
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import ComputeBuilder
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.multicast import Steps

REGISTERS = 8
"""Tiles of 16-bit elements in a section of DST."""
BUFFERS = 2
"""Steps that a circular buffer holds: one is computed with while the next one arrives."""


class Blocks(NamedTuple):
    """How a core's part of a product is divided, in tiles."""

    rows: int
    columns: int
    inner: int
    """The whole inner dimension."""
    height: int
    """Of a subblock."""
    width: int
    step: int

    @classmethod
    def of(cls, rows: int, columns: int, inner: int, step: int) -> "Blocks":
        """Subblocks fill DST. Those of several rows are as wide as the shard: tiles are packed in the order of rows."""
        width = largest_divisor(columns, REGISTERS)
        height = largest_divisor(rows, REGISTERS // width if width == columns else 1)
        return cls(rows, columns, inner, height, width, step)

    @property
    def steps(self) -> Steps:
        """How often operands come: for each subblock, along the inner dimension."""
        return Steps(self.rows // self.height, self.columns // self.width, self.inner // self.step)

    @property
    def pages(self) -> tuple[int, int]:
        """The tiles of each operand in a step."""
        return self.height * self.step, self.step * self.width


def largest_divisor(number: int, most: int) -> int:
    """The largest number up to `most` that divides another one."""
    return max(each for each in range(1, most + 1) if number % each == 0)


def build_step(
    kernel: ComputeBuilder,
    operands: Sequence[SSAValue],
    blocks: Blocks,
    starts: Sequence[SSAValue | int],
    strides: tuple[int, int],
) -> None:
    """Insert what a step adds to a subblock; both operands' rows of tiles begin at `starts` and are `strides` apart."""
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
