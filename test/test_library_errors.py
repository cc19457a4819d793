"""Every library function that fails raises an error with its diagnostics and writes nothing to
stderr.
"""

import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.compiler import create_context, translate
from ttmlir_py.frontends import model as models
from ttmlir_py.frontends.levels import Level, lower
from ttmlir_py.ir.checking.verifier import verify_or_raise
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.passes.running import manager

SYNTAX = "func.func @f( {"
INVALID = """func.func @f(%a: f32) -> f64 {
  %0 = "arith.truncf"(%a) : (f32) -> f64
  return %0 : f64
}"""
UNCONVERTIBLE = """func.func @main(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = "some.thing"(%a) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}"""
NO_PROGRAM = """func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}"""


def unverified(text: str) -> ModuleOp:
    return parse_module(text, create_context(allow_unregistered=True))


def run_pass(pass_manager: Callable[..., manager.PassManager]) -> None:
    context = create_context(allow_unregistered=True)
    pipeline = "builtin.module(canonicalize)"
    pass_manager(pipeline, context=context).run(parse_module(INVALID, context))


def run_on_another_operation() -> None:
    module = ttmlir_py.parse("func.func @f() {\n  return\n}")
    function = module.body.block.first_op
    assert function is not None
    ttmlir_py.PassManager("builtin.module(canonicalize)").run(function)


def run_failing_pass() -> None:
    context = create_context(allow_unregistered=True)
    module = compiler.parse(UNCONVERTIBLE, context=context)
    ttmlir_py.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)", context=context).run(
        module
    )


def lower_unconvertible() -> None:
    context = create_context()
    module = compiler.parse(NO_PROGRAM, context=context)
    lower(module, Level.TTNN, context, options={}, system="n150")


def verify_invalid() -> None:
    verify_or_raise(unverified(INVALID), create_context())


def treat_warnings_as_errors() -> None:
    text = """func.func @main(%a: tensor<32x32xi64>) -> tensor<32x32xi64> {
      %e = tensor.empty() : tensor<32x32xi64>
      %0 = "ttir.abs"(%a, %e) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xi64>, tensor<32x32xi64>) -> tensor<32x32xi64>
      return %0 : tensor<32x32xi64>
    }"""
    ttmlir_py.compile(text, warnings=["-Werror"])


ENTRY_POINTS: dict[str, Callable[[], object]] = {
    "parse": lambda: ttmlir_py.parse(SYNTAX),
    "parse in a context": lambda: compiler.parse(SYNTAX, context=create_context()),
    "parse an invalid program": lambda: ttmlir_py.parse(INVALID),
    "parse an operation": lambda: compiler.parse_operation(SYNTAX, create_context()),
    "parse_module": lambda: parse_module(SYNTAX, create_context()),
    "parse_module and verify": lambda: parse_module(INVALID, create_context(), verify=True),
    "parse bytecode": lambda: ttmlir_py.parse("ML\xefR"),
    "parse of two revisions": lambda: ttmlir_py.parse(
        '#a = #ttcore.x<1>\n%0 = "ttir.abs"() : () -> !tt.device<2>'
    ),
    "verify_or_raise": verify_invalid,
    "PassManager": lambda: run_pass(ttmlir_py.PassManager),
    "PassManager of passes": lambda: run_pass(manager.PassManager),
    "PassManager on another operation": run_on_another_operation,
    "PassManager with a failing pass": run_failing_pass,
    "translate": lambda: translate(unverified(NO_PROGRAM), "ttnn-to-flatbuffer"),
    "translate to C++": lambda: translate(unverified(UNCONVERTIBLE), "mlir-to-cpp"),
    "convert_revision": lambda: ttmlir_py.convert_revision(unverified(INVALID), "2026-08"),
    "compile": lambda: ttmlir_py.compile(SYNTAX),
    "compile an invalid program": lambda: ttmlir_py.compile(INVALID),
    "compile with -Werror": treat_warnings_as_errors,
    "lower": lower_unconvertible,
    "a model": lambda: models.compile(NO_PROGRAM),
}


@pytest.mark.parametrize("name", ENTRY_POINTS)
def test_failing_library_call_raises_diagnostics_and_prints_nothing(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CompilationError) as raised:
        ENTRY_POINTS[name]()
    error = raised.value
    assert error.diagnostics
    first = error.diagnostics[0]
    assert first.message
    assert f"error: {first.message.splitlines()[0]}" in str(error)
    assert capfd.readouterr() == ("", "")


OPTIMIZE = "ttir-to-ttnn-backend-pipeline{enable-optimizer=true override-output-layout=sun=l1}"
PROGRAM = """func.func @main(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  return %a : tensor<32x32xf32>
}"""
SUCCEEDING: dict[str, Callable[[], object]] = {
    "PassManager": lambda: ttmlir_py.PassManager(f"builtin.module({OPTIMIZE})").run(
        ttmlir_py.parse(PROGRAM)
    ),
    "compile": lambda: ttmlir_py.compile(PROGRAM, OPTIMIZE),
    "a model": lambda: models.compile(
        PROGRAM, options={"enable-optimizer": True, "override-output-layout": "sun=l1"}
    ),
}


@pytest.mark.parametrize("name", SUCCEEDING)
def test_library_call_that_warns_names_caller_line_and_prints_nothing(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.warns(ttmlir_py.CompilationWarning, match="-Wunknown-override") as caught:
        SUCCEEDING[name]()
    assert [each.filename for each in caught] == [__file__]
    warning = caught[0].message
    assert isinstance(warning, ttmlir_py.CompilationWarning)
    assert warning.diagnostic is not None
    assert warning.diagnostic.message in str(warning)
    assert capfd.readouterr() == ("", "")


def test_library_warning_is_error_under_python_warning_filter() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", ttmlir_py.CompilationWarning)
        with pytest.raises(ttmlir_py.CompilationWarning):
            ttmlir_py.compile(PROGRAM, OPTIMIZE)


def test_model_stores_diagnostics_of_its_compilation() -> None:
    with pytest.warns(ttmlir_py.CompilationWarning) as caught:
        model = models.compile(
            PROGRAM, options={"enable-optimizer": True, "override-output-layout": "sun=l1"}
        )
    assert model.diagnostics
    assert list(model.diagnostics) == [getattr(each.message, "diagnostic", None) for each in caught]


def test_failing_library_call_calls_handler_of_context_once() -> None:
    context = create_context()
    with context.diagnostics.collect() as found, pytest.raises(CompilationError) as raised:
        compiler.parse(INVALID, context=context)
    assert tuple(found) == raised.value.diagnostics


def test_tool_prints_diagnostics_once(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from ttmlir_py.tools.ttopt import run

    path = tmp_path / "f.mlir"
    path.write_text(INVALID)
    assert run("ttopt", [str(path)]) == 1
    assert capfd.readouterr().err.count("cast incompatible") == 1


def test_failing_runtime_call_raises_error_and_prints_nothing(
    capfd: pytest.CaptureFixture[str],
) -> None:
    from ttmlir_py import runtime
    from ttmlir_py.runtime.errors import InputError
    from ttmlir_py.schemas import BinaryError

    with pytest.raises(BinaryError):
        runtime.load(b"no binary")
    text = """func.func @main(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
      %e = tensor.empty() : tensor<32x32xf32>
      %0 = "ttir.abs"(%a, %e) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
      return %0 : tensor<32x32xf32>
    }"""
    with pytest.raises(InputError):
        runtime.load(ttmlir_py.compile(text)).run([np.zeros((2, 2), np.float32)])
    assert capfd.readouterr() == ("", "")
