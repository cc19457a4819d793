"""Inlining of calls between the programs of a 2026-08 binary, because 2025-02 has no calls."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final, cast

from ttmlir_py.schemas.reader import BinaryError
from ttmlir_py.schemas.revisions.rows import FbTable, need, refuse

_CALLS: Final = {"FuncCallOp": "program_id", "LoadCachedOp": "program_idx"}
"""Maps operations that call a program to the field with the program's index.

Cached results are recomputed in each run.
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
                yield from self._called(name, need(operation, "type", name), callers)
            else:
                yield operation

    def _called(self, name: str, call: FbTable, callers: tuple[int, ...]) -> Iterator[FbTable]:
        number = int(call.get(_CALLS[name]) or 0)
        if number >= len(self._programs):
            raise BinaryError(f"{name} of program {number}: there are {len(self._programs)}")
        if number in callers:
            raise BinaryError(f"{name} of program {number}, which calls itself")
        if len(callers) > _MOST_CALLERS:
            raise BinaryError(f"{name} of program {number}: over {_MOST_CALLERS} calls deep")
        callee = self._programs[number]
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
                if one["global_id"] in given:
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


def _refs(table: FbTable, field: str) -> list[FbTable]:
    return cast(list[FbTable], table.get(field) or [])
