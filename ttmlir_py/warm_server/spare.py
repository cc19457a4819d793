"""A pre-forked process, which saves runs the time of forking and of first writes to shared pages.

It waits for a request, and after a short run for the next one (`worker.Request.repeat`).
"""

import array
import gc
import os
import signal
import socket
import sys
from itertools import chain

from ttmlir_py.warm_server import places, worker
from ttmlir_py.warm_server.preparation import rehearse
from ttmlir_py.warm_server.written_pages import Pages, own_pages, populate

_LONGEST = 1 << 16
"""Largest size in bytes of a request for a spare process: a socket can hold it unread."""
_DESCRIPTORS = 253
"""Largest number of descriptors per message."""


class Spare:
    """The server's connection to a pre-forked process, which waits for one request."""

    def __init__(self, pid: int, connection: socket.socket) -> None:
        self.pid, self._connection = pid, connection
        self.number = connection.fileno()

    def receive(self) -> bytes | None:
        """Return a message of the process, b"" if it has ended, or None if it sent none."""
        try:
            return self._connection.recv(1)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def offer(self, fields: list[bytes], descriptors: list[int]) -> bool:
        """Offer a request without blocking. Return whether the process received it.

        The last two descriptors are the client's connection and the gate.
        """
        data = b"\0".join(fields)
        if len(data) > _LONGEST or len(descriptors) > _DESCRIPTORS:
            return False
        lent = array.array("i", descriptors)
        try:
            self._connection.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, lent)])
        except OSError:
            return False  # the process is gone
        return True

    def close(self) -> None:
        """Close the connection. If the process has not received a request, it ends."""
        self._connection.close()


def fork() -> int:
    """Fork like `os.fork`, but return -1 on failure.

    In the new process all signals are blocked, and they do not wake the server.
    """
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        pid = os.fork()
    except OSError:
        pid = -1
    if pid:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    else:
        signal.set_wakeup_fd(-1)
    return pid


def find_pages() -> Pages:
    """Return the memory pages that typical work writes to, as measured in a forked process. The
    list is empty if the system does not support the measurement.
    """
    reading, writing = os.pipe2(os.O_CLOEXEC)
    pid = fork()
    if pid == 0:
        try:
            get_ready([])
            os.write(writing, array.array("Q", chain.from_iterable(own_pages())))
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as file:
        data = file.read()
    if pid > 0:
        os.waitpid(pid, 0)
    # the last number is incomplete if the process was killed
    numbers = memoryview(data[: len(data) // 16 * 16]).cast("Q")
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def get_ready(pages: Pages) -> None:
    """Do the initial work that all runs have in common, and copy `pages`, which runs write to."""
    worker.open_streams()
    worker.set_default_signals()
    gc.disable()
    if not populate(pages):
        rehearse()
    gc.collect()  # otherwise the first request would pay for this collection
    gc.freeze()
    gc.enable()


def wait(connection: socket.socket, server: int, pages: Pages) -> worker.Request:
    """Get ready, and return the next request. The process exits if no request comes.

    Only the connection's descriptor stays open.
    """
    worker.die_with(server)
    worker.close_all_but({0, 1, 2, connection.fileno()})
    get_ready(pages)
    return receive(connection.detach(), server, 1)


def receive(home: int, server: int, runs: int) -> worker.Request:
    """Return the next request for this process, its run number `runs`. The process exits if no
    request comes.
    """
    connection = socket.socket(fileno=home)
    size = socket.CMSG_SPACE(_DESCRIPTORS * places.NUMBER)
    data, lent, _, _ = connection.recvmsg(_LONGEST, size, socket.MSG_CMSG_CLOEXEC)
    descriptors = [
        int.from_bytes(numbers[start : start + places.NUMBER], sys.byteorder, signed=True)
        for _, _, numbers in lent
        for start in range(0, len(numbers), places.NUMBER)
    ]
    request = worker.parse_request(data.split(b"\0"), descriptors[:-2])
    if request is None:
        os._exit(0)
    while signal.sigtimedwait(signal.valid_signals(), 0):
        pass  # a signal for the run before
    request.server, request.home, request.runs = server, connection.detach(), runs
    request.caller, request.gate = descriptors[-2:]
    return request
