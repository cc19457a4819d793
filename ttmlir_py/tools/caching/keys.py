"""When two runs are the same: they have the same key, and under that read the same bytes with the same program.

The same code computes what identifies a run before it and after it, in the process of the tool and in that of a warm server.
"""

import os
import stat
import sys
import time

from ttmlir_py.tools.caching import store
from ttmlir_py.tools.warm import places

TYPE_CHECKING = False
"""True to type checkers; not of `typing`, which takes longer to load than all else here."""
if TYPE_CHECKING:
    from collections.abc import Iterable

TOOLS = ("ttopt", "tttranslate", "ttmlir_compile")
"""The tools whose results follow from their inputs: what measures, shows or asks is run each time."""
NOT_REPEATABLE = ("mlir-timing", "profile-actions-to", "progress", "report")
"""Options whose effects follow from more than the inputs."""
LOADED = time.time_ns() - 20_000_000
"""Before a tool's process, or the warm server that forked it, loaded what the tool needs, in ns; clocks of files lag behind by some ms."""
STANDARD_INPUT = "-"
"""The name of standard input among the inputs."""
ABSENT = b"absent"
"""In the place of the digest of a file that does not exist."""

_PROTOCOL = b"ttmlir-py results 1"
_VARIABLES = ("TERM", "COLUMNS", "NO_COLOR", "TTMLIR_PY_TRACEBACK")


def run_key(tool: str) -> bytes | None:
    """What this process's run is, but for what it will read; None if its result cannot be kept. Raises OSError, e.g. where a standard stream is closed."""
    for number in (0, 1, 2):
        os.fstat(number)
    names = (each.lstrip("-").partition("=")[0] for each in sys.argv[1:] if each[:1] == "-")
    if tool not in TOOLS or any(name in NOT_REPEATABLE for name in names):
        return None
    if tool == "ttmlir_compile" and os.isatty(2):
        return None  # it shows its progress
    extra = [f"{name}={os.environ[name]}" for name in _VARIABLES if name in os.environ]
    parts = [
        *(tool, os.path.basename(sys.argv[0]), repr(sys.argv[1:]), os.getcwd()),
        *(sys.executable, sys.version, repr(sys.warnoptions), repr(sys.path)),
        *(places.PACKAGE, repr(_interpreter_options()), repr((os.isatty(1), os.isatty(2)))),
        *(*places.variables(), *extra),
    ]
    return store.digest(store.pack([_PROTOCOL, *map(os.fsencode, parts)]))


def _interpreter_options() -> list[str]:
    """What stands before the script in the command."""
    given = sys.orig_argv
    return given[: given.index(sys.argv[0])] if sys.argv[0] in given else given


def stamps(paths: "Iterable[str]") -> bytes:
    """What changes when one of these files does: its times, its size, which file it is, whether it is there."""
    lines: list[str] = []
    for path in paths:
        try:
            lines.append(" ".join(map(str, places.stamp(path))))
        except OSError:
            lines.append("")
    return store.digest("\n".join(lines).encode())


def file_digest(path: str) -> bytes | None:
    """The digest of a file's content, `ABSENT` if there is none; None for what is no ordinary file, as reading may change that."""
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


def pack_shape(inputs: "list[str]", program: bytes) -> bytes:
    """What a run of a key read: names of files, and the key of the list of the program's files."""
    return store.pack([program, *map(os.fsencode, inputs)])


def program_key(paths: bytes) -> bytes:
    """The key of a list of files, which are separated by zero bytes."""
    return store.digest(b"program" + paths)


def result_key(run: bytes, shape: bytes, digests: "list[bytes]", stamp: bytes) -> bytes:
    """The key of the result of a run that reads these inputs, with a program whose files have these stamps."""
    return store.digest(store.pack([run, shape, *digests, stamp]))
