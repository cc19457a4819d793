"""A parser of the FlatBuffers schema language, with the grammar in `grammar.lark`.

`python -m ttmlir_py.schemas.parsing` stores the parsed package schemas (`stored.STORED`), as part
of `make docs`.
"""

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import lark

from ttmlir_py.common.files import write_file
from ttmlir_py.schemas.stored import FOLDER, STORED, Statements, digest

_Entry = list[Any]
"""A field or enum value of a declaration, as in `Statements`."""


class NotASchemaError(ValueError):
    """An error for a text that is not a schema, with the line and column where parsing failed."""

    def __init__(self, line: int, column: int) -> None:
        super().__init__(f"{line}:{column}")
        self.line, self.column = line, column


def _text(token: object) -> str | None:
    return None if token is None else str(token).strip('"')


def _statement(kind: str) -> Callable[..., list[str]]:
    def statement(_: object, token: object = None) -> list[str]:
        return [kind, _text(token) or ""]

    return statement


def _declaration(kind: str) -> Callable[..., list[Any]]:
    def declaration(_: object, name: object, *rest: Any) -> list[Any]:
        attributes: Any = next((item for item in rest if isinstance(item, dict)), {})  # pyright: ignore
        entries = [item for item in rest if isinstance(item, list)]  # pyright: ignore
        underlying = next((str(item) for item in rest if isinstance(item, lark.Token)), None)
        return [kind, str(name), underlying, attributes, entries]

    return declaration


@lark.v_args(inline=True)  # pyright: ignore[reportUnknownMemberType]
class _Transformer(lark.Transformer[Any, Any]):
    """A transformer from the parse tree of a schema file to `Statements`."""

    include = _statement("include")
    namespace = _statement("namespace")
    attribute_decl = _statement("attribute")
    root_type = _statement("root_type")
    file_identifier = _statement("file_identifier")
    file_extension = _statement("file_extension")
    table = _declaration("table")
    struct = _declaration("struct")
    enum = _declaration("enum")
    union = _declaration("union")

    def start(self, *items: object) -> list[object]:
        return list(items)

    def attribute(self, name: object, value: object) -> tuple[str, str | None]:
        return str(name), _text(value)

    def metadata(self, *attributes: tuple[str, str | None] | None) -> dict[str, str | None]:
        return dict(attribute for attribute in attributes if attribute)

    def field(self, name: object, type_: object, value: object, attributes: Any = None) -> _Entry:
        return [str(name), "".join(str(type_).split()), _text(value), attributes or {}]

    def enumerator(self, name: object, value: object, attributes: Any = None) -> _Entry:
        return [str(name), None, _text(value), attributes or {}]

    def variant(self, name: object, type_: object, value: object, attributes: Any = None) -> _Entry:
        alias = str(name) if type_ is not None else str(name).replace(".", "_")
        return [alias, str(type_ or name), _text(value), attributes or {}]


@lru_cache(maxsize=1)
def _parser() -> lark.Lark:
    grammar = Path(FOLDER, "grammar.lark").read_text(encoding="utf-8")
    return lark.Lark(grammar, parser="lalr", maybe_placeholders=True, transformer=_Transformer())


def parse(text: str) -> Statements:
    """Return the statements of a schema's text. Raises NotASchemaError."""
    parser: Any = _parser()
    try:
        return parser.parse(text)
    except lark.UnexpectedInput as error:
        raise NotASchemaError(error.line, error.column) from None


def stored_text() -> str:
    """Return the contents of the file `stored.STORED`, with one line per schema of each
    revision.
    """
    known = {
        digest(data): parse(data.decode("utf-8"))
        for data in (path.read_bytes() for path in sorted(Path(FOLDER).rglob("*.fbs")))
    }
    lines = [f"{json.dumps(key)}:{json.dumps(known[key], separators=(',', ':'))}" for key in known]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    write_file(STORED, stored_text())
