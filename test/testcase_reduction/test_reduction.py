"""Tests that a reduced program parses, verifies and passes the test, and that no operation can be
removed from it.
"""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count, share

import ttmlir_py
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.testcase_reduction import (
    CommandTest,
    FunctionTest,
    NotInterestingError,
    Outcome,
    Reduction,
)
from ttmlir_py.testcase_reduction.commands import (
    crash_signature,
    has_diagnostic,
    has_verdict,
    parse_command,
)

pytestmark = [pytest.mark.early, pytest.mark.slow]

T = "tensor<8x8xf32>"
UNARY, BINARY = ("abs", "exp", "neg", "relu"), ("add", "multiply", "maximum")


class Counted:
    """A test that runs in this process and counts its calls."""

    def __init__(self, passes: Callable[[ModuleOp], bool]) -> None:
        self._passes = passes
        self.texts: list[str] = []

    def learn(self, text: str) -> None:
        if not self.start(text).wait():
            raise NotInterestingError

    def start(self, text: str) -> "Answer":
        self.texts.append(text)
        return Answer(self._passes(ttmlir_py.parse(text)))


class Answer:
    def __init__(self, answer: bool) -> None:
        self._answer = answer

    def wait(self) -> bool:
        return self._answer

    def stop(self) -> None:
        pass


def program(choices: list[tuple[str, int, int]]) -> str:
    """Return a program of operations on earlier values. It returns all unused values."""
    values, lines, read = ["%a", "%b"], ["%e = tensor.empty() : " + T], set[str]()
    for number, (name, first, second) in enumerate(choices):
        operands = [values[first % len(values)]]
        if name in BINARY:
            operands.append(values[second % len(values)])
        read.update(operands)
        sizes = f"operandSegmentSizes = array<i32: {len(operands)}, 1>"
        types = ", ".join([T] * (len(operands) + 1))
        lines.append(
            f'%{number} = "ttir.{name}"({", ".join(operands)}, %e) <{{{sizes}}}> : ({types}) -> {T}'
        )
        values.append(f"%{number}")
    ends = [each for each in values[2:] if each not in read]
    lines.append(f"return {', '.join(ends)} : {', '.join([T] * len(ends))}")
    body = "\n".join(lines)
    return f"func.func @main(%a: {T}, %b: {T}) -> ({', '.join([T] * len(ends))}) {{\n{body}\n}}\n"


def names(module: ModuleOp) -> Counter[str]:
    return Counter(op.name for op in module.walk() if op.name.startswith("ttir."))


def feeds(module: ModuleOp, first: str, second: str) -> bool:
    """Return whether the second operation reads a result of the first."""
    return any(
        op.name == second and any(getattr(each.owner, "name", "") == first for each in op.operands)
        for op in module.walk()
    )


chosen = st.tuples(st.sampled_from(UNARY + BINARY), st.integers(0, 99), st.integers(0, 99))


@settings(max_examples=example_count(7))
@given(st.lists(chosen, min_size=2, max_size=40), st.data())
def test_reduction_leaves_only_wanted_operations(choices, data):
    """Only the wanted operations are left, wherever they are, and their tensors have size 1."""
    text = program(choices)
    wanted = Counter(
        f"ttir.{each[0]}"
        for each in data.draw(st.lists(st.sampled_from(choices), min_size=1, max_size=3))
    )
    wanted &= names(ttmlir_py.parse(text))
    test = Counted(lambda module: names(module) >= wanted)
    reduced = Reduction(text, test).run()
    module = ttmlir_py.parse(reduced)
    assert names(module) == wanted
    assert {op.name for op in module.walk()} - set(wanted) == {
        "builtin.module",
        "func.func",
        "func.return",
    }
    assert "8" not in reduced.replace("ui8", "")


@settings(max_examples=example_count(2))
@given(st.lists(chosen, min_size=2, max_size=30), st.sampled_from([2, 3, 7]))
def test_reduction_result_does_not_depend_on_jobs(choices, jobs):
    text = program(choices)
    (first, second), count = (f"ttir.{choices[0][0]}", f"ttir.{choices[-1][0]}"), len(choices)

    def passes(module: ModuleOp) -> bool:
        found = names(module)
        return first in found and second in found and sum(found.values()) % 3 == count % 3

    one, many = Reduction(text, Counted(passes)), Reduction(text, Counted(passes), jobs=jobs)
    assert one.run() == many.run()
    assert one.tests == many.tests


def test_reduction_candidates_are_valid_and_new():
    """Each tested program verifies, and is tested only once."""
    text = program(
        [("add", 0, 1), ("relu", 2, 0), ("multiply", 3, 2), ("exp", 4, 0), ("abs", 5, 0)]
    )
    test = Counted(lambda module: feeds(module, "ttir.relu", "ttir.multiply"))
    reduced = Reduction(text, test).run()
    assert names(ttmlir_py.parse(reduced)) == {"ttir.relu": 1, "ttir.multiply": 1}
    assert len(set(test.texts)) == len(test.texts)


CALLS = f"""
func.func private @unused(%x: {T}) -> {T} {{
  return %x : {T}
}}
func.func private @inner(%x: {T}, %e: {T}) -> {T} {{
  %0 = "ttir.relu"(%x, %e) <{{operandSegmentSizes = array<i32: 1, 1>}}> : ({T}, {T}) -> {T}
  %1 = "ttir.exp"(%0, %e) <{{operandSegmentSizes = array<i32: 1, 1>}}> : ({T}, {T}) -> {T}
  return %1 : {T}
}}
func.func @main(%x: {T}) -> {T} {{
  %e = tensor.empty() : {T}
  %0 = call @inner(%x, %e) : ({T}, {T}) -> {T}
  %1 = "ttir.abs"(%0, %e) <{{operandSegmentSizes = array<i32: 1, 1>}}> : ({T}, {T}) -> {T}
  return %1 : {T}
}}
"""


def test_reduction_keeps_callee_with_caller_only_if_needed():
    """A callee is kept without its caller if it is enough. With its caller, it keeps its signature
    and loses its unneeded operations.
    """
    alone = Reduction(CALLS, Counted(lambda module: "ttir.exp" in names(module))).run()
    assert names(ttmlir_py.parse(alone)) == {"ttir.exp": 1}
    assert alone.count("func.func") == 1
    both = Counted(
        lambda module: (
            "ttir.exp" in names(module) and any(op.name == "func.call" for op in module.walk())
        )
    )
    kept = ttmlir_py.parse(Reduction(CALLS, both).run())
    assert Counter(op.name for op in kept.walk()) == {
        **{"builtin.module": 1, "func.func": 2, "func.call": 1, "func.return": 2, "ttir.exp": 1}
    }


def test_reduction_shrinks_constants_and_attributes():
    text = """module attributes {test.unused = 1 : i32} {
      func.func @f() -> tensor<2x2xf32> {
        %0 = "ttir.constant"() <{value = dense<[[1.5, 2.5], [3.5, 4.5]]> : tensor<2x2xf32>}> {test.unused} : () -> tensor<2x2xf32>
        return %0 : tensor<2x2xf32>
      }
    }"""
    reduced = Reduction(text, Counted(lambda module: "ttir.constant" in names(module))).run()
    assert "dense<1.500000e+00> : tensor<1x1xf32>" in reduced
    assert "test.unused" not in reduced


# ----------------------------------------------------------------------------------------- commands


@pytest.mark.parametrize(
    ("command", "words", "pipe", "negated"),
    [
        ("ttopt --cse {}", ("ttopt", "--cse", "{}"), "", False),
        ("! ttopt {} 2>&1", ("ttopt", "{}"), "", True),
        ("ttopt '--pass-pipeline=builtin.module(a,b{x=1})' {} 2>&1 | grep -q 'a|b'",
         ("ttopt", "--pass-pipeline=builtin.module(a,b{x=1})", "{}"), "grep -q 'a|b'", False),
        ("ttopt {} 2>&1 >/dev/null | grep x | wc -l", ("ttopt", "{}"), "grep x | wc -l", False),
    ],
)  # fmt: skip
def test_reduction_parser_reads_command_that_runs_one_tool(command, words, pipe, negated):
    parsed = parse_command(command)
    assert parsed is not None
    assert (parsed.words, parsed.pipe, parsed.negated) == (words, pipe, negated)


@pytest.mark.parametrize(
    "command",
    [
        *("ttopt {} && true", "ttopt {}; true", "ttopt $X {}", "ttopt `x` {}", "ttopt {} > x"),
        *(
            "ttopt {} | a && b",
            "ttopt {} || a",
            "X=1 ttopt {}",
            "ttopt 'x {}",
            "cd x\nttopt {}",
            "ttopt *.mlir {}",
        ),
        *("ttopt {} |& cat", "(ttopt {})", "ttopt {} &", "ttopt a{b,c} {}"),
    ],
)
def test_reduction_parser_leaves_shell_command_to_shell(command):
    assert parse_command(command) is None


def interesting(command: str, text: str = "module {}\n", **options) -> bool:
    return CommandTest(command, **options).start(text).wait()


def tool() -> None:
    """Write to both streams, and exit with the number of `x` in the file."""
    text = Path(sys.argv[1]).read_text()
    print("out")
    print("err", file=sys.stderr)
    sys.exit(text.count("x"))


@pytest.mark.parametrize(
    "command",
    [
        *("tool {}", "! tool {}", "tool {} | grep -q out", "tool {} | grep -q err"),
        *(
            "tool {} 2>&1 | grep -q err",
            "tool {} 2>&1 >/dev/null | grep -q out",
            "tool {} >/dev/null 2>&1 | grep -q err",
        ),
        *("! tool {} | grep -q out", "tool {} 2>/dev/null"),
    ],
)
@pytest.mark.parametrize("text", share(["", "xx", "x"], 2))
def test_reduction_tool_run_in_process_gives_same_result_as_shell(
    command, text, tmp_path, monkeypatch
):
    """The expected result is that of a tool with the same name on the path, run by a shell."""
    script = tmp_path / "tool"
    script.write_text('#!/bin/sh\necho out\necho err >&2\nexit $(grep -o x "$1" | wc -l)\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert interesting(command, text, tools={"tool": tool}) is interesting(command, text)


def test_reduction_test_over_time_limit_is_stopped():
    assert not interesting("sleep 60; true {}", timeout=0.2)


def test_reduction_predicate_function_runs_in_separate_process():
    def function(text: str) -> bool:
        os.environ["TTREDUCE_TEST"] = "changed"
        if "kill" in text:
            os.kill(os.getpid(), signal.SIGKILL)
        return "good" in text

    test = FunctionTest(function)
    assert [test.start(each).wait() for each in ("good", "bad", "kill")] == [True, False, False]
    assert "TTREDUCE_TEST" not in os.environ
    with pytest.raises(NotInterestingError):
        test.learn("bad")


@pytest.mark.parametrize(
    ("outcome", "signature"),
    [
        (Outcome(1, "a.mlir:1:1: error: bad\n"), None),
        (Outcome(1, "ttopt: internal error: KeyError: 3 (set ...)\n"), "KeyError"),
        (Outcome(1, "Traceback (most recent call last):\n  File\n    x\nValueError: no\n"), "ValueError"),
        (Outcome(-11, ""), "signal 11"),
        (Outcome(139, ""), "signal 11"),
        (Outcome(134, "x.cpp:3: f: Assertion `a == b' failed.\n"), "Assertion `a == b' failed"),
    ],
)  # fmt: skip
def test_reduction_crash_signature_names_exception_or_signal(outcome, signature):
    assert crash_signature(outcome) == signature


def test_reduction_outcome_predicates_accept_matching_outcomes_only():
    row = "convert-ttir-to-ttnn     ttir.remainder m.mlir:4:8      EltwiseOp(Remainder) f32   1.5e+00  WRONG\n"
    assert has_verdict("WRONG")(Outcome(1, row))
    assert has_verdict("WRONG", "ttir.remainder")(Outcome(1, row))
    assert not has_verdict("WRONG", "ttir.add")(Outcome(1, row))
    assert not has_verdict("FORMAT")(Outcome(1, row))
    assert not has_verdict("WRONG")(Outcome(1, "WRONG: the program does not mean\n"))
    judge = has_diagnostic("bad")
    assert judge(Outcome(0, "bad.mlir:1:1: error: a bad thing"))
    assert not judge(Outcome(0, "bad.mlir:1:1: error: a thing"))


# --------------------------------------------------------------------------- the command-line tool


def test_interrupted_reduction_writes_smallest_program_so_far(tmp_path: Path):
    """The running test is terminated, and the written program is complete."""
    source, output, mark = tmp_path / "m.mlir", tmp_path / "out.mlir", tmp_path / "mark"
    source.write_text(program([("add", 0, 1), ("relu", 2, 0), ("exp", 3, 0), ("abs", 4, 0)]))
    command = (
        f"grep -q relu {{}} && ! grep -q exp {{}} && touch {mark}; "
        f"grep -q relu {{}} && (grep -q exp {{}} || grep -q abs {{}} || sleep 60)"
    )
    arguments = [
        "-m",
        "ttmlir_py.tools.ttreduce",
        str(source),
        "--test",
        command,
        "-o",
        str(output),
    ]
    program_ = (
        "import runpy, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
    )
    program_ += f"sys.argv = {arguments[1:]!r}; runpy.run_module(sys.argv[0], run_name='__main__', alter_sys=True)"
    process = subprocess.Popen([sys.executable, "-c", program_], stderr=subprocess.PIPE, text=True)
    while not mark.exists():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "operations became" in errors
    assert "ttir.relu" in names(ttmlir_py.parse(output.read_text()))
    assert list(tmp_path.glob(".*partial")) == []
