"""Whether files may have changed, without a look at each: the system tells of what happens in their folders (inotify).

Only files that nothing can change in another way are covered: regular ones, of one name, at a path without links, on a file system of this
machine. A change through memory that is mapped and shared is told of when the file is closed.
"""

import ctypes
import os
import select
import stat
import struct
from collections.abc import Iterable
from contextlib import suppress

_LOCAL = {"ext2", "ext3", "ext4", "xfs", "f2fs", "tmpfs"}
"""File systems that nobody changes but through this system, and whose devices `stat` and the table of mounts call the same."""
_CHANGED = 0x2 | 0x4 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200
"""IN_MODIFY, IN_ATTRIB, IN_CLOSE_WRITE, IN_MOVED_FROM, IN_MOVED_TO, IN_CREATE, IN_DELETE: of a folder's files."""
_GONE = 0x400 | 0x800
"""IN_DELETE_SELF, IN_MOVE_SELF: of the folder."""
_LOST = _GONE | 0x2000 | 0x8000
"""And IN_UNMOUNT, IN_IGNORED: nothing more is told of it."""
_EVENT = struct.Struct("iIII")
"""Which watch, what happened, what belongs together, bytes of the name that follows."""
_CHUNK = 1 << 16
_MOST_READS = 64
_libc = ctypes.CDLL(None, use_errno=True)


class Watch:
    """What is told of the folders of some files, for as long as the process lives. `covered` are those files of which all is."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.covered = set[str]()
        self._folders: dict[str, tuple[int, int]] = {}
        self._is_lost = True
        self._changes = _libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._changes < 0:
            return  # others of this user have all there are
        try:
            self._mounts = os.open("/proc/self/mountinfo", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            os.close(self._changes)
            return
        self._is_lost = False
        self._polled = select.poll()
        self._polled.register(self._changes, select.POLLIN)
        self._polled.register(self._mounts, select.POLLPRI)
        self._polled.poll(0)  # from now on
        local = local_devices()
        for path in paths:
            folder = os.path.dirname(path)
            with suppress(OSError):
                if _is_simple(path, local) and self._is_watched(folder):
                    self.covered.add(path)

    def _is_watched(self, folder: str) -> bool:
        """Whether the system tells of a folder, from now on at the latest. Raises OSError."""
        if folder in self._folders:
            return True
        if os.path.realpath(folder) != folder:
            return False
        found = os.stat(folder)
        number = _libc.inotify_add_watch(self._changes, os.fsencode(folder), _CHANGED | _GONE)
        if number >= 0:
            self._folders[folder] = found.st_dev, found.st_ino
        return number >= 0

    def is_quiet(self) -> bool:
        """Whether nothing has happened to what is covered since this was asked last, for sure."""
        if self._is_lost or not all(map(self._is_in_place, self._folders.items())):
            return False
        ready = [descriptor for descriptor, _ in self._polled.poll(0)]
        if self._changes in ready:
            self._read()
        return not ready

    def _is_in_place(self, known: tuple[str, tuple[int, int]]) -> bool:
        """Whether the path of a folder still is that of what is watched: nothing is told when one above it is moved."""
        try:
            found = os.stat(known[0])
        except OSError:
            return False
        return (found.st_dev, found.st_ino) == known[1]

    def _read(self) -> None:
        """Forget what was told, but for the end of a watch."""
        for _ in range(_MOST_READS):
            try:
                data = os.read(self._changes, _CHUNK)
            except BlockingIOError:
                return
            position = 0
            while position < len(data):
                _, happened, _, length = _EVENT.unpack_from(data, position)
                self._is_lost |= bool(happened & _LOST)
                position += _EVENT.size + length


def _is_simple(path: str, devices: set[int]) -> bool:
    """Whether all that can happen to a file happens in its folder, on one of these devices. Raises OSError."""
    found = os.lstat(path)
    return stat.S_ISREG(found.st_mode) and found.st_nlink == 1 and found.st_dev in devices


def local_devices() -> set[int]:
    """The devices of file systems of this machine."""
    found = set[int]()
    with suppress(OSError), open("/proc/self/mountinfo", "rb") as file:
        for line in file:
            words, _, kind = line.partition(b" - ")
            major, _, minor = words.split()[2].partition(b":")
            if kind.split()[0].decode() in _LOCAL:
                found.add(os.makedev(int(major), int(minor)))
    return found
