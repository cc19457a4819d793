"""Inspection of pass runs, beyond the lit tests: failing passes, properties of counters and places,
and stored runs.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import StringAttr, UnknownLoc
from xdsl.dialects.test import TestOp as AnyOp

from ttmlir_py.compiler import PassManager, create_context, parse
from ttmlir_py.ir.actions import Action, ActionHandler
from ttmlir_py.ir.locations import file_location
from ttmlir_py.passes.mlir.cse import CSEPass
from ttmlir_py.passes.running.action_observers import ActionProfiler, DebugCounters, Place
from ttmlir_py.passes.statistics import counters_of

pytestmark = pytest.mark.slow

BUGGY = """
from dataclasses import dataclass
from ttmlir_py.passes.base import Pass

@dataclass(frozen=True)
class CrashPass(Pass):
    '''Has a bug'''
    name = "crash"
    cpp_name = "Crash"
    anchor = None

    def run(self, context, op):
        raise KeyError("bug")
"""
FUNCTION = "func.func @f() {\n  return\n}\n"


@pytest.fixture
def buggy(tmp_path: Path) -> dict[str, str]:
    """Return an environment with a pass that raises an exception that passes must not raise."""
    information = tmp_path / "buggy-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: buggy\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[ttmlir_py.passes]\ncrash = buggy:CrashPass\n")
    (tmp_path / "buggy.py").write_text(BUGGY)
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


def ttopt(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ttmlir_py.tools.ttopt", *arguments]
    return subprocess.run(
        command, input=FUNCTION, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("flags", "running", "pipeline"),
    [
        ([], "[`Crash` on 'func.func' operation: @f]", "builtin.module(cse, func.func(crash))"),
        (
            ["--mlir-pass-pipeline-local-reproducer"],
            "`Crash` on 'func.func' operation: @f",
            "builtin.module(func.func(crash))",
        ),
    ],
)
def test_crash_in_pass_writes_reproducer(
    buggy: dict[str, str], tmp_path: Path, flags: list[str], running: str, pipeline: str
):
    file = tmp_path / "reproducer.mlir"
    done = ttopt(
        buggy,
        "--pass-pipeline=builtin.module(cse,func.func(crash))",
        f"--mlir-pass-pipeline-crash-reproducer={file}",
        *flags,
    )
    assert done.returncode == 1
    said = f"note: Pipeline failed while executing {running}: reproducer generated at `{file}`"
    assert said in done.stderr
    assert (
        "pass 'crash' of package 'buggy' (buggy:CrashPass) failed with KeyError: 'bug'"
        in done.stderr
    )
    assert f'pipeline: "{pipeline}",' in file.read_text()
    again = ttopt(buggy, "--run-reproducer", str(file))
    assert (
        "pass 'crash' of package 'buggy' (buggy:CrashPass) failed with KeyError: 'bug'"
        in again.stderr
    )


def test_action_log_is_complete_if_pass_crashes(buggy: dict[str, str], tmp_path: Path):
    log, profile = tmp_path / "log", tmp_path / "profile.json"
    done = ttopt(
        buggy, "--cse", "--crash", f"--log-actions-to={log}", f"--profile-actions-to={profile}"
    )
    assert done.returncode == 1
    assert log.read_text().splitlines()[-1] == "[thread ttopt] completed `pass-execution`"
    assert [each["ph"] for each in json.loads(profile.read_text())] == ["B", "E", "B", "E"]


def test_pass_equality_ignores_statistics_counters():
    first, second = CSEPass(), CSEPass()
    first.num_cse.add(3)
    assert first == second
    assert hash(first) == hash(second)
    assert [counter.value for counter in counters_of(first)] == [3, 0]
    assert [counter.value for counter in counters_of(second)] == [0, 0]


def test_pass_statistics_add_up_over_runs():
    manager = PassManager("builtin.module(symbol-dce)")
    for _ in range(2):
        manager.run(parse("func.func private @a()\nfunc.func private @b()"))
    assert "(S) 4 num-dce'd - Number of symbols DCE'd\n" in manager.statistics()


def action(tag: str, file: str = "f.mlir", line: int = 1, column: int = 1) -> Action:
    op = AnyOp.create()
    op.location = file_location(StringAttr(file), line, column)
    return Action(tag, tag, (op,))


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 30))
def test_debug_counter_allows_one_range(skip: int, limit: int, total: int):
    counters = DebugCounters.parse([f"a-skip={skip}", f"a-count={limit}"])
    handler = ActionHandler(allows=counters.allows)
    done: list[int] = []
    for number in range(total):
        handler.execute(action("a"), lambda number=number: done.append(number))
        handler.execute(action("b"), lambda: None)
    assert done == list(range(total))[skip : skip + limit]
    assert counters.report() == f"DebugCounter counters:\n{'a':<32}: {{{total},{skip},{limit}}}\n"


@given(st.sampled_from(["f.mlir", "a:b.mlir", "g"]), st.integers(0, 99), st.integers(0, 99))
def test_action_breakpoint_matches_locations_inside_its_range(file: str, line: int, column: int):
    here = action("a", file, line, column)
    assert Place.parse(file).holds(here)
    assert Place.parse(f"{file}:{line}").holds(here)
    assert Place.parse(f"{file}:{line}:{column}").holds(here)
    assert not Place.parse(f"{file}:{line + 1}").holds(here)
    assert not Place.parse(f"{file}:{line}:{column + 1}").holds(here)
    assert not Place.parse(f"x{file}").holds(here)


def test_action_breakpoint_does_not_match_unknown_location():
    nowhere = action("a")
    for unit in nowhere.units:
        unit.location = UnknownLoc()  # pyright: ignore[reportAttributeAccessIssue]
    assert not Place.parse("f.mlir").holds(nowhere)


def test_profile_file_without_events_is_empty_list():
    written: list[str] = []
    ActionProfiler(written.append).finish()
    assert json.loads("".join(written)) == []


def test_pass_skipped_by_debug_counter_leaves_program_unchanged():
    context = create_context()
    context.actions = ActionHandler(allows=lambda each: False)
    text = "func.func private @a()"
    module = parse(text, context=context)
    before = str(module)
    PassManager("builtin.module(symbol-dce,func.func(cse))", context=context).run(module)
    assert str(module) == before


def test_action_log_on_standard_output_precedes_program(buggy: dict[str, str]):
    environment = {name: value for name, value in buggy.items() if name != "PYTHONUNBUFFERED"}
    lines = ttopt(environment, "--cse", "--log-actions-to=-").stdout.splitlines()
    assert lines[1:3] == ["[thread ttopt] completed `pass-execution`", "module {"]
