"""Bit casts and rounding to fewer bits, compared with ml_dtypes and numpy."""

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import bf16, f16, f32, f64, i16, i32, i64

from ttmlir_py.reference.bitcasts import bitcast_convert, reduce_precision
from ttmlir_py.reference.numbers import MeaningError

TYPES = [(f32, i32, np.float32), (f16, i16, np.float16), (f64, i64, np.float64)]
TYPES += [(bf16, i16, ml_dtypes.bfloat16)]


@pytest.mark.parametrize(("element", "whole", "kind"), TYPES)
@given(number=st.floats(width=64))
def test_bitcast_of_float_returns_bits_of_nearest_representable_number(
    element, whole, kind, number
):
    with np.errstate(all="ignore"):
        held = np.array([number]).astype(np.float32).astype(kind)
        if kind is not ml_dtypes.bfloat16:
            held = np.array([number]).astype(kind)
    bits = held.view(f"u{held.itemsize}")
    found = bitcast_convert(np.array([number]), elements=(element, whole), result_shape=[1])
    if np.isnan(number):
        again = bitcast_convert(found, elements=(whole, element), result_shape=[1])
        assert np.isnan(again).all()
    else:
        assert found.astype(bits.dtype) == bits
        again = bitcast_convert(found, elements=(whole, element), result_shape=[1])
        np.testing.assert_array_equal(again, held.astype(np.float64))


def test_bitcast_to_type_of_another_width_is_refused():
    with pytest.raises(
        MeaningError, match="a bit cast to a type of another width is not supported"
    ):
        bitcast_convert(np.zeros(2), elements=(f64, i32), result_shape=[2, 2])


@given(number=st.floats(width=32))
def test_reduced_precision_is_that_of_narrower_types(number):
    formats = ((np.float16, 5, 10, 2.0**-14), (ml_dtypes.bfloat16, 8, 7, 2.0**-126))
    for kind, exponent_bits, mantissa_bits, least in formats:
        with np.errstate(all="ignore"):
            expected = np.array([number]).astype(np.float32).astype(kind).astype(np.float64)
        expected = np.where(np.abs(expected) < least, np.copysign(0, expected), expected)
        bits = {"exponent_bits": exponent_bits, "mantissa_bits": mantissa_bits}
        found = reduce_precision(np.array([number]), elements=(f32, f32), **bits)
        np.testing.assert_array_equal(found, expected)
