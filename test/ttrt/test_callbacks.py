"""Callbacks after each operation, written as in upstream's documentation."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import ttrt
from ttmlir_py.ttrt import API
from ttmlir_py.ttrt.binary.golden_tensor import golden_tensor
from ttmlir_py.ttrt.common import callback

PROGRAM = """
func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tensor.empty() : tensor<2x3xf32>
  %1 = "ttir.relu"(%x, %0) <{operandSegmentSizes = array<i32: 1, 1>}>
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> loc("relu")
  %2 = "ttir.neg"(%1, %0) <{operandSegmentSizes = array<i32: 1, 1>}>
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> loc("neg"("model.py":3:4))
  return %2 : tensor<2x3xf32>
}
"""
X = np.array([[-1, 2, -3], [4, -5, 0.1]], np.float32)
RELU = np.maximum(X, 0)
GOLDENS = {"input_0": X, 'loc("relu")': RELU, 'loc("neg"("model.py":3:4))': -RELU}


@pytest.fixture(autouse=True)
def no_callback_is_left():
    yield
    ttrt.runtime.unregister_hooks()


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model.ttnn"
    path.write_bytes(ttmlir_py.compile(PROGRAM, goldens=GOLDENS))
    return path


def test_documented_golden_callback_compares_outputs(model):
    compared = {}

    def golden(binary, programContext, opContext):
        op_debug_str = ttrt.runtime.get_op_debug_str(opContext)
        match = re.search(r"loc\(([^)]+)\)", op_debug_str)
        assert match
        loc = match.group(1).replace('"', "")
        op_golden_tensor = binary.get_debug_info_golden(loc)
        op_output_tensor = ttrt.runtime.get_op_output_tensor(opContext, programContext)
        if op_golden_tensor is None or len(op_output_tensor) == 0:
            return
        compared[loc] = (list(op_golden_tensor), op_output_tensor)

    ttrt.runtime.DebugHooks.get(golden)
    code, _ = API.Run(args={"binary": model})()
    assert code == 0
    values = RELU.ravel().tolist()
    negated = (-RELU).ravel().tolist()
    assert compared == {"relu": (values, values), "neg(model.py:3:4": (negated, negated)}


def test_callback_goldens_are_found_by_key(model):
    opened = ttrt.binary.load_binary_from_path(model)
    relu = opened.get_debug_info_golden('loc("relu")')
    assert (relu.shape, relu.stride, relu.dtype.name) == ([2, 3], [3, 1], "Float32")
    assert (list(relu), relu[1], len(relu)) == (RELU.ravel().tolist(), 2.0, 6)
    assert bytes(relu) == bytes(relu.get_data_buffer()) == RELU.tobytes()
    assert list(opened.get_debug_info_golden("input_0")) == X.ravel().tolist()
    assert opened.get_debug_info_golden("absent") is None


def test_callback_golden_of_half_precision_is_buffer_of_16_bit_numbers(tmp_path):
    values = np.array([1.5, -0.25, 3.0], np.float16)
    golden = golden_tensor("x", values, ttrt.runtime.DataType.Float16)
    assert isinstance(golden, ttrt.binary.GoldenTensor)
    assert (list(golden), golden[1]) == ([1.5, -0.25, 3.0], -0.25)
    assert bytes(golden) == values.tobytes()
    assert np.array_equal(np.frombuffer(golden, np.float16), values)


def test_common_callback_reports_goldens_and_memory(model, tmp_path):
    device = ttrt.runtime.open_device([0])
    config = callback.CallbackRuntimeConfig(
        device, str(tmp_path), enable_golden=True, enable_memory=True
    )
    ttrt.runtime.DebugHooks.get(callback.get_callback_fn(config))
    binary = ttrt.binary.load_binary_from_path(model)
    given = ttrt.runtime.create_tensor(
        X.ctypes.data, [2, 3], [3, 1], 4, ttrt.runtime.DataType.Float32
    )
    ttrt.runtime.submit(device, binary, 0, [given])
    assert [each["actual_pcc"] for each in config.golden_report.values()] == [1.0, 1.0]
    config.check_pcc()
    assert list(config.memory_report) == [*range(len(config.memory_report))]
    assert config.memory_report[0]["dram"]["device_0"]["num_banks"] == 12
    with pytest.raises(RuntimeError, match="Memory leak detected in DRAM for device=device_0"):
        config.check_memory_leak()
    config.save_golden_report(str(tmp_path / "goldens.json"))
    assert json.loads((tmp_path / "goldens.json").read_text()) == config.golden_report
    config.pcc = 1.5
    ttrt.runtime.submit(device, binary, 0, [given])
    with pytest.raises(RuntimeError, match=r"actual_pcc=1\.0 < expected_pcc=1\.5"):
        config.check_pcc()


@pytest.mark.parametrize(
    ("golden", "found", "expected"),
    [
        ([1.0, 2.0, 4.0], [1.0, 2.0, 4.0], (0, 0, 1)),
        ([1.0, 2.0, 4.0], [2.0, 4.0, 8.0], (4, 0.5, 1)),
        ([1.0, 2.0], [2.0, 1.0], (1, 1, -1)),
        ([0.0, 0.0], [1.0, 2.0], (2, 1, 0)),
        ([np.nan], [np.nan], (np.nan, np.nan, 1)),
        ([np.inf], [-np.inf], (np.inf, np.nan, 0)),
    ],
)
def test_get_atol_rtol_pcc_returns_upstream_numbers(golden, found, expected):
    numbers = callback.get_atol_rtol_pcc(np.array(golden), np.array(found))[:3]
    np.testing.assert_allclose(numbers, expected, rtol=1e-12)


def fails(binary, program_context, op_context):
    raise ZeroDivisionError("of mine\nin two lines")


def test_callback_error_shows_traceback_of_user(model, capsys):
    ttrt.runtime.DebugHooks.get(fails)
    code, results = API.Run(args={"binary": model})()
    assert code == 1
    assert results[0]["exception"].startswith("the callback raised ZeroDivisionError: of mine")
    error = capsys.readouterr().err
    assert "raise ZeroDivisionError" in error
    assert f'File "{__file__}"' in error
    assert "/ttmlir_py/" not in error
    assert "internal error" not in error


def test_memory_error_in_callback_is_not_reported_as_simulator_error(model, capsys):
    def memory(binary, program_context, op_context):
        raise MemoryError

    ttrt.runtime.DebugHooks.get(memory)
    _, results = API.Run(args={"binary": model})()
    assert results[0]["exception"] == "the callback raised MemoryError"
    assert "raise MemoryError" in capsys.readouterr().err


def test_golden_that_belongs_to_no_operation_is_warned_of(tt, capsys):
    Path("model.ttnn").write_bytes(ttmlir_py.compile(PROGRAM, goldens=GOLDENS | {"typo": X}))
    capsys.readouterr()
    message = "model.ttnn: warning: golden 'typo' belongs to no operation\n"
    assert tt("run", "model.ttnn")[::2] == (0, message)
    assert tt("run", "model.ttnn", "--disable-golden")[::2] == (0, "")
    assert tt("run", "model.ttnn", "--golden", "f64")[::2] == (0, "")


def test_unknown_attribute_of_callback_module_is_refused():
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = ttrt.nothing
