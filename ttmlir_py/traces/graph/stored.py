"""A graph trace that stays in its file, from which nodes are read on demand."""

import json
import os
from array import array
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any, cast

from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph.node import Node
from ttmlir_py.traces.graph.reading import NodeReader, make_node_of
from ttmlir_py.traces.graph.scanning import DECODER, NodeScanner, Progress
from ttmlir_py.traces.lazy_sequence import LazySequence

_KEPT = 1 << 12
"""Number of cached nodes, in addition to those of the last block."""
_BLOCK = 1 << 18
"""Number of bytes that are read at once in sequential access."""


class StoredTrace(LazySequence[Node]):
    """The nodes of a trace file, which are checked once and take some bytes of memory each.

    Each access creates a new node, so changes are not kept. Raises OSError and `TraceError`; see
    `NodeReader`.
    """

    def __init__(self, path: str | os.PathLike[str], progress: Progress | None = None) -> None:
        self._progress = progress
        self._file = open(path, "rb")  # noqa: SIM115 (open as long as the trace is)
        self._starts = array("Q")
        self._reader = NodeReader()
        scanner = NodeScanner(self._file, progress)
        for start, record in scanner.records():
            self._starts.append(start)
            self._reader.read(record)
        self._reader.finish()
        self._starts.append(os.fstat(self._file.fileno()).st_size)
        self._kept: OrderedDict[int, Node] = OrderedDict()
        self._block: list[Node] = []
        """The nodes of the block that sequential access has read last."""

    def __len__(self) -> int:
        return len(self._starts) - 1

    def at(self, index: int) -> Node:
        """Return the node with this counter."""
        first = self._block[0].counter if self._block else 0
        if first <= index < first + len(self._block):
            return self._block[index - first]
        node = self._kept.get(index)
        if node is None:
            if first + len(self._block) <= index < first + 2 * len(self._block):
                self._read_block(index, len(self))  # for sequential access, read ahead
                return self._block[0]
            (node,) = self._read(index, index + 1)
            self._keep(node)
        return node

    def __iter__(self) -> Iterator[Node]:
        return self.between(0, len(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        others = cast(Sequence[Any], other)
        return len(self) == len(others) and all(map(Node.__eq__, self, others))

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def _keep(self, node: Node) -> None:
        self._kept[node.counter] = node
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def between(self, start: int, stop: int) -> Iterator[Node]:
        """Yield the nodes with counters from `start` up to `stop`, read in blocks."""
        while start < stop:
            yield from (block := self._read_block(start, stop))
            start += len(block)

    def _read_block(self, start: int, stop: int) -> list[Node]:
        """Return the nodes of a block that starts at `start`. The last nodes of the previous block
        stay cached.
        """
        starts, end = self._starts, start + 1
        while end < stop and starts[end + 1] - starts[start] <= _BLOCK:
            end += 1
        for node in self._block[-_KEPT // 4 :]:
            self._keep(node)
        self._block = list(self._read(start, end))
        if self._progress:
            self._progress(starts[end])
        return self._block

    def _read(self, start: int, stop: int) -> Iterator[Node]:
        """Yield the nodes with counters from `start` up to `stop`."""
        first = self._starts[start]
        self._file.seek(first)
        data = self._file.read(self._starts[stop] - first)
        for index in range(start, stop):
            at, end = (self._starts[each] - first for each in (index, index + 1))
            try:
                record, _ = DECODER.raw_decode(data[at:end].decode())
            except ValueError as error:
                reason = error.msg if isinstance(error, json.JSONDecodeError) else error
                raise TraceError(f"the file has changed: {reason}", index) from None
            yield self._reader.complete(make_node_of(index, record))
