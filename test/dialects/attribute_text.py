"""Helpers that parse the text of an attribute as the tools do."""

from xdsl.ir import Attribute
from xdsl.utils.exceptions import ParseError

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import MlirParser
from ttmlir_py.ir.writing.attributes import AttributePrinter


def parse(text: str, aliases: dict[str, Attribute] | None = None) -> Attribute:
    """Return the attribute or type that the whole of `text` denotes."""
    parser = MlirParser(create_context(), text)
    parser.attribute_aliases.update(aliases or {})
    attribute = parser.parse_type() if text.startswith("!") else parser.parse_attribute()
    assert parser.pos == len(text), f"not read: {text[parser.pos :]}"
    return attribute


def print_text(attribute: Attribute) -> str:
    return AttributePrinter().attribute_text(attribute)


def error_of(text: str) -> tuple[str, str]:
    """Return the message of the error that parsing `text` gives, and the part of `text` that it
    points at.
    """
    try:
        parse(text)
    except ParseError as error:
        return error.msg, text[error.span.start :]
    raise AssertionError(f"no error: {text}")
