"""Binaries of 2026-08 beside those of 2025-02: which of the two a file is, and what its tables are in the other.

The schemas in `2026-08/` state what that revision has otherwise; all that works on binaries works on tables of 2025-02.
"""

from ttmlir_py.schemas.reader import BinaryError, TableView, read
from ttmlir_py.schemas.revisions.frame import is_current, schema_of
from ttmlir_py.schemas.schema import load_schema
from ttmlir_py.schemas.writer import MisfitError, write

__all__ = ["is_current", "read_pinned", "schema_of", "to_current", "to_pinned"]


def read_pinned(path: str, data: bytes) -> TableView:
    """The root of a file in the form of 2025-02's schema at `path`, whichever revision wrote the file.

    Raises BinaryError, also for what 2025-02 has no counterpart of.
    """
    if is_current(path, data):
        data = to_pinned(path, data)
    return read(load_schema(path), data)


def to_pinned(path: str, data: bytes) -> bytes:
    """A file of 2026-08 as one of 2025-02, whose schema is at `path`. Raises BinaryError for what has no counterpart there."""
    from ttmlir_py.schemas.revisions.pinned import pinned_root

    root = read(load_schema(schema_of(path, data)), data).as_dict(raw_bytes=True)
    try:
        return write(load_schema(path), pinned_root(root))
    except MisfitError as misfit:
        raise BinaryError(f"cannot be converted to 2025-02: {misfit}") from None


def to_current(path: str, data: bytes) -> bytes:
    """A file of 2025-02, whose schema is at `path`, as one of 2026-08. Raises BinaryError for what has no counterpart there."""
    from ttmlir_py.schemas.revisions.current import current_root

    root = read(load_schema(path), data).as_dict(raw_bytes=True)
    try:
        return write(load_schema(f"2026-08/{path}"), current_root(root))
    except MisfitError as misfit:
        raise BinaryError(f"cannot be converted to 2026-08: {misfit}") from None
