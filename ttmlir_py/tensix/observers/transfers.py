"""Completion times of transfers over the networks on chip.

Latency depends on hops, throughput on the connections at both ends and on DRAM channels.
Connections carry one transfer at a time. Routers add no waiting. A DRAM read has a first-access
latency instead of the latency of its hops.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from ttmlir_py.runtime.architectures import Architecture
from ttmlir_py.tensix.dataflow import PACKET
from ttmlir_py.tensix.machine import ChipDesc, Core
from ttmlir_py.tensix.observers.costs import INTERFACE_CYCLES, ROUTER_CYCLES
from ttmlir_py.tensix.observers.lanes import Lane
from ttmlir_py.tensix.observers.network import Torus, Traffic

_IN, _OUT, _CHANNEL = "in", "out", "channel"


class Node(NamedTuple):
    """A core, by index, or a DRAM channel."""

    number: int
    is_dram: bool = False


class Transfers:
    """The transfers of a command. Times are in cycles."""

    def __init__(self, chip: ChipDesc, torus: Torus, architecture: Architecture) -> None:
        self.chip, self.torus, self.architecture = chip, torus, architecture
        self.traffic = Traffic()
        self.dram_bytes = 0
        self._lanes: defaultdict[tuple[str, int, Node], Lane] = defaultdict(Lane)

    @property
    def network_cycles(self) -> float:
        """Return the busy cycles of the busiest connection of a core."""
        return self._busiest(_IN, _OUT)

    @property
    def dram_cycles(self) -> float:
        """Return the busy cycles of the busiest DRAM channel."""
        return self._busiest(_CHANNEL)

    def _busiest(self, *kinds: str) -> float:
        return max((lane.busy for key, lane in self._lanes.items() if key[0] in kinds), default=0.0)

    def read(self, noc: int, reader: Node, source: Node, start: float, size: int) -> float:
        """Return the time when a core has received `size` bytes that it requests at `start`."""
        asking = self._latency(noc, reader, source)
        self.traffic.add(noc, self._place(source), [self._place(reader)], size)
        if not source.is_dram:
            return self._carried(noc, source, [reader], start + asking, size)[0]
        latency = self.architecture.dram_latency_cycles
        ready = self._channel(source, start, size) + latency
        arrived = self._lanes[_IN, noc, reader].carry(start + latency, self._cycles(size))
        return max(ready, arrived)

    def write(
        self, noc: int, writer: Node, target: Node, start: float, size: int
    ) -> tuple[float, float]:
        """Return the arrival time of data sent at `start`, and the time when the writer is
        notified.
        """
        self.traffic.add(noc, self._place(writer), [self._place(target)], size)
        (arrived,) = self._carried(noc, writer, [target], start, size)
        if target.is_dram:
            arrived = max(arrived, self._channel(target, start, size))
        return arrived, arrived + self._latency(noc, target, writer)

    def multicast(
        self, noc: int, writer: Node, targets: Sequence[Node], start: float, size: int
    ) -> tuple[list[float], float]:
        """Return the arrival time at each core, and the time when the writer is notified of all."""
        self.traffic.add(noc, self._place(writer), list(map(self._place, targets)), size)
        arrived = self._carried(noc, writer, targets, start, size)
        known = (
            time + self._latency(noc, target, writer)
            for time, target in zip(arrived, targets, strict=True)
        )
        return arrived, max(known)

    def signal(self, noc: int, sender: Node, target: Node, start: float) -> float:
        """Return the arrival time of a semaphore increment sent at `start`."""
        return start + self._latency(noc, sender, target)

    def _carried(
        self, noc: int, source: Node, targets: Sequence[Node], start: float, size: int
    ) -> list[float]:
        """Return the arrival time at each target of data sent at `start`."""
        cycles = self._cycles(size)
        left = self._lanes[_OUT, noc, source].carry(start, cycles)
        latencies = [self._latency(noc, source, target) for target in targets]
        return [
            max(left + latency, self._lanes[_IN, noc, target].carry(start + latency, cycles))
            for target, latency in zip(targets, latencies, strict=True)
        ]

    def _channel(self, node: Node, start: float, size: int) -> float:
        """Return the time when a DRAM channel has transferred `size` bytes."""
        self.dram_bytes += size
        cycles = size / self.architecture.dram_channel * self.architecture.clock_ghz
        return self._lanes[_CHANNEL, 0, node].carry(start, cycles)

    def _cycles(self, size: int) -> int:
        """Return the number of cycles that a connection needs for `size` bytes and packet
        headers.
        """
        return -(-size // self.architecture.noc_bytes_per_cycle) + -(-size // PACKET)

    def _latency(self, noc: int, source: Node, target: Node) -> int:
        hops = self.torus.hops(noc, self._place(source), self._place(target))
        return 2 * INTERFACE_CYCLES + hops * ROUTER_CYCLES

    def _place(self, node: Node) -> Core:
        return (self.chip.dram if node.is_dram else self.chip.workers)[node.number]
