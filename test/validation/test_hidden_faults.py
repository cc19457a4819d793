"""Tests of faults hidden by a cast: an operation is inserted before a cast, and validation must
name the cast or the wrong operation.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import pytest
from tiers import share

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.common.warning_kinds import WarningControl
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.validation import compare

pytestmark = pytest.mark.slow

UNARY = "<{operandSegmentSizes = array<i32: 1, 1>}>"
BINARY = "<{operandSegmentSizes = array<i32: 2, 1>}>"
F32 = "tensor<32x32xf32>"
TO_TTNN = "builtin.module(ttir-to-ttnn-backend-pipeline{signed-integers=true})"


class Program:
    """Writes TTIR text. The location of each operation is its name."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def op(self, name: str, operands: list[str], types: list[str], result: str, place: str) -> str:
        number = len(self.lines)
        attributes = BINARY if len(operands) == 2 else UNARY
        self.lines.append(
            f"  %e{number} = tensor.empty() : {result}\n"
            f'  %v{number} = "ttir.{name}"({", ".join(operands)}, %e{number}) {attributes} : '
            f"({', '.join(types)}, {result}) -> {result} loc({place})"
        )
        return f"%v{number}"


@dataclass(frozen=True)
class Case:
    """A cast of the result of `before`, read by `after`, with an operation `inserted` before the
    cast at a location.
    """

    element: str
    before: str
    after: str
    inserted: str
    place: str
    form: str

    def text(self, *, wrong: bool) -> str:
        program = Program()
        result = f"tensor<32x32x{self.element}>"
        value = "%a"
        if self.before == "product":
            value = program.op("multiply", ["%a", "%b"], [F32, F32], F32, '"product"')
        if self.before == "exponential":  # from 1e-10 to 1e10
            scaled = program.op("multiply", ["%a", "%scale"], [F32, F32], F32, '"scaled"')
            value = program.op("exp", [scaled], [F32], F32, '"exp"')
        if wrong:
            value = program.op(self.inserted, [value], [F32], F32, self.place)
        value = program.op("typecast", [value], [F32], result, '"cast"')
        if self.after == "back":
            value = program.op("typecast", [value], [result], F32, '"back"')
            value = program.op("multiply", [value, "%b"], [F32, F32], F32, '"last"')
            result = F32
        elif self.after == "add":
            value = program.op("add", [value, value], [result, result], result, '"last"')
        elif self.after:
            value = program.op(self.after, [value], [result], result, '"last"')
        constant = f'  %scale = "ttir.constant"() <{{value = dense<8.0> : {F32}}}> : () -> {F32} loc("scale")'
        body = "\n".join([constant, *program.lines])
        return f"func.func @main(%a: {F32}, %b: {F32}) -> {result} {{\n{body}\n  return {value} : {result}\n}}\n"


def cases() -> Iterator[Case]:
    forms = ("ttnn", "without locations", "binary", "ttir")
    for before, after, inserted, place, form in product(
        ("", "product", "exponential"),
        ("", "add", "back", "log", "reciprocal"),
        ("floor", "ceil", "abs"),
        ('"cast"', "unknown", '"other"'),
        forms,
    ):
        is_hidden = inserted == "abs" and before == "exponential"  # of positive numbers
        if not is_hidden:
            yield Case("bf16", before, after, inserted, place, form)
    for before, inserted, form in product(("", "product"), ("floor", "abs"), forms):
        yield Case("si32", before, "add", inserted, "unknown", form)


def compiled(text: str, form: str) -> object:
    """Return the program compiled to a form of targets, or in TTIR."""
    context = compiler.create_context()
    context.diagnostics.warnings = WarningControl(["-w"])
    module = ttmlir_py.parse(text, context=context)
    if form == "ttir":
        return module
    compiler.PassManager(TO_TTNN, context=context).run(module)
    if form == "binary":
        return compiler.translate(module, context=context)
    printed = print_operation(module, PrintOptions(debug_info=form != "without locations"))
    return ttmlir_py.parse(printed, context=context)


@pytest.mark.parametrize("case", share(list(cases()), 7), ids=str)
def test_verification_of_operation_inserted_before_cast_names_cast(case: Case):
    (right,) = compare(case.text(wrong=False), compiled(case.text(wrong=False), case.form))
    assert right.is_right
    (verdict,) = compare(case.text(wrong=False), compiled(case.text(wrong=True), case.form))
    if verdict.outputs < 1e-6:  # what is hidden from the outputs is no fault that they show
        assert case.before == "exponential"
        return
    assert verdict.first is not None
    assert verdict.first.op == "ttir.typecast"


def test_verification_of_relu_compiled_to_abs_after_cast_names_relu():
    case = Case("bf16", "product", "relu", "abs", "unknown", "without locations")
    source = case.text(wrong=False)
    target = compiled(source.replace("ttir.relu", "ttir.abs"), case.form)
    (verdict,) = compare(source, target)
    assert verdict.first is not None
    assert verdict.first.op == "ttir.relu"


@pytest.mark.parametrize("before", ["product", "exponential"])
def test_verification_of_ttnn_programs_that_differ_before_cast_names_cast(before: str):
    case = Case("bf16", before, "reciprocal", "floor", "unknown", "without locations")
    source, target = (compiled(case.text(wrong=wrong), case.form) for wrong in (False, True))
    (verdict,) = compare(source, target)  # type: ignore[arg-type]
    assert verdict.first is not None
    assert verdict.first.op == "TypecastOp"


@pytest.mark.parametrize("form", ["ttnn", "without locations", "binary"])
def test_verification_of_operation_inserted_before_return_names_last_operation(form: str):
    case = Case("bf16", "product", "add", "abs", "unknown", form)
    source = case.text(wrong=False)
    program = Program()
    program.lines = [""] * 20
    result = "tensor<32x32xbf16>"
    last = source.rpartition("return ")[2].partition(" ")[0]
    value = program.op("floor", [last], [result], result, "unknown")
    wrong = source.replace(f"  return {last}", f"{program.lines[-1]}\n  return {value}")
    (verdict,) = compare(source, compiled(wrong, form))
    assert verdict.first is not None
    assert (verdict.first.op, "another value" in verdict.first.note) == ("ttir.add", True)
