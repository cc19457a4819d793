"""The pages of memory that runs write to. The system copies each for a forked process when that first writes to it; known ahead, they are copied at less cost."""

import ctypes
import mmap
import os
from collections.abc import Iterator

from ttmlir_py.tools.warm.places import read_process_file

_POPULATE_WRITE = 23
"""MADV_POPULATE_WRITE, of Linux 5.14 and later."""
_PRESENT, _EXCLUSIVE = 1 << 63, 1 << 56
"""Bits of an entry of `/proc/self/pagemap`: the page is in memory, and no other process has it."""
_ENTRY = 8
"""Bytes of an entry."""
_madvise = ctypes.CDLL(None).madvise
_madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)

Pages = list[tuple[int, int]]
"""Where ranges of pages start, and how many bytes they have."""


def own_pages() -> Pages:
    """The pages that this process shares with no other: what has been written to since it was forked. Raises OSError."""
    found: Pages = []
    table = os.open("/proc/self/pagemap", os.O_RDONLY)
    try:
        for start, end in _writable():
            first, count = start // mmap.PAGESIZE, (end - start) // mmap.PAGESIZE
            data = os.pread(table, count * _ENTRY, first * _ENTRY)
            for page, entry in enumerate(memoryview(data).cast("Q"), first):
                if entry & _PRESENT and entry & _EXCLUSIVE:
                    _add(found, page * mmap.PAGESIZE)
    finally:
        os.close(table)
    return found


def _writable() -> Iterator[tuple[int, int]]:
    """Where private memory that may be written to starts and ends."""
    for line in read_process_file("maps").splitlines():
        addresses, rights, *_ = line.split()
        if rights == "rw-p":
            start, end = addresses.split("-")
            yield int(start, 16), int(end, 16)


def _add(pages: Pages, start: int) -> None:
    """Add a page behind all others."""
    if pages and sum(pages[-1]) == start:
        start, size = pages.pop()
        pages.append((start, size + mmap.PAGESIZE))
    else:
        pages.append((start, mmap.PAGESIZE))


def populate(pages: Pages) -> bool:
    """Have pages copied as if they were written to, those that there are; False if the system cannot, or if there are none."""
    return sum(not _madvise(start, size, _POPULATE_WRITE) for start, size in pages) > 0
