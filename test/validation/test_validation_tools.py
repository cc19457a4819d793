"""Tests of `ttmlir-verify`, `ttopt --verify-numerics`, inputs, and the Python interface."""

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from module_runs import run_module_on_text

import ttmlir_py
from ttmlir_py import reference, validation
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.tools.numerics import json_text
from ttmlir_py.validation import Kind, Row, Verdict
from ttmlir_py.validation.inputs import generate, inputs_for, unexercised

pytestmark = pytest.mark.slow

T = "tensor<4x8xf32>"
TURNED = "tensor<8x4xf32>"
WRONG = f"""func.func @main(%a: {T}, %b: {T}) -> {TURNED} {{
  %0 = tensor.empty() : {T}
  %1 = "ttir.add"(%a, %b, %0) <{{operandSegmentSizes = array<i32: 2, 1>}}> : ({T}, {T}, {T}) -> {T}
  %2 = "ttir.remainder"(%1, %b, %0) <{{operandSegmentSizes = array<i32: 2, 1>}}> : ({T}, {T}, {T}) -> {T}
  %3 = tensor.empty() : {TURNED}
  %4 = "ttir.transpose"(%2, %3) <{{dim0 = 0 : si32, dim1 = 1 : si32}}> : ({T}, {TURNED}) -> {TURNED}
  return %4 : {TURNED}
}}
"""
RIGHT = WRONG.replace("ttir.remainder", "ttir.maximum")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "right.mlir").write_text(RIGHT)
    (tmp_path / "wrong.mlir").write_text(WRONG)
    return tmp_path


def tool(folder: Path, name: str, *arguments: str) -> tuple[int, str, str]:
    done = run_module_on_text(f"ttmlir_py.tools.{name}", *arguments, cwd=folder)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("flag", ["--verify-numerics", "--verify-numerics-each=randn:3"])
def test_ttopt_verify_names_pass_and_operation(folder: Path, flag: str):
    arguments = (flag, "--verify-numerics-json=found.json", "--ttir-to-ttnn-backend-pipeline")
    code, output, errors = tool(folder, "ttopt", *arguments, "wrong.mlir")
    assert (code, output) == (1, "")
    assert re.search(
        r"^convert-ttir-to-ttnn +ttir.remainder wrong.mlir:4:8 .* WRONG$", errors, re.MULTILINE
    )
    assert (
        "wrong.mlir:4:8: error: 'ttir.remainder' does not mean what it did after convert-ttir-to-ttnn"
        in errors
    )
    (verdict,) = json.loads((folder / "found.json").read_text())
    assert verdict["first_pass"] == "convert-ttir-to-ttnn"
    assert [(row["op"], row["kind"]) for row in verdict["rows"]] == [("ttir.remainder", "WRONG")]
    compared = {each["op"]: each for each in verdict["compared"]}
    assert {op: each["kind"] for op, each in compared.items()} == {
        "ttir.add": "right",
        "ttir.remainder": "WRONG",
        "ttir.transpose": "right",
    }
    assert compared["ttir.add"]["error"] == 0.0
    assert compared["ttir.remainder"]["expected"] != compared["ttir.remainder"]["computed"]


@pytest.mark.parametrize("flag", ["--verify-numerics", "--verify-numerics-each"])
def test_ttopt_verify_on_faultless_program_does_not_change_output(folder: Path, flag: str):
    plain = tool(
        folder, "ttopt", "--mlir-print-debuginfo", "--ttir-to-ttnn-backend-pipeline", "right.mlir"
    )
    code, output, errors = tool(
        folder,
        "ttopt",
        flag,
        "--mlir-print-debuginfo",
        "--ttir-to-ttnn-backend-pipeline",
        "right.mlir",
    )
    assert (code, output) == (0, plain[1])
    assert errors.endswith("right\n")


def test_ttopt_verify_with_missing_or_invalid_inputs_is_refused(folder: Path):
    np.savez(folder / "in.npz", arg0=np.ones((4, 8)))
    code, _, errors = tool(
        folder, "ttopt", "--verify-numerics=in.npz", "--ttir-to-ttnn-backend-pipeline", "right.mlir"
    )
    assert code == 1
    assert "there is no input 'arg1'" in errors
    code, _, errors = tool(folder, "ttopt", "--verify-numerics=zeros", "--cse", "right.mlir")
    assert code == 1
    assert (
        "error: 'zeros' is neither randn:SEED, nor edge:SEED, nor ties:SEED, nor an .npz file"
        in errors
    )


def test_ttmlir_verify_compares_text_and_binaries(folder: Path):
    """The output of `ttmlir-compile` and --mlir-print-debuginfo has the locations of the source.
    Without locations, values are compared.
    """
    for name, code in (("right", 0), ("wrong", 1)):
        flags = ("--ttir-to-ttnn-backend-pipeline", "-w", f"{name}.mlir", "-o")
        tool(folder, "ttopt", "--mlir-print-debuginfo", *flags, "located.mlir")
        tool(folder, "ttopt", *flags, "plain.mlir")
        tool(folder, "tttranslate", "--ttnn-to-flatbuffer", "located.mlir", "-o", "located.ttnn")
        for target in ("located.mlir", "located.ttnn", "plain.mlir") if code else ("plain.mlir",):
            done, table, errors = tool(folder, "ttmlir_verify", f"{name}.mlir", target)
            assert done == code, errors + table
            assert ("counterparts found by their values" in table) is (target == "plain.mlir")
            if code:
                assert re.search(r"ttir.remainder wrong.mlir:4:8 .*WRONG", table)


def test_ttmlir_verify_with_wrong_arguments_reports_error(folder: Path):
    for arguments, message in (
        (("right.mlir",), "a SOURCE and a TARGET are needed"),
        (("right.mlir", ""), "a SOURCE and a TARGET are needed"),
        (("none.mlir", "right.mlir"), "none.mlir: error: No such file"),
        (("right.mlir", "right.mlir", "--inputs=none.npz"), "none.npz: No such file"),
    ):
        code, _, errors = tool(folder, "ttmlir_verify", *arguments)
        assert code == 1
        assert message in errors
    (folder / "damaged.ttnn").write_bytes(b"\0" * 64)
    assert tool(folder, "ttmlir_verify", "right.mlir", "damaged.ttnn")[0] == 1


def test_ttmlir_verify_writes_json(folder: Path):
    code, output, _ = tool(folder, "ttmlir_verify", "wrong.mlir", "wrong.mlir", "--json=-")
    (verdict,) = json.loads(output)
    assert code == 0
    assert (verdict["is_right"], verdict["matched"]) == (True, 3)


def test_validation_with_input_files_reports_signs_not_tested(folder: Path):
    """Positive operands do not show the fault of a remainder; the report states this."""
    positive = np.arange(1.0, 33.0, dtype=np.float32).reshape(4, 8)
    np.savez(folder / "in.npz", a=positive, b=positive[::-1])
    source = folder / "wrong.mlir"
    binary = ttmlir_py.compile(source, warnings=["-w"])
    (verdict,) = validation.compare(source, binary, str(folder / "in.npz"))
    assert verdict.is_right
    assert any(
        "ttir.remainder" in each and "no operand is negative" in each
        for each in verdict.unexercised
    )
    assert all(each.rounded and each.rounded_error is not None for each in verdict.compared)
    (verdict,) = validation.compare(source, binary)
    assert not verdict.is_right
    (verdict,) = validation.compare(source, binary, [positive, -positive[::-1]])
    assert verdict.first is not None
    assert verdict.first.op == "ttir.remainder"
    with pytest.raises(InputError, match=r"input 1 has shape \[2\], expected tensor<4x8xf32>"):
        validation.compare(source, binary, [positive, np.ones(2)])


_MANY = ("40x40xf32", "40x40xbf16", "40x40xi32", "40xui8", "40xi1")
_MANY_TYPES = ", ".join(f"tensor<{each}>" for each in _MANY)
MANY = f"""func.func @main(%f: tensor<40x40xf32>, %h: tensor<40x40xbf16>, %i: tensor<40x40xi32>, %u: tensor<40xui8>,
    %t: tensor<40xi1>, %at: tensor<3x4xui32>, %table: tensor<7x5xf32>, %unread: tensor<99999x99999xbf16>)
    -> (tensor<3x4x5xf32>, {_MANY_TYPES}) {{
  %e = tensor.empty() : tensor<3x4x5xf32>
  %0 = "ttir.embedding"(%at, %table, %e) : (tensor<3x4xui32>, tensor<7x5xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  return %0, %f, %h, %i, %u, %t : tensor<3x4x5xf32>, {_MANY_TYPES}
}}"""


@pytest.mark.parametrize("kind", ["randn", "edge"])
def test_validation_inputs_are_exact_and_unread_inputs_take_no_memory(kind: str):
    (function,) = reference.functions(ttmlir_py.parse(MANY))
    made = generate(function, kind, 0)
    single, half, whole, small, truth, places, _, unread = made
    assert unread.shape == (99999, 99999)  # which nothing reads: it takes no memory
    assert not any(unread.strides)
    assert np.array_equal(single, single.astype(np.float32))
    assert not (half.astype(np.float32).view(np.uint32) & 0xFFFF).any()
    for values in (single, half, whole):
        assert (values < 0).any()
        assert len(np.unique(values)) > values.size // 3
    assert np.abs(whole).max() > 2**30
    assert set(np.unique(truth)) == {False, True}
    assert (small.min(), small.max()) >= (0, 0)
    assert places.min() >= 0
    assert places.max() < 7
    if kind == "edge":
        assert {2**31 - 1, -(2**31)} <= set(whole.flat)
        assert {0.5, -2.5} <= set(single.flat)
    again = generate(function, kind, 0)
    assert all(np.array_equal(*pair) for pair in zip(made[:-1], again[:-1], strict=True))
    assert not np.array_equal(single, inputs_for(function, f"{kind}:1")[0])


@pytest.mark.parametrize(("element", "rows", "limit"), [("bf16", 512, 256), ("f32", 5, 5)])
def test_validation_inputs_for_float_indices_are_whole_numbers_within_bounds(
    element: str, rows: int, limit: int
):
    """Indices are whole numbers of the type within bounds, so that the operation can be
    validated.
    """
    text = MANY.replace("3x4xui32", f"3x4x{element}").replace("7x5", f"{rows}x5")
    (function,) = reference.functions(ttmlir_py.parse(text))
    at = generate(function, "edge", 0)[5]
    assert np.array_equal(at, np.floor(at))
    assert (at.min() >= 0, at.max() < limit, at.dtype.kind) == (True, True, "f")
    assert len(np.unique(at)) > 2


def test_validation_inputs_for_wrapped_indices_are_within_bounds():
    """A negative index of JAX counts from the end: `i < 0 ? i + n : i`."""
    text = """func.func @main(%i: tensor<1x8xsi32>, %w: tensor<6x4xf32>) -> tensor<1x8x4xf32> {
      %e = tensor.empty() : tensor<1x8xsi32>
      %n = "ttir.constant"() <{value = dense<6> : tensor<1x8xsi32>}> : () -> tensor<1x8xsi32>
      %z = "ttir.constant"() <{value = dense<0> : tensor<1x8xsi32>}> : () -> tensor<1x8xsi32>
      %b = tensor.empty() : tensor<1x8xbf16>
      %0 = "ttir.lt"(%i, %z, %b) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x8xsi32>, tensor<1x8xsi32>, tensor<1x8xbf16>) -> tensor<1x8xbf16>
      %1 = "ttir.add"(%i, %n, %e) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x8xsi32>, tensor<1x8xsi32>, tensor<1x8xsi32>) -> tensor<1x8xsi32>
      %2 = "ttir.where"(%0, %1, %i, %e) <{operandSegmentSizes = array<i32: 3, 1>}> : (tensor<1x8xbf16>, tensor<1x8xsi32>, tensor<1x8xsi32>, tensor<1x8xsi32>) -> tensor<1x8xsi32>
      %o = tensor.empty() : tensor<1x8x4xf32>
      %3 = "ttir.embedding"(%2, %w, %o) : (tensor<1x8xsi32>, tensor<6x4xf32>, tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
      return %3 : tensor<1x8x4xf32> }"""
    (function,) = reference.functions(ttmlir_py.parse(text))
    indices = [generate(function, "randn", seed)[0] for seed in range(5)]
    assert (np.min(indices), np.max(indices)) == (-6, 5)


@pytest.mark.parametrize(
    ("name", "operands", "result", "said"),
    [
        ("ttir.relu", [[1.0, 2.0]], [1.0, 2.0], "no operand is negative"),
        ("ttir.relu", [[1.0, -2.0]], [1.0, 0.0], None),
        ("ttir.gt", [[1.0, 2.0], [0.0, 0.0]], [1.0, 1.0], "all results are alike"),
        ("ttir.sum", [[3.0, 3.0]], [6.0], "all elements are alike"),
        ("ttir.maximum", [[3.0, 3.0], [1.0, 2.0]], [3.0, 3.0], "one operand is the result"),
        ("ttir.maximum", [[3.0, 1.0], [1.0, 2.0]], [3.0, 2.0], None),
        ("ttir.add", [[0.0, 0.0], [0.0, 0.0]], [0.0, 0.0], None),
    ],
)
def test_validation_reports_inputs_that_do_not_exercise_operation(name, operands, result, said):
    assert unexercised(name, [np.array(each) for each in operands], np.array(result)) == said


def test_validation_inputs_include_ties_between_neighbouring_numbers():
    (function,) = reference.functions(ttmlir_py.parse(RIGHT))
    for values in generate(function, "ties", 0):
        assert np.array_equal(values, values.astype(np.float32))
        bits = values.astype(np.float32).view(np.uint32)
        in_bf16 = (bits & 0xFFFF) == 0x8000
        whole = np.abs(values) % 1 == 0.5
        assert (in_bf16 | whole).all()
        assert in_bf16.any()
        assert whole.any()
        assert (values < 0).any()
    assert len(inputs_for(function, "ties:7")) == 2


def test_validation_json_writes_infinities_as_strings():
    """Strict JSON readers refuse infinite numbers."""
    verdict = Verdict(
        "main", "main", outputs=math.inf, rows=[Row("ttir.div", "", "", math.nan, Kind.WRONG)]
    )
    said = json.loads(json_text([verdict]), parse_constant=pytest.fail)
    assert (said[0]["outputs"], said[0]["rows"][0]["error"]) == ("inf", "nan")


def test_validation_inputs_for_casts_to_unsigned_are_not_negative():
    """StableHLO does not define these casts of negative numbers."""
    text = """func.func @main(%a: tensor<16xf32>, %b: tensor<16xf32>) -> (tensor<16xui8>, tensor<16xi32>) {
      %0 = stablehlo.convert %a : (tensor<16xf32>) -> tensor<16xui8>
      %1 = stablehlo.convert %b : (tensor<16xf32>) -> tensor<16xi32>
      return %0, %1 : tensor<16xui8>, tensor<16xi32> }"""
    (function,) = reference.functions(ttmlir_py.parse(text))
    first, second = generate(function, "randn", 0)
    assert (first.min() >= 0, second.min() >= 0) == (True, False)
