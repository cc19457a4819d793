"""Tests of validation of targets other than TTNN: TTMetal, C++, Python, and pairs of programs that
both run.
"""

import shutil
from pathlib import Path

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import reference, validation
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.runtime.errors import InputError, SimulationError
from ttmlir_py.tools import ttnn_standalone
from ttmlir_py.validation import Kind, Verdict
from ttmlir_py.validation.checking import Source
from ttmlir_py.validation.counterparts import counterparts_by_value
from ttmlir_py.validation.execution import Execution, Step

pytestmark = pytest.mark.slow

T = "tensor<32x64xf32>"
BINARY = "<{operandSegmentSizes = array<i32: 2, 1>}>"
PROGRAM = f"""func.func @main(%a: {T}, %b: {T}, %i: tensor<4xi32>) -> ({T}, {T}, tensor<4xi32>) {{
  %e = tensor.empty() : {T}
  %0 = "ttir.add"(%a, %b, %e) {BINARY} : ({T}, {T}, {T}) -> {T}
  %1 = "ttir.maximum"(%0, %b, %e) {BINARY} : ({T}, {T}, {T}) -> {T}
  %f = tensor.empty() : tensor<4xi32>
  %2 = "ttir.add"(%i, %i, %f) {BINARY} : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %1, %0, %2 : {T}, {T}, tensor<4xi32>
}}
"""
UNARY = "<{operandSegmentSizes = array<i32: 1, 1>}>"
TO_TTNN = "builtin.module(ttir-to-ttnn-backend-pipeline{signed-integers=true})"
ADD = f"""func.func @main(%a: {T}, %b: {T}) -> {T} {{
  %e = tensor.empty() : {T}
  %0 = "ttir.add"(%a, %b, %e) {BINARY} : ({T}, {T}, {T}) -> {T}
  return %0 : {T}
}}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("targets")
    (made / "source.mlir").write_text(PROGRAM)
    (made / "wrong.mlir").write_text(PROGRAM.replace("ttir.maximum", "ttir.minimum"))
    for name, translation in (("m.py", "ttnn-to-python"), ("m.ttnn", "ttnn-to-flatbuffer")):
        (made / name).write_bytes(ttmlir_py.compile(PROGRAM, TO_TTNN, translation))
    metal = "builtin.module(ttir-to-ttmetal-backend-pipeline)"
    (made / "m.ttm").write_bytes(ttmlir_py.compile(ADD, metal, "ttmetal-to-flatbuffer"))
    return made


def verdict_of(source: Path | str, target: Path) -> Verdict:
    (verdict,) = validation.compare(source, target)
    return verdict


def test_validation_accepts_python_target_and_names_wrong_call(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    verdict = verdict_of(folder / "source.mlir", folder / "m.py")
    # Sums that f32 does not hold are equal: nothing is rounded.
    assert (verdict.is_right, verdict.matched, verdict.outputs) == (True, 3, 0)
    script = str(folder / "m.py")
    assert ttnn_standalone.main(["run", script, "--verify", str(folder / "wrong.mlir")]) == 1
    assert "wrong.mlir:4:8" in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")
def test_validation_accepts_cpp_target(folder: Path):
    text = ttmlir_py.compile(
        PROGRAM, "builtin.module(ttir-to-emitc-pipeline{signed-integers=true})", "mlir-to-cpp"
    )
    (folder / "m.cpp").write_bytes(text)
    verdict = verdict_of(folder / "source.mlir", folder / "m.cpp")
    assert (verdict.is_right, verdict.matched, verdict.outputs) == (True, 3, 0)


def test_validation_accepts_ttmetal_target_and_names_wrong_op(folder: Path):
    binary = folder / "m.ttm"
    assert verdict_of(ADD, binary).is_right
    verdict = verdict_of(ADD.replace("ttir.add", "ttir.subtract"), binary)
    assert [(row.op, row.kind) for row in verdict.rows] == [("ttir.subtract", Kind.WRONG)]


def test_validation_rejects_ttmetal_output_with_changed_shape(folder: Path):
    """The output has the same numbers in another shape."""
    turned = "tensor<64x32xf32>"
    reshaped = f"""  %f = tensor.empty() : {turned}
  %1 = "ttir.reshape"(%0, %f) <{{shape = [64 : i32, 32 : i32]}}> : ({T}, {turned}) -> {turned}
  return %1 : {turned}"""
    source = ADD.replace(f"  return %0 : {T}", reshaped).replace(
        f") -> {T} {{", f") -> {turned} {{"
    )
    verdict = verdict_of(source, folder / "m.ttm")
    assert [(row.op, row.kind) for row in verdict.rows] == [("ttir.reshape", Kind.WRONG)]
    assert verdict.outputs == np.inf


def test_validation_of_ttmetal_program_for_several_devices_is_refused(folder: Path):
    shard = (
        "shard_direction = #tt.shard_direction<full_to_shard>, shard_dims = array<i64: -1, 1>, "
        "shard_shape = array<i64: 1, 2>, shard_type = #tt.shard_type<devices>"
    )
    types = f"({T}, tensor<32x32xf32>) -> tensor<32x32xf32>"
    text = f"""func.func @main(%a: {T}) -> tensor<32x32xf32> {{
  %e = tensor.empty() : tensor<32x32xf32>
  %0 = "ttir.mesh_shard"(%a, %e) <{{{shard}}}> : {types}
  return %0 : tensor<32x32xf32>
}}"""
    with pytest.raises(OperationError, match="is of several devices") as raised:
        verdict_of(text, folder / "m.py")
    assert raised.value.op.name == "ttir.mesh_shard"


def test_validation_compares_two_targets(folder: Path):
    assert verdict_of(folder / "m.ttnn", folder / "m.py").is_right
    text = (folder / "m.py").read_text()
    (folder / "other.py").write_text(text.replace("ttnn.maximum", "ttnn.minimum"))
    verdict = verdict_of(folder / "m.ttnn", folder / "other.py")
    assert [(row.op, row.kind) for row in verdict.rows] == [("EltwiseOp(Maximum)", Kind.WRONG)]


def test_validation_of_script_without_main_or_that_raises_is_refused(folder: Path):
    (folder / "empty.py").write_text("x = 1\n")
    with pytest.raises(InputError, match=r"empty\.py has no function main"):
        verdict_of(folder / "source.mlir", folder / "empty.py")
    (folder / "broken.py").write_text("raise ValueError('no')\n")
    with pytest.raises(SimulationError, match="no"):
        verdict_of(folder / "source.mlir", folder / "broken.py")


def test_validation_compares_arguments_after_writes(folder: Path):
    text = (folder / "m.py").read_text()
    spoiled = text.replace(
        "    return maximum", "    ttnn.add(arg0, arg0, output_tensor=arg0)\n    return maximum"
    )
    (folder / "spoils.py").write_text(spoiled)
    verdict = verdict_of(folder / "source.mlir", folder / "spoils.py")
    assert [row.note for row in verdict.rows] == ["what argument 0 holds afterwards"]
    assert np.isfinite(verdict.outputs)


@pytest.mark.parametrize(("left", "expected"), [(4, [0, 1, 2, 3]), (2, [0, 1, 0, 1])])
def test_validation_matches_equal_values_to_operations_in_order(left: int, expected: list[int]):
    """Two negations give the original value. If they were folded, the value is still found."""
    negations = [
        f'%{i} = "ttir.neg"(%{i - 1 if i else "a"}, %e) {UNARY} : ({T}, {T}) -> {T}'
        for i in range(4)
    ]
    body = "\n".join([f"%e = tensor.empty() : {T}", *negations, f"return %3 : {T}"])
    module = ttmlir_py.parse(f"func.func @main(%a: {T}) -> {T} {{\n{body}\n}}")
    (function,) = reference.functions(module)
    source = Source(function, [np.random.default_rng(0).standard_normal((32, 64))])
    results = [op.results[0] for op in source.operations if op.name == "ttir.neg"]
    steps = [Step("", "ttnn", source.results[each]) for each in results[:left]]
    found = counterparts_by_value(source, Execution(steps))
    numbers = {id(step): number for number, step in enumerate(steps)}
    assert [numbers[id(found[each])] for each in results] == expected
