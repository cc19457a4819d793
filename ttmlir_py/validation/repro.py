"""Reproduction scripts, which run only the wrong operations on their original inputs."""

from base64 import b64encode
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from zlib import compress

import numpy as np
from xdsl.ir import Operation, SSAValue

from ttmlir_py import compiler, reference
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.running.pass_manager import OpPassManager
from ttmlir_py.reference.numbers import Array
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.testcase_reduction.cutting import extract, is_source, referred_names
from ttmlir_py.validation.checking import Source, is_compared, named
from ttmlir_py.validation.comparing import (
    DEFAULT_INPUTS,
    Inputs,
    arrays_for,
    compare_modules,
    is_lowered,
    mark,
    mesh_of,
    read_module,
)
from ttmlir_py.validation.flattening import without_calls
from ttmlir_py.validation.inputs import representable
from ttmlir_py.validation.target_parts import CompiledParts
from ttmlir_py.validation.verdict import Row, Verdict

RADII = (0, 1, 2, 4, 8, 16)
"""The distances, in operations, up to which surroundings are included until the fault occurs
again.
"""
SHOWN = 64
"""The maximum number of elements of arrays that are written as numbers."""
Pipeline = str | OpPassManager


@dataclass(frozen=True)
class Part:
    """Some operations of a function as a program, with the numbers of its arguments.

    It also has their compiled program if that is cut out too.
    """

    module: ModuleOp
    inputs: Sequence[Array]
    target: ModuleOp | None = None


Cut = Callable[[Collection[Operation]], Part | None]
"""A function that makes a program of the given operations, or returns None if that is
impossible.
"""
IsWrong = Callable[[Part], bool]


def verdicts_of(module: ModuleOp, pipeline: Pipeline, inputs: Inputs) -> list[Verdict]:
    """Return the verdicts on a module and its compiled result. The module is changed.

    The list is empty if it cannot be compiled or run.
    """
    context = compiler.create_context()
    source = mark(module)
    with context.diagnostics.collect():
        try:
            compiler.PassManager(pipeline, context=context).run(module)
            return compare_modules(source, module, inputs, rounded=False)
        except (CompilationError, OperationError, SimulationError):
            return []


def same_fault(wrong: Verdict, pipeline: Pipeline, inputs: Inputs) -> Callable[[str], bool]:
    """Return a predicate that is true for programs in which the same operation is wrong in the same
    way.

    Arrays and files in `inputs` fit only the original arguments, so inputs are then generated.
    """
    if not isinstance(inputs, str) or inputs.endswith(".npz"):
        inputs = DEFAULT_INPUTS

    def is_wrong(text: str) -> bool:
        context = compiler.create_context()
        with context.diagnostics.collect():
            module = compiler.parse(text, context=context)
        return _is_same(wrong, verdicts_of(module, pipeline, inputs))

    return is_wrong


def _is_same(wrong: Verdict, verdicts: Sequence[Verdict]) -> bool:
    row = wrong.first
    firsts = (verdict.first for verdict in verdicts)
    return row is not None and any(
        each is not None and (each.op, each.kind) == (row.op, row.kind) for each in firsts
    )


def script_of_passes(
    source: ModuleOp, inputs: Inputs, wrong: Verdict, pipeline: OpPassManager
) -> str:
    """Return a script with as few operations as possible around the wrong one that the passes still
    break.
    """
    function = _function(source, wrong)
    run = Source(function, arrays_for(function, inputs))

    def is_wrong(part: Part) -> bool:
        return _is_same(wrong, verdicts_of(part.module.clone(), pipeline, part.inputs))

    part = _smallest(run, wrong, partial(_part, run), is_wrong)
    steps = (
        "    compiler.PassManager(PIPELINE, context=context).run(module)\n"
        "    return validation.compare_modules(source, module, INPUTS)\n"
    )
    return _script(
        wrong, part or Part(source, run.inputs), steps, f"PIPELINE = {str(pipeline)!r}\n"
    )


def script_of_target(source: ModuleOp, target: str | bytes, inputs: Inputs, wrong: Verdict) -> str:
    """Return a script that compares as few operations as possible with their compiled program.

    If these operations are right on their own, or the target is not TTNN, the script has the whole
    wrong function and the whole target. `target` is its text or binary.
    """
    part = _smallest_compiled(source, target, inputs, wrong) or _whole(source, inputs, wrong)
    if part.target is not None:
        given = f"TARGET = {_printed(part.target)}\n"
    elif isinstance(target, bytes):
        given = f"TARGET = zlib.decompress(base64.b64decode({_packed(target)!r}))\n"
    else:
        given = f"TARGET = {_literal(target)}\n"
    steps = "    return validation.compare(module, TARGET, INPUTS, context=context)\n"
    return _script(wrong, part, steps, given)


def _function(source: ModuleOp, wrong: Verdict) -> FuncOp:
    """Return the function that the verdict `wrong` is about."""
    functions = reference.functions(source)
    return next(each for each in functions if each.sym_name.data == wrong.target)


def _whole(source: ModuleOp, inputs: Inputs, wrong: Verdict) -> Part:
    """Return the wrong function together with the functions that it refers to."""
    source = source.clone()
    referred = referred_names(source)
    for each in [op for op in source.walk() if isinstance(op, FuncOp)]:
        if each.sym_name.data not in (wrong.target, *referred):
            each.detach()
            each.erase(safe_erase=False)
    return Part(source, arrays_for(_function(source, wrong), inputs))


def _smallest_compiled(
    source: ModuleOp, target: str | bytes, inputs: Inputs, wrong: Verdict
) -> Part | None:
    """Return the smallest part of the source that the target gets wrong.

    Return None if there is no such part or the target is not TTNN.
    """
    context = compiler.create_context()
    try:
        with context.diagnostics.collect():
            if isinstance(target, bytes):
                compiled = compiler.import_binary(target, context=context)
            else:
                compiled = read_module(target, context)
            if not is_lowered(compiled) or is_lowered(source):
                return None
            function = _function(without_calls(source), wrong)
            run = Source(function, arrays_for(function, inputs), mesh_of(compiled))
            parts = CompiledParts(run, compiled)
    except (CompilationError, OperationError, SimulationError):
        return None  # The binary runs but cannot be deserialized.

    def is_wrong(part: Part) -> bool:
        assert part.target is not None
        try:
            with context.diagnostics.collect():
                again = compare_modules(
                    part.module, part.target.clone(), part.inputs, by_text=True, rounded=False
                )
        except (CompilationError, OperationError, SimulationError):
            return False
        return _is_same(wrong, again)

    def cut(chosen: Collection[Operation]) -> Part | None:
        cut = parts.of(chosen)
        return None if cut is None else _with_inputs(run, cut.source, cut.taken, cut.target)

    return _smallest(run, wrong, cut, is_wrong)


def _smallest(source: Source, wrong: Verdict, cut: Cut, is_wrong: IsWrong) -> Part | None:
    """Return the smallest part of the program that is still wrong, or None if only the whole
    program is.
    """
    row = wrong.first
    assert row is not None
    for chosen in _neighbourhoods(source, row):
        smallest = cut(chosen)
        if smallest is None or not is_wrong(smallest):
            continue
        for op in sorted(chosen, key=source.operations.index, reverse=True):
            part = cut(chosen - {op})
            if part is not None and part.inputs and is_wrong(part):
                chosen, smallest = chosen - {op}, part
        return smallest
    return None


def _neighbourhoods(source: Source, row: Row) -> list[set[Operation]]:
    """Return growing sets of operations: the wrong one with those fused into it, then its
    surroundings.
    """
    every = [op for op in source.operations if is_compared(op) and not is_source(op)]
    wanted = {f"{row.op} {row.place}".rstrip(), *row.inlined}
    found = {op for op in every if named(op) in wanted}
    sets: list[set[Operation]] = []
    done = 0
    for radius in RADII:
        while found and done < radius:
            found = found | {each for op in found for each in _neighbours(op) if each in every}
            done += 1
        if found and found not in sets:
            sets.append(set(found))
    return sets


def _neighbours(op: Operation) -> list[Operation]:
    before = [each.owner for each in op.operands if isinstance(each.owner, Operation)]
    return [*before, *(use.operation for result in op.results for use in result.uses)]


def _part(source: Source, chosen: Collection[Operation]) -> Part | None:
    """Return the operations `chosen` as a program, or None if devices have different inputs."""
    return _with_inputs(source, *extract(source.function, chosen))


def _with_inputs(
    source: Source, part: ModuleOp, taken: Sequence[SSAValue], target: ModuleOp | None = None
) -> Part | None:
    held = [_value(source, each) for each in taken]
    arrays = [each for each in held if each is not None]
    return Part(part, arrays, target) if len(arrays) == len(held) else None


def _value(source: Source, value: SSAValue) -> Array | None:
    """Return the numbers of `value` in its type, or None if they are not known or differ between
    devices.
    """
    held = source.results.get(value)
    if held is None or isinstance(held, list):
        return None
    element = tensor_type(value).element_type
    return representable(held, element) if held.dtype.kind == "f" else held


_TEMPLATE = '''"""{title}

Exit status: 1 while it is wrong, 0 when it is right. Needs ttmlir_py.
"""

import base64
import sys
import zlib

import numpy as np

from ttmlir_py import compiler, validation


def packed(text, dtype, shape):
    """An array that was compressed."""
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype).reshape(shape)


SOURCE = {source}
{given}INPUTS = [
{inputs}]


def verdicts():
    """What validation says."""
    context = compiler.create_context()
    module = compiler.parse(SOURCE, context=context, file_name="SOURCE")
    source = validation.mark(module)
{steps}

found = verdicts()
print(*found, sep="\\n")
sys.exit(0 if all(each.is_right for each in found) else 1)
'''


def _script(wrong: Verdict, part: Part, steps: str, given: str) -> str:
    row = wrong.first
    assert row is not None
    after = f" after {wrong.first_pass}" if wrong.first_pass else ""
    title = f"{row.op} {row.place}".rstrip() + f" is {row.kind.value}{after}."
    values: Mapping[str, str] = {
        "title": title.replace("\\", "/").replace('"', "'"),
        "source": _printed(part.module),
        "given": given,
        "inputs": "".join(f"    {_array_text(each)},\n" for each in part.inputs),
        "steps": steps,
    }
    return _TEMPLATE.format_map(values)


def _printed(module: ModuleOp) -> str:
    return _literal(print_operation(module, PrintOptions(debug_info=True)))


def _literal(text: str) -> str:
    """Return a Python literal for `text`.

    It has several lines unless the text would end such a literal.
    """
    return repr(text) if "'''" in text else f"r'''\n{text}'''"


def _array_text(array: Array) -> str:
    """Return a Python expression for `array`, with its numbers if they are few."""
    if array.size <= SHOWN and (array.dtype.kind != "f" or np.isfinite(array).all()):
        return f"np.array({array.tolist()!r}, {array.dtype.name!r})"
    data = np.ascontiguousarray(array).tobytes()
    return f"packed({_packed(data)!r}, {array.dtype.name!r}, {array.shape})"


def _packed(data: bytes) -> str:
    return b64encode(compress(data, 9)).decode()
