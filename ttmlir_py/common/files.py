"""Atomic writing and bounded reading of files.

A failed write keeps the old file. Reading an endless device stops at a limit.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from importlib import import_module
from typing import BinaryIO

signal = import_module("_signal")
"""The module `signal` without its enumerations, whose creation takes longer than loading this
module.
"""
REPLACING, REPLACED = "ttmlir_py.common.files.replacing", "ttmlir_py.common.files.replaced"
"""Audit events with a path and its temporary file.

The first is raised before the temporary file is created, the second when it is complete.
"""

_STREAMS = ("/dev/fd/", "/dev/std", "/proc/")
"""Path prefixes of the process's open files, to which other processes may write."""
DEVICE_LIMIT = 1 << 26
"""Largest number of bytes read from a device, because some, such as /dev/zero, never end."""
_CHUNK = 1 << 20
_FATAL = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that end a process without raising an exception."""
_partials: dict[str, int] = {}
"""The id of the process that writes each temporary file, by path. Only unfinished files are listed.

A forked process inherits the entries of its parent. Comparing process ids keeps it from removing
its parent's files.
"""


def read_file(path: str | os.PathLike[str]) -> bytes:
    """Return the contents of a file. Raises OSError, also if a device has more than `DEVICE_LIMIT`
    bytes.
    """
    with reading(path) as file:
        return read_stream(file)


class reading:
    """A context manager that opens a file for reading bytes.

    Raises OSError that names the file also if reading fails, where `open` names it only if opening
    does.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)

    def __enter__(self) -> BinaryIO:
        self._file = open(self._path, "rb")
        return self._file

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._file.close()
        if isinstance(error, OSError) and error.filename is None:
            error.filename = self._path


def read_stream(file: BinaryIO) -> bytes:
    """Return all bytes from the current position of `file`, within the limit of `read_file`."""
    if not stat.S_ISCHR(os.fstat(file.fileno()).st_mode):
        return file.read()
    data = bytearray()
    while chunk := file.read(_CHUNK):
        data += chunk
        if len(data) > DEVICE_LIMIT:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return bytes(data)


class replacement:
    """A context manager that yields the name of a temporary file, and renames it to `path` on
    success.

    Until then, and after a failure, the old file remains. The temporary file is in the same folder,
    its name starts with a dot, and it gets the permissions of the old file. Devices, pipes, and
    files in a folder that cannot be written are written in place. Raises OSError that names the
    path.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._given = os.fspath(path)
        self._target = ""
        self._partial: str | None = None

    def __enter__(self) -> str:
        try:
            return self._begin()
        except OSError as error:
            self._discard()
            error.filename = self._given
            raise
        except BaseException:
            self._discard()
            raise

    def _begin(self) -> str:
        mode = _mode(self._given)
        if not self._given:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        self._target = os.path.realpath(self._given)
        if mode is None or _is_replaceable(self._given, mode):
            # the temporary file is registered before it exists, so that an interrupt or signal
            # cannot leave it behind
            self._partial = _name_beside(self._target)
            sys.audit(REPLACING, self._given, self._partial)
            _watch(self._partial)
            if not _create(self._partial, mode):
                _forget(self._partial)
                self._partial = None
        return self._partial or self._given

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            if error is None and self._partial is not None:
                sys.audit(REPLACED, self._given, self._partial)
                os.replace(self._partial, self._target)
                _forget(self._partial)
                self._partial = None
        except OSError as problem:
            problem.filename = self._given
            raise
        finally:
            self._discard()
        if isinstance(error, OSError):
            error.filename = self._given

    def _discard(self) -> None:
        """Remove the unfinished temporary file."""
        if self._partial is not None:
            _unlink(self._partial)
            _forget(self._partial)


def _watch(partial: str) -> None:
    """Remove the file `partial` if a signal ends the process, unless the signal has another
    handler.
    """
    _partials[partial] = os.getpid()
    _exchange(signal.SIG_DFL, _remove_and_end)


def _forget(partial: str) -> None:
    """Stop watching a file that is complete or removed. After the last one, restore signal
    handlers.
    """
    _partials.pop(partial, None)
    if not _partials:
        _exchange(_remove_and_end, signal.SIG_DFL)


def _exchange(old: object, new: object) -> None:
    """Replace the handler of each fatal signal whose handler is `old`.

    Only the main thread may do this.
    """
    for number in _FATAL:
        if signal.getsignal(number) is old:
            try:
                signal.signal(number, new)
            except ValueError:
                return


def _remove_and_end(number: int, _: object) -> None:
    """Remove all temporary files, and end the process with the signal `number`."""
    for partial, process in list(_partials.items()):
        if process == os.getpid():
            _unlink(partial)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return  # the file was not created


class new_file:
    """A context manager that opens a file for writing, which replaces `path` only on success.

    See `replacement`. Raises OSError.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._replacement = replacement(path)

    def __enter__(self) -> BinaryIO:
        name = self._replacement.__enter__()
        try:
            self._file = open(name, "wb")
        except BaseException as error:
            self._replacement.__exit__(type(error), error, None)
            raise
        return self._file

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            self._file.close()
        except OSError as problem:
            self._replacement.__exit__(type(problem), problem, None)
            raise
        self._replacement.__exit__(kind, error, trace)


def write_file(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Write a file atomically; text is encoded as UTF-8. Raises OSError."""
    with new_file(path) as file:
        file.write(data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data)


def _mode(path: str) -> int | None:
    """Return the mode of a path (file type and permissions), or None if it does not exist."""
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _is_replaceable(path: str, mode: int) -> bool:
    """Whether `path` is a regular file that this process may write."""
    if not stat.S_ISREG(mode) or os.path.abspath(path).startswith(_STREAMS):
        return False
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return True


def _name_beside(target: str) -> str:
    folder, name = os.path.split(target)
    return os.path.join(folder, f".{name[:100]}.{os.urandom(6).hex()}.partial")


def _create(partial: str, mode: int | None) -> bool:
    """Create an empty temporary file that will replace a file with the mode `mode`.

    Return False if the folder does not allow it, but the old file can be written in place.
    """
    try:
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except PermissionError:
        if mode is None:
            raise
        return False
    os.close(descriptor)
    if mode is not None:
        os.chmod(partial, stat.S_IMODE(mode))
    return True
