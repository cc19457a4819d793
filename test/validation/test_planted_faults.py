"""Tests that validation names faults planted in the compiler and the simulator: the operation, and
the pass if a pass is wrong.
"""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from faults import (
    CONVERT,
    DEALLOCATE,
    FAULTS,
    PIPELINE,
    PROGRAM,
    UNARY,
    Fault,
    Planted,
    T,
    change,
    drop,
    integer,
    planted,
    stale,
    times,
    unnamed,
    validated,
)
from reference.one_op import program

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.kernels import KERNELS
from ttmlir_py.validation import Kind, PassBisection, PassValidation, compare, compare_modules, mark

pytestmark = pytest.mark.slow

TRIED = FAULTS[::4]
"""A sample of the faults; `python test/fuzz/fuzz_validation.py --faults` runs all."""


def test_validation_of_faultless_program_reports_right():
    verdicts, each = validated()
    (verdict,) = verdicts
    assert verdict.is_right, verdict
    assert verdict.outputs < 1e-9
    assert {"convert-ttir-to-ttnn", "ttnn-layout", "ttnn-deallocate"} <= {*each.checked}
    assert each.broken_by is None


def test_planted_fault_list_covers_every_kind():
    assert min(Counter(each.fault for each in FAULTS).values()) >= 10
    assert {each.fault for each in TRIED} == set(Fault)
    assert {"field", "kernel", "ttnn-layout", "ttnn-workaround"} <= {each.where for each in TRIED}


@pytest.mark.parametrize("fault", TRIED, ids=str)
def test_validation_names_planted_fault(fault: Planted):
    assert unnamed(fault) == ""


POOL = (
    "kernel_height = 2 : si32, kernel_width = 2 : si32, stride_height = 2 : si32, stride_width = 2 : si32, "
    "dilation_height = 1 : si32, dilation_width = 1 : si32, ceil_mode = false, padding_left = 0 : si32, "
    "padding_right = 0 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32"
)
POOLED = program("max_pool2d", ["tensor<2x8x6x32xbf16>"], POOL, "tensor<2x4x3x32xbf16>")
CONVOLVED = program(
    "conv2d",
    ["tensor<2x8x6x32xbf16>", "tensor<64x16x3x3xbf16>", "tensor<1x1x1x64xbf16>"],
    "stride_height = 2 : si32, stride_width = 1 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, "
    "groups = 2 : si32, padding_left = 1 : si32, padding_right = 1 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32",
    "tensor<2x3x6x64xbf16>",
)
TRANSPOSED = program(
    "conv_transpose2d",
    ["tensor<1x4x4x32xbf16>", "tensor<32x32x3x3xbf16>", "tensor<1x1x1x32xbf16>"],
    "stride = array<i32: 2, 2>, padding = array<i32: 1, 1>, output_padding = array<i32: 1, 1>, dilation = 1 : i32, groups = 1 : i32",
    "tensor<1x8x8x32xbf16>",
)


ROW = "tensor<4x8xf32>"
IMAGE, TABLE = "tensor<1x4x4x32xbf16>", "tensor<512x128xbf16>"
EMBEDDED = ["tensor<1x32xbf16>", TABLE, "tensor<1x32x128xbf16>"]


@pytest.mark.parametrize(
    ("text", "kernel"),
    [
        (program("cumsum", [ROW], "dim = 1 : i64", ROW), "MorehCumSumOp"),
        (
            program("upsample2d", [IMAGE], "scale_factor = 2 : si32", "tensor<1x8x8x32xbf16>"),
            "UpsampleOp",
        ),
        (program("power", [ROW, ROW], "", ROW), "EltwiseOp(Power)"),
        (program("embedding_backward", EMBEDDED, "", TABLE), "EmbeddingBackwardOp"),
        (PROGRAM, "SoftmaxOp"),
        (PROGRAM, "FullOp"),
        (POOLED, "MaxPool2dOp"),
        (CONVOLVED, "Conv2dOp"),
        (TRANSPOSED, "ConvTranspose2dOp"),
    ],
)
def test_validation_names_faulty_kernel(text: str, kernel: str):
    """The cases include operations with another name in TTIR, and flattened images, which are
    padded differently there.
    """
    name = kernel.removeprefix("EltwiseOp(").removesuffix(")")
    with planted(Planted(Fault.SCALE, "kernel", name, times, "")):
        (verdict,) = validated(text)[0]
    row = verdict.first
    assert row is not None
    behind = f"the simulator's kernel of {kernel}"
    assert (row.behind, verdict.first_pass) == (behind, None)
    assert verdict.as_dict()["rows"][0]["behind"] == behind
    assert f"behind the passes: {behind}" in str(verdict)


def test_validation_names_pass_that_changes_window():
    """The kernel correctly computes the changed operation, so it must not be blamed."""
    lower = change("kernel_height", integer(1))
    with planted(Planted(Fault.VALUE, CONVERT, "ttnn.max_pool2d", lower, "ttir.max_pool2d")):
        (verdict,) = validated(POOLED)[0]
    assert verdict.first is not None
    assert (verdict.first.op, verdict.first.behind) == ("ttir.max_pool2d", "")
    assert verdict.first_pass == "convert-ttir-to-ttnn"


def test_validation_of_ttnn_modulo_blames_lowering_and_not_kernel():
    """TTNN defines another modulo, which its kernel computes correctly."""
    remainder = program("remainder", ["tensor<4xf32>", "tensor<4xf32>"], "", "tensor<4xf32>")
    (verdict,) = validated(remainder)[0]
    assert verdict.first is not None
    assert (verdict.first.behind, verdict.first_pass) == ("", "convert-ttir-to-ttnn")


def test_validation_of_binary_with_device_attribute_blames_no_serializer(tmp_path: Path):
    """The first operation gets the location of the device, whose maps are spelled differently in
    text and binary.
    """
    text = "func.func @main(%a: T, %b: T) -> T {\n %0 = stablehlo.remainder %a, %b : T\n return %0 : T\n}"
    context = compiler.create_context()
    text = text.replace("T", "tensor<4xf32>")
    source = ttmlir_py.parse(text, context=context, file_name="m.mlir")
    target = source.clone()
    with context.diagnostics.collect():
        passes = PIPELINE.replace("(", "(stablehlo-to-ttir-pipeline,")
        compiler.PassManager(passes, context=context).run(target)
        file = tmp_path / "target.mlir"
        file.write_text(print_operation(target, PrintOptions(debug_info=True)))
        (verdict,) = compare(source, file, "randn:0", context=context)
    assert verdict.first is not None
    assert (verdict.first.op, verdict.first.behind) == ("stablehlo.remainder", "")


SEVERAL = f"""func.func @soft(%a: {T}) -> {T} {{
  %e = tensor.empty() : {T}
  %0 = "ttir.softmax"(%a, %e) <{{dimension = 1 : si32}}> : ({T}, {T}) -> {T}
  return %0 : {T}
}}
func.func @right(%a: {T}) -> {T} {{
  %e = tensor.empty() : {T}
  %0 = "ttir.abs"(%a, %e) {UNARY} : ({T}, {T}) -> {T}
  return %0 : {T}
}}
func.func @positive(%a: {T}) -> {T} {{
  %e = tensor.empty() : {T}
  %0 = "ttir.relu"(%a, %e) {UNARY} : ({T}, {T}) -> {T}
  return %0 : {T}
}}
"""


@pytest.mark.parametrize("watcher_class", [PassValidation, PassBisection])
def test_validation_names_pass_that_broke_each_function(watcher_class: Any):
    """Functions that a later pass broke are reported too."""
    first = Planted(
        Fault.VALUE, CONVERT, "ttnn.softmax", change("dimension", integer(0)), "ttir.softmax"
    )
    second = Planted(Fault.LOST, DEALLOCATE, "ttnn.relu", drop, "ttir.relu")
    context = compiler.create_context()
    module = ttmlir_py.parse(SEVERAL, context=context, file_name="m.mlir")
    watcher = watcher_class(mark(module), module, "randn:0")
    with planted(first), planted(second), context.diagnostics.collect():
        compiler.PassManager(PIPELINE, context=context, instrumentations=[watcher]).run(module)
    verdicts = watcher.verdicts
    verdicts = verdicts() if callable(verdicts) else verdicts
    found = [(each.target, each.first and each.first.op, each.first_pass) for each in verdicts]
    assert found == [
        ("soft", "ttir.softmax", CONVERT),
        ("right", None, None),
        ("positive", "ttir.relu", DEALLOCATE),
    ]


def compiled() -> tuple[ModuleOp, ModuleOp]:
    """Return the source, and the module after the passes."""
    context = compiler.create_context()
    module = ttmlir_py.parse(PROGRAM, context=context, file_name="m.mlir")
    source = mark(module)
    with context.diagnostics.collect():
        compiler.PassManager(PIPELINE, context=context).run(module)
    return source, module


def test_validation_reports_bf16_kernel_as_imprecise_but_not_wrong(monkeypatch: pytest.MonkeyPatch):
    """A kernel that computes in bf16 loses bits, but is not reported as wrong."""
    import ml_dtypes

    source, module = compiled()
    row = KERNELS["SoftmaxOp"]
    assert row.compute is not None
    right = row.compute

    def compute(*operands: Any, **keywords: Any) -> Any:
        made = right(*operands, **keywords)
        coarse = made.dtype == np.float32
        return made.astype(ml_dtypes.bfloat16).astype(np.float32) if coarse else made

    monkeypatch.setitem(KERNELS, "SoftmaxOp", replace(row, compute=compute))
    (verdict,) = compare_modules(source, module, "randn:0")
    assert [(each.op, each.kind) for each in verdict.rows] == [("ttir.softmax", Kind.PRECISION)]
    assert verdict.is_right


def test_validation_names_op_that_uses_freed_buffer(monkeypatch: pytest.MonkeyPatch):
    """Validation names the op that reads a freed buffer, and the pass after which the program does
    not run.
    """
    found: list[PassValidation] = []
    right = PassValidation.before_pass
    monkeypatch.setattr(
        PassValidation, "before_pass", lambda *each: (found.append(each[0]), right(*each))
    )
    message = r"operation \d+ \(ReductionOp\(Sum\)\): tensor \d+ is deallocated"
    fault = Planted(Fault.STALE, "ttnn-deallocate", "ttnn.sum", stale, "ttir.sum")
    with pytest.raises(SimulationError, match=message), planted(fault):
        validated()
    assert found[0].broken_by == "ttnn-deallocate"
