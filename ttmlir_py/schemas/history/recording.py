"""Records how the schemas of tt-mlir changed from commit to commit, from a copy of its repository.

`python -m ttmlir_py.schemas.history.recording REPOSITORY > states.txt` prints the contents of
`states.txt`. `__init__.py` explains its lines.
"""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from ttmlir_py.schemas.history import (
    DIGITS,
    LAST,
    NUMBERS,
    Declared,
    TypeName,
    declared_in_last,
    entry_text,
    patched,
)
from ttmlir_py.schemas.parsing import parse

_FIRST: Final = "2025-02-25"
"""The first day that is recorded. From then on, most tables have the form of 2026-08."""
_FOLDERS: Final = ("include/ttmlir/Target/TTNN", "include/ttmlir/Target/Common")
_RENAMED: Final = {"MemoryConfig": "MemoryConfigDesc"}
"""Maps upstream's names of types to those of this project's schemas."""


class _State(NamedTuple):
    commits: list[str]
    """The commits with these schemas, the oldest one first."""
    date: str
    files: dict[str, str]
    """Maps paths of schemas to the names of their contents in the repository."""


class _Repository:
    """A copy of upstream's repository."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._parsed: dict[str, Any] = {}

    def _git(self, *arguments: str) -> str:
        command = ["git", "-C", self._path, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def states(self) -> list[_State]:
        """Return the states of the schemas until the commit `LAST`, the oldest one first."""
        form = ("log", "--first-parent", "--reverse", "--format=%H %cs")
        changes = {line.split()[0] for line in self._git(*form, LAST, "--", *_FOLDERS).splitlines()}
        found: list[_State] = []
        for line in self._git(*form, f"--since={_FIRST}T00:00:00Z", LAST).splitlines():
            commit, date = line.split()
            files = self._files(commit) if commit in changes or not found else found[-1].files
            if found and files == found[-1].files:
                found[-1].commits.append(commit)
            else:
                found.append(_State([commit], date, files))
        return found

    def _files(self, commit: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for line in self._git("ls-tree", "-r", commit, *_FOLDERS).splitlines():
            entry, path = line.split("\t")
            if path.endswith(".fbs"):
                found[path] = entry.split()[2]
        return found

    def declarations(self, files: Mapping[str, str]) -> dict[TypeName, Declared]:
        """Return the declarations in the schemas `files`."""
        found: dict[TypeName, Declared] = {}
        for name in files.values():
            if name not in self._parsed:
                self._parsed[name] = parse(self._git("cat-file", "blob", name))
            scope = ""
            for kind, value, *rest in self._parsed[name]:
                if kind == "namespace":
                    scope = value.removeprefix("tt.target").lstrip(".")
                elif rest:
                    underlying, attributes, entries = rest
                    full = f"{scope}.{_RENAMED.get(value, value)}".lstrip(".")
                    head = ":".join(each for each in (underlying, *attributes) if each)
                    parts: list[str] = [
                        entry_text(kind, name, type_, number, _RENAMED)
                        for name, type_, number, _ in entries
                    ]
                    found[full] = Declared(kind, NUMBERS.get(head, head), parts)
        return found


def lines(repository: str) -> Iterator[str]:
    """Yield the lines of `states.txt`. Raises ValueError if the lines do not give the schemas."""
    source = _Repository(repository)
    known = declared_in_last()
    full_names = {name.rpartition(".")[2]: name for name in known}
    for state in reversed(source.states()):
        yield f"state {state.date} {' '.join(each[:DIGITS] for each in state.commits)}"
        for upstream, declared in sorted(source.declarations(state.files).items()):
            short = upstream.rpartition(".")[2]
            name = full_names.get(short, short)
            if known.get(name) == declared:
                continue
            line = _difference(name, known.get(name), declared)
            if patched(line, known) != (name, declared):
                raise ValueError(f"{name} of {state.date} is not what '{line}' says")
            known[name] = declared
            yield line


def _difference(name: str, old: Declared | None, new: Declared) -> str:
    """Return the shorter one of a whole declaration and of its differences to a newer one."""
    head = f"{new.kind} {name}{new.head and ':' + new.head}"
    whole = " ".join((head, *new.entries))
    if old is None or (old.kind, old.head) != (new.kind, new.head):
        return whole
    gone = [f"-{each}" for each in old.entries if each not in new.entries]
    after = [each for each in old.entries if each in new.entries]
    if after != [each for each in new.entries if each in old.entries]:
        return whole
    added = [
        f"+{each}@{index}" for index, each in enumerate(new.entries) if each not in old.entries
    ]
    changed = " ".join(("change", name, *gone, *added))
    return min(changed, whole, key=len)


if __name__ == "__main__":
    for each in lines(sys.argv[1]):
        print(each)
