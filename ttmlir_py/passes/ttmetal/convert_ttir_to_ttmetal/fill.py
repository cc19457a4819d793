"""Lowering of `ttir.fill`.

Some constants are written by the host. Others are written word by word by a kernel on each core to
its L1.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects import memref
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, MemRefType

from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.device import scope_device
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttir import FillOp
from ttmlir_py.dialects.ttkernel.control import CastToL1PtrOp, StoreToL1Op
from ttmlir_py.dialects.ttkernel.data_movement import NocTransactionsTableOp
from ttmlir_py.dialects.ttkernel.types import L1AddrPtrType
from ttmlir_py.dialects.ttmetal.attributes import CoreRangeAttr
from ttmlir_py.dialects.ttmetal.ops import EnqueueWriteBufferOp
from ttmlir_py.ir import affine
from ttmlir_py.ir.elements import element_size, splat_data
from ttmlir_py.ir.resources import ResourceError, dense_elements
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import (
    I32,
    NOC_CONFIG,
    Kernel,
    KernelBuilder,
    core_range,
    end_kernel,
    insert_program,
    new_block,
    replace_by_program,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.memory import address_of
from ttmlir_py.passes.ttmetal.layouts import metal_layout_of
from ttmlir_py.rewriting.attributes import dense_i32_array
from ttmlir_py.rewriting.conversion import Lowerings, UnsupportedError
from ttmlir_py.rewriting.mutation import replace, supersede

WORD_BYTES = 4
WORDS_OF_A_KERNEL = 1024
"""The maximum number of words in a kernel's table. Some threads have only 16 KB for code and
data.
"""
MOST_KERNELS = 64
"""The maximum number of kernels per core that write one constant, one after the other."""
_FACE = 16
"""The number of rows and columns of a tile's face."""


def _lower_fill(op: FillOp, state: None) -> None:
    layout = metal_layout_of(op.output.type)
    value = _dense(op)
    splat = splat_data(value)
    shape = tensor_type(op.output).get_shape()
    if (
        splat is not None
        and len(splat) == WORD_BYTES
        and prod(layout.get_padded_shape()) == prod(shape)
    ):
        supersede(op, EnqueueWriteBufferOp, {"value": op.value})
        return
    if layout.get_memory_space() is not MemorySpace.DeviceL1:
        raise UnsupportedError(
            "in other memories than L1, a constant must repeat one element of 32 bits"
        )
    if layout.get_shard_size_in_bytes() % WORD_BYTES:
        raise UnsupportedError("a core's part of a constant must be whole words of 32 bits")
    if splat is not None:
        _write_splat(op, layout, splat)
    else:
        _write_elements(op, layout, value)


def _dense(op: FillOp) -> DenseIntOrFPElementsAttr[Any]:
    """Return the elements of the constant that `op` writes."""
    try:
        value = dense_elements(op, op.value)
    except ResourceError as error:
        raise UnsupportedError(str(error)) from None
    if value is None:
        raise UnsupportedError("the attribute of the constant does not contain all elements")
    return value


def _write_splat(op: FillOp, layout: MetalLayoutAttr, element: bytes) -> None:
    """Insert one kernel for all cores, which fills the shard with one word made from `element`."""
    cores = core_range(layout.grid, scope_device(op).workerGrid)
    word = int.from_bytes(element * (WORD_BYTES // len(element)), "little", signed=True)
    count = layout.get_shard_size_in_bytes() // WORD_BYTES
    replace_by_program(op, [_kernel(op, cores, 0, (word,), count)], (), (op.output,))


def _write_elements(
    op: FillOp, layout: MetalLayoutAttr, value: DenseIntOrFPElementsAttr[Any]
) -> None:
    """Insert programs that each write a part of all shards. Each core has a kernel with its own
    words.
    """
    core_range(layout.grid, scope_device(op).workerGrid)
    words = layout.get_shard_size_in_bytes() // WORD_BYTES
    if words > MOST_KERNELS * WORDS_OF_A_KERNEL:
        most = MOST_KERNELS * WORDS_OF_A_KERNEL * WORD_BYTES
        raise UnsupportedError(f"a core's part of a constant is limited to {most} bytes")
    shards = list(_shards(op, layout, value))
    target = op.output
    for start in range(0, words, WORDS_OF_A_KERNEL):
        kernels = [
            _kernel(op, CoreRangeAttr(core, (1, 1)), start, part.tolist(), part.size)
            for core, shard in shards
            for part in (shard[start : start + WORDS_OF_A_KERNEL],)
        ]
        target = insert_program(op, kernels, (), (target,)).results[0]
    replace(op, (target,))


def _kernel(
    op: FillOp, cores: CoreRangeAttr, start: int, words: Sequence[int], count: int
) -> Kernel:
    """Return a kernel that writes `count` words to the shard, starting after `start` words.

    If `words` has one word, it is repeated.
    """
    block = new_block(op, ())
    kernel = KernelBuilder.at_end(block, op.location)
    if len(words) == 1:
        table = kernel.i32(words[0])
    else:
        type_, entries = MemRefType(I32, (len(words), 1)), dense_i32_array(words)
        table = kernel.value(NocTransactionsTableOp, (), type_, entries=entries)
    address = kernel.i32(address_of(op.output) + start * WORD_BYTES)
    pointer = kernel.value(CastToL1PtrOp, (address,), L1AddrPtrType())
    loop, body = kernel.loop(kernel.i32(0), kernel.i32(count), kernel.i32(1))
    number = loop.body.block.args[0]
    word = table
    if len(words) > 1:
        word = body.value(memref.LoadOp, (table, body.as_index(number), body.index(0)), I32)
    body.call(StoreToL1Op, word, pointer, number)
    body.end_loop()
    end_kernel(block, op)
    return Kernel(NOC_CONFIG, cores, block)


def _shards(
    op: FillOp, layout: MetalLayoutAttr, value: DenseIntOrFPElementsAttr[Any]
) -> Iterator[tuple[tuple[int, int], NDArray[np.int32]]]:
    """Yield y and x of each core, with the words of its shard. Padding is 0."""
    shape = tensor_type(op.output).get_shape()
    elements = np.frombuffer(value.data.data, np.dtype(f"<u{element_size(value)}"))
    whole = np.zeros(layout.get_padded_shape(), elements.dtype)
    indices = np.unravel_index(np.arange(elements.size), shape)
    whole[affine.evaluate(layout.linear, cast(Any, indices))] = elements
    height, width = layout.get_scalar_shard_shape()
    for y, x in product(*map(range, layout.grid.shape)):
        shard = whole[y * height :, x * width :][:height, :width]
        yield (y, x), _in_memory(shard, layout).view(np.int32)


def _in_memory(shard: NDArray[Any], layout: MetalLayoutAttr) -> NDArray[Any]:
    """Return the elements of `shard` in the order of L1: row by row, or tiles face by face."""
    tile = layout.get_element_type()
    return in_tiles(shard, tile) if isinstance(tile, TileType) else shard.reshape(-1)


def in_tiles(matrix: NDArray[Any], tile: TileType) -> NDArray[Any]:
    """Return the elements of `matrix` tile by tile, and face by face in each tile."""
    height, width = tile.shape
    rows, columns = (size // side for size, side in zip(matrix.shape, tile.shape, strict=True))
    faces = matrix.reshape(rows, height // _FACE, _FACE, columns, width // _FACE, _FACE)
    return faces.transpose(0, 3, 1, 4, 2, 5).reshape(-1)


LOWERINGS: Lowerings[None] = {FillOp: _lower_fill}
