"""The text of attributes, types and locations, as MLIR writes it.

`AttributePrinter` is xDSL's `Printer` writing into a list of pieces instead of a stream. The
functions in `_BUILTIN_TEXT` convert builtin attributes to text; dialect attributes print
themselves. All use `attribute_text`, which caches the text of each attribute object, so a type that
occurs a thousand times is converted once.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from typing_extensions import override
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    AffineSetAttr,
    AnyFloat,
    ArrayAttr,
    BytesAttr,
    CallSiteLoc,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    DictionaryAttr,
    FileLineColLoc,
    FloatAttr,
    FunctionType,
    FusedLoc,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    MemRefType,
    NameLoc,
    NoneAttr,
    Signedness,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
    UnknownLoc,
    UnrankedMemRefType,
    UnregisteredAttr,
    VectorType,
    f64,
    i64,
)
from xdsl.ir import (
    Attribute,
    BuiltinAttribute,
    Data,
    OpaqueSyntaxAttribute,
    ParametrizedAttribute,
    SpacedOpaqueSyntaxAttribute,
    TypeAttribute,
)
from xdsl.printer import Printer

from ttmlir_py.ir.affine import affine_map_text, affine_set_text, is_identity
from ttmlir_py.ir.distinct import DistinctAttr
from ttmlir_py.ir.elements import (
    HEX_LIMIT,
    DenseElementsAttr,
    DenseStringElementsAttr,
    DenseWideFloatElementsAttr,
    SparseElementsAttr,
    element_formatter,
    elements_text,
)
from ttmlir_py.ir.external_models import models_of
from ttmlir_py.ir.floats import float_text
from ttmlir_py.ir.literals import string_text
from ttmlir_py.ir.locations import position_text
from ttmlir_py.ir.memo import IdentityMap
from ttmlir_py.ir.narrowing import (
    is_float_attr,
    is_integer_attr,
    is_integer_type,
)
from ttmlir_py.ir.writing.aliases import AliasTable
from ttmlir_py.ir.writing.names import signed_value

LOCATION_CLASSES = (UnknownLoc, FileLineColLoc, NameLoc, CallSiteLoc, FusedLoc)


@dataclass(frozen=True)
class PrintOptions:
    """Options for printing, named after MLIR's `--mlir-print-*` and `--mlir-elide-*` flags."""

    generic: bool = False
    """Print all operations in generic form, without suggested names.

    Value numbers are unique in the whole output.
    """
    debug_info: bool = False
    """Print the locations of operations and block arguments."""
    pretty_debug_info: bool = False
    """With `debug_info`: print locations without `loc(...)` around them."""
    local_scope: bool = False
    """Print without aliases, and number values from the innermost isolated operation."""
    elide_elements_if_larger: int | None = None
    """Print `dense_resource<__elided__>` for non-splat constants with more elements than this."""
    hex_elements_if_larger: int | None = None
    """Print non-splat constants with more elements than this in hexadecimal.

    None means 100, and -1 means never.
    """
    elide_resources_if_larger: int | None = None
    """Omit resources whose text has more characters than this."""
    skip_regions: bool = False
    """Print `{...}` for regions."""
    unique_ssa_ids: bool = False
    """Make value numbers unique in the whole output, as in generic form."""
    assume_verified: bool = False
    """Print operations that may be invalid in their custom form.

    Without this option, invalid operations are printed in generic form.
    """
    value_users: bool = False
    """Print comments that list the users of each value.

    Operations without results get numbers for these comments.
    """


DEFAULT_OPTIONS = PrintOptions()
BINARY_OPTIONS = PrintOptions(
    debug_info=True, elide_elements_if_larger=HEX_LIMIT, elide_resources_if_larger=4 * HEX_LIMIT
)
"""Options for the text of a module inside a binary.

Elements that would be printed in hexadecimal are omitted, because the binary's operations hold
them.
"""


_MAX_CACHE_SIZE = 1 << 24
"""Maximum size of an `AttributePrinter`'s cache of texts in bytes."""
_MAX_CACHED_SIZE = _MAX_CACHE_SIZE // 16
"""Maximum size of a text in the cache. A longer text exists once, in the output."""
_CACHE_ENTRY_SIZE = 256
"""Approximate size of a cache entry without its text."""

_BARE_NAME = re.compile(r"[A-Za-z_][\w$.]*", re.ASCII).fullmatch
_SIMPLE_SYMBOL = re.compile(r"[A-Za-z][\w.]*(?:<.*>)?", re.ASCII | re.DOTALL).fullmatch


def name_text(name: str) -> str:
    """Return the text of an attribute name: a bare identifier if possible, otherwise a string
    literal.
    """
    return name if _BARE_NAME(name) else string_text(name)


def symbol_text(name: str) -> str:
    """Return the text of a symbol reference: `@name` or `@"na me"`."""
    return "@" + name_text(name)


def dialect_symbol_text(sigil: str, dialect: str, body: str) -> str:
    """Return `#dialect.body` if `body` looks like `mnemonic<...>`, otherwise `#dialect<body>`.

    `sigil` is `#` or `!`.
    """
    if _SIMPLE_SYMBOL(body):
        return f"{sigil}{dialect}.{body}"
    return f"{sigil}{dialect}<{body}>"


def dimension_text(dimension: int) -> str:
    """Return the text of a size in a shape; `?` if it is dynamic."""
    return "?" if dimension == DYNAMIC_INDEX else str(dimension)


class AttributePrinter(Printer):
    """A printer of attributes, types and locations."""

    def __init__(self, options: PrintOptions = DEFAULT_OPTIONS):
        super().__init__(print_generic_format=options.generic)
        self.options = options
        self.aliases = AliasTable()
        self._pieces: list[str] = []
        self._capturing = False
        self._texts = IdentityMap[Attribute, str]()
        self._location_texts = IdentityMap[Attribute, str]()
        self._cached_size = 0
        self._distinct_numbers: dict[DistinctAttr, int] = {}
        self.resources_used: dict[str, dict[str, None]] = {}

    def text(self) -> str:
        """Return the text printed so far."""
        return "".join(self._pieces)

    @override
    def print_string(self, text: str, *, indent: int | None = None) -> None:
        """Append `text` to the output.

        Lines in the text of an operation are indented, and lines in attributes are not.
        """
        if "\n" in text and not self._capturing:
            depth = self._indent if indent is None else indent
            text = text.replace("\n", "\n" + " " * (depth * self.indent_num_spaces))
        self._pieces.append(text)

    @override
    def _print_new_line(self, indent: int | None = None, print_message: bool = True) -> None:
        depth = self._indent if indent is None else indent
        self._pieces.append("\n" + " " * (depth * self.indent_num_spaces))

    def _capture(self, print_body: Callable[[], None]) -> str:
        """Call `print_body` and return the text that it prints, which is not added to the
        output.
        """
        pieces, capturing = self._pieces, self._capturing
        self._pieces, self._capturing = [], True
        try:
            print_body()
            return "".join(self._pieces)
        finally:
            self._pieces, self._capturing = pieces, capturing

    @override
    def print_attribute(self, attribute: Attribute) -> None:
        self._pieces.append(self.attribute_text(attribute))

    def attribute_text(self, attribute: Attribute) -> str:
        """Return the alias of `attribute` if there is one, otherwise its text."""
        text = self._texts.get(attribute)
        if text is None:
            text = self.aliases.get(attribute)
            if text is None:
                text = self.definition_text(attribute)
            self._cache_text(attribute, text)
        return text

    def _cache_text(self, attribute: Attribute, text: str) -> None:
        """Cache the text of an attribute, unless it is long. A full cache is emptied first."""
        size = len(text) + _CACHE_ENTRY_SIZE
        if size > _MAX_CACHED_SIZE:
            return
        if self._cached_size + size > _MAX_CACHE_SIZE:
            self._texts = IdentityMap[Attribute, str]()
            self._cached_size = 0
        self._cached_size += size
        self._texts[attribute] = text

    def definition_text(self, attribute: Attribute) -> str:
        """Return the text of `attribute` without its own alias, but with the aliases of nested
        attributes.
        """
        text = _BUILTIN_TEXT.get(attribute.__class__)
        if text is not None:
            return text(self, attribute)
        if isinstance(attribute, UnregisteredAttr):
            return _unregistered_text(attribute)
        if isinstance(attribute, BuiltinAttribute):
            return self._capture(lambda: attribute.print_builtin(self))
        return self._dialect_attribute_text(attribute)

    def _dialect_attribute_text(self, attribute: Attribute) -> str:
        dialect, _, mnemonic = attribute.name.partition(".")
        if isinstance(attribute, SpacedOpaqueSyntaxAttribute):
            mnemonic += " "
        body = mnemonic + self.parameters_text(attribute)
        sigil = "!" if isinstance(attribute, TypeAttribute) else "#"
        if sigil == "!" and models_of(dialect).inner_types_are_bare:
            body = body.replace(f"!{dialect}.", "")
        if isinstance(attribute, OpaqueSyntaxAttribute):
            return dialect_symbol_text(sigil, dialect, body)
        return f"{sigil}{dialect}.{body}"

    def parameters_text(self, attribute: Attribute) -> str:
        """Return the text that a dialect attribute prints after its mnemonic.

        A class whose attributes print the same text in each printer says so in `has_fixed_text`:
        an attribute keeps this text.
        """
        if getattr(attribute, "has_fixed_text", False):
            kept = vars(attribute)
            text: str | None = kept.get("_fixed_text")
            if text is None:
                printed = cast(ParametrizedAttribute, attribute)
                text = kept["_fixed_text"] = self._capture(lambda: printed.print_parameters(self))
            return text
        if isinstance(attribute, ParametrizedAttribute):
            return self._capture(lambda: attribute.print_parameters(self))
        if isinstance(attribute, Data):
            data = cast(Data[Any], attribute)
            return self._capture(lambda: data.print_parameter(self))
        return ""

    def print_stripped(self, attribute: Attribute) -> None:
        """Print the alias of `attribute`, or its text without `#dialect.mnemonic`.

        A parameter of another attribute is printed like this unless its format says `qualified`.
        """
        text = self.aliases.get(attribute)
        if text is None:
            builtin = isinstance(attribute, BuiltinAttribute)
            text = self.attribute_text(attribute) if builtin else self.parameters_text(attribute)
        self._pieces.append(text)

    def element_text(self, attribute: Attribute) -> str:
        """Return the text of an element of an array, or of a memory space.

        MLIR omits the type there if it is `i64`, or `f64` for a decimal number.
        """
        if is_integer_attr(attribute) and attribute.type == i64:
            return str(attribute.value.data)
        if is_float_attr(attribute) and attribute.type == f64:
            text = float_text(attribute.value.data, f64)
            return f"{text} : f64" if text.startswith("0x") else text
        return self.attribute_text(attribute)

    @override
    def print_attr_dict(self, attr_dict: Mapping[str, Attribute]) -> None:
        self._pieces.append(self.dictionary_text(attr_dict))

    def dictionary_text(self, attributes: Mapping[str, Attribute]) -> str:
        """Return the text of a dictionary, `{a = 1 : i32, b}`, sorted by name."""
        # no variable holds the entries, so that they are freed before the braces are added
        joined = ", ".join([self.entry_text(key, attributes[key]) for key in sorted(attributes)])
        return f"{{{joined}}}"

    def entry_text(self, name: str, attribute: Attribute) -> str:
        """Return the text of a dictionary entry: `name = value`, or `name` for a unit attribute."""
        if isinstance(attribute, UnitAttr):
            return name_text(name)
        return f"{name_text(name)} = {self.attribute_text(attribute)}"

    @override
    def print_bytes_literal(self, bytestring: bytes) -> None:
        self._pieces.append(string_text(bytestring))

    @override
    def print_identifier_or_string_literal(self, string: str | StringAttr) -> None:
        if isinstance(string, StringAttr):
            string = string.data
        self._pieces.append(name_text(string))

    @override
    def print_float(self, value: float, type: AnyFloat) -> None:
        self._pieces.append(float_text(value, type))

    @override
    def print_int(self, value: int, type: IntegerType | IndexType | None = None) -> None:
        self._pieces.append(integer_text(value, type))

    @override
    def print_resource_handle(self, dialect: str, handle: str) -> None:
        self.resources_used.setdefault(dialect, {})[handle] = None
        self._pieces.append(name_text(handle))

    def distinct_number(self, attribute: DistinctAttr) -> int:
        """Return the number of a distinct attribute. Numbers follow the order of printing."""
        return self._distinct_numbers.setdefault(attribute, len(self._distinct_numbers))

    def types_text(self, types: Sequence[Attribute]) -> str:
        """Return the texts of `types`, separated by commas."""
        return ", ".join([self.attribute_text(type) for type in types])

    def signature_text(self, inputs: Sequence[Attribute], outputs: Sequence[Attribute]) -> str:
        """Return the text of a function type, `(i32, i64) -> f32`.

        A single result that is a function type keeps its parentheses.
        """
        results = self.types_text(outputs)
        if len(outputs) != 1 or isinstance(outputs[0], FunctionType):
            results = f"({results})"
        return f"({self.types_text(inputs)}) -> {results}"

    def location_text(self, location: Attribute) -> str:
        """Return the text of a location as an attribute, `loc("a")`, without an alias."""
        text = self._location_texts.get(location)
        if text is None:
            body = self._location_body(location)
            text = body if self.options.pretty_debug_info else f"loc({body})"
            self._location_texts[location] = text
        return text

    def trailing_location_text(self, location: Attribute) -> str:
        """Return the text of the location after an operation: `loc(#loc3)` or `loc("a")`."""
        alias = None if self.options.pretty_debug_info else self.aliases.get(location)
        return f"loc({alias})" if alias else self.location_text(location)

    def _nested_location(self, location: Attribute) -> str:
        return self.aliases.get(location) or self._location_body(location)

    def _location_body(self, location: Attribute) -> str:
        pretty = self.options.pretty_debug_info
        if isinstance(location, FileLineColLoc):  # first, because most locations are these
            file = location.filename.data if pretty else string_text(location.filename.data)
            return f"{file}:{position_text(location)}"
        nested = self._nested_location
        if isinstance(location, UnknownLoc):
            return "[unknown]" if pretty else "unknown"
        if isinstance(location, NameLoc):
            child = location.location
            suffix = "" if isinstance(child, UnknownLoc | NoneAttr) else f"({nested(child)})"
            return string_text(location.desc.data) + suffix
        if isinstance(location, CallSiteLoc):
            if not pretty:
                return f"callsite({nested(location.callee)} at {nested(location.caller)})"
            named = isinstance(location.callee, NameLoc)
            in_file = named and isinstance(location.caller, FileLineColLoc)
            between = " at " if in_file else "\n at "
            return nested(location.callee) + between + nested(location.caller)
        if isinstance(location, FusedLoc):
            locations = ", ".join([nested(child) for child in fused_locations(location)])
            metadata = (
                ""
                if isinstance(location.metadata, NoneAttr)
                else (f"<{self.attribute_text(location.metadata)}>")
            )
            return f"{'' if pretty else 'fused'}{metadata}[{locations}]"
        return self.definition_text(location)


def fused_locations(location: FusedLoc) -> Sequence[Attribute]:
    """Return the locations that a fused location combines."""
    return cast(ArrayAttr[Attribute], location.locations).data


def integer_text(value: int, type: Attribute | None) -> str:
    """Return the text of an integer of type `type`, without the type.

    Values of `i1` are `true` and `false`; signless values are written as signed.
    """
    if is_integer_type(type) and type.signedness.data is Signedness.SIGNLESS:
        if type.width.data == 1:
            return "true" if value else "false"
        return str(signed_value(value, type))
    return str(value)


def _unregistered_text(attribute: UnregisteredAttr) -> str:
    sigil = "!" if attribute.is_type.data else "#"
    dialect, _, mnemonic = attribute.attr_name.data.partition(".")
    value = attribute.value.data
    if attribute.is_opaque.data:
        return dialect_symbol_text(sigil, dialect, mnemonic + value)
    return f"{sigil}{dialect}.{mnemonic}" + (f"<{value}>" if value else "")


def _integer(printer: AttributePrinter, attribute: IntegerAttr) -> str:
    type = attribute.type
    text = integer_text(attribute.value.data, type)
    if text in ("true", "false"):
        return text
    return f"{text} : {printer.attribute_text(type)}"


def _float(printer: AttributePrinter, attribute: FloatAttr) -> str:
    text = float_text(attribute.value.data, attribute.type)
    return f"{text} : {printer.attribute_text(attribute.type)}"


_PIECE = 1 << 12
"""Number of elements of a long list whose texts are in memory at the same time."""


def joined(elements: Sequence[Attribute], text_of: Callable[[Attribute], str]) -> str:
    """Return the texts of `elements` with commas between them; a long list is joined piece by
    piece.
    """
    if len(elements) <= _PIECE:
        return ", ".join([text_of(element) for element in elements])
    starts = range(0, len(elements), _PIECE)
    return ", ".join([joined(elements[start : start + _PIECE], text_of) for start in starts])


def _array(printer: AttributePrinter, attribute: ArrayAttr[Attribute]) -> str:
    return f"[{joined(attribute.data, printer.element_text)}]"


def _symbol_ref(printer: AttributePrinter, attribute: SymbolRefAttr) -> str:
    names = (attribute.root_reference, *attribute.nested_references.data)
    return "::".join([symbol_text(name.data) for name in names])


def _integer_type(printer: AttributePrinter, type: IntegerType) -> str:
    prefix = {Signedness.SIGNLESS: "i", Signedness.SIGNED: "si", Signedness.UNSIGNED: "ui"}
    return f"{prefix[type.signedness.data]}{type.width.data}"


def shape_text(shape: ArrayAttr[IntAttr]) -> str:
    """Return the text of the sizes of a shape, each followed by `x`: `4x?x`."""
    return "".join([f"{dimension_text(dimension.data)}x" for dimension in shape.data])


def _tensor(printer: AttributePrinter, type: TensorType[Attribute]) -> str:
    text = shape_text(type.shape) + printer.attribute_text(type.element_type)
    if not isinstance(type.encoding, NoneAttr):
        text += ", " + printer.attribute_text(type.encoding)
    return f"tensor<{text}>"


def _vector(printer: AttributePrinter, type: VectorType[Attribute]) -> str:
    dimensions = "".join(
        [
            f"[{size.data}]x" if scalable else f"{size.data}x"
            for size, scalable in zip(type.shape.data, type.get_scalable_dims(), strict=True)
        ]
    )
    return f"vector<{dimensions}{printer.attribute_text(type.element_type)}>"


def memref_layout(type: MemRefType[Attribute]) -> Attribute | None:
    """Return the layout of `type`, or None for the default layout, an identity map."""
    layout = type.layout
    if isinstance(layout, AffineMapAttr) and is_identity(layout.data):
        return None
    return None if isinstance(layout, NoneAttr) else cast(Attribute, layout)


def memory_space(type: MemRefType[Attribute] | UnrankedMemRefType[Attribute]) -> Attribute | None:
    """Return the memory space of `type`, or None for the default memory space, the integer 0."""
    space = type.memory_space
    if is_integer_attr(space) and space.value.data == 0:
        return None
    return None if isinstance(space, NoneAttr) else space


def _memref(printer: AttributePrinter, type: MemRefType[Attribute]) -> str:
    text = shape_text(type.shape) + printer.attribute_text(type.element_type)
    if (layout := memref_layout(type)) is not None:
        text += ", " + printer.attribute_text(layout)
    if (space := memory_space(type)) is not None:
        text += ", " + printer.element_text(space)
    return f"memref<{text}>"


def _unranked_memref(printer: AttributePrinter, type: UnrankedMemRefType[Attribute]) -> str:
    text = "*x" + printer.attribute_text(type.element_type)
    if (space := memory_space(type)) is not None:
        text += ", " + printer.element_text(space)
    return f"memref<{text}>"


def _function_type(printer: AttributePrinter, type: FunctionType) -> str:
    return printer.signature_text(type.inputs.data, type.outputs.data)


def _dense_array(printer: AttributePrinter, attribute: DenseArrayBase[Any]) -> str:
    type: Any = attribute.elt_type
    size, data = type.size, attribute.data.data
    if is_integer_type(type) and size in (1, 2, 4, 8):

        def texts_of(piece: bytes) -> list[str]:
            return [integer_text(value, type) for value in type.unpack(piece, len(piece) // size)]

    else:
        element = element_formatter(type, size)

        def texts_of(piece: bytes) -> list[str]:
            return [element(piece[at : at + size]) for at in range(0, len(piece), size)]

    step = _PIECE * size
    pieces = (", ".join(texts_of(data[at : at + step])) for at in range(0, len(data), step))
    joined, name = ", ".join(pieces), printer.attribute_text(type)
    return f"array<{name}: {joined}>" if joined else f"array<{name}>"


def _dense_resource(printer: AttributePrinter, attribute: DenseResourceAttr) -> str:
    handle = attribute.resource_handle.data
    printer.resources_used.setdefault("builtin", {})[handle] = None
    type = printer.attribute_text(cast(Attribute, attribute.type))
    return f"dense_resource<{name_text(handle)}> : {type}"


def _distinct(printer: AttributePrinter, attribute: DistinctAttr) -> str:
    number = printer.distinct_number(attribute)
    referenced = attribute.referenced
    text = "" if isinstance(referenced, UnitAttr) else printer.attribute_text(referenced)
    return f"distinct[{number}]<{text}>"


def _elements(printer: AttributePrinter, attribute: DenseElementsAttr | SparseElementsAttr) -> str:
    options = printer.options
    limit = options.hex_elements_if_larger
    text = elements_text(
        attribute,
        elide_if_larger=options.elide_elements_if_larger,
        hex_if_larger=HEX_LIMIT if limit is None else limit,
    )
    return f"{text} : {printer.attribute_text(attribute.get_type())}"


def _location(printer: AttributePrinter, location: LocationAttr) -> str:
    return printer.location_text(location)


# The keys are exact classes: the class of an unregistered attribute is generated, and all other
# classes have no subclasses.
_BUILTIN_TEXT: dict[type[Attribute], Callable[[AttributePrinter, Any], str]] = {
    AffineMapAttr: lambda _, attribute: f"affine_map<{affine_map_text(attribute.data)}>",
    AffineSetAttr: lambda _, attribute: f"affine_set<{affine_set_text(attribute.data)}>",
    ArrayAttr: _array,
    BytesAttr: lambda _, attribute: string_text(attribute.data),
    DenseArrayBase: _dense_array,
    DenseIntOrFPElementsAttr: _elements,
    DenseResourceAttr: _dense_resource,
    DenseStringElementsAttr: _elements,
    DenseWideFloatElementsAttr: _elements,
    DictionaryAttr: lambda printer, attribute: printer.dictionary_text(attribute.data),
    DistinctAttr: _distinct,
    FloatAttr: _float,
    FunctionType: _function_type,
    IntegerAttr: _integer,
    IntegerType: _integer_type,
    MemRefType: _memref,
    SparseElementsAttr: _elements,
    StringAttr: lambda _, attribute: string_text(attribute.data),
    SymbolRefAttr: _symbol_ref,
    TensorType: _tensor,
    UnrankedMemRefType: _unranked_memref,
    VectorType: _vector,
    **dict.fromkeys(LOCATION_CLASSES, _location),
}


def attribute_text(attribute: Attribute) -> str:
    """Return MLIR's text of an attribute or type without aliases, for messages."""
    return AttributePrinter().attribute_text(attribute)


def quoted(attribute: Attribute) -> str:
    """Return MLIR's text of an attribute or type in quotes, as diagnostics show it."""
    return f"'{AttributePrinter().attribute_text(attribute)}'"
