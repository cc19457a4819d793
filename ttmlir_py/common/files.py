"""Files: one that could not be written to its end leaves what was there before, and one without an end is not read for ever."""

import errno
import os
import stat
import sys

TYPE_CHECKING = False
"""True to type checkers; not of `typing`, which takes longer to load than this module."""
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from types import FrameType
    from typing import BinaryIO
else:
    import _signal as signal  # without the enumerations, which take longer to make than this module to load

REPLACING, REPLACED = "ttmlir_py.common.files.replacing", "ttmlir_py.common.files.replaced"
"""Audit events, with a path and the name of what will replace it: before that is made, and when it is complete."""

_STREAMS = ("/dev/fd/", "/dev/std", "/proc/")
"""Names of what a process has open, to which others write, too."""
DEVICE_LIMIT = 1 << 26
"""Bytes that are read at most of a device: some, such as /dev/zero, never end."""
_CHUNK = 1 << 20
_FATAL = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that end a process, which raise nothing in it."""
_partials: dict[str, int] = {}
"""Files that are being written, and the processes that write them: a fork knows its parent's, too."""


def read_file(path: str | os.PathLike[str]) -> bytes:
    """All bytes of a file. Raises OSError, for more than `DEVICE_LIMIT` bytes of a device, too."""
    with open(path, "rb") as file:
        return read_stream(file)


def read_stream(file: "BinaryIO") -> bytes:
    """All bytes from here on; see `read_file`."""
    if not stat.S_ISCHR(os.fstat(file.fileno()).st_mode):
        return file.read()
    data = bytearray()
    while chunk := file.read(_CHUNK):
        data += chunk
        if len(data) > DEVICE_LIMIT:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return bytes(data)


class replacement:
    """The name of a file to be written, which gets the name `path` when all went well; until then, and else, the old one stays.

    It stands beside the old one, whose permissions it gets, and its name starts with a dot. What is no ordinary file (a device,
    a pipe) is written in place, and so is one in a folder where nothing can be made. Raises OSError that names the path.
    """

    def __init__(self, path: "str | os.PathLike[str]") -> None:
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
            # known before it exists, so that neither an interrupt nor a signal leaves anything
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
        """Remove what was not finished."""
        if self._partial is not None:
            _unlink(self._partial)
            _forget(self._partial)


def _watch(partial: str) -> None:
    """Remove a file if a signal ends the process, unless somebody else has a say in what that signal does."""
    _partials[partial] = os.getpid()
    _exchange(signal.SIG_DFL, _remove_and_end)


def _forget(partial: str) -> None:
    """The file is whole or gone; without others signals do what they did before."""
    _partials.pop(partial, None)
    if not _partials:
        _exchange(_remove_and_end, signal.SIG_DFL)


def _exchange(
    old: object, new: "Callable[[int, FrameType | None], None] | signal.Handlers"
) -> None:
    """Have the signals handled that are handled as `old` says as `new` says; threads but the main one may not."""
    for number in _FATAL:
        if signal.getsignal(number) is old:
            try:
                signal.signal(number, new)
            except ValueError:
                return


def _remove_and_end(number: int, _: "FrameType | None") -> None:
    """End by the signal as if it had not been caught, without leaving parts of files."""
    for partial, process in list(_partials.items()):
        if process == os.getpid():
            _unlink(partial)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return  # it was not made


class new_file:
    """A file to be written, which is there at the end or not at all; see `replacement`. Raises OSError."""

    def __init__(self, path: "str | os.PathLike[str]") -> None:
        self._replacement = replacement(path)

    def __enter__(self) -> "BinaryIO":
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
