"""Multicast of operands that all cores of a row or column of the grid share.

The first core of each line of cores is the sender, and the others are receivers. A receiver whose
circular buffer has space for a step sets its semaphore "valid" to 0, adds 1 to the sender's
"ready", and waits until "valid" is 1. Then the data has arrived, because multicasts of one core
arrive in order. The sender waits until all receivers are ready, and sets "ready" back to 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects.tt.device import scope_device
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.ttkernel.attributes import NocConfigAttr
from ttmlir_py.dialects.ttkernel.circular_buffers import (
    CBPushBackOp,
    CBReserveBackOp,
    GetWritePtrOp,
)
from ttmlir_py.dialects.ttkernel.control import CastToL1PtrOp, GetArgValOp
from ttmlir_py.dialects.ttkernel.data_movement import (
    GetNocAddrXYOp,
    GetNocMulticastAddrOp,
    GetSemaphoreOp,
    NocAsyncReadBarrierOp,
    NocAsyncReadOp,
    NocAsyncWriteBarrierOp,
    NocAsyncWriteMulticastOp,
    NocSemaphoreIncOp,
    NocSemaphoreSetMulticastOp,
    NocSemaphoreSetOp,
    NocSemaphoreWaitOp,
    NocTransactionsTableOp,
)
from ttmlir_py.dialects.ttkernel.types import (
    CBType,
    L1AddrPtrType,
    L1AddrType,
    NocAddrType,
    SemaphoreType,
)
from ttmlir_py.dialects.ttmetal.attributes import CoreRangeAttr
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import (
    I32,
    NOC1_CONFIG,
    NOC_CONFIG,
    Kernel,
    KernelBuilder,
    end_kernel,
    new_block,
    system_desc_of,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.transfers import Core, PhysicalCores
from ttmlir_py.rewriting.attributes import bool_attr, dense_i32_array

_READY, _VALID = SemaphoreType(0), SemaphoreType(0)
_ALWAYS_VALID = SemaphoreType(1)
"""The value of the sender's own semaphore, which it multicasts to the receivers."""


class Steps(NamedTuple):
    """The iteration counts of the three nested loops in which an operand arrives."""

    rows: int
    columns: int
    inner: int


@dataclass(frozen=True)
class Feed:
    """The plan that brings one operand to the cores.

    In each step, each line of cores gets some runs of consecutive tiles. A line is a row or a
    column of the grid. The cores that hold the operand of a line belong to the line.
    """

    steps: Steps
    pages: int
    """The number of tiles in a step."""
    along_rows: bool
    """Whether a line is a row of cores; otherwise it is a column."""
    cores: tuple[int, int]
    """The number of lines, and the number of cores in each line."""
    holders: Sequence[int]
    """For each iteration of the innermost loop, the index in the line of the core that holds the
    step.
    """
    addresses: Sequence[int]
    """For each iteration of the innermost loop, the address of its first tile on that core."""
    subblock_bytes: int
    """The distance in bytes to the data of the next iteration of the outer loop.

    The outer loop is over rows if lines are rows, otherwise over columns.
    """
    runs: int
    run_bytes: int
    stride_bytes: int
    """The distance in bytes from the start of one run to the start of the next."""

    def core(self, line: int, index: int) -> Core:
        """Return core `index` of line `line`."""
        return Core(0, line, index) if self.along_rows else Core(0, index, line)

    def range(self, line: int, first: int, count: int) -> CoreRangeAttr:
        """Return `count` neighbouring cores of a line, from index `first` on."""
        start = self.core(line, first)
        return CoreRangeAttr((start.y, start.x), (1, count) if self.along_rows else (count, 1))


def feed_kernels(
    op: Operation, feeds: tuple[Feed, Feed], buffers: Sequence[CBType]
) -> list[Kernel]:
    """Return the kernels that send and receive two operands, whose buffers are the last two.

    Each operand uses one network. All kernels take all `buffers`. The kernels of one network come
    first, so that semaphores have the same numbers on all cores.
    """
    kernels: list[Kernel] = []
    for number, (feed, config) in enumerate(zip(feeds, (NOC_CONFIG, NOC1_CONFIG), strict=True)):
        position = len(buffers) - len(feeds) + number
        kernels += _LineKernels(op, feed, config, buffers, position, noc=number).build()
    return kernels


class _LineKernels:
    """The kernels that send and receive one operand."""

    def __init__(
        self,
        op: Operation,
        feed: Feed,
        config: NocConfigAttr,
        buffers: Sequence[CBType],
        position: int,
        noc: int,
    ):
        self._op, self._feed, self._config, self._noc = op, feed, config, noc
        self._buffers, self._position = buffers, position
        self._physical = PhysicalCores(scope_device(op), system_desc_of(op), MemorySpace.DeviceL1)

    def build(self) -> Iterator[Kernel]:
        """Yield a sender and its receivers for each line."""
        lines, cores = self._feed.cores
        for line in range(lines):
            one = self._feed.range(line, 0, 1)
            yield self._kernel(one, self._sender, line, (_READY, _ALWAYS_VALID))
            if cores > 1:
                others = self._feed.range(line, 1, cores - 1)
                yield self._kernel(others, self._receiver, line, (_READY, _VALID))

    def _kernel(
        self,
        cores: CoreRangeAttr,
        build: Callable[[KernelBuilder, SSAValue, int], None],
        line: int,
        semaphores: Sequence[Attribute],
    ) -> Kernel:
        used = semaphores if self._feed.cores[1] > 1 else ()
        block = new_block(self._op, (*self._buffers, *used))
        kernel = KernelBuilder.at_end(block, self._op.location)
        build(kernel, block.args[self._position], line)
        end_kernel(block, self._op)
        return Kernel(self._config, cores, block)

    def _loops(
        self, kernel: KernelBuilder, body: Callable[[KernelBuilder, SSAValue, SSAValue], None]
    ) -> None:
        """Insert the loops over all steps.

        `body` gets a builder and two counters: that of the loop over rows if lines are rows of
        cores, otherwise that of the loop over columns, and that of the innermost loop.
        """
        steps = self._feed.steps
        row, rows = kernel.count(steps.rows)
        column, columns = rows.count(steps.columns)
        step, inner = columns.count(steps.inner)
        body(inner, row if self._feed.along_rows else column, step)
        inner.end_loop()
        columns.end_loop()
        rows.end_loop()

    def _position_of(self, kernel: KernelBuilder, core: Core) -> tuple[SSAValue, SSAValue]:
        """Insert the network coordinates x and y of `core`."""
        y, x = self._physical.position(core)
        return kernel.i32(x), kernel.i32(y)

    def _sender(self, kernel: KernelBuilder, buffer: SSAValue, line: int) -> None:
        feed = self._feed
        semaphores = _Semaphores.of(kernel) if feed.cores[1] > 1 else None
        pages = kernel.i32(feed.pages)
        rows = [
            (address, *reversed(self._physical.position(feed.core(line, holder))))
            for address, holder in zip(feed.addresses, feed.holders, strict=True)
        ]
        table = kernel.value(
            NocTransactionsTableOp,
            (),
            MemRefType(I32, (len(rows), 3)),
            entries=dense_i32_array([number for row in rows for number in row]),
        )

        def step(body: KernelBuilder, turn: SSAValue, number: SSAValue) -> None:
            body.call(CBReserveBackOp, buffer, pages)
            target = body.value(GetWritePtrOp, (buffer,), I32)
            index = body.as_index(number)
            address, x, y = (
                body.value(memref.LoadOp, (table, index, body.index(column)), I32)
                for column in range(3)
            )
            source = body.linear((address, 1), (turn, feed.subblock_bytes))
            self._reads(body, (x, y), source, target)
            body.call(NocAsyncReadBarrierOp)
            if semaphores is not None:
                self._multicast(body, semaphores, target, line)
            body.call(CBPushBackOp, buffer, pages)

        self._loops(kernel, step)

    def _reads(
        self,
        kernel: KernelBuilder,
        remote: tuple[SSAValue, SSAValue],
        source: SSAValue,
        target: SSAValue,
    ) -> None:
        """Insert the reads of the tiles of one step."""
        feed = self._feed
        runs, size = feed.runs, feed.run_bytes
        if runs > 1 and size == feed.stride_bytes:
            runs, size = 1, runs * size
        if runs == 1:
            address = kernel.value(GetNocAddrXYOp, (*remote, source), NocAddrType())
            kernel.call(NocAsyncReadOp, address, target, kernel.i32(size))
            return
        run, body = kernel.count(runs)
        there = body.linear((source, 1), (run, feed.stride_bytes))
        address = body.value(GetNocAddrXYOp, (*remote, there), NocAddrType())
        here = body.linear((target, 1), (run, size))
        body.call(NocAsyncReadOp, address, here, body.i32(size))
        body.end_loop()

    def _multicast(
        self, kernel: KernelBuilder, semaphores: _Semaphores, target: SSAValue, line: int
    ) -> None:
        """Insert the multicast of a step to the receivers, when all of them are ready."""
        feed = self._feed
        count = kernel.i32(feed.cores[1] - 1)
        zero = kernel.i32(0)
        kernel.call(NocSemaphoreWaitOp, semaphores.ready_word, count)
        kernel.call(NocSemaphoreSetOp, semaphores.ready_word, zero)
        corners = [feed.core(line, 1), feed.core(line, feed.cores[1] - 1)]
        # Network 1 runs in the opposite direction, so the corners of the range are exchanged.
        if self._noc == 1:
            corners.reverse()
        ends = [each for corner in corners for each in self._position_of(kernel, corner)]
        size = kernel.i32(feed.pages * self._page_bytes())
        data = kernel.value(GetNocMulticastAddrOp, (*ends, target), NocAddrType())
        kernel.call(NocAsyncWriteMulticastOp, target, data, size, count)
        valid = kernel.value(GetNocMulticastAddrOp, (*ends, semaphores.valid), NocAddrType())
        flags = {"linked": bool_attr(False), "multicast_path_reserve": bool_attr(False)}
        kernel.call(NocSemaphoreSetMulticastOp, semaphores.valid, valid, count, **flags)
        kernel.call(NocAsyncWriteBarrierOp)

    def _page_bytes(self) -> int:
        return self._buffers[self._position].page_size

    def _receiver(self, kernel: KernelBuilder, buffer: SSAValue, line: int) -> None:
        semaphores = _Semaphores.of(kernel)
        pages, zero, one = (kernel.i32(number) for number in (self._feed.pages, 0, 1))
        noc = kernel.i32(self._noc)
        sender = self._position_of(kernel, self._feed.core(line, 0))
        ready = kernel.value(GetNocAddrXYOp, (*sender, semaphores.ready), NocAddrType())

        def step(body: KernelBuilder, turn: SSAValue, number: SSAValue) -> None:
            body.call(CBReserveBackOp, buffer, pages)
            body.call(NocSemaphoreSetOp, semaphores.valid_word, zero)
            body.call(NocSemaphoreIncOp, ready, one, noc)
            body.call(NocSemaphoreWaitOp, semaphores.valid_word, one)
            body.call(CBPushBackOp, buffer, pages)

        self._loops(kernel, step)


class _Semaphores(NamedTuple):
    """The semaphores "ready" and "valid" of a core, each as address and as word."""

    ready: SSAValue
    ready_word: SSAValue
    valid: SSAValue
    valid_word: SSAValue

    @classmethod
    def of(cls, kernel: KernelBuilder) -> _Semaphores:
        """Insert code that looks up the semaphores, the first two runtime arguments of the
        kernel.
        """
        ready, valid = (
            kernel.value(
                GetSemaphoreOp,
                (kernel.value(GetArgValOp, (kernel.i32(index),), I32),),
                L1AddrType(),
            )
            for index in range(2)
        )
        words = [kernel.value(CastToL1PtrOp, (each,), L1AddrPtrType()) for each in (ready, valid)]
        return cls(ready, words[0], valid, words[1])
