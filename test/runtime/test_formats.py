import math
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ttmlir_py.runtime.formats import (
    FORMATS,
    decode_block,
    encode_block,
    round_to,
    to_external,
)

pytestmark = pytest.mark.slow

BLOCKS = [f for f in FORMATS.values() if f.kind == "block"]
FLOATS = [f for f in FORMATS.values() if not f.is_integer]
INTEGERS = [f for f in FORMATS.values() if f.is_integer]

shapes = hnp.array_shapes(min_dims=0, max_dims=3, max_side=40)
ordinary = st.floats(-1000, 1000, width=32)
anything = st.floats(width=32)


def by_name(formats):
    return pytest.mark.parametrize("format_", formats, ids=lambda f: f.keyword)


def nearest_even_bfloat16(value):
    """Return a float32 rounded to bfloat16 by integer arithmetic on its bits, independent of
    ml_dtypes.
    """
    bits = int(np.float32(value).view(np.uint32))
    if math.isnan(value):
        return value
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    return np.uint32(rounded).view(np.float32)


@given(anything)
def test_bfloat16_rounds_to_nearest_even(value):
    got = round_to(np.array([value], np.float32), FORMATS["BFloat16"])
    np.testing.assert_array_equal(got, np.float32(nearest_even_bfloat16(value)))


@pytest.mark.parametrize("name", ["BFloat16", "Float16"])
def test_sixteen_bit_format_widens_exactly(name: str):
    format_ = FORMATS[name]
    given = np.arange(1 << 16, dtype=np.uint16).view(format_.external)
    with np.errstate(invalid="ignore"):  # NumPy reports signalling NaNs as invalid
        rounded = round_to(given.astype(np.float64), format_)
    widened = round_to(given, format_)
    assert widened.dtype == np.float32
    np.testing.assert_array_equal(widened, rounded)
    np.testing.assert_array_equal(np.signbit(widened), np.signbit(rounded))


def block_by_fractions(values, exponent_bits, magnitude_bits):
    """Return one block rounded with exact arithmetic. The largest magnitude gives the shared
    exponent.
    """
    bias = (1 << (exponent_bits - 1)) - 1
    lowest = Fraction(2) ** (-bias) if exponent_bits == 5 else Fraction(2) ** -126
    limit = Fraction(2) ** ((1 << exponent_bits) - bias)
    exact = [Fraction(float(v)) for v in values]
    largest_finite = limit - limit / (1 << 24)
    exact = [min(abs(v), largest_finite) * (-1 if v < 0 else 1) for v in exact]
    exact = [v if abs(v) >= lowest else Fraction(0) for v in exact]
    top = max(map(abs, exact))
    if top == 0:
        return [0.0] * len(values)
    exponent = 0
    while Fraction(2) ** (exponent + 1) <= top:
        exponent += 1
    while Fraction(2) ** exponent > top:
        exponent -= 1
    ulp = Fraction(2) ** (exponent - magnitude_bits + 1)
    rounded = []
    for v in exact:
        steps = min(math.floor(abs(v) / ulp + Fraction(1, 2)), (1 << magnitude_bits) - 1)
        rounded.append(float(steps * ulp) * (-1 if v < 0 else 1))
    return rounded


@by_name(BLOCKS)
@given(data=st.data())
def test_block_rounding_matches_exact_arithmetic(format_, data):
    values = data.draw(
        hnp.arrays(np.float32, 16, elements=st.floats(-(2.0**15), 2.0**15, width=32))
    )
    expected = block_by_fractions(values, format_.exponent_bits, format_.precision)
    np.testing.assert_array_equal(round_to(values, format_), np.float32(expected))


@by_name(FLOATS)
@given(data=st.data())
def test_format_rounding_is_idempotent_and_keeps_shape(format_, data):
    values = data.draw(hnp.arrays(np.float32, data.draw(shapes), elements=anything))
    once = round_to(values, format_)
    assert once.shape == values.shape
    assert once.dtype == np.float32
    np.testing.assert_array_equal(round_to(once, format_), once)


@by_name(BLOCKS)
@given(data=st.data())
def test_block_error_is_at_most_half_step_of_largest_value(format_, data):
    values = data.draw(hnp.arrays(np.float32, (3, 16), elements=ordinary))
    largest = np.abs(values).max(axis=-1, keepdims=True)
    step = np.ldexp(1.0, np.frexp(largest)[1] - format_.precision)
    # The largest magnitudes saturate instead of raising the exponent, with an error of up to one
    # step.
    error = np.abs(round_to(values, format_) - values)
    floor = 2.0**-15 if format_.exponent_bits == 5 else 2.0**-126
    assert (error <= np.maximum(step, floor)).all()
    small = np.abs(values) < largest - step
    assert (error <= np.maximum(step / 2, floor))[small].all()


@by_name(FORMATS.values())
@given(values=st.lists(st.floats(width=32, allow_nan=False), min_size=2, max_size=16))
def test_block_rounding_is_monotone(format_, values):
    """In a block of two numbers, the smaller number is not rounded to the larger result."""
    ordered = np.sort(np.float32(values))
    if format_.kind == "block":
        ordered = ordered[np.isfinite(ordered)]
    if format_.name == "UInt8":  # u8 keeps the lowest byte of large numbers
        ordered = ordered[(ordered >= 0) & (ordered < 256)]
    rounded = round_to(ordered, format_)
    assert (rounded[:-1] <= rounded[1:]).all()


@by_name(INTEGERS)
@given(values=hnp.arrays(np.uint32, 9) | hnp.arrays(np.float32, 9, elements=anything))
def test_integer_rounding_is_idempotent(format_, values):
    once = round_to(values, format_)
    np.testing.assert_array_equal(round_to(once, format_), once)
    np.testing.assert_array_equal(round_to(once.astype(np.float64), format_), once)


@by_name(BLOCKS)
def test_block_rounding_equals_encoding_and_decoding(format_):
    """The blocks have all bit patterns, equal magnitudes, and numbers near the ends of the
    range.
    """
    rng = np.random.default_rng(0)
    anywhere = rng.integers(0, 2**32, (2000, 16), dtype=np.uint32)
    near = (rng.integers(0, 256, (2000, 1)) << 23) + rng.integers(-(2**26), 2**26, (2000, 16))
    signs = rng.integers(0, 2, near.shape) << 31
    alike = (np.clip(near, 0, 2**31 - 1) | signs).astype(np.uint32)
    alike[::3] &= 0xFFF80000  # many ties
    for values in (anywhere.view(np.float32), alike.view(np.float32)):
        expected = decode_block(*encode_block(values, format_), format_, values.shape)
        got = round_to(values, format_)
        np.testing.assert_array_equal(got, expected)
        np.testing.assert_array_equal(np.signbit(got[got == 0]), False)


@by_name(BLOCKS)
@pytest.mark.parametrize("sign", [1, -1])
def test_block_ties_round_away_from_zero(format_, sign):
    """The packers of Wormhole and Blackhole round ties away from zero. Ties to even would turn 0.5
    into 0 and 2.5 into 2.
    """
    top = 2.0 ** (format_.precision - 1)
    values = np.float32([top, 0.5, 1.5, 2.5, 0.25, 0.75]) * sign
    expected = [top, 1, min(2, 2 * top - 1), min(3, 2 * top - 1), 0, 1]
    if format_.precision > 1:  # with one bit, 1.5 and 2.5 would raise the shared exponent
        assert round_to(values, format_).tolist() == [sign * v for v in expected]
    else:
        assert np.abs(round_to(values[[0, 1, 4, 5]], format_)).tolist() == [1, 1, 0, 1]


@by_name(BLOCKS)
@given(data=st.data(), power=st.integers(-6, 6))
def test_block_rounding_commutes_with_powers_of_two(format_, data, power):
    values = data.draw(hnp.arrays(np.float32, 16, elements=st.floats(1, 100, width=32)))
    scale = np.float32(2.0**power)
    np.testing.assert_array_equal(
        round_to(values * scale, format_), round_to(values, format_) * scale
    )


@by_name(BLOCKS)
def test_block_format_shares_exponent_of_sixteen_neighbours_in_last_dimension(format_):
    values = np.ones((2, 33), np.float32)
    values[0, 3] = 4096.0
    rounded = round_to(values, format_)
    assert rounded[0, 3] == 4096.0
    crushed = 0.0
    np.testing.assert_array_equal(rounded[0, [*range(3), *range(4, 16)]], crushed)
    np.testing.assert_array_equal(rounded[0, 16:], 1.0)
    np.testing.assert_array_equal(rounded[1], 1.0)


def test_block_bytes_match_packed_format():
    values = np.zeros(16, np.float32)
    values[:4] = [1.0, -0.5, 1.984375, 0.0]
    exponents, magnitudes = encode_block(values, FORMATS["BFP_BFloat8"])
    assert exponents.tolist() == [127]
    assert magnitudes[0, :4].tolist() == [0x40, 0x80 | 0x20, 0x7F, 0]
    exponents, magnitudes = encode_block(values, FORMATS["BFP_Float4"])
    assert exponents.tolist() == [15]
    assert magnitudes[0, :4].tolist() == [0x4, 0x8 | 0x2, 0x7, 0]


@by_name([f for f in BLOCKS if f.exponent_bits == 8 and f.precision > 1])
def test_block_format_with_exponent_b_keeps_infinities_and_nan(format_):
    values = np.array([np.inf, -np.inf, np.nan, 1.0] * 4, np.float32)
    expected = np.array([np.inf, -np.inf, np.nan, 0.0] * 4, np.float32)
    np.testing.assert_array_equal(round_to(values, format_), expected)


@by_name([f for f in BLOCKS if f.exponent_bits == 5])
def test_block_format_with_exponent_a_saturates(format_):
    largest = 2.0**16 * (2 - 2.0 ** (1 - format_.precision))
    values = np.array([1e30, -np.inf] * 8, np.float32)
    np.testing.assert_array_equal(np.abs(round_to(values, format_)), np.float32(largest))


@by_name(BLOCKS)
def test_every_pair_of_block_bytes_round_trips(format_):
    width = format_.precision
    top = np.uint8(1 << (width - 1))
    magnitudes = np.full((1, 1, 16), top, np.uint8)
    magnitudes[0, 0, 1:] = np.arange(15) % (2 << width)
    magnitudes[magnitudes == 1 << width] = 0  # zero has no sign
    first, last = (1, 31) if format_.exponent_bits == 5 else (8, 254)
    for exponent in range(first, last + 1):
        exponents = np.full((1, 1), exponent, np.uint8)
        values = decode_block(exponents, magnitudes, format_, (1, 16))
        again = encode_block(values, format_)
        if format_.exponent_bits == 5 and exponent < width:
            continue  # the small magnitudes are below the format's smallest number
        np.testing.assert_array_equal(again[0], exponents)
        np.testing.assert_array_equal(again[1], magnitudes)


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        (
            "UInt32",
            [-1.5, 0.99, 2.5, 3e9, 1e20, np.inf, np.nan],
            [0, 0, 2, 3 * 10**9] + [2**32 - 1] * 3,
        ),
        ("UInt16", [-1.0, 0.49, 0.5, 2.5, 70000.0, np.nan], [0, 0, 1, 3, 65535, 65535]),
        (
            "Int32",
            [-1.5, -498.0, 0.99, 2.5, 3e9, -3e9, np.inf, -np.inf],
            [-1, -498, 0, 2, 2**31 - 1, -(2**31), 2**31 - 1, -(2**31)],
        ),
        ("UInt8", [-1.5, 0.5, 1.99, 254.6, 300.0, -np.inf, np.nan], [255, 0, 1, 254, 44, 0, 0]),
    ],
)
def test_float_to_integer_conversion_truncates_and_saturates(name, values, expected):
    got = round_to(np.array(values, np.float32), FORMATS[name])
    assert got.dtype == FORMATS[name].values
    assert got.tolist() == expected


@by_name(INTEGERS)
@given(values=hnp.arrays(np.uint32, 5))
def test_integer_conversion_to_narrow_type_saturates_or_keeps_lowest_byte(format_, values):
    limit = format_.largest
    expected = [int(v) % 256 if limit == 255 else min(int(v), limit) for v in values]
    if format_.is_signed_integer:  # formats of the same width keep the bits
        expected = values.view(format_.values).tolist()
    assert round_to(values, format_).tolist() == expected


@given(values=hnp.arrays(np.int32, 5))
def test_conversion_between_signed_and_unsigned_integers_keeps_bits(values):
    assert np.array_equal(round_to(values, FORMATS["UInt32"]), values.view(np.uint32))
    assert np.array_equal(round_to(values, FORMATS["UInt16"]), np.clip(values, 0, 0xFFFF))
    assert np.array_equal(round_to(values, FORMATS["UInt8"]), values & 0xFF)
    assert np.array_equal(round_to(values, FORMATS["Float32"]), values.astype(np.float32))


@pytest.mark.parametrize("format_", FORMATS.values(), ids=str)
def test_format_rounding_of_splat_constant_keeps_zero_strides(format_):
    constant = np.broadcast_to(np.float32(1.9), (1000, 1000, 1000, 100))
    rounded = round_to(constant, format_)
    assert rounded.shape == constant.shape
    assert not any(rounded.strides)
    assert rounded[0, 0, 0, 0] == round_to(np.float32([1.9]), format_)[0]


@pytest.mark.parametrize("format_", FORMATS.values(), ids=str)
@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (1,), (17,)])
def test_format_rounding_keeps_empty_and_scalar_shapes(format_, shape):
    rounded = round_to(np.ones(shape, np.float32), format_)
    assert rounded.shape == shape
    external = to_external(rounded, format_)
    assert external.dtype == format_.external
    np.testing.assert_array_equal(external.astype(np.float64), 1.0)


def test_float16_overflows_to_infinity():
    got = round_to(np.float32([65519.0, 65520.0, -1e9]), FORMATS["Float16"])
    assert got.tolist() == [65504.0, np.inf, -np.inf]


def test_bfloat16_values_outside_simulator_use_ml_dtypes():
    assert to_external(np.float32([1.5]), FORMATS["BFloat16"]).dtype == ml_dtypes.bfloat16
