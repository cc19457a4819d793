"""Helpers for constants of tensors."""

import math

import pytest
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, f32, i64

from ttmlir_py.dialects.tensor_types import is_splat


@pytest.mark.parametrize(
    ("type_", "numbers"),
    [
        (f32, [0.0, -0.0]),
        (f32, [math.nan]),
        (f32, [math.nan, math.nan]),
        (f32, [1.5] * 2500),
        (f32, [1.5] * 2499 + [2.0]),
        (f32, [1.5] * 1024 + [2.0] * 1024),
        (i64, [3] * 1024),
        (i64, [-1, 1]),
    ],
)
def test_splat_is_decided_like_by_xdsl(type_, numbers):
    elements = DenseIntOrFPElementsAttr.from_list(TensorType(type_, [len(numbers)]), numbers)
    assert is_splat(elements) == elements.is_splat()
