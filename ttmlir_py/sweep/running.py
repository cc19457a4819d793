"""The result of one case: compile, estimate, run on the simulator, and validate."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ttmlir_py import compiler, validation
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.frontends.levels import Level, entry_function
from ttmlir_py.frontends.model import Model, Settings
from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.reference import run as run_reference
from ttmlir_py.runtime.comparison import is_constant, pcc
from ttmlir_py.runtime.errors import InputError, MemoryLimitError, SimulationError
from ttmlir_py.schemas import BinaryError
from ttmlir_py.sweep.cases import Case, CaseError
from ttmlir_py.sweep.outcome import Result, Stage, Status
from ttmlir_py.tensix.errors import Deadlock, Fault
from ttmlir_py.validation.comparing import read_module
from ttmlir_py.validation.inputs import inputs_for

Array = np.ndarray[Any, Any]
Arrays = Sequence[Array]
_TOO_FEW_CHIPS = "chips: choose a larger system"
"""A part of the compiler's message about a board with too few chips."""
LEAST_PCC = 0.99
"""The smallest correlation of a right result, as in tt-metal's sweeps."""
_LONGEST = 500


def run_case(case: Case) -> Result:
    """Return the result of a case. Every error of the program becomes a status."""
    work = _Work(case)
    try:
        return work.run()
    except CaseError as error:
        return work.failed(Status.NOT_RUN, error)
    except (MemoryLimitError, MemoryError) as error:
        return work.failed(Status.FAIL_CRASH, error, "memory limit: ")
    except (Fault, Deadlock) as error:
        return work.failed(Status.FAIL_WATCHER, error)
    except SimulationError as error:
        is_memory = work.stage is Stage.ESTIMATE
        return work.failed(Status.FAIL_L1 if is_memory else Status.FAIL_ASSERT, error)
    except (CompilationError, OperationError, BinaryError, ValueError, OSError) as error:
        is_valid = _TOO_FEW_CHIPS not in str(error)
        return work.failed(Status.FAIL_ASSERT if is_valid else Status.NOT_RUN, error)
    except Exception as error:  # a bug of this package, which must not end the sweep
        return work.failed(Status.FAIL_CRASH, error, f"{type(error).__name__}: ")


class _Work:
    """The stages of a case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.stage = Stage.START
        self.found: dict[str, Any] = {}

    def failed(self, status: Status, error: BaseException, prefix: str = "") -> Result:
        """Return a result with the first line of an error."""
        lines = [line for line in str(error).splitlines() if line.strip()]
        message = prefix + (lines[0] if lines else type(error).__name__)
        return Result(status, self.stage, message[:_LONGEST], **self.found)

    def run(self) -> Result:
        """Run all stages, and return the result."""
        text = self.case.program()
        self.stage = Stage.COMPILE
        model = Model(text, Settings(self.case.board, dict(self.case.options), ("-w",)))
        self.found["operations"] = len(model.program.operations)
        self.stage = Stage.ESTIMATE
        nanoseconds = model.perf().nanoseconds
        self.found["nanoseconds"] = nanoseconds if math.isfinite(nanoseconds) else None
        self.stage = Stage.RUN
        if model.level is Level.TTNN:
            return self._checked(model)
        function = _function(_read(text))
        inputs = _inputs(function, self.case)
        outputs = model.loaded.run([*inputs], model.signature.function)
        expected = run_reference(function, inputs).results
        found = [
            correlation(np.asarray(mine), np.asarray(theirs).reshape(np.shape(mine)))
            for mine, theirs in zip(expected, outputs, strict=True)
        ]
        self.found["pcc"] = min((each for each in found if each is not None), default=None)
        self.stage = Stage.VALIDATE
        return self._validated(model.binary, text, inputs)

    def _checked(self, model: Model) -> Result:
        """Compare each operation of a TTNN program with float64."""
        report = model.check(*_drawn(model, self.case.seed))
        found = [row.accumulated.pcc for row in report.rows]
        self.found["pcc"] = min((each for each in found if each is not None), default=None)
        self.stage = Stage.VALIDATE
        if not report.failures:
            return Result(Status.PASS, self.stage, **self.found)
        first = report.failures[0]
        self.found["wrong"] = str(first)
        message = f"{first} does not reach PCC {report.threshold}"
        return Result(Status.FAIL_ASSERT, self.stage, message, **self.found)

    def _validated(self, binary: bytes, text: str, inputs: Arrays) -> Result:
        """Compare the program in exact arithmetic, and judge its correlation."""
        with compiler.diagnosed(warnings=["-w"]) as context:
            verdicts = validation.compare(text, binary, inputs, context=context)
        self.found["error"] = max(each.outputs for each in verdicts)
        wrong = next((each.first for each in verdicts if each.first is not None), None)
        if wrong is not None:
            self.found["wrong"] = f"{wrong.op} {wrong.place}".rstrip()
            self.found["computed_as"] = wrong.computed_as
            message = f"{wrong.op}: {wrong.kind.value}, error {wrong.error:.1e}"
            return Result(Status.FAIL_ASSERT, self.stage, message, **self.found)
        correlation = self.found.get("pcc")
        if correlation is not None and correlation < LEAST_PCC:
            message = f"PCC {correlation:.6f} is less than {LEAST_PCC}"
            return Result(Status.FAIL_ASSERT, self.stage, message, **self.found)
        return Result(Status.PASS, self.stage, **self.found)


def correlation(expected: Array, output: Array) -> float | None:
    """Return Pearson's correlation, or None if a tensor has no finite value.

    The correlation of constant tensors, such as scalars, is undefined. For them, the result is 1
    minus the relative error, at least 0.
    """
    if expected.size == 0 or not (is_constant(expected) or is_constant(output)):
        return pcc(expected, output)
    a, b = expected.astype(np.float64).ravel(), output.astype(np.float64).ravel()
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        return pcc(expected, output)
    size, error = float(np.abs(a).max()), float(np.abs(a - b).max())
    return 1.0 if error == 0 else max(0.0, 1 - error / size) if size else 0.0


def _read(text: str) -> ModuleOp:
    with compiler.diagnosed(warnings=["-w"]) as context:
        return read_module(text, context)


def _function(module: ModuleOp) -> FuncOp:
    function = entry_function(module)
    if function is None:
        raise CaseError("the program has no public function")
    return function


def _drawn(model: Model, seed: int) -> Arrays:
    """Return inputs of a TTNN program: normally distributed floats, and integers of 0 and 1."""
    generator = np.random.default_rng(seed)
    return [
        generator.standard_normal(each.shape).astype(each.dtype)
        if each.dtype.kind in "fV"
        else generator.integers(0, 2, each.shape).astype(each.dtype)
        for each in model.signature.arguments
    ]


def _inputs(function: FuncOp, case: Case) -> Arrays:
    """Return the inputs: recorded arrays, and others drawn with the seed."""
    arrays = inputs_for(function, f"randn:{case.seed}")
    for position, path in case.inputs.items():
        if not position.isdigit() or int(position) >= len(arrays):
            raise CaseError(f"the program has no argument {position}")
        array = np.load(path, allow_pickle=False)
        if array.shape != arrays[int(position)].shape:
            raise InputError(f"{path}: the array has the shape {array.shape}")
        arrays[int(position)] = array
    return arrays
