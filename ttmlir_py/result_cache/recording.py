"""A recorder that stores the result of a run if an equal run would have the same result.

Python's audit events (PEP 578) report what a process opens, renames, starts and requests. A
cacheable run has read only complete regular files that did not change, and standard input to its
end. It has replaced files as a whole (`files.replacement`), written to its standard streams, and
had no other effect. The program is identified by the times and sizes of its files.
"""

import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ttmlir_py.common.files import REPLACED, REPLACING
from ttmlir_py.result_cache import keys, store
from ttmlir_py.tools.start import CACHE_VARIABLE
from ttmlir_py.warm_server import freshness

_WRITING = os.O_WRONLY | os.O_RDWR
_SYSTEM = ("/dev/", "/proc/", "/sys/")
_CHANGES = (
    "chdir chmod chown exec fork kill link mkdir posix_spawn remove rename rmdir spawn symlink "
    "system truncate utime"
)
_EFFECTS = (
    *(f"os.{each}" for each in _CHANGES.split()),
    *("shutil.", "socket.", "subprocess.", "tempfile.", "urllib.", "webbrowser."),
)
"""Prefixes of audit events for effects that the cache cannot repeat."""
_LISTINGS = ("os.listdir", "os.scandir")


class _Input(io.FileIO):
    """Standard input, with a digest of the data that was read, and whether its end was reached."""

    def __init__(self) -> None:
        super().__init__(0, "rb", closefd=False)
        self._state = store.running_digest()
        self.is_read = self.is_complete = False

    def _note(self, data: Any, is_end: bool) -> None:
        self._state.update(data)
        self.is_read, self.is_complete = True, is_end

    def readinto(self, buffer: Any, /) -> int | None:
        """Read available data into `buffer`, and update the digest."""
        count = super().readinto(buffer)
        self._note(memoryview(buffer)[: count or 0], count == 0)
        return count

    def readall(self) -> bytes:
        """Read all remaining data, and update the digest."""
        data = super().readall()
        self._note(data, True)
        return data

    def digest(self) -> bytes:
        """Return the digest of the data that was read."""
        return self._state.digest()


class _Output(io.FileIO):
    """A standard stream that records its output in pieces."""

    def __init__(self, number: int, pieces: list[bytes]) -> None:
        super().__init__(number, "wb", closefd=False)
        self._pieces = pieces

    def write(self, data: Any, /) -> int:
        """Write data, and record it."""
        count = super().write(data)
        self._pieces.append(bytes([self.fileno()]) + bytes(memoryview(data)[: count or 0]))
        return count


class Recorder:
    """The recorder of this process's run."""

    def __init__(self, tool: str) -> None:
        self._store = store.Store(os.environ[CACHE_VARIABLE])
        self._run: bytes | None = None
        with suppress(OSError):
            self._run = keys.run_key(tool)
        self._is_sound = self._run is not None
        self._is_deaf = False
        self._digests: dict[str, bytes] = {}
        self._partials: dict[str, str] = {}
        self._written: list[bytes] = []
        self._pieces: list[bytes] = []
        self._input: _Input | None = None

    def begin(self) -> None:
        """Start recording. Raises ValueError for an invalid size limit."""
        self._store.limit()
        if not self._is_sound:
            return
        self._input = _Input()
        sys.stdin = _text(io.BufferedReader(self._input))
        sys.stdout, sys.stderr = (
            _text(io.BufferedWriter(_Output(number, self._pieces)), is_lined)
            for number, is_lined in ((1, os.isatty(1)), (2, True))
        )
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Process an audit event. An error ends the recording, never the run."""
        if self._is_deaf or not self._is_sound:
            return
        self._is_deaf = True  # ignore events of the recorder itself
        try:
            self._is_sound = self._is_repeatable(event, arguments)
        except (OSError, ValueError, TypeError):
            self._is_sound = False
        finally:
            self._is_deaf = False

    def _is_repeatable(self, event: str, arguments: tuple[Any, ...]) -> bool:
        """Return whether the result can still be cached after an audit event."""
        if event == "open":
            path, _, flags = arguments
            return isinstance(path, int) or self._opened(os.fsdecode(path), flags)
        if event == REPLACING:
            given, partial = arguments
            self._partials[partial] = given
        elif event == REPLACED:
            given, partial = arguments
            with open(partial, "rb") as file:
                self._written += [os.fsencode(given), file.read()]
        elif event in _LISTINGS:
            folder = os.fsdecode(arguments[0] or ".")
            return os.path.isabs(folder) and folder.startswith(tuple(filter(None, sys.path)))
        elif event.startswith(_EFFECTS):
            path = arguments[0] if arguments else None
            return isinstance(path, str) and (path in self._partials or _is_compiled(path))
        return True

    def _opened(self, path: str, flags: int) -> bool:
        """Record a file that is opened for reading. Return whether the result can still be
        cached.
        """
        if path == os.devnull or path in self._partials or _is_compiled(path):
            return True
        if flags & _WRITING or os.path.abspath(path).startswith(_SYSTEM):
            return False
        if path.startswith(freshness.PACKAGE + os.sep) and not path.endswith(".py"):
            return True
        found = keys.file_digest(path)
        return found is not None and self._digests.setdefault(path, found) == found

    def finish(self, code: int) -> None:
        """Store the result of the finished run. A cache without write access stays unchanged."""
        self._is_deaf = True
        with suppress(OSError):
            sys.stdout.flush()
            try:
                self._count(code)
            except OSError as error:
                self._warn(error)

    def _count(self, code: int) -> None:
        if not self._is_sound:
            self._store.count("uncacheable")
        elif code:
            self._store.count("failed")
        else:
            self._store.count("misses" if self._keep() else "uncacheable")

    def _warn(self, error: OSError) -> None:
        """Warn about a folder that is no cache. A cache that is only read may be on purpose."""
        if not self._store.exists():
            folder = self._store.folder
            message = (
                f"warning: {CACHE_VARIABLE}: cannot write to {folder!r}: {error.strerror}; set it"
                " to a folder that can be written, or unset it\n"
            )
            os.write(2, os.fsencode(message))

    def _keep(self) -> bool:
        """Store the result if it can be cached. Return whether it can. Raises OSError."""
        assert self._run is not None
        assert self._input is not None
        if any(keys.file_digest(path) != found for path, found in self._digests.items()):
            return False
        digests = dict(self._digests)
        if self._input.is_read:
            if not self._input.is_complete or stat.S_ISCHR(os.fstat(0).st_mode):
                return False
            digests[keys.STANDARD_INPUT] = self._input.digest()
        files = sorted(set(program_files()))
        paths = "\0".join(files)
        if not freshness.are_older(files, keys.LOADED):
            return False
        program = os.fsencode(paths)
        shape = keys.pack_shape(list(digests), keys.program_key(program))
        result = keys.result_key(self._run, shape, [*digests.values()], keys.stamps(files))
        count = (len(self._written) // 2).to_bytes(4, "big")
        if self._store.get(keys.program_key(program)) is None:
            self._store.put(keys.program_key(program), program)
        self._store.put(result, store.pack([count, *self._written, *self._pieces]))
        self._store.put(self._run, shape)
        return True


def _text(
    buffer: io.BufferedReader | io.BufferedWriter, is_lined: bool = False
) -> io.TextIOWrapper:
    """Return a text stream over `buffer`, with the encoding of the standard streams.

    With `is_lined`, it is flushed after each line.
    """
    return io.TextIOWrapper(buffer, "utf-8", "surrogateescape", line_buffering=is_lined)


def _is_compiled(path: str) -> bool:
    """Return whether a path is compiled bytecode, which Python uses only if it is up to date."""
    folder, name = os.path.split(path)
    is_file = os.path.basename(folder) == "__pycache__" and ".pyc" in name
    return is_file or name == "__pycache__"


def program_files() -> Iterator[str]:
    """Yield the files of the program that determine the result.

    These are loaded modules, other files and folders of the package, the interpreter, and module
    search folders.
    """
    yield from (each for each in freshness.package_files() if not each.endswith(".py"))
    yield from freshness.other_files()
    for module in list(sys.modules.values()):
        path = module.__dict__.get("__file__")
        if path and path.startswith(freshness.PACKAGE + os.sep):
            yield path
