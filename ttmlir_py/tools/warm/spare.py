"""A process that is forked before anybody asks for it, so that a run need not wait for what a fork copies and a first run touches."""

import array
import gc
import os
import signal
import socket
import sys
from itertools import chain

from ttmlir_py.tools.warm import places, worker
from ttmlir_py.tools.warm.preparation import rehearse
from ttmlir_py.tools.warm.written_pages import Pages, own_pages, populate

_LONGEST = 1 << 16
"""Bytes of a request that a spare process is given: what fits into a socket whether or not anybody reads already."""
_DESCRIPTORS = 253
"""What the system lets a message carry."""


class Spare:
    """The server's side: a process that waits for one request."""

    def __init__(self, pid: int, connection: socket.socket) -> None:
        self.pid, self._connection = pid, connection

    def offer(self, fields: list[bytes], descriptors: list[int]) -> bool:
        """Give it the request that fields describe, and what it lends, with the client's connection and the gate as the last; whether it has it. It never waits."""
        data = b"\0".join(fields)
        if len(data) > _LONGEST or len(descriptors) > _DESCRIPTORS:
            return False
        lent = array.array("i", descriptors)
        try:
            self._connection.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, lent)])
        except OSError:
            return False  # it is gone
        return True

    def close(self) -> None:
        """Need it no more: it ends if it was given no request."""
        self._connection.close()


def fork() -> int:
    """As `os.fork`, but -1 where there can be no other process; in the new one all signals wait, and none wakes the server."""
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
    """The pages that a process writes to until it has done what runs do: a forked one tells. None where the system does not."""
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
    numbers = memoryview(data[: len(data) // 16 * 16]).cast("Q")  # if it was ended, not all
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def get_ready(pages: Pages) -> None:
    """Do what a run need not do then; what it writes to, reference counts above all, is this process's own from now on."""
    worker.open_streams()
    worker.set_default_signals()
    gc.disable()
    if not populate(pages):
        rehearse()
    gc.collect()  # which else happens as soon as a request is there
    gc.freeze()
    gc.enable()


def wait(connection: socket.socket, server: int, pages: Pages) -> worker.Request:
    """Get ready and wait for a request; the process ends if none comes. It holds no descriptor but that of the connection."""
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
