"""Computations of kernels on tiles: element-wise ops and reductions.

The math thread computes into the destination registers between `tile_regs_acquire` and
`tile_regs_commit`. The packer writes them to a circular buffer between `tile_regs_wait` and
`tile_regs_release`. All kernels use register 0, and `maximum` also uses register 1.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

from xdsl.dialects import arith, math
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects.tt.layout import volume
from ttmlir_py.dialects.ttkernel.attributes import ReduceDimAttr, ReduceTypeAttr
from ttmlir_py.dialects.ttkernel.circular_buffers import (
    CBPopFrontOp,
    CBPushBackOp,
    CBReserveBackOp,
    CBWaitFrontOp,
)
from ttmlir_py.dialects.ttkernel.compute import (
    AddTilesInitOp,
    AddTilesOp,
    BinaryOpInitCommonOp,
    CopyTileInitOp,
    CopyTileOp,
    ExpTileInitOp,
    ExpTileOp,
    MaxTilesInitOp,
    MaxTilesOp,
    MulTilesInitFOp,
    MulTilesInitOp,
    MulTilesOp,
    PackTileOp,
    RecipTileInitOp,
    RecipTileOp,
    ReduceInitOp,
    ReduceTileOp,
    TileRegsAcquireOp,
    TileRegsCommitOp,
    TileRegsReleaseOp,
    TileRegsWaitOp,
    UnaryOpInitCommonOp,
)
from ttmlir_py.dialects.ttkernel.enums import ReduceDim, ReduceType
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import ComputeBuilder
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.loops import (
    Around,
    Tile,
    loop_over_tiles,
    nothing,
    shape_in_tiles,
)

Buffers = Sequence[SSAValue]


@dataclass(frozen=True)
class Elementwise:
    """An element-wise computation: code that initializes the threads, and code for each tile."""

    init: Callable[[ComputeBuilder, Buffers], None]
    body: Callable[[Tile, Buffers], None]
    """Builds the code for a tile; also gets the intermediate buffers."""
    intermediates: int = 0
    """The number of circular buffers of one tile that the computation needs besides those of its
    operands.
    """

    def build(self, kernel: ComputeBuilder, buffers: Buffers, intermediates: Buffers) -> None:
        """Insert the computation. `buffers` are those of the inputs, followed by that of the
        output.
        """
        *sources, target = buffers
        common = UnaryOpInitCommonOp if len(sources) == 1 else BinaryOpInitCommonOp
        kernel.call(common, *sources[:2], target)
        self.init(kernel, buffers)
        loop_over_tiles(kernel, buffers, lambda tile: self.body(tile, intermediates))


@contextmanager
def packed(
    kernel: ComputeBuilder, register: SSAValue, buffer: SSAValue, number: SSAValue
) -> Generator[None]:
    """Return a context whose code computes `register`, which is then packed as tile `number` of
    `buffer`.
    """
    kernel.call(TileRegsAcquireOp)
    yield
    kernel.call(TileRegsCommitOp)
    kernel.call(TileRegsWaitOp)
    kernel.call(PackTileOp, register, buffer, number)
    kernel.call(TileRegsReleaseOp)


def _exp(tile: Tile, intermediates: Buffers) -> None:
    kernel, (source, target), (number, target_number) = tile
    register = kernel.i32(0)
    with packed(kernel, register, target, target_number):
        kernel.call(CopyTileInitOp, source)
        kernel.call(CopyTileOp, source, number, register)
        kernel.call(ExpTileOp, register)


def of_two_buffers(cls: type[Operation]) -> Callable[[Tile, Buffers], None]:
    """Return a function that inserts the op `cls` on a tile of each of two buffers."""

    def body(tile: Tile, intermediates: Buffers) -> None:
        kernel, (lhs, rhs, target), (lhs_number, rhs_number, target_number) = tile
        register = kernel.i32(0)
        with packed(kernel, register, target, target_number):
            kernel.call(cls, lhs, rhs, lhs_number, rhs_number, register)

    return body


def _maximum(tile: Tile, intermediates: Buffers) -> None:
    kernel, (lhs, rhs, target), (lhs_number, rhs_number, target_number) = tile
    first, second = kernel.i32(0), kernel.i32(1)
    with packed(kernel, first, target, target_number):
        kernel.call(CopyTileInitOp, lhs)
        kernel.call(CopyTileOp, lhs, lhs_number, first)
        kernel.call(CopyTileInitOp, rhs)
        kernel.call(CopyTileOp, rhs, rhs_number, second)
        kernel.call(MaxTilesOp, first, second)


def _divide(tile: Tile, reciprocal: SSAValue, divisor_number: SSAValue | None = None) -> None:
    """Insert a multiplication of the dividend by the reciprocal of the divisor. The reciprocal is
    first packed into the buffer `reciprocal`.

    Without `divisor_number`, the divisor is the front tile of its buffer.
    """
    kernel, (lhs, rhs, target), (lhs_number, _, target_number) = tile
    register, one = kernel.i32(0), kernel.i32(1)
    kernel.call(CopyTileInitOp, rhs)
    kernel.call(CBReserveBackOp, reciprocal, one)
    with packed(kernel, register, reciprocal, register):
        kernel.call(RecipTileInitOp)
        kernel.call(CopyTileOp, rhs, divisor_number or register, register)
        kernel.call(RecipTileOp, register)
    kernel.call(CBPushBackOp, reciprocal, one)
    one = kernel.i32(1)
    kernel.call(CBWaitFrontOp, reciprocal, one)
    kernel.call(MulTilesInitOp, lhs, reciprocal)
    register = kernel.i32(0)
    with packed(kernel, register, target, target_number):
        kernel.call(MulTilesOp, lhs, reciprocal, lhs_number, register, register)
    kernel.call(CBPopFrontOp, reciprocal, one)


ELEMENTWISE: Final[Mapping[type[Operation], Elementwise]] = {
    math.ExpOp: Elementwise(lambda kernel, _: kernel.call(ExpTileInitOp), _exp),
    arith.AddfOp: Elementwise(
        lambda kernel, buffers: kernel.call(AddTilesInitOp, *buffers[:2]),
        of_two_buffers(AddTilesOp),
    ),
    arith.MulfOp: Elementwise(
        lambda kernel, buffers: kernel.call(MulTilesInitOp, *buffers[:2]),
        of_two_buffers(MulTilesOp),
    ),
    arith.DivfOp: Elementwise(
        lambda kernel, _: kernel.call(MulTilesInitFOp),
        lambda tile, intermediates: _divide(tile, intermediates[0], tile.numbers[1]),
        intermediates=1,
    ),
    arith.MaximumfOp: Elementwise(lambda kernel, _: kernel.call(MaxTilesInitOp), _maximum),
}
"""Maps the ops inside of a `ttir.generic` to their computations."""

DIVISION_IN_PLACE: Final = Elementwise(
    lambda kernel, _: kernel.call(MulTilesInitFOp), lambda tile, _: _divide(tile, tile.buffers[1])
)
"""A division that overwrites its divisor: the divisor's tiles become their reciprocals."""


@dataclass(frozen=True)
class Reduction:
    """A reduction of tiles by a sum or maximum, along one or both dimensions."""

    type: ReduceType
    dim: ReduceDim

    @property
    def reduced(self) -> tuple[int, ...]:
        """The indices of the reduced dimensions."""
        return {ReduceDim.Row: (1,), ReduceDim.Col: (0,)}.get(self.dim, (0, 1))

    def build(self, kernel: ComputeBuilder, buffers: Buffers, extra: Buffers) -> None:
        """Insert the reduction from the first buffer into the second.

        Each tile is multiplied by the only tile in `extra`.
        """
        (_, target), (scaler,) = buffers, extra
        if self.dim is not ReduceDim.Scalar:
            self._init(kernel, buffers, scaler)
            self._loops(kernel, buffers, scaler, partial(_accumulated_tile, target))
            return
        with _accumulated(kernel, target):
            self._init(kernel, buffers, scaler)
            self._loops(kernel, buffers, scaler)

    def _init(self, kernel: ComputeBuilder, buffers: Buffers, scaler: SSAValue) -> None:
        source, target = buffers
        kernel.call(ReduceInitOp, source, scaler, target, **self._attributes())
        kernel.call(CBWaitFrontOp, scaler, kernel.i32(1))

    def _loops(
        self, kernel: ComputeBuilder, buffers: Buffers, scaler: SSAValue, around: Around = nothing
    ) -> None:
        loop_over_tiles(kernel, (*buffers, scaler), self._tile, self.reduced, around)

    def _tile(self, tile: Tile) -> None:
        kernel, (source, _, scaler), (number, *_) = tile
        register = kernel.i32(0)
        # The scaler has one tile, index 0. Upstream indexes it with the number of the input tile,
        # which is the same only if the input has one tile.
        first = number if volume(shape_in_tiles(source)) == 1 else register
        operands = (source, scaler, number, first, register)
        kernel.call(ReduceTileOp, *operands, **self._attributes())

    def _attributes(self) -> dict[str, Attribute]:
        return {"reduce_type": ReduceTypeAttr(self.type), "reduce_dim": ReduceDimAttr(self.dim)}


@contextmanager
def _accumulated(
    kernel: ComputeBuilder, buffer: SSAValue, number: SSAValue | None = None
) -> Generator[None]:
    """Return a context whose code accumulates into register 0, which is packed as tile `number`.

    Without a number it is the first tile of `buffer`.
    """
    kernel.call(TileRegsAcquireOp)
    first = kernel.i32(0)
    yield
    kernel.call(TileRegsCommitOp)
    kernel.call(TileRegsWaitOp)
    kernel.call(PackTileOp, kernel.i32(0), buffer, first if number is None else number)
    kernel.call(TileRegsReleaseOp)


def _accumulated_tile(target: SSAValue, tile: Tile) -> AbstractContextManager[None]:
    """Return the context for one iteration of the outer loop, which makes one tile of the output.

    As in upstream's kernels, the scaler's number counts these iterations.
    """
    return _accumulated(tile.kernel, target, tile.numbers[-1])
