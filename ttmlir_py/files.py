"""Files: one that could not be written to its end leaves what was there before, and one without an end is not read for ever."""

import errno
import os
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import BinaryIO

_STREAMS = ("/dev/fd/", "/dev/std", "/proc/")
"""Names of what a process has open, to which others write, too."""
DEVICE_LIMIT = 1 << 26
"""Bytes that are read at most of a device: some, such as /dev/zero, never end."""
_CHUNK = 1 << 20


def read_file(path: str | os.PathLike[str]) -> bytes:
    """All bytes of a file. Raises OSError, for more than `DEVICE_LIMIT` bytes of a device, too."""
    with open(path, "rb") as file:
        return read_stream(file)


def read_stream(file: BinaryIO) -> bytes:
    """All bytes from here on; see `read_file`."""
    if not stat.S_ISCHR(os.fstat(file.fileno()).st_mode):
        return file.read()
    data = bytearray()
    while chunk := file.read(_CHUNK):
        data += chunk
        if len(data) > DEVICE_LIMIT:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return bytes(data)


@contextmanager
def replacement(path: str | os.PathLike[str]) -> Generator[str]:
    """The name of a file to be written, which gets the name `path` when all went well; until then, and else, the old one stays.

    It stands beside the old one, whose permissions it gets, and its name starts with a dot. What is no ordinary file (a device,
    a pipe) is written in place, and so is one in a folder where nothing can be made. Raises OSError that names the path.
    """
    given = os.fspath(path)
    partial = None
    try:
        mode = _mode(given)
        if not given:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        target = os.path.realpath(given)
        if mode is None or _is_replaceable(given, mode):
            partial = _name_beside(
                target
            )  # known before it exists, so that an interrupt leaves nothing
            if not _create(partial, mode):
                partial = None
        yield partial or given
        if partial is not None:
            os.replace(partial, target)
            partial = None
    except OSError as error:
        error.filename = given
        raise
    finally:
        if partial is not None:
            with suppress(OSError):
                os.unlink(partial)


@contextmanager
def new_file(path: str | os.PathLike[str]) -> Generator[BinaryIO]:
    """A file to be written, which is there at the end or not at all; see `replacement`. Raises OSError."""
    with replacement(path) as name, open(name, "wb") as file:
        yield file


def write_file(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Write a whole file, text as UTF-8; see `new_file`. Raises OSError."""
    with new_file(path) as file:
        file.write(data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data)


def _mode(path: str) -> int | None:
    """The kind and permissions of what the path names; None if there is nothing."""
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _is_replaceable(path: str, mode: int) -> bool:
    """Whether it is an ordinary file, which this process may write."""
    if not stat.S_ISREG(mode) or os.path.abspath(path).startswith(_STREAMS):
        return False
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return True


def _name_beside(target: str) -> str:
    folder, name = os.path.split(target)
    return os.path.join(folder, f".{name[:100]}.{os.urandom(6).hex()}.partial")


def _create(partial: str, mode: int | None) -> bool:
    """Make an empty file that will replace one of this mode; False if that is not allowed, but the old one can be written."""
    try:
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    except PermissionError:
        if mode is None:
            raise
        return False
    os.close(descriptor)
    if mode is not None:
        os.chmod(partial, stat.S_IMODE(mode))
    return True
