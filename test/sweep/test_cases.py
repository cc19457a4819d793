"""Cases: names by content, formats, tables, and the results of running them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py.sweep.cases import Case, CaseError, shard_of, version
from ttmlir_py.sweep.outcome import Result, Stage, Status
from ttmlir_py.sweep.running import correlation, run_case
from ttmlir_py.sweep.tables import Program, product, read_table

pytestmark = pytest.mark.slow

ADD = """func.func @main(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
"""


def test_name_depends_on_content_only():
    case = Case(ADD, {"simplify": False}, "n300", "bf16", 3, name="a", timeout=1)
    same = Case(ADD, {"simplify": False}, "n300", "bf16", 3, name="b", memory=5)
    assert case.id() == same.id()
    assert case.key("1") != case.key("2")
    changes = {"text": "", "options": {}, "board": "n150", "format": "f32", "seed": 4}
    others = {replace(case, **{name: value}).id() for name, value in changes.items()}
    assert len(others | {case.id()}) == 6


def test_name_depends_on_content_of_recorded_inputs_but_not_on_their_folder():
    case = Case(ADD, inputs={"0": "/a/1234.npy"})
    assert case.id() == Case(ADD, inputs={"0": "/b/1234.npy"}).id() != Case(ADD).id()


def test_format_replaces_float_types():
    program = Case("tensor<2x3xf32> tensor<f16> tensor<4xi32>", format="bf16").program()
    assert program == "tensor<2x3xbf16> tensor<bf16> tensor<4xi32>"
    with pytest.raises(CaseError, match="hexadecimal"):
        Case("dense<0xFF800000> : tensor<f32>", format="bf16").program()


def test_shards_are_disjoint_and_complete():
    ids = [Case(ADD, seed=seed).id() for seed in range(50)]
    shards = [{each for each in ids if shard_of(each, 3) == i} for i in (1, 2, 3)]
    assert sorted(each for shard in shards for each in shard) == sorted(ids)
    assert all(shards)


def test_version_names_code():
    assert version().startswith(f"{ttmlir_py.__version__}+")


def test_right_program_passes_with_numbers():
    result = run_case(Case(ADD))
    assert (result.status, result.stage) == (Status.PASS, Stage.VALIDATE)
    assert result.pcc is not None
    assert result.pcc > 0.9999
    assert result.error == 0
    assert result.nanoseconds
    assert Result.of_dict(result.as_dict()) == result


def test_scalar_is_judged_by_its_relative_error():
    text = """func.func @main(%x: tensor<40xf32>) -> tensor<f32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : (tensor<40xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
"""
    result = run_case(Case(text))
    assert result.status is Status.PASS
    assert result.pcc is not None
    assert 0.99 < result.pcc <= 1
    one, near = np.array([2.0]), np.array([2.5])
    assert correlation(one, one) == 1
    assert correlation(one, near) == 0.75
    assert correlation(np.zeros(3), np.ones(3)) == 0
    assert correlation(np.full(3, np.nan), np.ones(3)) is None


WRONG = {
    "compile": ("func.func @main(", {}, Status.FAIL_ASSERT, "<stdin>:1:16: error"),
    "options": (ADD, {"no-option": 1}, Status.FAIL_ASSERT, "unknown option 'no-option'"),
    "values": (
        ADD.replace("stablehlo.add %x", "stablehlo.remainder %x"),
        {"exact-remainder": False},
        Status.FAIL_ASSERT,
        "stablehlo.remainder: WRONG",
    ),
    "memory": (
        ADD.replace("4x8", "200000x80000"),
        {},
        Status.FAIL_L1,
        "needs",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_wrong_program_fails_with_reason(kind: str):
    text, options, status, message = WRONG[kind]
    result = run_case(Case(text, options))
    assert result.status is status
    assert message in result.message
    if kind == "values":
        assert result.wrong.startswith("stablehlo.remainder <stdin>:2")


@pytest.mark.parametrize("name", ["mixer", "vision"])
def test_model_whose_subtraction_is_rewritten_passes(name: str):
    """Only an empty tensor remains at the location of a subtraction in `log_softmax`."""
    text = (Path(__file__).parents[2] / f"examples/sweep/models/{name}.mlir").read_text()
    assert run_case(Case(text)).message == ""


def test_bug_in_package_is_crash_of_case(monkeypatch):
    def broken(*_: object) -> None:
        raise AssertionError("broken")

    monkeypatch.setattr("ttmlir_py.sweep.running.Model", broken)
    result = run_case(Case(ADD))
    assert (result.status, result.message) == (Status.FAIL_CRASH, "AssertionError: broken")


def test_product_has_case_for_each_combination():
    cases = list(
        product(
            [Program(ADD, "add", {"m": 2})],
            options=[{"name": "d"}, {"name": "o", "enable-optimizer": True}],
            boards=["n150", "p150"],
            formats=["as-written", "f32", "bf16"],
            seeds=[0, 1],
        )
    )
    # the program is in f32 already, so two formats are equal
    assert len({case.id() for case in cases}) == len(cases) == 2 * 2 * 2 * 2
    assert cases[0].models == {"m": 2}


TABLES = {
    "sweep = 1": "expected at least one table",
    "[[sweep]]\nboard = ['n150']": "unknown key 'board': expected .*did you mean 'boards'",
    "[[sweep]]\nprograms = ['a.mlir']\nboards = ['n1500']": "unknown system 'n1500'|n1500",
    "[[sweep]]\nprograms = ['a.mlir']\nformats = ['fp8']": "unknown format 'fp8'",
    "[[sweep]]\nprograms = ['a.mlir']\nseeds = ['x']": "'seeds' is .*expected a list of int",
    "[[sweep]]\nprograms = ['a.mlir']\noptions = [{x = 1}]": "unknown option 'x'",
    "[[sweep]]\nprograms = ['b.mlir']": "no such file",
    "[[sweep]]\noperations = ['ops']": "no such folder: write it with ttmlir-ops",
    "[[sweep]]": "has no programs",
    "[[sweep": "error: ",
    "timeout = 'x'\n[[sweep]]\nprograms = ['a.mlir']": "timeout is 'x', expected seconds",
}


@pytest.mark.parametrize("text", TABLES)
def test_mistake_in_table_is_named(text: str, tmp_path):
    (tmp_path / "a.mlir").write_text(ADD)
    (tmp_path / "t.toml").write_text(text)
    with pytest.raises(ValueError, match=TABLES[text]):
        read_table(tmp_path / "t.toml")


def test_python_table_is_executed(tmp_path):
    table = tmp_path / "t.py"
    table.write_text(
        "from ttmlir_py.sweep import Case\n"
        f"def cases():\n    return [Case({ADD!r}, seed=s) for s in (0, 1, 1)]\n"
    )
    assert [case.seed for case in read_table(table)] == [0, 1]
    table.write_text("")
    with pytest.raises(CaseError, match="defines no function 'cases'"):
        read_table(table)
