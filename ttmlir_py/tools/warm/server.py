"""The server: it loads the tools once, forks a process for each request, passes signals to it and its status back.

It serves one user and one identity (`places`), from one thread. It ends when nobody has asked for a while, when a file of the package,
of what it imports or of Python has changed, and when its socket is not its own any more; processes that are at work go on until they are over.
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
from typing import NoReturn

from ttmlir_py import interrupts
from ttmlir_py.tools import driver, thread_timeout
from ttmlir_py.tools.warm import places
from ttmlir_py.tools.warm.freshness import Loaded
from ttmlir_py.tools.warm.spare import Spare, find_pages, fork, wait
from ttmlir_py.tools.warm.worker import Request, complain, leave, parse_request
from ttmlir_py.tools.warm.written_pages import Pages

IDLE_VARIABLE, IDLE = "TTMLIR_WARM_IDLE", 900.0
"""Seconds without a request after which a server ends, and the variable that says otherwise."""
CHECK = 30.0
"""Seconds between looks at whether the server is needed at all."""
LONGEST_REQUEST = 1 << 23
"""Bytes; systems allow a quarter of it for arguments and variables."""
REQUEST_TIME = 10.0
"""Seconds in which a request must be there."""
MOST_CONNECTIONS = 200
SPARES = 2
"""Processes that wait for requests: of runs that follow each other at once, the second finds one that is ready."""
SHORT_RUN = 0.012
"""Seconds that a run of a small file takes at most."""
_CHUNK = 1 << 16
_DESCRIPTORS = 256
_TERMINAL_SIGNALS = (signal.SIGINT, signal.SIGQUIT)
"""What a terminal sends to all processes of a command."""


@dataclass(eq=False)
class Connection:
    """One client: its request as far as it is there, then the process that does its work."""

    client: socket.socket
    deadline: float
    data: bytearray = field(default_factory=bytearray)
    descriptors: list[int] = field(default_factory=list[int])
    pid: int = 0

    def close(self) -> None:
        """Forget the client and what it lent."""
        self.client.close()
        self.forget_descriptors()

    def forget_descriptors(self) -> None:
        """Close what the client lent: its process has it."""
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors.clear()

    def read(self) -> list[bytes] | None:
        """The fields of the request, when it is whole. ValueError if it is none, or if the client is gone."""
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
    """What listens for clients of one identity."""

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
        """Serve until it is time to end; in a process that was forked, what it has to do."""
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
                elif connection := self._connections.get(descriptor):
                    request = self._answer(connection)
                    if request is not None:
                        return request
            self._look_around()
        return None

    def _wait(self) -> list[int]:
        """The descriptors that something has come to."""
        polled = select.poll()
        for descriptor in (self._wake, *self._connections):
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
            time.sleep(0.01)  # too many descriptors, perhaps
            return
        if not places.is_own(credentials):
            connected.close()
            return
        connected.setblocking(False)
        deadline = time.monotonic() + REQUEST_TIME
        self._connections[connected.fileno()] = Connection(connected, deadline)

    def _answer(self, connection: Connection) -> Request | None:
        """Take what a client says; in a process that was forked for it, what it has to do."""
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
        """Fork for a request that this server may serve; in the process that was forked, what it has to do."""
        identity, *rest = fields
        request = parse_request(rest, connection.descriptors)
        if identity != self._identity or request is None or not self._is_open:
            self._drop(connection)
            return None
        gate, opener = os.pipe2(os.O_CLOEXEC)
        request.server, caller = os.getpid(), connection.client.fileno()
        pid = self._take_spare(rest, [*connection.descriptors, caller, gate]) or fork()
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
        """Whether too few processes wait for requests, and one more would not be in the way of runs. One that died is not missed before the next run."""
        has_room = len(self._connections) < self._processors
        return self._is_open and has_room and self._missing_spares > 0

    def _is_spare_due(self) -> bool:
        """Whether a process is to be forked now that waits for a request: not beside a run that may be over in a moment."""
        is_time = not self._connections or time.monotonic() >= self._spare_time
        return is_time and self._is_spare_wanted()

    def _make_spare(self) -> Request | None:
        """Fork the process of the next request, while nobody waits; in that process, what it has to do when it is asked."""
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

    def _take_spare(self, fields: list[bytes], descriptors: list[int]) -> int:
        """Let the process that waits for the longest time do a request; its number, 0 if there is none that can."""
        for spare in self._spares:
            if spare.offer(fields, descriptors):
                self._forget_spare(spare)
                return spare.pid
        return 0

    def _forget_spare(self, spare: Spare) -> None:
        spare.close()
        self._spares.remove(spare)

    def _begin(self, connection: Connection, opener: int) -> None:
        """Let a client and its process begin, unless a file has changed: it is looked at while the process gets ready."""
        is_fresh = self._loaded.is_fresh()
        try:
            if is_fresh:
                connection.client.sendall(b"S")
                os.write(opener, b"S")
        except OSError:
            is_fresh = False  # the client is gone
        else:
            if not is_fresh:
                self._shut()
        if not is_fresh:
            self._orphans.add(connection.pid)
            self._drop(connection)
            return
        self._last = time.monotonic()
        self._missing_spares = SPARES - len(self._spares)
        self._spare_time = self._last + SHORT_RUN
        self._served += 1
        connection.forget_descriptors()

    def _pass_signals(self, connection: Connection) -> None:
        """Send the signals that a client passes on to its process, and end that when the client is gone."""
        try:
            numbers = connection.client.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            numbers = b""
        for number in numbers or (signal.SIGKILL,):
            with suppress(
                OSError, ValueError
            ):  # it is over, but not reaped; there is no such signal
                self._signal(connection.pid, number)
        if not numbers:
            self._orphans.add(connection.pid)
            self._drop(connection)

    def _signal(self, pid: int, number: int) -> None:
        if number in _TERMINAL_SIGNALS:
            with suppress(ProcessLookupError):  # it has no group of its own yet
                os.killpg(pid, number)
                return
        os.kill(pid, number)

    def _reap(self) -> None:
        """Tell clients how their processes ended."""
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
        """Tell a client with what status, as `os.wait` gives it, its process ended; one that has been told does not listen any more."""
        with suppress(OSError):
            connection.client.sendall(places.ended(status))
        self._last = time.monotonic()
        self._drop(connection)

    def _drop(self, connection: Connection) -> None:
        del self._connections[connection.client.fileno()]
        connection.close()

    def _look_around(self) -> None:
        """End what takes too long, and the server if nobody needs it or nobody can find it."""
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
        """Listen no more: who comes from now on finds no server."""
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
            f"pid {os.getpid()}, up {minutes:.0f} min, {self._served} runs, {running} running{state}\n"
            f"  python  {sys.executable}\n  package {os.path.dirname(places.__file__)}\n"
        )


def _do_nothing(number: int, frame: FrameType | None) -> None:
    """What comes through the wake-up descriptor is enough."""


def main(lock: int) -> None:
    """Serve, given the lock that says that no other server of this identity does; in a forked process, do the tool's work.

    The server's object outlives the work: it would close what now has the numbers of its sockets.
    """
    server = _started(lock)
    request = server and server.serve()
    if request is None:
        if server is not None:
            os.ftruncate(lock, 0)  # it did come: the next one may start at once
        os._exit(0)
    work(request)


def work(request: Request) -> NoReturn:
    """Do a run as the process's whole work: as many calls deep as a script does it, so that as much of the stack is left."""
    request.take_over()
    driver.end = request.end
    code: object = 0
    try:
        code = import_module(f"ttmlir_py.tools.{request.tool}").main()
        interrupts.ignore()
    except SystemExit as end:
        code = end.code
    except BaseException:
        code = complain()
    leave(code)


def _started(lock: int) -> Server | None:
    """Load and listen; None if there may be no server of this identity."""
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    loaded = Loaded()
    identity = places.identity(places.read_process_file("status"))
    folder = places.open_folder()
    if identity is None or not _is_lock(lock, folder, places.name_of(identity)):
        return None
    from ttmlir_py.tools.warm.preparation import prepare

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
    """Whether the lock is that of the server of this name."""
    held, wanted = os.fstat(lock), os.stat(places.path_in(folder, name + places.LOCK))
    return os.path.samestat(held, wanted)
