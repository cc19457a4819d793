"""The warm server: it loads the tools once and forks processes that run them.

It forwards signals to a client's process and returns its status. It serves one user and one
identity (`places`) from one thread. It ends after a time without requests, when a file of the
package, its dependencies or Python has changed, or when its socket was replaced. Running processes
continue to their end.
"""

import gc
import os
import select
import signal
import socket
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from types import FrameType

from ttmlir_py.common import interrupts, thread_timeout
from ttmlir_py.tools import driver
from ttmlir_py.warm_server import places
from ttmlir_py.warm_server.freshness import Loaded
from ttmlir_py.warm_server.preparation import prepare
from ttmlir_py.warm_server.spare import Spare, find_pages, fork, receive, wait
from ttmlir_py.warm_server.worker import (
    FINISHED,
    LONGEST_REPEATABLE,
    READY,
    REPEATABLE,
    Ended,
    Request,
    complain,
    leave,
    parse_request,
    unwind,
)
from ttmlir_py.warm_server.written_pages import Pages

IDLE_VARIABLE, IDLE = "TTMLIR_WARM_IDLE", 900.0
"""Environment variable and default of the seconds without requests after which a server ends."""
CHECK = 30.0
"""Seconds between checks whether the server is still needed."""
LONGEST_REQUEST = 1 << 23
"""Largest size of a request in bytes. Systems allow a quarter of it for arguments and variables."""
REQUEST_TIME = 10.0
"""Seconds within which a request must be complete."""
MOST_CONNECTIONS = 200
SPARES = 2
"""Number of pre-forked processes, so that consecutive runs also find a ready one."""
SHORT_RUN = 0.012
"""Longest duration, in seconds, of a run on a small file. The server waits this long before it
forks a spare process.
"""
_CHUNK = 1 << 16
_DESCRIPTORS = 256
_TERMINAL_SIGNALS = (signal.SIGINT, signal.SIGQUIT)
"""Signals that a terminal sends to all processes of a command."""


@dataclass(eq=False)
class Connection:
    """The connection of a client: its request so far, then the process that does its work."""

    client: socket.socket
    deadline: float
    data: bytearray = field(default_factory=bytearray)
    descriptors: list[int] = field(default_factory=list[int])
    pid: int = 0
    tool: str = ""

    def close(self) -> None:
        """Close the connection, and the client's descriptors."""
        self.client.close()
        self.forget_descriptors()

    def forget_descriptors(self) -> None:
        """Close the client's descriptors, which its process has inherited."""
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors.clear()

    def read(self) -> list[bytes] | None:
        """Return the fields of the request if it is complete, else None.

        Raises ValueError for an invalid request, or if the client is gone.
        """
        size = socket.CMSG_SPACE(_DESCRIPTORS * places.NUMBER)
        data, lent, flags, _ = self.client.recvmsg(_CHUNK, size, socket.MSG_CMSG_CLOEXEC)
        for _, kind, numbers in lent:
            if kind == socket.SCM_RIGHTS:
                self.descriptors += memoryview(numbers[: len(numbers) // 4 * 4]).cast("i")
        self.data += data
        length = int.from_bytes(self.data[: places.NUMBER], "big")
        if not data or flags & socket.MSG_CTRUNC or length > LONGEST_REQUEST:
            raise ValueError
        if len(self.data) < places.NUMBER + length:
            return None
        protocol, *fields = bytes(self.data[places.NUMBER :]).split(b"\0")
        if len(self.data) > places.NUMBER + length or protocol != places.PROTOCOL or not fields:
            raise ValueError
        return fields


class Server:
    """A server that listens for clients of one identity."""

    def __init__(
        self, identity: bytes, loaded: Loaded, pages: Pages, listener: socket.socket, path: str
    ) -> None:
        self._identity, self._loaded, self._pages = identity, loaded, pages
        self._listener, self._path = listener, path
        self._inode = os.stat(path).st_ino
        self._connections: dict[int, Connection] = {}
        self._processors = len(os.sched_getaffinity(0))
        self._orphans = set[int]()
        self._spares: list[Spare] = []
        self._busy: dict[int, tuple[Spare, Connection]] = {}
        """Maps descriptors to pre-forked processes that work, and whom for."""
        self._missing_spares, self._spare_time = SPARES, 0.0
        self._served, self._started = 0, time.monotonic()
        self._last = self._started
        self._is_open = True
        try:
            self._idle = float(os.environ.get(IDLE_VARIABLE, IDLE))
        except ValueError:
            self._idle = IDLE
        self._wake, wakened = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.signal(signal.SIGCHLD, _do_nothing)
        signal.signal(signal.SIGTERM, self._end)
        signal.set_wakeup_fd(wakened, warn_on_full_buffer=False)

    def serve(self) -> Request | None:
        """Serve until the server ends, and return None. In a forked process, return its request."""
        while self._is_open or self._connections or self._orphans:
            if self._is_spare_due():
                request = self._make_spare()
                if request is not None:
                    return request
            for descriptor in self._wait():
                if descriptor == self._wake:
                    self._reap()
                elif descriptor == self._listener.fileno():
                    self._accept()
                elif descriptor in self._busy:
                    self._hear(descriptor)
                elif connection := self._connections.get(descriptor):
                    request = self._answer(connection)
                    if request is not None:
                        return request
            self._look_around()
        return None

    def _wait(self) -> list[int]:
        """Return the descriptors that have events."""
        polled = select.poll()
        for descriptor in (self._wake, *self._connections, *self._busy):
            polled.register(descriptor, select.POLLIN)
        if self._is_open and len(self._connections) < MOST_CONNECTIONS:
            polled.register(self._listener.fileno(), select.POLLIN)
        is_reading = any(not connection.pid for connection in self._connections.values())
        pause = 1.0 if is_reading else min(CHECK, max(self._idle, 0.05))
        if self._is_spare_wanted():
            pause = min(pause, max(self._spare_time - time.monotonic(), 0))
        return [descriptor for descriptor, _ in polled.poll(pause * 1000)]

    def _accept(self) -> None:
        try:
            connected, _ = self._listener.accept()
            credentials = connected.getsockopt(
                socket.SOL_SOCKET, socket.SO_PEERCRED, places.CREDENTIALS
            )
        except OSError:
            time.sleep(0.01)  # perhaps too many descriptors are open
            return
        if not places.is_own(credentials):
            connected.close()
            return
        connected.setblocking(False)
        deadline = time.monotonic() + REQUEST_TIME
        self._connections[connected.fileno()] = Connection(connected, deadline)

    def _answer(self, connection: Connection) -> Request | None:
        """Process a client's message. In a process forked for it, return the request."""
        if connection.pid:
            self._pass_signals(connection)
            return None
        try:
            fields = connection.read()
        except BlockingIOError:
            return None
        except (OSError, ValueError):
            self._drop(connection)
            return None
        if fields is None:
            return None
        verb, *rest = fields
        if verb == b"run" and rest:
            return self._run(connection, rest)
        if verb == b"stop":
            self._shut()
        if verb in (b"status", b"stop"):
            with suppress(OSError):
                connection.client.sendall(self._status().encode("utf-8", "surrogateescape"))
        self._drop(connection)
        return None

    def _run(self, connection: Connection, fields: list[bytes]) -> Request | None:
        """Fork for a valid request. In the forked process, return the request."""
        identity, *rest = fields
        request = parse_request(rest, connection.descriptors)
        if identity != self._identity or request is None or not self._is_open:
            self._drop(connection)
            return None
        gate, opener = os.pipe2(os.O_CLOEXEC)
        request.server, caller = os.getpid(), connection.client.fileno()
        connection.tool = request.tool
        pid = self._take_spare(connection, rest, [caller, gate]) or fork()
        if pid == 0:
            request.caller, request.gate = caller, gate
            return request
        os.close(gate)
        if pid > 0:
            connection.pid = pid
            self._begin(connection, opener)
        else:
            self._drop(connection)
        os.close(opener)
        return None

    def _is_spare_wanted(self) -> bool:
        """Return whether another spare process is needed and would not slow down runs.

        A spare process that died is not replaced before the next run.
        """
        has_room = len(self._connections) < self._processors
        return self._is_open and has_room and self._missing_spares > 0

    def _is_spare_due(self) -> bool:
        """Return whether to fork a spare process now. The fork is postponed while a run is likely
        to end soon.
        """
        is_time = not self._connections or time.monotonic() >= self._spare_time
        return is_time and self._is_spare_wanted()

    def _make_spare(self) -> Request | None:
        """Fork a spare process while no client is waiting. In the forked process, return the
        request that it receives.
        """
        ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        self._missing_spares -= 1
        server, pid = os.getpid(), fork()
        if pid == 0:
            ours.close()
            self._listener.close()
            return wait(its, server, self._pages)
        its.close()
        if pid > 0:
            self._spares.append(Spare(pid, ours))
        else:
            ours.close()
        return None

    def _take_spare(self, connection: Connection, fields: list[bytes], own: list[int]) -> int:
        """Give a request to the oldest spare process that can take it. Return its process id, or
        0.

        `own` are the connection's descriptor and the gate.
        """
        for spare in self._spares:
            if spare.offer(fields, [*connection.descriptors, *own]):
                self._spares.remove(spare)
                self._busy[spare.number] = spare, connection
                return spare.pid
        return 0

    def _hear(self, descriptor: int) -> None:
        """Process a message of a pre-forked process that works.

        When its run is finished, the client gets the status from the process itself.
        """
        spare, connection = self._busy[descriptor]
        message = spare.receive()
        if message is None:
            return
        if message == FINISHED:
            self._last = time.monotonic()
            self._orphans.add(spare.pid)
            self._drop(connection)
        else:
            del self._busy[descriptor]
            if message == READY and self._is_open:
                self._orphans.discard(spare.pid)
                self._spares.append(spare)
            else:
                spare.close()
        self._count_missing_spares()

    def _count_missing_spares(self) -> None:
        """Count the spare processes to fork, besides those that will be ready in a moment."""
        returning = sum(served.client.fileno() < 0 for _, served in self._busy.values())
        self._missing_spares = SPARES - len(self._spares) - returning

    def _forget_spare(self, spare: Spare) -> None:
        spare.close()
        self._spares.remove(spare)

    def _begin(self, connection: Connection, opener: int) -> None:
        """Let a client and its process begin, unless a file has changed.

        Files are checked at this point because the process gets ready meanwhile.
        """
        is_fresh = self._loaded.is_fresh()
        try:
            if is_fresh:
                connection.client.sendall(b"S")
                os.write(opener, b"S")
        except OSError:
            is_fresh = False  # the client has disconnected
        else:
            if not is_fresh:
                self._shut()
        if not is_fresh:
            self._orphans.add(connection.pid)
            self._drop(connection)
            return
        self._last = time.monotonic()
        self._count_missing_spares()
        is_repeatable = connection.tool in REPEATABLE
        self._spare_time = self._last + (LONGEST_REPEATABLE if is_repeatable else SHORT_RUN)
        self._served += 1
        connection.forget_descriptors()

    def _pass_signals(self, connection: Connection) -> None:
        """Forward a client's signals to its process, and kill the process when the client is
        gone.
        """
        try:
            numbers = connection.client.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            numbers = b""
        if not numbers and self._is_finished(connection):
            return
        for number in numbers or (signal.SIGKILL,):
            with suppress(
                OSError, ValueError
            ):  # the process has ended but is not reaped, or the signal is invalid
                self._signal(connection.pid, number)
        if not numbers:
            self._orphans.add(connection.pid)
            self._drop(connection)

    def _is_finished(self, connection: Connection) -> bool:
        """Return whether the run is finished of a client that is gone. If so, drop the client."""
        for descriptor, (_, served) in list(self._busy.items()):
            if served is connection:
                self._hear(descriptor)
        return connection.client.fileno() < 0

    def _signal(self, pid: int, number: int) -> None:
        if number in _TERMINAL_SIGNALS:
            with suppress(ProcessLookupError):  # the process has no group yet
                os.killpg(pid, number)
                return
        os.kill(pid, number)

    def _reap(self) -> None:
        """Reap processes that have ended, and report their statuses to the clients."""
        with suppress(BlockingIOError):
            os.read(self._wake, _CHUNK)
        self._orphans = {pid for pid in self._orphans if not os.waitpid(pid, os.WNOHANG)[0]}
        for spare in list(self._spares):
            if os.waitpid(spare.pid, os.WNOHANG)[0]:
                self._forget_spare(spare)
        for connection in list(self._connections.values()):
            if connection.pid:
                pid, status = os.waitpid(connection.pid, os.WNOHANG)
                if pid:
                    self._finish(connection, status)

    def _finish(self, connection: Connection, status: int) -> None:
        """Send a client the status of its process, as `os.wait` returns it.

        A client that already has the status no longer listens.
        """
        with suppress(OSError):
            connection.client.sendall(places.ended(status))
        self._last = time.monotonic()
        self._drop(connection)

    def _drop(self, connection: Connection) -> None:
        """Close a connection, unless it is closed."""
        if self._connections.pop(connection.client.fileno(), None):
            connection.close()

    def _look_around(self) -> None:
        """Drop requests that are too slow. End the server if it is idle or its socket was
        replaced.
        """
        now = time.monotonic()
        for connection in list(self._connections.values()):
            if not connection.pid and now > connection.deadline:
                self._drop(connection)
        if self._is_open and not self._connections and now > self._last + self._idle:
            self._shut()
        if self._is_open and not self._is_found():
            self._shut()

    def _is_found(self) -> bool:
        try:
            return os.stat(self._path).st_ino == self._inode
        except OSError:
            return False

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._shut()

    def _shut(self) -> None:
        """Stop listening, so that later clients find no server."""
        if self._is_open:
            self._is_open = False
            for spare in list(self._spares):
                self._orphans.add(spare.pid)
                self._forget_spare(spare)
            if self._is_found():
                with suppress(OSError):
                    os.unlink(self._path)
            self._listener.close()

    def _status(self) -> str:
        running = sum(bool(connection.pid) for connection in self._connections.values())
        minutes = (time.monotonic() - self._started) / 60
        state = "" if self._is_open else ", ending"
        return (
            f"pid {os.getpid()}, up {minutes:.0f} min, {self._served} runs, {running} "
            f"running{state}\n"
            f"  python  {sys.executable}\n  package {os.path.dirname(places.__file__)}\n"
        )


def _do_nothing(number: int, frame: FrameType | None) -> None:
    """Do nothing for the signal, which wakes the server through its wake-up descriptor."""


def main(lock: int) -> None:
    """Serve while holding the lock of this identity. In a forked process, run the tool.

    The server object must outlive the work: otherwise it would close descriptors that reuse its
    sockets' numbers.
    """
    server = _started(lock)
    request = None if server is None else server.serve()
    if request is None:
        if server is not None:
            os.ftruncate(lock, 0)  # the start succeeded, so the next server may start immediately
        os._exit(0)
    while True:
        request = work(request)


def work(request: Request) -> Request:
    """Run the tool in this process. Then exit, or return the next request.

    The call depth equals that of a script, so that the same stack depth remains.
    """
    request.take_over()
    driver.end = unwind if request.can_repeat() else request.end
    code: object = 0
    ended: int | None = None
    try:
        code = import_module(f"ttmlir_py.tools.{request.tool}").main()
        interrupts.ignore()
    except Ended as end:
        ended = end.code
    except SystemExit as end:
        code = end.code
    except BaseException:
        code = complain()
    if ended is not None:
        if not request.is_clean():
            request.end(ended)
        request.repeat(ended)
        return receive(request.home, request.server, request.runs + 1)
    driver.end = request.end
    leave(code)


def _started(lock: int) -> Server | None:
    """Load the tools and listen. Return None if the process must not serve: without an identity or
    its lock, or if files have changed while they were loaded.
    """
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    loaded = Loaded()
    identity = places.identity(places.read_process_file("status"))
    folder = places.open_folder()
    if identity is None or not _is_lock(lock, folder, places.name_of(identity)):
        return None
    thread_timeout.shorten()
    prepare()
    if not loaded.complete():
        return None
    gc.collect()
    gc.freeze()
    pages = find_pages()
    path = places.path_in(folder, places.name_of(identity) + places.SOCKET)
    with suppress(FileNotFoundError):
        os.unlink(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
    listener.bind(path)
    listener.listen(128)
    listener.setblocking(False)
    return Server(identity, loaded, pages, listener, path)


def _is_lock(lock: int, folder: int, name: str) -> bool:
    """Return whether `lock` is the lock file of the server `name`."""
    held, wanted = os.fstat(lock), os.stat(places.path_in(folder, name + places.LOCK))
    return os.path.samestat(held, wanted)
