"""EmitC ops at the top level of a file: functions, calls, inclusions and text."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import (
    ArrayAttr,
    FunctionType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import (
    opt_operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, IsTerminator, Pure, ReturnLike, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.emitc.constraints import EmitCType, StrArrayAttr
from ttmlir_py.dialects.emitc.syntax import (
    CExpression,
    EmitCOperation,
    ExitOp,
    SignatureOp,
    TextOp,
)
from ttmlir_py.dialects.emitc.types import ArrayType, LValueType
from ttmlir_py.dialects.func import (
    DictArrayAttr,
    FunctionTypeAttr,
    verify_call,
    verify_function_signature,
    verify_symbol,
)
from ttmlir_py.ir.definition.constraints import FlatSymbolRefAttr, StrAttr, UnitAttrConstraint
from ttmlir_py.ir.definition.custom_form import fail, op_position, parse_flat_symbol
from ttmlir_py.ir.definition.functions import parse_function, print_function
from ttmlir_py.ir.definition.operations import Terminator, op_definition
from ttmlir_py.ir.definition.signature_form import parse_attributes, print_attributes
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.writing.attributes import quoted


@op_definition
class FuncOp(EmitCOperation):
    """A C function, or a declaration if it has no body."""

    name = "emitc.func"
    sym_name = prop_def(StrAttr)
    function_type = prop_def(FunctionTypeAttr)
    specifiers = opt_prop_def(StrArrayAttr)
    arg_attrs = opt_prop_def(DictArrayAttr)
    res_attrs = opt_prop_def(DictArrayAttr)
    body = region_def()

    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    def __init__(
        self,
        name: str,
        function_type: FunctionType,
        body: Region,
        specifiers: Sequence[str] = (),
    ):
        words = ArrayAttr(map(StringAttr, specifiers)) if specifiers else None
        properties: dict[str, Attribute | None] = {
            "sym_name": StringAttr(name),
            "function_type": function_type,
            "specifiers": words,
        }
        super().__init__(properties=properties, regions=[body])

    def verify_traits(self) -> None:
        """Check `emitc.func`: the rules of MLIR's symbol and function interfaces."""
        super().verify_traits()
        verify_symbol(self, self.attributes.get("sym_visibility"))
        verify_function_signature(self.function_type, self.arg_attrs, self.res_attrs, self.body)

    def verify_op(self) -> None:
        """Check `emitc.func`: arguments and results are valid in C."""
        outputs = self.function_type.outputs.data
        if any(isinstance(type, LValueType) for type in self.function_type.inputs.data):
            raise VerifyException("cannot have lvalue type as argument")
        if len(outputs) > 1:
            raise VerifyException(f"requires zero or exactly one result, but has {len(outputs)}")
        if outputs and isinstance(outputs[0], ArrayType):
            raise VerifyException("cannot return array type")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything after the name `emitc.func`."""
        parsed = parse_function(parser, cls.name)
        properties, attributes = parsed.properties, parsed.attributes
        if (visibility := properties.pop("sym_visibility", None)) is not None:
            attributes["sym_visibility"] = visibility
        if (specifiers := attributes.pop("specifiers", None)) is not None:
            properties["specifiers"] = specifiers
        return cls.create(properties=properties, attributes=attributes, regions=[parsed.body])

    def print(self, printer: Printer) -> None:
        """Print everything after the name `emitc.func`."""
        attributes, properties = dict(self.attributes), dict(self.properties)
        if (visibility := attributes.pop("sym_visibility", None)) is not None:
            properties["sym_visibility"] = visibility
        if self.specifiers is not None:
            attributes["specifiers"] = self.specifiers
        print_function(printer, properties, attributes, self.body)


@op_definition
class ReturnOp(ExitOp, Terminator):
    """The return from a function."""

    name = "emitc.return"
    operand = opt_operand_def(EmitCType)

    traits = traits_def(IsTerminator(), ReturnLike(), Pure())

    def verify_traits(self) -> None:
        """Check `emitc.return`: the parent is a function."""
        if not isinstance(self.parent_op(), FuncOp):
            raise VerifyException("expects parent op 'emitc.func'")
        super().verify_traits()

    def verify_op(self) -> None:
        """Check `emitc.return`: the value has the function's result type."""
        function = self.parent_op()
        assert isinstance(function, FuncOp)
        outputs = function.function_type.outputs.data
        if len(self.operands) != len(outputs):
            raise VerifyException(
                f"has {len(self.operands)} operands, but enclosing function "
                f"(@{function.sym_name.data}) returns {len(outputs)}"
            )
        if self.operand is not None and self.operand.type != outputs[0]:
            raise OperationError(
                self,
                f"type of the return operand ({quoted(self.operand.type)}) doesn't match function "
                f"result type ({quoted(outputs[0])}) in function @{function.sym_name.data}",
                op_prefix=False,
            )


@op_definition
class CallOp(SignatureOp, CExpression):
    """A call of an `emitc.func`."""

    name = "emitc.call"
    HEAD: ClassVar[str] = "callee"
    HEAD_IS_SYMBOL: ClassVar[bool] = True

    callee = prop_def(FlatSymbolRefAttr)
    operands_ = var_operand_def(EmitCType)
    results_ = var_result_def(EmitCType)

    def __init__(
        self, callee: str, operands: Sequence[SSAValue], result_types: Sequence[Attribute]
    ):
        super().__init__(
            operands=[operands],
            result_types=[result_types],
            properties={"callee": SymbolRefAttr(callee)},
        )

    def verify_symbol_uses(self, symbols: Mapping[str, Operation]) -> None:
        """Check `emitc.call`: the callee is a function with a matching signature."""
        callee = _function(symbols, self.callee)
        verify_call(self, callee.function_type)


@op_definition
class DeclareFuncOp(EmitCOperation):
    """The prototype of a function that is defined later."""

    name = "emitc.declare_func"
    sym_name = prop_def(FlatSymbolRefAttr)

    def verify_symbol_uses(self, symbols: Mapping[str, Operation]) -> None:
        """Check `emitc.declare_func`: the symbol is a function."""
        _function(symbols, self.sym_name)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `@name {...}`."""
        properties: dict[str, Attribute] = {"sym_name": parse_flat_symbol(parser, cls.name)}
        attributes = parse_attributes(parser, cls, properties)
        return cls.create(properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `@name {...}`."""
        printer.print_string(" ")
        printer.print_attribute(self.sym_name)
        print_attributes(printer, self, "sym_name")


def _function(symbols: Mapping[str, Operation], symbol: SymbolRefAttr) -> FuncOp:
    found = symbols.get(symbol.root_reference.data)
    if not isinstance(found, FuncOp):
        name = symbol.root_reference.data
        raise VerifyException(f"'{name}' does not reference a valid function")
    return found


@op_definition
class IncludeOp(EmitCOperation):
    """`#include "file"`, or `#include <file>`."""

    name = "emitc.include"
    include = prop_def(StrAttr)
    is_standard_include = opt_prop_def(UnitAttrConstraint)

    def __init__(self, include: str, *, standard: bool = False):
        properties: dict[str, Attribute | None] = {
            "include": StringAttr(include),
            "is_standard_include": UnitAttr() if standard else None,
        }
        super().__init__(properties=properties)

    def verify_traits(self) -> None:
        """Check `emitc.include`: the parent is a module."""
        super().verify_traits()
        if not isinstance(self.parent_op(), ModuleOp):
            raise VerifyException("expects parent op 'builtin.module'")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `"file"` or `<"file">`."""
        position = op_position(parser)
        standard = parser.parse_optional_punctuation("<") is not None
        include = parser.parse_optional_str_literal()
        if include is None:
            fail(parser, cls.name, "expected string attribute", position)
        if standard and parser.parse_optional_punctuation(">") is None:
            fail(parser, cls.name, "expected trailing '>' for standard include", position)
        return cls(include, standard=standard)

    def print(self, printer: Printer) -> None:
        """Print `"file"` or `<"file">`; MLIR does not escape the text."""
        text = f'"{self.include.data}"'
        printer.print_string(f" <{text}>" if self.is_standard_include is not None else f" {text}")


@op_definition
class VerbatimOp(TextOp):
    """Text that is emitted verbatim."""

    name = "emitc.verbatim"
    value = prop_def(StrAttr)

    def __init__(self, value: str):
        super().__init__(properties={"value": StringAttr(value)})
