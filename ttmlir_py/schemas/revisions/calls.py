"""Inlining of calls between the programs of a 2026-08 binary, because 2025-02 has no calls."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final, cast

from ttmlir_py.schemas.reader import BinaryError
from ttmlir_py.schemas.revisions.rows import FbTable, need, refuse

_CALLS: Final = {"FuncCallOp": "program_id", "LoadCachedOp": "program_idx"}
"""Maps operations that call a program to the field with the program's index.

Results that such an operation would cache are recomputed in each run.
"""
_WRITES: Final = {"CopyOp": ("src", "dst"), "WriteTensorOp": ("host_tensor", "device_tensor")}
"""Maps operations that write an existing tensor to the fields of the source and of that tensor."""
SELECTION: Final = "SelectionOp"
"""The step that selects the results of one branch. It exists only during the conversion, not in
files.

Its fields are the index, the results of each branch, and the outputs.
"""
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
                yield from self._called(name, call, number, callers)
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

    def _new(self, ref: FbTable) -> FbTable:
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
        bounds = [loop.get(each) for each in ("initial", "limit", "step")]
        if None in bounds or any(each.get("input_index") is not None for each in bounds if each):
            raise refuse("WhileOp that runs until a computed condition is false", "2025-02")
        initial, limit, step = (int(each.get("value") or 0) for each in bounds if each)
        if step == 0:
            raise BinaryError("WhileOp does not advance")
        count = max(0, -((initial - limit) // step))
        states = int(loop.get("state_count") or 0)
        state, others = _refs(loop, "inputs")[:states], _refs(loop, "inputs")[states:]
        indices: list[int] = [*(loop.get("output_indices") or ())]
        given = _refs(loop, "outputs")
        if len(given) != len(indices) or count > _MOST_OPERATIONS:
            raise BinaryError(f"WhileOp of {count} iterations with {len(given)} results")
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
        for at, out in outputs.items():
            yield {"type_type": SELECTION, "type": _copy(state[at], out)}

    def _written(self, name: str, table: FbTable) -> FbTable:
        """Return the step that defines a tensor again, with the elements of another one."""
        source, target = (need(table, each, name) for each in _WRITES[name])
        return {"type_type": SELECTION, "type": _copy(source, target)}

    def _traced(self, trace: FbTable, callers: tuple[int, ...]) -> Iterator[FbTable]:
        """Yield the operations of a captured trace, as the first run executes them.

        The program that captures takes the inputs and the slots. It writes the inputs into slots,
        calls the traced program, and then captures another call of it.
        """
        name = "CaptureOrExecuteTraceOp"
        slots_number = int(trace.get("allocate_slots_program_id") or 0)
        number = int(trace.get("capture_program_id") or 0)
        outputs = _refs(trace, "outputs")
        slots = _refs(self._program(name, slots_number), "outputs")
        kept = len(slots) - len(outputs)
        if kept < 0:
            raise BinaryError(f"{name} with {len(outputs)} outputs, but {len(slots)} slots")
        made = [self._new(each) for each in slots[:kept]]
        capture = self._program(name, number)
        run: list[FbTable] = []
        for operation in capture.get("operations") or ():
            if operation.get("type_type") == "BeginTraceCaptureOp":
                break
            run.append(operation)
        else:
            raise BinaryError(f"{name}: program {number} captures nothing")
        first: FbTable = {**capture, "operations": run, "outputs": []}
        inputs = [*_refs(trace, "inputs"), *made, *outputs]
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
            made.setdefault(own["global_id"], self._new(like))
        return [made[own["global_id"]] for own in _refs(callee, "outputs")]

    def _program(self, name: str, number: int) -> FbTable:
        if number >= len(self._programs):
            raise BinaryError(f"{name} of program {number}: there are {len(self._programs)}")
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
            raise BinaryError(f"{name} of program {number}, which calls itself")
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


def _copy(source: FbTable, out: FbTable) -> FbTable:
    """Return the fields of a selection that has only one branch, so that it copies a tensor."""
    return {"index": source, "branches": [[source]], "outputs": [out]}


def _refs(table: FbTable, field: str) -> list[FbTable]:
    return cast(list[FbTable], table.get(field) or [])
