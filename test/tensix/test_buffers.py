"""Tests of tensors on the chip: each value is at the position given by its shard and tile, and is
read back unchanged.
"""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from metal_builders import L1_BASE, Tensor, binary
from tiers import example_count

from ttmlir_py.tensix import load
from ttmlir_py.tensix.buffers import DRAM_PAGE, read_buffer
from ttmlir_py.tensix.machine import Machine
from ttmlir_py.tensix.memory import Banks

TYPES = {"Float32": np.float32, "UInt16": np.uint16, "UInt8": np.uint8, "UInt32": np.uint32}
DRAM_BYTES = 1 << 21
CORES = [(0, 0, 1, 1), (2, 1, 1, 5), (1, 3, 3, 2), (0, 0, 4, 8), (5, 0, 2, 3)]


def buffer_of(tensor, shape):
    """Return the buffer of a binary's tensor, with a shape that does not fill it."""
    ref = tensor.ref()
    ref["desc"]["shape"], ref["size"] = list(shape), DRAM_BYTES

    class Named(Tensor):
        def ref(self):
            return ref

    made = load(binary([Named(**vars(tensor))], [], []))
    (view,) = made.program(0).view.inputs
    return read_buffer(view, made.chip), made.chip


def place(tensor, row, column):
    """Return the shard and the index of a value in it: tiles by rows, faces of a tile by rows,
    values of a face by rows.
    """
    height, width = (
        size // parts for size, parts in zip(tensor.shape, tensor.cores[2:], strict=True)
    )
    shard = row // height * tensor.cores[3] + column // width
    row, column = row % height, column % width
    if not tensor.tiled:
        return shard, row * width + column
    tile = row // 32 * (width // 32) + column // 32
    face = row % 32 // 16 * 2 + column % 32 // 16
    return shard, tile * 1024 + face * 256 + row % 16 * 16 + column % 16


@settings(max_examples=example_count(20))
@given(
    cores=st.sampled_from(CORES),
    units=st.tuples(st.integers(1, 3), st.integers(1, 3)),
    data_type=st.sampled_from(sorted(TYPES)),
    tiled=st.booleans(),
    in_dram=st.booleans(),
    holds=st.booleans(),
    missing=st.tuples(st.integers(0, 31), st.integers(0, 31)),
    seed=st.integers(0, 1000),
)
def test_buffer_values_are_stored_by_shard_and_tile(
    cores, units, data_type, tiled, in_dram, holds, missing, seed
):
    """This also holds for a buffer held elsewhere until it is read: first a whole shard is read,
    then a value.
    """
    side = 32 if tiled or in_dram else 8
    shape = tuple(side * n * parts for n, parts in zip(units, cores[2:], strict=True))
    space = "DeviceDRAM" if in_dram else "DeviceL1"
    tensor = Tensor(1, shape, L1_BASE + 16 * (seed % 5), cores, data_type, tiled, space)
    given = tuple(size - less % side for size, less in zip(shape, missing, strict=True))
    buffer, chip = buffer_of(tensor, given)
    rng = np.random.default_rng(seed)
    values = rng.integers(1, 250, given).astype(TYPES[data_type])
    machine = Machine(chip, dram_bytes=DRAM_BYTES)
    everywhere = [(range(64), tensor.address, tensor.bytes)]
    channels = [(range(12), 0, DRAM_BYTES)]
    machine.allocate(everywhere if not in_dram else [], channels)
    buffer.to_device(machine, values, holds=holds)
    kept = [_shard(machine, buffer, index) for index in (0, len(buffer.cores) - 1)]
    for row, column in rng.integers(0, shape, (20, 2)).tolist():
        shard, number = place(tensor, row, column)
        bank, memory = buffer.cores[shard], machine.l1
        if in_dram:
            unit = 1024 if tiled else 1
            page, offset = divmod((bank * int(np.prod(tensor.units))) + number // unit, DRAM_PAGE)
            bank, memory = page % 12, machine.dram
            number = (page // 12 * DRAM_PAGE + offset) * unit + number % unit
        size = np.dtype(TYPES[data_type]).itemsize
        start = tensor.address + number * size
        got = memory.read(Banks((bank,)), start, size)[0].view(TYPES[data_type])[0]
        inside = row < given[0] and column < given[1]
        assert got == (values[row, column] if inside else 0)
    assert np.array_equal(buffer.to_host(machine), values)
    for index, data in zip((0, len(buffer.cores) - 1), kept, strict=True):
        assert data == _shard(machine, buffer, index)


def _shard(machine, buffer, index):
    """Return the bytes of a contiguous shard, or no bytes if the shard is in pieces."""
    core = buffer.cores[index]
    if not buffer.in_dram:
        return machine.l1.read(Banks((core,)), buffer.address, buffer.shard_bytes).tobytes()
    pieces = list(buffer._pages(12, core, range(buffer.units)))
    if len(pieces) > 1:
        return b""
    channel, address, _, size = pieces[0]
    return machine.dram.read(Banks((channel,)), address, size).tobytes()
