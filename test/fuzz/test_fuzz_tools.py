"""Some of the cases of `fuzz_tools.py` pass. The script's docstring states the rules."""

import subprocess
import sys
from pathlib import Path

import pytest
from tiers import example_count

pytestmark = pytest.mark.slow

FUZZER = Path(__file__).with_name("fuzz_tools.py")
SEED = 7


def test_tool_with_damaged_input_exits_with_documented_status(tmp_path):
    count = example_count(30)
    command = [sys.executable, FUZZER, "--seed", SEED, "--count", count]
    run = subprocess.run(
        [*map(str, command), "--keep", str(tmp_path)], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{count} cases of seed {SEED}, 0 failures" in run.stdout


def test_fuzzing_finds_tool_that_prints_traceback_or_no_message(tmp_path):
    """The broken tools are one that prints a traceback and one that fails without a message."""
    code = f"""
import sys
sys.path.insert(0, {str(FUZZER.parent)!r})
import fuzz_tools, tool_process
from pathlib import Path
from tool_cases import Case

def raises():
    raise ValueError

def reports():
    print("error: x", file=sys.stderr)

for main in (raises, lambda: 1, lambda: 3, reports):
    tool_process.MAINS["ttopt"] = main
    case = Case("ttopt", [])
    ended = tool_process.run_tool(case.tool, case.arguments, {str(tmp_path)!r}, case.limits)
    print(fuzz_tools.problems(case, ended, Path({str(tmp_path)!r}), ended.peak))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [
        "['Traceback (most recent call last)']",
        "['a failure without a word']",
        "['exit code 3']",
        "['exit code 0, but an error is reported']",
    ]
