"""Errors for files of the wrong kind: a binary where text is expected, the reverse, and a path as
text.
"""

from pathlib import Path

import pytest

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.common.contents import advice_for_binary, is_mlir, is_path
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.schemas import BinaryError

ROOT = Path(__file__).parents[2]
EMPTY = "func.func @f() {\n  return\n}\n"
EXAMPLES = sorted(ROOT.glob("examples/**/*.mlir"))


def binary() -> bytes:
    """Return the binary of a program without operations."""
    return ttmlir_py.compile(EMPTY)


def test_parse_of_binary_as_text_reports_how_to_get_text():
    text = binary().decode("utf-8", "surrogateescape")
    with pytest.raises(CompilationError) as caught:
        ttmlir_py.parse(text, file_name="a.ttnn")
    assert str(caught.value).splitlines() == [
        "a.ttnn:0:0: error: expected MLIR text, but this is a TTNN binary; "
        "`tttranslate --flatbuffer-to-ttnn FILE` turns it into text"
    ]


@pytest.mark.parametrize(
    ("data", "advice"),
    [
        (b"ML\xefR\rStableHLO_v1.7.0\0", "MLIR bytecode"),
        (b"\x10\0\0\0\x14\0\0\0TTM0\0\0", "a TTMetal binary; `ttrt read FILE`"),
        (b"\x10\0\0\0\x14\0\0\0TTSY\0\0", "a system description; `ttrt read FILE`"),
        (b"\xc3\x10\0\0\x14\0\0\0TTNN\0\0", "a TTNN binary"),
    ],
)
def test_advice_for_binary_names_kind_of_binary(data, advice):
    assert advice in (advice_for_binary(data.decode("utf-8", "surrogateescape")) or "")


@pytest.mark.parametrize("text", ["", "\n// TTNN\n", "module {}", "\0\0\0\0 text", "\ud800\n"])
def test_advice_for_binary_given_plain_text_is_none(text):
    assert advice_for_binary(text) is None


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_run_of_mlir_text_as_binary_reports_how_to_compile_text(path):
    assert is_mlir(path.read_bytes()[:1024])
    with pytest.raises(BinaryError, match="this is MLIR text, expected a TTNNBinary; `ttmlir-comp"):
        runtime.load(path)


@pytest.mark.parametrize(
    "text", ['"ttir.add"(%a)', "%0 = stablehlo.add", "#map = a", "  func.func @f", "!t = i32"]
)
def test_is_mlir_is_true_for_lines_of_programs(text):
    expected = not text.startswith("%0 = stablehlo")
    assert is_mlir(f"// comment\n{text}\n".encode()) is expected


def test_is_mlir_is_false_for_files_that_are_not_programs():
    assert not is_mlir((ROOT / "pyproject.toml").read_bytes()[:1024])
    assert not is_mlir((ROOT / "README.md").read_bytes()[:1024])
    assert not is_mlir(binary()[:1024])
    assert not is_mlir(b"")


def test_parse_of_path_as_text_reports_how_to_read_file():
    for call in (ttmlir_py.parse, ttmlir_py.compile):
        with pytest.raises(CompilationError) as caught:
            call("models/model.mlir")
        advice = "this text is a path; pass the file's text, Path('models/model.mlir').read_text()"
        assert advice in str(caught.value)


@pytest.mark.parametrize("text", [EMPTY, "module {} // model.mlir", "func.return", "\n\n", ""])
def test_is_path_is_false_for_program_text(text):
    assert not is_path(text)


def test_parse_of_argument_of_wrong_type_reports_how_to_read_file():
    with pytest.raises(TypeError, match="expected MLIR text, found PosixPath; read a file with"):
        ttmlir_py.parse(Path("model.mlir"))
    with pytest.raises(TypeError, match="expected MLIR text, found bytes; read a file with"):
        ttmlir_py.parse(binary())
    with pytest.raises(TypeError, match="expected the bytes of a binary, found text"):
        ttmlir_py.import_binary("model.ttnn")
