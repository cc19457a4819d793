"""Tables of cases: products of programs, options, boards, formats and seeds, from TOML or Python.

timeout = 60
memory = "2G"

[[sweep]]
operations = ["ops"]            # folders that ttmlir-ops wrote
programs = ["models"]           # whole programs: files or folders
select = ["ttir.*"]             # names of operations
boards = ["n150", "p150"]
formats = ["as-written", "bf16"]
seeds = [0, 1]
options = [{name = "default"}, {name = "optimizer", enable-optimizer = true}]
"""

from __future__ import annotations

import os
import runpy
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from itertools import product as combinations
from pathlib import Path
from typing import Any, cast

from ttmlir_py.common.files import read_file
from ttmlir_py.common.suggestions import suggestion
from ttmlir_py.compiler import system_desc
from ttmlir_py.frontends.pipeline_options import option_texts
from ttmlir_py.frontends.sources import program_text
from ttmlir_py.result_cache.store import parse_size
from ttmlir_py.sweep.cases import (
    AS_WRITTEN,
    DEFAULT_MEMORY,
    DEFAULT_TIMEOUT,
    FORMATS,
    Case,
    CaseError,
)
from ttmlir_py.sweep.operations import Operations
from ttmlir_py.sweep.sources import SPLIT, Model, ModelError, find

_LIMITS = ("timeout", "memory")
_KEYS = ("operations", "programs", "select", "boards", "formats", "seeds", "options", *_LIMITS)
LARGEST_TABLE = 5_000_000
"""The largest number of cases in a table."""


@dataclass(frozen=True)
class Program:
    """A program with its label and the models in which it occurs."""

    text: str
    name: str
    models: Mapping[str, int] = field(default_factory=dict[str, int])


def product(
    programs: Iterable[Program],
    *,
    options: Sequence[Mapping[str, Any]] = ({},),
    boards: Sequence[str] = ("n150",),
    formats: Sequence[str] = (AS_WRITTEN,),
    seeds: Sequence[int] = (0,),
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
) -> Iterator[Case]:
    """Yield a case for each combination. The key `name` of options is their label.

    Programs that are equal in two formats give one case. Raises `CaseError`.
    """
    for board in boards:
        _checked(lambda name=board: system_desc(name))
    for each in formats:
        if each not in FORMATS:
            raise CaseError(f"unknown format '{each}': expected {', '.join(FORMATS)}")
    named = [_named(each) for each in options]
    for program in programs:
        chosen = _different(program.text, formats)
        for (label, held), board, format_, seed in combinations(named, boards, chosen, seeds):
            yield Case(
                *(program.text, held, board, format_, seed),
                name=program.name,
                options_name=label,
                models=program.models,
                timeout=timeout,
                memory=memory,
            )


def _different(text: str, formats: Sequence[str]) -> list[str]:
    """Return the formats that give different texts."""
    seen: dict[str, str] = {}
    for each in formats:
        try:
            seen.setdefault(Case(text, format=each).program(), each)
        except CaseError:
            continue
    return list(seen.values())


def _named(options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    held = {name: value for name, value in options.items() if name != "name"}
    _checked(lambda: option_texts(held))
    text = " ".join(f"{name}={value}" for name, value in held.items())
    return str(options.get("name", text or "default")), held


def _checked(check: Callable[[], object]) -> None:
    """Call `check`. Raises `CaseError` instead of ValueError."""
    try:
        check()
    except ValueError as error:
        raise CaseError(str(error)) from None


def read_table(path: str | os.PathLike[str]) -> list[Case]:
    """Return the cases of a TOML file, or of the function `cases` in a Python file.

    A Python file is executed. Paths in a TOML file are relative to it. Equal cases count once.
    Raises `CaseError`, `ModelError` and OSError.
    """
    path = Path(path)
    if path.suffix == ".py":
        made = runpy.run_path(os.fspath(path)).get("cases")
        if not callable(made):
            raise CaseError(f"{path}: error: the file defines no function 'cases'")
        found = cast("Iterable[Case]", made())
    else:
        try:
            found = list(_of_toml(tomllib.loads(read_file(path).decode()), path.parent))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise CaseError(f"{path}: error: {error}") from None
        except CaseError as error:
            raise CaseError(f"{path}: error: {error}") from None
    unique: dict[str, Case] = {}
    for case in found:
        unique.setdefault(case.id(), case)
        if len(unique) > LARGEST_TABLE:
            raise CaseError(f"{path}: error: the table has more than {LARGEST_TABLE} cases")
    return list(unique.values())


def _of_toml(table: Mapping[str, Any], folder: Path) -> Iterator[Case]:
    if unknown := [each for each in table if each not in ("sweep", *_LIMITS)]:
        raise CaseError(f"unknown key '{unknown[0]}': expected sweep, timeout or memory")
    sweeps = table.get("sweep")
    if not isinstance(sweeps, list) or not sweeps:
        raise CaseError("expected at least one table [[sweep]]")
    for each in cast("list[Any]", sweeps):
        if not isinstance(each, dict):
            raise CaseError("expected tables [[sweep]]")
        given = {name: table[name] for name in _LIMITS if name in table}
        yield from _of_sweep(given | cast("dict[str, Any]", each), folder)


def _of_sweep(table: Mapping[str, Any], folder: Path) -> Iterator[Case]:
    if unknown := [each for each in table if each not in _KEYS]:
        hint = suggestion(unknown[0], _KEYS)
        raise CaseError(f"unknown key '{unknown[0]}': expected {', '.join(_KEYS)}{hint}")
    lists: dict[str, Any] = {}
    for name, kind in (("options", dict), ("boards", str), ("formats", str), ("seeds", int)):
        if name in table:
            lists[name] = _list_of(table, name, kind)
    try:
        timeout = float(table.get("timeout", DEFAULT_TIMEOUT))
    except (TypeError, ValueError):
        raise CaseError(f"timeout is {table['timeout']!r}, expected seconds") from None
    memory = _size(table.get("memory", DEFAULT_MEMORY))
    yield from product(_programs(table, folder), **lists, timeout=timeout, memory=memory)


def _list_of(table: Mapping[str, Any], name: str, kind: type) -> list[Any]:
    held = table.get(name, [])
    if not isinstance(held, list) or not all(
        type(each) is kind for each in cast("list[Any]", held)
    ):
        raise CaseError(f"'{name}' is {held!r}, expected a list of {kind.__name__}")
    return cast("list[Any]", held)


def _size(value: object) -> int:
    try:
        return value if isinstance(value, int) else parse_size(str(value))
    except ValueError as error:
        raise CaseError(f"memory '{value}': {error}") from None


def _programs(table: Mapping[str, Any], folder: Path) -> Iterator[Program]:
    """Yield the programs of a sweep. Raises `CaseError` if it has no program."""
    select = _list_of(table, "select", str) or ["*"]
    count = 0
    for each in _list_of(table, "operations", str):
        for program in _operations(folder / each):
            if any(fnmatch(program.name, pattern) for pattern in select):
                count += 1
                yield program
    for model in find([os.fspath(folder / each) for each in _list_of(table, "programs", str)]):
        for program in _of_model(model):
            count += 1
            yield program
    if not count:
        raise CaseError("a [[sweep]] has no programs: expected 'operations' or 'programs'")


def _operations(folder: Path) -> Iterator[Program]:
    if not folder.is_dir():
        raise ModelError(f"{folder}: error: no such folder: write it with ttmlir-ops extract")
    kept = Operations(folder)
    try:
        for each in kept.rows():
            yield Program(kept.text(each), each.name, each.origins)
    finally:
        kept.close()


def _of_model(model: Model) -> Iterator[Program]:
    """Yield the programs in a file; text stays as it is."""
    try:
        parts = SPLIT.split(program_text(read_file(model.path), model.path))
    except ValueError:
        parts = [str(module) for module in model.modules()]
    held = [part for part in parts if part.strip()]
    for number, part in enumerate(held):
        name = model.name if len(held) == 1 else f"{model.name}#{number}"
        yield Program(part, name, {model.name: 1})
