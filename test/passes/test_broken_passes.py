"""Tests that a pass that breaks IR is reported, whatever was verified before it.

Each operation that its own verifier refuses must be refused with the same message. The expected
messages come from a second checker (`refused`), which verifies the operations one by one in the
order of the text and keeps no state.
"""

from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from xdsl.dialects.builtin import Float64Type, StringAttr, TensorType, UnitAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.registry import create_passes
from ttmlir_py.passes.running.manager import PassManager
from ttmlir_py.passes.running.pass_manager import OpPassManager, PassRunner
from ttmlir_py.rewriting.mutation import set_type

pytestmark = pytest.mark.slow

_T = "tensor<64x96xbf16>"
_BINARY = f"<{{operandSegmentSizes = array<i32: 2, 1>}}> : ({_T}, {_T}, {_T}) -> {_T}"
PROGRAM = f"""
func.func @f(%a: tensor<64x128xbf16>, %b: tensor<128x96xbf16>, %c: {_T}) -> ({_T}, {_T}) {{
  %0 = tensor.empty() : {_T}
  %1 = "ttir.matmul"(%a, %b, %0) : (tensor<64x128xbf16>, tensor<128x96xbf16>, {_T}) -> {_T}
  %2 = tensor.empty() : {_T}
  %3 = "ttir.add"(%1, %c, %2) {_BINARY}
  %4 = tensor.empty() : {_T}
  %5 = "ttir.add"(%3, %c, %4) {_BINARY}
  %6 = tensor.empty() : {_T}
  %7 = "ttir.softmax"(%5, %6) <{{dimension = 1 : si32}}> : ({_T}, {_T}) -> {_T}
  %8 = tensor.empty() : {_T}
  %9 = "ttir.softmax"(%3, %8) <{{dimension = 1 : si32}}> : ({_T}, {_T}) -> {_T}
  return %7, %9 : {_T}, {_T}
}}
"""
OTHERS: list[Attribute] = [
    TensorType(Float64Type(), (64, 96)),
    TensorType(Float64Type(), (3,)),
    StringAttr("other"),
    UnitAttr(),
]


@cache
def passes() -> tuple[Pass, ...]:
    return tuple(create_passes("ttir-to-ttnn-backend-pipeline"))


@dataclass(frozen=True)
class Change:
    """A planted change: `other` replaces the result, operand or attribute `which` of operation
    number `operation`.
    """

    what: str
    operation: int
    which: int
    other: Attribute

    def apply(self, module: Operation) -> None:
        operations = list(module.walk())
        op = operations[self.operation % len(operations)]
        if self.what == "result":
            assume(op.results)
            set_type(op.results[self.which % len(op.results)], self.other)
        elif self.what == "operand":
            earlier: list[SSAValue] = [
                result for each in operations[: operations.index(op)] for result in each.results
            ]
            assume(op.operands and earlier)
            op.operands[self.which % len(op.operands)] = earlier[self.which % len(earlier)]
        else:
            held = op.properties or op.attributes
            assume(held)
            key = [*held][self.which % len(held)]
            if self.what == "removal":
                del held[key]
            else:
                held[key] = self.other


def refused(module: Operation) -> tuple[str, ...]:
    """Return the messages of the first operation that fails its verifier, without and with its
    name. Empty if no operation fails.
    """
    for op in module.walk():
        try:
            op.verify_()
        except VerifyException as error:
            said = str(error.args[0]).removeprefix(f"'{op.name}' ").removeprefix("op ")
            return said, f"'{op.name}' op {said}"
    return ()


@dataclass(frozen=True)
class Broken(Pass):
    """A pass that runs another pass and then changes the IR."""

    name = "broken"
    cpp_name = "Broken"
    inner: Pass
    change: Change
    expected: list[tuple[str, ...]]
    """Messages of `refused`, set when the pass has run."""

    @property
    def anchor(self) -> str | None:
        return self.inner.anchor

    def run_nested(self, runner: PassRunner, op: Operation) -> None:
        self.inner.run_nested(runner, op)
        self.change.apply(op)
        self.expected.append(refused(op))


numbers = st.integers(0, 63)
changes = st.builds(
    Change,
    st.sampled_from(["result", "operand", "removal", "attribute"]),
    numbers,
    numbers,
    st.sampled_from(OTHERS),
)


def run(number: int, change: Change) -> tuple[list[tuple[str, ...]], list[str], bool]:
    """Run a pipeline in which one pass breaks IR. Return the expected messages, the user's
    messages, and whether all passes ran.
    """
    context, expected = create_context(), []
    manager = OpPassManager()
    for at, each in enumerate(passes()):
        manager.add(Broken(each, change, expected) if at == number else each, implicit_nesting=True)
        if at == number:
            break
    module = parse_module(PROGRAM, context=context)
    with context.diagnostics.collect() as diagnostics:
        try:
            PassManager(manager, context=context).run(module)
        except CompilationError:
            return expected, [each.message for each in diagnostics], False
    return expected, [], True


@pytest.mark.parametrize("number", range(len(passes())), ids=lambda at: f"{at}-{passes()[at].name}")
@given(change=changes)
def test_verification_after_pass_that_breaks_ir_reports_verifier_error(number: int, change: Change):
    expected, messages, is_whole = run(number, change)
    assume(expected and expected[0])
    assert not is_whole
    assert messages[0] in expected[0]
