"""A graph of executed operations that stays in its file: nodes are read when they are asked for."""

import mmap
import os
from array import array
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from ttmlir_py.files import read_file
from ttmlir_py.schemas import BinaryError, TableView
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.operation.files import root_of
from ttmlir_py.traces.operation.node import OperationNode as Node
from ttmlir_py.traces.operation.reading import GraphReader, NodeFields

_T = TypeVar("_T")
Progress = Callable[[int, int], None]
_IN_MEMORY = 1 << 22
"""Bytes of a file that is read at once; larger ones are mapped."""
_STEP = 1 << 11
"""Variables and nodes after which the pages of the file are given back."""
_PRINT = 0xFFFF


class DenseIndex:
    """Numbers of keys in 4 bytes each, where keys have small numbers of their own (`code_of`); others are hashed."""

    def __init__(
        self, count: int, key_of: Callable[[int], object], code_of: Callable[[Any], int]
    ) -> None:
        self._count, self._key_of, self._code_of = count, key_of, code_of
        self._numbers = array("I")
        """Numbers from 1 on by codes; 0 where nothing is."""
        self._most = 2 * count + 1024
        self._others: HashIndex | None = None

    def get(self, key: Any) -> int | None:
        """The number of a key; None if it is not there."""
        code = self._code_of(key)
        if 0 <= code < self._most:
            found = self._numbers[code] if code < len(self._numbers) else 0
            return found - 1 if found else None
        return self._others.get(key) if self._others else None

    def setdefault(self, key: Any, number: int) -> int:
        """The number of a key, which is this one if the key is new."""
        code, numbers = self._code_of(key), self._numbers
        if not 0 <= code < self._most:
            self._others = self._others or HashIndex(self._count, self._key_of)
            return self._others.setdefault(key, number)
        if code >= len(numbers):
            numbers.frombytes(bytes(numbers.itemsize * (code + 1 - len(numbers))))
        numbers[code] = numbers[code] or number + 1
        return numbers[code] - 1


class HashIndex:
    """Numbers of keys in 8 bytes each: keys are hashed, and read again (`key_of`) where hashes are alike."""

    def __init__(self, count: int, key_of: Callable[[int], object]) -> None:
        self._key_of = key_of
        self._slots = array("I", [0]) * (count + count // 2 + 1)
        """Numbers from 1 on, at the place of their hash or the next that was free; 0 where nothing is."""
        self._prints = array("H", [0]) * count

    def get(self, key: object) -> int | None:
        """The number of a key; None if it is not there."""
        found = self._slots[self._place(key, hash(key))]
        return found - 1 if found else None

    def setdefault(self, key: object, number: int) -> int:
        """The number of a key, which is this one if the key is new."""
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
    """Hashes of small numbers are these numbers: spread, so that series do not make long runs (Knuth's multiplicative hashing)."""
    return (hashed * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF) >> 16


def _index(
    count: int, key_of: Callable[[int], object], code_of: Callable[[Any], int] | None
) -> DenseIndex | HashIndex:
    return DenseIndex(count, key_of, code_of) if code_of else HashIndex(count, key_of)


@contextmanager
def _told() -> Generator[None]:
    """Bytes that are no graph are an error in the trace."""
    try:
        yield
    except BinaryError as error:
        raise TraceError(str(error)) from None


def node_count(path: str | os.PathLike[str]) -> int:
    """The number of operations that a file announces, which costs nothing. Raises OSError and `TraceError`."""
    with _told():
        return len(_root(path)[0].nodes or ())


def _root(path: str | os.PathLike[str]) -> tuple[TableView, mmap.mmap | None]:
    """The root of a file's graph, and the map of a large file, of which pages are in memory while they are read."""
    if os.stat(path).st_size <= _IN_MEMORY:
        return root_of(read_file(path)), None
    with open(path, "rb") as file:
        whole = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return root_of(memoryview(whole)), whole


class StoredGraph:
    """The operations of a file, checked once, in some bytes of memory each.

    Each walk makes nodes anew. `progress` is told how many variables and nodes were read, of how many. Raises OSError and `TraceError`.
    """

    def __init__(self, path: str | os.PathLike[str], progress: Progress | None = None) -> None:
        self._progress = progress
        self.op_counts: dict[str, int] = {}
        """How many operations there are of each kind, in the order of the first ones."""
        with _told():
            root, self._map = _root(path)
            self._reader = GraphReader(root, _index)
            self._check()

    def __len__(self) -> int:
        return len(self._reader.node_views)

    def sizes(self) -> dict[str, int]:
        """How many there are of everything."""
        return {
            "operations": len(self),
            "variables": len(self._reader.variable_views),
            "placeholders": self._placeholders,
            "results": self._results,
        }

    def nodes(self) -> Iterator[Node]:
        """All nodes, in order."""
        reader = self._reader
        with _told():
            for index, fields, inputs in self._linked():
                names = tuple(map(reader.name_of, inputs))
                yield reader.node(index, fields, names)

    def typed_nodes(self) -> Iterator[tuple[Node, list[str], list[str]]]:
        """All nodes without the names of their inputs, with the types of what they take and make."""
        reader = self._reader
        with _told():
            for index, fields, inputs in self._linked():
                outputs = reader.outputs(fields)
                taken, made = (list(map(reader.type_text, each)) for each in (inputs, outputs))
                yield reader.node(index, fields, ()), taken, made

    def depths(self) -> Iterator[tuple[str, int]]:
        """The names of all nodes, each with how many it is a part of."""
        reader = self._reader
        depths = array("I", [0]) * len(self)
        for index in self._walked(range(len(self)), len(self)):
            place = reader.scope_of(index)
            depths[index] = 0 if place is None else depths[place] + 1
            yield reader.node_name(index), depths[index]

    def _linked(self) -> Iterator[tuple[int, NodeFields, list[int]]]:
        self._reader.allow_another_walk()
        for index, fields in enumerate(self._walked(self._reader.nodes(), len(self))):
            yield index, fields, self._reader.inputs(index, fields)

    def _check(self) -> None:
        reader, counts = self._reader, self.op_counts
        for _ in self._walked(reader.variables(), len(reader.variable_views)):
            pass
        self._placeholders = sum(1 for _ in reader.placeholders())
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
        self._placeholders += sum(1 for _ in reader.own_weights())

    def _walked(self, items: Iterable[_T], of: int) -> Iterator[_T]:
        """The items; after some, what is in memory of the file is given back, and progress is told."""
        for count, each in enumerate(items, 1):
            yield each
            if count % _STEP == 0:
                self._give_back()
                if self._progress:
                    self._progress(count, of)

    def _give_back(self) -> None:
        if self._map is None:
            return
        if self._map.size() < len(self._map):  # what is beyond the end cannot be read
            raise TraceError("the file has changed")
        if hasattr(mmap, "MADV_DONTNEED"):
            self._map.madvise(mmap.MADV_DONTNEED)
