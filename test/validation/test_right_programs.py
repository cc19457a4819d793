"""Validation reports no fault in a right program, and reports known, warned-of differences."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.compiler import system_desc
from ttmlir_py.dialects.op_syntax import examples
from ttmlir_py.validation import Kind, Verdict, compare, compare_modules, mark
from ttmlir_py.validation.comparing import Inputs

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PIPELINE = "ttir-to-ttnn-backend-pipeline"
NOT_LOWERED = {"alloc", "dealloc", "generic", "kernel", "yield"}
KNOWN = {"ttir.remainder": Kind.WRONG, "ttir.reduce_and": Kind.WRONG}
"""Ops that upstream lowers to different ones, a modulo and a product, as docs/deviations.md
describes.
"""


def _generators() -> ModuleType:
    spec = importlib.util.spec_from_file_location("models", ROOT / "benchmarks" / "models.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


models = _generators()


def validated(
    text: str, inputs: Inputs = "randn:0", *, options: str = "", system: str | None = None
) -> list[Verdict]:
    context = compiler.create_context()
    module = ttmlir_py.parse(text, context=context, file_name="m.mlir")
    source = mark(module)
    if system is not None:
        description = system_desc(system)
        module.attributes[description.name] = description
    with context.diagnostics.collect():
        pipeline = (
            f"builtin.module({PIPELINE}{{{options}}})" if options else f"builtin.module({PIPELINE})"
        )
        compiler.PassManager(pipeline, context=context).run(module)
    return compare_modules(source, module, inputs)


MOVED = """func.func @f(%a: tensor<1x32x32xbf16>) -> tensor<32x1x32xbf16> {
  %e = tensor.empty() : tensor<1x32x32xbf16>
  %0 = "ttir.reverse"(%a, %e) <{dimensions = array<i64: 0, 1, 2>}> : (tensor<1x32x32xbf16>, tensor<1x32x32xbf16>) -> tensor<1x32x32xbf16>
  %f = tensor.empty() : tensor<32x1x32xbf16>
  %1 = "ttir.permute"(%0, %f) <{permutation = array<i64: 2, 0, 1>}> : (tensor<1x32x32xbf16>, tensor<32x1x32xbf16>) -> tensor<32x1x32xbf16>
  return %1 : tensor<32x1x32xbf16>
}"""


def test_validation_accepts_permutation_moved_to_output():
    """The permutation moves after the reversal, so that the value of the reversal is that of the
    output.
    """
    (verdict,) = validated(MOVED)
    assert (verdict.outputs, verdict.rows) == (0, [])
    assert verdict.without_counterpart == ["ttir.permute m.mlir:5:8"]


def square(name: str, operand: str, line: int) -> str:
    """Return an operation on 4x4 numbers at a line of `m.mlir`."""
    sizes = "operandSegmentSizes = array<i32: 1, 1>"
    given = "permutation = array<i64: 1, 0>" if name == "permute" else sizes
    return f"""
  %e{line} = tensor.empty() : tensor<4x4xf32>
  %{line} = "ttir.{name}"({operand}, %e{line}) <{{{given}}}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("m.mlir":{line}:1)"""


def squares(*rows: tuple[str, str, int]) -> str:
    body = "".join(square(*row) for row in rows)
    return f"""func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {{{body}
  return %{rows[-1][2]} : tensor<4x4xf32>
}}"""


@pytest.mark.parametrize(("name", "wrong"), [("neg", []), ("abs", ["ttir.neg"])])
def test_validation_compares_operations_in_another_order_of_dimensions(name: str, wrong: list[str]):
    context = compiler.create_context()
    source, target = (
        ttmlir_py.parse(squares(*rows), context=context)
        for rows in (
            [("neg", "%a", 1), ("exp", "%1", 2), ("permute", "%2", 3)],
            [("permute", "%a", 9), (name, "%9", 1), ("exp", "%1", 2)],
        )
    )
    places = {str(op.location): op.location for op in source.walk()}
    for op in target.walk():
        op.location = places.get(str(op.location), op.location)
    (verdict,) = compare_modules(source, target, "randn:0")
    assert [row.op for row in verdict.rows][:1] == wrong


def test_validation_of_long_chain_without_steps_names_wrong_operation():
    count = 250
    source = squares(*(("neg", f"%{n}" if n else "%a", n + 1) for n in range(count)))
    target = squares(("abs", "%a", count))
    (verdict,) = compare(source, target, "randn:0")
    (row,) = verdict.rows
    assert (row.op, row.place, len(row.inlined)) == ("ttir.neg", f"m.mlir:{count}:1", count - 1)


FOLDED = """func.func @f(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = "ttir.minimum"(%a, %a, %e) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = "ttir.logical_and"(%a, %0, %e) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1, %0 : tensor<8x8xf32>, tensor<8x8xf32>
}"""


def test_validation_names_wrong_operation_hidden_by_folding():
    (verdict,) = validated(FOLDED)
    assert [row.op for row in verdict.rows] == ["ttir.logical_and"]


@pytest.mark.parametrize("inputs", ["randn:0", "edge:1"])
@pytest.mark.parametrize(
    "name", [name for name in examples("ttir") if name.removeprefix("ttir.") not in NOT_LOWERED]
)
def test_validation_accepts_documented_op_example_unless_listed(name: str, inputs: str):
    text = examples("ttir")[name]
    on_mesh = "n300" in text
    for verdict in validated(
        text,
        inputs,
        options="mesh-shape=1,2" if on_mesh else "",
        system="n300" if on_mesh else None,
    ):
        wrong = {(row.op, row.kind) for row in verdict.rows if row.kind is not Kind.PRECISION}
        assert wrong <= set(KNOWN.items()), verdict
        assert verdict.is_right is (not wrong)
        if inputs == "randn:0":
            assert wrong or name not in KNOWN


@pytest.mark.parametrize(
    "path", ["attention_weights.mlir", "digits/digits_f32.mlir", "digits/digits_bf16.mlir"]
)
def test_validation_accepts_example_program(path: str):
    for verdict in validated((ROOT / "examples" / path).read_text()):
        assert verdict.rows == [], verdict
        assert verdict.matched >= 2


def test_validation_accepts_model():
    """All results of whole models are compared."""
    for text in (
        models.resnet50(image=32, width=8, blocks=[1, 1, 1, 1], classes=10),
        models.llama(layers=1, hidden=64, heads=2, mlp=96, tokens=32, vocabulary=64),
    ):
        (verdict,) = validated(text)
        assert verdict.is_right, verdict
        assert verdict.outputs < 1e-9
        assert verdict.matched > 20
        assert all("constant" in each for each in verdict.without_counterpart)


I32 = "tensor<4x32xi32>"
SIGNED = f"""func.func @main(%a: {I32}, %b: {I32}) -> {I32} {{
  %e = tensor.empty() : {I32}
  %0 = "ttir.maximum"(%a, %b, %e) <{{operandSegmentSizes = array<i32: 2, 1>}}> : ({I32}, {I32}, {I32}) -> {I32}
  %1 = "ttir.div"(%0, %b, %e) <{{operandSegmentSizes = array<i32: 2, 1>}}> : ({I32}, {I32}, {I32}) -> {I32}
  return %1 : {I32}
}}"""


def test_validation_reports_signed_integers_stored_unsigned_as_format_difference():
    """By default, signed integers are stored unsigned, and the affected ops are reported as format
    differences. With signed storage they are right.
    """
    (verdict,) = validated(SIGNED)
    assert [(row.op, row.kind) for row in verdict.rows] == [
        ("ttir.maximum", Kind.FORMAT),
        ("ttir.div", Kind.FORMAT),
    ]
    assert not verdict.is_right
    for inputs in ("randn:0", "edge:2"):
        (verdict,) = validated(SIGNED, inputs, options="signed-integers=true")
        assert verdict.rows == [], verdict


ZEROS = """func.func @main(%a: tensor<2x1xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %0 = "ttir.broadcast"(%a, %e) <{broadcast_dimensions = array<i64: 1, 4>}> : (tensor<2x1xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = "ttir.div"(%b, %0, %e) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}"""


def test_validation_names_operation_that_loses_sign_of_zero_but_not_as_wrong():
    """A broadcast becomes an addition of zeros, which loses the sign of -0.0. The operation is
    named, but not as wrong.
    """
    zeros = np.array([[-0.0], [0.0]], np.float32)
    (verdict,) = validated(ZEROS, [zeros, np.ones((2, 4), np.float32)])
    assert verdict.is_right
    assert verdict.outputs == np.inf
    row = verdict.rows[0]
    assert (row.op, row.kind) == ("ttir.broadcast", Kind.PRECISION)
    assert "the sign of a zero is lost" in row.note


def test_validation_compares_functions_of_same_name_in_order():
    """Nested modules may each have a function of the same name. The first is compared with the
    first, and so on.
    """
    text = "".join(
        f"""module {{
          func.func @main(%a: tensor<{rows}x4xf32>) -> tensor<{rows}x4xf32> {{
            %e = tensor.empty() : tensor<{rows}x4xf32>
            %0 = "ttir.{name}"(%a, %e) <{{operandSegmentSizes = array<i32: 1, 1>}}> : (tensor<{rows}x4xf32>, tensor<{rows}x4xf32>) -> tensor<{rows}x4xf32>
            return %0 : tensor<{rows}x4xf32>
          }}
        }}
        """
        for rows, name in ((1, "abs"), (2, "neg"), (2, "exp"))
    )
    verdicts = validated(text)
    assert [(each.matched, each.is_right, each.rows) for each in verdicts] == [(1, True, [])] * 3
