"""Coverage of ONNX: the node tests of the package onnx, which have inputs and expected outputs."""

from collections import defaultdict
from typing import Any

from measure import Table, reason

INTRODUCTION = """
How many of ONNX's own node tests compile, run on the simulator and give the expected values.
`make coverage SOURCES=onnx` runs the tests of the installed package `onnx`. The column *first
failure* has the reason of the first test that fails. Tests of strings, sequences, optional values
and training are among them.
"""
TOLERANCE = 0.01


def outcome(case: Any) -> str:
    """Return why a test fails; an empty text if its values are right."""
    import numpy as np

    import ttmlir_py.frontends.onnx as front_end

    inputs, outputs = case.data_sets[0]
    try:
        names = [each.name for each in case.model.graph.input]
        fixed = {name: np.shape(value) for name, value in zip(names, inputs, strict=False)}
        model = front_end.compile(case.model, input_shapes=fixed, warnings=["-w"])
        found = model(*inputs)
        for one, other in zip(found, outputs, strict=True):
            one, other = np.asarray(one, np.float64), np.asarray(other, np.float64)
            if one.shape != other.shape:
                return f"shape {one.shape}, expected {other.shape}"
            if not np.allclose(one, other, rtol=TOLERANCE, atol=TOLERANCE, equal_nan=True):
                return f"differs by up to {np.nanmax(abs(one - other)):.3g}"
    except Exception as error:
        return reason(error)
    return ""


def table(name: str) -> Table:
    """Return the table."""
    import numpy as np
    from onnx.backend.test.case.node import collect_testcases

    results: dict[str, list[str]] = defaultdict(list)
    np.random.seed(0)  # tests of onnx draw their inputs
    for case in collect_testcases(None):
        operators = {node.op_type for node in case.model.graph.node}
        if len(case.model.graph.node) == 1:  # others expand an operator into its function
            results[operators.pop()].append(outcome(case))
    rows = []
    for operator, failures in sorted(results.items()):
        right = failures.count("")
        state = "yes" if right == len(failures) else "in part" if right else "no"
        first = next((each for each in failures if each), "")
        rows.append((f"`{operator}`", state, f"{right} of {len(failures)}", first))
    return ("Coverage of ONNX", INTRODUCTION, ("operator", "right", "tests", "first failure"), rows)
