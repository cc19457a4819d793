"""Faults planted in the compiler and the simulator are named: the operation, and the pass if it is a pass that is wrong."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ArrayAttr, FloatAttr, IntegerAttr
from xdsl.ir import Operation

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.dialects import ttnn
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.passes.registry import get_pass
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.kernels import ELEMENTWISE, KERNELS
from ttmlir_py.target.flatbuffer import ttnn as translation
from ttmlir_py.validation import Kind, PassValidation, Verdict, compare_modules, mark

PIPELINE = "builtin.module(ttir-to-ttnn-backend-pipeline)"
UNARY = "<{operandSegmentSizes = array<i32: 1, 1>}>"
BINARY = "<{operandSegmentSizes = array<i32: 2, 1>}>"
T = "tensor<32x32xf32>"
PROGRAM = f"""func.func @main(%a: {T}, %b: {T}, %cache: tensor<1x1x64x32xf32>, %line: tensor<1x1x1x32xf32>, %at: tensor<1xi32>)
    -> ({T}, tensor<32x1xf32>, tensor<64x16xf32>, tensor<1x1x64x32xf32>) {{
  %e = tensor.empty() : {T}
  %max = "ttir.maximum"(%a, %b, %e) {BINARY} : ({T}, {T}, {T}) -> {T}
  %scale = "ttir.constant"() <{{value = dense<-0.75> : {T}}}> : () -> {T}
  %scaled = "ttir.multiply"(%max, %scale, %e) {BINARY} : ({T}, {T}, {T}) -> {T}
  %relu = "ttir.relu"(%scaled, %e) {UNARY} : ({T}, {T}) -> {T}
  %soft = "ttir.softmax"(%b, %e) <{{dimension = 1 : si32}}> : ({T}, {T}) -> {T}
  %less = "ttir.subtract"(%relu, %soft, %e) {BINARY} : ({T}, {T}, {T}) -> {T}
  %turned = "ttir.transpose"(%a, %e) <{{dim0 = 0 : si32, dim1 = 1 : si32}}> : ({T}, {T}) -> {T}
  %product = "ttir.matmul"(%less, %turned, %e) : ({T}, {T}, {T}) -> {T}
  %f = tensor.empty() : tensor<32x1xf32>
  %sum = "ttir.sum"(%product, %f) <{{dim_arg = [1 : i32], keep_dim = true}}> : ({T}, tensor<32x1xf32>) -> tensor<32x1xf32>
  %g = tensor.empty() : tensor<64x32xf32>
  %joined = "ttir.concat"(%product, %b, %g) <{{dim = 0 : si32}}> : ({T}, {T}, tensor<64x32xf32>) -> tensor<64x32xf32>
  %h = tensor.empty() : tensor<64x16xf32>
  %part = "ttir.index"(%joined, %h) <{{dim = 1 : i32, begin = 0 : i32, end = 16 : i32, step = 1 : i32}}> : (tensor<64x32xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  %held = "ttir.update_cache"(%cache, %line, %at) <{{batch_offset = 0 : i32}}> : (tensor<1x1x64x32xf32>, tensor<1x1x1x32xf32>, tensor<1xi32>) -> tensor<1x1x64x32xf32>
  return %product, %sum, %part, %held : {T}, tensor<32x1xf32>, tensor<64x16xf32>, tensor<1x1x64x32xf32>
}}
"""
Change = Callable[[Operation], None]


def rebuilt(op: Operation, name: str) -> None:
    """Another operation of TTNN in the place of one."""
    other = getattr(ttnn, name).create(
        operands=op.operands,
        result_types=[each.type for each in op.results],
        properties=dict(op.properties),
    )
    other.location = op.location
    op.parent.insert_op_before(other, op)
    op.results[0].replace_all_uses_with(other.results[0])
    op.detach()
    op.erase()


def another(name: str) -> Change:
    return lambda op: rebuilt(op, name)


def drop(op: Operation) -> None:
    """What reads the result reads the operand."""
    op.results[0].replace_all_uses_with(op.operands[0])
    op.detach()
    op.erase()


def erase(op: Operation) -> None:
    op.detach()
    op.erase()


def swap(op: Operation) -> None:
    """The first two operands, the other way around."""
    op.operands = [op.operands[1], op.operands[0], *op.operands[2:]]


def change(name: str, changed: Callable[[Any], Any]) -> Change:
    def apply(op: Operation) -> None:
        op.properties[name] = changed(op.properties[name])

    return apply


def integer(value: int) -> Callable[[Any], Any]:
    return lambda old: IntegerAttr(value, old.type)


def listed(*values: int) -> Callable[[Any], Any]:
    return lambda old: ArrayAttr([IntegerAttr(each, old.data[0].type) for each in values])


def scaled(old: Any) -> Any:
    return FloatAttr(old.value.data * 1.01, old.type)


def stale(op: Operation) -> None:
    """The operation reads an older tensor of the same type."""
    older = next(
        result
        for each in op.parent.ops
        for result in each.results
        if result.type == op.operands[0].type and result is not op.operands[0]
    )
    op.operands[0] = older


def shifted(op: Operation) -> None:
    """A slice one element further along dimension 1."""
    change("begins", listed(0, 1))(op)
    change("ends", listed(64, 17))(op)


PASS_FAULTS: list[tuple[str, str, Change, str]] = [
    # The pass that has the fault, the operation of TTNN that it makes wrong, how, and the operation of the source.
    ("convert-ttir-to-ttnn", "ttnn.maximum", another("MinimumOp"), "ttir.maximum"),
    ("convert-ttir-to-ttnn", "ttnn.maximum", another("AddOp"), "ttir.maximum"),
    ("convert-ttir-to-ttnn", "ttnn.multiply", another("DivOp"), "ttir.multiply"),
    ("convert-ttir-to-ttnn", "ttnn.relu", drop, "ttir.relu"),
    ("convert-ttir-to-ttnn", "ttnn.relu", another("AbsOp"), "ttir.relu"),
    ("convert-ttir-to-ttnn", "ttnn.softmax", change("dimension", integer(0)), "ttir.softmax"),
    ("convert-ttir-to-ttnn", "ttnn.subtract", swap, "ttir.subtract"),
    ("convert-ttir-to-ttnn", "ttnn.transpose", drop, "ttir.transpose"),
    ("convert-ttir-to-ttnn", "ttnn.matmul", swap, "ttir.matmul"),
    ("convert-ttir-to-ttnn", "ttnn.sum", another("MeanOp"), "ttir.sum"),
    ("convert-ttir-to-ttnn", "ttnn.sum", another("MaxOp"), "ttir.sum"),
    ("convert-ttir-to-ttnn", "ttnn.concat", swap, "ttir.concat"),
    ("convert-ttir-to-ttnn", "ttnn.full", change("fillValue", scaled), "ttir.multiply"),
    ("convert-ttir-to-ttnn", "ttnn.update_cache", erase, "ttir.update_cache"),
    ("ttir-to-ttir-decomposition", "ttir.slice", shifted, "ttir.index"),
    ("ttnn-layout", "ttir.softmax", change("dimension", integer(0)), "ttir.softmax"),
    ("ttnn-layout", "ttir.subtract", swap, "ttir.subtract"),
    ("ttnn-layout", "ttir.matmul", stale, "ttir.matmul"),
    ("ttnn-workaround", "ttnn.subtract", swap, "ttir.subtract"),
    ("ttnn-decompose-layouts", "ttnn.concat", swap, "ttir.concat"),
    ("ttnn-deallocate", "ttnn.matmul", swap, "ttir.matmul"),
]


def plant(monkeypatch: pytest.MonkeyPatch, flag: str, name: str, fault: Change) -> None:
    """After the pass ran, the first operation of a name is made wrong."""
    cls: Any = get_pass(flag)
    right = cls.run

    def run(self: Any, context: Any, op: Operation) -> None:
        right(self, context, op)
        chosen = next((each for each in op.walk() if each.name == name), None)
        assert chosen is not None, f"after {flag} there is no {name}"
        fault(chosen)

    monkeypatch.setattr(cls, "run", run)


def validated() -> tuple[Sequence[Verdict], PassValidation]:
    """The verdicts on the program: after the first pass that breaks it, or at the end."""
    context = compiler.create_context()
    module = ttmlir_py.parse(PROGRAM, context=context, file_name="m.mlir")
    each = PassValidation(mark(module), module)
    with context.diagnostics.collect():
        compiler.PassManager(PIPELINE, context=context, instrumentations=[each]).run(module)
    return each.verdicts or compare_modules(each.source, module, "randn:0"), each


def test_without_a_fault_all_is_right():
    verdicts, each = validated()
    (verdict,) = verdicts
    assert verdict.is_right, verdict
    assert verdict.outputs < 1e-9
    assert {"convert-ttir-to-ttnn", "ttnn-layout", "ttnn-deallocate"} <= {*each.checked}
    assert each.broken_by is None


@pytest.mark.parametrize(
    ("flag", "name", "fault", "culprit"),
    PASS_FAULTS,
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_faults_of_passes(
    monkeypatch: pytest.MonkeyPatch, flag: str, name: str, fault: Change, culprit: str
):
    plant(monkeypatch, flag, name, fault)
    (verdict,), _ = validated()
    assert verdict.first_pass == flag
    assert verdict.first is not None
    assert (verdict.first.op, verdict.first.kind) == (culprit, Kind.WRONG)
    assert verdict.first.place.startswith("m.mlir:")
    assert sum(row.kind is Kind.WRONG for row in verdict.rows) == 1, verdict


# ------------------------------------------------------------------------------ faults behind the passes: binary, kernels


def compiled() -> tuple[ModuleOp, ModuleOp]:
    """The source, and what the passes made of it."""
    context = compiler.create_context()
    module = ttmlir_py.parse(PROGRAM, context=context, file_name="m.mlir")
    source = mark(module)
    with context.diagnostics.collect():
        compiler.PassManager(PIPELINE, context=context).run(module)
    return source, module


def first_row(source: ModuleOp, module: ModuleOp) -> tuple[str, Kind]:
    (verdict,) = compare_modules(source, module, "randn:0")
    assert verdict.first_pass is None
    row = verdict.first
    assert row is not None, verdict
    return row.op, row.kind


FIELDS = [
    ("SoftmaxOp", "dimension", 0, "ttir.softmax"),
    ("ConcatOp", "dim", 0, ""),
    ("TransposeOp", "dim1", 0, "ttir.transpose"),
    ("FullOp", "fill_value", -0.7425, "ttir.multiply"),
    ("ReductionOp", "type", "Mean", "ttir.sum"),
    ("EltwiseOp", "type", "Add", "ttir.maximum"),
]


@pytest.mark.parametrize(("table", "name", "value", "culprit"), FIELDS)
def test_faults_of_fields(
    monkeypatch: pytest.MonkeyPatch, table: str, name: str, value: Any, culprit: str
):
    """The first table of a kind gets another number, as a wrong serializer would write."""
    source, module = compiled()
    right, changed = translation.operation_table, []

    def operation_table(references: Any, op: Operation) -> Any:
        kind, fields = right(references, op)
        if kind == table and not changed:
            changed.append(op)
            fields[name] = value
        return kind, fields

    monkeypatch.setattr(translation, "operation_table", operation_table)
    if culprit:
        assert first_row(source, module) == (culprit, Kind.WRONG)
    else:  # along the same dimension nothing changes
        (verdict,) = compare_modules(source, module, "randn:0")
        assert verdict.is_right


@pytest.mark.parametrize("kernel", ["SoftmaxOp", "MatmulOp", "TransposeOp", "ConcatOp"])
def test_faults_of_kernels(monkeypatch: pytest.MonkeyPatch, kernel: str):
    """Everything that a kernel gives is 1 % too large."""
    source, module = compiled()
    row = KERNELS[kernel]
    assert row.compute is not None
    right = row.compute
    monkeypatch.setitem(
        KERNELS, kernel, replace(row, compute=lambda *a, **k: right(*a, **k) * 1.01)
    )
    assert first_row(source, module) == (f"ttir.{kernel.removesuffix('Op').lower()}", Kind.WRONG)


@pytest.mark.parametrize("case", ["Maximum", "Relu", "Subtract", "Multiply"])
def test_faults_of_elementwise_kernels(monkeypatch: pytest.MonkeyPatch, case: str):
    source, module = compiled()
    row = ELEMENTWISE[case]
    assert row.compute is not None
    right = row.compute
    changed = replace(row, compute=lambda *a, **k: right(*a, **k) + 0.01)
    monkeypatch.setitem(ELEMENTWISE, case, changed)
    assert first_row(source, module) == (f"ttir.{case.lower()}", Kind.WRONG)


def test_lost_writes_of_kernels(monkeypatch: pytest.MonkeyPatch):
    source, module = compiled()
    row = KERNELS["UpdateCacheOp"]
    monkeypatch.setitem(
        KERNELS, "UpdateCacheOp", replace(row, compute=lambda cache, *_, **__: cache)
    )
    assert first_row(source, module) == ("ttir.update_cache", Kind.WRONG)


def test_coarse_formats_are_imprecise(monkeypatch: pytest.MonkeyPatch):
    """A kernel that computes in bf16 is right in exact arithmetic, as far as that shows, and loses bits."""
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


def test_buffers_that_are_gone_are_errors(monkeypatch: pytest.MonkeyPatch):
    """What reads them is named, and the pass since which the program does not run."""
    plant(monkeypatch, "ttnn-deallocate", "ttnn.sum", stale)
    message = r"operation \d+ \(ReductionOp\(Sum\)\): tensor \d+ is deallocated"
    with pytest.raises(SimulationError, match=message):
        validated()
    found: list[PassValidation] = []
    right = PassValidation.before_pass
    monkeypatch.setattr(
        PassValidation, "before_pass", lambda *each: (found.append(each[0]), right(*each))
    )
    with pytest.raises(SimulationError):
        validated()
    assert found[0].broken_by == "ttnn-deallocate"
