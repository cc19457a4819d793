"""Stored parse results of the package's schemas; loading them is a hundred times faster."""

import json
import os
from _blake2 import blake2b  # as `hashlib` has it, which loads a library of ciphers, too
from functools import lru_cache
from typing import Any

FOLDER = os.path.dirname(__file__)
STORED = os.path.join(FOLDER, "parsed.json")
"""File of statements by the digest of their source text, written by `make docs`."""

Statements = list[list[Any]]
"""The statements of a file in order.

Each is a kind and a value (`["namespace", "tt"]`), or for declarations kind, name, underlying type,
attributes and entries. An entry is `[name, type, value, attributes]`.
"""


@lru_cache(maxsize=1)
def _stored() -> dict[str, Statements]:
    with open(STORED, "rb") as file:
        return json.load(file)


def digest(data: bytes) -> str:
    """Return the digest of a schema's bytes."""
    return blake2b(data, digest_size=16).hexdigest()


def stored_statements(data: bytes) -> Statements | None:
    """Return the statements of a schema; None if it is not an unchanged package schema."""
    return _stored().get(digest(data))
