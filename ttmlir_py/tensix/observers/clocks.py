"""The clocks of a command's threads, for estimates of time.

Each processor of each core has a clock. A call moves it on by its cycles; a call that waits moves it to when what it waits for was
there: a page that was pushed or popped, a section of DST, a semaphore's value, the end of a transfer. These times go with the
things themselves, so that it does not matter in which order the machine runs threads. Cores in lockstep are arrays of clocks.
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
"""What threads spend time on: their unit's work, commands and words of their own, the end of transfers, and each other."""


def processor_of(thread: Thread) -> int:
    """Which of a core's processors a thread runs on."""
    if thread.__class__ in _OF_COMPUTE:
        return _OF_COMPUTE[thread.__class__]
    return PROCESSORS.index("BRISC" if thread.unit.config.noc else "NCRISC")


class Call:
    """A call that was performed, on the cores of its thread's unit."""

    def __init__(self, thread: Thread, function: str, arguments: Arguments) -> None:
        self.thread, self.function, self.arguments = thread, function, arguments
        self.processor = processor_of(thread)
        self.cores: Indices = indices(thread.unit.cores)
        self.noc = thread.unit.config.noc or 0


@dataclass(frozen=True, slots=True)
class Span:
    """A call, or a wait in it, in cycles from the program's start, one for each core."""

    call: Call
    kind: str
    starts: Times
    ends: Times


SpanListener = Callable[[Span], None]
PageListener = Callable[[Call, CircularBuffer, int, Times], None]
"""Is told of a call, the circular buffer, how many pages enter it (or leave: below 0), and when."""


class Clocks:
    """All clocks and what threads wait for, from the start of a command on."""

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
        """Waiting by function."""
        self.read, self.written = np.zeros((2, *shape))
        """When the transfers of each processor are over."""
        self.words: defaultdict[int, Times] = defaultdict(lambda: np.zeros(self.cores))
        """When semaphores got their values, by address."""
        self.packets: dict[tuple[int, int], tuple[int, int]] = {}
        """Source and size of reads of one packet, by processor and core."""
        self.transfers = Transfers(chip, torus, architecture)
        self.sources, self.sections = Queue(SOURCES, self.cores), Queue(SECTIONS, self.cores)
        self._ports: dict[int, Queue] = {}
        self._spans, self.pages = spans, pages

    def port(self, buffer: CircularBuffer) -> Queue:
        """The pages of a circular buffer."""
        if buffer.port not in self._ports:
            self._ports[buffer.port] = Queue(buffer.pages, self.cores)
        return self._ports[buffer.port]

    def now(self, call: Call) -> Times:
        """The clocks of a call's threads."""
        return self.times[call.processor, call.cores]

    def work(self, call: Call, kind: str, cycles: float) -> Times:
        """Move clocks on by so many cycles; what they are then."""
        return self.reach(call, kind, self.now(call) + cycles)

    def reach(self, call: Call, kind: str, times: Times) -> Times:
        """Move clocks on to these times, unless they are there; what they are then."""
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
