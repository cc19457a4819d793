"""Tests that tensors are unchanged by layout changes over grids, tiles and memories; and a sum of
the shards of 64 cores on one core.
"""

from itertools import pairwise

import numpy as np
import pytest

from ttmlir_py.compiler import CompilationError, compile
from ttmlir_py.tensix import load

L1, DRAM = "l1", "dram"
PIPELINE = ("ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")


def layout(shape, grid, space=L1, *, tiled=False):
    """Return the type of an f32 tensor. All dimensions but the last are rows."""
    rows, columns = int(np.prod(shape[:-1])) // grid[0], shape[-1] // grid[1]
    held = (
        f"{rows // 32}x{columns // 32}x!tt.tile<32x32, f32>" if tiled else f"{rows}x{columns}xf32"
    )
    dims = ", ".join(f"d{number}" for number in range(len(shape)))
    rest = "d0"
    if len(shape) == 4:
        rest = f"d0 * {shape[1] * shape[2]} + d1 * {shape[2]} + d2"
    metal = (
        f"#tt.metal_layout<({dims}) -> ({rest}, d{len(shape) - 1}), undef, <{grid[0]}x{grid[1]}>"
    )
    return f"tensor<{'x'.join(map(str, shape))}xf32, {metal}, memref<{held}, #tt.memory_space<{space}>>>>"


def moved(types):
    """Return a function that converts its argument from layout to layout."""
    lines = [
        f"%e{number} = tensor.empty() : {after}\n"
        f'%{number} = "ttir.to_layout"(%{number - 1}, %e{number}) : ({before}, {after}) -> {after}'
        for number, (before, after) in enumerate(pairwise(types), 1)
    ]
    body = "\n".join(lines)
    last = len(types) - 1
    return (
        f"func.func @f(%0: {types[0]}) -> {types[-1]} {{\n{body}\nreturn %{last} : {types[-1]}\n}}"
    )


SMALL, LARGE, OUTER = (4, 16), (96, 192), (2, 3, 64, 128)
ROUTES = {
    "4x16 over 2x2 cores": [layout(SMALL, (1, 1)), layout(SMALL, (2, 2))],
    "tiles over other cores": [
        layout((64, 128), (1, 1)),
        layout((64, 128), (1, 1), tiled=True),
        layout((64, 128), (2, 2), tiled=True),
        layout((64, 128), (2, 2)),
    ],
    "four dimensions": [
        layout(OUTER, (1, 1)),
        layout(OUTER, (1, 1), tiled=True),
        layout(OUTER, (4, 2), tiled=True),
        layout(OUTER, (4, 2)),
    ],
    "grid after grid": [
        layout(LARGE, (1, 1)),
        layout(LARGE, (1, 1), tiled=True),
        *(layout(LARGE, grid, tiled=True) for grid in ((3, 2), (3, 6), (1, 1))),
        layout(LARGE, (1, 1)),
    ],
    "to DRAM and back": [layout((64, 64), (1, 1), each) for each in (L1, DRAM, L1)],
    "to DRAM as 2x2 shards and back": [
        layout((64, 64), (1, 1)),
        layout((64, 64), (2, 2), DRAM),
        layout((64, 64), (2, 2)),
    ],
}


@pytest.mark.parametrize("name", ROUTES)
def test_tensor_moved_between_layouts_keeps_values(name):
    types = ROUTES[name]
    shape = [int(size) for size in types[0].removeprefix("tensor<").split("xf32")[0].split("x")]
    given = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
    (result,) = load(compile(moved(types), *PIPELINE)).run([given])
    assert np.array_equal(result, given)


def test_dram_layout_that_overlaps_itself_is_refused():
    shape = (512, 512)
    types = [layout(shape, (2, 2)), layout(shape, (2, 2), DRAM)]
    reason = r":3:6: error: failed to legalize operation 'ttir.to_layout'[\s\S]*elements in DRAM would overlap"
    with pytest.raises(CompilationError, match=reason):
        compile(moved(types), *PIPELINE)


def test_sum_on_one_core_of_64_shards_matches_numpy():
    own, result = layout((256, 256), (8, 8)), layout((32, 32), (1, 1))
    text = f"""func.func @f(%0: {own}) -> {result} {{
    %e = tensor.empty() : {result}
    %1 = "ttir.sum"(%0, %e) <{{dim_arg = [-1 : i32, -2 : i32], keep_dim = true}}> : ({own}, {result}) -> {result}
    return %1 : {result}
    }}"""
    given = np.random.default_rng(2).integers(-8, 8, (256, 256)).astype(np.float32)
    (summed,) = load(compile(text, *PIPELINE)).run([given])
    assert summed[0, 0] == given.sum()
