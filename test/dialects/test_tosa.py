"""The TOSA dialect against Debian's mlir-opt, which has the version of the LLVM that the project
follows.
"""

import shutil
import subprocess
from pathlib import Path

import pytest
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, i64

from ttmlir_py.compiler import create_context, parse
from ttmlir_py.dialects.tosa import TransposeOp
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation

MLIR_OPT = shutil.which("mlir-opt-19")
needs_mlir_opt = pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed")
FILES = Path(__file__).parent / "tosa"


def mlir_opt(text: str, *flags: str) -> str:
    assert MLIR_OPT is not None
    process = subprocess.run(
        [MLIR_OPT, *flags], input=text, capture_output=True, text=True, check=True
    )
    return process.stdout.rstrip("\n")


@needs_mlir_opt
@pytest.mark.parametrize("generic", [False, True])
def test_tosa_text_prints_as_mlir_opt(generic: bool):
    text = (FILES / "ops.mlir").read_text()
    flags = ["--mlir-print-op-generic"] if generic else []
    module = parse(text)
    printed = print_operation(module, PrintOptions(generic=generic)).rstrip("\n")
    assert printed == mlir_opt(text, *flags)


@needs_mlir_opt
def test_invalid_tosa_text_reports_messages_of_mlir_opt():
    text = (FILES / "invalid.mlir").read_text()
    mlir_opt(text, "--split-input-file", "--verify-diagnostics")


@pytest.mark.parametrize("elements", ["[1, 0, 2]", "[0, 1, 2]"])
def test_tosa_transpose_permutation_is_read_from_constant_operand(elements: str):
    text = f"""func.func @f(%x: tensor<2x3x4xf32>) {{
  %0 = "tosa.const"() <{{value = dense<{elements}> : tensor<3xi64>}}> : () -> tensor<3xi64>
  %1 = tosa.transpose %x, %0 : (tensor<2x3x4xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return
}}"""
    (transpose,) = (op for op in parse(text).walk() if isinstance(op, TransposeOp))
    numbers = [int(each) for each in elements.strip("[]").split(", ")]
    assert transpose.constant_order() == tuple(numbers)
    constant = DenseIntOrFPElementsAttr.from_list(TensorType(i64, [3]), numbers)
    assert transpose.perms.owner.properties["value"] == constant  # type: ignore[union-attr]


# Invalid programs on which MLIR crashes, or reads wrong memory, or which it accepts.
STRICTER = [
    ('%0 = "tosa.concat"() {axis = 0 : i32} : () -> tensor<4xf32>', "expects at least one operand"),
    (
        '%0 = "tosa.concat"(%m, %v) {axis = 1 : i32} : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x8xf32>',
        "expects operands of one rank",
    ),
    (
        '%0 = "tosa.concat"(%v) {axis = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>',
        "axis 1 is out of range for operands of rank 1",
    ),
    (
        '%c = "tosa.const"() {value = dense<[0, 2]> : tensor<2xi32>} : () -> tensor<2xi32>\n'
        '%0 = "tosa.transpose"(%m, %c) : (tensor<4x4xf32>, tensor<2xi32>) -> tensor<4x4xf32>',
        "expected valid permutation tensor",
    ),
]


@pytest.mark.parametrize(("text", "message"), STRICTER)
def test_tosa_verifier_rules_stricter_than_mlir_refuse_text(text: str, message: str):
    context = create_context()
    function = f"func.func @f(%m: tensor<4x4xf32>, %v: tensor<4xf32>) {{\n{text}\nreturn\n}}"
    with context.diagnostics.collect() as found, pytest.raises(CompilationError):
        parse(function, context=context)
    assert found[0].message.endswith(f"op {message}")
