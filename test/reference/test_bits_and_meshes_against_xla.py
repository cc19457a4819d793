"""Compares the reference semantics of StableHLO with XLA, for bit operations, and for programs that
JAX writes for four devices.
"""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from passes.stablehlo_rows import Row, Tensor, by_xla, program

import ttmlir_py
from ttmlir_py import reference

pytestmark = pytest.mark.slow

ON_MESHES = [
    f"{name}, {partitioner}"
    for name in (
        *("all_reduce", "all_reduce of groups", "all_reduce of rows", "all_reduce of columns"),
        *("all_gather", "all_gather of columns", "reduce_scatter", "all_to_all"),
        *("collective_permute", "partition_id"),
    )
    for partitioner in ("shardy", "gspmd")
]
SHIFTS = ("shift_left", "shift_right_logical", "shift_right_arithmetic")


def _rows() -> list[Row]:
    rows: list[Row] = []
    for element in ("i8", "i32", "i64", "ui16", "ui32"):
        bits = int(element.strip("ui"))
        least = 0 if element[0] == "u" else -(2 ** (bits - 1))
        values = [
            0,
            1,
            5,
            100,
            least,
            least + 2 ** (bits - 1) - 1,
            2 ** (bits - 2),
            2 ** (bits - 1) - 1,
        ]
        values += [] if element[0] == "u" else [-1, -7]
        amounts = [0, 1, bits - 1, bits, bits + 1, 127]
        left, right = ([a for a in values for _ in amounts], [b for _ in values for b in amounts])
        one, two, numbers = (Tensor(each, element) for each in (left, right, values))
        rows += [
            Row(f"%r = stablehlo.{op} %a, %b : {one.type}", one.type, (one, two)) for op in SHIFTS
        ]
        rows += [
            Row(f"%r = stablehlo.{op} %a : {numbers.type}", numbers.type, (numbers,))
            for op in ("popcnt", "count_leading_zeros")
        ]
    return rows


def _casts() -> list[Row]:
    """Return casts between types of one width. Other casts split numbers, and are not converted to
    TTIR.
    """
    values = {"i32": [1, -1, -(2**31)], "ui16": [1, 65535, 32768], "i64": [-2, 2**40 + 3, 0]}
    tensors = [(Tensor(each, element), element) for element, each in values.items()]
    others = {"i32": "ui32", "ui16": "i16", "i64": "ui64"}
    types = [(each, f"tensor<3x{others[element]}>") for each, element in tensors]
    return [
        Row(f"%r = stablehlo.bitcast_convert %a : ({each.type}) -> {type_}", type_, (each,))
        for each, type_ in types
    ]


def test_stablehlo_bit_op_semantics_match_xla():
    rows = [*_rows(), *_casts()]
    (function,) = reference.functions(ttmlir_py.parse(program(rows)))
    arguments = [tensor.array for each in rows for tensor in each.arguments]
    found = reference.run(function, arguments).results
    for each, ours, theirs in zip(rows, found, by_xla(rows), strict=True):
        np.testing.assert_array_equal(ours, theirs, each.body)


@cache
def by_xla_on_four() -> dict[str, Any]:
    """Return the programs, and the results of XLA."""
    pytest.importorskip("jax", reason="JAX is not installed (pip install 'ttmlir-py[jax]')")
    script = Path(__file__).with_name("mesh_programs.py")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", ON_MESHES)
def test_stablehlo_mesh_op_semantics_match_xla(name: str):
    xla = by_xla_on_four()
    assert sorted(xla["programs"]) == sorted(ON_MESHES)
    text, shape, expected = xla["programs"][name]
    function = next(
        each for each in reference.functions(ttmlir_py.parse(text)) if each.sym_name.data == "main"
    )
    rows, columns = (1, *shape)[-2:]
    (found,) = reference.run(function, [np.array(xla["input"])], mesh=(rows, columns)).results
    for each in found if isinstance(found, list) else [found]:
        np.testing.assert_array_equal(each, expected)


def test_stablehlo_replica_group_semantics_match_xla():
    xla = by_xla_on_four()
    text, expected = xla["replicas"]
    (function,) = reference.functions(ttmlir_py.parse(text))
    parts = np.split(np.array(xla["input"]), 4)
    (found,) = reference.run(function, [parts], mesh=(1, 4)).results
    np.testing.assert_array_equal(found, expected)
