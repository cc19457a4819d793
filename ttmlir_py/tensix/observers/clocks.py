"""The clocks of a command's threads, for time estimates.

Each processor of each core has a clock. A call advances it by its cycles. A waiting call advances
it to the time of the awaited event: a pushed or popped page, a DST section, a semaphore's value,
the end of a transfer. These times are stored with the resources, so the order in which the
simulator runs threads does not matter. Cores in lockstep are arrays of clocks.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ttmlir_py.runtime.architectures import Architecture
from ttmlir_py.tensix.compute import MathThread, PackThread, UnpackThread
from ttmlir_py.tensix.events import Arguments
from ttmlir_py.tensix.machine import ChipDesc, CircularBuffer
from ttmlir_py.tensix.observers.lanes import Indices, Queue, Times, indices
from ttmlir_py.tensix.observers.network import Torus
from ttmlir_py.tensix.observers.transfers import Transfers
from ttmlir_py.tensix.registers import SECTIONS, SOURCES
from ttmlir_py.tensix.threads import Thread

PROCESSORS = ("BRISC", "NCRISC", "TRISC0", "TRISC1", "TRISC2")
_OF_COMPUTE: dict[type[Thread], int] = {UnpackThread: 2, MathThread: 3, PackThread: 4}

COMPUTE, CONTROL, NETWORK, WAITING = "compute", "RISC-V", "NoC", "waiting"
KINDS = (COMPUTE, CONTROL, NETWORK, WAITING)
"""Categories of a thread's time: work of the thread's unit; the thread's own commands and words;
waits for transfers; waits for other threads.
"""


def processor_of(thread: Thread) -> int:
    """Return the index of the processor on which a thread runs."""
    if thread.__class__ in _OF_COMPUTE:
        return _OF_COMPUTE[thread.__class__]
    return PROCESSORS.index("BRISC" if thread.unit.config.noc else "NCRISC")


class Call:
    """A performed call, on the cores of its thread's unit."""

    def __init__(self, thread: Thread, function: str, arguments: Arguments) -> None:
        self.thread, self.function, self.arguments = thread, function, arguments
        self.processor = processor_of(thread)
        self.cores: Indices = indices(thread.unit.cores)
        self.noc = thread.unit.config.noc or 0


@dataclass(frozen=True, slots=True)
class Span:
    """A call, or a wait within it, with start and end per core in cycles since the program's
    start.
    """

    call: Call
    kind: str
    starts: Times
    ends: Times


SpanListener = Callable[[Span], None]
PageListener = Callable[[Call, CircularBuffer, int, Times], None]
"""Called with the call, the circular buffer, the number of pages (negative if removed), the
times.
"""


class Clocks:
    """All clocks and awaited resources, from the start of a command."""

    def __init__(
        self,
        chip: ChipDesc,
        torus: Torus,
        architecture: Architecture,
        start: float,
        spans: SpanListener | None,
        pages: PageListener | None,
    ) -> None:
        self.cores = len(chip.workers)
        shape = len(PROCESSORS), self.cores
        self.times = np.full(shape, start)
        self.spent = {kind: np.zeros(shape) for kind in KINDS}
        self.stalls: defaultdict[str, Times] = defaultdict(lambda: np.zeros(shape))
        """Maps functions to waiting times."""
        self.read, self.written = np.zeros((2, *shape))
        """Time at which the last read, and the last write, of each processor of each core ends."""
        self.words: defaultdict[int, Times] = defaultdict(lambda: np.zeros(self.cores))
        """Maps addresses of semaphores to the time of their last change, per core."""
        self.packets: dict[tuple[int, int], tuple[int, int]] = {}
        """Maps processor and core to the source and size set for one-packet reads."""
        self.transfers = Transfers(chip, torus, architecture)
        self.sources, self.sections = Queue(SOURCES, self.cores), Queue(SECTIONS, self.cores)
        self._ports: dict[int, Queue] = {}
        self._spans, self.pages = spans, pages

    def port(self, buffer: CircularBuffer) -> Queue:
        """Return the queue of pages of a circular buffer."""
        if buffer.port not in self._ports:
            self._ports[buffer.port] = Queue(buffer.pages, self.cores)
        return self._ports[buffer.port]

    def now(self, call: Call) -> Times:
        """Return the current times of a call's threads."""
        return self.times[call.processor, call.cores]

    def work(self, call: Call, kind: str, cycles: float) -> Times:
        """Advance the clocks of a call by `cycles`, and return them."""
        return self.reach(call, kind, self.now(call) + cycles)

    def reach(self, call: Call, kind: str, times: Times) -> Times:
        """Advance the clocks of a call to at least `times`, and return them."""
        row, cores = call.processor, call.cores
        starts = self.times[row, cores]
        ends = np.maximum(starts, times)
        spent = ends - starts
        if spent.any():
            self.times[row, cores] = ends
            self.spent[kind][row, cores] += spent
            if kind in (WAITING, NETWORK):
                self.stalls[call.function][row, cores] += spent
            if self._spans is not None:
                self._spans(Span(call, kind, starts, ends))
        return ends
