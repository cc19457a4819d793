"""Writes into caches of blocks, in TTIR and in binaries of TTNN text, compared with loops."""

from typing import Any

import numpy as np
import pytest
from passes.test_revision_numbers import RANDOM, Array, numbers

import ttmlir_py
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.runtime.errors import SimulationError

pytestmark = pytest.mark.slow
BLOCKS, HEADS, SIZE, WIDTH, USERS, PAGES = 6, 2, 32, 16, 3, 2
TABLE = np.array([[4, 0], [5, 2], [1, 3]], np.int32)
CACHE, INDEX, PAGE_TABLE = f"{BLOCKS}x{HEADS}x{SIZE}x{WIDTH}xf32", f"{USERS}x", f"{USERS}x{PAGES}x"
INTEGERS = {"ttir": "i32", "ttnn": "si32"}
ROWS = "(d0, d1, d2, d3) -> (d0 * {} + d1 * 32 + d2, d3)"


def layout(linear: str, tiles: str, element: str = "f32") -> str:
    return (
        f"#ttnn.ttnn_layout<{linear}, <1x1>, memref<{tiles}x!ttcore.tile<32x32, {element}>, "
        "#ttnn.buffer_type<dram>>, <interleaved>>"
    )


LAYOUTS = {
    "#cache": layout(ROWS.format(64), "12x1"),
    "#row": layout("(d0, d1, d2, d3) -> (d0 * 96 + d1 * 32 + d2, d3)", "3x1"),
    "#fill": layout(ROWS.format(128), "4x1"),
    "#line": layout("(d0) -> (0, d0)", "1x1", "si32"),
    "#table": layout("(d0, d1) -> (d0, d1)", "1x1", "si32"),
}


def program(dialect: str, op: str, given: dict[str, str], properties: str = "") -> str:
    """Return a function that writes a cache in place and returns it.

    `given` maps the types of the other operands, without encoding, to their layouts.
    """
    own = {CACHE: "#cache", **given}
    types = [
        f"tensor<{shape}, {name}>" if dialect == "ttnn" else f"tensor<{shape}>"
        for shape, name in own.items()
    ]
    names = [f"%a{i}" for i in range(len(types))]
    arguments = ", ".join(f"{name}: {type_}" for name, type_ in zip(names, types, strict=True))
    head = "\n".join(f"{name} = {text}" for name, text in LAYOUTS.items())
    return f"""{head if dialect == "ttnn" else ""}
func.func @f({arguments}) -> {types[0]} {{
  "{dialect}.{op}"({", ".join(names)}) {properties and f"<{{{properties}}}>"} : ({", ".join(types)}) -> ()
  return %a0 : {types[0]}
}}"""


def run(text: str, *inputs: Array) -> Array:
    context = ttmlir_py.create_context(revision="2026-08")
    module = ttmlir_py.parse(text, context=context)
    make: Any = ttmlir_py.translate if '"ttnn.' in text else ttmlir_py.compile
    (found,) = ttmlir_py.runtime.load(make(module)).run([each.copy() for each in inputs])
    return found


def cache() -> Array:
    return numbers(BLOCKS, HEADS, SIZE, WIDTH)


@pytest.mark.parametrize("dialect", ["ttir", "ttnn"])
@pytest.mark.parametrize("is_paged", [True, False])
def test_paged_update_writes_one_position_of_each_user(dialect: str, is_paged: bool):
    integer = INTEGERS[dialect]
    old, new = cache(), numbers(1, USERS, HEADS + 1, WIDTH)
    places = [0, 40 if is_paged else 31, -1]
    expected = old.copy()
    for user, place in enumerate(places):
        if place >= 0:
            block = TABLE[user, place // SIZE] if is_paged else user
            expected[block, :, place % SIZE] = new[0, user, :HEADS]
    given = {f"1x{USERS}x{HEADS + 1}x{WIDTH}xf32": "#row", f"{INDEX}{integer}": "#line"}
    if is_paged:
        given[f"{PAGE_TABLE}{integer}"] = "#table"
    text = program(dialect, "paged_update_cache", given, "share_cache = false")
    table = [TABLE] if is_paged else []
    found = run(text, old, new, np.array(places, np.int32), *table)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dialect", ["ttir", "ttnn"])
@pytest.mark.parametrize("user", [None, 2])
def test_paged_fill_writes_first_positions_of_user(dialect: str, user: int | None):
    integer = INTEGERS[dialect]
    old, new = cache(), numbers(1, HEADS, 40, WIDTH)
    expected = old.copy()
    for place in range(40):
        expected[TABLE[user or 0, place // SIZE], :, place % SIZE] = new[0, :, place]
    given = {f"1x{HEADS}x40x{WIDTH}xf32": "#fill", f"{PAGE_TABLE}{integer}": "#table"}
    chosen = [] if user is None else [np.array([user], np.int32)]
    if user is not None:
        given[f"1x{integer}"] = "#line"
    found = run(program(dialect, "paged_fill_cache", given), old, new, TABLE, *chosen)
    np.testing.assert_array_equal(found, expected)


def test_shared_cache_is_refused():
    given = {f"1x{USERS}x{HEADS}x{WIDTH}xf32": "#row", f"{INDEX}i32": "", f"{PAGE_TABLE}i32": ""}
    text = program("ttir", "paged_update_cache", given, "share_cache = true")
    with pytest.raises(CompilationError, match="a cache that users share"):
        run(text, cache(), numbers(1, USERS, HEADS, WIDTH), np.zeros(USERS, np.int32), TABLE)


def test_page_table_with_unknown_block_is_refused():
    given = {f"1x{HEADS}x40x{WIDTH}xf32": "#fill", f"{PAGE_TABLE}si32": "#table"}
    table = RANDOM.integers(BLOCKS, BLOCKS + 9, TABLE.shape).astype(np.int32)
    with pytest.raises(SimulationError, match="the page table names block"):
        run(
            program("ttnn", "paged_fill_cache", given), cache(), numbers(1, HEADS, 40, WIDTH), table
        )
