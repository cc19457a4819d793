"""Symbols become different valid C++ names, and valid names are unchanged."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttmlir_py.common.identifiers import CPP_KEYWORDS, cpp_names
from ttmlir_py.compiler import parse
from ttmlir_py.ir.literals import string_text
from ttmlir_py.target.cpp.emitter import translate

GXX = shutil.which("g++")
SYMBOLS = st.lists(
    st.sampled_from(["a.b", "a_b", "a-b", "a_b_1", "v1", "int", "int_", "2d", "", "main", "é"])
    | st.text(st.sampled_from("ab1_. -:\n\0é€\udcff"), max_size=4),
    unique=True,
)
IDENTIFIER = re.compile(r"[^\W\d]\w*")


@given(SYMBOLS)
def test_each_symbol_gets_unique_cpp_name(symbols: list[str]):
    names = cpp_names(symbols, {"v1"})
    assert len(set(names.values())) == len(symbols) == len(names)
    for symbol, name in names.items():
        parts = name.removeprefix("::").split("::")
        assert all(IDENTIFIER.fullmatch(part) and part not in CPP_KEYWORDS for part in parts)
        if all(IDENTIFIER.fullmatch(part) for part in symbol.split("::")):
            assert name == symbol or symbol == "v1" or CPP_KEYWORDS & {*symbol.split("::")}


def test_valid_cpp_symbol_names_are_unchanged():
    right = ["f", "_f2", "ns::f", "::std::abs", "a$b", "main", "größe"]
    assert cpp_names(right) == {each: each for each in right}


NASTY = [
    "my-net.v1",
    "my_net_v1",
    "new\nline",
    "int evil() { return 1; } //",
    'quote"',
    "class",
    "9",
    "\udcff",
    "a::",
    "bytes\0",
]


@pytest.mark.skipif(GXX is None, reason="g++ is not installed")
def test_cpp_functions_of_any_symbol_name_compile_and_call_each_other(tmp_path: Path):
    text = ""
    for number, name in enumerate(NASTY):
        symbol = f"@{string_text(name)}"
        text += f"emitc.func {symbol}() -> i32 {{\n  %0 = emitc.literal "
        text += f'"{number}" : i32\n  emitc.return %0 : i32\n}}\n'
    text += "emitc.func @main() -> i32 {\n"
    for number, name in enumerate(NASTY):
        text += f"  %{number} = emitc.call @{string_text(name)}() : () -> i32\n"
    values = ", ".join(f"%{number}" for number in range(len(NASTY)))
    types = ", ".join("i32" for _ in NASTY)
    text += f'  %r = emitc.call_opaque "in_order"({values}) : ({types}) -> i32\n'
    text += "  emitc.return %r : i32\n}\n"
    source = tmp_path / "names.cpp"
    source.write_text(
        "#include <cstdint>\n"
        "template <class... T> int in_order(T... v) { int i = 0; return !((v == i++) && ...); }\n"
        + translate(parse(text))
    )
    program = tmp_path / "names"
    subprocess.run([str(GXX), "-std=c++17", str(source), "-o", str(program)], check=True)
    subprocess.run([str(program)], check=True)


def test_cpp_global_variable_is_not_shadowed_by_local_name():
    text = translate(
        parse(
            "emitc.global @v1 : i32 = 7\n"
            "emitc.func @f(%x: i32) -> i32 {\n"
            "  %g = emitc.get_global @v1 : !emitc.lvalue<i32>\n"
            "  %l = emitc.load %g : !emitc.lvalue<i32>\n"
            "  %s = emitc.add %l, %x : (i32, i32) -> i32\n"
            "  emitc.return %s : i32\n"
            "}\n"
            "emitc.global @v2 : i32 = 7\n"
        )
    )
    assert "int32_t v1_ = 7;" in text
    assert "int32_t v2 = v1_;" in text
    assert "int32_t v2 = 7;" in text


def test_attributes_and_declarations_name_symbols_by_same_cpp_names():
    text = translate(
        parse(
            'emitc.declare_func @"a-b"\n'
            'emitc.func @"a-b"() {\n'
            '  emitc.call_opaque "g"() {args = [@"a-b", @"x y"]} : () -> ()\n'
            "  emitc.return\n"
            "}\n"
        )
    )
    assert "void a_b();" in text
    assert "g(a_b, x_y);" in text
