"""Constants of several elements keep NumPy's bytes from TTIR to the result."""

import sys
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import runtime, ttnn
from ttmlir_py.building import func, module, tensor, ttir

DEFAULT = "ttir-to-ttnn-backend-pipeline"
SIGNED = DEFAULT + "{signed-integers=true}"
OPTIMIZED = DEFAULT + "{enable-optimizer=true memory-layout-analysis-enabled=true}"
RANDOM = np.random.default_rng(0)
ARRAYS = {
    "f32": np.float32([[1.5, -0.0, 0.1], [np.nan, np.inf, -np.inf]]),
    "bf16": RANDOM.standard_normal((3, 5)).astype(ml_dtypes.bfloat16),
    "ui8": np.uint8([[0, 255], [7, 8]]),
    "ui16": np.uint16([0, 65535, 7]),
    "ui32": np.uint32([[0, 2**32 - 1, 2**24 + 1]]),
    "empty": np.zeros((0, 4), np.float32),
    "large": RANDOM.standard_normal((257, 300)).astype(np.float32),
    "rank 4": RANDOM.standard_normal((2, 3, 33, 5)).astype(np.float32),
}
INTEGERS = np.int32([-1, 2**31 - 1, -(2**31), 2**24 + 1])


def binary_of(function: Any, pipeline: str) -> bytes:
    built = module(function)
    ttmlir_py.PassManager(f"builtin.module({pipeline})").run(built)
    return ttmlir_py.translate(built, "ttnn-to-flatbuffer")


def constants(*arrays: np.ndarray) -> Any:
    """Return a function that returns the arrays as constants."""

    @func()
    def main() -> Any:
        return tuple(map(ttir.constant, arrays))

    return main


@pytest.mark.parametrize("pipeline", [DEFAULT, OPTIMIZED])
@pytest.mark.parametrize("array", ARRAYS.values(), ids=ARRAYS)
def test_compiled_constant_keeps_every_bit(array: np.ndarray, pipeline: str):
    (found,) = runtime.load(binary_of(constants(array), pipeline)).run([])
    assert (found.shape, found.dtype) == (array.shape, array.dtype)
    assert found.tobytes() == array.tobytes()


@pytest.mark.parametrize(("pipeline", "dtype"), [(DEFAULT, np.uint32), (SIGNED, np.int32)])
@pytest.mark.filterwarnings("ignore")
def test_compiled_integer_constant_keeps_bits_and_requested_sign(pipeline: str, dtype: type):
    (found,) = runtime.load(binary_of(constants(INTEGERS), pipeline)).run([])
    assert found.dtype == dtype
    assert found.tobytes() == INTEGERS.tobytes()


@pytest.mark.parametrize("pipeline", [DEFAULT, OPTIMIZED])
def test_compiled_ops_on_constants_match_numpy(pipeline: str):
    weight = RANDOM.standard_normal((64, 32)).astype(np.float32)
    bias = RANDOM.standard_normal((1, 32)).astype(np.float32)
    type_ = tensor((16, 64), np.float32)

    @func(type_)
    def main(x: Any) -> Any:
        return ttir.add(ttir.matmul(x, ttir.constant(weight)), ttir.constant(bias))

    x = RANDOM.standard_normal((16, 64)).astype(np.float32)
    (found,) = runtime.load(binary_of(main, pipeline)).run([x])
    np.testing.assert_allclose(found, x @ weight + bias, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("value", "type_", "expected"),
    [
        ("dense<[true, false, true]> : tensor<3xi1>", "bf16", [1, 0, 1]),
        ("dense<[1, -2, 3]> : tensor<3xi64>", "i32", [1, 2**32 - 2, 3]),
        ("dense<[1.5, -2.5, 1.0e300]> : tensor<3xf64>", "f32", [1.5, -2.5, np.inf]),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_constant_is_stored_in_its_result_format(value: str, type_: str, expected: list[float]):
    program = ttmlir_py.parse(
        f"func.func @main() -> tensor<3x{type_}> {{\n"
        f'  %0 = "ttir.constant"() <{{value = {value}}}> : () -> tensor<3x{type_}>\n'
        f"  return %0 : tensor<3x{type_}>\n}}"
    )
    ttmlir_py.PassManager(f"builtin.module({DEFAULT})").run(program)
    binary = ttmlir_py.translate(program, "ttnn-to-flatbuffer")
    (found,) = runtime.load(binary).run([])
    assert found.astype(np.float64).tolist() == expected


def test_equal_constants_are_stored_once_in_binary():
    array = ARRAYS["large"]
    binary = binary_of(constants(array, array.copy(), array.reshape(300, 257)), DEFAULT)
    assert binary.count(array.tobytes()) == 1
    for each in runtime.load(binary).run([]):
        assert each.tobytes() == array.tobytes()


def test_emitted_script_holds_constant_elements(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "ttnn", ttnn)
    array = ARRAYS["f32"]
    built = module(constants(array, np.uint8([1, 255])))
    ttmlir_py.PassManager(f"builtin.module({DEFAULT})").run(built)
    scope: dict[str, Any] = {"__name__": "script"}
    source = ttmlir_py.translate(built, "ttnn-to-python").decode()
    exec(source, scope)
    floats, bytes_ = scope["main"]()
    np.testing.assert_array_equal(floats.to_numpy(), array)
    assert bytes_.to_numpy().tolist() == [1, 255]
