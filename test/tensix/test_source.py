"""Tests of the reader of kernel texts: C's arithmetic, and errors with a location."""

import random
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metal_builders import Kernel, Tensor, ports, run
from tiers import example_count

from ttmlir_py.tensix.errors import KernelTextError
from ttmlir_py.tensix.source import read_kernel


def kernel(body: str) -> str:
    return f"#include <cstdint>\nvoid kernel_main() {{\n{body}\n}}\n"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("int32_t a = b;", "3:13: 'b' is not declared"),
        ("launch(1);", "3:1: the kernel interface has no function 'launch'"),
        ("cb_push_back(1);", "3:1: 'cb_push_back' takes cb int"),
        ("cb_push_back(1, 1);", "3:14: an argument of type int32_t: expected a circular buffer"),
        ("int32_t a = 1; int32_t a = 2;", "3:16: 'a' is declared twice"),
        ("int32_t a = 1; a[0] = 1;", "3:16: 'a' is not a pointer"),
        ("float a = 1;", "3:7: unexpected 'a'"),
        ("int32_t a = 0x10;", "3:14: unexpected 'x10;'"),
        ("int32_t a = 99999999999999999999;", "3:13: '99999999999999999999' has more than 64 bits"),
        ("int32_t a = 1 +;", "3:16: unexpected ';'"),
        ("while (1) {}", "3:11: unexpected '{}'"),
        ("::tt::CB c = ::tt::CB::c_in9;", "3:14: '::tt::CB' has no 'c_in9'"),
        ("for (int32_t i = 0; j < 4; i += 1) {}", "3:1: a loop must test and step the variable that it declares"),
        ("for (int32_t i = 0; i < 4; i += 1) { i = 2; }", "3:38: 'i' is changed in a loop whose bounds it is part of"),
        ("int32_t a = t[0];", "3:13: there is no table 't'"),
        ("reduce_init<PoolType::MIN>(::tt::CB::c_in0, ::tt::CB::c_in0, ::tt::CB::c_in0);", "3:1: 'reduce_init' has no template arguments <PoolType::MIN>"),
        ("if (get_semaphore(0)) {}", "3:5: a call cannot be part of a condition or of a loop's bounds"),
        ("volatile tt_l1_ptr uint32_t* p = 4;", "3:1: expected a value of type volatile tt_l1_ptr uint32_t*, found int32_t"),
        ("int32_t a = " + "(" * 60 + "1" + " + 1)" * 60 + ";", "an expression is nested too deeply"),
        ("if (1) {" * 20 + "}" * 20, "blocks are nested too deeply"),
        ("int32_t a = 1;", None),
    ],
)  # fmt: skip
def test_kernel_text_error_names_line_and_column(body, message):
    if message is None:
        read_kernel(kernel(body))
        return
    with pytest.raises(KernelTextError) as caught:
        read_kernel(kernel(body))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text", ["", "void kernel_main() {", "int main() {}", "void kernel_main() {} }", "\0"]
)
def test_kernel_text_outside_supported_cpp_is_refused(text):
    with pytest.raises(KernelTextError, match=r"^\d+:\d+: "):
        read_kernel(text)


def test_kernel_text_with_table_of_wrong_length_is_refused():
    text = "static const int32_t t[2][2] = {1, 2, 3};\nvoid kernel_main() { int32_t a = t[0][1]; }"
    with pytest.raises(KernelTextError, match="1:1: a table of 4 numbers has 3 values"):
        read_kernel(text)


SAMPLE = kernel("""  ::tt::CB v1 = ::tt::CB::c_in0;
  int32_t v2 = 1;
  for (int32_t v3 = 0; v3 < v2; v3 += v2) {
    uint32_t v4 = (uint32_t) v3;
    uint32_t v5 = v4 < 32 ? v4 >> 3 : 0;
    if (v5 == 2) { cb_push_back(v1, v2); } else { return; }
  };
  int64_t v6 = get_noc_addr(v2, v2, v2);""")


@settings(max_examples=example_count(20))
@given(
    st.integers(0, len(SAMPLE) - 1),
    st.integers(0, 12),
    st.text("(){};<>=+-*/&|%^~!?:[]x1 \n", max_size=4),
)
def test_damaged_kernel_text_parses_or_reports_position(start, length, text):
    """The reader accepts the text, or reports an error at a position in it."""
    damaged = SAMPLE[:start] + text + SAMPLE[start + length :]
    try:
        read_kernel(damaged)
    except KernelTextError as error:
        line, column = str(error).split(": ")[0].split(":")
        assert 1 <= int(line) <= damaged.count("\n") + 1
        assert int(column) >= 1


TYPES = ("int32_t", "uint32_t", "int64_t", "uint64_t", "uint8_t", "int16_t", "bool")


def expression(rng: random.Random, depth: int) -> str:
    """Return an expression of variables `a` to `d` that C defines for all values."""
    if depth == 0:
        return rng.choice(["a", "b", "c", "d", str(rng.randrange(1 << 31)), "5u", "4000000000"])
    parts = [expression(rng, depth - 1) for _ in range(3)]
    kind = rng.randrange(5)
    if kind == 0:
        return f"(({rng.choice(TYPES)}) {parts[0]})"
    if kind == 1:
        return f"({parts[0]} {rng.choice(['<', '<=', '==', '!=', '>', '&&', '||'])} {parts[1]} ? {parts[1]} : {parts[2]})"
    if kind == 2:
        return f"((uint32_t) {parts[0]} {rng.choice(['<<', '>>'])} {rng.randrange(32)})"
    if kind == 3:
        return f"((uint64_t) {parts[0]} {rng.choice('+-*')} {parts[1]})"
    if kind == 4 and rng.random() < 0.3:
        return f"((uint32_t) {parts[0]} {rng.choice('/%')} {rng.choice(['7u', '1000'])})"
    return f"({parts[0]} {rng.choice('&|^')} {parts[1]})"


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_kernel_arithmetic_matches_cpp(tmp_path: Path):
    """Random expressions have the values that code built with g++ computes."""
    rng = random.Random(11)
    made = [expression(rng, rng.randrange(1, 4)) for _ in range(120)]
    declared = "int32_t a = 0 - 77; uint32_t b = 3000000000u; int64_t c = 5000000000; bool d = 1;\n"
    program = f"#include <cstdint>\n#include <cstdio>\nint main() {{ {declared}"
    program += "".join(f'printf("%u\\n", (uint32_t) ({each}));\n' for each in made) + "}\n"
    source = tmp_path / "arithmetic.cpp"
    source.write_text(program)
    subprocess.run(["g++", "-w", "-o", tmp_path / "arithmetic", source], check=True)
    printed = subprocess.run([tmp_path / "arithmetic"], capture_output=True, check=True, text=True)
    expected = np.array([int(line) for line in printed.stdout.split()], np.uint32)
    out = Tensor(1, (1, 120), 8192, data_type="UInt32", tiled=False)
    pointer = (
        "volatile tt_l1_ptr uint32_t* p = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(8192);\n"
    )
    stores = "".join(f"p[{i}] = (uint32_t) ({each});\n" for i, each in enumerate(made))
    (got,) = run([], [out], Kernel("noc0", ports(declared + pointer + stores)))
    wrong = np.flatnonzero(got[0] != expected)
    assert not wrong.size, [(made[i], int(got[0, i]), int(expected[i])) for i in wrong[:3]]
