"""A pre-forked process: runs need not wait for the fork and first writes to shared pages."""

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
"""Maximum request size in bytes for a spare process: it fits into a socket before it is read."""
_DESCRIPTORS = 253
"""Maximum number of descriptors per message."""


class Spare:
    """The server's side: a process that waits for one request."""

    def __init__(self, pid: int, connection: socket.socket) -> None:
        self.pid, self._connection = pid, connection

    def offer(self, fields: list[bytes], descriptors: list[int]) -> bool:
        """Offer a request without blocking, and return whether the process received it.

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
        """Close the connection; the process ends if it received no request."""
        self._connection.close()


def fork() -> int:
    """Fork like `os.fork`, but return -1 if this fails.

    In the new process all signals are blocked, and none wakes the server.
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
    """Return the pages that a process writes to during typical work, measured in a forked one.

    Returns an empty list if the system does not support this.
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
    numbers = memoryview(data[: len(data) // 16 * 16]).cast("Q")  # incomplete if killed
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def get_ready(pages: Pages) -> None:
    """Do preparatory work of a run, so that written pages (reference counts) become private."""
    worker.open_streams()
    worker.set_default_signals()
    gc.disable()
    if not populate(pages):
        rehearse()
    gc.collect()  # otherwise the first request would pay for this collection
    gc.freeze()
    gc.enable()


def wait(connection: socket.socket, server: int, pages: Pages) -> worker.Request:
    """Get ready and wait for a request; the process exits if none comes.

    It keeps only the connection's descriptor.
    """
    worker.die_with(server)
    worker.close_all_but({0, 1, 2, connection.fileno()})
    get_ready(pages)
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
    request.server = server
    request.caller, request.gate = descriptors[-2:]
    return request
