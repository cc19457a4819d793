"""Collection of records into a graph: names, links by tensor identity, scopes, placeholders,
results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from ttmlir_py.traces.operation.nesting import innermost
from ttmlir_py.traces.operation.node import ARRAY, CONSTANT, PLACEHOLDER, GraphData, Variable
from ttmlir_py.traces.operation.node import OperationNode as Node
from ttmlir_py.traces.operation.record import Record, Value
from ttmlir_py.traces.operation.recorder import Run

Nested = Literal["all", "leaves", "top"]
STORED = "input_dtype"
"""Name of the attribute with the storage format of a constant's elements."""


def collect(records: Sequence[Record], runs: Sequence[Run], nested: Nested = "all") -> GraphData:
    """Return the graph of records and of the runs that contain them.

    `all` has every record, `top` those that are not part of another, `leaves` the `innermost` ones.
    Placeholders and results are the same in each case. Placeholders are the inputs of each run in
    order, then tensors that no record creates. Results are the outputs of each run, then tensors
    created outside of runs that no record takes.
    """
    records = _with_scopes(records)
    everything = _Collector(records, runs)
    everything.sweep()
    if nested == "all":
        return everything.graph
    if nested == "top":
        chosen = [record for record in records if record.parent < 0]
    else:
        names = {node.name for node in innermost(everything.graph)}
        chosen = [record for record in records if everything.scopes[record.seq] in names]
    part = _Collector(chosen, runs, everything)
    part.sweep()
    return part.graph


def _with_scopes(records: Sequence[Record]) -> Sequence[Record]:
    """Return records in which scopes have inputs and outputs.

    The inputs of a scope are the tensors that its parts take from outside. Unless its record
    defines outputs, its outputs are the tensors of its parts that exist after the scope.
    """
    if all(each.op_type or each.inputs or each.outputs for each in records):
        return records
    taken: dict[int, int] = {}
    for record in records:
        for each in record.in_ids:
            taken[each] = max(taken.get(each, 0), record.started)
    inputs: dict[int, dict[int, Value]] = {}
    outputs: dict[int, dict[int, Value]] = {}
    completed: list[Record] = []
    for record in records:  # parts precede the operation that contains them
        if not (record.op_type or record.inputs or record.outputs):
            made = outputs.pop(record.seq, {}).values()
            record = replace(
                record,
                inputs=list(inputs.pop(record.seq, {}).values()),
                outputs=[e for e in made if not 0 < taken.get(e.identity, 0) < record.finished],
            )
        completed.append(record)
        own, makes = inputs.setdefault(record.parent, {}), outputs.setdefault(record.parent, {})
        own.update((e.identity, e) for e in record.inputs if e.identity not in makes)
        makes.update((e.identity, e) for e in record.outputs)
    return completed


class _Names:
    """A generator of unique names: `add`, `add_1`, ..."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._counts: dict[str, int] = {}

    def make(self, base: str) -> str:
        count = self._counts.get(base, 0)
        name = f"{base}_{count}" if count else base
        while name in self._taken:
            count += 1
            name = f"{base}_{count}"
        self._counts[base] = count + 1
        self._taken.add(name)
        return name


class _Collector:
    """A pass over the starts and ends of records and runs, in the order of time."""

    def __init__(
        self,
        records: Sequence[Record],
        runs: Sequence[Run],
        everything: _Collector | None = None,
    ) -> None:
        self._records, self._runs = records, runs
        self.graph = GraphData()
        self.placeholders: dict[int, Value] = {}
        """Maps identities of outside tensors to the tensors, in the order of their names."""
        self._current: dict[int, str] = {}
        """Maps the identity of each tensor to the name of the variable that holds the tensor at the
        current time.
        """
        self._nodes: dict[int, Node] = {}
        self._names = _Names()
        self.unused: dict[int, None] = {}
        """Identities of tensors created outside of runs that no record has taken since, as keys."""
        self.scopes: dict[int, str] = {}
        """Maps each record's `seq` to the name of its node."""
        self._everything = everything
        self.numbers: dict[int, int] = {}
        """Maps identities of tensors to numbers."""
        for value in everything.placeholders.values() if everything else ():
            self._placeholder(value)

    def sweep(self) -> None:
        """Process all events, and add the nodes and variables to `graph`."""
        whole = self._everything
        events: dict[int, tuple[bool, Record | Run]] = {}
        for each in (*self._records, *self._runs):
            events[each.started], events[each.finished] = (True, each), (False, each)
        in_run = 0
        for _, (is_start, each) in sorted(events.items(), key=lambda event: event[0]):
            if isinstance(each, Run):
                in_run += 1 if is_start else -1
                self._begin_run(each) if is_start else self._end_run(each)
            elif is_start:
                self._start(each)
            else:
                self._finish(each, is_free=not in_run and each.parent < 0)
        self.graph.results += [self._current[each] for each in (whole or self).unused]
        scopes, parents = (whole or self).scopes, {r.started: r.parent for r in self._records}
        for started, node in self._nodes.items():
            node.scope = scopes.get(parents[started], "")
        variables, first = self.graph.variables, self.graph.placeholders
        made = (name for node in self.graph.nodes for name in node.outputs)
        self.graph.variables = {name: variables[name] for name in (*first, *made)}

    def _begin_run(self, run: Run) -> None:
        for value in run.inputs:
            if value.identity not in self._current:
                self._placeholder(value)

    def _end_run(self, run: Run) -> None:
        for value in run.outputs or ():
            if value.identity not in self._current:
                self._placeholder(value)
            self.graph.results.append(self._current[value.identity])

    def _start(self, record: Record) -> None:
        for value in record.inputs:
            if value.identity not in self._current:
                self._placeholder(value)
            self.unused.pop(value.identity, None)
        inputs = tuple(self._current[each] for each in record.in_ids)
        taken = set(record.in_ids)
        into = [self._current.get(each, "") if each not in taken else "" for each in record.out_ids]
        name = self._names.make(record.op_name)
        node = Node(
            name,
            record.op_name,
            record.op_type,
            inputs,
            tuple(f"{name}:{k}" if k else name for k in range(len(record.outputs))),
            record.properties,
            destination=next(filter(None, into), ""),
        )
        self._nodes[record.started] = node
        self.graph.nodes.append(node)

    def _finish(self, record: Record, *, is_free: bool) -> None:
        node = self._nodes[record.started]
        self.scopes[record.seq] = node.name
        for name, value in zip(node.outputs, record.outputs, strict=True):
            self._current[value.identity] = name
            self.graph.variables[name] = _variable(name, record, value)
            self._identify(name, value)
            if is_free:
                self.unused.pop(value.identity, None)
                self.unused[value.identity] = None

    def _placeholder(self, value: Value) -> None:
        name = self._names.make(f"input_{len(self.placeholders)}")
        self.placeholders[value.identity] = value
        self._current[value.identity] = name
        made = Variable(name, PLACEHOLDER, value.shape, value.dtype, value.layout)
        self.graph.variables[name] = made
        self.graph.placeholders.append(name)
        self._identify(name, value)

    def _identify(self, name: str, value: Value) -> None:
        """Set a variable's identity to a number counted from 1.

        Numbers then do not depend on the process's history.
        """
        known = (self._everything or self).numbers
        number = known.setdefault(value.identity, len(known) + 1)
        self.graph.variables[name].identity = number


def _variable(name: str, record: Record, value: Value) -> Variable:
    variable = Variable(name, ARRAY, value.shape, value.dtype, value.layout)
    if record.data is not None:
        variable.kind, variable.data = CONSTANT, record.data
        stored = (each.value for each in record.properties if each.name == STORED)
        variable.data_type = next(stored, value.dtype)
    return variable
