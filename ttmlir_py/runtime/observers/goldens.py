"""Comparison of every operation's result with a golden, which shows where a program goes wrong.

Goldens have three sources: the binary (keyed by location, computed by the program that compiled
it), a mapping of the same form, or the same program run in float64 without rounding.

Two errors are reported. The accumulated error is that of the program as it ran. The isolated error
is that of the operation alone, with golden operands. An operation with a large isolated error is
inexact itself. An operation with a large accumulated and a small isolated error only passes on the
errors of its operands.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ttmlir_py.common.files import new_file
from ttmlir_py.runtime.binary import Binary, TTNNBinary
from ttmlir_py.runtime.comparison import Comparison, compare, confirms, confirms_by_correlation
from ttmlir_py.runtime.defaults import ATOL, PCC, RTOL
from ttmlir_py.runtime.errors import InputError, KernelError, SimulationError, shape_text
from ttmlir_py.runtime.evaluation import as_on_device, evaluate, in_float64
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.formats import FORMATS, Array
from ttmlir_py.runtime.numerics import DeviceNumerics
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.program import Program
from ttmlir_py.runtime.tensor import Tensor, TensorRef
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.schemas import BinaryError, TableView

JUMP = 8.0
"""An error "jumps" if it is at least this multiple of the largest error of the operands."""

_MOST_NOTES = 5
"""Largest number of results that are named because their correlation has no meaning."""
_FLOAT32_NOISE = 2.0**-20
"""Relative error that sums and functions in float32 may have."""

GoldenSource = Literal["embedded", "f64"] | Mapping[str, Array]


def embedded_goldens(binary: Binary[Program], program: Program | None = None) -> dict[str, Array]:
    """Return the golden tensors in the binary's debug information.

    Keys are locations, or `input_0`, `output_0`, ... If programs have different goldens for a key,
    `program` has priority, then the first program. Raises `BinaryError`.
    """
    tables = golden_tables(binary, program)
    return {key: golden_values(each) for key, each in tables.items()}


def golden_tables(binary: Binary[Program], program: Program | None = None) -> dict[str, TableView]:
    """Return the `GoldenTensor` tables of `embedded_goldens`. Raise `BinaryError`."""
    order: list[Program] = [program] if program else []
    found: dict[str, TableView] = {}
    for each in [*order, *binary.programs]:
        info = each.view.debug_info
        goldens = info.golden_info if info is not None else None
        for entry in (goldens.golden_map if goldens is not None else None) or ():
            if entry.key not in found:
                found[entry.key or ""] = entry.require("value")
    return found


def golden_values(view: TableView) -> Array:
    """Return the elements of a `GoldenTensor` table as an array. Raise `BinaryError`."""
    name = view.name or "?"
    data_type = FORMATS.get(view.dtype)
    if data_type is None or data_type.kind == "block":
        raise BinaryError(f"golden '{name}': elements of type {view.dtype} cannot be read")
    dtype = np.dtype(data_type.external)
    data = b"" if view.data is None else bytes(view.data)
    shape = () if view.shape is None else tuple(view.shape.tolist())
    strides = () if view.stride is None else tuple(view.stride.tolist())
    elements = np.frombuffer(data[: len(data) // dtype.itemsize * dtype.itemsize], dtype)
    fits = len(strides) == len(shape) and min((*shape, *strides), default=0) >= 0
    if not fits or math.prod(shape) > elements.size:
        raise BinaryError(
            f"golden '{name}': {len(data)} bytes do not hold {shape_text(shape)} elements"
        )
    if 0 in shape:
        return np.zeros(shape, dtype)
    if sum((n - 1) * stride for n, stride in zip(shape, strides, strict=True)) >= elements.size:
        raise BinaryError(f"golden '{name}': its strides leave its {len(data)} bytes")
    in_bytes = [stride * dtype.itemsize for stride in strides]
    return np.lib.stride_tricks.as_strided(elements, shape, in_bytes).copy()


def unused_goldens(binary: Binary[Program]) -> list[str]:
    """Return the keys of embedded goldens that match no operation, input or output of the
    binary.
    """
    keys = set(embedded_goldens(binary))
    for program in binary.programs:
        keys.difference_update(op.loc_info or "" for op in program.view.operations or ())
        keys.difference_update(f"input_{index}" for index in range(len(program.inputs)))
        keys.difference_update(f"output_{index}" for index in range(len(program.outputs)))
    return sorted(keys)


def golden_inputs(binary: Binary[Program], program: Program) -> list[Array | None]:
    """Return the golden of each input (`input_0`, ...), or None for an input without a golden.

    The binary's goldens were computed from these inputs.
    """
    goldens = embedded_goldens(binary, program)
    found = [goldens.get(f"input_{index}") for index in range(len(program.inputs))]
    return [
        None
        if each is None or each.size != math.prod(ref.desc.shape)
        else each.reshape(ref.desc.shape)
        for each, ref in zip(found, program.inputs, strict=True)
    ]


UPPER_BOUND = "PCC on a card may be lower: --numerics device also rounds intermediate sums"
NO_FINITE_VALUES = "cannot be compared: the result or its golden has no finite value"


@dataclass(frozen=True, slots=True)
class GoldenRow:
    """The comparison of one operation's result with its golden."""

    operation: Operation
    accumulated: Comparison
    """Comparison of the run's result with the golden."""
    isolated: Comparison | None
    """Comparison of the operation on golden operands; None if these are missing."""
    passed: bool
    jumps: bool
    """Whether the error is at least `JUMP` times the operands' errors."""
    is_rounding: bool = False
    """Whether the result is accepted only because another rounding of the operands would change it
    by as much.
    """

    def __str__(self) -> str:
        return f"operation {self.operation.index} ({self.operation.label})"


_COLUMNS = (*("#operation", "kind", "result", "#PCC", "#error", "#isolated", "#max abs", "note"),)
"""The columns of `GoldenReport` in a notebook."""


@dataclass(repr=False)
class GoldenReport:
    """The comparisons of one run with goldens."""

    program: TTNNProgram
    source: str
    threshold: float
    atol: float
    rtol: float
    noise: float
    """Relative error that the program's formats alone may cause."""
    is_ideal: bool = True
    """Whether the program ran in ideal arithmetic, instead of device numerics."""
    rows: list[GoldenRow] = field(default_factory=list[GoldenRow])
    skipped: int = 0
    """Number of operations whose result has no golden of its size."""

    @property
    def failures(self) -> list[GoldenRow]:
        """Return the rows of operations that do not reach the threshold."""
        return [row for row in self.rows if not row.passed]

    @property
    def first_jump(self) -> GoldenRow | None:
        """Return the row of the first operation at which the error jumps, or None."""
        return next((row for row in self.rows if row.jumps), None)

    def check(self) -> None:
        """Raise `SimulationError`, which names the first operation below the threshold, if there is
        one.
        """
        if self.failures:
            row = self.failures[0]
            correlation = row.accumulated.pcc
            problem = (
                NO_FINITE_VALUES
                if correlation is None
                else f"differs from its golden: PCC {correlation:.6f} < {self.threshold:g}"
            )
            place = row.operation.location or "an unknown location"
            raise SimulationError(f"{self.program}: {row} {problem} at {place}")

    def __repr__(self) -> str:
        passed = len(self.rows) - len(self.failures)
        return f"<GoldenReport: {passed} of {len(self.rows)} operations agree with {self._origin}>"

    @property
    def _origin(self) -> str:
        """Return the source of the goldens in words."""
        return {"f64": "float64", "embedded": "the binary's goldens"}.get(
            self.source, "their goldens"
        )

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        from ttmlir_py.common.html_parts import block, line, table, title

        failed = [index for index, row in enumerate(self.rows) if not row.passed]
        jump = self.first_jump
        return block(
            title(f"Operations compared with {self._origin}", not failed),
            table(_COLUMNS, map(self._row, self.rows), failed),
            line(UPPER_BOUND) if self.is_ideal and self.rows else "",
            line(f"The error jumps at {jump}, {self._cause(jump)}.") if jump else "",
        )

    def _row(self, row: GoldenRow) -> list[str]:
        """Return the cells of a row in a notebook."""
        assert row.operation.result is not None
        seen, alone = row.accumulated, row.isolated
        marks = {
            "jump": row.jumps,
            "FAILED": not row.passed,
            "rounding": row.is_rounding,
            "constant": seen.note,
            f"{seen.nan} NaN": seen.nan,
            f"{seen.inf} infinite": seen.inf,
        }
        return [
            str(row.operation.index),
            row.operation.label,
            row.operation.result.desc.type_text,
            "-" if seen.note else "none" if seen.pcc is None else f"{seen.pcc:.6f}",
            f"{seen.relative:.1e}",
            "-" if alone is None else f"{alone.relative:.1e}",
            f"{seen.max_absolute:.1e}",
            ", ".join(mark for mark, is_set in marks.items() if is_set),
        ]

    def lines(self) -> Iterator[str]:
        """Yield a table with one line per operation, followed by its interpretation."""
        if not self.rows:
            yield f"{self.program}: no goldens to compare with"
            return
        yield (
            f"{self.program}: goldens: {self.source}, {len(self.rows)} results compared, "
            f"{self.skipped} skipped"
        )
        if self.is_ideal:
            yield f"  {UPPER_BOUND}"
        yield (
            f"  {'op':>4}  {'':<24}{'result':<20}"
            f"{'PCC':>9}{'error':>10}{'isolated':>10}{'max abs':>10}{'max ulp':>10}"
        )
        for row in self.rows:
            yield "  " + self._cells(row)
        yield from self._unconfirmed()
        jump = self.first_jump
        if jump:
            yield f"the error jumps at {jump}, {self._cause(jump)}: {jump.operation.location}"
        failures = self.failures
        if failures:
            blind = sum(row.accumulated.pcc is None for row in failures)
            counts = [
                f"{blind} cannot be compared" if blind else "",
                f"{len(failures) - blind} below PCC {self.threshold:g}"
                if len(failures) > blind
                else "",
            ]
            yield f"{', '.join(filter(None, counts))}, the first is {failures[0]}"
            if blind:
                first = next(row for row in failures if row.accumulated.pcc is None)
                yield f"{first} {NO_FINITE_VALUES}"

    def _unconfirmed(self) -> Iterator[str]:
        """Yield notes on results whose correlation has no meaning, with the reason for the first
        ones.
        """
        found = [row for row in self.rows if row.accumulated.note]
        for row in found[:_MOST_NOTES]:
            yield f"{row}: {row.accumulated.note}"
        if len(found) > _MOST_NOTES:
            yield f"... and {len(found) - _MOST_NOTES} more results of which PCC confirms nothing"

    def _cells(self, row: GoldenRow) -> str:
        assert row.operation.result is not None
        seen, alone = row.accumulated, row.isolated
        correlation = "none" if seen.pcc is None else f"{seen.pcc:.6f}"
        isolated = "-" if alone is None else f"{alone.relative:.1e}"
        marks = "  <- jump" if row.jumps else ""
        marks += "" if row.passed else "  FAILED"
        marks += "  rounding" if row.is_rounding else ""
        for what, count in (("NaN", seen.nan), ("infinite", seen.inf)):
            marks += f"  {count} {what}" if count else ""
        return (
            f"{row.operation.index:>4}  {row.operation.label:<24}"
            f"{row.operation.result.desc.type_text:<20}{correlation:>9}{seen.relative:>10.1e}"
            f"{isolated:>10}{seen.max_absolute:>10.1e}{seen.max_ulp:>10.3g}{marks}"
        )

    def _cause(self, row: GoldenRow) -> str:
        if row.isolated is None:
            return "with operands that have no goldens"
        if 2 * row.isolated.relative > row.accumulated.relative:
            return "which is inexact by itself"
        return "which amplifies the error of its operands"

    def as_dict(self) -> dict[str, dict[str, Any]]:
        """Return the comparisons by location, with the names of upstream's golden report.

        They also have all fields of `Comparison`.
        """
        return {
            row.operation.location: {
                "expected_pcc": self.threshold,
                "actual_pcc": row.accumulated.pcc,
                "atol": self.atol,
                "rtol": self.rtol,
                "allclose": row.accumulated.allclose,
                "max": row.accumulated.max_absolute,
                "mean_absolute_error": row.accumulated.mean_absolute,
                "root_mean_square_error": row.accumulated.root_mean_square,
                "cosine_similarity": row.accumulated.cosine,
                "operation": row.operation.label,
                "index": row.operation.index,
                "passed": row.passed,
                "note": row.accumulated.note,
                "accumulated": asdict(row.accumulated),
                "isolated": None if row.isolated is None else asdict(row.isolated),
            }
            for row in self.rows
        }


class GoldenChecker:
    """Compares a program's results with goldens while it runs. Pass `hooks` to the run.

    `source` is `embedded`, `f64`, or a mapping like the embedded one. Embedded goldens are judged
    by correlation alone, as upstream does. For other goldens, tensors without a correlation (single
    elements and constants) must be within 1 - `pcc` of the golden. `operations` are goldens by the
    index of an operation; then `source` has those of inputs only. With `save_directory` both
    tensors of each comparison are written there as `.npy` files. `numerics` are those of the run,
    if they are not ideal.
    """

    def __init__(
        self,
        binary: TTNNBinary,
        program: TTNNProgram,
        *,
        source: GoldenSource = "embedded",
        operations: Mapping[int, Array] | None = None,
        pcc: float = PCC,
        atol: float = ATOL,
        rtol: float = RTOL,
        isolated: bool = True,
        save_directory: str | PathLike[str] | None = None,
        numerics: DeviceNumerics | None = None,
    ) -> None:
        self._program = program
        self._exact = source == "f64"
        self._numerics = numerics
        self._name = source if isinstance(source, str) else "given"
        self._operations = operations
        self._given: Mapping[str, Array] = {}
        if not isinstance(source, str):
            self._given = source
        elif source == "embedded":
            self._given = embedded_goldens(binary, program)
        elif not self._exact:
            raise SimulationError(f"unknown goldens '{source}': embedded or f64")
        self._pcc, self._atol, self._rtol = pcc, atol, rtol
        self._isolated = isolated
        self._directory = None if save_directory is None else Path(save_directory)
        if self._directory is not None:
            try:
                self._directory.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(f"cannot make {self._directory}: {error.strerror}") from None
        self._report = self._new_report()
        self._goldens: dict[int, Tensor] = {}
        self._errors: dict[int, float] = {}
        self._last: dict[str, int] = {}

    @property
    def hooks(self) -> RunEvents:
        """Return the run events that connect this checker."""
        return RunEvents(begin=self._begin, after=self._after, freed=self._freed)

    @property
    def report(self) -> GoldenReport:
        """Return the comparisons of the last run."""
        return self._report

    def _new_report(self) -> GoldenReport:
        refs = (*self._program.inputs, *self._program.outputs)
        formats = [ref.desc.data_type for ref in refs if not ref.desc.data_type.is_integer]
        noise = max((2.0**-each.precision for each in formats), default=0.0)
        noise = max(noise, _FLOAT32_NOISE)
        judged = self._pcc, self._atol, self._rtol
        is_ideal = self._numerics is None
        return GoldenReport(self._program, self._name, *judged, noise, is_ideal)

    def _begin(self, program: TTNNProgram, inputs: Sequence[Tensor]) -> None:
        if program is not self._program:
            raise SimulationError(f"the goldens are those of {self._program}, but {program} runs")
        self._report = self._new_report()
        self._errors = {}
        self._goldens = {}
        for index, (ref, tensor) in enumerate(zip(program.inputs, inputs, strict=True)):
            golden = self._find(f"input_{index}", tensor)
            if golden is not None:
                self._goldens[ref.global_id] = golden
        # If several operations share a location, its golden belongs to the result of the last one.
        self._last = {each.location: each.index for each in program.operations if each.result}

    def _find(self, key: str, tensor: Tensor) -> Tensor | None:
        """Return the golden of an input tensor: the tensor itself for float64 goldens, otherwise
        the golden in the source.
        """
        if self._exact:
            return tensor  # widened only when used, so that weights are not stored twice
        return self._shaped(self._given.get(key), tensor)

    def _shaped(self, golden: Array | None, tensor: Tensor) -> Tensor | None:
        """Return `golden` in the shape of `tensor`, or None if it is missing or has another
        size.
        """
        if golden is None or golden.size != tensor.values.size:
            return None
        values = golden.reshape(tensor.values.shape)
        wide = values if tensor.desc.data_type.is_integer else values.astype(np.float64)
        return Tensor(tensor.desc, wide, per_device=tensor.per_device)

    def _after(
        self, operation: Operation, operands: Sequence[Tensor], result: Tensor | None
    ) -> None:
        if result is None or operation.result is None:
            return
        global_id = operation.result.global_id
        golden = self._golden(operation, result)
        carried = max((self._errors.get(ref.global_id, 0.0) for ref in operation.refs), default=0.0)
        if golden is None or not operation.kernel.device.defines_contents:
            self._report.skipped += golden is None
            self._errors[global_id] = carried
        else:
            row = self._compare(operation, result, golden, carried)
            self._report.rows.append(row)
            self._errors[global_id] = row.accumulated.relative
            if self._directory is not None:
                self._save(operation, golden, result)
        if golden is None and self._exact:
            golden = self._find("", result)  # without a golden, continue with the device's values
        self._goldens.pop(global_id, None)
        if golden is not None:
            self._goldens[global_id] = golden

    def _freed(self, ref: TensorRef) -> None:
        self._goldens.pop(ref.global_id, None)

    def _golden(self, operation: Operation, result: Tensor) -> Tensor | None:
        if self._exact:
            operands = [_in_float64(self._goldens[ref.global_id]) for ref in operation.refs]
            try:
                return evaluate(operation, operands, in_float64, _copies(result))
            except KernelError:  # for example, if only rounding makes an index a whole number
                return None
        if self._operations is not None:
            return self._shaped(self._operations.get(operation.index), result)
        if self._last[operation.location] != operation.index:
            return None
        return self._find(operation.location, result)

    def _compare(
        self, operation: Operation, result: Tensor, golden: Tensor, carried: float
    ) -> GoldenRow:
        data_type = result.desc.data_type
        tolerances = {"atol": self._atol, "rtol": self._rtol}
        seen = compare(golden.values, result.values, data_type, **tolerances)
        pair = self._run_alone(operation, golden, _copies(result)) if self._isolated else None
        alone = pair and compare(pair[0].values, pair[1].values, data_type, **tolerances)
        if self._name == "embedded":
            passed = confirms_by_correlation(seen, self._pcc)
        else:
            passed = confirms(seen, golden.values, result.values, self._pcc)
        jumps = seen.relative > JUMP * max(carried, self._report.noise)
        return GoldenRow(operation, seen, alone, passed, jumps)

    def _run_alone(
        self, operation: Operation, golden: Tensor, copies: int
    ) -> tuple[Tensor, Tensor] | None:
        """Return the expected and the actual result of an operation on golden operands.

        None if golden operands are missing. The operands are rounded to their formats first,
        because that error belongs to the operations that computed them. In float64 the expected
        result is computed from these operands. An embedded golden is used as it is.
        """
        found = [self._goldens.get(ref.global_id) for ref in operation.refs]
        operands: list[Tensor] = []
        for each in found:
            if each is None:
                return None
            values = as_on_device(_narrow(each), each.desc.data_type)
            operands.append(Tensor(each.desc, values, per_device=each.per_device))
        if not self._exact and not operands:
            return None
        try:
            on_device = (
                self._numerics.evaluate(operation, operands, copies)
                if self._numerics
                else evaluate(operation, operands, as_on_device, copies)
            )
            if not self._exact:
                return golden, on_device
            wide = [_in_float64(each) for each in operands]
            return evaluate(operation, wide, in_float64, copies), on_device
        except KernelError:
            return None

    def _save(self, operation: Operation, golden: Tensor, result: Tensor) -> None:
        assert self._directory is not None
        name = re.sub(r"[^A-Za-z0-9_.-]+", "_", operation.location or operation.label).strip("_")
        try:
            for what, values in (("golden", golden.values), ("device", result.values)):
                path = self._directory / f"{operation.index}_{name[:80]}_{what}.npy"
                with new_file(path) as file:
                    np.save(file, values)
        except OSError as error:
            reason = error.strerror or error
            raise InputError(f"cannot write to {self._directory}: {reason}") from None


def _copies(result: Tensor) -> int:
    return len(result.values) if result.per_device else 1


def _in_float64(tensor: Tensor) -> Tensor:
    values = in_float64(tensor.values, tensor.desc.data_type)
    return Tensor(tensor.desc, values, per_device=tensor.per_device)


def _narrow(tensor: Tensor) -> Array:
    """Return values in the type in which kernels on the device read them: float32, or integers."""
    if tensor.desc.data_type.is_integer:
        return tensor.values
    return tensor.values.astype(np.float32, copy=False)
