"""Runs of TTIR and StableHLO programs by the semantics of their ops.

Programs may have functions that call each other, caches that are overwritten, control flow, and
meshes of devices.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import AnyFloat, IntegerType, Signedness
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ttmlir_py.dialects.func import CallOp, FuncOp
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.reference import bitcasts as bitcasts  # the import registers its functions
from ttmlir_py.reference import later as later  # the import registers its functions
from ttmlir_py.reference import linalg, stablehlo, ttir
from ttmlir_py.reference import normalization as normalization  # the import registers its functions
from ttmlir_py.reference.meanings import MEANINGS, ON_MESHES, SEVERAL_RESULTS, Body, Mesh
from ttmlir_py.reference.numbers import Array, MeaningError, converted, limits, plain, undefined
from ttmlir_py.reference.shardings import cut, joined, sharding_of, shardy_tiles
from ttmlir_py.reference.ttir import IN_PLACE

Value = Array | list[Array]
"""The value that all devices share, or a list with the value of each device."""
Lookup = Callable[[SSAValue], Value]
Observer = Callable[[Operation, Sequence[Value]], None]
Compute = Callable[[Operation, Lookup, Mesh], list[Value]]

REGION_OPS: Mapping[str, str] = {
    "arith.addf": "add",
    "arith.divf": "div",
    "arith.maximumf": "maximum",
    "arith.mulf": "multiply",
    "math.exp": "exp",
}
"""Maps ops in the region of a `ttir.generic` to TTIR ops with the same semantics."""
ELEMENTWISE: Mapping[str, Callable[..., Array]] = {
    **{f"ttir.{name}": function for name, function in ttir.ELEMENTWISE.items()},
    **stablehlo.ELEMENTWISE,
    **{name: ttir.ELEMENTWISE[other] for name, other in REGION_OPS.items()},
    **{name: ttir.ELEMENTWISE[other] for name, other in linalg.ELEMENTWISE.items()},
}
"""Maps op names to functions of one number from each operand."""
TERMINATORS = {"func.return", "sdy.return", "stablehlo.return", "ttir.yield"}
DECLARED = "_decl"
"""The suffix of the name of a declaration, through which a function on the host CPU is called."""
LOOP_LIMIT = 1_000_000
"""The maximum number of iterations of a loop."""
PARAMETERS = {name: signature(function).parameters for name, function in MEANINGS.items()}
"""Maps op names to the parameters of their functions."""
_FAILURES = (ArithmeticError, IndexError, TypeError, ValueError)


@dataclass(frozen=True)
class Outcome:
    """The results of a function, and the values of its arguments after the run.

    Arguments can change, because caches are overwritten.
    """

    results: list[Value]
    arguments: list[Value]


def run(
    function: FuncOp,
    inputs: Sequence[Value],
    *,
    mesh: Mesh = (1, 1),
    observe: Observer | None = None,
    computed_by: Compute | None = None,
) -> Outcome:
    """Run a function on inputs of any number type, and return the outcome.

    `observe` is called with each op and its results. Each op is computed by `compute`, or by
    `computed_by` if given. Raises OperationError for an op without semantics.
    """
    return _Run(mesh, observe, computed_by or compute).function(
        function, numbers_of(function, inputs)
    )


def numbers_of(function: FuncOp, inputs: Sequence[Value]) -> list[Value]:
    """Return the inputs as numbers of the types of the function's arguments.

    Raises OperationError for inputs that do not fit.
    """
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
    """Return the results of one op for which `is_function` is true. Raises OperationError.

    If not `signed`, results of signed integer types become those of the unsigned type, as in a
    format without signs.
    """
    try:
        with np.errstate(all="ignore"):
            return _finished(op, _compute(op, value_of, mesh), signed)
    except _FAILURES as error:
        raise OperationError(op, f"has no meaning: {error}") from None


def is_function(op: Operation) -> bool:
    """Whether `compute` can compute the results of `op`.

    Calls and control flow need the program instead.
    """
    return op.name in ELEMENTWISE or op.name in MEANINGS


def mapped(function: Callable[[Array], Array], value: Value) -> Value:
    """Apply `function` to the value that all devices share, or to the value of each device, and
    return the result.
    """
    return [function(each) for each in value] if isinstance(value, list) else function(value)


def _compute(op: Operation, value_of: Lookup, mesh: Mesh) -> list[Any]:
    operands = _operands(op, value_of)
    keywords = _keywords(op, value_of, mesh)
    devices = mesh[0] * mesh[1]
    if op.name in ON_MESHES:
        spread = [_each(operand, lambda value: _spread(value, devices)) for operand in operands]
        return _call(op.name, spread, keywords)
    per_device: list[bool] = []
    for operand in operands:
        _each(operand, lambda value: per_device.append(isinstance(value, list)))
    if True not in per_device:
        return _call(op.name, operands, keywords)
    runs = [
        _call(op.name, [_each(x, lambda value, i=i: _on(value, i)) for x in operands], keywords)
        for i in range(devices)
    ]
    return [list(each) for each in zip(*runs, strict=True)]


def _call(name: str, operands: Sequence[Any], keywords: Mapping[str, Any]) -> list[Any]:
    if name in ELEMENTWISE:
        return [ELEMENTWISE[name](*operands[0])]
    made = MEANINGS[name](*operands, **keywords)
    return made if name in SEVERAL_RESULTS else [made]


def _operands(op: Operation, value_of: Lookup) -> list[Any]:
    """Return the operands of `op` as arguments of a function.

    Each is a value, a list of values, or None for an absent operand.
    """
    if op.name in ELEMENTWISE:
        return [_values(getattr(op, "inputs", op.operands), value_of)]
    if op.name not in PARAMETERS:
        raise MeaningError("its semantics are unknown")
    parameters = PARAMETERS[op.name].values()
    names = [each.name for each in parameters if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    return [_values(getattr(op, each), value_of) for each in names]


def _values(operand: Any, value_of: Lookup) -> Any:
    if operand is None or isinstance(operand, SSAValue):
        return operand and value_of(cast(SSAValue, operand))
    return _Group(map(value_of, operand))


class _Group(list[Any]):
    """The values of a variadic operand."""


def _each(operand: Any, function: Callable[[Value], Any]) -> Any:
    """Apply `function` to an operand's value, or to each value of a group, and return the result.
    For an absent operand, return None.
    """
    if isinstance(operand, _Group):
        return _Group(map(function, operand))
    return None if operand is None else function(operand)


def _on(value: Value, device: int) -> Array:
    return value[device] if isinstance(value, list) else value


def _spread(value: Value, devices: int) -> list[Array]:
    return value if isinstance(value, list) else [value] * devices


def _keywords(op: Operation, value_of: Lookup, mesh: Mesh) -> dict[str, Any]:
    """Return the keyword arguments of a function: attributes and regions of `op`, and facts of its
    result type.
    """
    if op.name in ELEMENTWISE:
        return {}
    keywords: dict[str, Any] = {}
    for parameter in PARAMETERS[op.name].values():
        key = parameter.name
        if parameter.kind is not Parameter.KEYWORD_ONLY:
            continue
        if key in _PROVIDED:
            keywords[key] = _PROVIDED[key](op, mesh)
        elif (attribute := op.properties.get(key, op.attributes.get(key))) is not None:
            keywords[key] = plain(attribute, op)
        elif isinstance(region := getattr(op, key, None), Region):
            keywords[key] = _body(region.block, value_of)
    return keywords


_PROVIDED: Mapping[str, Callable[[Operation, Mesh], Any]] = {
    "bits": lambda op, _: cast(IntegerType, _element(op.results[0].type)).bitwidth,
    "elements": lambda op, _: (_element(op.operands[0].type), _element(op.results[0].type)),
    "least": lambda op, _: limits(_element(op.results[0].type))[0],
    "mesh": lambda _, mesh: mesh,
    "result_shape": lambda op, _: _shape(op.results[0].type),
    "sharding": lambda op, _: sharding_of(op),
}
"""Maps additional keywords that functions may take to functions that return their values."""


def _body(block: Block, value_of: Lookup) -> Body:
    """Return a block that combines numbers, as a function of arrays that broadcast.

    The types in the block are those of single numbers, and do not restrict shapes.
    """

    def body(*arrays: Array) -> list[Array]:
        values: dict[SSAValue, Array] = dict(zip(block.args, arrays, strict=True))

        def held(value: SSAValue) -> Value:
            return values[value] if value in values else value_of(value)

        for op in block.ops:
            if op.name in TERMINATORS:
                return [cast(Array, held(operand)) for operand in op.operands]
            if isinstance(op, CallOp):
                made = _body(callee(op).body.block, held)(*map(held, op.operands))
            elif op.name in ELEMENTWISE or op.name in _IN_BODIES:
                made = _compute(op, held, (1, 1))
            else:
                raise MeaningError(
                    f"its region has '{op.name}', which is not computed number by number"
                )
            for result, each in zip(op.results, made, strict=True):
                values[result] = converted(np.asarray(each), _element(result.type))
        raise MeaningError("its region has no terminator")

    return body


_IN_BODIES = {
    *("chlo.constant", "stablehlo.compare", "stablehlo.constant"),
    *(name for name, parameters in PARAMETERS.items() if "bits" in parameters),
}
"""Names of ops that are called with their attributes even in bodies on single numbers."""


def _finished(op: Operation, values: Sequence[Any], signed: bool = True) -> list[Value]:
    """Return the results converted to numbers of their types."""
    return [
        mapped(lambda x, t=result.type: _as_declared(np.asarray(x), t, signed), value)
        for result, value in zip(op.results, values, strict=True)
    ]


def _as_declared(values: Array, type_: Attribute, signed: bool = True) -> Array:
    """Return `values` as numbers of the tensor type `type_`. Raises MeaningError if the shapes
    differ.
    """
    shape = _shape(type_)
    if len(shape) != values.ndim or any(
        size not in (-1, have) for size, have in zip(shape, values.shape, strict=True)
    ):
        raise MeaningError(f"the values have shape {list(values.shape)}, expected {type_}")
    element = _element(type_)
    if not signed and is_integer_type(element) and element.bitwidth > 1:
        element = IntegerType(element.bitwidth, Signedness.UNSIGNED)
    return converted(values, element)


def _shape(type_: Attribute) -> tuple[int, ...]:
    """Return the sizes of a tensor, or of a memref used as one; an empty tuple for a single
    number.
    """
    if is_integer_type(type_) or isinstance(type_, AnyFloat):
        return ()
    if not hasattr(type_, "get_shape"):
        raise MeaningError(f"{type_} is not a tensor")
    return cast(Any, type_).get_shape()


def _element(type_: Attribute) -> Attribute:
    """Return the element type of a tensor type, or the type of a single number itself."""
    return cast(Any, type_).get_element_type() if hasattr(type_, "get_element_type") else type_


class _Run:
    """One run of a function and of the functions that it calls."""

    def __init__(self, mesh: Mesh, observe: Observer | None, compute: Compute) -> None:
        self._mesh = mesh
        self._compute = compute
        self._observe = observe
        self._values: dict[SSAValue, Value] = {}
        self._memory: dict[SSAValue, SSAValue] = {}
        """Maps a value to the value whose memory it uses. An op that overwrites an operand gives
        its result the operand's memory.
        """

    def _value(self, value: SSAValue) -> Value:
        return self._values[self._memory.get(value, value)]

    def function(self, function: FuncOp, inputs: Sequence[Value]) -> Outcome:
        arguments = function.body.block.args
        results = self._block(function.body.block, inputs)
        return Outcome(results, [self._value(argument) for argument in arguments])

    def _block(self, block: Block, inputs: Sequence[Value]) -> list[Value]:
        """Run a block and return the operands of its terminator."""
        self._values.update(zip(block.args, inputs, strict=True))
        for op in block.ops:
            if op.name in TERMINATORS:
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
        raise OperationError(
            cast(Operation, block.parent_op()), "has a region without a terminator"
        )

    def _results(self, op: Operation) -> list[Value]:
        if op.name in ("tensor.empty", "ttir.alloc"):
            return [undefined(_shape(each.type), _element(each.type)) for each in op.results]
        if op.name == "ttir.dealloc":
            return []
        if op.name in CONTROL:
            return _finished(op, CONTROL[op.name](self, op))
        if function := called(op):
            return self.call(op, function)
        return self._compute(op, self._value, self._mesh)

    def generic(self, op: Any) -> list[Value]:
        """Return the results of the region of `op`, applied to all operands."""
        shared = [*op.inputs, *op.outputs]
        return self._block(op.regions[0].block, [self._value(each) for each in shared])

    def loop(self, op: Any) -> list[Value]:
        """Return the results of a loop, whose body is applied to its own results while the
        condition is true.
        """
        values = [self._value(each) for each in op.operands]
        for _ in range(LOOP_LIMIT):
            if not _decides(self._block(op.cond.block, values)[0]):
                return values
            values = self._block(op.body.block, values)
        raise OperationError(op, f"runs more than {LOOP_LIMIT} times")

    def program_loop(self, op: Any) -> list[Value]:
        """Return the results of a loop whose condition and body are functions.

        Without a condition, a counter runs from a bound to another one. Operands after the state
        do not change.
        """
        inputs = [self._value(each) for each in op.inputs]
        states = op.state_count.value.data
        state, others = inputs[:states], inputs[states:]
        body = function_named(op, op.body_program.root_reference.data)
        bounds: list[int] = [
            _bound(each, inputs) for each in (op.initial, op.limit, op.step) if each
        ]
        for _ in range(LOOP_LIMIT):
            if op.condition_program is not None:
                condition = function_named(op, op.condition_program.root_reference.data)
                goes_on = _decides(self._results_of(condition, [*state, *others])[0])
            else:
                at, limit, step = bounds  # `at` is the index of the next iteration
                goes_on = at < limit if step > 0 else at > limit
                bounds[0] += step
            if not goes_on:
                return [state[index] for index in op.output_indices.get_values()]
            state = self._results_of(body, [*state, *others])
        raise OperationError(op, f"runs more than {LOOP_LIMIT} times")

    def _results_of(self, function: FuncOp, inputs: Sequence[Value]) -> list[Value]:
        """Return the results of a function that overwrites no memory of its caller."""
        run = _Run(self._mesh, self._observe, self._compute)
        return run.function(function, inputs).results

    def branch(self, op: Any) -> list[Value]:
        """Return the results of the region that `op` chooses."""
        chosen = _decides(self._value(op.operands[0]))
        last = len(op.regions) - 1
        if op.name == "stablehlo.if":
            return self._block(op.regions[1 - int(chosen)].block, [])
        return self._block(op.regions[chosen if 0 <= chosen <= last else last].block, [])

    def region(self, op: Operation) -> list[Value]:
        """Return the results of the region of `op`, applied to its operands."""
        return self._block(op.regions[0].block, [self._value(each) for each in op.operands])

    def on_each_device(self, op: Any) -> list[Value]:
        """Return the joined results of a region that each device runs on its shards of the
        operands.
        """
        count = self._mesh[0] * self._mesh[1]
        inputs: list[Value] = [
            cut(_on(self._value(operand), 0), shardy_tiles(sharding, op, count))
            for operand, sharding in zip(op.tensors, op.in_shardings.shardings, strict=True)
        ]
        results = self._block(op.body.block, inputs)
        return [
            joined(_spread(each, count), shardy_tiles(sharding, op, count))
            for each, sharding in zip(results, op.out_shardings.shardings, strict=True)
        ]

    def call(self, call: Operation, function: FuncOp) -> list[Value]:
        """Run a called function with its own values. It can overwrite the caller's memory."""
        run = _Run(self._mesh, self._observe, self._compute)
        outcome = run.function(function, [self._value(each) for each in call.operands])
        for operand, value in zip(call.operands, outcome.arguments, strict=True):
            self._values[self._memory.get(operand, operand)] = value
        return outcome.results or [run._value(each) for each in returned(function)]


CONTROL: Mapping[str, Callable[[_Run, Operation], list[Value]]] = {
    "sdy.manual_computation": _Run.on_each_device,
    "sdy.named_computation": _Run.region,
    "stablehlo.case": _Run.branch,
    "stablehlo.if": _Run.branch,
    "stablehlo.while": _Run.loop,
    "ttcore.while_loop": _Run.program_loop,
    "ttir.generic": _Run.generic,
}
"""Maps ops that run regions or functions to the methods that run them."""


def _bound(bound: Any, inputs: Sequence[Value]) -> int:
    """Return a bound of a counted loop: a constant, or the value of an input."""
    if bound.input is None:
        return bound.value
    place: int = bound.input.value.data
    return _decides(inputs[place])


def _decides(value: Value) -> int:
    """Return the number that decides which region runs. It is the same on all devices, because they
    run the same program.
    """
    return int(_on(value, 0).item())


def callee(call: CallOp) -> FuncOp:
    """Return the function that `call` calls."""
    return function_named(call, call.callee.root_reference.data)


def called(op: Operation) -> FuncOp | None:
    """Return the function that `op` calls if `op` is nothing but a call; None for other ops."""
    if isinstance(op, CallOp):
        return callee(op)
    if op.name == "stablehlo.composite":
        return function_named(op, cast(Any, op).decomposition.root_reference.data)
    return None


def returned(function: FuncOp) -> Sequence[SSAValue]:
    """Return the values that a call of `function` returns.

    They are the function's results or, if it has no results, the last arguments, into which it
    writes.
    """
    end = function.body.block.last_op
    if end is None or end.operands:
        return () if end is None else end.operands
    written: dict[SSAValue, SSAValue] = {}
    for op in function.body.block.ops:
        written.update(zip(_outputs(op), op.results, strict=False))
    return [written[each] for each in function.body.block.args if each in written]


def _outputs(op: Operation) -> Sequence[SSAValue]:
    """Return the operands of `op` that results are written into."""
    return getattr(op, "outputs", ()) or [
        each for name in ("output", "init") if (each := getattr(op, name, None)) is not None
    ]


def function_named(op: Operation, name: str) -> FuncOp:
    """Return the function `name` with a body. The search begins in the nearest module around `op`,
    and includes the modules inside of it.

    A hoisted function is in the module for the host, and called by the name of its declaration.
    """
    module = op
    while (module := module.parent_op()) is not None:
        for function in functions(module):
            if function.sym_name.data in (name, name.removesuffix(DECLARED)):
                return function
    raise OperationError(op, f"calls '{name}', which has no body")


def functions(module: Operation) -> Iterator[FuncOp]:
    """Yield the functions with a body in a module, and in the modules inside of it."""
    for op in (op for region in module.regions for block in region.blocks for op in block.ops):
        if not isinstance(op, FuncOp):
            yield from functions(op)
        elif op.body.blocks:
            yield op
