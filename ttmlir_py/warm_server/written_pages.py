"""The memory pages that runs write to, which a forked process can copy in advance.

The system copies such a page for a forked process at the first write. Copying known pages in
advance is cheaper.
"""

import ctypes
import mmap
import os
from collections.abc import Iterator

from ttmlir_py.warm_server.places import read_process_file

_POPULATE_WRITE = 23
"""MADV_POPULATE_WRITE, an option of `madvise` in Linux 5.14 and later."""
_PRESENT, _EXCLUSIVE = 1 << 63, 1 << 56
"""Bits of a `/proc/self/pagemap` entry: the page is in memory, and only one process maps it."""
_ENTRY = 8
"""Size of an entry in bytes."""
_madvise = ctypes.CDLL(None).madvise
_madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)

Pages = list[tuple[int, int]]
"""Ranges of pages: pairs of a start address and a size in bytes."""


def own_pages() -> Pages:
    """Return the private pages of this process, which it has written since it was forked.

    Raises OSError.
    """
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
    """Yield the start and end of writable private memory ranges."""
    for line in read_process_file("maps").splitlines():
        addresses, rights, *_ = line.split()
        if rights == "rw-p":
            start, end = addresses.split("-")
            yield int(start, 16), int(end, 16)


def _add(pages: Pages, start: int) -> None:
    """Add a page, which follows all others, and merge it with the last range if adjacent."""
    if pages and sum(pages[-1]) == start:
        start, size = pages.pop()
        pages.append((start, size + mmap.PAGESIZE))
    else:
        pages.append((start, mmap.PAGESIZE))


def populate(pages: Pages) -> bool:
    """Copy pages as if this process wrote to them. Return False if no page could be copied."""
    return sum(not _madvise(start, size, _POPULATE_WRITE) for start, size in pages) > 0
