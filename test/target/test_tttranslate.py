"""Tests of the command line of tttranslate."""

import os
import subprocess
import sys

import pytest

from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.schemas import load_schema, read
from ttmlir_py.tools.driver import ToolError
from ttmlir_py.tools.tttranslate import TRANSLATIONS, run

DEVICE = (
    "#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0, d1, 0),"
    " dramMap = (d0, d1)[s0, s1] -> (0, 0, d0, d1), meshShape = , chipIds = [0]>"
)
TENSOR = (
    "tensor<32x32xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>,"
    " memref<1x1x!tt.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>"
)
FUNCTION = f"""
func.func @f(%x: {TENSOR}) -> {TENSOR} {{
  %r = "ttnn.softmax"(%x) <{{dimension = 1 : si32}}> : ({TENSOR}) -> {TENSOR}
  return %r : {TENSOR}
}}
"""


@pytest.fixture(scope="module")
def program():
    """Return the path of a module that can be translated."""
    return f"module attributes {{tt.device = {DEVICE}, tt.system_desc = {SystemDescAttr.get_default()}}} {{{FUNCTION}}}\n"


@pytest.fixture
def source(tmp_path, program):
    path = tmp_path / "in.mlir"
    path.write_text(program)
    return path


def name_of(data):
    return read(load_schema("TTNN/binary.fbs"), data).programs[0].name


def test_tttranslate_writes_to_standard_output(source, capsysbinary):
    assert run("tttranslate", ["--ttnn-to-flatbuffer", str(source)]) == 0
    assert name_of(capsysbinary.readouterr().out) == "f"


def test_tttranslate_reads_standard_input_and_writes_file(source, tmp_path):
    target = tmp_path / "out.ttnn"
    command = [
        sys.executable,
        "-m",
        "ttmlir_py.tools.tttranslate",
        "-ttnn-to-flatbuffer",
        "-",
        "-o",
        target,
    ]
    done = subprocess.run(command, stdin=source.open(), capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert name_of(target.read_bytes()) == "f"
    assert sorted(os.listdir(tmp_path)) == ["in.mlir", "out.ttnn"]


def test_tttranslate_locations_name_input_file(source, capsysbinary):
    run("tttranslate", ["--ttnn-to-flatbuffer", str(source)])
    root = read(load_schema("TTNN/binary.fbs"), capsysbinary.readouterr().out)
    assert root.programs[0].operations[0].loc_info == f'loc("{source}":3:8)'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("module {", "expected operation name in quotes"),
        (
            "module {}",
            "error: 'builtin.module' op has no 'tt.system_desc', so it is not a TTNN program",
        ),
        ('"ttnn.nothing"() : () -> ()', "error"),
        ('"a.b"() : () -> ()', "operation being parsed with an unregistered dialect"),
        ("func.func @f(%x: i32) -> i64 { return %x : i32 }", "error: "),
    ],
)
def test_tttranslate_with_bad_input_writes_nothing(tmp_path, capsys, text, message):
    source, target = tmp_path / "in.mlir", tmp_path / "out.ttnn"
    source.write_text("\n\n" + text)
    target.write_bytes(b"before")
    assert run("tttranslate", ["--ttnn-to-flatbuffer", str(source), "-o", str(target)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"{source}:3:" in captured.err
    assert message in captured.err
    assert "Traceback" not in captured.err
    assert 'builtin.module"()' not in captured.err
    assert target.read_bytes() == b"before"


def test_tttranslate_of_operation_without_translation_names_operation(tmp_path, capsys, program):
    source = tmp_path / "in.mlir"
    lines = f"""
  %d = "ttnn.get_device"() : () -> !tt.device<{DEVICE}>
  %a = "ttnn.all_reduce"(%x, %d) <{{math_op = #tt.reduce_type<sum>, num_links = 1 : si32, scatter_dim = 0 : si32, scatter_num = 1 : si32}}>
       : ({TENSOR}, !tt.device<{DEVICE}>) -> {TENSOR}
  return"""
    source.write_text(program.replace("\n  return", lines))
    assert run("tttranslate", ["--ttnn-to-flatbuffer", str(source)]) == 1
    error = capsys.readouterr().err
    assert error.startswith(
        f"{source}:5:8: error: 'ttnn.all_reduce' op cannot be translated: TTNN binaries have no such operation\n"
    )
    assert f"{source}:5:8: note: see current operation: " in error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x.mlir"], "Translations to perform option: must be specified at least once!"),
        (["--ttnn-to-flatbuffer=3", "x"], "option: does not allow a value! '3' specified."),
        (["--ttnn-to-flatbuffer"] * 2, "no translation reads the output of --ttnn-to-flatbuffer"),
        (["--ttnn-to-flatbufer", "x"], "Did you mean '--ttnn-to-flatbuffer'?"),
        (["--ttnn-to-flatbuffer", "a", "b"], "Too many positional arguments specified!"),
        (["--ttnn-to-flatbuffer", "none.mlir"], "cannot open input file 'none.mlir': No such file or directory"),
        (["--ttnn-to-flatbuffer", "/"], "cannot open input file '/': Is a directory"),
        (["--ttnn-to-flatbuffer", "-o"], "for the -o option: requires a value!"),
    ],
)  # fmt: skip
def test_tttranslate_with_wrong_command_line_is_refused(arguments, message):
    with pytest.raises(ToolError) as caught:
        run("tttranslate", arguments)
    assert message in str(caught.value)


def test_tttranslate_with_unwritable_output_file_reports_error(source):
    with pytest.raises(ToolError, match="cannot open output file '/nowhere/x': No such file"):
        run("tttranslate", ["--ttnn-to-flatbuffer", str(source), "-o", "/nowhere/x"])


def test_tttranslate_split_input_file_translates_each_chunk(tmp_path, program, capsysbinary):
    source = tmp_path / "in.mlir"
    source.write_text(program + "// -----\n" + program.replace("@f", "@g"))
    arguments = ["--ttnn-to-flatbuffer", "--split-input-file", str(source)]
    assert run("tttranslate", [*arguments, "--output-split-marker=#"]) == 0
    first, second = capsysbinary.readouterr().out.split(b"#\n", 1)
    assert (name_of(first), name_of(second)) == ("f", "g")
    source.write_text(program + "// -----\nmodule {}\n// -----\nmodule {}\n")
    assert run("tttranslate", arguments) == 1
    assert capsysbinary.readouterr().err.count(b"error: 'builtin.module' op has no") == 2


def test_tttranslate_stores_stages_of_compilation_in_binary(source, tmp_path, capsysbinary):
    text = 'func.func @f() -> tensor<128xi32> {{\n  %0 = "ttir.constant"() <{{value = dense<[{}]> : tensor<128xi32>}}> : () -> tensor<128xi32>\n  return %0 : tensor<128xi32>\n}}\n'
    ttir = tmp_path / "ttir.mlir"
    ttir.write_text(text.format(", ".join(map(str, range(128)))))
    kept = f"--pre-pipeline={ttir}"
    assert run("tttranslate", ["--ttnn-to-flatbuffer", kept, str(source)]) == 0
    data = capsysbinary.readouterr().out
    (stage,) = read(load_schema("TTNN/binary.fbs"), data).programs[0].debug_info.mlir_stages
    assert stage.name == "PRE-PIPELINE"
    assert f'loc("{ttir}":2:8)' in stage.source
    assert "__elided__" not in stage.source
    ttir.write_text("what")
    assert run("tttranslate", ["--ttnn-to-flatbuffer", kept, str(source)]) == 1
    assert b"ttir.mlir:1:1: error" in capsysbinary.readouterr().err
    for arguments, message in (
        (["--ttnn-to-python", kept], "only what --ttnn-to-flatbuffer writes holds"),
        (
            ["--ttnn-to-flatbuffer", "--split-input-file", kept],
            "cannot be used with --split-input-file",
        ),
        (["--ttnn-to-flatbuffer", "--pre-pipeline=none"], "cannot open input file 'none'"),
    ):
        with pytest.raises(ToolError, match=message):
            run("tttranslate", [*arguments, str(source)])


def test_tttranslate_verify_diagnostics_checks_errors_annotated_in_input(
    tmp_path, capfdbinary, program
):
    source = tmp_path / "in.mlir"
    arguments = ["--ttnn-to-flatbuffer", "--verify-diagnostics", str(source)]
    source.write_text("// expected-error @below {{so it is not a TTNN program}}\nmodule {}\n")
    assert run("tttranslate", arguments) == 0
    source.write_text("// expected-error @below {{something else}}\nmodule {}\n")
    assert run("tttranslate", arguments) == 1
    assert (
        'expected error "something else" was not produced' in capfdbinary.readouterr().err.decode()
    )
    source.write_text(program)
    assert run("tttranslate", arguments) == 0
    assert name_of(capfdbinary.readouterr().out) == "f"


def test_tttranslate_help_lists_translations_and_options(capsys):
    assert run("tttranslate", ["--help"]) == 0
    text = capsys.readouterr().out
    for name, translation in TRANSLATIONS.items():
        assert f"--{name}" in text
        assert translation.help in text
    assert "-o=<filename>" in text


def test_tttranslate_completion_lists_translations(capsys):
    assert run("tttranslate", ["--completion=bash"]) == 0
    assert "--ttnn-to-flatbuffer" in capsys.readouterr().out
