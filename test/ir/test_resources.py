"""Elements in a file's resource section: every type, bit by bit, compared with NumPy's bytes."""

import ml_dtypes
import numpy as np
import pytest

import ttmlir_py
from ttmlir_py.ir.resources import ResourceError, dense_elements

_NUMBERS = np.random.default_rng(0)
ARRAYS = {
    "f32": np.float32([[1.5, -0.0, np.nan], [np.inf, -np.inf, 1e-45]]),
    "f64": _NUMBERS.standard_normal(3),
    "bf16": _NUMBERS.standard_normal((2, 2)).astype(ml_dtypes.bfloat16),
    "i64": np.int64([-1, 2**63 - 1]),
    "ui8": np.uint8([[0, 255]]),
    "i1": np.array([True, False, True]),
    "index": np.int64([3]),
    "complex<f32>": np.complex64([1 + 2j]),
    "f16": np.zeros((2, 0), np.float16),
}


def constant(shape: str, data: bytes):
    text = f"""
"test.constant"() {{value = dense_resource<blob> : tensor<{shape}>}} : () -> ()
{{-# dialect_resources: {{ builtin: {{ blob: "0x04000000{data.hex()}" }} }} #-}}"""
    context = ttmlir_py.create_context(allow_unregistered=True)
    module = ttmlir_py.parse(text, context=context)
    (op,) = module.ops
    return module, op, op.attributes["value"]


@pytest.mark.parametrize(("element", "array"), ARRAYS.items(), ids=ARRAYS)
def test_resource_constant_elements_equal_blob(element: str, array: np.ndarray):
    module, op, value = constant("x".join([*map(str, array.shape), element]), array.tobytes())
    elements = dense_elements(op, value)
    assert elements is not None
    assert (elements.get_shape(), elements.data.data) == (array.shape, array.tobytes())
    assert elements.get_type() == value.get_type()
    module.verify()


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ("3xf32", "holds 8 bytes, which 3 elements of 'f32' do not have"),
        ("9223372036854775807x3xf32", "do not have"),
    ],
)
def test_resource_blob_whose_size_differs_from_type_is_refused(shape: str, message: str):
    _, op, value = constant(shape, bytes(8))
    with pytest.raises(ResourceError, match=message):
        dense_elements(op, value)


def test_resource_constant_without_blob_is_refused():
    _, op, value = constant("2xf32", bytes(8))
    op.detach()
    with pytest.raises(ResourceError, match="holds no resource 'blob'"):
        dense_elements(op, value)
