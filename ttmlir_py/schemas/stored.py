"""What the grammar says of the package's schemas, made beforehand: reading it takes a hundredth of what making a parser does."""

import json
import os
from _blake2 import blake2b  # as `hashlib` has it, which loads a library of ciphers, too
from functools import lru_cache
from typing import Any

FOLDER = os.path.dirname(__file__)
STORED = os.path.join(FOLDER, "parsed.json")
"""Statements by the digests of the bytes that say them. `make docs` writes it."""

Statements = list[list[Any]]
"""What a file says, in order: kind and value (`["namespace", "tt"]`), for declarations kind, name, underlying type, attributes and
entries, each of which is `[name, type, value, attributes]`."""


@lru_cache(maxsize=1)
def _stored() -> dict[str, Statements]:
    with open(STORED, "rb") as file:
        return json.load(file)


def digest(data: bytes) -> str:
    """What stands for the bytes of a schema."""
    return blake2b(data, digest_size=16).hexdigest()


def stored_statements(data: bytes) -> Statements | None:
    """What a schema says; None for one that is not of the package, or was changed."""
    return _stored().get(digest(data))
