"""Quantized types: their text and their parameters."""

import re
import shutil
import subprocess
from random import Random

import pytest
from attribute_text import parse, print_text
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import IntegerType, bf16, f16, f32, f64, i8
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.quant.types import UniformQuantizedType, scale_limits

SCALES = st.floats(min_value=2.0**-149, max_value=3.4e38)


@st.composite
def uniform_types(draw: st.DrawFn) -> UniformQuantizedType:
    is_signed, width = draw(st.booleans()), draw(st.integers(2, 32))
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if is_signed else (0, (1 << width) - 1)
    least = draw(st.integers(low, high - 1))
    most = draw(st.integers(least + 1, high))
    dimension = draw(st.none() | st.integers(0, 5))
    count = 1 if dimension is None else draw(st.integers(1, 4))
    scales = draw(st.lists(SCALES, min_size=count, max_size=count))
    zeros = draw(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=count, max_size=count))
    return UniformQuantizedType(
        is_signed, IntegerType(width), f32, least, most, tuple(scales), tuple(zeros), dimension
    )


@given(uniform_types())
def test_quantized_type_text_round_trips(type_: UniformQuantizedType):
    """The text keeps all digits of a scale."""
    assert parse(print_text(type_)) == type_


@pytest.mark.skipif(shutil.which("mlir-opt-19") is None, reason="needs mlir-opt-19")
def test_quantized_type_text_matches_mlir_opt():
    rng = Random(0)
    texts = [
        print_text(
            UniformQuantizedType(
                *(sign, IntegerType(width), f32, low, low + 1 + rng.randrange(2)),
                *((rng.uniform(0, 10.0 ** rng.randrange(-40, 38)) + 1e-44,), (zero,), None),
            )
        )
        for sign in (True, False)
        for width in (3, 8, 16, 32)
        for low in (-2, 0, 1)
        if low >= 0 or sign
        for zero in (-(2**31), -1, 0, 2**31 - 1)
    ]
    source = "\n".join(f"func.func private @f{n}({text})" for n, text in enumerate(texts))
    done = subprocess.run(["mlir-opt-19"], input=source, capture_output=True, text=True, check=True)
    assert re.findall(r"private @f\d+\((.*)\)$", done.stdout, re.MULTILINE) == texts


@pytest.mark.parametrize("scale", [float("inf"), float("nan"), 0.0, -1.0])
def test_quantized_type_with_invalid_scale_is_refused(scale: float):
    with pytest.raises(VerifyException, match=re.escape(f"illegal scale: {scale:e}")):
        UniformQuantizedType(True, i8, f32, -128, 127, (scale,), (0,), None)


def test_scale_limits_match_float_formats():
    assert scale_limits(f64) == (2.0**-1074, (2 - 2.0**-52) * 2.0**1023)
    assert scale_limits(f16) == (2.0**-24, 65504.0)
    assert scale_limits(bf16) == (2.0**-133, (2 - 2.0**-7) * 2.0**127)
