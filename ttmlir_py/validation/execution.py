"""Runs of compiled programs, in exact arithmetic or with the device's rounding.

The values of all steps are recorded, with the locations of their operations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import prod
from typing import TypeVar

import numpy as np
from xdsl.dialects.builtin import CallSiteLoc
from xdsl.ir import Attribute, Operation

from ttmlir_py import reference
from ttmlir_py.compiler import translate
from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.tt.const_eval import const_eval_name, is_const_eval
from ttmlir_py.dialects.tt.target import is_for_later
from ttmlir_py.ir.locations import nested_locations
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.attributes import AttributePrinter
from ttmlir_py.reference.meanings import Mesh
from ttmlir_py.reference.programs import Value
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.defaults import MEMORY_LIMIT
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.runtime.evaluation import Finish, as_on_device, in_float64
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.executor import Executor
from ttmlir_py.runtime.formats import Array, DataFormat
from ttmlir_py.runtime.operation import Operation as RuntimeOperation
from ttmlir_py.runtime.tensor import Tensor, TensorRef
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.validation.memory import Memory, RememberedEvaluation

T = TypeVar("T")
Place = Attribute | str
"""The location of an operation, or the location's text."""
_NOWHERE = "loc(unknown)"
_NAMED = re.compile(r'loc\("(?:[^"\\]|\\.)*"\((.*)\)\)', re.DOTALL).fullmatch
"""Matches the text of a named location and captures the location inside."""


@dataclass(frozen=True)
class Step:
    """An operation that was executed: its location, its name, and its result."""

    place: Place
    label: str
    value: Value
    format: str = ""
    """The data format of the result, such as `bf16`; empty if unknown."""
    has_numbers: bool = False
    """Whether the operation has constants of its own, which are stored as f32."""
    index: int | None = None
    """The index of the operation in the program, or None if it is unknown."""
    read: Sequence[Value] = ()
    """The values that the step read, recorded only for programs that consist of function calls."""


@dataclass
class Execution:
    """The recorded steps and outputs of a run."""

    steps: list[Step] = field(default_factory=list[Step])
    outputs: list[Value] = field(default_factory=list[Value])
    arguments: list[Value] = field(default_factory=list[Value])
    """The contents of the inputs' memory at the end of the run."""


class Places:
    """A finder of the source operation at a given location.

    Within one process, the key is the identity of the location, which passes preserve. So
    operations with equal or missing locations are distinguished. For files, the key is the text of
    the location. If the location was given a name, the key is the text of the inner location,
    provided that it is unique.
    """

    def __init__(self, ops: Sequence[Operation], *, by_text: bool) -> None:
        self._by_identity = {_chain(op.location): number for number, op in enumerate(ops)}
        text = AttributePrinter().location_text
        texts = [text(op.location) for op in ops] if by_text else []
        self._by_text = {each: number for number, each in enumerate(texts)}
        self._sharing: dict[str, list[int]] = {}
        for number, each in enumerate(texts):
            self._sharing.setdefault(each, []).append(number)
        self._sharing.pop(_NOWHERE, None)
        self._lone = {each for each, numbers in self._sharing.items() if len(numbers) == 1}
        self._texts = texts
        self._kept = [op.location for op in ops]

    def number(self, place: Place) -> int | None:
        """Return the index of the source operation at `place`, or None."""
        if isinstance(place, str):
            return self._of_text(place)
        found = (self._by_identity.get(_chain(part)) for part in nested_locations(place))
        number = next((each for each in found if each is not None), None)
        if number is None and self._by_text:
            return self._of_text(AttributePrinter().location_text(place))
        return number

    def sharing(self, number: int) -> Sequence[int]:
        """Return the indices of the other source operations whose location has the same text."""
        text = self._texts[number] if self._texts else ""
        return [each for each in self._sharing.get(text, ()) if each != number]

    def is_renamed(self, place: Place) -> bool:
        """Whether the operation at `place` is found only by its location without the outer name."""
        if not isinstance(place, str):
            if any(_chain(part) in self._by_identity for part in nested_locations(place)):
                return False
            place = AttributePrinter().location_text(place)
        return place not in self._by_text and self._of_text(place) is not None

    def _of_text(self, text: str) -> int | None:
        if text not in self._by_text and (named := _NAMED(text)):
            text = f"loc({named[1]})"
            return self._by_text[text] if text in self._lone else None
        return self._by_text.get(text)


def _shaped(values: Array, shape: tuple[int, ...]) -> Array:
    """Return `values` in the given shape if it has as many elements; otherwise return them
    unchanged.

    A scalar becomes a tensor of one element.
    """
    fits = values.shape != shape and values.size == prod(shape)
    return values.reshape(shape) if fits else values


def _chain(location: Attribute) -> tuple[int, ...]:
    """Return the ids of an operation's location and of the locations of the calls that it was
    inlined from.
    """
    if isinstance(location, CallSiteLoc):
        return *_chain(location.callee), *_chain(location.caller)
    return (id(location),)


def run_reference(
    function: FuncOp,
    inputs: Sequence[Array],
    mesh: Mesh,
    place: Callable[[Operation], Place],
    memory: Memory,
) -> Execution:
    """Run TTIR or StableHLO by its reference semantics on the source's inputs. Raises
    OperationError.
    """
    execution = Execution()
    arguments = function.body.block.args
    if len(inputs) == len(arguments):
        inputs = [_shaped(x, shape_of(each)) for x, each in zip(inputs, arguments, strict=True)]

    def observe(op: Operation, results: Sequence[Value]) -> None:
        execution.steps += [Step(place(op), op.name, value) for value in results]

    outcome = reference.run(
        function, inputs, mesh=mesh, observe=observe, computed_by=memory.meaning
    )
    execution.outputs, execution.arguments = outcome.results, outcome.arguments
    return execution


def of_name(items: Sequence[tuple[str, T]], name: str, number: int) -> T:
    """Return item `number` among those called `name`.

    If there are fewer, return the first of them, or else the first item of all.
    """
    found = [item for each, item in items if each == name]
    return found[number] if number < len(found) else (found or [items[0][1]])[0]


@dataclass
class Lowered:
    """A TTNN module, which is translated to a binary before it runs."""

    module: ModuleOp

    @cached_property
    def data(self) -> bytes:
        """The binary, translated from the module. Raises CompilationError."""
        return translate(self.module, has_texts=False)

    @cached_property
    def binary(self) -> TTNNBinary:
        """The binary, loaded for running. Raises CompilationError."""
        return TTNNBinary.load(self.data)

    def run(self, name: str, inputs: Sequence[Array], asked: Asked) -> Execution:
        """Run the function called `name`.

        Raises CompilationError if the module cannot be translated, and SimulationError if it cannot
        run.
        """
        functions = [op for op in self.module.walk() if isinstance(op, FuncOp)]
        named = [(_name(each), i) for i, each in enumerate(functions)]
        index = of_name(named, name, asked.number)
        chosen = [functions[index]]
        wanted = const_eval_name(functions[index])
        # The program begins with the operations that compute its constants.
        chosen[:0] = [each for each in functions if is_const_eval(each) and _name(each) == wanted]
        ops = [op for each in chosen for op in each.body.block.ops if not isinstance(op, ReturnOp)]
        places: Mapping[int, Place] = {number: op.location for number, op in enumerate(ops)}
        program = self.binary.programs[index]
        if is_for_later(self.module):
            # Empty tensors are left out of the binary, and an operation may have several tables.
            text = AttributePrinter().location_text
            by_text = {text(op.location): op.location for op in ops}
            found = ((each.index, each.location) for each in program.operations)
            places = {number: by_text.get(each, each) for number, each in found}
        return run_program(program, inputs, places, asked)


def _name(function: FuncOp) -> str:
    return function.sym_name.data


@dataclass(frozen=True)
class Asked:
    """A request to run a function: its index among the functions of the same name, and the numerics
    of the run.
    """

    number: int = 0
    rounded: bool = False
    memory: Memory = field(default_factory=Memory)
    """A cache of results that need not be recomputed."""


def run_binary(binary: TTNNBinary, name: str, inputs: Sequence[Array], asked: Asked) -> Execution:
    """Run the program called `name`, or the first program. Raises SimulationError."""
    program = of_name([(each.name, each) for each in binary.programs], name, asked.number)
    places = {each.index: each.location for each in program.operations}
    return run_program(program, inputs, places, asked)


def run_program(
    program: TTNNProgram, inputs: Sequence[Array], places: Mapping[int, Place], asked: Asked
) -> Execution:
    """Run a program on the source's inputs."""
    execution = Execution()
    if len(inputs) != len(program.inputs):
        raise InputError(f"{program} takes {len(program.inputs)} inputs, the source {len(inputs)}")
    finish: Finish = as_on_device if asked.rounded else in_float64

    def taken(ref: TensorRef, array: Array) -> Tensor:
        values = _shaped(stored(array, ref.desc.data_type), ref.desc.shape)
        return Tensor(ref.desc, finish(values, ref.desc.data_type))

    tensors = [
        asked.memory.get((id(array), ref.desc, finish), array, partial(taken, ref, array))
        for ref, array in zip(program.inputs, inputs, strict=True)
    ]

    def after(
        operation: RuntimeOperation, operands: Sequence[Tensor], result: Tensor | None
    ) -> None:
        if result is None:
            return
        numbers = any(isinstance(each, float) for each in operation.keywords.values())
        keyword = result.desc.data_type.keyword
        index, value = operation.index, value_of(result)
        step = Step(places[index], operation.label, value, keyword, numbers, index)
        execution.steps.append(step)

    def end(_: TTNNProgram, outputs: Sequence[Tensor], live: Mapping[int, Tensor]) -> None:
        held = zip(program.inputs, tensors, strict=True)
        final = [live.get(ref.global_id, tensor) for ref, tensor in held]
        execution.arguments = list(map(value_of, final))

    events = RunEvents(after=after, end=end)
    known = None if asked.rounded else RememberedEvaluation(asked.memory)
    done = Executor(program, events, MEMORY_LIMIT, finish, known).run(tensors)
    execution.outputs = list(map(value_of, done))
    return execution


def stored(values: Array, format_: DataFormat) -> Array:
    """Return `values` in their storage type: integers by their low bits, booleans as 1.0 in a float
    format.
    """
    if not format_.is_integer:
        return values.astype(np.float64, copy=False)
    if values.dtype.kind == "f":
        return values
    low = values.astype(np.int64) & ((1 << format_.bits) - 1)
    return low.astype(f"u{format_.bits // 8}").view(format_.values)


def value_of(tensor: Tensor) -> Value:
    """Return the value that all devices share, or a list with the value of each device."""
    return list(tensor.values) if tensor.per_device else tensor.values
