"""Programs that set the padding of operands to 0 in place, for ops that would read the padding."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.tt.device import scope_device
from ttmlir_py.dialects.ttkernel.circular_buffers import CBWaitFrontOp
from ttmlir_py.dialects.ttkernel.compute import CopyTileInitOp, CopyTileOp, UnaryOpInitCommonOp
from ttmlir_py.dialects.ttkernel.enums import CBPort
from ttmlir_py.dialects.ttmetal.attributes import CoreRangeAttr
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import (
    NOC1_CONFIG,
    ComputeBuilder,
    Kernel,
    KernelBuilder,
    core_range,
    end_kernel,
    insert_program,
    new_block,
    tensix_config,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.memory import FreeL1, Operand
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.streams import (
    Constant,
    acquire,
    choose,
    held_tile,
    pack,
)
from ttmlir_py.passes.ttmetal.layouts import TILE_SIZE


class _Part(NamedTuple):
    """Cores whose shards have the same number of valid rows or columns."""

    cores: CoreRangeAttr
    valid: int


def clear_padding(op: Operation, value: SSAValue, axis: int, size: int) -> SSAValue:
    """Insert programs that clear the padding of the tiled tensor `value`, and return the new
    tensor.

    The padding is after `size` rows (axis 0) or columns (axis 1).
    """
    for part in _parts(op, value, axis, size):
        value = _Clearing(op, value, axis, part).insert()
    return value


def _parts(op: Operation, value: SSAValue, axis: int, size: int) -> Iterator[_Part]:
    """Yield groups of cores that have padding."""
    operand = Operand.of(value)
    grid = operand.layout.grid
    core_range(grid, scope_device(op).workerGrid)
    shard = operand.layout.get_scalar_shard_shape()[axis]
    valid = [min(max(size - index * shard, 0), shard) for index in range(grid.shape[axis])]
    for count, group in groupby(range(grid.shape[axis]), key=valid.__getitem__):
        cores = list(group)
        if count == shard:
            continue
        start, shape = [0, 0], list(grid.shape)
        start[axis], shape[axis] = cores[0], len(cores)
        yield _Part(CoreRangeAttr((start[0], start[1]), (shape[0], shape[1])), count)


class _Clearing:
    """The program that clears the padding of one group of cores."""

    def __init__(self, op: Operation, value: SSAValue, axis: int, part: _Part):
        self._op, self._value, self._axis, self._part = op, value, axis, part
        operand = Operand.of(value)
        rows, columns = operand.shard
        whole, self._rest = divmod(part.valid, TILE_SIZE)
        masked = 1 if self._rest else 0
        counts = (whole, masked, (rows, columns)[axis] - whole - masked)
        if axis == 0:
            self._turns, self._counts = 1, tuple(count * columns for count in counts)
        else:
            self._turns, self._counts = rows, counts
        free = FreeL1(op)
        mask = (self._rest, TILE_SIZE) if axis == 0 else (TILE_SIZE, self._rest)
        self._constants = [Constant.splat(0.0), Constant.mask(*mask)]
        self._types = [
            operand.buffer(CBPort.In0),
            operand.buffer(CBPort.Out0),
            free.buffer(CBPort.DataFlow0, self._constants[0].tile, 1),
            free.buffer(CBPort.DataFlow1, self._constants[1].tile, 1),
        ]

    def insert(self) -> SSAValue:
        """Insert the program, and return its result."""
        op = self._op
        compute, noc = new_block(op, self._types), new_block(op, self._types)
        self._compute(ComputeBuilder.at_end(compute, op.location), *compute.args)
        kernel = KernelBuilder.at_end(noc, op.location)
        for constant, buffer in zip(self._constants, noc.args[2:], strict=True):
            constant.build(kernel, buffer)
        for block in (compute, noc):
            end_kernel(block, op)
        cores = self._part.cores
        kernels = [Kernel(tensix_config(op), cores, compute), Kernel(NOC1_CONFIG, cores, noc)]
        return insert_program(op, kernels, (self._value,), (self._value,)).results[0]

    def _compute(
        self,
        kernel: ComputeBuilder,
        source: SSAValue,
        target: SSAValue,
        zero: SSAValue,
        mask: SSAValue,
    ) -> None:
        """Insert code that visits the tiles in order.

        Some tiles stay, some are masked, and some consist of padding only.
        """
        kernel.call(UnaryOpInitCommonOp, source, target)
        one = kernel.i32(1)
        kernel.call(CBWaitFrontOp, zero, one)
        kernel.call(CBWaitFrontOp, mask, one)
        turn, outer = kernel.count(self._turns)
        whole, masked, empty = self._counts
        each = whole + masked + empty
        for start, count in ((0, whole), (whole, masked), (whole + masked, empty)):
            if not count:
                continue
            number, tile = outer.count(count)
            acquire(tile)
            if start == whole + masked:
                held_tile(tile, zero, 0)
            else:
                index = tile.linear((turn, each), start, (number, 1))
                tile.call(CopyTileInitOp, source)
                tile.call(CopyTileOp, source, index, tile.i32(0))
            if start == whole and start < whole + masked:
                choose(tile, mask, zero, 0)
            pack(tile, target)
            tile.end_loop()
        outer.end_loop()
