"""Tests of running passes from Python: order, nesting, verification, instrumentation, failures."""

import io
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from xdsl.ir import Operation

import ttmlir_py
from ttmlir_py.compiler import create_context
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import PrintOptions
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.running.instrumentation import DumpOptions, IRPrinting, Timing
from ttmlir_py.passes.running.manager import PassManager
from ttmlir_py.passes.running.pass_manager import OpPassManager

TWO_FUNCTIONS = """
module {
  func.func @f(%arg0: i32) -> i32 {
    return %arg0 : i32
  }
  func.func @g() {
    return
  }
}
"""


class Recorder:
    def __init__(self) -> None:
        self.events: list[str] = []

    def before_pass(self, each: Pass, op: Operation) -> None:
        self.events.append(f"before {each.name} {op.name}")

    def after_pass(self, each: Pass, op: Operation, *, failed: bool) -> None:
        self.events.append(f"{'failed' if failed else 'after'} {each.name} {op.name}")

    def before_pipeline(self, name: str | None) -> None:
        self.events.append(f"enter {name}")

    def after_pipeline(self, name: str | None) -> None:
        self.events.append(f"leave {name}")


@dataclass(frozen=True)
class Break(Pass):
    """Makes functions that return nothing claim a result, so that they do not verify"""

    name = "break"
    cpp_name = "Break"
    anchor = "func.func"

    def run(self, context: MlirContext, op: Operation) -> None:
        assert isinstance(op, FuncOp)
        inputs = op.function_type.inputs.data
        op.properties["function_type"] = type(op.function_type).from_lists(inputs, [])


@dataclass(frozen=True)
class Complain(Pass):
    """Fails"""

    name = "complain"
    cpp_name = "Complain"
    anchor = None

    def run(self, context: MlirContext, op: Operation) -> None:
        raise OperationError(op, "is not to my taste")


def manager_of(*passes: Pass) -> OpPassManager:
    manager = OpPassManager()
    for each in passes:
        manager.add(each, implicit_nesting=True)
    return manager


def test_empty_pipeline_prints_input_text_unchanged():
    module = ttmlir_py.parse(TWO_FUNCTIONS)
    ttmlir_py.PassManager("builtin.module(canonicalize,cse,symbol-dce)").run(module)
    assert str(module).strip() == TWO_FUNCTIONS.strip()


def test_nested_pipeline_runs_all_passes_per_function():
    recorder = Recorder()
    module = ttmlir_py.parse(TWO_FUNCTIONS)
    text = "builtin.module(func.func(cse),func.func(canonicalize),any(cse),symbol-dce)"
    ttmlir_py.PassManager(text, instrumentations=[recorder]).run(module)
    each = ["before cse func.func", "after cse func.func"]
    both = [*each, "before canonicalize func.func", "after canonicalize func.func"]
    assert recorder.events == [
        *("enter func.func", *both, *both, "leave func.func"),
        *("enter None", *each, *each, "leave None"),
        *("before symbol-dce builtin.module", "after symbol-dce builtin.module"),
    ]


def test_pass_result_that_fails_verification_is_reported():
    recorder, context = Recorder(), create_context()
    module = parse_module(TWO_FUNCTIONS, context=context)
    runner = PassManager(manager_of(Break()), context=context, instrumentations=[recorder])
    with context.diagnostics.collect() as diagnostics, pytest.raises(CompilationError):
        runner.run(module)
    assert recorder.events[-2:] == ["failed break func.func", "leave func.func"]
    assert "'func.return' op has 1 operands" in diagnostics[0].message


def test_pass_manager_without_verify_each_accepts_invalid_ir():
    module = ttmlir_py.parse(TWO_FUNCTIONS)
    ttmlir_py.PassManager(manager_of(Break()), verify_each=False).run(module)


def test_failing_pass_stops_pipeline():
    recorder, context = Recorder(), create_context()
    module = parse_module(TWO_FUNCTIONS, context=context)
    runner = PassManager(
        manager_of(Complain(), Break()), context=context, instrumentations=[recorder]
    )
    with context.diagnostics.collect() as diagnostics, pytest.raises(CompilationError):
        runner.run(module)
    assert [each.message for each in diagnostics] == ["'builtin.module' op is not to my taste"]
    assert recorder.events == ["before complain builtin.module", "failed complain builtin.module"]


def test_pipeline_with_wrong_anchor_op_is_refused():
    context = create_context()
    module = parse_module(TWO_FUNCTIONS, context=context)
    runner = PassManager("func.func(cse)", context=context)
    with context.diagnostics.collect() as diagnostics, pytest.raises(CompilationError):
        runner.run(module)
    assert diagnostics[0].message == ("can't run 'func.func' pass manager on 'builtin.module' op")


def test_ir_dump_after_change_skips_passes_without_effect():
    stream = io.StringIO()
    dumps = IRPrinting(DumpOptions(after=None, only_on_change=True), stream=stream)
    module = ttmlir_py.parse(
        "func.func @f() {\n  %0 = tensor.empty() : tensor<2xf32>\n  return\n}\n"
    )
    ttmlir_py.PassManager(
        "builtin.module(symbol-dce,cse,canonicalize)", instrumentations=[dumps]
    ).run(module)
    headers = [line for line in stream.getvalue().split("\n") if line.startswith("// -----//")]
    assert headers == ["// -----// IR Dump After CSE (cse) //----- //"]


def test_ir_dump_of_invalid_ir_uses_generic_form():
    stream, context = io.StringIO(), create_context()
    dumps = IRPrinting(DumpOptions(after=None, only_on_failure=True), stream=stream)
    module = parse_module(TWO_FUNCTIONS, context=context)
    runner = PassManager(manager_of(Break()), context=context, instrumentations=[dumps])
    with context.diagnostics.collect(), pytest.raises(CompilationError):
        runner.run(module)
    assert stream.getvalue().startswith(
        '// -----// IR Dump After Break Failed (break) //----- //\n"func.func"() <{'
    )


@pytest.mark.parametrize(
    ("verified", "assume_verified", "start"),
    [
        (False, False, '"func.func"() <{'),
        (False, True, "func.func @f("),
        (True, False, "func.func @f("),
    ],
)
def test_ir_dump_of_unverified_ir_is_generic_only_if_ir_is_invalid(
    verified: bool, assume_verified: bool, start: str
):
    stream = io.StringIO()
    options = PrintOptions(assume_verified=assume_verified)
    dumps = IRPrinting(DumpOptions(after=None, verified=verified), options, stream)
    context = create_context()
    module = parse_module(TWO_FUNCTIONS, context=context)
    PassManager(
        manager_of(Break()), context=context, verify_each=False, instrumentations=[dumps]
    ).run(module)
    assert stream.getvalue().split("\n")[1].startswith(start)


def test_timing_report_nests_passes_and_sums_times():
    def ticks() -> Iterator[float]:
        yield from map(float, range(100))

    clock = ticks()
    timing = Timing(lambda: next(clock))
    timing.start("A")  # 1
    timing.start("B")  # 2
    timing.stop()  # 3
    timing.stop()  # 4
    timing.start("A")  # 5
    timing.stop()  # 6
    report = timing.report()  # 7
    lines = [line.strip() for line in report.split("\n")[5:]]
    assert "Total Execution Time: 7.0000 seconds" in report
    assert lines[1:-1] == [
        "4.0000 ( 57.1%)  A",
        "1.0000 ( 14.3%)    B",
        "3.0000 ( 42.9%)  Rest",
        "7.0000 (100.0%)  Total",
    ]
