"""Entry points of validation: compare a compiled program with its source, and find the wrong
operation.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from math import inf
from os import PathLike, fspath
from pathlib import Path

from xdsl.ir import Operation

from ttmlir_py import compiler, reference
from ttmlir_py.common.files import read_file
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.dialects.tt.device import DeviceAttr
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.passes.running.pass_manager import OpPassManager
from ttmlir_py.reference.meanings import ON_MESHES, Mesh
from ttmlir_py.reference.numbers import Array
from ttmlir_py.revisions import INTERNAL
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.errors import InputError, SimulationError
from ttmlir_py.tensix.binary import MetalBinary
from ttmlir_py.validation import gelu
from ttmlir_py.validation.behind import attributed
from ttmlir_py.validation.calls import Calls, again
from ttmlir_py.validation.checking import (
    Comparison,
    Source,
    is_compared,
    named,
    place_text,
    rounding_noise,
)
from ttmlir_py.validation.corrections import OTHER_INPUTS, Run, corrected, is_contradicted
from ttmlir_py.validation.counterparts import counterparts, counterparts_by_value
from ttmlir_py.validation.execution import (
    Asked,
    Lowered,
    Places,
    of_name,
    run_binary,
    run_reference,
)
from ttmlir_py.validation.flattening import without_calls
from ttmlir_py.validation.hidden import HiddenFaults, first_other_step
from ttmlir_py.validation.inputs import bind, inputs_for
from ttmlir_py.validation.memory import Memory
from ttmlir_py.validation.numbers import (
    EXACT,
    SINGLE,
    as_source,
    difference,
    difference_of_shapes,
    has_other_shape,
)
from ttmlir_py.validation.programs import Text, run_metal
from ttmlir_py.validation.verdict import Kind, Row, Verdict

DEFAULT_INPUTS = "randn"
Inputs = str | Sequence[Array] | Mapping[str, Array]
Target = ModuleOp | TTNNBinary | MetalBinary | Text
Program = Lowered | Target
"""A compiled program that can be run several times."""
Blamed = Callable[[Comparison, Places, Sequence[Row]], list[Row]]
"""A function that marks rows for which something other than a pass is to blame."""


@dataclass
class Known:
    """The data that comparisons of one source with several targets share."""

    sources: dict[tuple[str, str, int, Mesh], Source] = field(
        default_factory=dict[tuple[str, str, int, Mesh], Source]
    )
    """Maps inputs, function name, index and mesh to the source's run."""
    memory: Memory = field(default_factory=Memory)


def compare(
    source: ModuleOp | str | PathLike[str],
    target: Target | str | bytes | PathLike[str],
    inputs: Inputs = DEFAULT_INPUTS,
    *,
    context: MlirContext | None = None,
) -> list[Verdict]:
    """Compare a compiled program with its source; return a verdict per source function in the
    target.

    `source` is TTIR or StableHLO (or TTNN, which can be run as well), as a module, text, or the
    path of a file. `target` is a module or text of any of these, a `.ttnn` file's bytes, or the
    path of a file: MLIR, `.ttnn`, `.ttm`, or emitted C++ (`.cpp`) or Python (`.py`). `inputs` are
    arrays in order or by name, the path of an `.npz` file, `randn` (two seeds), `randn:SEED`,
    `edge:SEED` or `ties:SEED`. Operations of source and target are matched by location: by its
    identity if passes made `target` from what `mark` prepared, otherwise by its text.

    Raises CompilationError and OperationError for modules without reference semantics,
    SimulationError for a target that cannot run, and InputError for inputs that do not match.
    """
    context = context or compiler.create_context()
    module = read_module(source, context)
    return compare_modules(module, read_target(target, context), inputs, by_text=True)


def read_module(source: ModuleOp | str | PathLike[str], context: MlirContext) -> ModuleOp:
    """Return the module in `source`, which is a module, a text or a path.

    A module of a later revision is converted to the revision that passes work on.
    """
    return _converted(_given(source, context), context)


def _given(source: ModuleOp | str | PathLike[str], context: MlirContext) -> ModuleOp:
    """Return the module that `source` is, in its own revision."""
    if isinstance(source, ModuleOp):
        return source
    if isinstance(source, str):
        return compiler.parse(source, context=context)
    if Path(source).suffix == ".ttnn":
        return compiler.import_binary(read_file(source), context=context, file_name=fspath(source))
    text = read_file(source).decode("utf-8", "surrogateescape")
    return compiler.parse(text, context=context, file_name=fspath(source))


def _converted(module: ModuleOp, context: MlirContext) -> ModuleOp:
    if compiler.revision_of(module, context) != INTERNAL:
        compiler.lower_revision(module, OpPassManager(), context, is_for_reference=True)
    return module


def read_target(target: Target | str | bytes | PathLike[str], context: MlirContext) -> Target:
    """Return the module, binary or program that `target` is, or that its path names.

    The kind of a file follows from its extension: `.ttnn`, `.ttm`, `.py`, `.cpp`, otherwise MLIR.
    """
    if isinstance(target, ModuleOp | TTNNBinary | MetalBinary | Text):
        return target
    if isinstance(target, bytes):
        return TTNNBinary.load(target)
    match Path(target).suffix:
        case ".ttnn":
            return TTNNBinary.load(target)
        case ".ttm":
            return MetalBinary.load(target)
        case ".py" | ".cpp" | ".cc" | ".cxx":
            return Text.read(Path(target))
        case _:
            module = _given(target, context)
            if data := compiler.own_binary(module, context):
                return TTNNBinary.load(data)
            return _converted(module, context)


def mark(module: ModuleOp) -> ModuleOp:
    """Return a copy of `module` that serves as the source in comparisons with the results of
    passes.

    Each operation gets its own location object, equal to its old one, and shares it with its copy.
    """
    source = module.clone()
    for op, other in zip(module.walk(), source.walk(), strict=True):
        op.location = other.location = copy(op.location)
    return source


def compare_modules(
    source: ModuleOp,
    target: Target,
    inputs: Inputs,
    *,
    by_text: bool = False,
    rounded: bool = True,
    known: Known | None = None,
) -> list[Verdict]:
    """Compare modules and binaries like `compare`. Without `rounded`, precision is not checked.

    Programs that are right with `randn` inputs are compared with a second seed as well. `known`
    holds results from comparisons of the same source on the same inputs, which are not recomputed.
    """
    comparison = _Comparison(source, _prepared(target), by_text, known or Known())
    comparison.known.memory.next_round()
    if inputs != "randn":
        return comparison.verdicts(inputs, rounded)
    first = comparison.verdicts("randn:0", rounded)
    if not all(verdict.is_right for verdict in first):
        return first
    if known is None:
        comparison.known = Known()  # The results for the first inputs are not needed again.
    second = comparison.verdicts("randn:1", False)
    if all(verdict.is_right for verdict in second):
        return first
    for verdict in second:
        verdict.inputs = "randn:1"
    return second


@dataclass
class _Comparison:
    """The comparison of one source with one target."""

    source: ModuleOp
    target: Program
    by_text: bool
    known: Known

    def verdicts(self, inputs: Inputs, rounded: bool) -> list[Verdict]:
        """Return a verdict for each function of the source that the target has too."""
        names = _names(self.target)
        found: list[Verdict] = []
        seen: Counter[str] = Counter()
        for function in reference.functions(without_calls(self.source)):
            name = function.sym_name.data
            seen[name] += 1
            if (names is None or name in names) and not _is_hidden(function):
                found.append(self._verdict(function, seen[name] - 1, inputs, rounded))
        if not seen:
            raise InputError("the source has no function to compare")
        if not found:
            raise SimulationError("the target lacks all functions of the source")
        return found

    def _verdict(self, function: FuncOp, number: int, inputs: Inputs, rounded: bool) -> Verdict:
        memory = self.known.memory
        run = _runner(self.target, number, memory)
        if is_lowered(self.source):
            ours = _runner(_prepared(self.source), number, memory)
            return verdict_of_runs(function, arrays_for(function, inputs), ours, run)
        source = self._source(function, number, inputs)
        if isinstance(self.target, MetalBinary):
            return verdict_of_outputs(source, run)
        blamed = partial(self._blamed, number)
        others = OTHER_INPUTS if isinstance(inputs, str) and not inputs.endswith(".npz") else ()
        verdict = _verdict(source, run, self.by_text, rounded, blamed, others)
        tanh = next(filter(gelu.is_tanh, source.operations), None)
        if tanh is None or verdict.is_right or not self.by_text:
            return verdict
        with_erf = Source(function, source.inputs, source.mesh, gelu.ErfMeanings())
        other = _verdict(with_erf, run, self.by_text, rounded, blamed)
        if not other.is_right:
            return verdict
        place, location = place_text(tanh), tanh.location
        row = Row(
            tanh.name, place, "", verdict.outputs, Kind.PRECISION, gelu.NOTE, location=location
        )
        other.rows.insert(0, row)
        other.outputs = verdict.outputs
        return other

    def _blamed(
        self, number: int, comparison: Comparison, places: Places, rows: Sequence[Row]
    ) -> list[Row]:
        """Return `rows`. Rows for which something other than a pass is to blame are marked with the
        cause.
        """
        if not isinstance(self.target, Lowered):
            return list(rows)
        return attributed(rows, comparison, self.target, number, places)

    def _source(self, function: FuncOp, number: int, inputs: Inputs) -> Source:
        mesh = mesh_of(self.target)
        drawn = inputs if isinstance(inputs, str) else ""
        key = drawn, function.sym_name.data, number, mesh
        if key not in self.known.sources:
            arrays = arrays_for(function, inputs)
            known = self.known
            known.sources[key] = _source(function, arrays, mesh, known.memory, self.target)
        return self.known.sources[key]


def _prepared(target: Target) -> Program:
    return Lowered(target) if isinstance(target, ModuleOp) and is_lowered(target) else target


def _source(
    function: FuncOp, inputs: Sequence[Array], mesh: Mesh, memory: Memory, target: Program
) -> Source:
    """Return the run of the source.

    Raises OperationError for operations without reference semantics, or if several devices are
    needed and the target has one.
    """
    try:
        return Source(function, inputs, mesh, memory)
    except OperationError as error:
        if isinstance(target, Text) and error.op.name in ON_MESHES:
            message = "is of several devices: programs in C++ and Python are validated on one"
            raise OperationError(error.op, message) from None
        raise


def arrays_for(function: FuncOp, inputs: Inputs) -> list[Array]:
    """Return the inputs of a function: generated, read or given. Raises InputError if they do not
    match.
    """
    return inputs_for(function, inputs) if isinstance(inputs, str) else bind(function, inputs)


def _is_hidden(function: FuncOp) -> bool:
    return function.sym_visibility is not None and function.sym_visibility.data == "private"


def _names(target: Program) -> set[str] | None:
    """Return the names of the functions that the target has, or None if they are unknown."""
    if isinstance(target, Text):
        return None
    if isinstance(target, TTNNBinary | MetalBinary):
        return {program.name for program in target.programs}
    module = target.module if isinstance(target, Lowered) else target
    return {each.sym_name.data for each in reference.functions(module)}


def is_lowered(module: ModuleOp) -> bool:
    """Whether `module` contains TTNN operations."""
    return any(op.name.startswith("ttnn.") for op in module.walk())


def mesh_of(target: Program) -> Mesh:
    """Return the numbers of rows and columns of the target's mesh; 1 and 1 by default."""
    shape: Sequence[int] = ()
    if isinstance(target, TTNNBinary):
        operations = (each for program in target.programs for each in program.operations)
        shape = next((each.mesh.sides for each in operations if each.mesh is not None), ())
    elif isinstance(target, Lowered | ModuleOp):
        module = target.module if isinstance(target, Lowered) else target
        found = (op.attributes.get("tt.device") for op in module.walk())
        device = next((each for each in found if isinstance(each, DeviceAttr)), None)
        shape = () if device is None else device.meshShape
    rows, columns = (1, 1, *shape)[-2:]
    return rows, columns


def _runner(target: Program, number: int, memory: Memory) -> Run:
    """Return a function that runs functions of the target.

    `number` selects among functions of the same name, which nested modules can have.
    """

    def asked(rounded: bool) -> Asked:
        return Asked(number, rounded, memory)

    match target:
        case Text():
            return lambda function, inputs, rounded: target.run(function, inputs, rounded=rounded)
        case MetalBinary():
            return lambda function, inputs, _: run_metal(target, function.sym_name.data, inputs)
        case TTNNBinary():
            return lambda function, inputs, rounded: run_binary(
                target, function.sym_name.data, inputs, asked(rounded)
            )
        case Lowered():
            return lambda function, inputs, rounded: target.run(
                function.sym_name.data, inputs, asked(rounded)
            )
        case ModuleOp():
            return _module_runner(target, number, memory)


def _module_runner(target: ModuleOp, number: int, memory: Memory) -> Run:
    functions = [(each.sym_name.data, each) for each in reference.functions(without_calls(target))]
    mesh = mesh_of(target)

    def location(op: Operation):
        return op.location

    return lambda function, inputs, _: run_reference(
        of_name(functions, function.sym_name.data, number), inputs, mesh, location, memory
    )


def _verdict(
    source: Source,
    run: Run,
    by_text: bool,
    rounded: bool,
    blamed: Blamed,
    others: Sequence[str] = (),
) -> Verdict:
    """Return the verdict on a run of the target. Inputs in `others` are tried before a wrong result
    counts as one.
    """
    name = source.function.sym_name.data
    places = Places(source.operations, by_text=by_text)
    execution = run(source.function, source.inputs, False)
    steps = counterparts(source, execution, places)
    verdict = Verdict(source.form, name, unexercised=list(source.unexercised))
    if by_text and not steps:
        steps, verdict.by_values = counterparts_by_value(source, execution), True
    # Other compilers fuse operations, whose constants they store as f32.
    near = SINGLE if by_text else EXACT
    comparison = Comparison(source, execution, steps, near=near)
    verdict.matched = len(steps)
    verdict.outputs = comparison.outputs()
    rows, contradicted = comparison.rows(), list[Row]()
    if by_text and verdict.outputs <= SINGLE:
        # Other compilers give a fused operation the location of one of its parts.
        contradicted = [row for row in rows if is_contradicted(row, comparison, SINGLE)]
        rows = [row for row in rows if row not in contradicted]
    overwritten = comparison.arguments()
    if not overwritten:
        rows = corrected(rows, comparison, run, others)
    verdict.rows = [*rows, *overwritten]
    is_unexplained = verdict.outputs > SINGLE and verdict.is_right
    if is_unexplained and not (by_text and comparison.outputs_of_folded_constants() <= SINGLE):
        row = comparison.reshaped()
        hidden = HiddenFaults(source, execution, comparison, by_values=verdict.by_values)
        row = row or _unnamed(source, comparison, verdict, Calls(source, execution), hidden)
        verdict.rows.append(row)
    verdict.rows = blamed(comparison, places, verdict.rows)
    compared = {op for op in source.operations if any(each in steps for each in op.results)}
    verdict.without_counterpart = [
        named(op) for op in source.operations if is_compared(op) and op not in compared
    ]
    rough: Comparison | None = None
    if rounded and verdict.is_right:
        rounding = run(source.function, source.inputs, True)
        steps_of_it = again(steps, execution, rounding) or counterparts(source, rounding, places)
        rough = Comparison(source, rounding, steps_of_it, kept=False)
        rough.moved |= comparison.moved
        wrong = {f"{row.op} {row.place}".rstrip() for row in (*verdict.rows, *contradicted)}
        right = {op for op in compared - comparison.moved if named(op) not in wrong}
        inexact = rough.imprecise(right)
        if by_text and inexact:
            limit = max(SINGLE, _FEW_TIMES * rough.outputs())
            inexact = [row for row in inexact if not is_contradicted(row, rough, limit)]
        verdict.rows += inexact
    verdict.compared = comparison.compared(rough)
    return verdict


_FEW_TIMES = 10
"""If a wrong value would change outputs by more than this multiple of their actual difference, the
value is not the cause of that difference.
"""


def verdict_of_runs(function: FuncOp, inputs: Sequence[Array], ours: Run, theirs: Run) -> Verdict:
    """Return the verdict on two programs, compared by values.

    A row reports the first step of one run whose value the other run never has.
    """
    name = function.sym_name.data
    first, second = ours(function, inputs, False), theirs(function, inputs, False)
    verdict = Verdict("TTNN", name, by_values=True, matched=len(first.outputs))
    pairs = zip(first.outputs, second.outputs, strict=True)
    distances = (inf if has_other_shape(a, b) else difference_of_shapes(a, b) for a, b in pairs)
    verdict.outputs = max(distances, default=0.0)
    if verdict.outputs > SINGLE:
        if found := first_other_step(first, second):
            step, note = found
            op, place = step.label, step.place
        else:
            op, place, note = "func.return", "", "values or shapes are others"
        verdict.rows.append(Row(op, str(place), "", verdict.outputs, Kind.WRONG, note))
    return verdict


def verdict_of_outputs(source: Source, run: Run) -> Verdict:
    """Return the verdict on the outputs of a program that always rounds.

    They may differ by a multiple of the error from rounding every operation.
    """
    name = source.function.sym_name.data
    execution = run(source.function, source.inputs, True)
    end = source.function.body.block.last_op
    assert end is not None
    verdict = Verdict(source.form, name, matched=len(execution.outputs))
    verdict.unexercised = list(source.unexercised)
    held = zip(end.operands, source.outcome.results, execution.outputs, strict=True)
    for (value, exact, computed), noise in zip(held, rounding_noise(source), strict=True):
        made = as_source(computed, shape_of(value), tensor_type(value).element_type)
        error = inf if has_other_shape(exact, computed) else difference(exact, made)
        verdict.outputs = max(verdict.outputs, error)
        if error > noise:
            owner = value.owner
            op = owner if isinstance(owner, Operation) else source.function
            note = f"rounding makes up to {noise:.1e} of it"
            row = Row(op.name, place_text(op), "", error, Kind.WRONG, note, location=op.location)
            verdict.rows.append(row)
    return verdict


def _unnamed(
    source: Source,
    comparison: Comparison,
    verdict: Verdict,
    calls: Calls,
    hidden: HiddenFaults,
) -> Row:
    """Return the row for outputs that are wrong although all compared operations are right.

    It names an operation that explains the outputs, or else the first operation that was not
    compared.
    """
    if (op := comparison.lost_sign()) is not None:
        note, kind = "the sign of a zero is lost, as an output shows", Kind.PRECISION
        return Row(op.name, place_text(op), "", verdict.outputs, kind, note, location=op.location)
    if (row := hidden.row()) is not None:
        return row
    lost = [
        op
        for op in source.operations
        if is_compared(op)
        and not any(each in comparison.simulated for each in op.results)
        and not comparison.is_shown(op)
        and not comparison.is_used_rightly(op)
    ]
    if lost:
        op = lost[0]
        note = "or an operation near it" if verdict.by_values else "its result is nowhere"
        error, label = verdict.outputs, ""
        if verdict.by_values and len(op.results) == 1:
            step, found = calls.blamed(op)
            if step is not None:
                error, label, note = calls.error(op, step), f"{step.label} {step.format}", found
        return Row(op.name, place_text(op), label, error, Kind.WRONG, note, location=op.location)
    if (row := hidden.returned()) is not None:
        return row
    note = "other values or shapes are returned, or in another order"
    return Row("func.return", "", "", verdict.outputs, Kind.WRONG, note)
