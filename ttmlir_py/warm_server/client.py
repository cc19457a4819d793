"""The thin client of the warm server.

It lends its descriptors, folder, arguments and variables to a process that the server forks, and
ends with that process's status. It imports almost nothing, because it must finish faster than a
tool loads. If no server is available, the client has no effect: the tool runs in this process, and
a server is started for the next run.
"""

import _socket
import os
import sys
from importlib import import_module

from ttmlir_py.warm_server import places

_signal = import_module("_signal")
"""The module `signal` without its enumerations, whose creation takes longer than the rest."""

PATIENCE = 5.0
"""Seconds to wait for a server's reply."""
PAUSE = 5.0
"""Seconds after the start of a server in which no other server is started, even if that server
fails.
"""
_MOST_DESCRIPTORS, _LARGEST_DESCRIPTOR = 250, 1000
"""Largest number of descriptors in a request, and largest descriptor number."""
_FORWARDED = ("HUP", "INT", "QUIT", "USR1", "USR2", "ALRM", "TERM")
STOP, CONTINUE = 19, 18
"""Numbers of the signals SIGSTOP and SIGCONT."""


def run(tool: str) -> None:
    """Let a server do the work of this process, then exit. If no server can do it, return without
    effect.
    """
    interrupted = _signal.getsignal(_signal.SIGINT)
    if interrupted is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _leave)
    connection = _accepted(tool)
    if connection is not None:
        _follow(connection)
    if interrupted is not None:
        _signal.signal(_signal.SIGINT, interrupted)


def _leave(number: int, frame: object) -> None:
    """Exit because of an interrupt that came before the tool had started."""
    os._exit(places.INTERRUPTED)


def _accepted(tool: str) -> _socket.socket | None:
    """Return the connection with a server that accepted the request, or None."""
    try:
        status = places.read_process_file("status")
        identity = _identity(status)
        descriptors = _inherited()
        if identity is None or descriptors is None:
            return None
        connection = _connect(places.name_of(identity))
    except OSError:
        return None
    if connection is None:
        return None
    request = [*_fields(tool, status, descriptors), *_words()]
    try:
        is_accepted = _ask(connection, [b"run", identity, *request], descriptors)
    except OSError:
        is_accepted = False
    if is_accepted or _withdraw(connection):
        return connection
    connection.close()
    return None


def _identity(status: str) -> bytes | None:
    """Return the identity that this process and its server must share, or None if no server may be
    used.

    No server may be used if the process is traced or has interpreter options.
    """
    if sys.platform != "linux" or sys.gettrace() or sys.getprofile():
        return None
    if sys.orig_argv[1:2] != sys.argv[:1]:
        return None
    return places.identity(status)


def _inherited() -> list[int] | None:
    """Return all inherited descriptors, including those of process substitutions `<(...)`. Return
    None if there are too many.
    """
    found: list[int] = []
    for name in os.listdir("/proc/self/fd"):
        try:
            if os.get_inheritable(int(name)):
                found.append(int(name))
        except OSError:
            continue  # skip the descriptor that was used for listing
    if len(found) > _MOST_DESCRIPTORS or max(found, default=0) > _LARGEST_DESCRIPTOR:
        return None
    return found


def _connect(name: str) -> _socket.socket | None:
    """Return a connection to this user's server of that name, or start the server and return
    None.
    """
    folder = places.open_folder()
    try:
        connection = connection_to(places.path_in(folder, name + places.SOCKET))
        if connection is None:
            start_server(folder, name)
        return connection
    finally:
        os.close(folder)


def connection_to(path: str) -> _socket.socket | None:
    """Return a connection to a socket if its owner is this user, else None."""
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    connection.settimeout(PATIENCE)
    try:
        connection.connect(path)
        credentials = connection.getsockopt(
            _socket.SOL_SOCKET, _socket.SO_PEERCRED, places.CREDENTIALS
        )
    except OSError:
        credentials = b""
    if len(credentials) == places.CREDENTIALS and places.is_own(credentials):
        return connection
    connection.close()
    return None


def _fields(tool: str, status: str, descriptors: list[int]) -> list[bytes]:
    """Return the fields of a request that describe this process: the tool, the script's folder,
    umask, signal masks and descriptor numbers.
    """
    parted = (line.partition(":\t") for line in status.splitlines())
    values = {name: value for name, _, value in parted}
    script = "" if sys.flags.safe_path else sys.path[0]
    numbers = ",".join(map(str, descriptors))
    fields = (tool, script, values["Umask"], values["SigIgn"], values["SigBlk"], numbers)
    return [os.fsencode(field) for field in fields]


def _words() -> list[bytes]:
    """Return the number of arguments, the arguments and the environment variables."""
    arguments = [os.fsencode(argument) for argument in sys.argv]
    variables = [name + b"=" + value for name, value in os.environb.items()]
    return [b"%d" % len(arguments), *arguments, *variables]


def message(fields: list[bytes]) -> bytes:
    """Return a request as bytes: its length, the protocol, and the fields."""
    body = b"\0".join([places.PROTOCOL, *fields])
    return len(body).to_bytes(places.NUMBER, "big") + body


def _ask(connection: _socket.socket, fields: list[bytes], descriptors: list[int]) -> bool:
    """Send a request with its descriptors. Return whether the server accepts it.

    Raises OSError if the connection fails or the server is too slow.
    """
    data = message(fields)
    here = os.open(".", os.O_PATH | os.O_DIRECTORY)
    numbers = b"".join(
        number.to_bytes(places.NUMBER, sys.byteorder) for number in (*descriptors, here)
    )
    sent = connection.sendmsg([data], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, numbers)])
    os.close(here)
    connection.sendall(data[sent:])
    return connection.recv(1) == b"S"


def _withdraw(connection: _socket.socket) -> bool:
    """Withdraw a request. Return whether it was accepted in the meantime.

    Work that may have begun must not be done twice.
    """
    try:
        connection.shutdown(_socket.SHUT_RDWR)
        return connection.recv(1) == b"S"
    except OSError:
        return False


def _follow(connection: _socket.socket) -> None:
    """Forward signals until the server's process ends, then end with its status."""
    connection.settimeout(None)
    _forward_signals(connection)
    answer = b""
    while len(answer) < 1 + places.NUMBER:
        try:
            data = connection.recv(1 + places.NUMBER - len(answer))
        except OSError:
            data = b""
        if not data:
            os.write(2, f"{sys.argv[0]}: error: the warm server ended before its work\n".encode())
            os._exit(1)
        answer += data
    status = int.from_bytes(answer[1:], "big")
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number != _signal.SIGKILL:
            _signal.signal(number, _signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _forward_signals(connection: _socket.socket) -> None:
    """Forward signals that would end or stop this process to the server's process."""

    def forward(number: int, frame: object) -> None:
        try:
            connection.send(bytes([number]))
        except OSError:
            return  # the server's process has ended

    def stop(number: int, frame: object) -> None:
        forward(STOP, frame)
        os.kill(os.getpid(), STOP)
        forward(CONTINUE, frame)

    for name in _FORWARDED:
        number = getattr(_signal, f"SIG{name}")
        if _signal.getsignal(number) is not _signal.SIG_IGN and number is not None:
            _signal.signal(number, forward)
    if _signal.getsignal(_signal.SIGTSTP) == _signal.SIG_DFL:
        _signal.signal(_signal.SIGTSTP, stop)


def start_server(folder: int, name: str) -> None:
    """Start a server that outlives this process.

    Does nothing if another server is starting, or failed to start a moment ago.
    """
    from fcntl import LOCK_EX, LOCK_NB, flock
    from time import time

    lock = os.open(
        places.path_in(folder, name + places.LOCK), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600
    )
    try:
        flock(lock, LOCK_EX | LOCK_NB)
        status = os.fstat(lock)
        if status.st_size and abs(time() - status.st_mtime) < PAUSE:
            return
        os.ftruncate(lock, 0)
        os.write(lock, b"starting\n")
        _spawn(lock)
    except BlockingIOError:
        return
    finally:
        os.close(lock)


def _spawn(lock: int) -> None:
    """Start a server process in its own session, which inherits only the descriptor `lock`."""
    from fcntl import F_DUPFD, fcntl

    pid = os.fork()
    if pid:
        os.waitpid(pid, 0)
        return
    try:
        os.setsid()
        if os.fork():
            os._exit(0)
        os.chdir("/")
        held = fcntl(lock, F_DUPFD, 3)
        for name in os.listdir("/proc/self/fd"):
            if int(name) not in (held, 0, 1, 2):
                try:
                    os.close(int(name))
                except OSError:
                    continue  # skip the descriptor that was used for listing
        null = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(null, number)
        program = f"from ttmlir_py.warm_server.server import main; main({held})"
        os.set_inheritable(held, True)
        os.execv(sys.executable, [sys.executable, "-P", "-c", program])
    finally:
        os._exit(1)
