"""The EmitC dialect against Debian's mlir-opt, which lacks only lvalues and `emitc.switch`."""

import shutil
import subprocess
from pathlib import Path

import pytest
from xdsl.dialects.builtin import i32
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.compiler import parse
from ttmlir_py.dialects.emitc.types import ArrayType
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation

MLIR_OPT = shutil.which("mlir-opt-19")
needs_mlir_opt = pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed")
FILES = Path(__file__).parent / "emitc"


def mlir_opt(text: str, *flags: str) -> str:
    assert MLIR_OPT is not None
    process = subprocess.run(
        [MLIR_OPT, *flags], input=text, capture_output=True, text=True, check=True
    )
    return process.stdout.rstrip("\n")


def printed(module: ModuleOp, options: PrintOptions | None = None) -> str:
    return print_operation(module, options or PrintOptions()).rstrip("\n")


@needs_mlir_opt
@pytest.mark.parametrize("generic", [False, True])
def test_emitc_text_prints_as_mlir_opt(generic: bool):
    text = (FILES / "ops.mlir").read_text()
    flags = ["--mlir-print-op-generic"] if generic else []
    assert printed(parse(text), PrintOptions(generic=generic)) == mlir_opt(text, *flags)


@needs_mlir_opt
def test_invalid_emitc_text_reports_messages_of_mlir_opt():
    text = (FILES / "invalid.mlir").read_text()
    mlir_opt(text, "--split-input-file", "--verify-diagnostics")


@pytest.mark.parametrize("name", ["ops.mlir", "lvalues.mlir"])
def test_emitc_generic_form_parses_to_equal_module(name: str):
    module = parse((FILES / name).read_text())
    generic = printed(module, PrintOptions(generic=True))
    assert printed(parse(generic)) == printed(module)


def test_emitc_negative_array_dimension_is_refused():
    with pytest.raises(VerifyException, match="dimensions must have non-negative size"):
        ArrayType((2, -1), i32)
