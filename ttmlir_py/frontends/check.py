"""Compares a model with the library that it comes from: its outputs, and results of operations, which are found by their locations."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ttmlir_py.frontends.model import Compiled
from ttmlir_py.frontends.signature import Array
from ttmlir_py.runtime.comparison import Comparison, compare, confirms
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.formats import FORMATS, DataFormat

if TYPE_CHECKING:
    from ttmlir_py.runtime.observers.goldens import GoldenReport


@dataclass(frozen=True)
class OutputRow:
    """The comparison of one output."""

    path: str
    """Where it is in the pytree that the model returns."""
    seen: Comparison
    passed: bool


@dataclass(frozen=True)
class Report:
    """How far a model is from the library that it comes from; as a string, a table."""

    library: str
    outputs: Sequence[OutputRow]
    operations: "GoldenReport | None"
    """The results of operations, with those of the library as goldens; None if they were not asked for."""

    @property
    def passed(self) -> bool:
        """Whether all outputs are confirmed."""
        return all(row.passed for row in self.outputs)

    def check(self) -> None:
        """Raise `SimulationError` that names the first output that is not confirmed, and the first operation if one is not."""
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

    def lines(self) -> Iterator[str]:
        """A line for each output, and the table of the operations."""
        width = max((len(row.path) for row in self.outputs), default=0)
        for row in self.outputs:
            correlation = "none" if row.seen.pcc is None else f"{row.seen.pcc:.6f}"
            correlation = "-" if row.seen.count < 2 else correlation  # a number has none
            mark = "" if row.passed else "  FAILED"
            note = f"  ({row.seen.note})" if row.seen.note else ""
            yield (
                f"output {row.path:<{width}}  PCC {correlation:>9}  error {row.seen.relative:.1e}  "
                f"max abs {row.seen.max_absolute:.1e}{mark}{note}"
            )
        if self.operations is not None:
            yield from self.operations.lines()


def compare_outputs(
    model: Compiled, inputs: Sequence[Any], expected: Sequence[tuple[str, Array]], pcc: float
) -> list[OutputRow]:
    """Run a model, and compare its outputs with those that are expected, each with its path."""
    outputs = model.run(inputs)
    formats = _formats(outputs, [ref.desc.data_type for ref in model.program.outputs])
    return [
        _row(path, golden, output, data_type, pcc)
        for (path, golden), output, data_type in zip(expected, outputs, formats, strict=True)
    ]


def _row(path: str, golden: Array, device: Array, data_type: DataFormat, pcc: float) -> OutputRow:
    seen = compare(golden, device, data_type)
    return OutputRow(path, seen, confirms(seen, golden, device, pcc))


def _formats(outputs: Sequence[Array], formats: Sequence[DataFormat]) -> Iterator[DataFormat]:
    """In which format to compare: truth values, which the device keeps as floats, as integers."""
    for output, data_type in zip(outputs, formats, strict=True):
        yield FORMATS["UInt8"] if output.dtype == np.bool_ else data_type


def compare_operations(
    model: Compiled,
    inputs: Sequence[Any],
    values: Mapping[int, Array],
    number: re.Pattern[str],
    pcc: float,
) -> "GoldenReport":
    """Run a model, and compare operations with `values`: its locations contain numbers, which `number` finds; the last one counts."""
    from ttmlir_py.runtime.observers.goldens import GoldenChecker

    goldens = {f"input_{index}": np.asarray(each) for index, each in enumerate(inputs)}
    for operation in model.program.operations:
        if found := number.findall(operation.location):
            value = values.get(int(found[-1]))
            if value is not None:
                goldens[operation.location] = value
    checker = GoldenChecker(model.loaded, model.program, source=goldens, pcc=pcc)
    model.run(inputs, hooks=checker.hooks)
    return checker.report
