"""A regression in one kernel is found with its operation and the models that have the operation."""

from dataclasses import replace

import pytest

from ttmlir_py.runtime.kernels.registry import KERNELS
from ttmlir_py.sweep.comparison import compare
from ttmlir_py.sweep.operations import Operations
from ttmlir_py.sweep.outcome import Cost, Finished
from ttmlir_py.sweep.results import Results
from ttmlir_py.sweep.running import run_case
from ttmlir_py.sweep.sources import Model
from ttmlir_py.sweep.tables import Program, product

pytestmark = pytest.mark.slow

SUM = """
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>"""
TANH = """
  %1 = stablehlo.tanh %x : tensor<4x8xf32>"""
MODELS = {"both": SUM + TANH, "sum": SUM, "tanh": TANH}


def test_regression_of_kernel_names_operation_and_models(tmp_path, monkeypatch):
    operations = Operations(tmp_path / "ops")
    for name, body in MODELS.items():
        path = tmp_path / f"{name}.mlir"
        path.write_text(f"func.func @main(%x: tensor<4x8xf32>) {{{body}\n  return\n}}\n")
        operations.add(Model(name, str(path)))
    cases = list(
        product(
            Program(operations.text(row), row.name, row.origins)
            for row in operations.rows()
            if row.inputs
        )
    )
    assert [case.name for case in cases] == ["stablehlo.reduce", "stablehlo.tanh"]

    def swept(name: str) -> Results:
        results = Results(tmp_path / name)
        results.add_cases(cases)
        results.add(Finished(case.id(), name, run_case(case), Cost()) for case in cases)
        return results

    before = swept("before")
    assert not compare(before, swept("same")).is_worse
    row = KERNELS["ReductionOp"]
    assert row.compute is not None
    right = row.compute

    def wrong(*operands, **attributes):
        return right(*operands, **attributes) * 1.25

    monkeypatch.setitem(KERNELS, "ReductionOp", replace(row, compute=wrong))
    found = compare(before, swept("after"))
    assert found.is_worse
    ((kind, operation, models),) = {
        (each.kind, each.after.name, tuple(each.models)) for each in found.changes
    }
    assert (kind, operation, models) == ("fails", "stablehlo.reduce", ("both", "sum"))
    assert "| stablehlo.reduce | 1 |" in "\n".join(found.lines())
