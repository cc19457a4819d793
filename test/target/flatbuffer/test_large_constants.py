"""A binary holds a large constant once: in its operations, not in its texts."""

import re

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.schemas import load_schema, read

ROWS, COLUMNS = 64, 128


def program(elements: np.ndarray) -> str:
    return f"""
    func.func @main(%x: tensor<{ROWS}x{COLUMNS}xf32>) -> tensor<{ROWS}x{COLUMNS}xf32> {{
      %w = "ttir.constant"() <{{value = dense<"0x{elements.tobytes().hex()}"> : tensor<{ROWS}x{COLUMNS}xf32>}}> : () -> tensor<{ROWS}x{COLUMNS}xf32>
      %e = tensor.empty() : tensor<{ROWS}x{COLUMNS}xf32>
      %y = "ttir.add"(%x, %w, %e) <{{operandSegmentSizes = array<i32: 2, 1>}}> : (tensor<{ROWS}x{COLUMNS}xf32>, tensor<{ROWS}x{COLUMNS}xf32>, tensor<{ROWS}x{COLUMNS}xf32>) -> tensor<{ROWS}x{COLUMNS}xf32>
      return %y : tensor<{ROWS}x{COLUMNS}xf32>
    }}"""


@pytest.fixture(scope="module")
def elements():
    return np.random.default_rng(0).standard_normal((ROWS, COLUMNS)).astype(np.float32)


@pytest.fixture(scope="module")
def binary(elements):
    return ttmlir_py.compile(program(elements), system="n150", stages=True)


@pytest.fixture(scope="module")
def debug_info(binary):
    return read(load_schema("TTNN/binary.fbs"), binary).programs[0].debug_info


def test_binary_holds_large_constant_once(binary, elements):
    assert len(binary) < elements.nbytes + 60_000
    zeros = np.zeros_like(elements)
    np.testing.assert_array_equal(runtime.load(binary).run([zeros])[0], elements)


def test_texts_in_binary_elide_large_constants(debug_info):
    texts = [debug_info.mlir.source, *(stage.source for stage in debug_info.mlir_stages)]
    assert all("dense_resource<__elided__> : tensor<64x128xf32>" in text for text in texts)
    assert "std::vector<float>{__elided__ /* 8192 elements */}" in debug_info.cpp


def test_module_with_elided_constant_is_refused(debug_info):
    text = debug_info.mlir.source
    with pytest.raises(CompilationError) as caught:
        ttmlir_py.translate(ttmlir_py.parse(text))
    assert "its elements were left out when the text was printed" in str(caught.value)
    assert re.search(r"error: 'ttnn.constant' op cannot be translated", str(caught.value))


def test_small_constants_in_binary_texts_stay_readable():
    text = """
    func.func @main(%x: tensor<100xf32>) -> tensor<100xf32> {
      %w = "ttir.constant"() <{value = dense<[NUMBERS]> : tensor<100xf32>}> : () -> tensor<100xf32>
      %e = tensor.empty() : tensor<100xf32>
      %y = "ttir.add"(%x, %w, %e) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<100xf32>, tensor<100xf32>, tensor<100xf32>) -> tensor<100xf32>
      return %y : tensor<100xf32>
    }""".replace("NUMBERS", ", ".join(f"{n}.0" for n in range(100)))
    data = ttmlir_py.compile(text, system="n150")
    info = read(load_schema("TTNN/binary.fbs"), data).programs[0].debug_info
    assert "dense<[0.000000e+00, 1.000000e+00" in info.mlir.source
    assert "98.0f, 99.0f}" in info.cpp
    assert ttmlir_py.translate(ttmlir_py.parse(info.mlir.source))
