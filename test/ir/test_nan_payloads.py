"""NaNs in text keep their sign and payload in every place for a number, as in mlir-opt."""

import re
import shutil
import subprocess
from collections.abc import Iterator

import pytest
from tiers import share

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation

pytestmark = pytest.mark.slow

FORMATS = {
    "f16": (5, 10),
    "bf16": (8, 7),
    "f32": (8, 23),
    "f64": (11, 52),
    "tf32": (8, 10),
    "f8E5M2": (5, 2),
    "f8E4M3": (4, 3),
}
"""Maps a format whose NaNs are as in IEEE 754 to the widths of exponent and fraction."""
OTHERS = {
    "f8E4M3FN": [0x7F, 0xFF],
    "f8E4M3FNUZ": [0x80],
    "f8E5M2FNUZ": [0x80],
    "f8E4M3B11FNUZ": [0x80],
}
"""Maps each other format to the bits of its NaNs."""
PLACES = [
    "{nan} : {type}",
    "[{nan} : {type}, 1 : i32]",
    "array<{type}: {nan}, 1.0>",
    "dense<{nan}> : tensor<2x{type}>",
    "dense<[{nan}, 1.0]> : vector<2x{type}>",
    "dense<({nan},{nan})> : tensor<2xcomplex<{type}>>",
    "sparse<[[0]], [{nan}]> : tensor<3x{type}>",
]
NO_ARRAYS = {"tf32"}
"""Formats whose width is no multiple of 8 bits, so they have no array form."""


def nans(type_: str) -> list[int]:
    if type_ in OTHERS:
        return OTHERS[type_]
    exponent_bits, fraction_bits = FORMATS[type_]
    exponent = ((1 << exponent_bits) - 1) << fraction_bits
    quiet = 1 << (fraction_bits - 1)
    fractions = sorted({1, quiet - 1, quiet, quiet | 1, 2 * quiet - 1} - {0})
    signs = (0, 1 << (exponent_bits + fraction_bits))
    return [sign | exponent | fraction for sign in signs for fraction in fractions]


def attributes() -> Iterator[str]:
    for type_ in [*FORMATS, *OTHERS]:
        for bits in nans(type_):
            for place in PLACES:
                if type_ in NO_ARRAYS and "{type}" in place and not place.endswith(": {type}"):
                    continue
                yield place.format(nan=f"0x{bits:X}", type=type_)


CASES = list(attributes())


def program(cases: list[str]) -> str:
    operations = [f'"t.x"() {{a = {each}}} : () -> () loc(fused<{each}>["f"])' for each in cases]
    return "\n".join(operations)


def printed(text: str) -> str:
    module = parse_module(text, create_context(allow_unregistered=True))
    return print_operation(module, PrintOptions(debug_info=True))


@pytest.mark.parametrize("case", share(CASES, 60))
def test_nan_in_text_is_printed_with_same_bits(case: str) -> None:
    text = printed(program([case]))
    written = re.findall(r"\b0x[0-9A-F]+", case)
    found = re.findall(r"\b0x[0-9A-F]+", text)
    assert set(written) == set(found)


@pytest.mark.skipif(not shutil.which("mlir-opt-19"), reason="mlir-opt-19 is not installed")
def test_nans_print_as_mlir_opt() -> None:
    text = program(CASES)
    command = ["mlir-opt-19", "--allow-unregistered-dialect", "--mlir-print-debuginfo"]
    expected = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    ours = printed(text)
    unnamed = re.compile(r'"<stdin>"|"-"')
    assert unnamed.sub("", ours).strip() == unnamed.sub("", expected.stdout).strip()


FOLDED = {
    "f16": ["0x7E01", "0x7C01", "0xFE00", "0xFC02", "1.0"],
    "bf16": ["0x7FC1", "0x7F81", "0xFF82", "-1.0"],
    "f32": ["0x7F800001", "0x7FC00002", "0xFF800003", "0x7FC02000", "0.0", "0x7F800000"],
    "f64": ["0x7FF0000000000001", "0xFFF8000040000000", "2.0"],
}
BINARY = ("addf", "subf", "mulf", "divf", "maximumf", "minimumf", "minnumf")
"""Operations with two operands. `maxnumf` is missing, because MLIR 19 folds it to NaN if one
operand is a number.
"""
WIDTHS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}


def folded_functions() -> Iterator[str]:
    for type_, values in FOLDED.items():
        for a in values:
            constant = f"%a = arith.constant {a} : {type_}"
            yield f"() -> {type_} {{ {constant} %0 = arith.negf %a : {type_} return %0 : {type_} }}"
            for to in FOLDED:
                if WIDTHS[to] != WIDTHS[type_]:
                    name = "extf" if WIDTHS[to] > WIDTHS[type_] else "truncf"
                    cast = f"%0 = arith.{name} %a : {type_} to {to}"
                    yield f"() -> {to} {{ {constant} {cast} return %0 : {to} }}"
            for b in values:
                for name in BINARY:
                    other = f"%b = arith.constant {b} : {type_}"
                    op = f"%0 = arith.{name} %a, %b : {type_}"
                    yield f"() -> {type_} {{ {constant} {other} {op} return %0 : {type_} }}"


@pytest.mark.skipif(not shutil.which("mlir-opt-19"), reason="mlir-opt-19 is not installed")
def test_folding_of_nans_prints_as_mlir_opt() -> None:
    from ttmlir_py.compiler import PassManager

    functions = enumerate(share(list(folded_functions()), 120))
    text = "\n".join(f"func.func @f{number}{each}" for number, each in functions)
    command = ["mlir-opt-19", "--canonicalize"]
    expected = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    context = create_context()
    module = parse_module(text, context)
    PassManager("builtin.module(canonicalize)", context=context).run(module)
    assert str(module).strip() == expected.stdout.strip()
