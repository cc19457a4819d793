"""A folder of objects with limited size, safe for concurrent processes and for killed writers.

An object is either complete or absent. The module is imported first, so it needs only modules that
Python loads at its start.
"""

import os
from importlib import import_module

_blake2 = import_module("_blake2")
"""The module behind `hashlib` without OpenSSL, which takes longer to load than the rest."""

SIZE_VARIABLE = "TTMLIR_CACHE_SIZE"
"""Environment variable for the size limit."""
DEFAULT_LIMIT = 1 << 30
COUNTS = ("hits", "misses", "failed", "uncacheable")
"""Counted outcomes of runs.

They are: results from the cache, stored results, failed runs, runs that cannot be cached.
"""

_DIGEST = 32
_LENGTH = 8
_BLOCK = 4096
"""Allocation unit of common file systems, in bytes."""
_OBJECTS, _NEW, _ADDED, _LIMIT = "objects", "new-", "added", "limit"
_STALE = 3600
"""Age in seconds from which an unfinished object is considered abandoned."""
_UNITS = {"K": 10, "M": 20, "G": 30, "T": 40}


def digest(data: bytes) -> bytes:
    """Return a digest of bytes. Equal digests are taken to mean equal bytes."""
    return _blake2.blake2b(data, digest_size=_DIGEST).digest()


def file_digest(descriptor: int) -> bytes:
    """Return the digest of all data that can be read from a descriptor. Raises OSError."""
    state = _blake2.blake2b(digest_size=_DIGEST)
    while part := os.read(descriptor, 1 << 20):
        state.update(part)
    return state.digest()


def running_digest():
    """Return a digest object, which is updated with data."""
    return _blake2.blake2b(digest_size=_DIGEST)


def pack(fields: list[bytes]) -> bytes:
    """Return a unique encoding of fields as bytes."""
    return b"".join(len(field).to_bytes(_LENGTH, "big") + field for field in fields)


def unpack(data: bytes) -> list[bytes]:
    """Return the fields that `pack` encoded."""
    fields: list[bytes] = []
    at = 0
    while at < len(data):
        end = at + _LENGTH + int.from_bytes(data[at : at + _LENGTH], "big")
        fields.append(data[at + _LENGTH : end])
        at = end
    return fields


def parse_size(text: str) -> int:
    """Return the number of bytes in a text such as `500M` or `2G`. Raises ValueError."""
    text = text.strip().upper().removesuffix("B").removesuffix("I")
    shift = _UNITS.get(text[-1:], 0)
    number = text[:-1] if shift else text
    if not (number.isascii() and number.isdecimal()) or len(number) > 15:
        raise ValueError("expected a whole number followed by K, M, G or T")
    return int(number) << shift


class Store:
    """The objects in a folder, which is created with the first object."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._objects = os.path.join(folder, _OBJECTS)

    def exists(self) -> bool:
        """Return whether the folder has objects, so that it can be used without write access."""
        return os.path.isdir(self._objects)

    def get(self, key: bytes) -> bytes | None:
        """Return an object and mark it as used, or None if it is missing or damaged."""
        path = self._path(key)
        try:
            data = _read(path)
            os.utime(path)
        except OSError:
            return None
        return data[_DIGEST:] if data[:_DIGEST] == digest(key + data[_DIGEST:]) else None

    def put(self, key: bytes, data: bytes) -> None:
        """Store an object unless it is larger than a quarter of the limit.

        Raises OSError, and ValueError for an invalid limit.
        """
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
        """Remove abandoned objects, then the least recently used ones until the rest fits the
        limit.
        """
        from time import time

        found = [each for each in self._files() if not self._is_unfinished(each, time())]
        total = sum(size for _, size, _ in found)
        for _, size, path in sorted(found):
            if total <= limit:
                return
            _remove(path)
            total -= size

    def _is_unfinished(self, file: tuple[int, int, str], now: float) -> bool:
        """Return whether a file is an unfinished object. An abandoned one is removed."""
        if not os.path.basename(file[2]).startswith(_NEW):
            return False
        if file[0] < (now - _STALE) * 1e9:
            _remove(file[2])
        return True

    def _files(self) -> list[tuple[int, int, str]]:
        """Return the last use in nanoseconds, the allocated bytes and the path of each file."""
        found: list[tuple[int, int, str]] = []
        try:
            with os.scandir(self._objects) as entries:
                for entry in entries:
                    if len(entry.name) != 2 * _DIGEST and not entry.name.startswith(_NEW):
                        continue  # not a file of the cache
                    try:
                        status = entry.stat(follow_symlinks=False)
                    except OSError:
                        continue  # another process also removes objects
                    found.append((status.st_mtime_ns, _blocks(status.st_size) * _BLOCK, entry.path))
        except FileNotFoundError:
            return []
        return found

    def use(self) -> tuple[int, int]:
        """Return the number of objects, and their total size in bytes. Raises OSError."""
        files = self._files()
        return len(files), sum(size for _, size, _ in files)

    def clear(self) -> None:
        """Remove all objects. Raises OSError."""
        for _, _, path in self._files():
            _remove(path)

    def limit(self) -> int:
        """Return the size limit in bytes. Raises ValueError.

        It is that of the environment variable, or of the folder, or 1 GiB.
        """
        text = os.environ.get(SIZE_VARIABLE, "")
        if not text:
            try:
                text = os.fsdecode(_read(os.path.join(self.folder, _LIMIT)))
            except OSError:
                return DEFAULT_LIMIT
        return parse_size(text)

    def set_limit(self, size: int) -> None:
        """Set the folder's size limit in bytes, and remove objects that exceed it. Raises
        OSError.
        """
        os.makedirs(self.folder, exist_ok=True)
        _write(os.path.join(self.folder, _LIMIT), os.O_TRUNC, b"%d" % size)
        self.clean(size)

    def count(self, what: str) -> None:
        """Count a run with the outcome `what`, one of `COUNTS`. Raises OSError.

        Counts are file sizes, which many processes can increase at once.
        """
        os.makedirs(self.folder, exist_ok=True)
        _write(os.path.join(self.folder, what), os.O_APPEND, b".")

    def counts(self) -> dict[str, int]:
        """Return the counts of all outcomes."""
        found: dict[str, int] = {}
        for what in COUNTS:
            try:
                found[what] = os.stat(os.path.join(self.folder, what)).st_size
            except OSError:
                found[what] = 0
        return found

    def reset_counts(self) -> None:
        """Reset all counts to zero."""
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
    """Write all bytes to a descriptor. Raises OSError."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return  # the file is already removed
