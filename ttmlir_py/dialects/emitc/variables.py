"""EmitC ops on variables: constants, local and global variables, members, elements, and
assignment.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Self, cast

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, traits_def, var_operand_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.emitc.attributes import OpaqueAttr
from ttmlir_py.dialects.emitc.constraints import (
    AnyOpaque,
    AnyPointer,
    AnyType,
    AnyTypeAttr,
    ArrayOrLValue,
    EmitCType,
    LValue,
    OpaqueOrTypedAttr,
    Subscripted,
    lvalue_of,
    type_of_attribute,
)
from ttmlir_py.dialects.emitc.syntax import (
    EmitCOperation,
    SignatureOp,
    TextOp,
    parse_lvalue,
    print_lvalue,
    print_types,
)
from ttmlir_py.dialects.emitc.types import (
    ArrayType,
    LValueType,
    PointerType,
    is_integer_index_or_opaque,
    is_pointer_wide,
    is_supported_type,
)
from ttmlir_py.dialects.func import verify_symbol
from ttmlir_py.ir.definition.constraints import (
    FlatSymbolRefAttr,
    StrAttr,
    UnitAttrConstraint,
    any_of,
)
from ttmlir_py.ir.definition.custom_form import fail, op_position, parse_flat_symbol
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.definition.signature_form import (
    parse_attributes,
    parse_operands,
    print_attributes,
)
from ttmlir_py.ir.writing.attributes import attribute_text, quoted, symbol_text


def _verify_initial_value(value: Attribute, result_type: Attribute) -> None:
    """Check that the initial value is opaque, or has the type `result_type` of the variable."""
    if isinstance(value, OpaqueAttr):
        return
    if isinstance(value, StringAttr):
        raise VerifyException("string attributes are not supported, use #emitc.opaque instead")
    if isinstance(result_type, LValueType):
        result_type = result_type.valueType
    type = type_of_attribute(value)
    assert type is not None
    if type != result_type and not (is_pointer_wide(result_type) and isinstance(type, IndexType)):
        raise VerifyException(
            "requires attribute to either be an #emitc.opaque attribute or it's type "
            f"({quoted(type)}) to match the op's result type ({quoted(result_type)})"
        )


@op_definition
class ConstantOp(EmitCOperation):
    """A constant, emitted as a variable that is never assigned."""

    name = "emitc.constant"
    value = prop_def(OpaqueOrTypedAttr)
    result = result_def(EmitCType)

    traits = traits_def(ConstantLike())

    def __init__(self, result_type: Attribute, value: Attribute):
        super().__init__(result_types=[result_type], properties={"value": value})

    def fold(self) -> list[SSAValue | Attribute] | None:
        """Return the constant's value."""
        return [self.value]

    @local_verifier
    def verify_op(self) -> None:
        """Check `emitc.constant`: the value is not empty and has the right type."""
        _verify_initial_value(self.value, self.result.type)
        if isinstance(self.value, OpaqueAttr) and not self.value.value:
            raise VerifyException("value must not be empty")


@op_definition
class VariableOp(EmitCOperation):
    """A local variable with its initial value; `#emitc.opaque<"">` means no initial value."""

    name = "emitc.variable"
    value = prop_def(OpaqueOrTypedAttr)
    result = result_def(ArrayOrLValue)

    def __init__(self, result_type: Attribute, value: Attribute):
        super().__init__(result_types=[result_type], properties={"value": value})

    @local_verifier
    def verify_op(self) -> None:
        """Check `emitc.variable`: the value has the variable's type."""
        _verify_initial_value(self.value, self.result.type)


@op_definition
class LiteralOp(TextOp):
    """Text that replaces each use of the value."""

    name = "emitc.literal"
    value = prop_def(StrAttr)
    result = result_def(EmitCType)

    traits = traits_def(Pure())

    def __init__(self, result_type: Attribute, value: str):
        super().__init__(result_types=[result_type], properties={"value": StringAttr(value)})

    @local_verifier
    def verify_op(self) -> None:
        """Check `emitc.literal`: the text is not empty."""
        if not self.value.data:
            raise VerifyException("value must not be empty")

    @classmethod
    def parse_result_types(cls, parser: Parser) -> Sequence[Attribute]:
        """Parse `: type`."""
        parser.parse_punctuation(":")
        return [parser.parse_type()]

    def print(self, printer: Printer) -> None:
        """Print `"text" {...} : type`."""
        super().print(printer)
        print_types(printer, self.result_types)


@op_definition
class LoadOp(EmitCOperation):
    """The current value of a variable, member or element."""

    name = "emitc.load"
    operand = operand_def(LValue)
    result = result_def(AnyType)

    def __init__(self, operand: SSAValue):
        assert isinstance(operand.type, LValueType)
        super().__init__(operands=[operand], result_types=[operand.type.valueType])

    @local_verifier
    def verify_traits(self) -> None:
        """Check `emitc.load`: the result has the value type of the lvalue."""
        super().verify_traits()
        type: Any = self.operand.type
        if type.valueType != self.result.type:
            raise VerifyException(
                "failed to verify that result type matches value type of 'operand'"
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%a {...} : <type>`."""
        operand = parser.parse_unresolved_operand()
        attributes = parse_attributes(parser, cls, {})
        parser.parse_punctuation(":")
        type = parse_lvalue(parser, cls)
        value = parser.resolve_operand(operand, type)
        return cls.create(operands=[value], result_types=[type.valueType], attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `%a {...} : <type>`."""
        printer.print_string(" ")
        printer.print_operand(self.operand)
        print_attributes(printer, self)
        printer.print_string(" : ")
        print_lvalue(printer, self.operand.type)


@op_definition
class AssignOp(EmitCOperation):
    """`variable = value`."""

    name = "emitc.assign"
    var = operand_def(LValue)
    value = operand_def(EmitCType)

    def __init__(self, var: SSAValue, value: SSAValue):
        super().__init__(operands=[var, value])

    def verify_op(self) -> None:
        """Check `emitc.assign`: an op defines the variable, and the types match."""
        if not isinstance(self.var.owner, Operation):
            raise VerifyException("cannot assign to block argument")
        type: Any = self.var.type
        if type.valueType != self.value.type:
            raise VerifyException(
                f"requires value's type ({quoted(self.value.type)}) to match variable's type "
                f"({quoted(type.valueType)})"
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%value : type to %variable : <type> {...}`."""
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        value_type = parser.parse_type()
        parser.parse_keyword("to")
        variable = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        type = parse_lvalue(parser, cls)
        attributes = parse_attributes(parser, cls, {})
        operands = [
            parser.resolve_operand(variable, type),
            parser.resolve_operand(value, value_type),
        ]
        return cls.create(operands=operands, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `%value : type to %variable : <type> {...}`."""
        printer.print_string(" ")
        printer.print_operand(self.value)
        print_types(printer, [self.value.type])
        printer.print_string(" to ")
        printer.print_operand(self.var)
        printer.print_string(" : ")
        print_lvalue(printer, self.var.type)
        print_attributes(printer, self)


@op_definition
class MemberOp(EmitCOperation):
    """`object.member`."""

    name = "emitc.member"
    member = prop_def(StrAttr)
    operand = operand_def(lvalue_of(AnyOpaque))
    result = result_def(lvalue_of(EmitCType))


@op_definition
class MemberOfPtrOp(EmitCOperation):
    """`object->member`."""

    name = "emitc.member_of_ptr"
    member = prop_def(StrAttr)
    operand = operand_def(lvalue_of(any_of(AnyOpaque, AnyPointer)))
    result = result_def(lvalue_of(EmitCType))


@op_definition
class SubscriptOp(SignatureOp):
    """`array[i][j]`; the base may also be a pointer or an opaque type."""

    name = "emitc.subscript"
    value = operand_def(Subscripted)
    indices = var_operand_def(EmitCType)
    result = result_def(LValue)

    def __init__(self, result_type: Attribute, value: SSAValue, indices: Sequence[SSAValue]):
        super().__init__(operands=[value, indices], result_types=[result_type])

    @local_verifier
    def verify_op(self) -> None:
        """Check `emitc.subscript`: indices and element type fit the array or pointer."""
        type = self.value.type
        result: Any = self.result.type
        indices = [index.type for index in self.indices]
        if isinstance(type, ArrayType):
            if len(indices) != len(type.shape):
                raise VerifyException(
                    f"on array operand requires number of indices ({len(indices)}) to match the "
                    f"rank of the array type ({len(type.shape)})"
                )
            for number, index in enumerate(indices):
                if not is_integer_index_or_opaque(index):
                    raise VerifyException(
                        f"on array operand requires index operand {number} to be integer-like, "
                        f"but got {quoted(index)}"
                    )
            _verify_element("array", "element", type.element_type, result.valueType)
        elif isinstance(type, PointerType):
            if len(indices) != 1:
                raise VerifyException(
                    f"on pointer operand requires one index operand, but got {len(indices)}"
                )
            if not is_integer_index_or_opaque(indices[0]):
                raise VerifyException(
                    "on pointer operand requires index operand to be integer-like, "
                    f"but got {quoted(indices[0])}"
                )
            _verify_element("pointer", "pointee", type.pointee, result.valueType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%array[%i, %j] {...} : (types) -> type`."""
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation("[")
        indices = parse_operands(parser)
        parser.parse_punctuation("]")
        return cls.finish(parser, {}, [value, *indices], op_position(parser))

    def print(self, printer: Printer) -> None:
        """Print `%array[%i, %j] {...} : (types) -> type`."""
        printer.print_string(" ")
        printer.print_operand(self.value)
        printer.print_string("[")
        printer.print_list(self.indices, printer.print_operand)
        printer.print_string("]")
        self.print_signature(printer)


def _verify_element(kind: str, part: str, type: Attribute, result: Attribute) -> None:
    if type != result:
        raise VerifyException(
            f"on {kind} operand requires {part} type ({quoted(type)}) and result type "
            f"({quoted(result)}) to match"
        )


_SPECIFIERS = ("extern", "static", "const")


@op_definition
class GlobalOp(EmitCOperation):
    """A global variable."""

    name = "emitc.global"
    sym_name = prop_def(StrAttr)
    type = prop_def(AnyTypeAttr)
    initial_value = opt_prop_def(OpaqueOrTypedAttr)
    extern_specifier = opt_prop_def(UnitAttrConstraint)
    static_specifier = opt_prop_def(UnitAttrConstraint)
    const_specifier = opt_prop_def(UnitAttrConstraint)

    def __init__(
        self,
        name: str,
        type: Attribute,
        initial_value: Attribute | None = None,
        *,
        extern: bool = False,
        static: bool = False,
        const: bool = False,
    ):
        properties: dict[str, Attribute | None] = {
            "sym_name": StringAttr(name),
            "type": type,
            "initial_value": initial_value,
            "extern_specifier": UnitAttr() if extern else None,
            "static_specifier": UnitAttr() if static else None,
            "const_specifier": UnitAttr() if const else None,
        }
        super().__init__(properties=properties)

    def verify_traits(self) -> None:
        """Check `emitc.global`: the op is where symbols are allowed."""
        super().verify_traits()
        verify_symbol(self, self.attributes.get("sym_visibility"))

    def verify_op(self) -> None:
        """Check the type, the initial value's type and the linkage of `emitc.global`."""
        if not is_supported_type(self.type):
            raise VerifyException("expected valid emitc type")
        if self.initial_value is not None:
            self._verify_initial_value(self.initial_value)
        if self.static_specifier is not None and self.extern_specifier is not None:
            raise VerifyException("cannot have both static and extern specifiers")

    def _verify_initial_value(self, value: Attribute) -> None:
        if isinstance(value, OpaqueAttr):
            return
        if isinstance(value, DenseIntOrFPElementsAttr | DenseResourceAttr):
            if not isinstance(self.type, ArrayType):
                raise VerifyException(f"expected array type, but got {quoted(self.type)}")
        elif not isinstance(value, IntegerAttr | FloatAttr):
            raise VerifyException(
                "initial value should be a integer, float, elements or opaque attribute, "
                f"but got {attribute_text(value)}"
            )
        type = type_of_attribute(cast(Attribute, value))
        assert type is not None
        if type != _initial_value_type(self.type):
            raise VerifyException(
                f"initial value expected to be of type {quoted(self.type)}, but was of type "
                f"{quoted(type)}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `extern static const @name : type = value {...}`."""
        properties: dict[str, Attribute] = {}
        for word in _SPECIFIERS:
            if parser.parse_optional_keyword(word) is not None:
                properties[f"{word}_specifier"] = UnitAttr()
        name = parser.parse_optional_symbol_name()
        if name is None:
            fail(parser, cls.name, "expected valid '@'-identifier for symbol name", parser.pos)
        properties["sym_name"] = name
        parser.parse_punctuation(":")
        properties["type"] = type = parser.parse_type()
        if parser.parse_optional_punctuation("=") is not None:
            value = cast(Any, parser).parse_attribute_of_type(_initial_value_type(type))
            kinds = (
                DenseIntOrFPElementsAttr | DenseResourceAttr | IntegerAttr | FloatAttr | OpaqueAttr
            )
            if not isinstance(value, kinds):
                message = "initial value should be a integer, float, elements or opaque attribute"
                fail(parser, cls.name, message, op_position(parser))
            properties["initial_value"] = value
        attributes = parse_attributes(parser, cls, properties)
        return cls.create(properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `extern static const @name : type = value {...}`."""
        shown = [f"{word}_specifier" for word in _SPECIFIERS]
        words = [word for word in _SPECIFIERS if f"{word}_specifier" in self.properties]
        printer.print_string("".join(f" {word}" for word in words))
        printer.print_string(f" {symbol_text(self.sym_name.data)} : ")
        printer.print_attribute(self.type)
        if self.initial_value is not None:
            printer.print_string(" = ")
            _print_untyped(printer, self.initial_value)
        print_attributes(printer, self, "sym_name", "type", "initial_value", *shown)


def _initial_value_type(type: Attribute) -> Attribute:
    """Return the type of the attribute that initializes a global of type `type`."""
    return TensorType(type.element_type, type.shape) if isinstance(type, ArrayType) else type


def _print_untyped(printer: Printer, value: Attribute) -> None:
    """Print the attribute `value` without its type."""
    text = attribute_text(value)
    type = type_of_attribute(value)
    printer.print_string(text if type is None else text.removesuffix(f" : {attribute_text(type)}"))


@op_definition
class GetGlobalOp(EmitCOperation):
    """A global variable as a value: an array, or an lvalue to load from and assign to."""

    name = "emitc.get_global"
    name_ = prop_def(FlatSymbolRefAttr, prop_name="name")
    result = result_def(ArrayOrLValue)

    traits = traits_def(Pure())

    def __init__(self, result_type: Attribute, name: str):
        super().__init__(result_types=[result_type], properties={"name": SymbolRefAttr(name)})

    def verify_symbol_uses(self, symbols: Mapping[str, Operation]) -> None:
        """Check `emitc.get_global`: the symbol is a global of the right type."""
        name = self.name_.root_reference.data
        found = symbols.get(name)
        if not isinstance(found, GlobalOp):
            raise VerifyException(f"'{name}' does not reference a valid emitc.global")
        type, result = found.type, self.result.type
        if isinstance(type, ArrayType):
            if type != result:
                raise VerifyException(
                    f"on array type expects result type {quoted(result)} to match type "
                    f"{quoted(type)} of the global @{name}"
                )
        elif not isinstance(result, LValueType):
            raise VerifyException(
                f"on non-array type expects result type to be an lvalue type for the global @{name}"
            )
        elif result.valueType != type:
            raise VerifyException(
                f"on non-array type expects result inner type {quoted(result.valueType)} to match "
                f"type {quoted(type)} of the global @{name}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `@name : type {...}`."""
        properties: dict[str, Attribute] = {"name": parse_flat_symbol(parser, cls.name)}
        parser.parse_punctuation(":")
        type = parser.parse_type()
        attributes = parse_attributes(parser, cls, properties)
        return cls.create(result_types=[type], properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `@name : type {...}`."""
        printer.print_string(" ")
        printer.print_attribute(self.name_)
        print_types(printer, self.result_types)
        print_attributes(printer, self, "name")
