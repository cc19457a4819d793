"""Memories of the chip: the L1 of all cores, or the DRAM channels, as banks of bytes.

Each line of 16 bytes has a state: unknown (never written), written, or arriving (a network read is
in progress). Programs may access only allocated ranges.
"""

from __future__ import annotations

import mmap
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Flag
from typing import Any, NoReturn, Protocol

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.tensix.errors import Fault

LINE = 16
UNKNOWN, WRITTEN, ARRIVING = 0, 1, 2
"""States of a line."""
_KEPT = 1 << 23
"""Largest number of line states that `forget` overwrites. For more, it maps new memory instead."""

_REUSED = 1 << 24
"""Largest number of freed bytes whose pages are kept for reuse, because the first access to a new
page is slow.
"""
_RELEASE: int | None = getattr(mmap, "MADV_REMOVE", None)
"""The `madvise` flag that returns shared pages to the system, or None if unsupported."""

Bytes = NDArray[np.uint8]


class Checks(Flag):
    """Groups of checked rules, which can be combined with `|`."""

    OFF = 0
    """No checks. The machine does what hardware would do, as far as defined. Missing memory reads
    as 0.
    """
    BOUNDS = 1
    """Accesses stay within allocated memory, buffer pages and DST tiles."""
    INIT = 2
    """Reads access only data that was written."""
    SYNC = 4
    """Each thread awaits its transfers, pages and sections before it uses them or passes them on.
    """
    RACE = 8
    """Accesses of two threads to the same place are ordered if one of them writes."""
    TENSORS = 16
    """Apply the `SYNC` rules also to circular buffers over tensors, and to writes at a kernel's
    end.
    """
    DEFAULT = BOUNDS | INIT | SYNC | RACE
    """All rules that every correct kernel keeps."""
    STRICT = DEFAULT | TENSORS
    """All groups of rules."""

    @classmethod
    def parse(cls, text: str) -> Checks:
        """Parse comma-separated group names, as the option `--check` takes them. Raises
        ValueError.
        """
        known = {name.lower(): group for name, group in cls.__members__.items()}
        chosen = cls.OFF
        for name in text.split(","):
            if name not in known:
                raise ValueError(f"there is no group of checks '{name}'")
            chosen |= known[name]
        return chosen


class ArrivingError(Fault):
    """An error for a use of memory before a network read into it has certainly arrived."""

    def __init__(self, message: str, bank: int, address: int) -> None:
        super().__init__(message)
        self.bank, self.address = bank, address


Extents = tuple[tuple[int, ...], tuple[int, ...]]
"""Start addresses and end addresses of allocated ranges, in order.

Adjacent ranges stay separate, so that an access cannot run from one into the next.
"""


@dataclass(frozen=True, eq=False)
class Banks:
    """Some banks of a memory, in order, with a numpy selector for them."""

    numbers: tuple[int, ...]
    selector: Any = field(init=False)

    def __post_init__(self) -> None:
        first, count = self.numbers[0], len(self.numbers)
        neighbours = self.numbers == tuple(range(first, first + count))
        chosen = slice(first, first + count) if neighbours else np.array(self.numbers)
        object.__setattr__(self, "selector", chosen)


class Held(Protocol):
    """An interface for bytes that count as written to memory but are stored elsewhere.

    They are at the same address of some banks.
    """

    @property
    def banks(self) -> Banks:
        """Return the banks to which the bytes belong."""
        ...

    @property
    def address(self) -> int:
        """Return the address of the first byte."""
        ...

    @property
    def size(self) -> int:
        """Return the size in bytes on each bank, a multiple of whole lines."""
        ...

    def write_out(self, windows: Iterable[Bytes]) -> None:
        """Write the bytes to memory. `windows` has one view per bank."""
        ...

    def part(self, offset: int, size: int) -> Bytes | None:
        """Return some of the bytes as (banks, size), or None if all should be written out
        instead.
        """
        ...


class Memory:
    """Banks of equal size. At first all bytes are zero, and count as not yet written. Untouched
    pages use no host memory.
    """

    def __init__(self, names: Sequence[str], size: int, checks: Checks) -> None:
        self.names, self.size = names, size
        self.is_bounded, self.is_initialized = Checks.BOUNDS in checks, Checks.INIT in checks
        self.is_synchronized = Checks.SYNC in checks
        """Whether each group of rules is checked."""
        banks = len(names)
        self._mapping, self.bytes = _mapped(banks, -(-size // LINE) * LINE)
        self.lines = _untouched(banks, self.bytes.shape[1] // LINE)
        self._held: list[Held] = []
        self._extents: list[Extents] = [((), ())] * banks
        self._distinct: dict[tuple[int, ...], tuple[tuple[int, Extents], ...]] = {}
        """Maps tuples of banks to the distinct extents among them, each with the first bank that
        has these extents.
        """

    def forget(self) -> None:
        """Set all lines to unknown. Pages are kept, because touching new pages is slower."""
        self.drop_held()
        if self.lines.size <= _KEPT:
            self.lines[:] = UNKNOWN
        else:
            self.lines = _untouched(*self.lines.shape)

    def allocate(self, ranges: Iterable[tuple[Sequence[int], int, int]]) -> None:
        """Set the allocated ranges. Each is given by its banks, its address and its size."""
        pieces: list[tuple[int, int]] = []
        masks = [0] * len(self._extents)  # per bank: bit i is set if range i is in the bank
        for number, (banks, address, size) in enumerate(ranges):
            pieces.append((address, address + size))
            for bank in banks:
                masks[bank] |= 1 << number
        known = {
            mask: _merged(sorted({each for bit, each in enumerate(pieces) if mask >> bit & 1}))
            for mask in set(masks)
        }
        before, self._extents = self._extents, [known[mask] for mask in masks]
        self._distinct.clear()
        if self.is_initialized:
            self._forget_freed(before)

    def _forget_freed(self, before: Sequence[Extents]) -> None:
        """Set lines that are no longer allocated to unknown, so that the next owner must write them
        first.

        The pages of large ranges are returned to the system.
        """
        together: defaultdict[tuple[Extents, Extents], list[int]] = defaultdict(list)
        for bank, change in enumerate(zip(before, self._extents, strict=True)):
            together[change].append(bank)
        gaps = [
            (Banks(tuple(numbers)), *gap)
            for change, numbers in together.items()
            for gap in _freed(*change)
        ]
        for banks, start, end in gaps:
            self._held = [each for each in self._held if not _is_in(each, banks, start, end)]
            first, last = -(-start // LINE), end // LINE
            self.mark(banks, first * LINE, (last - first) * LINE, UNKNOWN)
        if sum((end - start) * len(banks.numbers) for banks, start, end in gaps) > _REUSED:
            for banks, start, end in gaps:
                self._release(banks, start, end)

    def _release(self, banks: Banks, start: int, end: int) -> None:
        """Return the pages of some bytes to the system, if the system supports that."""
        if _RELEASE is None:
            return
        for bank in banks.numbers:
            first, last = (bank * self.bytes.shape[1] + each for each in (start, end))
            first, last = (
                -(-first // mmap.PAGESIZE) * mmap.PAGESIZE,
                last // mmap.PAGESIZE * mmap.PAGESIZE,
            )
            if first < last:
                with suppress(OSError):
                    self._mapping.madvise(_RELEASE, first, last - first)

    def read(self, banks: Banks, address: int, size: int) -> Bytes:
        """Return bytes at the same address of some banks: (banks, size). It may be a view. Raises
        Fault.
        """
        if self._held and (part := self._held_part(banks, address, size)) is not None:
            return part
        if not self._admits(banks, address, size, "reads"):
            if size > self.size:
                raise Fault(f"reads {size} bytes of a memory that has {self.size}")
            return np.zeros((len(banks.numbers), size), np.uint8)
        if self.is_initialized or self.is_synchronized:
            self._require_written(banks, address, size)
        return self.bytes[banks.selector, address : address + size]

    def write(self, banks: Banks, address: int, data: Bytes, state: int = WRITTEN) -> None:
        """Write (banks, size) or (1, size) bytes at the same address of some banks. Raises
        Fault.
        """
        size = data.shape[-1]
        if not self._admits(banks, address, size, "writes"):
            return
        if address % LINE or size % LINE:
            self._clear_unknown(banks, (address // LINE, (address + size) // LINE))
        self.bytes[banks.selector, address : address + size] = data
        self.mark(banks, address, size, state)

    def windows(self, banks: Banks, address: int, size: int) -> Iterator[Bytes]:
        """Yield a writable view per bank of the bytes at an address. Raises Fault.

        The caller must write all bytes.
        """
        if self._admits(banks, address, size, "writes"):
            self._clear_unknown(banks, (address // LINE, (address + size) // LINE))
            self.mark(banks, address, size, WRITTEN)
        yield from self._views(banks, address, size)

    def _views(self, banks: Banks, address: int, size: int) -> Iterator[Bytes]:
        return (self.bytes[bank, address : address + size] for bank in banks.numbers)

    def hold(self, held: Held) -> None:
        """Mark bytes as written that `held` stores until a read needs them. Raises Fault."""
        place = held.banks, held.address, held.size
        self._require_allocated(*place, "writes")
        self._held = [each for each in self._held if not _is_at(each, *place)]
        self._write_out(held.address, held.size)
        self.mark(*place, WRITTEN)
        self._held.append(held)

    def find_held(self, banks: Banks, address: int, size: int) -> Held | None:
        """Return the object that holds exactly these bytes, or None. Raises Fault if not
        readable.
        """
        found = next((each for each in self._held if _is_at(each, banks, address, size)), None)
        if found is not None:
            self._require_allocated(banks, address, size, "reads")
            self._require_written(banks, address, size)
        return found

    def _held_part(self, banks: Banks, address: int, size: int) -> Bytes | None:
        """Return held bytes if they are available without the rest of the held object. Raises
        Fault.
        """
        for each in self._held:
            offset = address - each.address
            if 0 <= offset <= each.size - size and each.banks.numbers == banks.numbers:
                self._require_allocated(banks, address, size, "reads")
                self._require_written(banks, address, size)
                return each.part(offset, size)
        return None

    def drop_held(self) -> None:
        """Forget all held bytes."""
        self._held.clear()

    def _write_out(self, address: int, size: int) -> None:
        """Write out all held objects that overlap some bytes."""
        for each in tuple(self._held):
            if each.address < address + size and address < each.address + each.size:
                self._held.remove(each)
                each.write_out(self._views(each.banks, each.address, each.size))

    def _clear_unknown(self, banks: Banks, lines: Sequence[int]) -> None:
        """Clear unknown lines before a partial write, because they may hold data of an earlier
        run.
        """
        for line in lines:
            if line < self.lines.shape[1] and not self.lines[banks.selector, line].all():
                part = self.bytes[banks.selector, line * LINE : (line + 1) * LINE]
                part = np.where(self.lines[banks.selector, line, None] == UNKNOWN, 0, part)
                self.bytes[banks.selector, line * LINE : (line + 1) * LINE] = part

    def announce(self, banks: Banks, address: int, size: int, state: int) -> None:
        """Check a write whose bytes follow later through `put`, and give its lines the state
        `state`. Raises Fault if the program may not write there.
        """
        if self._admits(banks, address, size, "writes"):
            self._clear_unknown(banks, (address // LINE, (address + size) // LINE))
            self.mark(banks, address, size, state)

    def peek(self, banks: Banks, address: int, size: int) -> Bytes:
        """Return a copy of some bytes, without checks."""
        if not self._has(address, size):
            return np.zeros((len(banks.numbers), size), np.uint8)
        return np.array(self.bytes[banks.selector, address : address + size])

    def put(self, banks: Banks, address: int, data: Bytes) -> None:
        """Write the bytes of an announced write, if the memory exists."""
        size = data.shape[-1]
        if self._has(address, size):
            self.bytes[banks.selector, address : address + size] = data
            self.mark(banks, address, size, WRITTEN)

    def _has(self, address: int, size: int) -> bool:
        """Return whether these bytes exist. Held objects there are written out first."""
        if self._held:
            self._write_out(address, size)
        return address >= 0 and size >= 0 and address + size <= self.size

    def mark(self, banks: Banks, address: int, size: int, state: int) -> None:
        """Set the state of the lines that contain some bytes."""
        self.lines[banks.selector, address // LINE : -(-(address + size) // LINE)] = state

    def _admits(self, banks: Banks, address: int, size: int, verb: str) -> bool:
        """Return whether these bytes exist in the memory. Raises Fault if the program may not
        access them.
        """
        exists = self._has(address, size)
        if self.is_bounded:
            self._require_allocated(banks, address, size, verb)
        return exists

    def _require_allocated(self, banks: Banks, address: int, size: int, verb: str) -> None:
        for bank, extents in self._distinct.get(banks.numbers) or self._distinct_extents(banks):
            starts, ends = extents
            index = bisect_right(starts, address) - 1
            if size < 0 or index < 0 or address + size > min(ends[index], self.size):
                raise Fault(
                    f"{verb} {size} bytes at {address} of {self.names[bank]}, "
                    f"{_nearest(extents, address)}"
                )

    def _distinct_extents(self, banks: Banks) -> tuple[tuple[int, Extents], ...]:
        first: dict[int, tuple[int, Extents]] = {}
        for bank in banks.numbers:
            first.setdefault(id(self._extents[bank]), (bank, self._extents[bank]))
        self._distinct[banks.numbers] = tuple(first.values())
        return self._distinct[banks.numbers]

    def require_arrived(self, banks: Banks, address: int, size: int) -> None:
        """Raise Fault if a network read into these bytes is in progress."""
        if not self.is_synchronized:
            return
        lines = self._lines(banks, address, size)
        if lines.size and lines.max() == ARRIVING:
            self._fail(lines, lines == ARRIVING, banks, address)

    def _require_written(self, banks: Banks, address: int, size: int) -> None:
        lines = self._lines(banks, address, size)
        if lines.size and (lines.min() != WRITTEN or lines.max() != WRITTEN):
            wrong = (lines == ARRIVING) & self.is_synchronized
            wrong |= (lines == UNKNOWN) & self.is_initialized
            if wrong.any():
                self._fail(lines, wrong, banks, address)

    def _lines(self, banks: Banks, address: int, size: int) -> Bytes:
        return self.lines[banks.selector, address // LINE : -(-(address + size) // LINE)]

    def _fail(self, lines: Bytes, wrong: NDArray[np.bool_], banks: Banks, address: int) -> NoReturn:
        """Raise Fault for the first line after an address whose state is wrong."""
        row, column = (int(each[0]) for each in np.nonzero(wrong))
        bank, place = banks.numbers[row], max((address // LINE + column) * LINE, address)
        where = f"{self.names[bank]} at {place}"
        if lines[row, column] == ARRIVING:
            message = f"uses {where}, where a read has not certainly arrived"
            raise ArrivingError(message, bank, place)
        raise Fault(f"reads {where}, where nothing was written")


def _is_at(held: Held, banks: Banks, address: int, size: int) -> bool:
    return (held.address, held.size, held.banks.numbers) == (address, size, banks.numbers)


def _is_in(held: Held, banks: Banks, start: int, end: int) -> bool:
    lies_between = start <= held.address and held.address + held.size <= end
    return lies_between and set(held.banks.numbers) <= set(banks.numbers)


def _untouched(rows: int, columns: int) -> Bytes:
    return _mapped(rows, columns)[1]


def _mapped(rows: int, columns: int) -> tuple[mmap.mmap, Bytes]:
    """Return a zeroed array in small pages, which use memory only when touched.

    numpy would use huge pages.
    """
    mapping = mmap.mmap(-1, max(1, rows * columns))
    return mapping, np.frombuffer(mapping, np.uint8, rows * columns).reshape(rows, columns)


def _freed(old: Extents, new: Extents) -> Iterator[tuple[int, int]]:
    """Yield the parts of the old ranges that the new ones do not cover."""
    if old == new:
        return
    starts, ends = new
    index = 0
    for start, end in zip(*old, strict=True):
        index = bisect_right(ends, start, index)
        for first, last in zip(starts[index:], ends[index:], strict=True):
            if first >= end:
                break
            if start < first:
                yield start, first
            start = last
        if start < end:
            yield start, end


def _merged(pieces: Iterable[tuple[int, int]]) -> Extents:
    starts: list[int] = []
    ends: list[int] = []
    for start, end in pieces:
        if ends and start < ends[-1]:
            ends[-1] = max(ends[-1], end)
        else:
            starts.append(start)
            ends.append(end)
    return tuple(starts), tuple(ends)


def _nearest(extents: Extents, address: int) -> str:
    starts, ends = extents
    if not starts:
        return "where nothing is allocated"
    index = min(
        range(len(starts)), key=lambda i: min(abs(starts[i] - address), abs(ends[i] - address))
    )
    return f"outside of what is allocated: the nearest is {starts[index]} to {ends[index]}"
