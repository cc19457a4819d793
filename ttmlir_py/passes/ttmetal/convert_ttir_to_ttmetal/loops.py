"""Loops over the tiles of a shard, in compute kernels."""

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

from xdsl.dialects import scf
from xdsl.ir import SSAValue

from ttmlir_py.dialects.ttkernel.types import CBType
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import ComputeBuilder
from ttmlir_py.rewriting.conversion import UnsupportedError

_LOOPS = 2


class Tile(NamedTuple):
    """One iteration of a loop: the builder of its body, and the current tile number in each
    buffer.
    """

    kernel: ComputeBuilder
    buffers: Sequence[SSAValue]
    numbers: Sequence[SSAValue]


Around = Callable[[Tile], AbstractContextManager[None]]
"""A function that returns a context, which inserts code before and after a loop."""


def nothing(tile: Tile) -> AbstractContextManager[None]:
    """Return a context that inserts nothing."""
    return nullcontext()


def shape_in_tiles(buffer: SSAValue) -> tuple[int, ...]:
    """Return the shape of a circular buffer, counted in tiles."""
    assert isinstance(buffer.type, CBType)
    return buffer.type.get_shape()


def loop_over_tiles(
    kernel: ComputeBuilder,
    buffers: Sequence[SSAValue],
    body: Callable[[Tile], None],
    reduced: Sequence[int] = (),
    around_inner: Around = nothing,
    repeated: Collection[int] = (),
) -> None:
    """Insert two nested loops over the tiles of the first buffer, with `body` in the inner loop.

    The inner loop is over the `reduced` dimensions, and `around_inner` is built around it. The
    loops carry the tile number of each buffer, row-major in its own shape. Buffers with the same
    strides share a number. Buffers whose indices are `repeated` have one tile for each row.
    """
    shapes = [shape_in_tiles(buffer) for buffer in buffers]
    if any(len(shape) != _LOOPS for shape in shapes):
        raise UnsupportedError("Expected only two loops!")
    order = sorted(range(_LOOPS), key=lambda dim: dim in reduced)
    strides = [(1, 0) if i in repeated else (shape[1], 1) for i, shape in enumerate(shapes)]
    steps = [tuple(stride[dim] for dim in order) for stride in strides]
    _TileLoops([shapes[0][dim] for dim in order], steps).build(kernel, buffers, body, around_inner)


class _TileLoops:
    """Two nested loops over tiles, and the steps of each buffer's tile number."""

    def __init__(self, trips: Sequence[int], steps: Sequence[tuple[int, ...]]):
        self._outer_trips, self._inner_trips = trips
        self._steps = list(dict.fromkeys(steps))
        self._number_of_buffer = [self._steps.index(each) for each in steps]

    def build(
        self,
        kernel: ComputeBuilder,
        buffers: Sequence[SSAValue],
        body: Callable[[Tile], None],
        around_inner: Around,
    ) -> None:
        """Insert the loops into `kernel`."""
        numbers = [kernel.i32(0) for _ in self._steps]
        outer_loop, outer = _loop(kernel, self._outer_trips, numbers)
        with around_inner(self._tile(outer, outer_loop, buffers)):
            inner_loop, inner = _loop(outer, self._inner_trips, outer_loop.body.block.args[1:])
            body(self._tile(inner, inner_loop, buffers))
            steps = [step for _, step in self._steps]
            inner.end_loop(*_advanced(inner, inner_loop.body.block.args[1:], steps))
            steps = [step - inner_step * self._inner_trips for step, inner_step in self._steps]
            advanced = _advanced(outer, inner_loop.results, steps)
        outer.end_loop(*advanced)

    def _tile(self, kernel: ComputeBuilder, loop: scf.ForOp, buffers: Sequence[SSAValue]) -> Tile:
        numbers = loop.body.block.args[1:]
        return Tile(kernel, buffers, [numbers[index] for index in self._number_of_buffer])


def _loop(
    kernel: ComputeBuilder, trips: int, carried: Sequence[SSAValue]
) -> tuple[scf.ForOp, ComputeBuilder]:
    lower, upper, step = (kernel.i32(number) for number in (0, trips, 1))
    return kernel.loop(lower, upper, step, carried)


def _advanced(
    kernel: ComputeBuilder, numbers: Sequence[SSAValue], steps: Sequence[int]
) -> list[SSAValue]:
    """Insert the sum of each number and its step."""
    pairs = zip(numbers, steps, strict=True)
    return [kernel.add(number, kernel.i32(step)) for number, step in pairs]
