"""Execution of tile loops as one step, which does a compute kernel's work for many tiles at once.

A loop nest qualifies if its calls only fill DST sections, compute and pack, without waiting for
other kernels. `TileLoop.plan` runs the scalar part and lists the calls before the loop starts. If
sections differ only in the tiles that they unpack, and nothing is packed over unpacked data, their
order does not matter. Each call can then be performed for many sections at once, by the methods
that perform it for one. All other loops run call by call, including those that break a rule, so
that the report is exact. Tensors held in host order (`memory.Held`) stay so where order does not
matter.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np

from ttmlir_py.tensix.errors import Fault
from ttmlir_py.tensix.operations import (
    MIXES_PLACES,
    OPERATIONS,
    is_configuration,
    takes_template,
)
from ttmlir_py.tensix.steps import Assign, Call, For, Place, Step, Table

MOST_ITERATIONS = 1 << 14
"""Largest number of iterations of a nest that runs as one step."""
_BLOCK = 512
"""Number of tiles, on all cores, that are computed at once, so that they fit into the cache."""
_IN_SECTIONS = re.compile(r"tile_regs_\w+|\w+_tiles?(_int32)?|unary_bcast")
"""Matches functions in which only the kernel's own threads take part."""

Arguments = tuple[Any, ...]
TracedCall = tuple[int, Arguments]
"""Index of a call in the nest, and its arguments."""
Trace = tuple[list[TracedCall], int, Arguments]
"""The calls of a nest, the number of iterations, and the final values of the changed variables."""


def is_tile_loop(loop: For) -> bool:
    """Return whether all calls of a loop nest fill and pack DST sections."""
    steps = list(nested(loop.body))
    functions = {step.function for step in steps if isinstance(step, Call)}
    plain = all(isinstance(step, Assign | Call | For) for step in steps)
    return (
        plain
        and "pack_tile" in functions
        and all(is_configuration(each) or _IN_SECTIONS.fullmatch(each) for each in functions)
    )


def nested(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps and the steps nested in their loops."""
    for step in steps:
        yield step
        if isinstance(step, For):
            yield from nested(step.body)


class SectionCall(NamedTuple):
    """A call that is made for many sections."""

    method: str
    arguments: Arguments
    """Arguments of the call. Indices of unpacked tiles are arrays with one index per section."""
    call: tuple[str, Place]
    """The function, and its location in the kernel's text."""


class Group(NamedTuple):
    """Sections that make the same calls."""

    sections: int
    calls: tuple[SectionCall, ...]


@dataclass(frozen=True, eq=False)
class Plan:
    """All calls of a nest, grouped for many sections at once."""

    groups: tuple[Group, ...]
    iterations: int
    results: Arguments
    """Final values of the changed variables."""

    def perform(self, threads: Sequence[Any]) -> Arguments:
        """Perform all calls, if the result is the same as call by call.

        Returns True plus the final values of the variables, or () if nothing was done. `threads`
        are unpack, math and pack, with empty registers.
        """
        unpack, _, pack = threads
        try:
            _require_apart(self, threads)
            held = _find_held(self, threads)
            for group in self.groups:
                _perform(group, threads)
            if held is not None:
                pack.hold_packed(held)
        except Fault:
            return ()
        finally:
            unpack.held, pack.held = {}, {}
            for thread in threads:
                thread.merged = None
        for thread in threads:
            thread.run_loop(0, self.iterations, 1)
        return True, *self.results


@dataclass(frozen=True, eq=False)
class LoopNest:
    """A loop nest that may run as one step."""

    calls: tuple[Call, ...]
    """The calls in the nest, by their index in the trace."""
    trace: Callable[..., Trace]
    """Runs the scalar part, given tables and outside variables, and returns the trace. Raises
    Fault.
    """


class TileLoop(LoopNest):
    """A loop nest of a compute kernel that may run as one step."""

    def plan(self, tables: Sequence[Table], values: Arguments) -> Plan | None:
        """Return the plan for these values of variables, or None if the calls of sections differ in
        more than the tiles that they unpack.
        """
        return _plan(self, tuple(tables), values)


@lru_cache(maxsize=64)
def _plan(loop: TileLoop, tables: tuple[Table, ...], values: Arguments) -> Plan | None:
    """Return the result of `TileLoop.plan`, cached for all threads."""
    try:
        traced, iterations, results = loop.trace(*tables, *values)
    except Fault:
        return None
    sections = list(_sections(loop.calls, traced))
    if sum(map(len, sections)) < len(traced):
        return None
    by_calls: dict[tuple[int, ...], list[list[Arguments]]] = {}
    for section in sections:
        numbers = tuple(number for number, _ in section)
        by_calls.setdefault(numbers, []).append([arguments for _, arguments in section])
    groups: list[Group] = []
    for numbers, given in by_calls.items():
        calls = [loop.calls[number] for number in numbers]
        merged = [_merged(*each) for each in zip(calls, zip(*given, strict=True), strict=True)]
        made = tuple(each for each in merged if each is not None)
        if len(made) < len(merged):
            return None
        groups.append(Group(len(given), made))
    return Plan(tuple(groups), iterations, results)


def _sections(calls: Sequence[Call], traced: Iterable[TracedCall]) -> Iterator[list[TracedCall]]:
    """Yield the calls of each section, from acquire to release."""
    section: list[TracedCall] = []
    for each in traced:
        function = calls[each[0]].function
        if section or function == "tile_regs_acquire":
            section.append(each)
        if function == "tile_regs_release":
            yield section
            section = []


def _merged(call: Call, given: Sequence[Arguments]) -> SectionCall | None:
    """Return a call for all sections, or None if they differ in more than the index of tiles."""
    operation = OPERATIONS[call.function]
    ports = operation.arguments.count("cb") if call.function != "pack_tile" else 0
    arguments: list[Any] = []
    for position, values in enumerate(zip(*given, strict=True)):
        if ports <= position < 2 * ports:
            arguments.append(np.array(values))
        elif call.function == "pack_tile" and position > 1:
            break  # the index of `pack_tile` has no effect
        elif len(set(values)) > 1:
            return None
        else:
            arguments.append(values[0])
    template = (call.template,) if takes_template(call.function) else ()
    method, place = operation.method or call.function, (call.function, call.place)
    return SectionCall(method, (*template, *arguments), place)


def _perform(group: Group, threads: Sequence[Any]) -> None:
    """Perform the calls of a group, for as many sections at once as fit into the cache. Raises
    Fault.
    """
    step = max(1, _BLOCK // len(threads[0].unit.cores))
    for start in range(0, group.sections, step):
        for method, arguments, call in group.calls:
            part: list[Any] = [
                each[start : start + step] if isinstance(each, np.ndarray) else each
                for each in arguments
            ]
            for thread in threads:
                thread.merged = call
                own = getattr(thread, method, None)
                if own is not None and own(*part) is not None:
                    raise Fault("a section waits for another one")


def _unpacked(arguments: Arguments) -> list[tuple[int, Any]]:
    """Return the ports from which a call unpacks, each with the indices of its tiles."""
    places = [i for i, each in enumerate(arguments) if isinstance(each, np.ndarray)]
    return [(arguments[i - len(places)], arguments[i]) for i in places]


def _find_held(plan: Plan, threads: Sequence[Any]) -> Any:
    """Let the threads unpack and pack host rows, if these hold all tiles in the same order.

    Returns a held tensor, or None if this is not possible: the sections must compute element-wise
    and go through all tiles in order. Raises Fault.
    """
    unpack, _, pack = threads
    if len(plan.groups) != 1:
        return None
    (group,), found = plan.groups, dict[int, Any]()
    if any(method in MIXES_PLACES for method, _, _ in group.calls):
        return None
    for port, indices in chain.from_iterable(_unpacked(each) for _, each, _ in group.calls):
        held = unpack.find_held(port, group.sections)
        if held is None or not np.array_equal(indices, np.arange(group.sections)):
            return None
        found[port] = held
    if len({held.buffer.order for held in found.values()}) != 1:
        return None
    ports = {arguments[1] for method, arguments, _ in group.calls if method == "pack_tile"}
    if any(pack.packed.get(port) for port in ports):
        return None
    pack.held = {port: pack.room_for(port, group.sections) for port in ports}
    unpack.held = {port: held.by_core() for port, held in found.items()}
    return next(iter(found.values()))


def _require_apart(plan: Plan, threads: Sequence[Any]) -> None:
    """Raise Fault if packed tiles overlap unpacked or other packed tiles."""
    unpack, _, pack = threads
    unpacked: list[tuple[int, int]] = []
    packed: list[tuple[int, int]] = []
    for group in plan.groups:
        for method, arguments, _ in group.calls:
            if method == "pack_tile":
                packed.append(pack.packed_span(arguments[1], group.sections))
                continue
            unpacked += (unpack.unpacked_span(*each) for each in _unpacked(arguments))
    spans = sorted(packed)
    overlap = any(one[1] > other[0] for one, other in pairwise(spans))
    if overlap or any(p[0] < u[1] and u[0] < p[1] for p in packed for u in unpacked):
        raise Fault("packed tiles overlap unpacked or other packed tiles")
