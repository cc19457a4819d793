"""An op-execution trace that stays in its file, from which nodes are read on demand."""

from __future__ import annotations

import mmap
import os
from array import array
from bisect import bisect_left
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeVar

from ttmlir_py.common.files import read_file, reading
from ttmlir_py.schemas import BinaryError, TableView
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.lazy_sequence import LazySequence
from ttmlir_py.traces.operation.difference import Executed
from ttmlir_py.traces.operation.files import root_of
from ttmlir_py.traces.operation.node import OperationNode as Node
from ttmlir_py.traces.operation.node import Variable
from ttmlir_py.traces.operation.reading import GraphReader, NodeFields

_T = TypeVar("_T")
Progress = Callable[[int, int], None]
_IN_MEMORY = 1 << 22
"""Largest size in bytes of a file that is read at once. Larger ones are mapped."""
_STEP = 1 << 11
"""Number of variables or nodes after which the file's pages are released."""
_FAR_STEP = 1 << 7
"""Number of scattered items after which pages are released.

It is lower because the system maps up to 64 KiB around each item.
"""
_PRINT = 0xFFFF
_KEPT = 1 << 10
"""Number of operations that are cached for comparison."""


class DenseIndex:
    """An index of 4 bytes per key, for keys to which `code_of` gives small numbers. Others are
    hashed.
    """

    def __init__(
        self, count: int, key_of: Callable[[int], object], code_of: Callable[[Any], int]
    ) -> None:
        self._count, self._key_of, self._code_of = count, key_of, code_of
        self._numbers = array("I")
        """For each code, the index plus 1, or 0 for an empty slot."""
        self._most = 2 * count + 1024
        self._others: HashIndex | None = None

    def get(self, key: Any) -> int | None:
        """Return the index for a key, or None if the key is new."""
        code = self._code_of(key)
        if 0 <= code < self._most:
            found = self._numbers[code] if code < len(self._numbers) else 0
            return found - 1 if found else None
        return self._others.get(key) if self._others else None

    def setdefault(self, key: Any, number: int) -> int:
        """Return the index for a key. A new key gets `number`."""
        code, numbers = self._code_of(key), self._numbers
        if not 0 <= code < self._most:
            self._others = self._others or HashIndex(self._count, self._key_of)
            return self._others.setdefault(key, number)
        if code >= len(numbers):
            numbers.frombytes(bytes(numbers.itemsize * (code + 1 - len(numbers))))
        numbers[code] = numbers[code] or number + 1
        return numbers[code] - 1


class HashIndex:
    """An index of 8 bytes per key, without the keys.

    Keys are hashed, and `key_of` reads a key only if hashes match.
    """

    def __init__(self, count: int, key_of: Callable[[int], object]) -> None:
        self._key_of = key_of
        self._slots = array("I", [0]) * (count + count // 2 + 1)
        """Slots for open addressing with an index plus 1, or 0 for an empty slot."""
        self._prints = array("H", [0]) * count

    def get(self, key: object) -> int | None:
        """Return the index for a key, or None if the key is new."""
        found = self._slots[self._place(key, hash(key))]
        return found - 1 if found else None

    def setdefault(self, key: object, number: int) -> int:
        """Return the index for a key. A new key gets `number`."""
        hashed = hash(key)
        place = self._place(key, hashed)
        if not self._slots[place]:
            self._slots[place] = number + 1
            self._prints[number] = hashed & _PRINT
        return self._slots[place] - 1

    def _place(self, key: object, hashed: int) -> int:
        slots, print_ = self._slots, hashed & _PRINT
        place = _mixed(hashed) % len(slots)
        while found := slots[place]:
            if self._prints[found - 1] == print_ and self._key_of(found - 1) == key:
                break
            place = place + 1 if place + 1 < len(slots) else 0
        return place


def _mixed(hashed: int) -> int:
    """Return a mixed hash (Knuth's multiplication), because consecutive numbers would make long
    runs.
    """
    return (hashed * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF) >> 16


def _index(
    count: int, key_of: Callable[[int], object], code_of: Callable[[Any], int] | None
) -> DenseIndex | HashIndex:
    return DenseIndex(count, key_of, code_of) if code_of else HashIndex(count, key_of)


@contextmanager
def _told() -> Generator[None]:
    """Convert a BinaryError that is raised in the block to a TraceError."""
    try:
        yield
    except BinaryError as error:
        raise TraceError(str(error)) from None


def node_count(path: str | os.PathLike[str]) -> int:
    """Return the number of operations in a file, from its header.

    Raises OSError and `TraceError`.
    """
    with _told():
        return len(_root(path)[0].nodes or ())


def _root(path: str | os.PathLike[str]) -> tuple[TableView, mmap.mmap | None]:
    """Return the root table of a file, and the memory map of a large file or None."""
    if os.stat(path).st_size <= _IN_MEMORY:
        return root_of(read_file(path)), None
    with reading(path) as file:
        whole = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return root_of(memoryview(whole)), whole


class StoredGraph:
    """The operations of a file, which are checked once and take some bytes of memory each.

    Each pass creates new nodes. `progress` receives the number of variables or nodes read, and the
    total. Raises OSError and `TraceError`.
    """

    def __init__(self, path: str | os.PathLike[str], progress: Progress | None = None) -> None:
        self._progress = progress
        self.op_counts: dict[str, int] = {}
        """Maps kinds of operations to counts, in the order of first occurrence."""
        with _told():
            root, self._map = _root(path)
            self._reader = GraphReader(root, _index)
            self._check()

    def __len__(self) -> int:
        return len(self._reader.node_views)

    def sizes(self) -> dict[str, int]:
        """Return the numbers of operations, variables, placeholders and results."""
        return {
            "operations": len(self),
            "variables": len(self._reader.variable_views),
            "placeholders": len(self.sources),
            "results": self._results,
        }

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, in order."""
        reader = self._reader
        with _told():
            for index, fields, inputs in self._linked():
                names = tuple(map(reader.name_of, inputs))
                yield reader.node(index, fields, names)

    def typed_nodes(self) -> Iterator[tuple[Node, list[str], list[str]]]:
        """Yield all nodes, without names of inputs, with the types of their inputs and outputs."""
        reader = self._reader
        with _told():
            for index, fields, inputs in self._linked():
                outputs = reader.outputs(fields)
                taken, made = (list(map(reader.type_text, each)) for each in (inputs, outputs))
                yield reader.node(index, fields, ()), taken, made

    def depths(self) -> Iterator[tuple[str, int]]:
        """Yield the name and the nesting depth of each node."""
        depths = array("I", [0]) * len(self)
        for index in self._walked(range(len(self)), len(self)):
            place = self._reader.scope_of(index)
            depths[index] = 0 if place is None else depths[place] + 1
            yield self._reader.node_name(index), depths[index]

    def results(self) -> Iterator[str]:
        """Yield the names of the results."""
        names = map(self._reader.name_of, self._reader.results())
        with _told():
            yield from self._walked(names, self._results, _FAR_STEP)

    def variables(self) -> Iterator[tuple[Variable, str | None, Iterator[str]]]:
        """Yield all variables in order, with the names of the nodes that create and take each."""
        reader, (starts, takers) = self._reader, self._takers
        reader.allow_another_walk()
        with _told():
            walked = self._walked(reader.variables_again(), len(reader.variable_views))
            for number, (variable, maker) in enumerate(walked):
                made_by = None if maker is None else reader.node_name(maker)
                of = range(starts[number], starts[number + 1])
                yield variable, made_by, (reader.node_name(takers[at]) for at in of)

    @cached_property
    def _takers(self) -> tuple[array[int], array[int]]:
        """Return the start of each variable's takers, and the takers: 4 bytes per variable and
        input.
        """
        starts = array("I", [0]) * (len(self._reader.variable_views) + 1)
        with _told():
            for _, _, inputs in self._linked():
                for each in dict.fromkeys(inputs):
                    starts[each] += 1
            end = 0
            for number, count in enumerate(starts):
                starts[number] = end
                end += count
            takers = array("I", [0]) * end
            for index, _, inputs in self._linked():
                for each in dict.fromkeys(inputs):
                    takers[starts[each]] = index
                    starts[each] += 1
        starts.insert(0, 0)  # the loop has moved each start to that of the next variable
        return starts, takers

    def executed(self) -> ExecutedSequence:
        """Return the properties of the operations that a comparison of two traces needs. All other
        data is released.
        """
        depths = array("I", (depth for _, depth in self.depths()))
        self._reader.forget_names()
        return ExecutedSequence(self, self._reader, depths)

    def going_on(self, index: int) -> None:
        """Count a node that is read outside of a pass, and release pages and report progress as
        `_walked` does.
        """
        if index % _STEP == 0:
            self._reader.allow_another_walk()
            self._give_back()
            if self._progress:
                self._progress(index, len(self))

    def _linked(self) -> Iterator[tuple[int, NodeFields, list[int]]]:
        self._reader.allow_another_walk()
        for index, fields in enumerate(self._walked(self._reader.nodes(), len(self))):
            yield index, fields, self._reader.inputs(index, fields)

    def _check(self) -> None:
        reader, counts = self._reader, self.op_counts
        for _ in self._walked(reader.variables(), len(reader.variable_views)):
            pass
        reader.require_placeholders()
        for index, fields in enumerate(self._walked(reader.nodes(), len(self))):
            inputs = reader.inputs(index, fields)
            node = reader.node(index, fields, ())
            reader.link(index, fields.id, node, inputs)
            counts[node.op_name] = counts.get(node.op_name, 0) + 1
        for _ in self._walked(reader.require_scopes(), len(self)):
            pass
        self._results = sum(
            1 for _ in self._walked(reader.results(), len(reader.root.outputs or ()))
        )
        self.sources = reader.sources()
        """Variables from outside, in order."""

    def _walked(self, items: Iterable[_T], of: int, step: int = 0) -> Iterator[_T]:
        """Yield items. After every `step` items, release the file's memory pages and report
        progress.
        """
        step = step or _STEP
        for count, each in enumerate(items, 1):
            yield each
            if count % step == 0:
                self._give_back()
                if self._progress:
                    self._progress(count, of)

    def _give_back(self) -> None:
        if self._map is None:
            return
        # pages beyond the end of a truncated file cannot be read
        if self._map.size() < len(self._map):
            raise TraceError("the file has changed")
        if hasattr(mmap, "MADV_DONTNEED"):
            self._map.madvise(mmap.MADV_DONTNEED)


class ExecutedSequence(LazySequence[Executed]):
    """The compared properties of a file's operations, which are read on demand and cached."""

    def __init__(self, graph: StoredGraph, reader: GraphReader, depths: array[int]) -> None:
        self._graph, self._reader, self._depths = graph, reader, depths
        self._placeholders = sum(1 for _ in reader.placeholders())
        self._kept: dict[int, Executed] = {}

    def __len__(self) -> int:
        return len(self._depths)

    def at(self, index: int) -> Executed:
        """Return the compared properties of the operation with this index."""
        found = self._kept.get(index)
        if found is None:
            self._graph.going_on(index)
            if len(self._kept) == _KEPT:
                self._kept.clear()
            with _told():
                found = self._kept[index] = self._read(index)
        return found

    def _read(self, index: int) -> Executed:
        reader = self._reader
        fields = reader.fields(index)
        inputs, outputs = reader.inputs(index, fields), reader.outputs(fields)
        node = reader.node(index, fields, ())
        return Executed(
            index,
            node.op_name,
            self._depths[index],
            tuple(map(str, node.properties)),
            tuple(map(reader.type_text, inputs)),
            tuple(map(reader.type_text, outputs)),
            tuple(map(self._link, inputs)),
        )

    def _link(self, number: int) -> str:
        maker = self._reader.maker(number)
        if maker is not None:
            return f"operation {maker}"
        sources, count = self._graph.sources, self._placeholders
        at = bisect_left(sources, number, 0, count)
        if at == count or sources[at] != number:
            at = bisect_left(sources, number, count)
        return f"input {at}"
