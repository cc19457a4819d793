"""Conversion of binaries between revisions, along a chain of neighbouring revisions.

The schema folder of a revision contains only the differences from its base. All other code works on
tables of the internal revision.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from ttmlir_py.revisions import INTERNAL, REGISTRY, chain
from ttmlir_py.schemas.reader import BinaryError, TableView, read
from ttmlir_py.schemas.revisions.frame import revision_of, schema_hash, schema_of
from ttmlir_py.schemas.revisions.rows import FbTable
from ttmlir_py.schemas.schema import load_schema
from ttmlir_py.schemas.writer import MisfitError, write

__all__ = ["convert", "read_internal", "revision_of", "schema_of"]

RootConverter = Callable[[FbTable], FbTable]


def read_internal(path: str, data: bytes) -> TableView:
    """Return the root table of a file of any revision, converted to the internal revision.

    `path` is the schema of the internal revision. Raises BinaryError, also for parts that cannot be
    converted.
    """
    return read(load_schema(path), convert(path, data, INTERNAL))


def convert(path: str, data: bytes, target: str) -> bytes:
    """Convert a file to the revision `target`. Raises BinaryError for parts that cannot be
    converted.
    """
    for start, end in chain(revision_of(path, data), target):
        root = read(load_schema(schema_of(path, start)), data).as_dict(raw_bytes=True)
        schema = load_schema(schema_of(path, end))
        made = _converter(path, start, end)(root)
        if schema.root and "schema_hash" in schema.root.fields:
            made["schema_hash"] = schema_hash(path, end)
        try:
            data = write(schema, made)
        except MisfitError as misfit:
            raise BinaryError(f"cannot be converted to {end}: {misfit}") from None
    return data


def _to_2025_02(root: FbTable) -> FbTable:
    from ttmlir_py.schemas.revisions.to_2025_02 import converted_root

    return converted_root(root)


def _to_2026_08(root: FbTable) -> FbTable:
    from ttmlir_py.schemas.revisions.to_2026_08 import converted_root

    return converted_root(root)


_CONVERTERS: Mapping[tuple[str, str], RootConverter] = MappingProxyType(
    {("2025-02", "2026-08"): _to_2026_08, ("2026-08", "2025-02"): _to_2025_02}
)
"""Maps pairs of neighbours whose tables differ by more than names to their converter.

Other pairs are converted by `by_name`.
"""


def _converter(path: str, source: str, target: str) -> RootConverter:
    """Return the function that converts root tables from one neighbouring revision to another."""
    start, end = REGISTRY[source], REGISTRY[target]
    given = start.binary_to_base if start.base == target else end.binary_from_base
    return given or _CONVERTERS.get((source, target)) or _by_name(path, source, target)


def _by_name(path: str, source: str, target: str) -> RootConverter:
    from ttmlir_py.schemas.revisions.by_name import Converter

    before, after = (load_schema(schema_of(path, each)).root for each in (source, target))
    assert before is not None
    assert after is not None
    return lambda root: Converter(target).table(root, before, after)
