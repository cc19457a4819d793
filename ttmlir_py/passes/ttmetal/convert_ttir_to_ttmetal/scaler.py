"""The factor of a reduction: a tile that a data movement thread writes to a circular buffer."""

from __future__ import annotations

import struct
from math import sqrt
from typing import NamedTuple

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttkernel.circular_buffers import (
    CBPushBackOp,
    CBReserveBackOp,
    GetWritePtrOp,
)
from ttmlir_py.dialects.ttkernel.control import (
    CastToL1PtrOp,
    MemZerosBaseOp,
    MemZerosSizeOp,
    StoreToL1Op,
)
from ttmlir_py.dialects.ttkernel.data_movement import (
    GetNocAddrOp,
    NocAsyncReadBarrierOp,
    NocAsyncReadOnePacketSetStateOp,
    NocAsyncReadOnePacketWithStateOp,
)
from ttmlir_py.dialects.ttkernel.enums import ReduceDim
from ttmlir_py.dialects.ttkernel.types import L1AddrPtrType, NocAddrType
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import I32, KernelBuilder
from ttmlir_py.rewriting.conversion import UnsupportedError

_FACES, _FACE_COLUMNS, _WORD_BYTES = 4, 16, 4


class Scaler(NamedTuple):
    """The factor of a reduction, and the type of the tile that holds it in the first row of each
    face.
    """

    value: float
    tile: TileType

    @classmethod
    def of(cls, kind: str, elements: int, dim: ReduceDim, tile: TileType) -> Scaler:
        """Return the factor of a reduction of `elements` numbers, in tiles of type `tile`.

        `kind` is the kind of reduction. If both dimensions are reduced, the hardware multiplies
        twice. A mean's factor is stored as f32 if bf16 does not hold it. Raises UnsupportedError if
        the reduction is not supported.
        """
        if kind not in ("sum", "max", "mean"):
            raise UnsupportedError(f"no kernel computes the reduction '{kind}'")
        if tile.shape != (32, 32):
            raise UnsupportedError("only tiles of 32x32 are reduced")
        value = 1 / elements if kind == "mean" else 1.0
        if dim is ReduceDim.Scalar:
            value = sqrt(value)
        if tile.dataType is DataType.BFloat16 and _bits("<f", value) & 0xFFFF:
            tile = TileType(tile.shape, DataType.Float32)
        return cls(value, tile)

    def word(self) -> int:
        """Return four bytes of elements that equal the factor.

        Raises UnsupportedError for elements other than f32, f16 and bf16.
        """
        match self.tile.dataType:
            case DataType.Float32:
                return _bits("<f", self.value)
            case DataType.BFloat16:
                half = _bits("<f", self.value) >> 16
            case DataType.Float16:
                half = _bits("<e", self.value)
            case other:
                raise UnsupportedError(f"no kernel reduces elements of type '{other.keyword}'")
        return half << 16 | half

    def build(self, kernel: KernelBuilder, buffer: SSAValue) -> None:
        """Insert code that makes the tile: write zeros, write the first row of each face, push the
        tile.
        """
        tile_bytes = self.tile.get_size_bytes()
        word, one = kernel.i32(self.word()), kernel.i32(1)
        kernel.call(CBReserveBackOp, buffer, one)
        base = kernel.value(MemZerosBaseOp, (), I32)
        zeros = kernel.value(GetNocAddrOp, (base,), NocAddrType())
        size = kernel.value(MemZerosSizeOp, (), I32)
        kernel.call(NocAsyncReadOnePacketSetStateOp, zeros, size)
        start = kernel.value(GetWritePtrOp, (buffer,), I32)
        pointer = kernel.value(CastToL1PtrOp, (start,), L1AddrPtrType())
        zero, bytes_ = kernel.i32(0), kernel.i32(tile_bytes)
        reads = kernel.value(arith.DivSIOp, (bytes_, size), I32)
        step = kernel.i32(1)
        loop, body = kernel.loop(zero, reads, step, (start,))
        address = loop.body.block.args[1]
        body.call(NocAsyncReadOnePacketWithStateOp, zeros, address)
        body.end_loop(body.add(address, size))
        kernel.call(NocAsyncReadBarrierOp)
        _, face = faces = kernel.loop(zero, kernel.i32(_FACES), step)
        offset = face.multiply(
            faces[0].body.block.args[0], face.i32(tile_bytes // _FACES // _WORD_BYTES)
        )
        words = (
            tile_bytes
            * _FACE_COLUMNS
            // self.tile.get_height()
            // self.tile.get_width()
            // _WORD_BYTES
        )
        row, store = face.loop(zero, face.i32(words), step)
        store.call(StoreToL1Op, word, pointer, store.add(offset, row.body.block.args[0]))
        store.end_loop()
        face.end_loop()
        kernel.call(CBPushBackOp, buffer, one)


def _bits(format: str, value: float) -> int:
    """Return the bits of `value` in the format `format` of Python's `struct`."""
    packed = struct.pack(format, value)
    return int.from_bytes(packed, "little")
