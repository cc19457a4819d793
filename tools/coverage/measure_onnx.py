"""Coverage of ONNX: the node tests of the package onnx, which have inputs and expected outputs."""

import io
import json
import os
import sys
from collections import defaultdict
from importlib import import_module
from typing import Any

from measure import Table, reason

INTRODUCTION = """
How many of ONNX's own node tests compile, run on the simulator and give the expected values.
`make coverage SOURCES=onnx` runs the tests of the installed package `onnx`. The column *first
failure* has the reason of the first test that fails. Tests of strings, sequences, optional values
and training are among them.
"""
TOLERANCE = 0.01


def fork(model: Any, *arguments: str) -> tuple[list[dict[str, Any]], int]:
    """Do what `onnx_lowering._child` does in a fork of this process.

    It starts without importing torch-mlir, which would take a second for each of 1,500 models.
    """
    from ttmlir_py.frontends import onnx_child

    for name in ("torch_mlir.extras.onnx_importer", "torch_mlir.dialects.torch"):
        import_module(name)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        code = 1
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            sys.argv[1:] = arguments
            sys.stdin = io.TextIOWrapper(io.BytesIO(model.SerializeToString()))
            with os.fdopen(writing, "w") as sys.stdout:
                onnx_child.main()
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as output:
        lines = output.read().decode("utf-8", "replace").splitlines()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return [json.loads(line) for line in lines if line.startswith("{")], code


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


def cases() -> dict[str, list[Any]]:
    """Return the node tests by operator, without those that write an operator as its function."""
    import numpy as np
    from onnx.backend.test.case.node import collect_testcases

    found: dict[str, list[Any]] = defaultdict(list)
    np.random.seed(0)  # tests of onnx draw their inputs
    for case in collect_testcases(None):
        if len(case.model.graph.node) == 1:
            found[case.model.graph.node[0].op_type].append(case)
    return dict(sorted(found.items()))


def table(name: str) -> Table:
    """Return the table."""
    from ttmlir_py.frontends import onnx_lowering

    onnx_lowering._child = fork
    rows = []
    for operator, tests in cases().items():
        failures = [outcome(each) for each in tests]
        right = failures.count("")
        state = "yes" if right == len(failures) else "in part" if right else "no"
        first = next((each for each in failures if each), "")
        rows.append((f"`{operator}`", state, f"{right} of {len(failures)}", first))
    return ("Coverage of ONNX", INTRODUCTION, ("operator", "right", "tests", "first failure"), rows)
