"""The memory pages that runs write to.

The system copies such a page for a forked process at the first write. Copying known pages in
advance is cheaper.
"""

import ctypes
import mmap
import os
from collections.abc import Iterator

from ttmlir_py.warm_server.places import read_process_file

_POPULATE_WRITE = 23
"""MADV_POPULATE_WRITE, of Linux 5.14 and later."""
_PRESENT, _EXCLUSIVE = 1 << 63, 1 << 56
"""Bits of a `/proc/self/pagemap` entry: the page is in memory, and mapped by only one process."""
_ENTRY = 8
"""Size of an entry in bytes."""
_madvise = ctypes.CDLL(None).madvise
_madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)

Pages = list[tuple[int, int]]
"""Start addresses and sizes in bytes of page ranges."""


def own_pages() -> Pages:
    """Return this process's private pages: those written since it was forked. Raises OSError."""
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
    """Yield start and end of writable private memory ranges."""
    for line in read_process_file("maps").splitlines():
        addresses, rights, *_ = line.split()
        if rights == "rw-p":
            start, end = addresses.split("-")
            yield int(start, 16), int(end, 16)


def _add(pages: Pages, start: int) -> None:
    """Add a page after all others."""
    if pages and sum(pages[-1]) == start:
        start, size = pages.pop()
        pages.append((start, size + mmap.PAGESIZE))
    else:
        pages.append((start, mmap.PAGESIZE))


def populate(pages: Pages) -> bool:
    """Copy existing pages as if written to; return False if none could be copied."""
    return sum(not _madvise(start, size, _POPULATE_WRITE) for start, size in pages) > 0
