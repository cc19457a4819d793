"""Device numerics give what real cards are known to compute, and what models in exact arithmetic
compute.
"""

from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count
from ttnn_builders import ProgramBuilder, op_program, run_one, unary_program

from ttmlir_py import runtime
from ttmlir_py.runtime import registers
from ttmlir_py.runtime.comparison import pcc
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.kernels.matrix_unit import MatrixUnit
from ttmlir_py.runtime.numerics import DeviceNumerics

pytestmark = pytest.mark.slow

HIFI2, HIFI4 = 2, 4


def bf16(values):
    return np.asarray(values, np.float32).astype(ml_dtypes.bfloat16).astype(np.float32)


def product(a, b, block=None, passes=HIFI2, wide=False):
    return MatrixUnit(passes, wide, block).product(a, b)


# Known results of cards, from tt-metal issues 8449, 32584 and 16366.


@pytest.mark.parametrize("passes", [HIFI2, HIFI4])
def test_sum_of_6144_bf16_ones_is_8192(passes):
    ones = np.ones((32, 6144), np.float32)
    assert np.all(product(ones, ones.T, passes=passes) == 8192)
    assert np.all(product(ones, ones.T, block=2, passes=passes) == 6144)
    assert np.all(product(ones, ones.T, passes=passes, wide=True) == 6144)


CARD = {512: 0.99, 1024: 0.98, 2048: 0.95}
"""Maps K to the PCC of a 128 x K x 768 product of numbers from 0 to 1 on a card."""


@pytest.mark.parametrize(
    ("depth", "low", "high"), [(512, 0.991, 0.997), (1024, 0.970, 0.991), (2048, 0.888, 0.967)]
)
def test_simulated_pcc_interval_contains_pcc_measured_on_card(depth, low, high):
    rng = np.random.default_rng(0)
    a, b = bf16(rng.random((128, depth))), bf16(rng.random((depth, 768)))
    exact = a.astype(np.float64) @ b.astype(np.float64)
    found = [pcc(exact, product(a, b, block)) for block in (None, 2)]
    assert found == pytest.approx([low, high], abs=6e-4)
    assert found[0] < CARD[depth] + 0.005
    assert CARD[depth] - 0.005 < found[1] < pcc(exact, bf16(exact))


def test_matmul_of_mixed_signs_loses_less_precision_than_of_positive_numbers():
    rng = np.random.default_rng(0)
    a, b = bf16(rng.standard_normal((64, 2048))), bf16(rng.standard_normal((2048, 256)))
    exact = a.astype(np.float64) @ b.astype(np.float64)
    assert pcc(exact, product(a, b)) > 0.9998
    assert pcc(exact, product(np.abs(a), np.abs(b))) < 0.99


# Models that compute with fractions, one number after the other.


def rounded(value, bits):
    """Return a fraction rounded to `bits` significant bits, ties away from zero."""
    if not value:
        return value
    unit = Fraction(1)
    while abs(value) >= unit * 2**bits:
        unit *= 2
    while abs(value) < unit * 2 ** (bits - 1):
        unit /= 2
    whole = abs(value) / unit + Fraction(1, 2)
    return unit * (whole.numerator // whole.denominator) * (1 if value > 0 else -1)


def split(value, first):
    """Return the `first` leading significant bits of a bf16 number, and the rest."""
    if not value:
        return value, value
    unit = Fraction(1)
    while abs(value) >= unit * 2**first:
        unit *= 2
    while abs(value) < unit * 2 ** (first - 1):
        unit /= 2
    whole = abs(value) / unit
    high = unit * (whole.numerator // whole.denominator) * (1 if value > 0 else -1)
    return high, value - high


def model(a, b, block, passes):
    """Return the sum over k of a[k] * b[k] as the matrix unit computes it, with `passes` passes and
    an intermediate result for each `block` tiles.
    """
    pairs = [
        (split(Fraction(float(x)), 7), split(Fraction(float(y)), 5))
        for x, y in zip(a, b, strict=True)
    ]
    order = [(0, 0), (0, 1), (1, 0), (1, 1)][:passes]
    total, size = None, 32 * block if block else len(pairs)
    for start in range(0, len(pairs), size):
        dst = Fraction(0)
        for tile in range(start, min(start + size, len(pairs)), 32):
            for i, j in order:
                for at in (tile, tile + 16):
                    terms = pairs[at : min(at + 16, tile + 32, start + size)]
                    dst = rounded(dst + sum(x[i] * y[j] for x, y in terms), 8)
        total = dst if total is None else rounded(total + dst, 8)
    return float(total)


@settings(max_examples=example_count(8))
@given(
    depth=st.integers(1, 150),
    block=st.sampled_from([None, 1, 2]),
    passes=st.integers(1, 4),
    positive=st.booleans(),
    seed=st.integers(0, 1000),
)
def test_matmul_with_device_numerics_matches_exact_model(depth, block, passes, positive, seed):
    rng = np.random.default_rng(seed)
    a, b = bf16(rng.standard_normal((2, depth))), bf16(rng.standard_normal((depth, 3)))
    if positive:
        a, b = np.abs(a), np.abs(b)
    expected = [[model(row, column, block, passes) for column in b.T] for row in a]
    assert np.array_equal(product(a, b, block, passes), expected)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False), st.integers(4, 20))
def test_register_rounding_matches_exact_fractions(value, bits):
    if abs(value) < 2.0**-126 or abs(value) >= 2.0**127:
        return
    values = np.array([value], np.float32)
    assert registers.cut(values, bits)[0] == float(split(Fraction(value), bits + 1)[0])
    registers.round_in_place(values, bits)
    assert values[0] == float(rounded(Fraction(value), bits + 1))


def test_registers_keep_infinity_and_nan_and_flush_subnormals():
    given = np.array([np.inf, -np.inf, np.nan, 1e-40, -1e-40, 0.0], np.float32)
    expected = [np.inf, -np.inf, np.nan, 0, 0, 0]
    for name in ("Float32", "BFloat16"):
        assert np.array_equal(registers.packed(given, FORMATS[name]), expected, equal_nan=True)
    for wide in (False, True):
        assert np.array_equal(registers.source(given, wide), expected, equal_nan=True)
    infinite = np.array([[np.inf, 1.0]], np.float32)
    assert product(infinite, np.ones((2, 1), np.float32)) == np.inf


def test_device_rounding_to_bfp4_truncates_bfp8_values():
    """In a block whose largest number is 8, the step is 2. Rounding 7.5 would give 8, truncation
    gives 6.
    """
    values = np.zeros(16, np.float32)
    values[:4] = 8.0, 7.5, -7.5, 1.9
    assert registers.packed(values, FORMATS["BFP_BFloat4"])[:4].tolist() == [8, 6, -6, 0]
    assert registers.packed(values, FORMATS["BFP_BFloat8"])[:3].tolist() == [8, 7.5, -7.5]


def test_matmul_with_two_phases_loses_last_bit_of_first_operand():
    a, b = np.array([[1 + 2**-7]], np.float32), np.array([[1 + 2**-7]], np.float32)
    assert product(a, b, passes=1, wide=True) == 1
    assert product(a, b, passes=2, wide=True) == 1 + 2**-7
    assert product(a, b, passes=4, wide=True) == (1 + 2**-7) ** 2


def test_matmul_rounds_float32_operands_to_tf32():
    a = np.array([[1 + 2**-12]], np.float32)
    assert product(a, np.ones((1, 1), np.float32), passes=4, wide=True) == 1


# Whole programs.


def run(program, inputs, text=""):
    return run_one(program, inputs, numerics=DeviceNumerics.parse(text))[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", 8192), ("in0_block_w=2", 6144), ("fp32_acc=on", 6144), ("in0_block_w=0", 8192)],
)
def test_matmul_program_uses_device_numerics(text, expected):
    program = op_program("MatmulOp", {"in0": (1, 6144), "in1": (6144, 1)}, (1, 1), dtype="BFloat16")
    ones = np.ones((1, 6144)), np.ones((6144, 1))
    assert run(program, list(ones), text) == expected
    assert run_one(program, list(ones))[0] == 6144


def test_reductions_accumulate_in_32_bits_by_default():
    reduction = {"type": "Sum", "dim_arg": [1], "keep_dim": True}
    program = op_program("ReductionOp", {"in": (1, 6144)}, (1, 1), dtype="BFloat16", **reduction)
    assert run(program, [np.ones((1, 6144))]) == 6144
    assert run(program, [np.ones((1, 6144))], "fp32_acc=off") == 8192


@pytest.mark.parametrize(
    ("element", "text", "expected"),
    [("BFloat16", "", 512), ("BFloat16", "fp32_acc=on", 6144), ("Float32", "", 6144)],
)
def test_partial_sums_of_cumulative_sum_are_rounded_to_bf16_without_32_bits(
    element, text, expected
):
    ones = np.ones((6144, 1))
    program = op_program("MorehCumSumOp", {"in": ones.shape}, ones.shape, dtype=element, dim=0)
    assert run(program, [ones], text)[-1] == expected
    assert run_one(program, [ones])[0][-1] == 6144


def test_vector_unit_results_are_truncated_to_format():
    x = bf16(np.linspace(-3, 3, 64).reshape(2, 32))
    exact = np.exp(x)
    cut = run(unary_program("Exp", (2, 32), "BFloat16"), [x]).astype(np.float32)
    assert np.array_equal(cut, registers.cut(exact, 7))
    assert not np.array_equal(cut, bf16(exact))


def test_softmax_sums_are_rounded_with_device_numerics():
    x = np.zeros((1, 4096), np.float32)
    program = op_program("SoftmaxOp", {"in": x.shape}, x.shape, dtype="BFloat16", dimension=1)
    (ideal,) = set(run_one(program, [x])[0].astype(float).ravel())
    (device,) = set(run(program, [x]).astype(float).ravel())
    assert (ideal, device) == (2**-12, 2**-12)
    x[0, ::2] = -1
    wide = run(program, [x], "fp32_acc=on").astype(float).sum()
    narrow = run(program, [x]).astype(float).sum()
    assert abs(wide - 1) < 0.01 < abs(narrow - 1)


@pytest.mark.parametrize("groups", [1, 2, 4])
def test_convolution_with_device_numerics_is_sum_of_products(groups):
    """A convolution with a 1x1 kernel is one matrix product for each group; larger kernels are
    close to the ideal result.
    """
    rng = np.random.default_rng(groups)
    image, weight = bf16(rng.random((1, 1, 64, 64))), bf16(rng.random((8, 64 // groups, 1, 1)))
    fields = {
        **{"batch_size": 1, "input_height": 8, "input_width": 8, "in_channels": 64},
        **{"out_channels": 8, "kernel_height": 1, "kernel_width": 1, "groups": groups},
        **{f"{name}_{side}": 1 for name in ("stride", "dilation") for side in ("height", "width")},
        **{"padding_height": 0, "padding_width": 0},
    }
    shapes = {"input": image.shape, "weight": weight.shape}
    program = op_program("Conv2dOp", shapes, (1, 1, 64, 8), dtype="BFloat16", **fields)
    parts = np.split(image[0, 0], groups, axis=1)
    taps = np.split(weight[:, :, 0, 0], groups)
    expected = [product(a, b.T, passes=HIFI4) for a, b in zip(parts, taps, strict=True)]
    assert np.array_equal(
        run(program, [image, weight]).astype(np.float32)[0, 0], np.concatenate(expected, axis=1)
    )


def test_host_typecast_rounds_to_nearest_with_device_numerics():
    builder = ProgramBuilder()
    x = builder.input((4, 4), host=True, tiled=False)
    y = builder.ref((4, 4), "BFloat16", host=True, tiled=False)
    builder.add("ToDTypeOp", **{"in": x, "out": y, "dtype": "BFloat16"})
    tie = np.full((4, 4), 1 + 2**-8, np.float32)
    assert np.all(run(builder.output(y), [tie]).astype(float) == 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fidelity=HiFi5", "'fidelity=HiFi5' of device numerics: fidelity=LoFi"),
        ("fp32_acc=yes", "'fp32_acc=yes'"),
        ("in0_block_w=-1", "'in0_block_w=-1'"),
        ("speed=9", "'speed' is not an option"),
        ("fp32_acc=on,fp32_acc=off", "given twice"),
    ],
)
def test_numerics_option_parses_or_is_refused(text, message):
    with pytest.raises(runtime.InputError, match=message):
        DeviceNumerics.parse(text)
    assert DeviceNumerics.parse("fidelity=LoFi,in0_block_w=4") == DeviceNumerics(1, None, 4)
