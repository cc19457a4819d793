"""The text of function parameters in traces: writing it, and parsing it into JSON values.

Texts name types and fields as in C++, for example `Shape([1, 32])`, `DataType::BFLOAT16` and
`MemoryConfig(buffer_type=BufferType::L1,...)`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, cast

from ttmlir_py.traces.graph.node import Node, Trace
from ttmlir_py.traces.graph.reading import as_calls

_MOST_NESTED = 64
"""Largest nesting depth of brackets."""


@dataclass(frozen=True, slots=True)
class Struct:
    """A value with a type name: it has fields, a single list, or nothing."""

    name: str
    fields: Mapping[str, object] | Sequence[object] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is written without quotes, such as an enum member or `{32, 32}`."""

    text: str


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A parameter whose type traces cannot write."""

    type_name: str


EMPTY = Text("[any, empty]")
"""The text of an optional parameter that is absent."""
DEFAULT_QUEUE = Text("\0")
"""The index of the default queue, which TT-NN writes as a character."""


def argument_text(value: object) -> str:
    """Return the text of a parameter, as it occurs in a node's `arguments`."""
    if value is None:
        return "nullopt"
    if isinstance(value, list | tuple):
        return _list_text(cast(Sequence[object], value), optional="<nullopt>")
    return _text(value)


def _text(value: object) -> str:
    """Return the text of a value. The value may be nested in another one."""
    match value:
        case None:
            return "std::nullopt"
        case bool():
            return str(int(value))
        case Enum():
            return f"{type(value).__name__}::{value.name}"
        case int() | float() | str():
            return str(value)
        case Text(text):
            return text
        case Struct(name, fields):
            return f"{name}({_body_text(fields)})"
        case list() | tuple():
            return _list_text(cast(Sequence[object], value), optional="std::nullopt")
        case Unsupported(name):
            return f"[ unsupported type , {name}]"
        case _:
            return _text(Unsupported(type(value).__name__))


def _body_text(fields: Mapping[str, object] | Sequence[object]) -> str:
    if isinstance(fields, Mapping):
        return ",".join(f"{key}={_text(value)}" for key, value in fields.items())
    return _list_text(fields, optional="std::nullopt") if fields else ""


def _list_text(values: Sequence[object], optional: str) -> str:
    texts = (
        optional if v is None else str(v).lower() if isinstance(v, bool) else _text(v)
        for v in values
    )
    return f"[{', '.join(texts)}]"


def shape_struct(shape: Sequence[int]) -> Struct:
    """Return the structure for a shape: `Shape([1, 32])`, or `Shape([])` for a scalar."""
    return Struct("Shape", (Text(", ".join(map(str, shape))),))


def shard_struct(core_range_set: str, shape: Sequence[int]) -> Struct:
    """Return the structure for a sharding: its cores, and the rows and columns of elements per
    core.
    """
    rows, columns = shape
    return Struct(
        "ShardSpec",
        {
            "grid": Text(core_range_set),
            "shape": Text(f"{{{rows}, {columns}}}"),
            "orientation": Text("ShardOrientation::ROW_MAJOR"),
            "mode": Text("ShardMode::PHYSICAL"),
            "physical_shard_shape": None,
        },
    )


def memory_config_struct(memory_layout: str, buffer_type: str, shard: Struct | None) -> Struct:
    """Return the structure for a memory configuration.

    `memory_layout` and `buffer_type` are names of enum members, such as `INTERLEAVED` and `L1`.
    """
    return Struct(
        "MemoryConfig",
        {
            "memory_layout": Text(f"TensorMemoryLayout::{memory_layout}"),
            "buffer_type": Text(f"BufferType::{buffer_type}"),
            "shard_spec": shard,
            "nd_shard_spec": None,
            "created_with_nd_shard_spec": 0,
        },
    )


def tensor_struct(
    shape: Sequence[int], data_type: str, *, tiled: bool, memory_config: Struct, on_device: bool
) -> Struct:
    """Return the structure for a tensor parameter: its specification without values."""
    tile = Struct(
        "Tile",
        {"tile_shape": Text("{32, 32}"), "face_shape": Text("{16, 16}"), "num_faces": 4},
    )
    page = Struct("TilePageConfig" if tiled else "RowMajorPageConfig", {"tile": tile})
    layout = Struct(
        "TensorLayout",
        {
            "dtype": Text(f"DataType::{data_type}"),
            "page_config": Struct("PageConfig", {"config": page}),
            "memory_config": memory_config,
            "alignment": Struct("Alignment", (32, 32) if tiled else (1,)),
        },
    )
    spec = Struct("TensorSpec", {"logical_shape": shape_struct(shape), "tensor_layout": layout})
    storage = Struct("DeviceStorage" if on_device else "HostStorage")
    return Struct("Tensor", {"storage": storage, "tensor_spec": spec})


# ---- reading


class ArgumentError(ValueError):
    """An error for a text that is not a valid parameter."""


_NAME = re.compile(r"[A-Za-z_][\w:]*")
_WORD = re.compile(r"[^\s,=()\[\]{}]+(?: [^\s,=()\[\]{}]+)*")
_INTEGER = re.compile(r"-?[0-9]{1,300}\Z")
_FLOAT = re.compile(r"-?[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]{1,4})?\Z")
_UNSUPPORTED = re.compile(r"\[ ?unsupported type ?, ?(.*)\]\Z", re.S)
_CALL = re.compile(rf"({_NAME.pattern})\(")


def read_argument(text: str) -> Any:
    """Return the JSON value of a parameter's text. Numbers stay texts. Raises `ArgumentError`.

    `Name(key=value,...)` becomes `{"Name": {...}}`; nested values lose their type names.
    `Name([...])` becomes `{"Name": [...]}`.
    """
    if found := _UNSUPPORTED.match(text):
        return {"unsupported type": found[1]}
    if text == "[<nullopt>]":
        return "<nullopt>"
    if text.startswith("["):
        return _Reader(text).whole(_Reader.read_list)
    if found := _CALL.match(text):
        reader = _Reader(text)
        reader.position = found.end()
        return {found[1]: reader.whole(_Reader.read_body)}
    return text


class _Reader:
    """A parser of one parameter's text, from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.depth = 0

    def whole(self, read: Callable[[_Reader], Any]) -> Any:
        """Return the value that `read` parses from the whole text. Raises `ArgumentError` if text
        remains.
        """
        value = read(self)
        if self.position != len(self.text):
            raise self._error("the end of the text")
        return value

    def read_list(self) -> list[Any]:
        """Parse a list, including its opening bracket."""
        self._expect("[")
        return self._separated("]")

    def read_body(self) -> Any:
        """Parse the contents of parentheses after the opening one: fields, a value, or nothing."""
        if self._at(")"):
            return {}
        if not self._field_name():
            value = self._value()
            self._expect(")")
            return value
        fields: dict[str, Any] = {}
        while True:
            name = self._field_name() or self._wanted("a field")
            self.position += len(name) + 1
            fields[name] = self._value()
            self._skip_blanks()
            if self._at(")"):
                return fields
            self._expect(",")
            self._skip_blanks()

    def _field_name(self) -> str:
        found = _NAME.match(self.text, self.position)
        return found[0] if found and self.text.startswith("=", found.end()) else ""

    def _separated(self, closing: str) -> list[Any]:
        values: list[Any] = []
        self._skip_blanks()
        if self._at(closing):
            return values
        while True:
            self._skip_blanks()
            values.append(self._value())
            self._skip_blanks()
            if self._at(closing):
                return values
            self._expect(",")

    def _value(self) -> Any:
        self.depth += 1
        if self.depth > _MOST_NESTED:
            raise ArgumentError(f"more than {_MOST_NESTED} brackets within brackets")
        try:
            if self.text.startswith("[", self.position):
                return self.read_list()
            if self.text.startswith("{", self.position):
                return self._braces()
            if self.text.startswith("<nullopt>", self.position):
                self.position += len("<nullopt>")
                return "<nullopt>"
            if found := _CALL.match(self.text, self.position):
                self.position = found.end()
                return self.read_body()
            return self._word()
        finally:
            self.depth -= 1

    def _braces(self) -> str:
        """Return a text in braces, unchanged."""
        start, depth = self.position, 0
        for index in range(start, len(self.text)):
            depth += {"{": 1, "}": -1}.get(self.text[index], 0)
            if depth == 0:
                self.position = index + 1
                return self.text[start : self.position]
        raise self._error("'}'")

    def _word(self) -> Any:
        found = _WORD.match(self.text, self.position)
        if found is None or set(found[0]) == {"."}:
            raise self._error("a value")
        self.position = found.end()
        word = found[0]
        if word in ("true", "false"):
            return word == "true"
        if _INTEGER.match(word):
            return int(word)
        return float(word) if _FLOAT.match(word) else word

    def _skip_blanks(self) -> None:
        while self.text.startswith(" ", self.position):
            self.position += 1

    def _at(self, sign: str) -> bool:
        if not self.text.startswith(sign, self.position):
            return False
        self.position += 1
        return True

    def _expect(self, sign: str) -> None:
        if not self._at(sign):
            raise self._error(f"'{sign}'")

    def _wanted(self, what: str) -> str:
        raise self._error(what)

    def _error(self, what: str) -> ArgumentError:
        return ArgumentError(f"expected {what} at character {self.position}")


def extract_arguments(trace: Trace | Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a dictionary with `operation_name` and `arguments` for each function with arguments.

    `trace` may be a part of a trace: only `node_type`, `params` and `arguments` are used.
    """
    return [
        {"operation_name": node.name, "arguments": list(node.arguments)}
        for node in as_calls(trace)
        if node.arguments
    ]


def serialize_graph(trace: Trace | Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the arguments of all functions as JSON values.

    The form is `{"content": [{"operation": ..., "arguments": [{"arg0": ...}, ...]}]}`. A text that
    cannot be parsed becomes an `UnparsedElement` with the reason.
    """
    return {"content": list(_serialized(as_calls(trace)))}


def argument_lines(trace: Iterable[Node]) -> Iterator[str]:
    """Yield the JSON text of `serialize_graph` in pieces, for traces larger than memory."""
    last = ""
    for each in _serialized(trace):
        yield from (f"{last},",) if last else ("{", '    "content": [')
        *lines, last = (f"        {line}" for line in json.dumps(each, indent=4).splitlines())
        yield from lines
    yield from (last, "    ]", "}") if last else ("{", '    "content": []', "}")


def _serialized(trace: Iterable[Node]) -> Iterator[dict[str, Any]]:
    for node in trace:
        if node.arguments:
            values = [_entry(i, text) for i, text in enumerate(node.arguments)]
            yield {"operation": node.name, "arguments": values}


def _entry(index: int, text: str) -> dict[str, Any]:
    try:
        return {f"arg{index}": read_argument(text)}
    except ArgumentError as error:
        return {"UnparsedElement": {"error": str(error), "element_info": text}}


class GraphTracerUtils:
    """A namespace for `serialize_graph`, as in TT-NN's API."""

    serialize_graph = staticmethod(serialize_graph)
