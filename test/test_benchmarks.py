"""Each benchmark can be loaded and has a row in the table. No other test runs the benchmarks."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[1] / "benchmarks"


def test_benchmark_can_be_loaded():
    """All names that a benchmark imports, from other benchmarks and from the project, exist."""
    names = sorted(path.stem for path in FOLDER.glob("*.py"))
    assert names
    loads = f"import importlib\nfor each in {names}: importlib.import_module(each)"
    program = [sys.executable, "-c", loads]
    loaded = subprocess.run(program, cwd=FOLDER, capture_output=True, text=True, check=False)
    assert loaded.returncode == 0, loaded.stderr


def run_table(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "table.py", *arguments]
    return subprocess.run(program, cwd=FOLDER, capture_output=True, text=True, check=False)


def test_benchmark_at_smallest_size_runs_and_is_in_table(tmp_path: Path):
    output = tmp_path / "made" / "benchmarks.md"
    done = run_table("--quick", "--only", "device_numerics", "--output", str(output))
    assert done.returncode == 0, done.stdout + done.stderr
    text = output.read_text()
    assert "the numbers mean nothing" in text
    assert "`python benchmarks/device_numerics.py --repeat 1" in text
    assert "/ ideal = 1.0" in text


def test_unknown_benchmark_is_refused():
    done = run_table("--only", "compile,speed")
    assert done.returncode == 2
    assert "'speed' is none of ratios, compile" in done.stderr


def test_every_benchmark_is_in_table_of_runner():
    """`models` is no benchmark, because it only makes inputs."""
    names = {path.stem for path in FOLDER.glob("*.py")} - {"models", "table"}
    shown = "import json, table; print(json.dumps(sorted(table.BENCHMARKS)))"
    loaded = subprocess.run(
        [sys.executable, "-c", shown], cwd=FOLDER, capture_output=True, text=True, check=True
    )
    assert set(json.loads(loaded.stdout)) == names


def test_paired_benchmarks_alternate_their_order_and_give_ratio():
    program = """
import table
calls = []
def run(name, times):
    return lambda: (calls.append(name), times.pop(0))[1]
print(table.paired(run("a", [2.0, 6.0, 8.0]), run("b", [2.0, 2.0, 2.0]), 3), "".join(calls))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=FOLDER, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "(3.0, 2.0, 3.5) abbaab"
