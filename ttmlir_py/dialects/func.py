"""The `func` dialect: functions, calls and returns.

xDSL has these operations too. But it compiles their assembly formats on import, lacks
`func.constant` and `func.call_indirect`, and has different diagnostics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import (
    Attribute,
    Block,
    BlockArgument,
    Dialect,
    Operation,
    Region,
    SSAValue,
    TypeAttribute,
)
from xdsl.irdl import (
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    ConstantLike,
    IsolatedFromAbove,
    IsTerminator,
    Pure,
    ReturnLike,
    SymbolOpInterface,
    SymbolTable,
)
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.definition.constraints import Described, FlatSymbolRefAttr, StrAttr
from ttmlir_py.ir.definition.custom_form import parse_flat_symbol, parse_signature, resolve_operands
from ttmlir_py.ir.definition.functions import VISIBILITIES, parse_function, print_function
from ttmlir_py.ir.definition.operations import (
    OdsOperation,
    Terminator,
    local_verifier,
    op_definition,
)
from ttmlir_py.ir.diagnostics import OperationError, note
from ttmlir_py.ir.external_models import ResultNames
from ttmlir_py.ir.narrowing import is_array, is_dictionary_array
from ttmlir_py.ir.writing.attributes import quoted

_AnyType: Described[Attribute] = Described("any type", lambda _: True)
_AnyFunctionType: Described[FunctionType] = Described(
    "function type", lambda attribute: isinstance(attribute, FunctionType)
)
FunctionTypeAttr: Described[FunctionType] = Described(
    "type attribute of function type",
    lambda attribute: isinstance(attribute, FunctionType),
    lambda attribute: isinstance(attribute, TypeAttribute),
)
DictArrayAttr: Described[ArrayAttr[DictionaryAttr]] = Described(
    "Array of dictionary attributes", is_dictionary_array, is_array
)

_ATTRIBUTE_CHECKS = {"sdy.sharding": "ttmlir_py.dialects.sdy.rules:check_value_sharding"}
"""Maps the name of an argument or result attribute of another dialect to `module:function`.

The function checks the attribute.
"""


@op_definition
class FuncOp(OdsOperation):
    """A function, or a declaration if its body has no blocks."""

    name = "func.func"

    sym_name = prop_def(StrAttr)
    function_type = prop_def(FunctionTypeAttr)
    sym_visibility = opt_prop_def(StrAttr)
    arg_attrs = opt_prop_def(DictArrayAttr)
    res_attrs = opt_prop_def(DictArrayAttr)
    body = region_def()

    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    DEFAULT_DIALECT: ClassVar[str] = "func"

    def __init__(
        self,
        name: str,
        function_type: FunctionType | tuple[Sequence[Attribute], Sequence[Attribute]],
        region: Region | None = None,
        visibility: str | None = None,
        *,
        arg_attrs: ArrayAttr[DictionaryAttr] | None = None,
        res_attrs: ArrayAttr[DictionaryAttr] | None = None,
    ):
        """Create a function. Without `region`, its body is one block with arguments of the given
        types.
        """
        if isinstance(function_type, tuple):
            function_type = FunctionType.from_lists(*function_type)
        if region is None:
            region = Region(Block(arg_types=function_type.inputs.data))
        properties: dict[str, Attribute | None] = {
            "sym_name": StringAttr(name),
            "function_type": function_type,
            "sym_visibility": None if visibility is None else StringAttr(visibility),
            "arg_attrs": arg_attrs,
            "res_attrs": res_attrs,
        }
        super().__init__(properties=properties, regions=[region])

    @staticmethod
    def external(
        name: str, input_types: Sequence[Attribute], return_types: Sequence[Attribute]
    ) -> FuncOp:
        """Return a private function without a body."""
        return FuncOp(name, (input_types, return_types), Region(), "private")

    @property
    def is_declaration(self) -> bool:
        """Whether the function has no body."""
        return not self.body.blocks

    @property
    def is_private(self) -> bool:
        """Whether only operations of the enclosing symbol table can refer to the function."""
        return self.sym_visibility is not None and self.sym_visibility.data == "private"

    @property
    def args(self) -> tuple[BlockArgument, ...]:
        """The arguments of the body; empty for a declaration."""
        entry = self.body.blocks.first
        return () if entry is None else tuple(entry.args)

    def get_return_op(self) -> ReturnOp | None:
        """Return the `func.return` that ends the last block, or None."""
        last = self.body.blocks.last
        op = None if last is None else last.last_op
        return op if isinstance(op, ReturnOp) else None

    def update_function_type(self) -> None:
        """Make the function type agree with the block arguments and the returned values."""
        returned = self.get_return_op()
        outputs = self.function_type.outputs.data if returned is None else returned.operand_types
        inputs = [argument.type for argument in self.args]
        self.properties["function_type"] = FunctionType.from_lists(inputs, outputs)

    def verify_traits(self) -> None:
        """Check `func.func`: the rules of MLIR's symbol and function interfaces."""
        self._verify_symbol()
        verify_function_signature(self.function_type, self.arg_attrs, self.res_attrs, self.body)

    def verify_symbol_uses(self, symbols: Mapping[str, Operation]) -> None:
        """Check `func.func`: the attributes that other dialects give to arguments and results."""
        signature = self.function_type
        for kind, attributes, types in (
            ("arg", self.arg_attrs, signature.inputs),
            ("result", self.res_attrs, signature.outputs),
        ):
            for index, dictionary in enumerate(() if attributes is None else attributes):
                for name in dictionary.data.keys() & _ATTRIBUTE_CHECKS.keys():
                    module, _, check = _ATTRIBUTE_CHECKS[name].partition(":")
                    place = f"{kind} {index} - "
                    value = dictionary.data[name]
                    getattr(import_module(module), check)(
                        self, value, types.data[index], symbols, place
                    )

    def _verify_symbol(self) -> None:
        visibility = verify_symbol(self, self.sym_visibility)
        if self.is_declaration and visibility == "public":
            raise VerifyException("symbol declaration cannot have public visibility")

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        """Parse everything after `func.func`."""
        parsed = parse_function(parser, cls.name)
        return cls.create(
            properties=parsed.properties, attributes=parsed.attributes, regions=[parsed.body]
        )

    def print(self, printer: Printer) -> None:
        """Print everything after `func.func`."""
        print_function(printer, self.properties, self.attributes, self.body)


def verify_symbol(op: Operation, attribute: Attribute | None) -> str:
    """Check that `op` is where symbols are allowed, and that its visibility is valid. Return the
    visibility.
    """
    parent = op.parent_op()
    if parent is not None and not parent.has_trait(SymbolTable, value_if_unregistered=True):
        raise VerifyException("symbol's parent must have the SymbolTable trait")
    visibility = attribute.data if isinstance(attribute, StringAttr) else "public"
    if visibility not in VISIBILITIES:
        raise VerifyException(
            'visibility expected to be one of ["public", "private", "nested"], but got '
            f'"{visibility}"'
        )
    return visibility


def verify_function_signature(
    function_type: FunctionType,
    arg_attrs: ArrayAttr[DictionaryAttr] | None,
    res_attrs: ArrayAttr[DictionaryAttr] | None,
    body: Region,
) -> None:
    """Check that argument attributes, result attributes and block arguments match the function
    type.
    """
    inputs, outputs = function_type.inputs.data, function_type.outputs.data
    _verify_dictionaries("argument", arg_attrs, len(inputs))
    _verify_dictionaries("result", res_attrs, len(outputs))
    entry = body.blocks.first
    if entry is None:
        return
    if len(entry.args) != len(inputs):
        raise VerifyException(
            f"entry block must have {len(inputs)} arguments to match function signature"
        )
    for index, (argument, type) in enumerate(zip(entry.args, inputs, strict=True)):
        if argument.type != type:
            raise VerifyException(
                f"type of entry block argument #{index}({quoted(argument.type)}) must match the "
                f"type of the corresponding argument in function signature({quoted(type)})"
            )


def _verify_dictionaries(kind: str, attributes: ArrayAttr[Any] | None, count: int) -> None:
    if attributes is None:
        return
    if len(attributes.data) != count:
        raise VerifyException(
            f"expects {kind} attribute array to have the same number of elements as the number of "
            f"function {kind}s, got {len(attributes.data)}, but expected {count}"
        )
    for dictionary in attributes.data:
        if any("." not in name for name in dictionary.data):
            raise VerifyException(f"{kind}s may only have dialect attributes")


@op_definition
class ReturnOp(Terminator):
    """The end of a function, with its results."""

    name = "func.return"

    operands_ = var_operand_def(_AnyType)

    traits = traits_def(IsTerminator(), ReturnLike(), Pure())

    def __init__(self, *values: SSAValue | Operation):
        super().__init__(operands=[values])

    def verify_traits(self) -> None:
        """Check `func.return`: its parent is a function."""
        if not isinstance(self.parent_op(), FuncOp):
            raise VerifyException("expects parent op 'func.func'")
        super().verify_traits()

    def verify_op(self) -> None:
        """Check `func.return`: the operands match the function's results in number and type."""
        function = self.parent_op()
        assert isinstance(function, FuncOp)
        symbol = f"@{function.sym_name.data}"
        expected = function.function_type.outputs.data
        if len(self.operands) != len(expected):
            raise VerifyException(
                f"has {len(self.operands)} operands, but enclosing function ({symbol}) returns "
                f"{len(expected)}"
            )
        for index, (value, type) in enumerate(zip(self.operands, expected, strict=True)):
            if value.type != type:
                raise OperationError(
                    self,
                    f"type of return operand {index} ({quoted(value.type)}) doesn't match "
                    f"function result type ({quoted(type)}) in function {symbol}",
                    op_prefix=False,
                )

    @classmethod
    def parse(cls, parser: Parser) -> ReturnOp:
        """Parse `{attributes} %a, %b : type, type`."""
        attributes = parser.parse_optional_attr_dict()
        position = parser.pos
        operands: list[Any] = []
        types: list[Attribute] = []
        if (first := parser.parse_optional_unresolved_operand()) is not None:
            operands.append(first)
            while parser.parse_optional_punctuation(",") is not None:
                operands.append(parser.parse_unresolved_operand())
            parser.parse_punctuation(":")
            types += parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        values = resolve_operands(parser, cls.name, operands, types, position)
        return cls.create(operands=values, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `{attributes} %a, %b : type, type`."""
        printer.print_op_attributes(self.attributes)
        if self.operands:
            printer.print_string(" ")
            printer.print_list(self.operands, printer.print_operand)
            printer.print_string(" : ")
            printer.print_list(self.operand_types, printer.print_attribute)


def _parse_call(
    parser: Parser, op_name: str
) -> tuple[list[SSAValue], FunctionType, dict[str, Attribute]]:
    """Parse `(%a, %b) {attributes} : (type, type) -> type`.

    Return the operands, the signature and the attributes.
    """
    position = parser.pos
    operands = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, parser.parse_unresolved_operand
    )
    attributes = parser.parse_optional_attr_dict()
    signature = parse_signature(parser, op_name)
    values = resolve_operands(parser, op_name, operands, signature.inputs.data, position)
    return values, signature, attributes


def _print_call(printer: Printer, op: Operation, arguments: Sequence[SSAValue]) -> None:
    printer.print_operands(arguments)
    printer.print_op_attributes(op.attributes)
    printer.print_string(" : ")
    printer.print_function_type([argument.type for argument in arguments], op.result_types)


@op_definition
class CallOp(OdsOperation):
    """A call of a function in the enclosing symbol table, by name."""

    name = "func.call"

    callee = prop_def(FlatSymbolRefAttr)
    operands_ = var_operand_def(_AnyType)
    results_ = var_result_def(_AnyType)

    def __init__(
        self,
        callee: str | SymbolRefAttr,
        arguments: Sequence[SSAValue | Operation],
        return_types: Sequence[Attribute],
    ):
        callee = SymbolRefAttr(callee) if isinstance(callee, str) else callee
        super().__init__(
            operands=[arguments], result_types=[return_types], properties={"callee": callee}
        )

    def verify_symbol_uses(self, symbols: Mapping[str, Operation]) -> None:
        """Check `func.call`: the callee is a function with a matching signature."""
        name = self.callee.root_reference.data
        callee = symbols.get(name)
        if not isinstance(callee, FuncOp):
            raise VerifyException(f"'{name}' does not reference a valid function")
        verify_call(self, callee.function_type)

    @classmethod
    def parse(cls, parser: Parser) -> CallOp:
        """Parse `@callee(%a) {attributes} : (type) -> type`."""
        name = parser.parse_optional_symbol_name()
        if name is None:
            parser.raise_error("expected attribute value")
        values, signature, attributes = _parse_call(parser, cls.name)
        return cls.create(
            operands=values,
            result_types=signature.outputs.data,
            properties={"callee": SymbolRefAttr(name)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `@callee(%a) {attributes} : (type) -> type`."""
        printer.print_string(" ")
        printer.print_attribute(self.callee)
        _print_call(printer, self, self.operands)


def verify_call(call: Operation, function_type: FunctionType) -> None:
    """Check that the operands and results of `call` match the type of the called function."""
    inputs, outputs = function_type.inputs.data, function_type.outputs.data
    if len(inputs) != len(call.operands):
        raise VerifyException("incorrect number of operands for callee")
    for index, (operand, type) in enumerate(zip(call.operands, inputs, strict=True)):
        if operand.type != type:
            raise VerifyException(
                f"operand type mismatch: expected operand type {quoted(type)}, but provided "
                f"{quoted(operand.type)} for operand number {index}"
            )
    if len(outputs) != len(call.results):
        raise VerifyException("incorrect number of results for callee")
    for index, (result, type) in enumerate(zip(call.results, outputs, strict=True)):
        if result.type != type:
            raise OperationError(
                call,
                f"result type mismatch at index {index}",
                (
                    note(call.location, f"      op result types: {_types(call.result_types)}"),
                    note(call.location, f"function result types: {_types(outputs)}"),
                ),
            )


def _types(types: Sequence[Attribute]) -> str:
    return ", ".join(map(quoted, types))


@op_definition
class CallIndirectOp(OdsOperation):
    """A call of a function value."""

    name = "func.call_indirect"

    callee = operand_def(_AnyFunctionType)
    callee_operands = var_operand_def(_AnyType)
    results_ = var_result_def(_AnyType)

    @local_verifier
    def verify_traits(self) -> None:
        """Check `func.call_indirect`: operands and results match the callee's type."""
        type = self.callee.type
        assert isinstance(type, FunctionType)
        arguments = tuple(value.type for value in self.callee_operands)
        if type.inputs.data != arguments or type.outputs.data != tuple(self.result_types):
            raise VerifyException(
                "failed to verify that callee input types match argument types"
                if type.inputs.data != arguments
                else "failed to verify that callee result types match result types"
            )

    @classmethod
    def parse(cls, parser: Parser) -> CallIndirectOp:
        """Parse `%callee(%a) {attributes} : (type) -> type`."""
        callee = parser.parse_unresolved_operand()
        values, signature, attributes = _parse_call(parser, cls.name)
        return cls.create(
            operands=[parser.resolve_operand(callee, signature), *values],
            result_types=signature.outputs.data,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `%callee(%a) {attributes} : (type) -> type`."""
        printer.print_string(" ")
        printer.print_operand(self.callee)
        _print_call(printer, self, self.callee_operands)


@op_definition
class ConstantOp(OdsOperation):
    """A function as a value."""

    name = "func.constant"
    RESULT_NAMES: ClassVar[ResultNames] = "f"

    value = prop_def(FlatSymbolRefAttr)
    result = result_def(_AnyType)

    traits = traits_def(ConstantLike(), Pure())

    def verify_symbol_uses(self, symbols: Mapping[str, Operation]) -> None:
        """Check `func.constant`: the value is a function of the result's type."""
        name = self.value.root_reference.data
        function = symbols.get(name)
        if not isinstance(function, FuncOp):
            raise VerifyException(f"reference to undefined function '{name}'")
        if function.function_type != self.result.type:
            raise VerifyException("reference to function with mismatched type")

    @classmethod
    def parse(cls, parser: Parser) -> ConstantOp:
        """Parse `{attributes} @function : type`."""
        attributes = parser.parse_optional_attr_dict()
        value = parse_flat_symbol(parser, cls.name)
        parser.parse_punctuation(":")
        return cls.create(
            result_types=[parser.parse_type()], properties={"value": value}, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        """Print `{attributes} @function : type`."""
        printer.print_op_attributes(self.attributes)
        printer.print_string(" ")
        printer.print_attribute(self.value)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)


Func = Dialect("func", [CallOp, CallIndirectOp, ConstantOp, FuncOp, ReturnOp], [])
