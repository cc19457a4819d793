"""Comparison of a compiled model with JAX or PyTorch (the "library").

Outputs are compared, and so are the results of the library's steps: equations in JAX, graph nodes
in PyTorch. For the steps, the model is compiled a second time with their results as additional
outputs, so that reordering and fusing do not affect the comparison.

A result that is zero except for rounding, such as the gradient of a bias before a norm, differs
from device to device. A difference is accepted if the library's own result changes as much when the
result of each step is rounded differently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ttmlir_py.frontends.model import Executable
from ttmlir_py.frontends.signature import Array, as_reals
from ttmlir_py.runtime.comparison import Comparison, compare, confirms
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.formats import FORMATS, DataFormat
from ttmlir_py.runtime.numerics import DeviceNumerics
from ttmlir_py.runtime.observers.goldens import GoldenChecker, GoldenReport, GoldenRow
from ttmlir_py.runtime.operation import Operation


@dataclass(frozen=True)
class OutputRow:
    """The comparison of one output of a model with the library's."""

    path: str
    """Path of the output in the pytree that the model returns."""
    seen: Comparison
    passed: bool
    is_rounding: bool = False
    """Whether the difference is accepted because other rounding of the steps changes as much."""


@dataclass(frozen=True, repr=False)
class Report:
    """The differences between a model's results and the library's. `str(report)` is a table."""

    library: str
    outputs: Sequence[OutputRow]
    operations: GoldenReport | None
    """The comparison of operations with the library's results, or None if it was not requested."""

    @property
    def passed(self) -> bool:
        """Whether all outputs agree."""
        return all(row.passed for row in self.outputs)

    def check(self) -> None:
        """Raise `SimulationError` if an output differs from its expected value.

        The error names the first such output, and the first operation whose result differs.
        """
        for row in self.outputs:
            if not row.passed:
                correlation = "none" if row.seen.pcc is None else f"{row.seen.pcc:.6f}"
                raise SimulationError(
                    f"output {row.path} differs from {self.library}'s: PCC {correlation}, "
                    f"error {row.seen.relative:.1e}{self._first_operation()}"
                )

    def _first_operation(self) -> str:
        failures = self.operations.failures if self.operations is not None else []
        if not failures:
            return ""
        return f"; the first that differs is {failures[0]} at {failures[0].operation.location}"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        passed = sum(row.passed for row in self.outputs)
        return f"<Report: {passed} of {len(self.outputs)} outputs agree with {self.library}>"

    def _repr_html_(self) -> str:
        from ttmlir_py.common.html_parts import block, table, title

        failed = [index for index, row in enumerate(self.outputs) if not row.passed]
        operations = self.operations
        return block(
            title(f"Outputs compared with {self.library}", self.passed),
            table(_COLUMNS, map(_cells, self.outputs), failed),
            "" if operations is None else operations._repr_html_(),  # pyright: ignore[reportPrivateUsage]
        )

    def lines(self) -> Iterator[str]:
        """Yield one line per output, followed by the table of the operations."""
        width = max((len(row.path) for row in self.outputs), default=0)
        for row in self.outputs:
            correlation = "none" if row.seen.pcc is None else f"{row.seen.pcc:.6f}"
            # the correlation of a single number is undefined
            correlation = "-" if row.seen.count < 2 else correlation
            mark = "  rounding" if row.is_rounding else "" if row.passed else "  FAILED"
            note = f"  ({row.seen.note})" if row.seen.note else ""
            yield (
                f"output {row.path:<{width}}  PCC {correlation:>9}  error {row.seen.relative:.1e}  "
                f"max abs {row.seen.max_absolute:.1e}{mark}{note}"
            )
        if self.operations is not None:
            yield from self.operations.lines()


_COLUMNS = ("output", "#PCC", "#error", "#max abs", "note")
"""The columns of `Report` in a notebook."""


def _cells(row: OutputRow) -> list[str]:
    seen = row.seen
    correlation = "none" if seen.pcc is None else "-" if seen.count < 2 else f"{seen.pcc:.6f}"
    mark = "rounding" if row.is_rounding else "" if row.passed else "FAILED"
    note = ", ".join(filter(None, (mark, seen.note)))
    return [row.path, correlation, f"{seen.relative:.1e}", f"{seen.max_absolute:.1e}", note]


@dataclass(frozen=True)
class Values:
    """The values that the library computes in one evaluation."""

    outputs: Sequence[Array]
    steps: Sequence[Array]
    """Result of each step, in the order of the additional outputs of the program for steps."""


class Library:
    """The library's values for one call, and how much they change with rounding.

    `outputs` are the results of the model's own function. `run(None)` computes all values step by
    step. `run(n)` also changes the result of each step by one unit in the last place, up or down,
    with a different choice for each `n`.
    """

    def __init__(self, outputs: Sequence[Array], run: Callable[[int | None], Values]):
        self.outputs = outputs
        self._run = run

    @cached_property
    def _values(self) -> Values:
        return self._run(None)

    @property
    def steps(self) -> Sequence[Array]:
        """Return the results of the steps without changed rounding."""
        return self._values.steps

    @cached_property
    def _rounded(self) -> list[Values]:
        return [self._run(number) for number in range(_ROUNDINGS)]

    def is_rounding_of_output(self, index: int, seen: Comparison) -> bool:
        """Whether other rounding changes output `index` at least as much as `seen`, its difference
        from the library's output.
        """
        return self._is_rounding(seen, index, lambda values: values.outputs)

    def is_rounding_of_step(self, index: int, seen: Comparison) -> bool:
        """Whether other rounding changes the result of step `index` at least as much as `seen`, its
        difference from the library's result.
        """
        return self._is_rounding(seen, index, lambda values: values.steps)

    def _is_rounding(
        self, seen: Comparison, index: int, part: Callable[[Values], Sequence[Array]]
    ) -> bool:
        if not np.isfinite(seen.root_mean_square):
            return False
        value = part(self._values)[index]
        changes = [
            compare(value, part(each)[index], FORMATS["Float32"]).root_mean_square
            for each in self._rounded
        ]
        return seen.root_mean_square <= _ROUNDING_FACTOR * max(changes) < float("inf")


_ROUNDINGS = 3
"""Number of evaluations with different rounding."""
_ROUNDING_FACTOR = 4.0
"""Largest accepted difference, as a multiple of the change that different rounding causes.

The factor allows for a device that adds in another order and rounds intermediate results.
"""


def compare_outputs(
    model: Executable,
    inputs: Sequence[Any],
    paths: Sequence[str],
    library: Library,
    pcc: float,
    numerics: str,
) -> list[OutputRow]:
    """Run a model on `inputs`, and compare its outputs with the library's.

    `paths` are the pytree paths of the outputs. `pcc` is the lowest accepted correlation.
    `numerics` is that of `Executable.run`.
    """
    outputs = model.run(inputs, numerics=numerics)
    formats = _formats(outputs, [ref.desc.data_type for ref in model.program.outputs])
    rows: list[OutputRow] = []
    for index, (path, golden, output, data_type) in enumerate(
        zip(paths, library.outputs, outputs, formats, strict=True)
    ):
        golden, output = as_reals(golden), as_reals(output)
        seen = compare(golden, output, data_type)
        passed = _is_confirmed(seen) or confirms(seen, golden, output, pcc)
        is_rounding = not passed and library.is_rounding_of_output(index, seen)
        rows.append(OutputRow(path, seen, passed or is_rounding, is_rounding))
    return rows


def _is_confirmed(seen: Comparison) -> bool:
    """Whether all elements are equal, including the positions of NaN.

    The correlation of such tensors may be undefined, so it is not required.
    """
    return not seen.relative and not seen.max_absolute


def _formats(outputs: Sequence[Array], formats: Sequence[DataFormat]) -> Iterator[DataFormat]:
    """Yield the format in which to compare each output. Booleans are compared as `UInt8`.

    The device stores booleans as floats.
    """
    for output, data_type in zip(outputs, formats, strict=True):
        yield FORMATS["UInt8"] if output.dtype == np.bool_ else data_type


def compare_steps(
    model: Executable, inputs: Sequence[Any], library: Library, pcc: float, numerics: str
) -> GoldenReport:
    """Run a model whose last outputs are the results of the library's steps, and compare these.

    The report has one row for each operation that computes the result of a step.
    """
    steps = _operations_of_steps(model, len(library.steps))
    checker = GoldenChecker(
        model.loaded,
        model.program,
        source={f"input_{index}": as_reals(np.asarray(each)) for index, each in enumerate(inputs)},
        operations={
            operation: _as_stored(library.steps[step], model.program.operations[operation])
            for operation, step in steps.items()
        },
        pcc=pcc,
        numerics=DeviceNumerics.named(numerics),
    )
    model.run(inputs, hooks=checker.hooks, numerics=numerics)
    report = checker.report
    report.rows = [_judged(row, steps[row.operation.index], library) for row in report.rows]
    return report


def _judged(row: GoldenRow, step: int, library: Library) -> GoldenRow:
    """Return `row`, marked as passed if other rounding of the library's steps explains the
    difference.
    """
    if row.passed:
        return row
    if _is_confirmed(row.accumulated):
        return replace(row, passed=True)
    if library.is_rounding_of_step(step, row.accumulated):
        return replace(row, passed=True, jumps=False, is_rounding=True)
    return row


def _operations_of_steps(model: Executable, count: int) -> dict[int, int]:
    """Return the step number of each operation that computes one of the last `count` outputs.

    Keys are operation indices. A step that is an input or a constant has no operation.
    """
    writers = {
        operation.result.global_id: operation
        for operation in model.program.operations
        if operation.result is not None
    }
    found: dict[int, int] = {}
    end = len(model.signature.results)
    for step, ref in enumerate(model.program.outputs[end - count : end]):
        writer = writers.get(ref.global_id)
        while writer is not None and writer.op_type in _MOVES:
            writer = writers.get(writer.refs[0].global_id)
        if writer is not None:
            found[writer.index] = step
    return found


_MOVES = ("FromDeviceOp", "ToDeviceOp", "ToLayoutOp", "ToMemoryConfigOp")
"""Operations that only move or convert a result, which are skipped when searching its producer."""


def _as_stored(golden: Array, operation: Operation) -> Array:
    """Return a golden value in the form in which the device stores it: signed 8- and 16-bit
    integers become unsigned.
    """
    assert operation.result is not None
    stored = np.dtype(operation.result.desc.data_type.values)
    if golden.dtype.kind == "i" and stored.kind == "u":
        return golden.astype(f"u{stored.itemsize}")
    return golden
