"""Where a user's servers are, and what a process and its server must have in common.

The client imports this in each run, so it needs nothing that Python has not loaded at its start.
"""

import _imp
import os
import stat
import sys

from ttmlir_py.tools import thread_timeout

PROTOCOL = b"ttmlir-py 1"
"""The first words of a request; another number is another protocol."""
NUMBER = 4
"""Bytes of a number in a message: lengths, statuses, and the descriptors beside it."""
CREDENTIALS = 12
"""Bytes of `struct ucred`, which `SO_PEERCRED` gives."""
INTERRUPTED = 130
"""The exit code of `ttmlir_py.interrupts`, which takes longer to import."""
PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOCKET, LOCK = ".sock", ".lock"
"""How the files of a server end: what it listens at, and what it holds locked from its start to its end."""

_PREFIXES = (
    *("PYTHON", "LC_", "LD_", "GLIBC_", "MALLOC_"),
    *("OPENBLAS_", "OMP_", "GOTO_", "MKL_", "BLIS_", "KMP_", "NPY_", "NUMPY_"),
)
_NAMES = ("LANG", "LANGUAGE", "TZ")
"""Variables that are read when Python or a library starts: a server cannot follow them later."""
_STATUS = (
    *("Uid:", "Gid:", "Groups:", "NoNewPrivs:", "Seccomp:"),
    *("CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:", "Cpus_allowed:", "Mems_allowed:"),
)
"""What of a process's status may not be another in the process that does its work."""
_NAMESPACES = ("mnt", "pid", "net", "user", "ipc", "uts")
_UNLIMITED = ("Max cpu time", "Max data size", "Max address space")
"""A server has used time and memory before a run begins, so it does not work under limits of them."""


def folder() -> str:
    """The folder of this user's servers, which may not exist."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return os.path.join(runtime, "ttmlir-py")
    return f"/tmp/ttmlir-py-{os.geteuid()}"


def open_folder(create: bool = True) -> int:
    """A descriptor of the folder, made if need be. OSError if it cannot be, or if anybody else could write or read there."""
    path = folder()
    if create and not os.path.lexists(path):
        _make_private(path)
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    status = os.fstat(descriptor)
    if status.st_uid != os.geteuid() or stat.S_IMODE(status.st_mode) & 0o077:
        os.close(descriptor)
        raise PermissionError(f"{path} is not private")
    return descriptor


def _make_private(path: str) -> None:
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        return  # another process was faster


def path_in(folder: int, name: str) -> str:
    """The path of a file in an open folder: of any length, and of no other folder that takes its place."""
    return f"/proc/self/fd/{folder}/{name}"


def read_process_file(name: str) -> str:
    """What the system says of this process. Raises OSError."""
    descriptor = os.open(f"/proc/self/{name}", os.O_RDONLY)
    try:
        data = b""
        while part := os.read(descriptor, 1 << 16):
            data += part
    finally:
        os.close(descriptor)
    return os.fsdecode(data)


def identity(status: str) -> bytes | None:
    """All that a server and the process that it works for must have in common, given the process's status; None if no server may work for it.

    The interpreter, where the package and what it imports are found, variables, rights, limits, groups for accounting, the root of the
    file system. Raises OSError where the system does not tell.
    """
    limits = read_process_file("limits")
    for line in limits.splitlines():
        if line.startswith(_UNLIMITED) and line.split()[-3:-1] != ["unlimited", "unlimited"]:
            return None
    root = os.stat("/")
    parts = [
        *(sys.executable, sys.version, os.path.dirname(__file__)),
        *(sys.path if sys.flags.safe_path else sys.path[1:]),
        *variables(),
        *(line for line in status.splitlines() if line.startswith(_STATUS)),
        *(os.readlink(f"/proc/self/ns/{name}") for name in _NAMESPACES),
        *(limits, read_process_file("cgroup"), f"{root.st_dev} {root.st_ino} {os.nice(0)}"),
    ]
    return "\n".join(parts).encode("utf-8", "surrogateescape")


def variables() -> list[str]:
    """The variables that Python and libraries read when they start, with their values; but for the one that tools set for those that they start."""
    return sorted(
        f"{name}={value}"
        for name, value in os.environ.items()
        if (name in _NAMES or name.startswith(_PREFIXES)) and name != thread_timeout.VARIABLE
    )


def stamp(path: str) -> "tuple[int, int, int, int]":
    """What changes with a file: the times of its content and of its status in ns, its size, which file it is. Raises OSError."""
    found = os.stat(path)
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


def name_of(identity: bytes) -> str:
    """What the files of the server of an identity are called; a server compares the whole identity."""
    return _imp.source_hash(1, identity).hex()


def ended(status: int) -> bytes:
    """The last words to a client: with what status, as `os.wait` gives it, its work ended."""
    return b"E" + status.to_bytes(NUMBER, "big")


def is_own(credentials: bytes) -> bool:
    """Whether what `SO_PEERCRED` gives, three numbers, says that the other side is this user."""
    return int.from_bytes(credentials[4:8], sys.byteorder) == os.geteuid()
