"""Detection of a file's revision from its root table.

Most revisions differ in the number of fields of the root table. Revisions with the same number
state their values of `schema_hash`.
"""

import os
import struct
from functools import cache
from typing import Final

from ttmlir_py.common.library_warnings import LibraryWarning, warn
from ttmlir_py.revisions import INTERNAL, REGISTRY
from ttmlir_py.schemas.reader import BinaryError, read
from ttmlir_py.schemas.revisions.evidence import UNREAD_ROOTS, unknown_commit
from ttmlir_py.schemas.schema import FOLDER, load_schema


class UnknownSchemaWarning(LibraryWarning):
    """A Python warning about a binary whose schema hash no revision states."""


_WITH_HASH: Final = "2026-08"
"""The first revision whose root tables have a schema hash."""


def revision_of(path: str, data: bytes) -> str:
    """Return the revision of a file. `path` is the schema of its kind.

    Raises BinaryError if the file belongs to no known revision. Issues an `UnknownSchemaWarning` if
    no revision states the file's schema hash.
    """
    fields = {each.id: each.root_fields.get(path, 0) for each in REGISTRY.values()}
    readable = {revision: count for revision, count in fields.items() if count}
    if not readable:
        return INTERNAL
    identifier = load_schema(path).identifier
    if identifier and bytes(data[8:12]) != identifier.encode():
        read(load_schema(path), data)  # raises the error for a file of another kind
    found = root_fields(data)
    if dates := UNREAD_ROOTS.get(path, {}).get(found):
        raise BinaryError(
            f"the root table has {found} fields, as from {dates}: "
            f"{unknown_commit(commit_of(path, data))}"
        )
    if found > max(readable.values()):
        raise BinaryError(f"the root table has {found} fields: {_not_readable(path, [*readable])}")
    count = min(each for each in readable.values() if each >= found)
    possible = [revision for revision, each in readable.items() if each == count]
    return possible[0] if len(possible) == 1 else _by_schema_hash(path, data, possible)


def _not_readable(path: str, readable: list[str]) -> str:
    """Return the message for a file that does not belong to any of the `readable` revisions."""
    if len(readable) > 1:
        return f"this is not a file of {', '.join(readable[:-1])} or {readable[-1]}'s schema"
    kind = os.path.dirname(path)
    others = [each.id for each in REGISTRY.values() if each.schemas]
    return (
        f"this is not a file of {readable[0]}'s schema; "
        f"{kind}'s of {' or '.join(others)} are not read"
    )


def _by_schema_hash(path: str, data: bytes, possible: list[str]) -> str:
    """Return the revision with the file's schema hash. If no revision has it, return the first one
    whose hashes are unknown.
    """
    given = read(load_schema(schema_of(path, possible[0])), data).schema_hash
    hashes = {each: REGISTRY[each].schema_hashes.get(path, ()) for each in possible}
    for revision, known in hashes.items():
        if given in known:
            return revision
    for revision, known in hashes.items():
        if not known:
            _warn_of_unknown_hash(path, str(given), revision)
            return revision
    listed = ", ".join(f"{each} ({', '.join(known)})" for each, known in hashes.items())
    raise BinaryError(f"unknown schema hash '{given}': known are {listed}")


def _warn_of_unknown_hash(path: str, given: str, revision: str) -> None:
    """Warn that a file is read as `revision`, unless `given` is the hash of files written here."""
    if given == schema_hash(path, revision):
        return
    known = {
        value: each.id for each in REGISTRY.values() for value in each.schema_hashes.get(path, ())
    }
    listed = ", ".join(f"{_short(value)} ({each})" for value, each in known.items())
    message = (
        f"unknown schema hash {_short(given)}: the file is read as {revision} and may be misread; "
        f"known hashes are {listed}"
    )
    warn(UnknownSchemaWarning(f"warning: {message}"))


def _short(text: str) -> str:
    """Return the start of a hash, with escapes for characters that cannot be printed."""
    return ascii(text[:8])[1:-1] + "..."


def schema_of(path: str, revision: str) -> str:
    """Return the path of the schema `path` in the folder of a revision."""
    return os.path.join(REGISTRY[revision].schemas, path)


def schema_hash(path: str, revision: str) -> str:
    """Return the schema hash to write into files.

    It is the last hash that the revision states. If the revision states none, it is a digest of the
    project's schemas, because upstream's hash is that of a generated file.
    """
    found = REGISTRY[revision]
    if known := found.schema_hashes.get(path):
        return known[-1]
    return _digest(found.schemas)


@cache
def _digest(folder: str) -> str:
    """Return a digest of the schemas in a folder."""
    # Both are slow to import, and needed only here.
    from hashlib import sha256
    from pathlib import Path

    files = sorted(Path(FOLDER, folder).rglob("*.fbs"))
    return sha256(b"".join(each.read_bytes() for each in files)).hexdigest()


def commit_of(path: str, data: bytes) -> str | None:
    """Return the commit of tt-mlir that wrote a file; None if it is unknown.

    Root tables with more than four fields have a schema hash before the commit.
    """
    revision = INTERNAL if root_fields(data) <= 4 else _WITH_HASH
    try:
        return read(load_schema(schema_of(path, revision)), data).ttmlir_git_hash
    except BinaryError:
        return None


def root_fields(data: bytes) -> int:
    """Return the number of fields of a file's root table, or 0 if it is invalid. Readers report
    such a table.
    """
    try:
        root = 4 + struct.unpack_from("<I", data, 4)[0]
        vtable = root - struct.unpack_from("<i", data, root)[0]
        return 0 if vtable < 0 else struct.unpack_from("<H", data, vtable)[0] // 2 - 2
    except struct.error:
        return 0
