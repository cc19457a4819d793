"""A FlatBuffer under construction, which grows from its end to its start.

A position is the distance from the end of the buffer. The bytes are those of the FlatBuffers
library. Its builder for Python copies arrays into a buffer that doubles whenever it is full: a
program with 67 MB of weights needed 130 MB more. It also writes one number at a time.
"""

import struct
from collections.abc import Sequence
from typing import NamedTuple

OFFSET_SIZE = 4
MOST_BYTES = 2**31 - 1
_LENGTH = struct.Struct("<I")
_MOST_COPIED = 4096
"""The longest data that is copied, in bytes. One chunk takes less time than three."""


class TooLargeError(ValueError):
    """An error for a buffer of more than `MOST_BYTES`, the limit of FlatBuffers."""


class TableLayout(NamedTuple):
    """The layout of a table with certain fields that begins at a certain alignment."""

    pack: struct.Struct
    """The numbers and padding of the table: the offset of the vtable, then the fields in order of
    addresses.
    """
    fields: Sequence[tuple[str, int | None]]
    """The fields in order of addresses. The number is the distance of an offset from the end of the
    table, or None for a number.
    """
    vtable: bytes
    align: int


class Buffer:
    """The bytes of a FlatBuffer so far. `size` is the position of the first byte."""

    def __init__(self) -> None:
        self.size = 0
        self._chunks: list[bytes | memoryview] = []
        """The bytes, last chunk first."""
        self._align = 1
        """The largest alignment so far."""
        self._vtables: dict[bytes, int] = {}
        """Maps each vtable to its position."""

    def _add(self, data: bytes | memoryview) -> int:
        self._chunks.append(data)
        self.size = size = self.size + len(data)
        if size > MOST_BYTES:
            raise TooLargeError
        return size

    def _padding(self, size: int, align: int) -> bytes:
        """Return the bytes after `size` bytes that put their start at a multiple of `align`."""
        if align > self._align:
            self._align = align
        return bytes(-(self.size + size) & (align - 1))

    def add_vector(self, data: bytes | memoryview, count: int, align: int) -> int:
        """Add a vector of numbers or structs, and return its position. Long data is not copied."""
        padding = self._padding(len(data), max(align, OFFSET_SIZE))
        if len(data) <= _MOST_COPIED:
            return self._add(b"".join((_LENGTH.pack(count), data, padding)))
        self._add(padding)
        self._add(data)
        return self._add(_LENGTH.pack(count))

    def add_string(self, text: bytes) -> int:
        """Add a string, and return its position."""
        return self.add_vector(text + b"\0", len(text), 1)

    def add_offsets(self, positions: Sequence[int]) -> int:
        """Add a vector of tables, strings or vectors, and return its position."""
        count = len(positions)
        padding = self._padding(0, OFFSET_SIZE)
        start = self.size + len(padding) + OFFSET_SIZE * count
        offsets = [start - OFFSET_SIZE * index - each for index, each in enumerate(positions)]
        return self._add(struct.pack(f"<I{count}I", count, *offsets) + padding)

    def add_table(self, layout: TableLayout, values: Sequence[bytes | int]) -> int:
        """Add a table, and return its position. The values are in the order of `layout.fields`."""
        if layout.align > self._align:
            self._align = layout.align
        position = self.size + layout.pack.size
        vtable = self._vtables.get(layout.vtable)
        if vtable is None:
            self._add(layout.pack.pack(len(layout.vtable), *values))
            self._vtables[layout.vtable] = self._add(layout.vtable)
        else:
            self._add(layout.pack.pack(vtable - position, *values))
        return position

    def finish(self, root: int, identifier: bytes, *, size_prefixed: bool) -> bytes:
        """Return the bytes of the buffer whose root table is at the position `root`."""
        head = OFFSET_SIZE + len(identifier) + (OFFSET_SIZE if size_prefixed else 0)
        padding = self._padding(head, max(self._align, OFFSET_SIZE))
        self._add(identifier + padding)
        self._add(_LENGTH.pack(self.size + OFFSET_SIZE - root))
        if size_prefixed:
            self._add(_LENGTH.pack(self.size))
        return b"".join(reversed(self._chunks))


def layout_of(
    fields: Sequence[tuple[str, int, int, int | None]], slot_count: int, start: int
) -> TableLayout:
    """Return the layout of a table that begins at the position `start`.

    `fields` has the name, slot and alignment of each field, and the number of its bytes, or None
    for an offset, in the order in which they are written: from the end.
    """
    position = start
    code = ""
    slots = [0] * slot_count
    placed: list[tuple[str, int | None]] = []
    for name, slot, align, size in fields:
        padding = -position & (align - 1)
        position += padding + (OFFSET_SIZE if size is None else size)
        code = ("I" if size is None else f"{size}s") + "x" * padding + code
        placed.append((name, position - start if size is None else None))
        slots[slot] = position
    padding = -position & (OFFSET_SIZE - 1)
    position += padding + OFFSET_SIZE
    while slots and not slots[-1]:
        slots.pop()
    entries = [position - slot if slot else 0 for slot in slots]
    vtable = struct.pack(f"<{len(entries) + 2}H", 2 * len(entries) + 4, position - start, *entries)
    align = max((OFFSET_SIZE, *(align for _, _, align, _ in fields)))
    return TableLayout(
        struct.Struct("<i" + "x" * padding + code), tuple(reversed(placed)), vtable, align
    )
