"""Tests of memory pages that a forked process writes to: they are found, and copied in advance
without a change of contents.
"""

import ctypes
import mmap
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count

from ttmlir_py.warm_server import spare, written_pages

pytestmark = [pytest.mark.early, pytest.mark.slow]

PAGES = 64


def in_a_fork(function) -> list[str]:
    """Return the words that a function returns in a forked process."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.write(writing, " ".join(map(str, function())).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as file:
        words = file.read().decode().split()
    os.waitpid(pid, 0)
    return words


@pytest.fixture(scope="module", autouse=True)
def told():
    """Skip the tests if the system does not report written pages. The server's processes then run a
    small program in advance instead.
    """
    try:
        written_pages.own_pages()
    except OSError:
        pytest.skip("the system does not tell of pages")


@settings(max_examples=example_count(5))
@given(st.sets(st.integers(0, PAGES - 1)))
def test_memory_pages_written_by_process_are_found_and_populated(written: set[int]):
    size = mmap.PAGESIZE
    memory = mmap.mmap(-1, PAGES * size, flags=mmap.MAP_PRIVATE)
    memory.write(b"x" * len(memory))
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))

    def own() -> set[int]:
        return {
            (address - start) // size
            for first, length in written_pages.own_pages()
            for address in range(first, first + length, size)
            if start <= address < start + len(memory)
        }

    def by_writing() -> set[int]:
        for page in written:
            memory[page * size] = 121
        return own()

    def by_populating() -> set[int]:
        ranges = [(start + page * size, size) for page in written]
        assert written_pages.populate([(1 << 46, size), *ranges]) == bool(written)
        assert memory[:] == b"x" * len(memory)
        return own()

    assert {*map(int, in_a_fork(by_writing))} == written
    if written_pages.populate([(start, size)]):
        assert {*map(int, in_a_fork(by_populating))} == written


def test_unsupported_operating_system_populates_no_pages(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(written_pages, "_POPULATE_WRITE", 1 << 20)
    assert not written_pages.populate([(id(PAGES) // mmap.PAGESIZE * mmap.PAGESIZE, mmap.PAGESIZE)])
    assert not written_pages.populate([])


def test_idle_server_worker_gets_ready_without_page_information(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    def refuse():
        raise PermissionError

    monkeypatch.setattr(spare, "own_pages", refuse)
    monkeypatch.setattr(spare, "rehearse", lambda: None)
    assert spare.find_pages() == []
    monkeypatch.setattr(spare, "rehearse", lambda: os.write(1, b"rehearsed"))
    in_a_fork(lambda: spare.get_ready([]) or "")
    assert capfd.readouterr().out == "rehearsed"


def test_rehearsal_finds_written_pages():
    data = bytearray(b"x" * (PAGES * mmap.PAGESIZE))
    start = ctypes.addressof(ctypes.c_char.from_buffer(data)) // mmap.PAGESIZE + 1

    def rehearse():
        data[mmap.PAGESIZE * 9] = 121

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spare, "rehearse", rehearse)
        found = spare.find_pages()
    assert any(first <= (start + 8) * mmap.PAGESIZE < first + length for first, length in found)
    assert not any(
        first <= (start + 30) * mmap.PAGESIZE < first + length for first, length in found
    )
