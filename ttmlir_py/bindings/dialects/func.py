"""Functions and calls."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ttmlir_py.bindings.ir.attributes import (
    ArrayAttr,
    DictAttr,
    FlatSymbolRefAttr,
    StringAttr,
    TypeAttr,
)
from ttmlir_py.bindings.ir.core import Type
from ttmlir_py.bindings.ir.insertion import InsertionPoint
from ttmlir_py.bindings.ir.kinds import is_a
from ttmlir_py.bindings.ir.operations import Operation, OpView
from ttmlir_py.bindings.ir.registration import register_operation
from ttmlir_py.bindings.ir.structure import Block
from ttmlir_py.bindings.ir.types import FunctionType
from ttmlir_py.bindings.ir.values import OpResultList, Value
from ttmlir_py.bindings.ods import define
from ttmlir_py.bindings.ods.support import get_default_loc_context

_ARGUMENTS, _RESULTS = "arg_attrs", "res_attrs"
_generated: dict[str, Any] = globals()
define(_generated, "func", "func")
_Function: Any = _generated["FuncOp"]
_Call: Any = _generated["CallOp"]
_Constant: Any = _generated["ConstantOp"]
_Return: Any = _generated["ReturnOp"]


@register_operation(_generated["_Dialect"], replace=True)
class FuncOp(_Function):
    """A function."""

    def __init__(
        self,
        name: Any,
        type: Any,
        *,
        visibility: Any = None,
        body_builder: Callable[[FuncOp], None] | None = None,
        loc: Any = None,
        ip: Any = None,
    ):
        """Create a function with a type: a `FunctionType`, or types of arguments and results.

        `body_builder` receives the function, with an entry block in which operations are inserted.
        """
        context = get_default_loc_context(loc)
        symbol = name if isinstance(name, StringAttr) else StringAttr.get(str(name), context)
        if is_a(type, tuple):
            type = FunctionType.get(inputs=type[0], results=type[1], context=context)
        shown = type if isinstance(type, TypeAttr) else TypeAttr.get(type)
        if visibility is not None and not isinstance(visibility, StringAttr):
            visibility = StringAttr.get(str(visibility), context)
        _Function.__init__(self, symbol, shown, sym_visibility=visibility, loc=loc, ip=ip)
        if body_builder:
            entry_block = self.add_entry_block()
            with InsertionPoint(entry_block):
                body_builder(self)

    @property
    def is_external(self) -> bool:
        """Whether the function has no body."""
        return len(self.regions[0].blocks) == 0

    @property
    def body(self) -> Any:
        """The region of the body."""
        return self.regions[0]

    @property
    def type(self) -> FunctionType:
        """The type."""
        return FunctionType(TypeAttr(self.attributes["function_type"]).value)

    @property
    def visibility(self) -> Any:
        """The visibility."""
        return self.attributes["sym_visibility"]

    @property
    def name(self) -> StringAttr:
        """The name, as an attribute."""
        return StringAttr(self.attributes["sym_name"])

    @property
    def entry_block(self) -> Block:
        """The first block of the body. Raise IndexError for an external function."""
        if self.is_external:
            raise IndexError("External function does not have a body")
        return self.regions[0].blocks[0]

    def add_entry_block(self, arg_locs: Sequence[Any] | None = None) -> Block:
        """Add the first block of the body, with the arguments of the type."""
        if not self.is_external:
            raise IndexError("The function already has an entry block!")
        locations = arg_locs or [self.location] * len(self.type.inputs)
        self.body.blocks.append(*self.type.inputs, arg_locs=locations)
        return self.body.blocks[0]

    @property
    def arg_attrs(self) -> Any:
        """The attributes of the arguments: an array of dictionaries."""
        if _ARGUMENTS not in self.attributes:
            return ArrayAttr.get([DictAttr.get({}) for _ in self.type.inputs])
        return ArrayAttr(self.attributes[_ARGUMENTS])

    @arg_attrs.setter
    def arg_attrs(self, attribute: Any) -> None:
        value = attribute if isinstance(attribute, ArrayAttr) else ArrayAttr.get(attribute)
        self.attributes[_ARGUMENTS] = value

    @property
    def arguments(self) -> Any:
        """The arguments of the entry block."""
        return self.entry_block.arguments

    @property
    def result_attrs(self) -> Any:
        """The attributes of the results: an array of dictionaries."""
        return self.attributes[_RESULTS]

    @result_attrs.setter
    def result_attrs(self, attribute: ArrayAttr) -> None:
        self.attributes[_RESULTS] = attribute

    @classmethod
    def from_py_func(
        cls, *inputs: Type, results: Sequence[Type] | None = None, name: str | None = None
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Return a decorator that calls a Python function and makes a `func.func` of the operations
        that it builds.

        The Python function receives the arguments as values, and the new `func.func` as the keyword
        `func_op` if it has such a parameter. The values that it returns become the operands of
        `func.return`. After the decoration, calling the name builds a call of the function. The
        attribute `func_op` is the function.
        """

        def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
            symbol = name or function.__name__
            parameters = inspect.signature(function).parameters.values()
            wants_op = any(
                each.name == "func_op" or each.kind is each.VAR_KEYWORD for each in parameters
            )
            func_op = cls(name=symbol, type=FunctionType.get(inputs, results or []))
            with InsertionPoint(func_op.add_entry_block()):
                keywords = {"func_op": func_op} if wants_op else {}
                returned = function(*func_op.entry_block.arguments, **keywords)
                types = _returned(returned, results)
            func_op.attributes["function_type"] = TypeAttr.get(FunctionType.get(inputs, types))

            def call(*operands: Any) -> Any:
                op = CallOp(types, FlatSymbolRefAttr.get(symbol), operands)
                if not types:
                    return None
                return op.result if len(types) == 1 else op.results

            call.__name__ = function.__name__
            call.func_op = func_op  # pyright: ignore[reportFunctionMemberAccess]
            return call

        return decorate


def _returned(value: Any, results: Sequence[Type] | None) -> Sequence[Type]:
    """Build a `func.return` of the values that a Python function returned. Return their types."""
    if value is not None and results is not None:
        raise AssertionError(
            "Capturing a python function with explicit `results=` requires that the wrapped "
            f"function returns None. Returned: {value}"
        )
    if results:
        return results  # the Python function has already built the `func.return`
    if value is None:
        values: list[Any] = []
    elif isinstance(value, OpView | Operation):
        values = list(value.operation.results)
    elif isinstance(value, Value):
        values = [value]
    elif isinstance(value, OpResultList):
        values = list(value)
    else:
        values = [each.operation.result if hasattr(each, "operation") else each for each in value]
    _Return(values)
    return [each.type for each in values]


@register_operation(_generated["_Dialect"], replace=True)
class CallOp(_Call):
    """A call of a function, given as the function, or as its symbol and its result types."""

    def __init__(
        self,
        calleeOrResults: Any,
        argumentsOrCallee: Any,
        arguments: Sequence[Any] | None = None,
        *,
        loc: Any = None,
        ip: Any = None,
    ):
        """Build `CallOp(function, arguments)` or `CallOp(result_types, symbol, arguments)`."""
        if isinstance(calleeOrResults, FuncOp):
            if not isinstance(argumentsOrCallee, list | tuple):
                raise ValueError(
                    "when constructing a call to a function, expected the second argument to be a "
                    f"list of call arguments, got {type(argumentsOrCallee)}"
                )
            if arguments is not None:
                raise ValueError("unexpected third argument when constructing a call to a function")
            symbol = FlatSymbolRefAttr.get(calleeOrResults.name.value, calleeOrResults.context)
            _Call.__init__(
                self, calleeOrResults.type.results, symbol, argumentsOrCallee, loc=loc, ip=ip
            )
            return
        if is_a(argumentsOrCallee, list, tuple):
            raise ValueError(
                "when constructing a call to a function by name, expected the second argument to "
                f"be a string or a FlatSymbolRefAttr, got {argumentsOrCallee.__class__}"
            )
        callee = argumentsOrCallee
        if isinstance(callee, str):
            callee = FlatSymbolRefAttr.get(callee, get_default_loc_context(loc))
        _Call.__init__(self, calleeOrResults, callee, arguments or [], loc=loc, ip=ip)


@register_operation(_generated["_Dialect"], replace=True)
class ConstantOp(_Constant):
    """A reference to a function as a value."""

    @property
    def type(self) -> Any:
        """The type of the function."""
        return self.results[0].type


func = FuncOp.from_py_func
