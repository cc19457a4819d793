"""Stored parse results of the package's schemas, which load a hundred times faster than parsing."""

import json
import os
from _blake2 import blake2b  # not from `hashlib`, which would also load a library of ciphers
from functools import lru_cache
from typing import Any

FOLDER = os.path.dirname(__file__)
STORED = os.path.join(FOLDER, "parsed.json")
"""Path of the file of statements by digest of the schema's text, which `make docs` writes."""

Statements = list[list[Any]]
"""The statements of a schema file, in order.

Each is a kind and a value (`["namespace", "tt"]`), or for declarations kind, name, underlying type,
attributes and entries. An entry is `[name, type, value, attributes]`.
"""


@lru_cache(maxsize=1)
def _stored() -> dict[str, Statements]:
    with open(STORED, "rb") as file:
        return json.load(file)


def digest(data: bytes) -> str:
    """Return the digest of a schema file's bytes."""
    return blake2b(data, digest_size=16).hexdigest()


def stored_statements(data: bytes) -> Statements | None:
    """Return the stored statements for a schema file, or None if its text is not stored."""
    return _stored().get(digest(data))
