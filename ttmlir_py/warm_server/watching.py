"""Detection of changed files with inotify, instead of calling `stat` on each.

It covers only what cannot change in another way: folders and regular files with a single link, at
a path without symbolic links, on a local file system. A change through a shared memory map is
reported when the file is closed.
"""

import ctypes
import os
import select
import stat
import struct
from collections.abc import Iterable
from contextlib import suppress

_LOCAL = {"ext2", "ext3", "ext4", "xfs", "f2fs", "tmpfs"}
"""Local file systems for which `stat` and the mount table have the same device numbers."""
_CHANGED = 0x2 | 0x4 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200
"""Events of files in a folder.

They are IN_MODIFY, IN_ATTRIB, IN_CLOSE_WRITE, IN_MOVED_FROM, IN_MOVED_TO, IN_CREATE, IN_DELETE.
"""
_GONE = 0x400 | 0x800
"""Events of the folder itself: IN_DELETE_SELF and IN_MOVE_SELF."""
_LOST = _GONE | 0x2000 | 0x8000
"""Events after which no more events come: those in `_GONE`, IN_UNMOUNT and IN_IGNORED."""
_EVENT = struct.Struct("iIII")
"""An event: watch, event mask, cookie, and length of the name that follows."""
_CHUNK = 1 << 16
_MOST_READS = 64
_libc = ctypes.CDLL(None, use_errno=True)


class Watch:
    """A watch on folders and files, which detects all changes of those in `covered`."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.covered = set[str]()
        self._folders: dict[str, tuple[int, int]] = {}
        self._is_lost = True
        self._changes = _libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._changes < 0:
            return  # this user has no more inotify instances
        try:
            self._mounts = os.open("/proc/self/mountinfo", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            os.close(self._changes)
            return
        self._is_lost = False
        self._polled = select.poll()
        self._polled.register(self._changes, select.POLLIN)
        self._polled.register(self._mounts, select.POLLPRI)
        self._polled.poll(0)  # forget earlier changes of the mounts
        local = local_devices()
        for path in paths:
            with suppress(OSError):
                found = os.lstat(path)
                is_folder = stat.S_ISDIR(found.st_mode)
                folder = path if is_folder else os.path.dirname(path)
                is_simple = is_folder or (stat.S_ISREG(found.st_mode) and found.st_nlink == 1)
                if is_simple and found.st_dev in local and self._is_watched(folder):
                    self.covered.add(path)

    def _is_watched(self, folder: str) -> bool:
        """Return whether a folder is watched. A watch is added if needed. Raises OSError."""
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
        """Return whether nothing has happened to the covered files since the last call."""
        if self._is_lost or not all(map(self._is_in_place, self._folders.items())):
            return False
        ready = [descriptor for descriptor, _ in self._polled.poll(0)]
        if self._changes in ready:
            self._read()
        return not ready

    def _is_in_place(self, known: tuple[str, tuple[int, int]]) -> bool:
        """Return whether the path of a folder still leads to the folder that is watched.

        No event is sent if a parent folder is moved.
        """
        try:
            found = os.stat(known[0])
        except OSError:
            return False
        return (found.st_dev, found.st_ino) == known[1]

    def _read(self) -> None:
        """Discard pending events. Stop relying on the watch if one of them means that no more
        events will come.
        """
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


def local_devices() -> set[int]:
    """Return the devices of local file systems."""
    found = set[int]()
    with suppress(OSError), open("/proc/self/mountinfo", "rb") as file:
        for line in file:
            words, _, kind = line.partition(b" - ")
            major, _, minor = words.split()[2].partition(b":")
            if kind.split()[0].decode() in _LOCAL:
                found.add(os.makedev(int(major), int(minor)))
    return found
