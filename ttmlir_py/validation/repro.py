"""Cut-outs: a script that runs the operations that are wrong on the inputs that they had, and nothing else."""

from base64 import b64encode
from collections.abc import Callable, Collection, Mapping, Sequence
from zlib import compress

import numpy as np
from xdsl.ir import Operation, SSAValue

from ttmlir_py import compiler, reference
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.base import OpPassManager
from ttmlir_py.reduction.cutting import extract, is_source, referred_names
from ttmlir_py.reference.numbers import Array
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.validation.checking import Source, named
from ttmlir_py.validation.comparing import (
    DEFAULT_INPUTS,
    Inputs,
    arrays_for,
    compare_modules,
    mark,
)
from ttmlir_py.validation.inputs import representable
from ttmlir_py.validation.verdict import Row, Verdict

RADII = (0, 1, 2, 4, 8, 16)
"""How far around the operation, in operations, the others are that are taken along until it is wrong again."""
SHOWN = 64
"""Arrays of at most so many elements are written as numbers."""
Pipeline = str | OpPassManager


def verdicts_of(module: ModuleOp, pipeline: Pipeline, inputs: Inputs) -> list[Verdict]:
    """What validation says of a module and what passes make of it; the module is changed. Nothing if it cannot be compiled or run."""
    context = compiler.create_context()
    source = mark(module)
    with context.diagnostics.collect():
        try:
            compiler.PassManager(pipeline, context=context).run(module)
            return compare_modules(source, module, inputs, rounded=False)
        except (CompilationError, OperationError, SimulationError):
            return []


def same_fault(wrong: Verdict, pipeline: Pipeline, inputs: Inputs) -> Callable[[str], bool]:
    """Whether a text is wrong in the same operation, in the same way. Of programs with other arguments the inputs are drawn."""
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
    """A script with the fewest operations around the one that is wrong, which the passes make wrong again."""
    module, arrays = _smallest(source, inputs, wrong, pipeline)
    steps = (
        "    compiler.PassManager(PIPELINE, context=context).run(module)\n"
        "    return validation.compare_modules(source, module, INPUTS)\n"
    )
    return _script(wrong, module, arrays, steps, f"PIPELINE = {str(pipeline)!r}\n")


def script_of_target(source: ModuleOp, target: str | bytes, inputs: Inputs, wrong: Verdict) -> str:
    """A script that compares the function that is wrong with what was compiled, all of it: nothing says which passes made it."""
    source = source.clone()
    referred = referred_names(source)
    for each in [op for op in source.walk() if isinstance(op, FuncOp)]:
        if each.sym_name.data not in (wrong.target, *referred):
            each.detach()
            each.erase(safe_erase=False)
    function = next(
        each for each in reference.functions(source) if each.sym_name.data == wrong.target
    )
    arrays = arrays_for(function, inputs)
    if isinstance(target, bytes):
        given = f"TARGET = zlib.decompress(base64.b64decode({_packed(target)!r}))\n"
    else:
        given = f"TARGET = {_literal(target)}\n"
    steps = "    return validation.compare(module, TARGET, INPUTS, context=context)\n"
    return _script(wrong, source, arrays, steps, given)


def _smallest(
    module: ModuleOp, inputs: Inputs, wrong: Verdict, pipeline: Pipeline
) -> tuple[ModuleOp, list[Array]]:
    """The smallest part of the program that is wrong again, and its inputs."""
    function = next(
        each for each in reference.functions(module) if each.sym_name.data == wrong.target
    )
    source = Source(function, arrays_for(function, inputs))
    row = wrong.first
    assert row is not None
    for chosen in _neighbourhoods(source, row):
        part, arrays = _part(source, chosen)
        if arrays is None or not _is_same(wrong, verdicts_of(part.clone(), pipeline, arrays)):
            continue
        for op in sorted(chosen, key=source.operations.index, reverse=True):
            fewer = chosen - {op}
            part, arrays = _part(source, fewer)
            if arrays and _is_same(wrong, verdicts_of(part.clone(), pipeline, arrays)):
                chosen = fewer
        part, arrays = _part(source, chosen)
        assert arrays is not None
        return part, arrays
    return module, list(source.inputs)


def _neighbourhoods(source: Source, row: Row) -> list[set[Operation]]:
    """The operation with those that were computed in it, then with more and more around it."""
    every = [op for op in source.operations if op.name.startswith("ttir.") and not is_source(op)]
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


def _part(source: Source, chosen: Collection[Operation]) -> tuple[ModuleOp, list[Array] | None]:
    """The chosen operations as a program, and the values of its arguments; None if devices have different ones."""
    part, taken = extract(source.function, chosen)
    held = [_value(source, each) for each in taken]
    arrays = [each for each in held if each is not None]
    return part, arrays if len(arrays) == len(held) else None


def _value(source: Source, value: SSAValue) -> Array | None:
    """The numbers that a value had, as its type has them."""
    held = source.results.get(value)
    if held is None or isinstance(held, list):
        return None
    element = tensor_type(value).element_type
    return representable(held, element) if held.dtype.kind == "f" else held


# ----------------------------------------------------------------------------------------------------------------- scripts

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


def _script(
    wrong: Verdict, module: ModuleOp, arrays: Sequence[Array], steps: str, given: str
) -> str:
    row = wrong.first
    assert row is not None
    after = f" after {wrong.first_pass}" if wrong.first_pass else ""
    title = f"{row.op} {row.place}".rstrip() + f" is {row.kind.value}{after}."
    values: Mapping[str, str] = {
        "title": title.replace("\\", "/").replace('"', "'"),
        "source": _literal(print_operation(module, PrintOptions(debug_info=True))),
        "given": given,
        "inputs": "".join(f"    {_array_text(each)},\n" for each in arrays),
        "steps": steps,
    }
    return _TEMPLATE.format_map(values)


def _literal(text: str) -> str:
    """A text as Python reads it: line by line, unless something in it would end the literal."""
    return repr(text) if "'''" in text else f"r'''\n{text}'''"


def _array_text(array: Array) -> str:
    """An array as Python writes it: its numbers if they are few."""
    if array.size <= SHOWN and (array.dtype.kind != "f" or np.isfinite(array).all()):
        return f"np.array({array.tolist()!r}, {array.dtype.name!r})"
    data = np.ascontiguousarray(array).tobytes()
    return f"packed({_packed(data)!r}, {array.dtype.name!r}, {array.shape})"


def _packed(data: bytes) -> str:
    return b64encode(compress(data, 9)).decode()
