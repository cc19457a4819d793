"""Tests of files with an index: a part is read when it is requested."""

import os
from pathlib import Path

import pytest

from ttmlir_py.startup.indexed_file import IndexedFile, Parts


@pytest.fixture
def path(tmp_path: Path) -> str:
    parts = Parts()
    places = {name: parts.add(name.encode() * 3) for name in ("a", "bc")}
    parts.write(str(tmp_path / "kept.pyc"), places)
    return str(tmp_path / "kept.pyc")


def test_indexed_file_entries_are_found_by_index(path: str) -> None:
    file = IndexedFile(path)
    assert {name: file.part(place) for name, place in file.index.items()} == {
        "a": b"aaa",
        "bc": b"bcbcbc",
    }
    start, length = file.index["bc"]
    assert file.part((start, length + 1)) is None
    assert file.part((start - 1, length)) is None
    assert file.part((-1, length)) is None


def test_indexed_file_with_reused_descriptor_gives_no_entries(path: str, tmp_path: Path) -> None:
    """A process forked by a server may close the descriptor and open another file with its
    number.
    """
    file = IndexedFile(path)
    os.close(file._file)
    assert file.part(file.index["a"]) is None
    (tmp_path / "other").write_bytes(b"a" * 1000)
    opened = os.open(tmp_path / "other", os.O_RDONLY)
    try:
        assert opened == file._file
        assert file.part(file.index["a"]) is None
    finally:
        os.close(opened)


def test_replaced_indexed_file_is_still_read_from_open_descriptor(path: str) -> None:
    file = IndexedFile(path)
    Parts().write(path, {})
    assert file.part(file.index["a"]) == b"aaa"
    assert IndexedFile(path).index == {}
