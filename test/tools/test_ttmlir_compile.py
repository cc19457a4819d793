"""`ttmlir-compile` turns a model's text into each output form with one command."""

import io
import os
import re
import shutil

import numpy as np
import pytest
from module_runs import run_module, run_module_on_text

import ttmlir_py
from ttmlir_py.tools.ttmlir_compile import FORMS, Progress

pytestmark = pytest.mark.slow

TTIR = """
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = tensor.empty() : tensor<2xi32>
  %1 = "ttir.abs"(%x, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}
"""


@pytest.fixture
def compile(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.mlir").write_text(TTIR)

    def call(*arguments):
        done = run_module("ttmlir_py.tools.ttmlir_compile", *arguments)
        return done.returncode, done.stdout, done.stderr.decode()

    return call


def test_compiled_binary_keeps_sign_of_integers(compile, tmp_path):
    assert compile("m.mlir", "-o", "m.ttnn") == (0, b"", "")
    (got,) = ttmlir_py.runtime.load(tmp_path / "m.ttnn").run([np.int32([-3, 4])])
    assert (got.tolist(), got.dtype) == ([3, 4], np.int32)
    code, _, error = compile("m.mlir", "--signed-integers=false", "-o", "m.ttnn")
    assert code == 0
    assert "m.mlir:4:8: warning: 'ttir.abs' op signed 32-bit integers are stored as u32" in error
    code, _, error = compile("m.mlir", "--signed-integers=false", "-Werror", "-o", "n.ttnn")
    assert (code, (tmp_path / "n.ttnn").exists()) == (1, False)


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("ttir", b"module {"),
        ("ttnn", b"#device = #tt.device"),
        ("cpp", b'#include "ttnn-precompiled.hpp"'),
        ("python", b'"""A program on the ttnn API'),
    ],
)
def test_emit_option_writes_each_form(compile, form, start):
    code, output, error = compile("m.mlir", f"--emit={form}")
    assert (code, error) == (0, "")
    assert output.startswith(start)
    assert form in FORMS


CONSTANT = """
func.func @constant() -> tensor<2x2xf32> {
  %0 = "ttir.constant"() <{value = dense<3.5> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
func.func @clamped(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = ttir.empty() : tensor<2x2xf32>
  %1 = "ttir.clamp_scalar"(%x, %0) <{min = -1.0 : f32, max = 0.5 : f32}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
"""


def test_emitted_cpp_has_complete_calls_and_runs(compile, tmp_path):
    if not (shutil.which(os.environ.get("CXX") or "g++") or shutil.which("clang++")):
        pytest.skip("no C++ compiler")
    (tmp_path / "c.mlir").write_text(CONSTANT)
    assert compile("c.mlir", "--emit=cpp", "-o", "c.cpp") == (0, b"", "")
    done = run_module_on_text("ttmlir_py.tools.ttnn_standalone", "run", "--trace", "c.cpp")
    assert done.returncode == 0
    assert "ttnn.full() -> 2x2xf32 [3.5 3.5 3.5 3.5]" in done.stderr
    assert "ttnn.clamp(2x2xf32) -> 2x2xf32 [0.5 0.5 0.5 0.5]" in done.stderr


def test_emitted_cpp_with_incomplete_calls_warns_of_each_call(compile, tmp_path):
    (tmp_path / "c.mlir").write_text(CONSTANT.partition("func.func @clamped")[0])
    code, output, error = compile("c.mlir", "--emit=cpp", "--complete-calls=false")
    assert (code, b"ttnn::full(v1)" in output) == (0, True)
    assert "'ttnn.full' op the call in C++ leaves out 'fillValue'" in error


def test_ttmlir_compile_in_steps_gives_same_binary(compile, tmp_path):
    """Each command reads what the previous one wrote."""
    assert compile("m.mlir", "--emit=ttnn", "--mlir-print-debuginfo", "-o", "n.mlir")[0] == 0
    assert compile("n.mlir", "-o", "n.ttnn")[0] == 0
    (got,) = ttmlir_py.runtime.load(tmp_path / "n.ttnn").run([np.int32([-3, 4])])
    assert got.tolist() == [3, 4]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("absent.mlir",), "cannot open input file 'absent.mlir'"),
        (("bad.mlir",), "bad.mlir:2:1: error: custom op 'nonsense' is unknown"),
        (("elf",), "elf: error: this is an ELF file; a program in MLIR's text is expected"),
        (("m.mlir", "--system=n151"), "unknown system 'n151': expected n150"),
        (("m.mlir", "--max-legal-layouts=x"), "--max-legal-layouts option"),
        (("m.mlir", "--emit=llvm"), "Cannot find option named 'llvm'"),
        (("m.mlir", "--emitt"), "Did you mean '--emit'?"),
        (("m.mlir", "-o", "no/m.ttnn"), "cannot open output file 'no/m.ttnn'"),
        (("n.mlir", "--emit=ttir"), "is already in TTNN, which cannot be lowered to TTIR"),
    ],
)
def test_ttmlir_compile_with_wrong_command_line_reports_error(
    compile, tmp_path, arguments, message
):
    (tmp_path / "bad.mlir").write_text("module {}\nnonsense\n")
    (tmp_path / "elf").write_bytes(b"\x7fELF\x02\x01\x01\0")
    if arguments[0] == "n.mlir":
        compile("m.mlir", "--emit=ttnn", "-o", "n.mlir")
    code, output, error = compile(*arguments)
    assert (code, output) == (1, b"")
    assert message in error
    assert "Traceback" not in error


@pytest.mark.parametrize(
    ("op", "name"),
    [
        ("tosa.clz %x : (tensor<2xi32>) -> tensor<2xi32>", "tosa.clz"),
        (
            "stablehlo.custom_call @f(%x) : (tensor<2xi32>) -> tensor<2xi32>",
            "stablehlo.custom_call",
        ),
    ],
)
def test_ttmlir_compile_reports_every_unconvertible_operation(compile, tmp_path, op, name):
    types = "tensor<2xi32>, tensor<2xi32>"
    lines = [
        f"func.func @main(%x: tensor<2xi32>) -> ({types}) {{",
        *(f"%{number} = {op}" for number in (0, 1)),
        f"return %0, %1 : {types}",
        "}",
    ]
    (tmp_path / "u.mlir").write_text("\n".join(lines))
    for flags, count in ((("--report-unsupported",), 1), ((), 0)):
        code, _, error = compile("u.mlir", *flags)
        rows = re.findall(rf"^ +2  {re.escape(name)} +\S*u\.mlir:2:6\b", error, re.MULTILINE)
        assert (code, len(rows), error.count("error:")) == (1, count, 1)


def test_ttmlir_compile_system_option_changes_text(compile):
    texts = {compile("m.mlir", "--emit=ttnn", f"--system={name}")[1] for name in ("n150", "p150")}
    assert len(texts) == 2


def test_ttmlir_compile_help_lists_options(compile):
    _, output, _ = compile("--help")
    text = output.decode()
    assert "USAGE: ttmlir_compile [options] <input file> -o <output file>" in text
    for each in (
        "--emit=<form>",
        "--enable-optimizer ",
        "-W[no-]signed-integers",
        "--system=<name>",
    ):
        assert f"  {each}" in text
    assert "keep all bits of unsigned integers. (default: true)" in text


class _Pass:
    name = "some-pass"


def test_ttmlir_compile_erases_progress_line(monkeypatch):
    times = iter([0.0, 0.5, 7.0])
    monkeypatch.setattr("time.monotonic", lambda: next(times))
    progress = Progress(stream := io.StringIO())
    progress.before_pass(_Pass(), None)
    progress.clear()
    assert stream.getvalue() == ""
    progress.before_pass(_Pass(), None)
    assert stream.getvalue() == "\r\x1b[Ksome-pass ... 7 s"
    progress.clear()
    assert stream.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("dialect", ["stablehlo.add", "ttir"])
def test_ttmlir_compile_of_dynamic_argument_is_refused_at_argument(compile, tmp_path, dialect):
    body = "  %0 = stablehlo.add %y, %y : tensor<?x3xf32>\n" if dialect != "ttir" else ""
    text = f"func.func @main(%x: tensor<2xf32>,\n    %y: tensor<?x3xf32>) -> tensor<?x3xf32> {{\n{body}  return %y : tensor<?x3xf32>\n}}\n"
    (tmp_path / "d.mlir").write_text(text)
    code, output, error = compile("d.mlir", "-o", "d.ttnn")
    assert (code, output) == (1, b"")
    assert error.startswith(
        "d.mlir:2:5: error: argument #1 has a dynamic dimension, tensor<?x3xf32>: programs are"
    )


def test_ttmlir_compile_warning_shows_source_line_without_operation(compile, tmp_path):
    text = (
        "func.func @main(%x: tensor<32x32xf32>) -> tensor<32x32xui16> {\n"
        "  %0 = tensor.empty() : tensor<32x32xui16>\n"
        '  %1 = "ttir.typecast"(%x, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : '
        "(tensor<32x32xf32>, tensor<32x32xui16>) -> tensor<32x32xui16>\n"
        "  return %1 : tensor<32x32xui16>\n}\n"
    )
    (tmp_path / "c.mlir").write_text(text)
    _, _, error = compile("c.mlir", "-o", "c.ttnn")
    assert re.search(r"c.mlir:3:8: warning: 'ttir.typecast' op of floats to u16 rounds", error)
    assert "see current operation" not in error


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (
            "%x: tensor<2xf32>,\n    %y: tensor<2xf64>) -> tensor<2xf64> {\n  return %y :",
            "2:5: warning: argument #1",
        ),
        (
            "%x: tensor<2xf32>) -> tensor<2xf64> {\n  %y = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xf64>\n  return %y :",
            "2:8: warning: result #0",
        ),
    ],
)
def test_ttmlir_compile_warns_of_f64_at_its_operation(compile, tmp_path, text, place):
    (tmp_path / "d.mlir").write_text(f"func.func @main({text} tensor<2xf64>\n}}\n")
    code, _, error = compile("d.mlir", "-o", "d.ttnn")
    assert code == 0
    assert re.search(rf"d.mlir:{place}.* 64-bit floats, which are computed in f32", error)
    assert "see current operation" not in error
