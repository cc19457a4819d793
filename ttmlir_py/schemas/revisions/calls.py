"""Inlining of calls between the programs of a 2026-08 binary, because 2025-02 has no calls."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final, cast

from ttmlir_py.schemas.reader import BinaryError
from ttmlir_py.schemas.revisions.rows import FbTable, need, refuse

_CALLS: Final = {"FuncCallOp": "program_id", "LoadCachedOp": "program_idx"}
"""Maps operations that call a program to the field with the program's index.

The operations of a program whose results are cached have a field `is_cached`.
"""
_WRITES: Final = {"CopyOp": ("src", "dst"), "WriteTensorOp": ("host_tensor", "device_tensor")}
"""Maps operations that write an existing tensor to the fields of the source and of that tensor."""
SELECTION: Final = "SelectionOp"
"""The step that selects the results of one branch. It exists only during the conversion, not in
files.

Its fields are the index, the results of each branch, and the outputs.
"""
BEGIN_LOOP: Final = "BeginLoopOp"
EXIT_LOOP: Final = "ExitLoopOp"
END_LOOP: Final = "EndLoopOp"
LOOP_STEPS: Final = (BEGIN_LOOP, EXIT_LOOP, END_LOOP)
"""The steps of a loop that runs until a condition is false. Only the simulator has them."""
_MOST_OPERATIONS: Final = 1 << 18
_MOST_CALLERS: Final = 16


class Inliner:
    """Replaces calls by the operations of the called programs."""

    def __init__(self, programs: Sequence[FbTable]) -> None:
        self._programs = programs
        self._numbers = count(1 << 30)
        self._made = 0

    def operations(self, program: FbTable, callers: tuple[int, ...] = ()) -> Iterator[FbTable]:
        """Yield the operations of a program, with calls inlined.

        Raises BinaryError for recursive programs, and if the result grows too large.
        """
        for operation in program.get("operations") or ():
            self._made += 1
            if self._made > _MOST_OPERATIONS:
                raise BinaryError(f"programs that call others have over {_MOST_OPERATIONS} steps")
            name = str(operation.get("type_type"))
            if name in _CALLS:
                call: FbTable = need(operation, "type", name)
                number = int(call.get(_CALLS[name]) or 0)
                cached: FbTable = {"is_cached": True} if name == "LoadCachedOp" else {}
                for each in self._called(name, call, number, callers):
                    yield {**each, **cached}
            elif name == "CaseOp":
                yield from self._branches(need(operation, "type", name), callers)
            elif name == "WhileOp":
                yield from self._iterations(need(operation, "type", name), callers)
            elif name == "CaptureOrExecuteTraceOp":
                yield from self._traced(need(operation, "type", name), callers)
            elif name in _WRITES:
                yield self._written(name, need(operation, "type", name))
            else:
                yield operation

    def like(self, ref: FbTable) -> FbTable:
        """Return a tensor that is like `ref`, with a new number."""
        return {**ref, "global_id": next(self._numbers)}

    def _branches(self, case: FbTable, callers: tuple[int, ...]) -> Iterator[FbTable]:
        """Yield the operations of all branches, and the selection of the results of one."""
        results: list[list[FbTable]] = []
        for number in case.get("branch_program_ids") or ():
            inputs = _refs(case, "inputs")
            results.append(self._results("CaseOp", number, inputs, _refs(case, "outputs")))
            call = {"inputs": inputs, "outputs": results[-1]}
            yield from self._called("CaseOp", call, number, callers)
        if not results:
            raise BinaryError("CaseOp without branches")
        chosen = {"index": need(case, "index", "CaseOp"), "branches": results}
        yield {"type_type": SELECTION, "type": {**chosen, "outputs": _refs(case, "outputs")}}

    def _iterations(self, loop: FbTable, callers: tuple[int, ...]) -> Iterator[FbTable]:
        """Yield the operations of each iteration of a loop that counts between constants."""
        bounds = [loop.get(each) for each in _BOUNDS]
        if None in bounds or any(each.get("input_index") is not None for each in bounds if each):
            yield from self._loop(loop, callers)
            return
        initial, limit, step = (int(each.get("value") or 0) for each in bounds if each)
        if step == 0:
            raise BinaryError("WhileOp does not advance")
        count = max(0, -((initial - limit) // step))
        states = int(loop.get("state_count") or 0)
        state, others = _refs(loop, "inputs")[:states], _refs(loop, "inputs")[states:]
        indices: list[int] = [*(loop.get("output_indices") or ())]
        given = _refs(loop, "outputs")
        if len(given) != len(indices) or count > _MOST_OPERATIONS:
            raise BinaryError(
                f"WhileOp with {count} iterations and {len(given)} results: expected at most "
                f"{_MOST_OPERATIONS} iterations, and {len(indices)} results"
            )
        outputs = dict(zip(indices, given, strict=True))
        if len(state) != states or any(each >= states for each in indices):
            raise refuse(f"WhileOp of {count} iterations over {len(state)} tensors", "2025-02")
        number = int(loop.get("body_program_id") or 0)
        for _ in range(count):
            inputs = [*state, *others]
            results = self._results("WhileOp", number, inputs, state)
            if len(results) != states:
                raise BinaryError(f"WhileOp: its body returns {len(results)} of {states} tensors")
            call = {"inputs": inputs, "outputs": results}
            yield from self._called("WhileOp", call, number, callers)
            state = results
        yield from _copies([state[at] for at in outputs], [*outputs.values()])

    def _loop(self, loop: FbTable, callers: tuple[int, ...]) -> Iterator[FbTable]:
        """Yield a loop that runs until a computed condition is false, or to a computed bound.

        Its states have tensors of their own, which each iteration writes again.
        """
        name, states = "WhileOp", int(loop.get("state_count") or 0)
        inputs, outputs = _refs(loop, "inputs"), _refs(loop, "outputs")
        indices: list[int] = [*(loop.get("output_indices") or ())]
        if (
            states > len(inputs)
            or len(outputs) != len(indices)
            or max(indices, default=0) >= states
        ):
            raise BinaryError(f"{name} over {states} of {len(inputs)} tensors")
        state = [self.like(each) for each in inputs[:states]]
        others = inputs[states:]
        yield from _copies(inputs[:states], state)
        bounds = [loop.get(each) for each in _BOUNDS]
        counter = None if None in bounds else _Counter(self, loop)
        if counter is not None:
            yield from counter.start()
        number = next(self._numbers)
        yield {"type_type": BEGIN_LOOP, "type": {"loop": number}}
        if counter is None:
            condition = yield from self._condition(loop, [*state, *others], callers)
        else:
            condition = yield from counter.compare()
        yield {"type_type": EXIT_LOOP, "type": {"loop": number, "condition": condition}}
        body = int(loop.get("body_program_id") or 0)
        results = self._results(name, body, [*state, *others], state)
        call = {"inputs": [*state, *others], "outputs": results}
        yield from self._called(name, call, body, callers)
        next_state = [self.like(each) for each in state]
        # The results are copied through temporary tensors, because the body may return one state in
        # the position of another.
        yield from _copies(results, next_state)
        yield from _copies(next_state, state)
        if counter is not None:
            yield from counter.advance()
        yield {"type_type": END_LOOP, "type": {"loop": number}}
        yield from _copies([state[each] for each in indices], outputs)

    def _condition(
        self, loop: FbTable, inputs: list[FbTable], callers: tuple[int, ...]
    ) -> Generator[FbTable, None, FbTable]:
        """Yield the operations that compute the condition of a loop, and return it."""
        number = int(loop.get("condition_program_id") or 0)
        results = _refs(self._program("WhileOp", number), "outputs")
        if len(results) != 1:
            raise BinaryError(f"WhileOp: its condition returns {len(results)} tensors")
        results = self._results("WhileOp", number, inputs, results)
        call = {"inputs": inputs, "outputs": results}
        yield from self._called("WhileOp", call, number, callers)
        return results[0]

    def _written(self, name: str, table: FbTable) -> FbTable:
        """Return the step that defines a tensor again, with the elements of another one."""
        source, target = (need(table, each, name) for each in _WRITES[name])
        return {"type_type": SELECTION, "type": _copy(source, target)}

    def _traced(self, trace: FbTable, callers: tuple[int, ...]) -> Iterator[FbTable]:
        """Yield the operations of a captured trace, as the first run executes them.

        The program that captures takes inputs on the host and the slots. It writes the inputs into
        slots, calls the traced program, and then captures another call of it. Inputs on the device
        are slots themselves.
        """
        name = "CaptureOrExecuteTraceOp"
        slots_number = int(trace.get("allocate_slots_program_id") or 0)
        number = int(trace.get("capture_program_id") or 0)
        outputs = _refs(trace, "outputs")
        slots = _refs(self._program(name, slots_number), "outputs")
        kept = len(slots) - len(outputs)
        if kept < 0:
            raise BinaryError(f"{name} with {len(outputs)} outputs, but {len(slots)} slots")
        resident = [each for each in _refs(trace, "inputs") if _is_on_device(each)]
        made = self._results(name, slots_number, resident, slots)[:kept]
        capture = self._program(name, number)
        run: list[FbTable] = []
        for operation in capture.get("operations") or ():
            if operation.get("type_type") == "BeginTraceCaptureOp":
                break
            run.append(operation)
        else:
            raise BinaryError(f"{name}: program {number} captures nothing")
        first: FbTable = {**capture, "operations": run, "outputs": []}
        staged = [each for each in _refs(trace, "inputs") if not _is_on_device(each)]
        inputs = [*staged, *made, *outputs]
        call = {**trace, "inputs": inputs, "outputs": []}
        yield from self._called(name, call, number, callers, first)

    def _results(
        self, name: str, number: int, inputs: list[FbTable], outputs: list[FbTable]
    ) -> list[FbTable]:
        """Return the tensors that a called program returns. A returned input is the caller's
        tensor, and any other output is a new tensor.

        If two outputs of a program are the same tensor, so are the returned ones.
        """
        callee = self._program(name, number)
        made: dict[int, FbTable] = {}
        for own, given in zip(_refs(callee, "inputs"), inputs, strict=False):
            made[own["global_id"]] = given
        for own, like in zip(_refs(callee, "outputs"), outputs, strict=False):
            made.setdefault(own["global_id"], self.like(like))
        return [made[own["global_id"]] for own in _refs(callee, "outputs")]

    def _program(self, name: str, number: int) -> FbTable:
        if number >= len(self._programs):
            raise BinaryError(
                f"{name} calls program {number}, but there are only {len(self._programs)}"
            )
        return self._programs[number]

    def _called(
        self,
        name: str,
        call: FbTable,
        number: int,
        callers: tuple[int, ...],
        callee: FbTable | None = None,
    ) -> Iterator[FbTable]:
        """Yield the operations of program `number`, or of the given part of it, with the tensors of
        `call`.
        """
        if number in callers:
            raise BinaryError(f"{name} calls program {number}, which calls itself")
        if len(callers) > _MOST_CALLERS:
            raise BinaryError(f"{name} of program {number}: over {_MOST_CALLERS} calls deep")
        callee = callee or self._program(name, number)
        if call.get("semaphore_inputs") or callee.get("semaphore_inputs"):
            raise refuse(f"{name} with semaphores", "2025-02")
        given: dict[int, FbTable] = {}
        for side in ("inputs", "outputs"):
            own, theirs = _refs(callee, side), _refs(call, side)
            if len(own) != len(theirs):
                raise BinaryError(
                    f"{name} of program {number} has {len(theirs)} {side}, not {len(own)}"
                )
            for one, other in zip(own, theirs, strict=True):
                if given.get(one["global_id"], other) != other:
                    what = f"{name} of a program that returns a tensor twice, or an input,"
                    raise refuse(what, "2025-02")
                given[one["global_id"]] = other
        kept = {each["global_id"] for each in _refs(callee, "inputs")}
        for operation in self.operations(callee, (*callers, number)):
            freed = (
                operation["type"].get("in") if operation["type_type"] == "DeallocateOp" else None
            )
            if freed is None or freed["global_id"] not in kept:
                yield self._renamed(operation, given)

    def _renamed(self, value: Any, given: dict[int, FbTable]) -> Any:
        """Return `value` with the called program's tensors replaced by the caller's.

        `given` maps ids to tensors of the caller. Other tensors get new ids.
        """
        if isinstance(value, list):
            return [self._renamed(each, given) for each in cast(list[Any], value)]
        if not isinstance(value, Mapping):
            return value
        table = cast(FbTable, value)
        if "global_id" not in table or "desc" not in table:
            return {key: self._renamed(each, given) for key, each in table.items()}
        number = table["global_id"]
        if number not in given:
            given[number] = {**table, "global_id": next(self._numbers)}
        return given[number]


class _Counter:
    """The counter of a loop to a bound that is an input, as a tensor like that input."""

    def __init__(self, inliner: Inliner, loop: FbTable) -> None:
        bounds: list[FbTable] = [need(loop, each, "WhileOp") for each in _BOUNDS]
        inputs = _refs(loop, "inputs")
        places: list[int | None] = [each.get("input_index") for each in bounds]
        if any(each is not None and each >= len(inputs) for each in places):
            raise BinaryError(f"WhileOp with bounds {bounds}")
        self._given: list[FbTable | None] = [
            None if place is None else inputs[place] for place in places
        ]
        like = next(each for each in self._given if each is not None)
        if self._given[2] is not None:
            raise refuse("WhileOp with a computed step", "2025-02")
        self._values = [int(each.get("value") or 0) for each in bounds]
        self._at, self._limit, self._step, self._goes_on = (inliner.like(like) for _ in range(4))

    def start(self) -> Iterator[FbTable]:
        """Yield the operations before the loop."""
        made = (self._at, self._limit, self._step)
        for value, given, out in zip(self._values, self._given, made, strict=True):
            if given is not None:
                yield from _copies([given], [out])
            else:
                yield {"type_type": "FullOp", "type": {"fill_value": {"value": value}, "out": out}}

    def compare(self) -> Generator[FbTable, None, FbTable]:
        """Yield the operation that computes whether the loop goes on, and return its result."""
        function = "LessThan" if self._values[2] > 0 else "GreaterThan"
        yield _binary(function, self._at, self._limit, self._goes_on)
        return self._goes_on

    def advance(self) -> Iterator[FbTable]:
        """Yield the operation at the end of each iteration."""
        yield _binary("Add", self._at, self._step, self._at)


_BOUNDS: Final = ("initial", "limit", "step")


def _binary(function: str, lhs: FbTable, rhs: FbTable, out: FbTable) -> FbTable:
    table = {"type": function, "lhs": lhs, "rhs": rhs, "out": out}
    return {"type_type": "EltwiseBinaryOp", "type": table}


def _copies(sources: Sequence[FbTable], outs: Sequence[FbTable]) -> Iterator[FbTable]:
    for source, out in zip(sources, outs, strict=True):
        yield {"type_type": SELECTION, "type": _copy(source, out)}


def _copy(source: FbTable, out: FbTable) -> FbTable:
    """Return the fields of a selection that has only one branch, so that it copies a tensor."""
    return {"index": source, "branches": [[source]], "outputs": [out]}


def _is_on_device(ref: FbTable) -> bool:
    return ref["desc"]["layout"]["memory_desc"].get("storage_type") == "Device"


def _refs(table: FbTable, field: str) -> list[FbTable]:
    return cast(list[FbTable], table.get(field) or [])
