"""A check that operations of a binary have the numbers that the assumed revision gives them.

Numbers in the union `OpType` changed often, and a wrong number selects another table. Operations
contain their own text, whose name shows a wrong number.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ttmlir_py.schemas.reader import BinaryError, TableView
from ttmlir_py.schemas.schema import Schema, Union

_NAME = re.compile(r'"ttnn\.(\w+)"')
UNREAD_ROOTS: Mapping[str, Mapping[int, str]] = MappingProxyType(
    {"TTNN/binary.fbs": {5: "2025-06-09 to 2025-08-03"}}
)
"""Maps schemas and numbers of root fields that no revision has to the dates of such files."""


def require_own_numbers(schema: Schema, root: TableView, revision: str) -> None:
    """Raise BinaryError if an operation's text names another member of the union than its number.

    The file is then of a revision with the same root table as `revision`.
    """
    members = _members(schema)
    seen: set[str | int] = set()
    for program in root.programs or ():
        for index, op in enumerate(program.operations or ()):
            number: str | int = op.type_type
            if number in seen:
                continue
            seen.add(number)
            match = _NAME.search(op.debug_info or "")
            own = match and members.get(f"{match[1].replace('_', '')}op")
            if match and own and own != number:
                raise BinaryError(_message(root, program.name, index, match[1], number, revision))


def _members(schema: Schema) -> dict[str, str]:
    """Map names of the members of the union `OpType` in lower case to the names."""
    union: Any = next(
        each
        for name, each in schema.types.items()
        if isinstance(each, Union) and name.endswith(".OpType")
    )
    return {name.lower(): name for name in union.tag.values}


def _message(
    root: Any, program: str, index: int, name: str, number: str | int, revision: str
) -> str:
    return (
        f"operation #{index} of program '{program}' is 'ttnn.{name}' in its own text, but {number} "
        f"in the schema of {revision}: {unknown_commit(root.ttmlir_git_hash)}"
    )


def unknown_commit(commit: str | None) -> str:
    """Return the part of a message that says why the schemas of a file are unknown."""
    named = f"its commit, {commit}, is not" if commit else "it does not state a commit"
    return (
        f"the schemas of the file are unknown, because {named} on tt-mlir's main branch from "
        "2025-02-24 to 2026-08-21; compile the program again"
    )
