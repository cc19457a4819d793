"""The locations of a user's servers, and the identity that a process and its server must share.

The client imports this module in each run, so it needs only modules that Python loads at its start.
"""

import _imp
import os
import stat
import sys

from ttmlir_py.common import PACKAGE_FOLDER, thread_timeout

PROTOCOL = b"ttmlir-py 1"
"""First field of a request, which ends with the protocol version."""
NUMBER = 4
"""Size in bytes of numbers in a message: lengths, statuses, and descriptors sent along."""
CREDENTIALS = 12
"""Size in bytes of `struct ucred`, the value of `SO_PEERCRED`."""
INTERRUPTED = 130
"""The exit code in `ttmlir_py.common.interrupts`, whose import would take longer."""
PACKAGE = PACKAGE_FOLDER
SOCKET, LOCK = ".sock", ".lock"
"""Suffixes of a server's files: its socket, and the lock file that it holds while it runs."""

_PREFIXES = (
    *("PYTHON", "LC_", "LD_", "GLIBC_", "MALLOC_"),
    *("OPENBLAS_", "OMP_", "GOTO_", "MKL_", "BLIS_", "KMP_", "NPY_", "NUMPY_"),
)
_NAMES = ("LANG", "LANGUAGE", "TZ")
"""Environment variables that Python or libraries read at startup, so that a server cannot change
them.
"""
_STATUS = (
    *("Uid:", "Gid:", "Groups:", "NoNewPrivs:", "Seccomp:"),
    *("CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:", "Cpus_allowed:", "Mems_allowed:"),
)
"""Lines of `/proc/self/status` that must be equal for the client and the server."""
_NAMESPACES = ("mnt", "pid", "net", "user", "ipc", "uts")
_UNLIMITED = ("Max cpu time", "Max data size", "Max address space")
"""Resource limits that must be unlimited, because a server has used time and memory before a
run.
"""


def folder() -> str:
    """Return the path of the folder of this user's servers, which may not exist."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return os.path.join(runtime, "ttmlir-py")
    return f"/tmp/ttmlir-py-{os.geteuid()}"


def open_folder(create: bool = True) -> int:
    """Return a descriptor of the folder, which is created if needed.

    Raises OSError if this fails, or if other users can access the folder.
    """
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
        return  # another process has created the folder


def path_in(folder: int, name: str) -> str:
    """Return the path of a file in an open folder.

    Such a path has no length limit, and is safe if the folder is replaced.
    """
    return f"/proc/self/fd/{folder}/{name}"


def read_process_file(name: str) -> str:
    """Return the contents of a file in `/proc/self`. Raises OSError."""
    descriptor = os.open(f"/proc/self/{name}", os.O_RDONLY)
    try:
        data = b""
        while part := os.read(descriptor, 1 << 16):
            data += part
    finally:
        os.close(descriptor)
    return os.fsdecode(data)


def identity(status: str) -> bytes | None:
    """Return the identity that a server and its client must share, or None if no server is allowed.

    It covers the interpreter, the module search path, variables, rights, limits, control groups and
    the root of the file system. `status` is the contents of `/proc/self/status`. Raises OSError if
    the system does not provide these.
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
    """Return the environment variables, with values, that Python and libraries read at startup.

    The variable that tools set for their child processes is excluded.
    """
    return sorted(
        f"{name}={value}"
        for name, value in os.environ.items()
        if (name in _NAMES or name.startswith(_PREFIXES)) and name != thread_timeout.VARIABLE
    )


def stamp(path: str) -> tuple[int, int, int, int]:
    """Return metadata that changes when a file changes. Raises OSError.

    These are modification time and status change time in nanoseconds, size and inode.
    """
    found = os.stat(path)
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


def name_of(identity: bytes) -> str:
    """Return the file name of the server for an identity. A server compares the whole identity."""
    return _imp.source_hash(1, identity).hex()


def ended(status: int) -> bytes:
    """Return the last message to a client, with the status of its work as `os.wait` returns it."""
    return b"E" + status.to_bytes(NUMBER, "big")


def is_own(credentials: bytes) -> bool:
    """Return whether credentials from `SO_PEERCRED` belong to this user."""
    return int.from_bytes(credentials[4:8], sys.byteorder) == os.geteuid()
