"""Runs programs of TTIR by the meanings of their ops: functions that call each other, caches that are overwritten, meshes of devices."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import IntegerType, Signedness
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.dialects.func import CallOp, FuncOp
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.reference import images  # pyright: ignore[reportUnusedImport] # noqa: F401 - has functions of MEANINGS
from ttmlir_py.reference.meanings import MEANINGS, ON_MESHES, SEVERAL_RESULTS, Mesh
from ttmlir_py.reference.numbers import Array, MeaningError, converted, limits, plain, undefined
from ttmlir_py.reference.ttir import ELEMENTWISE, IN_PLACE

Value = Array | list[Array]
"""What all devices have, or what each of them has."""
Lookup = Callable[[SSAValue], Value]
Observer = Callable[[Operation, Sequence[Value]], None]

REGION_OPS: Mapping[str, str] = {
    "arith.addf": "add",
    "arith.divf": "div",
    "arith.maximumf": "maximum",
    "arith.mulf": "multiply",
    "math.exp": "exp",
}
"""Ops in the region of a `ttir.generic`, by the op of TTIR that becomes them."""
PARAMETERS = {name: signature(function).parameters for name, function in MEANINGS.items()}
"""What each function asks for."""
_FAILURES = (ValueError, TypeError, IndexError)


@dataclass(frozen=True)
class Outcome:
    """What a function returned, and what its arguments hold afterwards: caches are overwritten."""

    results: list[Value]
    arguments: list[Value]


def run(
    function: FuncOp,
    inputs: Sequence[Value],
    *,
    mesh: Mesh = (1, 1),
    observe: Observer | None = None,
) -> Outcome:
    """Run a function on inputs of any number type; `observe` is told of each op and its results.

    Raises OperationError for what has no meaning.
    """
    return _Run(mesh, observe).function(function, numbers_of(function, inputs))


def numbers_of(function: FuncOp, inputs: Sequence[Value]) -> list[Value]:
    """Inputs as numbers of the types of a function's arguments. Raises OperationError for those that do not fit."""
    arguments = function.body.block.args
    if len(inputs) != len(arguments):
        raise OperationError(function, f"takes {len(arguments)} inputs, but got {len(inputs)}")
    numbers: list[Value] = []
    for i, (argument, value) in enumerate(zip(arguments, inputs, strict=True)):
        try:
            numbers.append(mapped(lambda x, t=argument.type: _as_declared(np.asarray(x), t), value))
        except _FAILURES as error:
            raise OperationError(function, f"input {i}: {error}") from None
    return numbers


def compute(
    op: Operation, value_of: Lookup, mesh: Mesh = (1, 1), *, signed: bool = True
) -> list[Value]:
    """The results of one op of TTIR that has a function. Raises OperationError.

    Where integers are not `signed`, results of types with a sign are those of the type without: what a format makes of them that
    has no sign.
    """
    try:
        with np.errstate(all="ignore"):
            return _finished(op, _compute(op, value_of, mesh), signed)
    except _FAILURES as error:
        raise OperationError(op, f"has no meaning: {error}") from None


def mapped(function: Callable[[Array], Array], value: Value) -> Value:
    """A function of what all devices have, or of what each of them has."""
    return [function(each) for each in value] if isinstance(value, list) else function(value)


# -------------------------------------------------------------------------------------------------------------- one op


def _compute(op: Operation, value_of: Lookup, mesh: Mesh) -> list[Any]:
    name = op.name.removeprefix("ttir.")
    operands = _operands(op, name, value_of)
    keywords = _keywords(op, name, mesh)
    devices = mesh[0] * mesh[1]
    if name in ON_MESHES:
        spread = [_each(operand, lambda value: _spread(value, devices)) for operand in operands]
        made: Any = MEANINGS[name](*spread, **keywords)
        return made if name in SEVERAL_RESULTS else [made]
    per_device: list[bool] = []
    for operand in operands:
        _each(operand, lambda value: per_device.append(isinstance(value, list)))
    if True not in per_device:
        return _call(name, operands, keywords)
    runs = [
        _call(name, [_each(x, lambda value, i=i: _on(value, i)) for x in operands], keywords)
        for i in range(devices)
    ]
    return [list(each) for each in zip(*runs, strict=True)]


def _call(name: str, operands: Sequence[Any], keywords: Mapping[str, Any]) -> list[Any]:
    if name in ELEMENTWISE:
        return [ELEMENTWISE[name](*operands[0])]
    made = MEANINGS[name](*operands, **keywords)
    return made if name in SEVERAL_RESULTS else [made]


def _operands(op: Operation, name: str, value_of: Lookup) -> list[Any]:
    """What a function gets of operands: a value, a list of values, or None for one that is absent."""
    if name in ELEMENTWISE:
        names = ["inputs"]
    elif name in PARAMETERS:
        parameters = PARAMETERS[name].values()
        names = [each.name for each in parameters if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    else:
        raise MeaningError("it is no op of TTIR")
    return [_values(getattr(op, each), value_of) for each in names]


def _values(operand: Any, value_of: Lookup) -> Any:
    if operand is None or isinstance(operand, SSAValue):
        return operand and value_of(cast(SSAValue, operand))
    return _Group(map(value_of, operand))


class _Group(list[Any]):
    """The values of an operand that may be any number of tensors."""


def _each(operand: Any, function: Callable[[Value], Any]) -> Any:
    """A function of an operand's value, of each if it is a group, of none if it is absent."""
    if isinstance(operand, _Group):
        return _Group(map(function, operand))
    return None if operand is None else function(operand)


def _on(value: Value, device: int) -> Array:
    return value[device] if isinstance(value, list) else value


def _spread(value: Value, devices: int) -> list[Array]:
    return value if isinstance(value, list) else [value] * devices


def _keywords(op: Operation, name: str, mesh: Mesh) -> dict[str, Any]:
    """What a function asks for by keyword: attributes of the op, and what follows from its result's type."""
    if name in ELEMENTWISE:
        return {}
    keywords: dict[str, Any] = {}
    for parameter in PARAMETERS[name].values():
        key = parameter.name
        if parameter.kind is not Parameter.KEYWORD_ONLY:
            continue
        if key == "result_shape":
            keywords[key] = _shape(op.results[0].type)
        elif key == "least":
            keywords[key] = limits(_element(op.results[0].type))[0]
        elif key == "mesh":
            keywords[key] = mesh
        elif (attribute := op.properties.get(key, op.attributes.get(key))) is not None:
            keywords[key] = plain(attribute, op)
    return keywords


def _finished(op: Operation, values: Sequence[Any], signed: bool = True) -> list[Value]:
    """The results as numbers of their types."""
    return [
        mapped(lambda x, t=result.type: _as_declared(np.asarray(x), t, signed), value)
        for result, value in zip(op.results, values, strict=True)
    ]


def _as_declared(values: Array, type_: Attribute, signed: bool = True) -> Array:
    """Numbers of a tensor's type. Raises MeaningError if their shape is another."""
    shape = _shape(type_)
    if len(shape) != values.ndim or any(
        size not in (-1, have) for size, have in zip(shape, values.shape, strict=True)
    ):
        raise MeaningError(f"values of shape {list(values.shape)} are no {type_}")
    element = _element(type_)
    if not signed and is_integer_type(element) and element.bitwidth > 1:
        element = IntegerType(element.bitwidth, Signedness.UNSIGNED)
    return converted(values, element)


def _shape(type_: Attribute) -> tuple[int, ...]:
    """The sizes of a tensor, or of a memref that stands for one."""
    return cast(Any, type_).get_shape()


def _element(type_: Attribute) -> Attribute:
    return cast(Any, type_).get_element_type()


# ------------------------------------------------------------------------------------------------------------ functions


class _Run:
    """One run of a function and of those that it calls."""

    def __init__(self, mesh: Mesh, observe: Observer | None) -> None:
        self._mesh = mesh
        self._observe = observe
        self._values: dict[SSAValue, Value] = {}
        self._memory: dict[SSAValue, SSAValue] = {}
        """The value in whose memory another one stands, which overwrote it."""

    def _value(self, value: SSAValue) -> Value:
        return self._values[self._memory.get(value, value)]

    def function(self, function: FuncOp, inputs: Sequence[Value]) -> Outcome:
        arguments = function.body.block.args
        results = self._block(function.body.block, inputs)
        return Outcome(results, [self._value(argument) for argument in arguments])

    def _block(self, block: Block, inputs: Sequence[Value]) -> list[Value]:
        """What the block's last op passes on."""
        self._values.update(zip(block.args, inputs, strict=True))
        for op in block.ops:
            if op.name in ("func.return", "ttir.yield"):
                return [self._value(operand) for operand in op.operands]
            results = self._results(op)
            overwritten = IN_PLACE.get(op.name.removeprefix("ttir."))
            for result, value in zip(op.results, results, strict=True):
                memory = result
                if overwritten is not None:
                    cache: SSAValue = getattr(op, overwritten)
                    memory = self._memory[result] = self._memory.get(cache, cache)
                self._values[memory] = value
            if self._observe is not None:
                self._observe(op, results)
        raise OperationError(cast(Operation, block.parent_op()), "has a region that does not end")

    def _results(self, op: Operation) -> list[Value]:
        if op.name in ("tensor.empty", "ttir.alloc"):
            return [undefined(_shape(each.type), _element(each.type)) for each in op.results]
        if op.name == "ttir.dealloc":
            return []
        if op.name == "ttir.generic":
            (block,) = op.regions[0].blocks
            shared = [*cast(Any, op).inputs, *cast(Any, op).outputs]
            return _finished(op, self._block(block, [self._value(each) for each in shared]))
        if op.name in REGION_OPS:
            function = ELEMENTWISE[REGION_OPS[op.name]]
            with np.errstate(all="ignore"):
                return _finished(op, [function(*map(self._value, op.operands))])
        if isinstance(op, CallOp):
            return self._call(op)
        return compute(op, self._value, self._mesh)

    def _call(self, call: CallOp) -> list[Value]:
        """Run a function apart from its other runs; what it overwrites is the caller's."""
        run = _Run(self._mesh, self._observe)
        outcome = run.function(callee(call), [self._value(each) for each in call.operands])
        for operand, value in zip(call.operands, outcome.arguments, strict=True):
            self._values[self._memory.get(operand, operand)] = value
        return outcome.results


def callee(call: CallOp) -> FuncOp:
    """The function that is called, with a body: of the modules around the call, the nearest that has it, or of one within them."""
    name = call.callee.root_reference.data
    module: Operation | None = call
    while (module := module.parent_op()) is not None:
        for function in functions(module):
            if function.sym_name.data == name:
                return function
    raise OperationError(call, f"calls '{name}', which has no body")


def functions(module: Operation) -> Iterator[FuncOp]:
    """The functions of a module that have a body, and of the modules in it."""
    for op in module.walk():
        if isinstance(op, FuncOp) and op.body.blocks:
            yield op
