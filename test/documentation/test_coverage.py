"""The coverage tables in docs/coverage are what compilations give."""

import runpy
import sys
from pathlib import Path

import pytest

from ttmlir_py.dialects import load_dialect
from ttmlir_py.dialects.op_syntax import examples
from ttmlir_py.documentation.op_reference import lowerings

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "coverage"
DIALECTS = ("stablehlo", "chlo", "tosa", "ttir")
EVERY = 60
"""The distance of the operations that are compiled again; `make coverage` compiles all."""


@pytest.fixture(scope="module")
def measure():
    folder = str(ROOT / "tools" / "coverage")
    sys.path.insert(0, folder)
    yield runpy.run_path(f"{folder}/measure_dialects.py")
    sys.path.remove(folder)


def rows(name: str) -> dict[str, list[str]]:
    """Return the cells of a page's table by operation."""
    lines = (PAGES / f"{name}.md").read_text("utf-8").splitlines()
    cells = [line.strip("| ").split(" | ") for line in lines if line.startswith("| `")]
    return {each[0].strip("`"): [cell.strip() for cell in each[1:]] for each in cells}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_coverage_table_equals_outcome_of_compilation(dialect: str, measure: dict[str, object]):
    texts, table = examples(dialect), rows(dialect)
    assert sorted(table) == sorted(texts)
    sample = [] if dialect == "chlo" else sorted(texts)[::EVERY]  # CHLO becomes long programs
    for name in sample:
        row = [str(cell).replace("|", "\\|") for cell in measure["row"](dialect, name, texts[name])]
        assert table[name] == [each for each in row[1:] if each], f"{name}: run `make coverage`"


@pytest.mark.parametrize("dialect", ["stablehlo", "chlo", "tosa"])
def test_coverage_table_agrees_with_lowerings_that_tests_measure(dialect: str):
    """`test_dialect_reference.py` compiles the example of each operation that has a lowering."""
    flags = {"--convert-stablehlo-to-ttir", "--convert-tosa-to-ttir"}
    for op in load_dialect(dialect).operations:
        if (cells := rows(dialect).get(op.name)) and flags & set(lowerings(op)):
            assert cells[0] == "yes", op.name


def test_coverage_by_revision_equals_tables(measure: dict[str, object]):
    written = sys.modules["measure"].page(measure["revision_table"]())
    assert (PAGES / "revisions.md").read_text("utf-8") == written, "run `make coverage`"


def test_coverage_of_pytorch_equals_outcome_of_runs(measure: dict[str, object]):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    pytest.importorskip("torch_mlir", reason="torch-mlir is not installed")
    pytest.importorskip("expecttest", reason="the test database of PyTorch needs expecttest")
    import measure_torch

    table = rows("torch")
    names = [name for name, cells in table.items() if cells[0] == "yes"][::EVERY]
    for number, each in enumerate(measure_torch.operators(torch)):
        name = ".".join(filter(None, (each.name, each.variant_test_name)))
        if name in names:
            assert measure_torch.isolated_outcome(number) == ("yes", ""), name


def test_coverage_of_onnx_equals_outcome_of_runs(measure: dict[str, object]):
    pytest.importorskip("onnx", reason="onnx is not installed")
    pytest.importorskip("torch_mlir", reason="torch-mlir is not installed")
    import measure_onnx

    tests, table = measure_onnx.cases(), rows("onnx")
    assert list(table) == list(tests)
    right = [name for name, cells in table.items() if cells[0] == "yes"][::EVERY]
    assert {name: set(map(measure_onnx.outcome, tests[name])) for name in right} == {
        name: {""} for name in right
    }
