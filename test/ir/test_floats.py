"""`ttmlir_py.ir.floats`: the text of floating-point numbers, compared with a table, with laws and
with mlir-opt.
"""

import math
import re
import shutil
import struct
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import (
    AnyFloat,
    bf16,
    f8E4M3FN,
    f8E5M2,
    f16,
    f32,
    f64,
    f80,
)

import ttmlir_py
from ttmlir_py.compiler import create_context
from ttmlir_py.ir.floats import float_bits_text, float_text
from ttmlir_py.ir.reading.parser import parse_module

pytestmark = pytest.mark.slow

# Each text was printed by mlir-opt 19.1.7.
TABLE = [
    (f32, 0.1, "1.000000e-01"),
    (f32, 0.01, "0.00999999977"),
    (f32, 1e-5, "9.99999974E-6"),
    (f32, 1e-12, "9.99999996E-13"),
    (f32, 0.666666687, "0.666666686"),
    (f32, 123456789.0, "0x4CEB79A3"),
    (f32, 16777217.0, "0x4B800000"),
    (f32, 1e10, "1.000000e+10"),
    (f32, 0.0, "0.000000e+00"),
    (f32, -0.0, "-0.000000e+00"),
    (f32, -math.inf, "0xFF800000"),
    (f32, math.nan, "0x7FC00000"),
    (f64, 0.1, "1.000000e-01"),
    (f64, 3.14159265358979, "3.14159265358979"),
    (f64, 1e300, "1.000000e+300"),
    (f64, 1 / 3, "0.33333333333333331"),
    (bf16, 0.3, "3.007810e-01"),
    (bf16, math.inf, "0x7F80"),
    (f16, 3.4, "3.400390e+00"),
    (f16, 65504.0, "6.550400e+04"),
    (f16, 1e-7, "1.192090e-07"),
    (f8E4M3FN, 1.0, "1.000000e+00"),
    (f8E5M2, 57344.0, "5.734400e+04"),
]


@pytest.mark.parametrize(("type", "value", "text"), TABLE, ids=str)
def test_float_text_of_each_type_is_shortest_or_hexadecimal_as_in_mlir(
    type: AnyFloat, value: float, text: str
) -> None:
    (exact,) = type.unpack(type.pack((value,)), 1)
    assert float_text(exact, type) == text


def test_float_text_of_nan_keeps_payload() -> None:
    assert float_bits_text(0x7FC00001, f32) == "0x7FC00001"
    assert float_bits_text(0xFFF8000000000000, f64) == "0xFFF8000000000000"


def test_float_text_of_format_without_packing_is_decimal() -> None:
    assert float_text(0.5, f80) == "5.000000e-01"
    assert float_text(-math.inf, f80) == "0xFFFF8000000000000000"


def read_back(text: str, type: AnyFloat) -> bytes:
    if text.startswith("0x"):
        return int(text, 16).to_bytes(type.compile_time_size, "little")
    return type.pack((float(text),))


@pytest.mark.parametrize("type", [f16, bf16, f32, f64], ids=str)
@given(data=st.data())
def test_float_text_round_trips_to_same_bits(type: AnyFloat, data: st.DataObject) -> None:
    size = type.compile_time_size
    bits = data.draw(st.integers(0, 2 ** (8 * size) - 1))
    assert read_back(float_bits_text(bits, type), type) == bits.to_bytes(size, "little")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_float_text_of_negative_number_only_adds_minus(value: float) -> None:
    positive, negative = float_text(abs(value), f64), float_text(-abs(value), f64)
    assert negative == "-" + positive or positive.startswith("0x")


def test_float_text_avoids_double_rounding() -> None:
    """The decimal is the middle of two f32 numbers after rounding to f64, so it must be compared
    exactly.
    """
    low = struct.unpack("<f", struct.pack("<I", 0x3F800001))[0]
    assert float_text(low, f32) == "1.00000012"


def text_of_mlir_opt(lines: list[str]) -> str:
    """Return what MLIR's own tool prints for operations, one in each line."""
    command = ["mlir-opt-19", "--allow-unregistered-dialect"]
    text = "\n".join(lines)
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(shutil.which("mlir-opt-19") is None, reason="mlir-opt-19 is not installed")
@pytest.mark.parametrize("type", [f16, bf16, f32, f64], ids=str)
def test_float_text_agrees_with_mlir_opt(type: AnyFloat) -> None:
    width = 8 * type.compile_time_size
    # Powers of one number visit all magnitudes and are the same in each run.
    patterns = [pow(0x9E3779B97F4A7C15, n, 2**64 - 59) >> (64 - width) for n in range(1, 800)]
    lines = [f'"x.y"() {{v = 0x{bits:X} : {type}}} : () -> ()' for bits in patterns]
    expected = re.findall(r"v = (\S+) : ", text_of_mlir_opt(lines))
    assert [float_bits_text(bits, type) for bits in patterns] == expected


WIDE_NUMBERS = {
    "0x3FFF8000000000000000 : f80": "1.000000e+00 : f80",
    "0x3FFF0000000000000000000000000000 : f128": "1.000000e+00 : f128",
    "0xC000C000000000000000 : f80": "-3.000000e+00 : f80",
    "0x0 : f80": "0.000000e+00 : f80",
    "0x80000000000000000000 : f80": "-0.000000e+00 : f80",
    "0x3FFBCCCCCCCCCCCCD000 : f80": "0.100000000000000005551 : f80",
    "0x3FFB999999999999A000000000000000 : f128": "0.100000000000000005551115123125782702 : f128",
    "0x7FFF8000000000000000 : f80": "0x7FFF8000000000000000 : f80",
    "0x7FFFC000000000000000 : f80": "0x7FFFC000000000000000 : f80",
    "0x7FFFA000000000000000 : f80": "0x7FFFA000000000000000 : f80",
    "0xFFFFC000000000001000 : f80": "0xFFFFC000000000001000 : f80",
    "0xFFFF0000000000000000000000000000 : f128": "0xFFFF0000000000000000000000000000 : f128",
    "0x7FFF8000000000000000000000000000 : f128": "0x7FFF8000000000000000000000000000 : f128",
}
"""Numbers in hexadecimal, and their text by mlir-opt-19."""


ELEMENTS = {
    "dense<0x3FFF8000000000000001> : tensor<2xf80>": (
        "dense<1.00000000000000000011> : tensor<2xf80>"
    ),
    "dense<[[0x4000C000000000000000], [-1.5]]> : tensor<2x1xf80>": (
        "dense<[[3.000000e+00], [-1.500000e+00]]> : tensor<2x1xf80>"
    ),
    "dense<[0x7FFF8000000000000001, 0x3FFB0000000000000001]> : tensor<2xf80>": (
        "dense<[0x7FFF8000000000000001, 0x7FFF0000000000000001]> : tensor<2xf80>"
    ),
    "dense<0x403B8000000000000000> : tensor<2xf80>": (
        "dense<0x403B8000000000000000> : tensor<2xf80>"
    ),
    "dense<0x3FFBCCCCCCCCCCCCCCCD> : vector<2xf80>": "dense<1.000000e-01> : vector<2xf80>",
    "dense<[0x00000000000000000001, -0.0]> : tensor<2xf80>": (
        "dense<[3.645200e-4951, -0.000000e+00]> : tensor<2xf80>"
    ),
    "dense<0x7FFEFFFFFFFFFFFFFFFFFFFFFFFFFFFF> : tensor<2xf128>": (
        "dense<1.18973149535723176508575932662800702E+4932> : tensor<2xf128>"
    ),
    'dense<"0x0000000000000080FF3F00000000000000A00040"> : tensor<2xf80>': (
        "dense<[1.000000e+00, 2.500000e+00]> : tensor<2xf80>"
    ),
    "dense<(0x4000C000000000000000,0x7FFFC000000000000001)> : tensor<2xcomplex<f80>>": (
        "dense<(3.000000e+00,0x7FFFC000000000000001)> : tensor<2xcomplex<f80>>"
    ),
    "sparse<[[0], [2]], [0x4000C000000000000000, 1.5]> : tensor<3xf80>": (
        "sparse<[[0], [2]], [3.000000e+00, 1.500000e+00]> : tensor<3xf80>"
    ),
    "dense<> : tensor<0xf128>": "dense<> : tensor<0xf128>",
    "array<f80: 1.0, -0.1, 0x7FFF8000000000000001>": (
        "array<f80: 1.000000e+00, -0.100000000000000005551, 0x7FFF8000000000000001>"
    ),
    "array<f128: 0x3FFF0000000000000000000000000000, -2.0>": (
        "array<f128: 1.000000e+00, -2.000000e+00>"
    ),
    "array<f80>": "array<f80>",
    "array<i24: 1, -8388608, 16777215, 0x800000>": "array<i24: 1, -8388608, -1, -8388608>",
    "array<ui24: 16777215>": "array<ui24: 16777215>",
    "array<i128: 1, -1, 170141183460469231731687303715884105728>": (
        "array<i128: 1, -1, -170141183460469231731687303715884105728>"
    ),
}
"""Constants of wide floats, arrays of uncommon widths, and their text by mlir-opt-19."""


@pytest.mark.parametrize("constant", ELEMENTS)
def test_constant_of_uncommon_width_prints_as_in_mlir(constant: str) -> None:
    module = ttmlir_py.parse(f"module attributes {{t.a = {constant}}} {{}}")
    assert f"{{t.a = {ELEMENTS[constant]}}}" in str(module)


@pytest.mark.skipif(shutil.which("mlir-opt-19") is None, reason="mlir-opt-19 is not installed")
@pytest.mark.parametrize(("type", "fraction_width"), [("f80", 63), ("f128", 112)])
def test_f80_and_f128_text_prints_as_mlir_opt(type: str, fraction_width: int) -> None:
    width = int(type[1:])
    numbers = [pow(0x9E3779B97F4A7C15, n, 2**127 - 1) for n in range(1, 300)]
    patterns = [number << 1 >> (128 - width) for number in numbers]
    for number in numbers:  # numbers near one, with few digits
        exponent, fraction = 16383 - 70 + number % 140, (number & 15) << (fraction_width - 4)
        leading = 1 << 63 if type == "f80" else 0
        patterns.append((exponent << (fraction_width + (type == "f80"))) | leading | fraction)
    lines = [
        f'"x.y"() {{v = dense<0x{bits:X}> : tensor<2x{type}>}} : () -> ()' for bits in patterns
    ]
    module = parse_module("\n".join(lines), create_context(allow_unregistered=True))
    assert str(module).split() == text_of_mlir_opt(lines).split()


@pytest.mark.parametrize("list_", ["[1e5, 2.0]", "[2.0, 12E+5]", "[[1.0], [-1e5]]"])
def test_float_with_exponent_but_no_point_in_dense_list_is_refused(list_: str) -> None:
    shape = "2x1" if list_.startswith("[[") else "2"
    with pytest.raises(ttmlir_py.CompilationError, match="expected ']'"):
        ttmlir_py.parse(f"module attributes {{t.a = dense<{list_}> : tensor<{shape}xf32>}} {{}}")


@pytest.mark.parametrize("literal", WIDE_NUMBERS)
def test_hexadecimal_f80_or_f128_number_prints_as_in_mlir(literal: str) -> None:
    module = ttmlir_py.parse(f"module attributes {{t.a = {literal}}} {{}}")
    assert f"{{t.a = {WIDE_NUMBERS[literal]}}}" in str(module)


@pytest.mark.parametrize(
    "literal",
    [
        "0x3FFF8000000000000001 : f80",  # more digits than f64 holds
        "0x3FFF0000000000000000000000000001 : f128",
        "0x7FFE8000000000000000 : f80",  # larger than f64's numbers
        "0x00000000000000000001 : f128",  # smaller
        "0x3FFF0000000000000000 : f80",  # the leading bit is missing
        "0x7FFFC000000000000001 : f80",  # a longer payload
    ],
)
def test_hexadecimal_f80_or_f128_number_that_f64_cannot_hold_is_refused(literal: str) -> None:
    with pytest.raises(
        ttmlir_py.CompilationError, match=r"1:26: .* is not supported: it is not an f64"
    ):
        ttmlir_py.parse(f"module attributes {{t.a = {literal}}} {{}}")


@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1),
    st.sampled_from(["f16", "bf16", "f32", "f64", "f80"]),
    st.sampled_from(["{}", "{:.3e}", "{:.1f}"]),
)
def test_array_of_floats_does_not_depend_on_blanks(
    values: list[float], type: str, form: str
) -> None:
    """A list with two blanks after a comma is parsed token by token."""
    numbers = [re.sub(r"^(-?\d+)(e|$)", r"\1.0\2", form.format(value)) for value in values]
    texts = [f"{{t.a = array<{type}: {blank.join(numbers)}>}}" for blank in (", ", ",  ")]
    first, second = (str(ttmlir_py.parse(f"module attributes {text} {{}}")) for text in texts)
    assert first == second


def test_exponent_without_point_in_array_of_floats_is_refused() -> None:
    with pytest.raises(ttmlir_py.CompilationError):
        ttmlir_py.parse("module attributes {t.a = array<f32: 1.0, 1e5>} {}")
