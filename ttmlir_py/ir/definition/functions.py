"""The syntax of function-like operations:
`@name(%a: i32 {x.y}) -> (f32 {x.z}) attributes {...} { body }`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, StringAttr
from xdsl.ir import Attribute, Region
from xdsl.parser import Parser
from xdsl.printer import Printer

from ttmlir_py.ir.definition.custom_form import fail, parse_symbol_name
from ttmlir_py.ir.narrowing import is_dictionary_array
from ttmlir_py.ir.writing.attributes import symbol_text

VISIBILITIES = ("public", "private", "nested")

# The custom syntax of a function shows these attributes, so its attribute dictionary must not
# repeat them.
_INFERRED = ("sym_visibility", "sym_name", "function_type", "arg_attrs", "res_attrs")


@dataclass(frozen=True, eq=False, repr=False)
class ParsedFunction:
    """The parts of a function-like operation in its custom form."""

    properties: dict[str, Attribute]
    attributes: dict[str, Attribute]
    body: Region
    is_variadic: bool


def parse_function(parser: Parser, op_name: str, *, allow_variadic: bool = False) -> ParsedFunction:
    """Parse everything after the operation name: visibility, symbol, signature, attributes, body.

    `allow_variadic` allows `...` as the last argument.
    """

    properties: dict[str, Attribute] = {}
    for keyword in VISIBILITIES:
        if parser.parse_optional_keyword(keyword) is not None:
            properties["sym_visibility"] = StringAttr(keyword)
            break
    name = parse_symbol_name(parser, op_name)
    properties["sym_name"] = name
    arguments = _ArgumentList(parser, op_name, allow_variadic)
    result_types, result_attributes = _parse_results(parser)
    properties["function_type"] = FunctionType.from_lists(arguments.types, result_types)
    if any(arguments.attributes):
        properties["arg_attrs"] = ArrayAttr(map(DictionaryAttr, arguments.attributes))
    if any(result_attributes):
        properties["res_attrs"] = ArrayAttr(map(DictionaryAttr, result_attributes))
    position = parser.pos
    attributes = parser.parse_optional_attr_dict_with_keyword()
    for key in _INFERRED:
        if attributes is not None and key in attributes.data:
            fail(
                parser,
                op_name,
                f"'{key}' is an inferred attribute and should not be specified in the explicit "
                "attribute dictionary",
                position,
            )
    position = parser.pos
    body = parser.parse_optional_region(arguments.named or None)
    if body is not None and not body.blocks:
        fail(parser, op_name, "expected non-empty function body", position)
    return ParsedFunction(
        properties,
        dict(attributes.data) if attributes is not None else {},
        body if body is not None else Region(),
        arguments.is_variadic,
    )


class _ArgumentList:
    """A list of arguments in parentheses: either all have names (`%a: i32`) or all are only
    types.
    """

    def __init__(self, parser: Parser, op_name: str, allow_variadic: bool):
        self.named: list[Parser.Argument] = []
        self.types: list[Attribute] = []
        self.attributes: list[dict[str, Attribute]] = []
        self.is_variadic = False
        self._parser = parser
        self._op_name = op_name
        self._allow_variadic = allow_variadic
        parser.parse_comma_separated_list(parser.Delimiter.PAREN, self._parse_one)

    def _parse_one(self) -> None:
        parser = self._parser
        if self.is_variadic:
            fail(
                parser, self._op_name, "variadic arguments must be in the end of the argument list"
            )
        if self._allow_variadic and parser.parse_optional_characters("...") is not None:
            self.is_variadic = True
            return
        argument = parser.parse_optional_argument()
        if argument is not None:
            if len(self.named) != len(self.types):
                fail(parser, self._op_name, "expected type instead of SSA identifier")
            self.named.append(argument)
            self.types.append(argument.type)
        else:
            if self.named:
                fail(parser, self._op_name, "expected SSA identifier")
            self.types.append(parser.parse_type())
        self.attributes.append(parser.parse_optional_dictionary_attr_dict())
        location = parser.parse_optional_location()
        if argument is not None:
            argument.location = location


def _parse_results(parser: Parser) -> tuple[list[Attribute], list[dict[str, Attribute]]]:
    types: list[Attribute] = []
    attributes: list[dict[str, Attribute]] = []

    def parse_one() -> None:
        types.append(parser.parse_type())
        attributes.append(parser.parse_optional_dictionary_attr_dict())

    if parser.parse_optional_punctuation("->") is None:
        return types, attributes
    if parser.parse_optional_punctuation("(") is None:
        return [parser.parse_type()], [{}]
    if parser.parse_optional_punctuation(")") is None:
        parser.parse_comma_separated_list(parser.Delimiter.NONE, parse_one)
        parser.parse_punctuation(")")
    return types, attributes


def print_function(
    printer: Printer,
    properties: Mapping[str, Attribute],
    attributes: Mapping[str, Attribute],
    body: Region,
    *,
    is_variadic: bool = False,
) -> None:
    """Print everything after the operation name."""
    visibility, name = properties.get("sym_visibility"), properties.get("sym_name")
    function_type = properties.get("function_type")
    assert isinstance(name, StringAttr)
    assert isinstance(function_type, FunctionType)
    if isinstance(visibility, StringAttr):
        printer.print_string(" " + visibility.data)
    printer.print_string(f" {symbol_text(name.data)}(")
    _print_arguments(printer, function_type, properties.get("arg_attrs"), body)
    if is_variadic:
        printer.print_string(", ..." if function_type.inputs.data else "...")
    printer.print_string(")")
    _print_results(printer, function_type.outputs.data, properties.get("res_attrs"))
    if attributes:
        printer.print_string(" attributes ")
        printer.print_attr_dict(attributes)
    if body.blocks:
        printer.print_string(" ")
        printer.print_region(body, print_entry_block_args=False, print_empty_block=False)


def _dictionaries(attributes: Attribute | None, count: int) -> Sequence[Mapping[str, Attribute]]:
    """Return one attribute dictionary for each of `count` arguments or results.

    `attributes` is an array of dictionaries; None stands for empty dictionaries.
    """
    if is_dictionary_array(attributes) and len(attributes.data) == count:
        return [dictionary.data for dictionary in attributes.data]
    empty: Mapping[str, Attribute] = {}
    return [empty] * count


def _print_arguments(
    printer: Printer, function_type: FunctionType, arg_attrs: Attribute | None, body: Region
) -> None:
    types = function_type.inputs.data
    dictionaries = _dictionaries(arg_attrs, len(types))
    entry = body.blocks.first
    for index, (type, attributes) in enumerate(zip(types, dictionaries, strict=True)):
        if index:
            printer.print_string(", ")
        if entry is None:
            _print_type(printer, type, attributes)
            continue
        argument = entry.args[index]
        print_region_argument = getattr(printer, "print_region_argument", None)
        if print_region_argument is not None:
            print_region_argument(argument, attributes)
        else:  # `printer` is xDSL's own printer
            printer.print_ssa_value(argument)
            printer.print_string(": ")
            _print_type(printer, type, attributes)


def _print_type(printer: Printer, type: Attribute, attributes: Mapping[str, Attribute]) -> None:
    printer.print_attribute(type)
    if attributes:
        printer.print_string(" ")
        printer.print_attr_dict(attributes)


def _print_results(
    printer: Printer, types: Sequence[Attribute], res_attrs: Attribute | None
) -> None:
    if not types:
        return
    dictionaries = _dictionaries(res_attrs, len(types))
    bare = len(types) == 1 and not dictionaries[0] and not isinstance(types[0], FunctionType)
    printer.print_string(" -> " if bare else " -> (")
    for index, (type, attributes) in enumerate(zip(types, dictionaries, strict=True)):
        if index:
            printer.print_string(", ")
        _print_type(printer, type, attributes)
    if not bare:
        printer.print_string(")")
