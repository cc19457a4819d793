"""The names, descriptions and options of all passes and pipelines, for help texts and
documentation.

They are read from a generated file, so that help does not import the passes.
"""

import json
import os
from functools import cache
from typing import NamedTuple

STORED = os.path.join(os.path.dirname(__file__), "catalogue.json")
"""The generated file with the entries of all passes and pipelines; `make docs` writes it."""


class OptionEntry(NamedTuple):
    """An option: its name, its type as help shows it, its default as text, and its description."""

    name: str
    type: str
    default: str
    help: str
    values: tuple[str, ...] = ()


class Entry(NamedTuple):
    """A pass or pipeline: flag, one-line summary, rest of its description, and options by name."""

    flag: str
    summary: str
    description: str
    options: tuple[OptionEntry, ...]
    anchor: str | None = "builtin.module"


def read_passes() -> list[Entry]:
    """Return the entries of all passes, sorted by flag."""
    return _stored()[0]


def read_pipelines() -> list[Entry]:
    """Return the entries of all pipelines, sorted by flag."""
    return _stored()[1]


def read_entry(flag: str) -> Entry:
    """Return the entry of the pass or pipeline called `flag`. Raises KeyError if it is unknown."""
    return {entry.flag: entry for entries in _stored() for entry in entries}[flag]


@cache
def _stored() -> list[list[Entry]]:
    with open(STORED, encoding="utf-8") as file:
        lists = json.load(file)
    return [
        [
            Entry(flag, summary, description, tuple(map(_option, options)), anchor)
            for flag, summary, description, options, anchor in entries
        ]
        for entries in lists
    ]


def _option(stored: list[str | list[str]]) -> OptionEntry:
    name, type_, default, text, values = stored
    return OptionEntry(str(name), str(type_), str(default), str(text), tuple(values))
