"""Custom forms of a revision's definitions that an `assemblyFormat` cannot express."""

from collections.abc import Mapping, Sequence
from typing import Any

from xdsl.dialects.builtin import StringAttr

from ttmlir_py.ir.definition.attribute_format import (
    FormatAttribute,
    parse_body,
    print_stripped,
)
from ttmlir_py.ir.definition.operation_format import CustomDirective, ParsedForm
from ttmlir_py.ir.writing.attributes import symbol_text


def _parse_symbol_name(parser: Any, state: ParsedForm, names: Sequence[str]) -> None:
    state.properties[names[0]] = StringAttr(parser.parse_symbol_name().data)


def _print_symbol_name(printer: Any, op: Any, names: Sequence[str]) -> None:
    printer.print_string(symbol_text(op.properties[names[0]].data))


DIRECTIVES: Mapping[str, CustomDirective] = {
    "SymbolName": CustomDirective(_parse_symbol_name, _print_symbol_name)
}
"""Maps the names of `custom<...>` elements in the operations' forms to their parsers and
printers.
"""


def _stripped(parser: Any, name: str) -> Any:
    """Return the text of the attribute `name`, which may be given by an alias, in full, or only by
    its body.
    """
    if parser._current_token.text.startswith("#"):
        return parser.parse_attribute()
    return parse_body(parser.ctx.get_attr(name), parser)


def _parse_memory_config(cls: Any, parser: Any) -> Sequence[Any]:
    """Parse `<buffer type, layout, shard spec>`.

    The last two are optional and may be in either order.
    """
    values: dict[str, Any] = {}
    parser.parse_punctuation("<")
    values["bufferType"] = _stripped(parser, "ttnn.buffer_type")
    while parser.parse_optional_punctuation(",") is not None:
        if parser.parse_optional_keyword("ndShardSpec") is not None:
            parser.parse_punctuation("=")
            values["ndShardSpec"] = _stripped(parser, "ttnn.nd_shard_spec")
            continue
        found = _stripped_member(parser)
        values["shardSpec" if found.name == "ttnn.shard_spec" else "tensorMemoryLayout"] = found
    parser.parse_punctuation(">")
    return [values.get(name) for name in cls.parameter_names]


def _stripped_member(parser: Any) -> Any:
    """Parse an element of a memory configuration: a memory layout, a shard specification that is
    written in full, or the shape of a shard, as until 2025-05-15.
    """
    if _is_shape_of_shard(parser):
        cls = parser.ctx.get_attr("ttnn.shard_spec")
        return cls(*cls.parse_parameters(parser))
    return _stripped(parser, "ttnn.tensor_memory_layout")


def _is_shape_of_shard(parser: Any) -> bool:
    """Return whether a shard specification follows that states only the shape: `<<32x64>>`."""
    span = parser._current_token.span
    text = span.input.content
    return text.startswith("<<", span.start) and text[span.start + 2 : span.start + 3].isdecimal()


def _parse_shard_spec(cls: Any, parser: Any) -> Sequence[Any]:
    """Parse the cores, the shape of a shard and so on, or the shape alone where cores are
    optional.
    """
    if not (hasattr(cls, "coreRangeSet") and _is_shape_of_shard(parser)):
        return parse_body(cls, parser).parameters
    parser.parse_punctuation("<")
    shape = _stripped(parser, "ttnn.shape")
    parser.parse_punctuation(">")
    return cls(shape=shape).parameters


def _print_shard_spec(self: Any, printer: Any) -> None:
    if self.coreRangeSet is not None:
        FormatAttribute.print_parameters(self, printer)
        return
    printer.print_string("<")
    print_stripped(printer, self.shape)
    printer.print_string(">")


def _print_memory_config(self: Any, printer: Any) -> None:
    printer.print_string("<")
    print_stripped(printer, self.bufferType)
    names = list(self.parameter_names)
    if self.shardSpec is not None and self.shardSpec.coreRangeSet is not None:
        # The layout is printed before such a specification, in every revision.
        names.sort(key="shardSpec".__eq__)
    for name in names:
        each = getattr(self, name)
        is_other_spec = name == "ndShardSpec" and self.shardSpec
        if each is None or name == "bufferType" or is_other_spec:
            continue
        printer.print_string(", ndShardSpec = " if name == "ndShardSpec" else ", ")
        if name == "shardSpec" and each.coreRangeSet is not None:
            printer.print_attribute(each)
        else:
            print_stripped(printer, each)
    printer.print_string(">")


def _no_alias(self: Any) -> None:
    """Return None, so that attributes of the class have no alias."""


HAND_WRITTEN: Mapping[str, Mapping[str, Any]] = {
    # Device attributes have been printed without an alias since 2025-03-18.
    "ttcore.device": {"alias_name": _no_alias},
    "ttnn.memory_config": {
        "parse_parameters": classmethod(_parse_memory_config),
        "print_parameters": _print_memory_config,
    },
    "ttnn.shard_spec": {
        "parse_parameters": classmethod(_parse_shard_spec),
        "print_parameters": _print_shard_spec,
    },
}
"""Maps names of attributes with hand-written forms to additional members of their classes."""
