"""The notebooks of the documentation run, and show what their cells return."""

import json
from pathlib import Path

import pytest
from tiers import THOROUGH

from ttmlir_py.documentation import notebooks

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "docs/notebooks"
LIBRARIES = {"ttir": "numpy", "jax": "jax", "torch": "torch_mlir", "onnx": "onnxruntime"}
"""Maps notebooks to the library that they need. Libraries load slowly, so fast runs load none."""
MOST_BYTES = 64 * 1024


def test_every_notebook_has_a_library():
    assert sorted(path.stem for path in FOLDER.glob("*.ipynb")) == sorted(LIBRARIES)


@pytest.mark.parametrize("name", LIBRARIES if THOROUGH else ["ttir"])
def test_notebook_runs_and_passes_its_checks(name: str):
    pytest.importorskip(LIBRARIES[name])
    stored = json.loads((FOLDER / f"{name}.ipynb").read_text())
    found = notebooks.executed(stored)
    pages = [
        "".join(output["data"]["text/html"])
        for cell in found["cells"]
        for output in cell.get("outputs", ())
        if "text/html" in output.get("data", ())
    ]
    assert len(pages) >= 6
    assert "passed" in "".join(pages)
    assert "FAILED" not in "".join(pages)
    if name == "ttir":
        assert shapes(found) == shapes(stored)


def shapes(notebook: dict) -> list[list[tuple[str, ...]]]:
    """Return the kinds of outputs of each cell."""
    return [
        [(output["output_type"], *sorted(output.get("data", ()))) for output in cell["outputs"]]
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def test_stored_notebooks_are_executed_and_small():
    for path in FOLDER.glob("*.ipynb"):
        code = [
            cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"
        ]
        assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
        assert all(cell["outputs"] for cell in code)
        assert path.stat().st_size < MOST_BYTES


def test_cell_prints_before_its_value():
    cell = {"cell_type": "code", "source": ["print('a')\n", "1 + 1"], "outputs": []}
    outputs = notebooks.executed({"cells": [cell]})["cells"][0]["outputs"]
    assert outputs[0]["text"] == ["a\n"]
    assert outputs[1]["data"] == {"text/plain": ["2"]}
