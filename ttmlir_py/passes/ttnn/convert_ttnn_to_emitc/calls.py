"""Conversion of TTNN ops to calls of C++ functions: argument lists and calls.

The argument list of an `emitc.call_opaque` holds operand numbers (`0 : index`), C++ text
(`#emitc.opaque<"...">`) and constants (`1 : si32`).
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.common.data_formats import FORMATS
from ttmlir_py.dialects.emitc.attributes import OpaqueAttr
from ttmlir_py.dialects.emitc.functions import VerbatimOp
from ttmlir_py.dialects.emitc.operators import CallOpaqueOp
from ttmlir_py.dialects.emitc.types import OpaqueType
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.ttnn.attributes import MemoryConfigAttr, ShapeAttr
from ttmlir_py.ir.definition.attribute_format import EnumAttr
from ttmlir_py.rewriting.attributes import int_values
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import supersede

NULLOPT = "std::nullopt"
SHAPE = OpaqueType("ttnn::Shape")
MEMORY_CONFIG = OpaqueType("ttnn::MemoryConfig")
TENSOR = OpaqueType("ttnn::Tensor")
TENSORS = OpaqueType("std::vector<ttnn::Tensor>")
MAKE_TENSORS = "utilCreateVec"
DEFINE_MAKE_TENSORS = f"""
template <typename... T>
{TENSORS.value} {MAKE_TENSORS}(T &&...t) {{
  return {TENSORS.value}{{std::forward<T>(t)...}};
}}
"""
"""The definition of a C++ function that returns a vector of its arguments."""

Lowering = Callable[[Any, None], bool | None]
"""A function that replaces an op. Its second argument is always None."""


class Call:
    """A call that is being built: the op that it replaces, and its operands so far."""

    def __init__(self, op: Operation, operands: Iterable[SSAValue]):
        self.op = op
        self.operands = list(operands)

    def add(self, value: SSAValue) -> Attribute:
        """Add an operand, and return the call argument that refers to it."""
        self.operands.append(value)
        return index(len(self.operands) - 1)

    def make(
        self,
        function: str,
        type_: OpaqueType,
        operands: Sequence[SSAValue] = (),
        arguments: Iterable[Attribute] | None = None,
    ) -> Attribute:
        """Insert another call before the op, and add its result as an operand.

        Return the argument that refers to it.
        """
        properties = call_properties(function, arguments)
        return self.add(Builder(self.op).value(CallOpaqueOp, operands, type_, **properties))


MakeArgument = Callable[[Call], Attribute]
"""A function that adds an argument to a call and returns it.

It raises ValueError if C++ cannot express the argument.
"""

Argument = int | str | MakeArgument
"""An argument of a C++ call: the number of an operand, C++ text, or a function that makes the
argument from the call.
"""


def attr(name: str, container: str = "") -> MakeArgument:
    """Return a function that makes the argument for attribute `name`, `std::nullopt` if it is
    absent.

    The elements of an array go into a C++ `container`.
    """

    return lambda call: convert_attribute(call, call.op.properties.get(name), container)


def convert_attribute(call: Call, attribute: Attribute | None, container: str = "") -> Attribute:
    """Return `attribute` as an argument of `call`."""
    match attribute:
        case None:
            return text(NULLOPT)
        case ShapeAttr():
            return call.make("ttnn::Shape", SHAPE, (), [_braced("", attribute.shape)])
        case MemoryConfigAttr():
            arguments = _memory_config_arguments(attribute)
            return call.make("ttnn::MemoryConfig", MEMORY_CONFIG, (), arguments)
        case EnumAttr():
            return text(_enumerator(attribute))
        case ArrayAttr():
            return _braced(container, int_values(cast(Attribute, attribute)))
        case IntegerAttr(type=IntegerType(width=width)) if width.data == 1:
            return text("true" if attribute.value.data else "false")
        case _:
            return attribute


def operand(name: str) -> MakeArgument:
    """Return a function that makes the argument for the optional operand `name`.

    It is `std::nullopt` if the operand is absent.
    """

    def argument(call: Call) -> Attribute:
        value: SSAValue | None = getattr(call.op, name)
        return text(NULLOPT) if value is None else call.add(value)

    return argument


def tensors(name: str) -> MakeArgument:
    """Return a function that makes the argument for the variadic operand `name`, a vector of
    tensors.
    """

    def argument(call: Call) -> Attribute:
        define_make_tensors(call.op)
        return call.make(MAKE_TENSORS, TENSORS, tuple(getattr(call.op, name)))

    return argument


def define_make_tensors(op: Operation) -> None:
    """Define the C++ function `MAKE_TENSORS` at the start of the module around `op`, unless it
    exists.
    """
    module = op.parent_op()
    while not isinstance(module, ModuleOp):
        assert module is not None
        module = module.parent_op()
    text = StringAttr(DEFINE_MAKE_TENSORS)
    if not any(isinstance(each, VerbatimOp) and each.value == text for each in module.ops):
        Builder.at_start(module.body.block, op.location).op(VerbatimOp, value=text)


def lower_to_call(
    callee: str, arguments: Iterable[Argument] | None, *, pass_operands: bool
) -> Lowering:
    """Return a lowering to a call of `callee` with `arguments`; None passes the operands.

    With `pass_operands` the call has all operands of the op, before those that arguments add.
    """
    makers = None if arguments is None else [as_maker(each) for each in arguments]

    def lower(op: Operation, state: None) -> None:
        call = Call(op, op.operands if pass_operands else ())
        made = None if makers is None else [make(call) for make in makers]
        supersede(op, CallOpaqueOp, call_properties(callee, made), call.operands)

    return lower


def as_maker(argument: Argument) -> MakeArgument:
    """Return a function that makes `argument` for a call. Numbers and text give the same argument
    for each call.
    """
    if callable(argument):
        return argument
    constant = index(argument) if isinstance(argument, int) else text(argument)
    return lambda call: constant


def call_properties(
    callee: str, arguments: Iterable[Attribute] | None = None
) -> dict[str, Attribute]:
    """Return the properties of an `emitc.call_opaque` of `callee`."""
    properties: dict[str, Attribute] = {"callee": StringAttr(callee)}
    if arguments is not None:
        properties["args"] = ArrayAttr(arguments)
    return properties


@cache
def index(number: int) -> IntegerAttr[IndexType]:
    """Return `number : index`, which refers to an operand in an argument list."""
    return IntegerAttr(number, IndexType())


@cache
def text(expression: str) -> OpaqueAttr:
    """Return the attribute for a C++ expression, `#emitc.opaque<"expression">`."""
    return OpaqueAttr(expression)


def _braced(container: str, values: Iterable[int]) -> OpaqueAttr:
    return text(f"{container}{{{', '.join(map(str, values))}}}")


def _memory_config_arguments(config: MemoryConfigAttr) -> list[Attribute]:
    """Return the constructor arguments of a memory configuration in C++.

    They leave out the shard shape, which C++ cannot express.
    """
    if config.tensorMemoryLayout is None:
        raise ValueError(f"has no form in C++: '{config}' has no tensor memory layout")
    return [text(_enumerator(each)) for each in (config.tensorMemoryLayout, config.bufferType)]


def _enumerator(attribute: EnumAttr) -> str:
    """Return the C++ enumerator of TTNN for an enum attribute."""
    case: Any = attribute.value
    name = case.keyword.upper()
    if isinstance(case, DataType):
        format_ = FORMATS[case.name]
        if not format_.in_library:
            raise ValueError(f"has no form in C++: TTNN has no data type '{case}'")
        name = format_.library_name
    return f"ttnn::{type(case).__name__}::{name}"
