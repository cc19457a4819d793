"""Conversion of binaries between the 2025-02 and 2026-08 revisions.

The schemas in `2026-08/` contain only the differences of that revision. All other code works on
2025-02 tables.
"""

from ttmlir_py.schemas.reader import BinaryError, TableView, read
from ttmlir_py.schemas.revisions.frame import is_current, schema_of
from ttmlir_py.schemas.schema import load_schema
from ttmlir_py.schemas.writer import MisfitError, write

__all__ = ["is_current", "read_pinned", "schema_of", "to_current", "to_pinned"]


def read_pinned(path: str, data: bytes) -> TableView:
    """Return the root of a file of either revision, as a 2025-02 table with the schema at `path`.

    Raises BinaryError, also for parts without a 2025-02 counterpart.
    """
    if is_current(path, data):
        data = to_pinned(path, data)
    return read(load_schema(path), data)


def to_pinned(path: str, data: bytes) -> bytes:
    """Convert a 2026-08 file to 2025-02, whose schema is at `path`.

    Raises BinaryError for parts without a counterpart.
    """
    from ttmlir_py.schemas.revisions.pinned import pinned_root

    root = read(load_schema(schema_of(path, data)), data).as_dict(raw_bytes=True)
    try:
        return write(load_schema(path), pinned_root(root))
    except MisfitError as misfit:
        raise BinaryError(f"cannot be converted to 2025-02: {misfit}") from None


def to_current(path: str, data: bytes) -> bytes:
    """Convert a 2025-02 file, whose schema is at `path`, to 2026-08.

    Raises BinaryError for parts without a counterpart.
    """
    from ttmlir_py.schemas.revisions.current import current_root

    root = read(load_schema(path), data).as_dict(raw_bytes=True)
    try:
        return write(load_schema(f"2026-08/{path}"), current_root(root))
    except MisfitError as misfit:
        raise BinaryError(f"cannot be converted to 2026-08: {misfit}") from None
