"""A run of a binary with generated inputs, in a process of its own; the results as JSON."""

import json
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from ttmlir_py.common.suggestions import unknown_name
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.defaults import INITIALIZERS
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.inputs import generate_inputs
from ttmlir_py.schemas import BinaryError

SHOWN = 8
"""Number of values of a result that are shown."""


def results(path: str, inputs: str) -> Iterator[dict[str, Any]]:
    """Yield the name and the results of each program of a binary."""
    binary = TTNNBinary.load(path)
    for program in binary.programs:
        made = generate_inputs(program, inputs, seed=0)
        outputs = binary.run(made, program.name)
        yield {"program": program.name, "results": [_described(each) for each in outputs]}


def _described(array: np.ndarray[Any, Any]) -> dict[str, Any]:
    values = np.asarray(array, dtype=np.float64)
    finite = values[np.isfinite(values)]
    return {
        "shape": list(array.shape),
        "type": str(array.dtype),
        "minimum": float(finite.min()) if finite.size else None,
        "maximum": float(finite.max()) if finite.size else None,
        "mean": float(finite.mean()) if finite.size else None,
        "not_finite": int(values.size - finite.size),
        "first": [float(each) if np.isfinite(each) else str(each) for each in values.flat[:SHOWN]],
    }


def main() -> int:
    """Run the binary and the kind of inputs that the arguments name."""
    path, inputs = sys.argv[1:3]
    if inputs not in INITIALIZERS:
        sys.stderr.write(f"{unknown_name('inputs', inputs, INITIALIZERS)}\n")
        return 1
    try:
        json.dump(list(results(path, inputs)), sys.stdout)
    except (SimulationError, BinaryError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0
