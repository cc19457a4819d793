"""Conversion of binaries between revisions, along a chain of neighbouring revisions.

The schema folder of a revision contains only the differences from its base. All other code works on
tables of the internal revision.
"""

from collections.abc import Callable
from typing import Final

from ttmlir_py.revisions import INTERNAL, INTERNAL_COMMIT, REGISTRY, chain, lineage
from ttmlir_py.schemas.reader import BinaryError, TableView, read
from ttmlir_py.schemas.revisions.evidence import require_own_numbers
from ttmlir_py.schemas.revisions.frame import (
    UnknownSchemaWarning,
    revision_of,
    schema_hash,
    schema_of,
)
from ttmlir_py.schemas.revisions.rows import SCHEMA, FbTable
from ttmlir_py.schemas.schema import load_schema
from ttmlir_py.schemas.writer import MisfitError, write

__all__ = [
    "UnknownSchemaWarning",
    "convert",
    "in_known_form",
    "opened",
    "read_internal",
    "read_runnable",
    "revision_of",
    "schema_of",
]

RootConverter = Callable[[FbTable], FbTable]


def read_internal(path: str, data: bytes) -> TableView:
    """Return the root table of a file of any revision, converted to the internal revision.

    `path` is the schema of the internal revision. Raises BinaryError if the file is invalid, or if
    a part of it cannot be converted.
    """
    return read(load_schema(path), convert(path, data, INTERNAL))


RUNNABLE: Final = "simulator/TTNN/binary.fbs"
"""The schema of the binaries that the simulator runs.

It is 2025-02's, with operations of later revisions that have no counterpart there.
"""


def read_runnable(data: bytes) -> TableView:
    """Return the root of a `.ttnn` file of any revision as a table of `RUNNABLE`.

    Raises BinaryError if the file is invalid, or if the simulator cannot run a part of it.
    """
    data = in_known_form(SCHEMA, data)
    revision = revision_of(SCHEMA, data)
    if revision == INTERNAL:
        opened(SCHEMA, revision, data)
        return read(load_schema(RUNNABLE), data)
    if revision not in _direct():
        data = convert(SCHEMA, data, _ANCESTOR)
        revision = _ANCESTOR
    from ttmlir_py.schemas.revisions.to_2025_02 import converted_root

    root = opened(SCHEMA, revision, data).as_dict(raw_bytes=True)
    schema = load_schema(RUNNABLE)
    try:
        return read(schema, write(schema, converted_root(root, revision, RUNNABLE)))
    except MisfitError as misfit:
        raise BinaryError(f"cannot be converted: {misfit}") from None


def in_known_form(path: str, data: bytes) -> bytes:
    """Return a file of a commit between two revisions in the form of a revision.

    Files of revisions, and files of unknown commits, are returned unchanged. Raises BinaryError if
    a part cannot be converted.
    """
    if INTERNAL_COMMIT.encode() in data:
        return data  # A file written here. `history` would be slow to import.
    from ttmlir_py.schemas.history.conversion import in_form_of_revision

    return in_form_of_revision(path, data)


def opened(path: str, revision: str, data: bytes) -> TableView:
    """Return the root table of a file of `revision`.

    Raises BinaryError for a file whose operations have the numbers of another revision.
    """
    schema = load_schema(schema_of(path, revision))
    root = read(schema, data)
    if path == SCHEMA:
        require_own_numbers(schema, root, revision)
    return root


def convert(path: str, data: bytes, target: str) -> bytes:
    """Convert a file to the revision `target`. Raises BinaryError if a part cannot be converted."""
    data = in_known_form(path, data)
    others = [(each, INTERNAL) for each in _direct()]
    for start, end in chain(revision_of(path, data), target, others):
        root = opened(path, start, data).as_dict(raw_bytes=True)
        schema = load_schema(schema_of(path, end))
        made = _converter(path, start, end)(root)
        if schema.root and "schema_hash" in schema.root.fields:
            made["schema_hash"] = schema_hash(path, end)
        try:
            data = write(schema, made)
        except MisfitError as misfit:
            raise BinaryError(f"cannot be converted to {end}: {misfit}") from None
    return data


_ANCESTOR: Final = "2026-08"


def _direct() -> list[str]:
    """Return the revisions that are converted to 2025-02 in one step: 2026-08, and those that
    derive their tables from it by name.
    """
    found: list[str] = []
    for each in REGISTRY.values():
        derived = [*lineage(each.id)]
        named = [step for step in derived if step.id not in (_ANCESTOR, INTERNAL)]
        if _ANCESTOR in [step.id for step in derived] and each.schemas:
            found += [each.id] if not any(step.binary_to_base for step in named) else []
    return found


def _to_2025_02(source: str) -> RootConverter:
    from ttmlir_py.schemas.revisions.to_2025_02 import converted_root

    return lambda root: converted_root(root, source)


def _to_2026_08(root: FbTable) -> FbTable:
    from ttmlir_py.schemas.revisions.to_2026_08 import converted_root

    return converted_root(root)


def _converter(path: str, source: str, target: str) -> RootConverter:
    """Return the function that converts root tables from one neighbouring revision to another."""
    start, end = REGISTRY[source], REGISTRY[target]
    given = start.binary_to_base if start.base == target else end.binary_from_base
    if given is not None:
        return given
    if target == INTERNAL and source in _direct():
        return _to_2025_02(source)
    if (source, target) == (INTERNAL, _ANCESTOR):
        return _to_2026_08
    return _by_name(path, source, target)


def _by_name(path: str, source: str, target: str) -> RootConverter:
    from ttmlir_py.schemas.revisions.by_name import Converter

    before, after = (load_schema(schema_of(path, each)).root for each in (source, target))
    assert before is not None
    assert after is not None
    return lambda root: Converter(target).table(root, before, after)
