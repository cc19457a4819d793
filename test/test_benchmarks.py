"""The benchmarks, which nothing else runs, are not left behind: each can be loaded."""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "benchmarks"


def test_benchmarks_are_loaded():
    """Their names, of each other and of the project, are found."""
    names = sorted(path.stem for path in FOLDER.glob("*.py"))
    assert names
    loads = f"import importlib\nfor each in {names}: importlib.import_module(each)"
    program = [sys.executable, "-c", loads]
    loaded = subprocess.run(program, cwd=FOLDER, capture_output=True, text=True, check=False)
    assert loaded.returncode == 0, loaded.stderr
