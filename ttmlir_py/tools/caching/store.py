"""A folder of objects of limited size: whole or not there, whoever else reads, writes or is killed meanwhile.

A start imports this before it knows anything, so it needs nothing that Python has not loaded then.
"""

import os
from importlib import import_module

_blake2 = import_module("_blake2")
"""`hashlib` without OpenSSL, which takes longer to load than all else here."""

TYPE_CHECKING = False
"""True to type checkers; not of `typing`, which takes longer to load than all else here."""
if TYPE_CHECKING:
    from typing import Any

SIZE_VARIABLE = "TTMLIR_CACHE_SIZE"
"""The variable that says the folder's limit."""
DEFAULT_LIMIT = 1 << 30
COUNTS = ("hits", "misses", "failed", "uncacheable")
"""What is counted of runs: done by the cache; put there; not put there, as they failed, or as they do what cannot be done again by the cache."""

_DIGEST = 32
_LENGTH = 8
_BLOCK = 4096
"""Bytes of which a file takes a whole number, more or less everywhere."""
_OBJECTS, _NEW, _ADDED, _LIMIT = "objects", "new-", "added", "limit"
_STALE = 3600
"""Seconds after which an object that was begun will not be finished."""
_UNITS = {"K": 10, "M": 20, "G": 30, "T": 40}


def digest(data: bytes) -> bytes:
    """What stands for bytes: equal digests are of equal bytes."""
    return _blake2.blake2b(data, digest_size=_DIGEST).digest()


def file_digest(descriptor: int) -> bytes:
    """The digest of what is read from a descriptor until its end. Raises OSError."""
    state = _blake2.blake2b(digest_size=_DIGEST)
    while part := os.read(descriptor, 1 << 20):
        state.update(part)
    return state.digest()


def running_digest() -> "Any":
    """A digest of what it is updated with."""
    return _blake2.blake2b(digest_size=_DIGEST)


def pack(fields: list[bytes]) -> bytes:
    """Fields as bytes, which no other fields give."""
    return b"".join(len(field).to_bytes(_LENGTH, "big") + field for field in fields)


def unpack(data: bytes) -> list[bytes]:
    """The fields that were packed."""
    fields: list[bytes] = []
    at = 0
    while at < len(data):
        end = at + _LENGTH + int.from_bytes(data[at : at + _LENGTH], "big")
        fields.append(data[at + _LENGTH : end])
        at = end
    return fields


def parse_size(text: str) -> int:
    """The bytes that a size such as `500M` or `2G` means. Raises ValueError."""
    text = text.strip().upper().removesuffix("B").removesuffix("I")
    shift = _UNITS.get(text[-1:], 0)
    number = text[:-1] if shift else text
    if not (number.isascii() and number.isdecimal()) or len(number) > 15:
        raise ValueError("a size is a whole number with K, M, G or T behind it")
    return int(number) << shift


class Store:
    """The objects of a folder, which is made when something is put there."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._objects = os.path.join(folder, _OBJECTS)

    def get(self, key: bytes) -> bytes | None:
        """The object of a key, which is the latest used now; None if there is none that is sound."""
        path = self._path(key)
        try:
            data = _read(path)
            os.utime(path)
        except OSError:
            return None
        return data[_DIGEST:] if data[:_DIGEST] == digest(key + data[_DIGEST:]) else None

    def put(self, key: bytes, data: bytes) -> None:
        """Keep an object, unless it is larger than a quarter of the limit. Raises OSError, and ValueError for a limit that is none."""
        limit = self.limit()
        if len(data) > limit // 4:
            return
        os.makedirs(self._objects, exist_ok=True)
        partial = os.path.join(self._objects, _NEW + os.urandom(12).hex())
        try:
            _write(partial, os.O_EXCL, digest(key + data) + data)
            os.replace(partial, self._path(key))
        except BaseException:
            _remove(partial)
            raise
        added = os.path.join(self.folder, _ADDED)
        _write(added, os.O_APPEND, b"." * _blocks(len(data)))
        if os.stat(added).st_size * _BLOCK * 10 >= limit:
            os.truncate(added, 0)
            self.clean(limit // 10 * 9)

    def _path(self, key: bytes) -> str:
        return os.path.join(self._objects, key.hex())

    def clean(self, limit: int) -> None:
        """Remove what nobody finished, and of the rest what was not used for longest, until all takes no more than the limit."""
        from time import time

        found = [each for each in self._files() if not self._is_unfinished(each, time())]
        total = sum(size for _, size, _ in found)
        for _, size, path in sorted(found):
            if total <= limit:
                return
            _remove(path)
            total -= size

    def _is_unfinished(self, file: tuple[int, int, str], now: float) -> bool:
        """Whether it is no object yet; one that will never be is removed."""
        if not os.path.basename(file[2]).startswith(_NEW):
            return False
        if file[0] < (now - _STALE) * 1e9:
            _remove(file[2])
        return True

    def _files(self) -> list[tuple[int, int, str]]:
        """When each file was used last, in ns, the bytes that it takes, and its path."""
        found: list[tuple[int, int, str]] = []
        try:
            with os.scandir(self._objects) as entries:
                for entry in entries:
                    if len(entry.name) != 2 * _DIGEST and not entry.name.startswith(_NEW):
                        continue  # it is not the cache's
                    try:
                        status = entry.stat(follow_symlinks=False)
                    except OSError:
                        continue  # somebody else cleans up, too
                    found.append((status.st_mtime_ns, _blocks(status.st_size) * _BLOCK, entry.path))
        except FileNotFoundError:
            return []
        return found

    def use(self) -> tuple[int, int]:
        """How many objects there are, and the bytes that they take. Raises OSError."""
        files = self._files()
        return len(files), sum(size for _, size, _ in files)

    def clear(self) -> None:
        """Remove all objects. Raises OSError."""
        for _, _, path in self._files():
            _remove(path)

    def limit(self) -> int:
        """The bytes that all objects may take: as the variable says, or the folder, or 1 GiB. Raises ValueError."""
        text = os.environ.get(SIZE_VARIABLE, "")
        if not text:
            try:
                text = os.fsdecode(_read(os.path.join(self.folder, _LIMIT)))
            except OSError:
                return DEFAULT_LIMIT
        return parse_size(text)

    def set_limit(self, size: int) -> None:
        """Have the folder say its limit, and keep to it. Raises OSError."""
        os.makedirs(self.folder, exist_ok=True)
        _write(os.path.join(self.folder, _LIMIT), os.O_TRUNC, b"%d" % size)
        self.clean(size)

    def count(self, what: str) -> None:
        """Count a run. Counts are sizes of files, to which many may add at once. Raises OSError."""
        os.makedirs(self.folder, exist_ok=True)
        _write(os.path.join(self.folder, what), os.O_APPEND, b".")

    def counts(self) -> dict[str, int]:
        """What was counted."""
        found: dict[str, int] = {}
        for what in COUNTS:
            try:
                found[what] = os.stat(os.path.join(self.folder, what)).st_size
            except OSError:
                found[what] = 0
        return found

    def reset_counts(self) -> None:
        """Count from zero."""
        for what in COUNTS:
            _remove(os.path.join(self.folder, what))


def _blocks(size: int) -> int:
    return -(-size // _BLOCK)


def _read(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        parts: list[bytes] = []
        while part := os.read(descriptor, 1 << 20):
            parts.append(part)
    finally:
        os.close(descriptor)
    return b"".join(parts)


def _write(path: str, flags: int, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | flags, 0o666)
    try:
        write_all(descriptor, data)
    finally:
        os.close(descriptor)


def write_all(descriptor: int, data: bytes) -> None:
    """Write bytes to their end. Raises OSError."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return  # it is gone
