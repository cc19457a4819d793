"""Wrong results that the outputs contradict, and those that later operations correct."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from xdsl.ir import Operation, SSAValue

from ttmlir_py import reference
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.reference.meanings import Mesh
from ttmlir_py.reference.numbers import Array
from ttmlir_py.reference.programs import Lookup, Value
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.validation.checking import Comparison, Source
from ttmlir_py.validation.execution import Execution
from ttmlir_py.validation.inputs import inputs_for
from ttmlir_py.validation.numbers import EXACT, devices, difference
from ttmlir_py.validation.verdict import Kind, Row

Run = Callable[[FuncOp, Sequence[Array], bool], Execution]
"""A function that runs the target's function of the same name, on inputs, with or without
rounding.
"""
OTHER_INPUTS = ("randn:2", "randn:3", "edge:0", "edge:1")
"""Inputs for which outputs must be right as well before a wrong result counts as corrected."""


def corrected(
    rows: Sequence[Row], comparison: Comparison, run: Run, others: Sequence[str]
) -> list[Row]:
    """Return `rows`. If later operations always correct the wrong results, rows say so.

    An example is a remainder with the sign of the divisor, if the program changes the sign to that
    one. A result remains wrong if outputs do not depend on it, or if no other inputs can be drawn.
    """
    faults = [row for row in rows if row.kind.is_fault]
    if not faults or not others or not comparison.has_right_outputs():
        return list(rows)
    if not all(_is_needed(row, comparison) for row in faults):
        return list(rows)
    source = comparison.source
    for inputs in others:
        try:
            drawn = Source(source.function, inputs_for(source.function, inputs), source.mesh)
            execution = run(source.function, drawn.inputs, False)
        except (OperationError, SimulationError):
            return list(rows)
        if not Comparison(drawn, execution, {}).has_right_outputs():
            return list(rows)
    note = "outputs are right, because later operations correct it"
    return [
        replace(row, kind=Kind.CORRECTED, note=note) if row.kind.is_fault else row for row in rows
    ]


def is_contradicted(row: Row, comparison: Comparison, limit: float) -> bool:
    """Whether the outputs show that a wrong value at the location of an operation is not its
    result: with this value as its result, outputs would differ by more than `limit`.
    """
    values = _simulated_values(row, comparison)
    return bool(values) and all(
        _changes_outputs(each, comparison.simulated[each], comparison, limit) for each in values
    )


def _is_needed(row: Row, comparison: Comparison) -> bool:
    """Whether outputs of the source change if the wrong result has another error: of the other
    sign, or half as large. A result of zeros and ones is inverted.
    """
    values = _simulated_values(row, comparison)
    return bool(values) and all(
        any(
            _changes_outputs(each, _otherwise_wrong(each, comparison, factor), comparison, EXACT)
            for factor in (-1, 0.5)
        )
        for each in values
    )


def _otherwise_wrong(value: SSAValue, comparison: Comparison, factor: float) -> Value:
    """Return the right result with `factor` times the error of the target's result."""
    ours, theirs = devices(comparison.source.results[value]), comparison.simulated[value]
    made = [
        1 - a if np.isin(a, (0, 1)).all() else np.where(a == b, a, a + factor * (b - a))
        for a, b in zip(ours, devices(theirs), strict=True)
    ]
    made = [each.astype(a.dtype) for each, a in zip(made, ours, strict=True)]
    return made if isinstance(theirs, list) else made[0]


def _simulated_values(row: Row, comparison: Comparison) -> list[SSAValue]:
    """Return the results of the operations that a row can mean, as far as they were compared."""
    values = [
        op.results[0]
        for op in comparison.source.operations
        if op.name == row.op and op.location is row.location and len(op.results) == 1
    ]
    return [value for value in values if value in comparison.simulated]


def _changes_outputs(value: SSAValue, given: Value, comparison: Comparison, limit: float) -> bool:
    """Whether an output of the source changes by more than `limit` if `value` is replaced by
    `given`.
    """
    source = comparison.source

    def computed(op: Operation, operands: Lookup, mesh: Mesh) -> list[Value]:
        return [given] if op is value.owner else source.compute(op, operands)

    try:
        outcome = reference.run(
            source.function, source.inputs, mesh=source.mesh, computed_by=computed
        )
    except OperationError:
        return False
    pairs = zip(source.outcome.results, outcome.results, strict=True)
    return any(difference(expected, found) > limit for expected, found in pairs)
