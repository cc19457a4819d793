"""Comparison of a run of a compiled program with the semantics of its source, per operation.

An operation is right if its result equals that of the source's own run. Otherwise its result is
recomputed by its reference semantics from the target's operands, so that only the faulty operation
differs. The counterpart of an operation is the step of the target that computes the same value.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import permutations
from typing import TypeVar

import numpy as np
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py import reference
from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.stablehlo import WhileOp
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.locations import find_file_location
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.reference.meanings import Mesh
from ttmlir_py.reference.numbers import Array, is_signed
from ttmlir_py.reference.programs import Lookup, Value, mapped
from ttmlir_py.reference.ttir import IN_PLACE
from ttmlir_py.validation.execution import Execution, Step
from ttmlir_py.validation.inputs import CONVERSIONS, before_conversion, representable, unexercised
from ttmlir_py.validation.memory import (
    Memory,
    needed_values,
    read_operands,
    written_operands,
)
from ttmlir_py.validation.numbers import (
    EXACT,
    SINGLE,
    allowed,
    as_source,
    coarsened,
    devices,
    difference,
    has_other_shape,
    has_other_zero,
    is_limited,
    is_rounded,
    is_saturated,
    is_wrapped,
    largest,
    numbers_at,
    places_shown,
    unsigned,
)
from ttmlir_py.validation.verdict import Compared, Kind, Row

T = TypeVar("T")
SUMS = {
    *("ttir.sum", "ttir.mean", "ttir.cumsum", "ttir.matmul", "ttir.linear", "ttir.dot_general"),
    *("ttir.conv2d", "ttir.conv_transpose2d", "ttir.convolution", "ttir.all_reduce"),
    *("ttir.add", "ttir.subtract", "ttir.embedding_backward"),
    *("stablehlo.reduce", "stablehlo.reduce_window", "stablehlo.dot", "stablehlo.dot_general"),
    *("stablehlo.convolution", "stablehlo.all_reduce", "stablehlo.add", "stablehlo.subtract"),
    *("stablehlo.scatter", "stablehlo.select_and_scatter"),
}
"""Names of operations whose error is relative to the magnitudes of the summands."""
DIALECTS: Mapping[str, str] = {
    **{"chlo": "StableHLO", "sdy": "StableHLO", "stablehlo": "StableHLO", "ttir": "TTIR"},
}
"""Maps dialects whose operations are compared to the names of their languages."""
DONATED = ("tf.aliasing_output", "jax.buffer_donor")
"""Names of argument attributes which say that the caller donates the memory of the argument."""


def is_compared(op: Operation) -> bool:
    """Whether `op` computes something that a target can compute wrongly."""
    return op.name.partition(".")[0] in DIALECTS


@dataclass
class Source:
    """A source function, its inputs, and the results of its operations."""

    function: FuncOp
    inputs: Sequence[Array]
    mesh: Mesh = (1, 1)
    memory: Memory = field(default_factory=Memory)
    results: dict[SSAValue, Value] = field(default_factory=dict[SSAValue, Value])
    outcome: reference.Outcome = field(init=False)

    def __post_init__(self) -> None:
        def observe(op: Operation, results: Sequence[Value]) -> None:
            self.results.update(zip(op.results, results, strict=True))

        arguments = self.function.body.block.args
        self.outcome = reference.run(
            self.function,
            self.inputs,
            mesh=self.mesh,
            observe=observe,
            computed_by=self.memory.meaning,
        )
        self.results.update(
            zip(arguments, reference.numbers_of(self.function, self.inputs), strict=True)
        )

    @property
    def form(self) -> str:
        """The language of the program, `TTIR` or `StableHLO`."""
        named = (DIALECTS.get(op.name.partition(".")[0]) for op in self.operations)
        return next((each for each in named if each), "TTIR")

    @property
    def operations(self) -> Sequence[Operation]:
        """The operations directly in the function, in order."""
        return list(self.function.body.block.ops)

    def compute(self, op: Operation, operands: Lookup) -> list[Value]:
        """Return the results of `op` for given operands. Raises OperationError."""
        return self.memory.meaning(op, operands, self.mesh)

    def remembered(self, what: str, value: SSAValue, step: Step, compute: Callable[[], T]) -> T:
        """Return a cached result about `value` and the step for it, or compute it.

        The cache is shared by runs on other inputs, and an entry is valid only for the identical
        arrays.
        """
        ours, theirs = self.results[value], step.value
        return self.memory.get((what, value, id(ours), id(theirs)), (ours, theirs), compute)

    @cached_property
    def unexercised(self) -> list[str]:
        """Texts about the operations whose faults these inputs cannot show, with the reason."""
        found: list[str] = []
        for op in self.operations:
            if is_compared(op) and len(op.results) == 1:
                operands = [devices(self.results[each])[0] for each in read_operands(op)]
                reason = unexercised(op.name, operands, devices(self.results[op.results[0]])[0])
                if reason:
                    found.append(f"{named(op)}: {reason}")
        return found


def place_text(op: Operation) -> str:
    """Return the location of `op` as `file:line:column`, or an empty string."""
    location = find_file_location(op.location)
    if location is None:
        return ""
    return f"{location.filename.data}:{location.line.data}:{location.column.data}"


def named(op: Operation) -> str:
    """Return the name and the location of `op`."""
    return f"{op.name} {place_text(op)}".rstrip()


def complaint(error: OperationError) -> str:
    """Return the text of the error, which starts with the operation's name and location."""
    return f"{named(error.op)}: {error}" if isinstance(error.op, Operation) else str(error)


class _AsSource(Mapping[SSAValue, Value]):
    """A map from source values to the results of a run's steps. The results have the numbers, the
    type and the shape that the source has.

    They are converted on each access and not cached.
    """

    def __init__(self, steps: Mapping[SSAValue, Step]) -> None:
        self._steps = steps

    def __getitem__(self, value: SSAValue) -> Value:
        return counterpart_value(value, self._steps[value])

    def __contains__(self, value: object) -> bool:
        return value in self._steps

    def __iter__(self) -> Iterator[SSAValue]:
        return iter(self._steps)

    def __len__(self) -> int:
        return len(self._steps)


class Comparison:
    """A run of the target, compared with the source.

    `kept` says whether converted results of a rounding run are cached. `near` is a relative
    difference: if a result differs from the source's by at most `near`, the operations before it
    count as right, even if a step at one of their locations has another value.
    """

    def __init__(
        self,
        source: Source,
        execution: Execution,
        counterparts: Mapping[SSAValue, Step],
        *,
        kept: bool = True,
        near: float = EXACT,
    ) -> None:
        self.source = source
        self._near = near
        self.execution = execution
        self.steps = counterparts
        self.simulated: Mapping[SSAValue, Value] = (
            self._kept(counterparts) if kept else _AsSource(counterparts)
        )
        self.moved: set[Operation] = set()
        """Checked operations whose work is done by another operation, so that their step has
        another value.
        """
        self._isolated: dict[SSAValue, Value] = {}

    def _kept(self, counterparts: Mapping[SSAValue, Step]) -> dict[SSAValue, Value]:
        source = self.source
        return {
            value: source.remembered(
                "as source", value, step, partial(counterpart_value, value, step)
            )
            for value, step in counterparts.items()
        }

    def rows(self) -> list[Row]:
        """Return rows for the operations whose results are wrong in exact arithmetic."""
        source, found = self.source, list[Row]()
        for op in source.operations:
            for value in op.results:
                if value in self.simulated and (row := self._check(op, value)):
                    found.append(row)
        return found

    def compared(self, rough: Comparison | None) -> list[Compared]:
        """Return rows for all compared operations; `rough` is a rounding run or None."""
        found: list[Compared] = []
        for op in self.source.operations:
            for value in op.results:
                if value in self.simulated:
                    found.append(self._compared(op, value, rough))
        return found

    def _compared(self, op: Operation, value: SSAValue, rough: Comparison | None) -> Compared:
        expected, computed, step = (
            self.source.results[value],
            self.simulated[value],
            self.steps[value],
        )
        rounded = None if rough is None else rough.simulated.get(value)
        places = self.source.remembered(
            "places", value, step, lambda: places_shown(expected, computed)
        )
        return Compared(
            op.name,
            place_text(op),
            f"{step.label} {step.format}".rstrip(),
            self._error(value),
            places,
            numbers_at(expected, places),
            numbers_at(computed, places),
            () if rounded is None else numbers_at(rounded, places),
            None if rounded is None else difference(expected, rounded),
            step.index,
            op.location,
        )

    def outputs(self) -> float:
        """Return the largest difference between an output of the source and of the target. It is
        infinite if shapes differ.

        Outputs that nothing writes are ignored.
        """
        return self._difference_from(self.source.outcome.results)

    def has_right_outputs(self) -> bool:
        """Whether all outputs are the source's. Integers must be equal."""
        return all(
            not has_other_shape(ours, theirs)
            and self._distance(value, ours, theirs)
            <= (0.0 if devices(ours)[0].dtype.kind in "iub" else EXACT)
            for value, ours, theirs in self._returned
            if not _is_unwritten(value)
        )

    def _difference_from(self, results: Sequence[Value]) -> float:
        """Return the largest difference between the target's outputs and `results`."""
        (end,) = (op for op in self.source.operations if isinstance(op, ReturnOp))
        returned = list(zip(end.operands, results, self._outputs, strict=True))
        if any(has_other_shape(ours, theirs) for _, ours, theirs in returned):
            return float("inf")
        written = (each for each in returned if not _is_unwritten(each[0]))
        return max((self._distance(*each) for each in written), default=0.0)

    def outputs_of_folded_constants(self) -> float:
        """Return the largest difference of outputs like `outputs`, for a source whose constant
        expressions are rounded to their types.

        A compiler that folds constants rounds them. Later operations may magnify the difference.
        """

        def computed(op: Operation, operands: Lookup, mesh: Mesh) -> list[Value]:
            made = self.source.compute(op, operands)
            for number, value in enumerate(op.results):
                if is_constant(value):
                    element = tensor_type(value).element_type
                    made[number] = mapped(lambda x, e=element: _as_typed(x, e), made[number])
            return made

        source = self.source
        outcome = reference.run(
            source.function, source.inputs, mesh=source.mesh, computed_by=computed
        )
        return self._difference_from(outcome.results)

    @property
    def _returned(self) -> list[tuple[SSAValue, Value, Value]]:
        """The returned values, each with its numbers in the source's and in the target's run."""
        (end,) = (op for op in self.source.operations if isinstance(op, ReturnOp))
        outcome = self.source.outcome.results
        return list(zip(end.operands, outcome, self._outputs, strict=True))

    @property
    def _outputs(self) -> list[Value]:
        """The target's outputs. Numbers that are read as booleans are 0 or 1."""
        function = self.source.function
        name = function.sym_name.data
        booleans = {
            position
            for module in before_conversion(function)
            for position in module.boolean_results.get(name, ())
        }
        return [
            mapped(lambda x: (x != 0).astype(x.dtype), each) if index in booleans else each
            for index, each in enumerate(self._outputs_of_ended_loops)
        ]

    @property
    def _outputs_of_ended_loops(self) -> Sequence[Value]:
        """The target's outputs without the one that the option `loop-bound` adds.

        Raises OperationError at a loop that would have gone on.
        """
        outputs, count = self.execution.outputs, len(self.source.outcome.results)
        loops = (op for op in self.source.function.walk() if isinstance(op, WhileOp))
        loop = next(loops, None)
        if loop is None or len(outputs) != count + 1:
            return outputs
        if any(each.any() for each in devices(outputs[count])):
            message = "has more iterations than loop-bound allows for these inputs"
            raise OperationError(loop, message)
        return outputs[:count]

    def reshaped(self) -> Row | None:
        """Return a row for the first operation whose result has another shape in the target. Return
        None if all outputs have the right shape.
        """
        for value, ours, theirs in self._returned:
            if has_other_shape(ours, theirs) and self._is_misshapen(value):
                return self._misshapen(value)
        return None

    def _misshapen(self, value: SSAValue) -> Row:
        """Return a row for an operation on which `value` depends and whose result has another shape
        in the target. It is the first such operation.
        """
        owner, step = value.owner, self.steps[value]
        assert isinstance(owner, Operation)
        for each in read_operands(owner):
            if self._is_misshapen(each):
                return self._misshapen(each)
        shapes = (devices(each)[0].shape for each in (step.value, self.source.results[value]))
        note = "its shape is {} instead of {}".format(*map(list, shapes))
        label, error = f"{step.label} {step.format}".rstrip(), float("inf")
        place, location = place_text(owner), owner.location
        return Row(owner.name, place, label, error, Kind.WRONG, note, location=location)

    def _is_misshapen(self, value: SSAValue) -> bool:
        return value in self.steps and has_other_shape(
            self.source.results[value], self.steps[value].value
        )

    def expected(self, op: Operation, value: SSAValue) -> Value:
        """Return the result that `op` should have for the target's operands. Raises
        OperationError.
        """
        return self._compute(op, value, self._operand)

    def argument(self, index: int) -> Value:
        """Return the target's value of argument `index`."""
        return self.source.results[self.source.function.body.block.args[index]]

    def lost_sign(self) -> Operation | None:
        """Return the first operation that gives a zero of the other sign, or None.

        The zero must explain all differences of the outputs.
        """
        for value, ours, theirs in self._returned:
            if self._distance(value, ours, theirs) > SINGLE and (
                value not in self.simulated
                or self._distance(value, self.simulated[value], theirs) > EXACT
            ):
                return None
        values = ((op, value) for op in self.source.operations for value in op.results)
        for op, value in values:
            if value in self.simulated and has_other_zero(
                self.source.results[value], self.simulated[value]
            ):
                return op
        return None

    def arguments(self) -> list[Row]:
        """Return rows for arguments whose memory differs from the source's at the end of the run.

        These are caches, and arguments that must not be overwritten.
        """
        function, found = self.source.function, list[Row]()
        destinations = {each for op in self.source.operations for each in written_operands(op)}
        held = zip(
            function.body.block.args,
            self.source.outcome.arguments,
            self.execution.arguments,
            strict=True,
        )
        for argument, ours, theirs in held:
            is_free = argument in destinations or _is_donated(function, argument.index)
            error = 0.0 if is_free else self._distance(argument, ours, theirs)
            if error > SINGLE:
                writers = [
                    op
                    for op in self.source.operations
                    if op.name.removeprefix("ttir.") in IN_PLACE and op.operands[0] is argument
                ]
                op = writers[-1] if writers else function
                note = f"what argument {argument.index} holds afterwards"
                row = Row(
                    op.name, place_text(op), "", error, Kind.WRONG, note, location=op.location
                )
                found.append(row)
        return found

    def _distance(self, value: SSAValue, ours: Value, theirs: Value) -> float:
        try:
            return difference(
                ours, as_source(theirs, shape_of(value), tensor_type(value).element_type)
            )
        except ValueError:
            return float("inf")

    def _error(self, value: SSAValue) -> float:
        """Return the error of the target's value for `value`, relative to the source's own run."""
        ours, theirs = self.source.results[value], self.simulated[value]
        return self.source.remembered(
            "error", value, self.steps[value], lambda: difference(ours, theirs)
        )

    def _check(self, op: Operation, value: SSAValue) -> Row | None:
        computed = self.simulated[value]
        if self._error(value) <= EXACT:
            return None
        expected = self.expected(op, value)
        scale = max((largest(self._operand(each)) for each in read_operands(op)), default=0.0)
        error = difference(expected, computed, scale if largest(expected) == 0 else 0.0)
        if error <= EXACT:
            return None
        if self.is_used_rightly(op) or self._is_folded(op, value, computed):
            self.moved.add(op)
            return None
        step = self.steps[value]
        kind, note = self._kind(op, value, expected, computed, error)
        label = f"{step.label} {step.format}".rstrip()
        if kind is Kind.WRONG and (lost := self._left_out(op, value, computed)):
            note = f"left out, as {named(op)} shows"
            return Row(lost.name, place_text(lost), "", error, kind, note, location=lost.location)
        if kind is Kind.WRONG and (other := self._read_in_other_shape(op, value, computed)):
            return self._misshapen(other)
        return Row(
            op.name, place_text(op), label, error, kind, note, self._inlined(op), op.location
        )

    def _is_folded(self, op: Operation, value: SSAValue, computed: Value) -> bool:
        """Whether `computed` is right if the constants that `op` reads are rounded to their types.

        A compiler that folds constants rounds them, and exact arithmetic does not.
        """
        known: dict[SSAValue, Value] = {}
        reads_constants = False

        def held(each: SSAValue) -> Value:
            return known[each] if each in known else self._operand(each)

        def is_unknown(each: SSAValue) -> bool:
            owner = each.owner
            has_step = each in self.simulated or not isinstance(owner, Operation)
            return each not in known and not has_step and reference.is_function(owner)

        for each, owner in needed_values(read_operands(op), is_unknown):
            known[each] = self._compute(owner, each, held)
            if is_constant(each):
                reads_constants, element = True, tensor_type(each).element_type
                known[each] = mapped(lambda x, e=element: _as_typed(x, e), known[each])
        made = self._compute(op, value, held)
        return reads_constants and difference(made, computed) <= EXACT

    def _left_out(self, op: Operation, value: SSAValue, computed: Value) -> Operation | None:
        """Return an operation without a step that explains `computed`, or None. It does if the
        target passes on the operation's operand instead of its result.
        """
        for missing in read_operands(op):
            owner = missing.owner
            if missing in self.simulated or not isinstance(owner, Operation):
                continue
            for passed in read_operands(owner):
                if shape_of(passed) != shape_of(missing):
                    continue

                def without(each: SSAValue, missing: SSAValue = missing, passed: SSAValue = passed):
                    return self._operand(passed if each is missing else each)

                if difference(self._compute(op, value, without), computed) <= EXACT:
                    return owner
        return None

    def _read_in_other_shape(
        self, op: Operation, value: SSAValue, computed: Value
    ) -> SSAValue | None:
        """Return an operand of `op` whose shape differs in the target, if that difference explains
        the result. Otherwise return None.
        """
        others = [each for each in read_operands(op) if self._is_misshapen(each)]
        if not others:
            return None

        def held(each: SSAValue) -> Value:
            return self.steps[each].value if each in others else self._operand(each)

        try:
            made = self._compute(op, value, held)
        except OperationError:
            return None
        return others[0] if difference(made, computed) <= EXACT else None

    def _kind(
        self, op: Operation, value: SSAValue, expected: Value, computed: Value, error: float
    ) -> tuple[Kind, str]:
        """Return the kind of fault of `op`, and a note for the report."""
        element = tensor_type(value).element_type

        if _has_signs(op) and self._is_right_without_sign(op, value, computed):
            return Kind.FORMAT, "integers with a sign are stored without"
        is_integer = devices(expected)[0].dtype.kind in "iu"
        if difference(expected, computed) <= SINGLE:
            return (Kind.FORMAT if is_integer else Kind.PRECISION), "computed in f32"
        if is_integer:
            if is_saturated(expected, computed):
                return Kind.FORMAT, f"negative numbers of {element} became 0"
            if is_wrapped(expected, computed, element):
                return Kind.FORMAT, "integers of 64 bits are stored in 32"
            if op.name in CONVERSIONS:
                if is_rounded(expected, computed):
                    return Kind.FORMAT, "rounds where the source truncates"
                (taken, *_) = read_operands(op)
                source = tensor_type(taken).element_type
                if is_limited(self._operand(taken), computed, source, element):
                    return Kind.FORMAT, f"integers beyond {element} become its limits"
        return Kind.WRONG, ""

    def _is_right_without_sign(self, op: Operation, value: SSAValue, computed: Value) -> bool:
        """Whether `computed` follows from the operands if all integers are interpreted as
        unsigned.
        """

        def without_sign(each: SSAValue) -> Value:
            return unsigned(self._operand(each), tensor_type(each).element_type)

        try:
            taken = reference.compute(op, without_sign, self.source.mesh, signed=False)[0]
        except OperationError:
            return False
        seen = unsigned(computed, tensor_type(value).element_type)
        is_whole = devices(seen)[0].dtype.kind != "f"
        return difference(taken, seen) <= SINGLE or (is_whole and is_rounded(taken, seen))

    def _operand(self, value: SSAValue) -> Value:
        """Return the target's value for `value`. If no step computes it, it is computed from the
        target's values for the operands.
        """
        for each, owner in needed_values([value], self._is_isolated):
            self._isolated[each] = self._compute(owner, each, self._operand)
        if value in self._isolated:
            return self._isolated[value]
        held = self.simulated if self._has_step(value) else self.source.results
        return held[value]

    def _has_step(self, value: SSAValue) -> bool:
        return value in self.simulated and value.owner not in self.moved

    def _is_isolated(self, value: SSAValue) -> bool:
        """Whether no step computes `value`, but its operation can be computed alone and was not
        yet.
        """
        owner = value.owner
        if value in self._isolated or self._has_step(value) or not isinstance(owner, Operation):
            return False
        return reference.is_function(owner) and bool(read_operands(owner))

    def _compute(self, op: Operation, value: SSAValue, operands: Lookup) -> Value:
        if not reference.is_function(op):
            return self.source.results[value]
        results = self.source.compute(op, operands)
        return next(made for each, made in zip(op.results, results, strict=True) if each is value)

    def _inlined(self, op: Operation) -> list[str]:
        """Return the names of the preceding operations for which the target has no step."""

        def has_no_step(each: SSAValue) -> bool:
            owner = each.owner
            return (
                isinstance(owner, Operation) and each not in self.simulated and is_compared(owner)
            )

        return [named(owner) for _, owner in needed_values(read_operands(op), has_no_step)]

    def is_used_rightly(self, op: Operation) -> bool:
        """Whether all results that depend on the result of `op` are right.

        In that case a pass has moved the work to another operation. Operations without a step are
        skipped in favour of their users, or the output. So are operations whose step has another
        value in another shape, because a permutation has moved past them as well.
        """
        left, seen = [op], {op}
        while left:
            for use in (use for result in left.pop().results for use in result.uses):
                user = use.operation
                found = [each for each in user.results if each in self.simulated]
                if isinstance(user, ReturnOp):
                    if not self._is_returned_rightly(use.index):
                        return False
                    continue
                wrong = [each for each in found if not self._is_right(each)]
                if not user.results or not all(map(self._is_misshapen, wrong)):
                    return False
                if (wrong or not found) and user not in seen:
                    seen.add(user)
                    left.append(user)
        return True

    def _is_right(self, value: SSAValue) -> bool:
        """Whether the target has the source's value for `value`, possibly with its dimensions in
        another order.
        """
        if self._error(value) <= self._near:
            return True
        ours = mapped(np.squeeze, self.source.results[value])
        step = mapped(np.ravel, self.simulated[value])
        rank = devices(ours)[0].ndim
        return rank <= _MOST_DIMENSIONS and any(
            difference(mapped(lambda x, o=o: x.transpose(o).ravel(), ours), step) <= self._near
            for o in permutations(range(rank))
        )

    def is_shown(self, op: Operation) -> bool:
        """Whether an output of the function is the result of `op`."""
        uses = (use for result in op.results for use in result.uses)
        returned = (use.index for use in uses if isinstance(use.operation, ReturnOp))
        return any(map(self._is_returned_rightly, returned))

    def _is_returned_rightly(self, index: int) -> bool:
        value, ours, theirs = self._returned[index]
        return (
            not has_other_shape(ours, theirs) and self._distance(value, ours, theirs) <= self._near
        )

    def imprecise(self, right: Collection[Operation]) -> list[Row]:
        """Return rows for operations that lose more bits in a rounding run than their type loses.

        Only operations in `right` are checked.
        """
        found: list[Row] = []
        for op in self.source.operations:
            for value in op.results:
                if value not in self.simulated or op not in right:
                    continue
                element = tensor_type(value).element_type
                exact = self.source.results[value]
                limit = allowed(element) if devices(exact)[0].dtype.kind == "f" else 0.0
                if difference(exact, self.simulated[value]) <= limit:
                    continue
                expected = self.expected(op, value)
                error = difference(expected, self.simulated[value])
                # The scale is computed only if it is needed, because it can only reduce the error.
                if error > limit:
                    error = difference(expected, self.simulated[value], self._scale(op, value))
                if error > limit:
                    step = self.steps[value]
                    kind, note = Kind.PRECISION, f"of {element}"
                    if devices(expected)[0].dtype.kind in "iu":
                        kind, note = Kind.FORMAT, f"not all bits of {element} are kept"
                    row = Row(op.name, place_text(op), step.label, error, kind, note)
                    found.append(replace(row, location=op.location))
        return found

    def _scale(self, op: Operation, value: SSAValue) -> float:
        """Return the largest sum of the magnitudes of summands, or 0 for operations that do not
        sum.
        """
        if op.name not in SUMS:
            return 0.0
        sizes: dict[SSAValue, Value] = {}
        for each in read_operands(op):
            held = self._operand(each)
            sizes[each] = [abs(x) for x in held] if isinstance(held, list) else abs(held)
        return largest(self._compute(op, value, lambda each: sizes[each]))


def counterpart_value(value: SSAValue, step: Step) -> Value:
    """Return the result of `step` as numbers with the type and shape of `value`."""
    return as_source(step.value, shape_of(value), tensor_type(value).element_type)


def _as_typed(values: Array, element: Attribute) -> Array:
    return representable(values, element) if values.dtype.kind == "f" else values


def is_constant(value: SSAValue) -> bool:
    """Whether `value` follows from constants alone."""
    seen, left = {value}, [value]
    while left:
        owner = left.pop().owner
        if not isinstance(owner, Operation) or not reference.is_function(owner):
            return False
        new = set(read_operands(owner)) - seen
        seen |= new
        left += new
    return True


_MOST_DIMENSIONS = 6
"""The largest number of dimensions whose orders are tried."""


def _is_donated(function: FuncOp, index: int) -> bool:
    """Whether the caller donates the memory of argument `index`."""
    attributes = function.arg_attrs.data if function.arg_attrs is not None else ()
    return any(name in attributes[index].data for name in DONATED) if attributes else False


def _has_signs(op: Operation) -> bool:
    """Whether an operand or result of `op` has signed integers."""
    elements = [tensor_type(each).element_type for each in (*read_operands(op), *op.results)]
    return any(is_integer_type(each) and is_signed(each) and each.bitwidth > 1 for each in elements)


def _is_unwritten(value: SSAValue) -> bool:
    return isinstance(value.owner, Operation) and value.owner.name in ("tensor.empty", "ttir.alloc")


NOISE = 8
"""The allowed difference of outputs of a program that always rounds, as a multiple of the expected
error.
"""


def rounding_noise(source: Source) -> list[float]:
    """Return the allowed error of each output in a rounding run.

    It is a multiple of the error from rounding each result to bf16, or TF32.
    """
    rounded: dict[SSAValue, Value] = {}

    def held(value: SSAValue) -> Value:
        return rounded.get(value, source.results[value])

    for op in source.operations:
        if not reference.is_function(op):
            continue
        for result, made in zip(op.results, reference.compute(op, held, source.mesh), strict=True):
            rounded[result] = mapped(
                lambda x, t=result: coarsened(x, tensor_type(t).element_type), made
            )
    (end,) = (op for op in source.operations if isinstance(op, ReturnOp))
    noise = (difference(source.results[value], held(value)) for value in end.operands)
    elements = (tensor_type(value).element_type for value in end.operands)
    return [NOISE * max(n, allowed(t)) for n, t in zip(noise, elements, strict=True)]
