"""An operation without its required attributes gets one error, for the first missing name, as in
MLIR.
"""

import re
import shutil
import subprocess

import pytest

import ttmlir_py
from ttmlir_py.ir.diagnostics import CompilationError

MLIR_OPT = shutil.which("mlir-opt-19")
OPS = [
    '"func.func"() ({}) : () -> ()',
    '"func.constant"() : () -> i32',
    '"arith.cmpi"(%x, %x) : (i32, i32) -> i1',
    '"emitc.func"() ({}) : () -> ()',
    '"emitc.global"() : () -> ()',
    '"emitc.declare_func"() : () -> ()',
    '"emitc.call_opaque"() : () -> ()',
    '"llvm.alloca"(%x) : (i32) -> i32',
    '"llvm.insertvalue"(%x, %x) : (i32, i32) -> i32',
    '"memref.get_global"() : () -> i32',
]
"""Operations in generic form without attributes. Most of them require several."""


def program(op: str) -> str:
    return f"func.func @f(%x: i32) {{\n  {op}\n  return\n}}\n"


def error(text: str) -> str:
    with pytest.raises(CompilationError) as raised:
        ttmlir_py.parse(text)
    return str(raised.value)


@pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed")
@pytest.mark.parametrize("op", OPS, ids=lambda op: re.match(r'"([\w.]+)"', op)[1])  # type: ignore[index]
def test_missing_attribute_is_reported_as_by_mlir_opt(op: str):
    done = subprocess.run([str(MLIR_OPT)], input=program(op), capture_output=True, text=True)
    assert "requires attribute '" in done.stderr
    assert error(program(op)).splitlines()[0] == done.stderr.splitlines()[0]


def test_several_missing_attributes_report_first_by_name():
    tensor = "tensor<1x1x1x1xf32>"
    types = f"({', '.join([tensor] * 3)}) -> {tensor}"
    given = 'dilation_width = 1 : si32, stride_width = "x"'
    for properties, first in (
        ("", "dilation_height"),
        ("<{dilation_height = 1 : si32}>", "dilation_width"),
        (f"<{{{given}}}>", None),
    ):
        text = error(
            f'func.func @f(%x: {tensor}) {{\n  %0 = "ttir.conv2d"(%x, %x, %x) {properties} : {types}\n  return\n}}\n'
        )
        assert text.count("error:") == 1
        if first:
            assert f"'ttir.conv2d' op requires attribute '{first}'" in text
        else:
            assert 'Invalid attribute `stride_width` in property conversion: "x"' in text
