"""Compare shifts, bit counts and bitcasts on the simulator with numpy, at the limits of their
types.
"""

import ml_dtypes
import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import CompilationError, runtime

pytestmark = pytest.mark.slow

PIPELINE = (
    "builtin.module(stablehlo-to-ttir-pipeline,ttir-to-ttnn-backend-pipeline{signed-integers=true})"
)
VALUES = np.array(
    [0, 1, -1, 2, 5, -6, 2**31 - 1, -(2**31), 0x55555555, -0x55555556, 2**24 + 1, -255]
)
AMOUNTS = np.array([0, 1, 2, 3, 7, 15, 16, 24, 30, 31, 32, 33, -1, 2**31 - 1, -(2**31)])


def run(op, element, *inputs, constant=None):
    """Run one op on vectors. `constant` is the second operand, if it is a constant."""
    shape = f"tensor<{len(inputs[0])}x{element}>"
    names = [f"%a{i}" for i in range(len(inputs))]
    body = ""
    if constant is not None:
        body = f"%k = stablehlo.constant dense<{constant}> : {shape}\n"
        names.append("%k")
    arguments = ", ".join(f"{name}: {shape}" for name in names if name != "%k")
    text = f"""func.func @f({arguments}) -> {shape} {{
      {body}%0 = stablehlo.{op} {", ".join(names)} : {shape}
      return %0 : {shape}
    }}"""
    binary = ttmlir_py.compile(text, PIPELINE, warnings=["-Werror", "-Wno-wide-integers"])
    return np.asarray(runtime.load(binary).run(list(inputs))[0])


def shifted(op, values, amounts, bits=32):
    """Return the shifted integers by StableHLO's definition. A shift by at least the width gives 0
    or the sign bits.
    """
    found = []
    for value, amount in zip(values.tolist(), amounts.tolist(), strict=True):
        is_beyond = not 0 <= amount < bits
        if op == "shift_left":
            found.append(0 if is_beyond else value << amount)
        elif op == "shift_right_logical":
            found.append(0 if is_beyond else value % 2**bits >> amount)
        else:
            found.append(value >> (bits - 1 if is_beyond else amount))
    return np.array([each % 2**32 for each in found], np.uint32)


def pairs():
    values, amounts = np.meshgrid(VALUES, AMOUNTS)
    return values.ravel(), amounts.ravel()


SHIFTS = ("shift_left", "shift_right_arithmetic", "shift_right_logical")


@pytest.mark.parametrize("op", SHIFTS)
def test_shift_by_unknown_amounts_matches_numpy(op):
    values, amounts = pairs()
    found = run(op, "i32", values.astype(np.int32), amounts.astype(np.int32))
    np.testing.assert_array_equal(
        found.astype(np.int32).view(np.uint32), shifted(op, values, amounts)
    )


@pytest.mark.parametrize("op", SHIFTS)
@pytest.mark.parametrize("amount", AMOUNTS.tolist())
def test_shift_by_known_amount_matches_numpy(op, amount):
    found = run(op, "i32", VALUES.astype(np.int32), constant=amount)
    expected = shifted(op, VALUES, np.full_like(VALUES, amount))
    np.testing.assert_array_equal(found.astype(np.int32).view(np.uint32), expected)


@pytest.mark.parametrize("op", ["shift_left", "shift_right_logical"])
def test_shift_of_unsigned_integers_matches_numpy(op):
    values, amounts = (each % 2**32 for each in pairs())
    found = run(op, "ui32", values.astype(np.uint32), amounts.astype(np.uint32))
    np.testing.assert_array_equal(found, shifted(op, values, amounts))


@pytest.mark.parametrize("op", ["shift_left", "shift_right_arithmetic"])
def test_shift_of_i64_values_that_fit_32_bits_matches_numpy(op):
    values, amounts = np.meshgrid([-5, 7, 2**31 - 1, -(2**31)], [0, 1, 31, 40, 63, 64, -1])
    values, amounts = values.ravel(), amounts.ravel()
    expected = shifted(op, values, amounts, 64)
    found = run(op, "i64", values, amounts)
    np.testing.assert_array_equal(found.astype(np.int32).view(np.uint32), expected)


@pytest.mark.parametrize("element", ["i32", "ui32"])
def test_bit_counts_match_numpy(element):
    random = np.random.default_rng(0).integers(-(2**31), 2**31, 50)
    values = np.concatenate([VALUES, random, 2 ** np.arange(31)])
    typed = values.astype(np.int32) if element == "i32" else (values % 2**32).astype(np.uint32)
    bits = [f"{each % 2**32:032b}" for each in values.tolist()]
    np.testing.assert_array_equal(run("popcnt", element, typed), [each.count("1") for each in bits])
    zeros = [32 - len(each.lstrip("0")) for each in bits]
    np.testing.assert_array_equal(run("count_leading_zeros", element, typed), zeros)


FLOAT_BITS = {
    "f32": (np.float32, "i32", [0x3F800000, 0x7F7FFFFF, 0x00800000, 0x00000001, 0x807FFFFF]),
    "f16": (np.float16, "ui16", [0x3C00, 0x7BFF, 0x0400, 0x0001, 0x83FF, 0x1234]),
    "bf16": (ml_dtypes.bfloat16, "ui16", [0x3F80, 0x7F7F, 0x0080, 0xBF81, 0x4049]),
}


@pytest.mark.parametrize("element", FLOAT_BITS)
def test_stablehlo_bitcast_of_integers_gives_the_float_with_these_bits(element):
    dtype, integer, bits = FLOAT_BITS[element]
    infinity = int(np.asarray(np.inf, dtype).view(f"u{np.dtype(dtype).itemsize}"))
    bits = np.asarray([*bits, infinity, infinity + 1], f"u{np.dtype(dtype).itemsize}")
    text = f"""func.func @f(%x: tensor<{len(bits)}x{integer}>) -> tensor<{len(bits)}x{element}> {{
      %0 = stablehlo.bitcast_convert %x
        : (tensor<{len(bits)}x{integer}>) -> tensor<{len(bits)}x{element}>
      return %0 : tensor<{len(bits)}x{element}>
    }}"""
    binary = ttmlir_py.compile(text, PIPELINE)
    given = bits.view(np.int32) if integer == "i32" else bits
    found = np.asarray(runtime.load(binary).run([given])[0]).astype(np.float32)
    np.testing.assert_array_equal(found, bits.view(dtype).astype(np.float32))


@pytest.mark.parametrize("element", FLOAT_BITS)
def test_stablehlo_bitcast_of_float_gives_its_bits(element):
    dtype, integer, bits = FLOAT_BITS[element]
    unsigned = np.dtype(f"u{np.dtype(dtype).itemsize}")
    sign = 1 << (8 * unsigned.itemsize - 1)
    infinity = int(np.asarray(np.inf, dtype).view(unsigned))
    drawn = np.random.default_rng(0).integers(0, infinity, 40)
    bits = np.array([*bits, *drawn, 0, 1, infinity - 1, infinity], unsigned)
    quiet_nan = np.asarray(np.nan, dtype).view(unsigned)
    bits = np.append(np.concatenate([bits, bits ^ unsigned.type(sign)]), quiet_nan)
    text = f"""func.func @f(%x: tensor<{len(bits)}x{element}>) -> tensor<{len(bits)}x{integer}> {{
      %0 = stablehlo.bitcast_convert %x
        : (tensor<{len(bits)}x{element}>) -> tensor<{len(bits)}x{integer}>
      return %0 : tensor<{len(bits)}x{integer}>
    }}"""
    (found,) = runtime.load(ttmlir_py.compile(text, PIPELINE)).run([bits.view(dtype)])
    np.testing.assert_array_equal(np.asarray(found).astype(unsigned), bits)


@pytest.mark.parametrize(("old", "new"), [("i32", "ui32"), ("ui32", "i32")])
def test_stablehlo_bitcast_keeps_bits(old, new):
    text = f"""func.func @f(%x: tensor<{len(VALUES)}x{old}>) -> tensor<{len(VALUES)}x{new}> {{
      %0 = stablehlo.bitcast_convert %x : (tensor<{len(VALUES)}x{old}>) -> tensor<{len(VALUES)}x{new}>
      return %0 : tensor<{len(VALUES)}x{new}>
    }}"""
    signed, unsigned = VALUES.astype(np.int32), (VALUES % 2**32).astype(np.uint32)
    given, expected = (signed, unsigned) if old == "i32" else (unsigned, signed)
    binary = ttmlir_py.compile(text, PIPELINE, warnings=["-Werror"])
    np.testing.assert_array_equal(runtime.load(binary).run([given])[0], expected)


@pytest.mark.parametrize(
    ("op", "signature"),
    [
        ("shift_right_logical %x, %x", "i64"),
        ("shift_left %x, %x", "i8"),
        ("popcnt %x", "i16"),
        ("bitcast_convert %x", "(bf16) -> i16"),
        ("bitcast_convert %x", "(i64) -> ui64"),
    ],
)
def test_unsupported_bit_op_is_refused(op, signature):
    types = [f"tensor<4x{each}>" for each in signature.strip("(").replace(")", "").split(" -> ")]
    form = f"({types[0]}) -> {types[1]}" if len(types) == 2 else types[0]
    text = f"""func.func @f(%x: {types[0]}) -> {types[-1]} {{
      %0 = stablehlo.{op} : {form}
      return %0 : {types[-1]}
    }}"""
    with pytest.raises(
        CompilationError,
        match=r"<stdin>:2:12: error: failed to legalize(.|\n)*note: (of|TTIR|bit operations)",
    ):
        ttmlir_py.compile(text, PIPELINE)
