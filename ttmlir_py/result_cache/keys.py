"""Keys of runs: runs are equal if they have the same key, inputs and program.

The same code computes keys before and after a run, in the tool's process and in a warm server's.
"""

import os
import stat
import sys
import time
from _collections_abc import Iterable

from ttmlir_py.result_cache import store
from ttmlir_py.warm_server import places

TOOLS = ("ttopt", "tttranslate", "ttmlir_compile")
"""Tools whose results depend only on inputs. Other tools measure, display or interact."""
NOT_REPEATABLE = ("mlir-timing", "profile-actions-to", "progress", "report")
"""Options whose effects depend on more than the inputs."""
LOADED = time.time_ns() - 20_000_000
"""A time, in nanoseconds, that is certainly before this process or its warm server loaded the tool.

It is 20 ms early, because the clock of files may lag.
"""
STANDARD_INPUT = "-"
"""The name that stands for standard input among the inputs."""
ABSENT = b"absent"
"""The digest that stands for a missing file."""

_PROTOCOL = b"ttmlir-py results 1"
_VARIABLES = ("TERM", "COLUMNS", "NO_COLOR", "TTMLIR_PY_TRACEBACK")


def run_key(tool: str) -> bytes | None:
    """Return the key of this process's run, without its inputs, or None if it cannot be cached.

    Raises OSError, for example if a standard stream is closed.
    """
    for number in (0, 1, 2):
        os.fstat(number)
    names = (each.lstrip("-").partition("=")[0] for each in sys.argv[1:] if each[:1] == "-")
    if tool not in TOOLS or any(name in NOT_REPEATABLE for name in names):
        return None
    if tool == "ttmlir_compile" and os.isatty(2):
        return None  # on a terminal the tool shows its progress, which is not cached
    extra = [f"{name}={os.environ[name]}" for name in _VARIABLES if name in os.environ]
    parts = [
        *(tool, os.path.basename(sys.argv[0]), repr(sys.argv[1:]), os.getcwd()),
        *(sys.executable, sys.version, repr(sys.warnoptions), repr(sys.path)),
        *(places.PACKAGE, repr(_interpreter_options()), repr((os.isatty(1), os.isatty(2)))),
        *(*places.variables(), *extra),
    ]
    return store.digest(store.pack([_PROTOCOL, *map(os.fsencode, parts)]))


def _interpreter_options() -> list[str]:
    """Return the options of the Python interpreter in the command."""
    given = sys.orig_argv
    return given[: given.index(sys.argv[0])] if sys.argv[0] in given else given


def stamps(paths: Iterable[str]) -> bytes:
    """Return a digest of the metadata of files, which also covers whether they exist."""
    lines: list[str] = []
    for path in paths:
        try:
            lines.append(repr(places.stamp(path)))
        except OSError:
            lines.append("")
    return store.digest("\n".join(lines).encode())


def file_digest(path: str) -> bytes | None:
    """Return the digest of a file's content, or `ABSENT` if it does not exist.

    Return None for special files, because reading can change them.
    """
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return ABSENT
    except OSError:
        return None
    try:
        return store.file_digest(descriptor)
    except OSError:
        return None
    finally:
        os.close(descriptor)


def pack_shape(inputs: list[str], program: bytes) -> bytes:
    """Return the inputs of a run in packed form: the key of the program's files, and file names."""
    return store.pack([program, *map(os.fsencode, inputs)])


def program_key(paths: bytes) -> bytes:
    """Return the key of a list of files, whose paths are separated by zero bytes."""
    return store.digest(b"program" + paths)


def result_key(run: bytes, shape: bytes, digests: list[bytes], stamp: bytes) -> bytes:
    """Return the key of a result.

    It combines the run's key, its packed inputs, their digests, and the digest of the program's
    files.
    """
    return store.digest(store.pack([run, shape, *digests, stamp]))
