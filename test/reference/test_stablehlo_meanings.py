"""Tests that the StableHLO reference covers every op that converts to TTIR, and agrees with plain
definitions where `test_stablehlo_numbers.py` has no XLA.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from passes import test_convert_stablehlo_bits as bits_cases
from passes import test_convert_stablehlo_scatters as scatters
from passes import test_convert_stablehlo_selections as selections
from tiers import example_count

import ttmlir_py
from ttmlir_py import reference
from ttmlir_py.dialects import chlo, sdy, stablehlo
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.refusals import REFUSALS
from ttmlir_py.reference import programs
from ttmlir_py.reference.meanings import MEANINGS
from ttmlir_py.reference.shardings import cut, gspmd_tiles, joined
from ttmlir_py.reference.stablehlo import WITHOUT_FUNCTION, exchanges

DESCRIBE = {"sdy.mesh", "sdy.return", "sdy.sharding_group"}
"""Ops that only describe other ops."""
OF_REVISIONS = {"stablehlo.reduce_precision"}
"""Ops that do not convert to TTIR of 2025-02, but have counterparts in later revisions."""


def run(text: str, *inputs: Any, **options: Any) -> list[Any]:
    function = next(reference.functions(ttmlir_py.parse(text)))
    return reference.run(function, inputs, **options).results


def test_every_convertible_stablehlo_op_has_semantics():
    ours = {*programs.ELEMENTWISE, *MEANINGS, *WITHOUT_FUNCTION}
    dialects = (stablehlo.STABLEHLO, chlo.CHLO, sdy.SDY)
    known = {op.name for dialect in dialects for op in dialect.operations}
    refused = {cls.name for cls in REFUSALS} - {"stablehlo.composite"}
    assert {name for name in ours if name.split(".")[0] in ("stablehlo", "chlo", "sdy")} == (
        (known - refused - DESCRIBE) | OF_REVISIONS
    )
    assert not WITHOUT_FUNCTION.keys() & {*programs.ELEMENTWISE, *MEANINGS}


# ---- bits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("op", bits_cases.SHIFTS)
@pytest.mark.parametrize("bits", [8, 32, 64])
def test_stablehlo_shift_semantics_match_python(op: str, bits: int):
    least = -(2 ** (bits - 1))
    numbers = [0, 1, -1, 5, least, -least - 1, bits - 1, bits, -bits]
    values, amounts = (each.ravel() for each in np.meshgrid(numbers, numbers))
    type_ = f"tensor<{len(values)}xi{bits}>"
    (found,) = run(
        f"func.func @f(%a: {type_}, %b: {type_}) -> {type_} {{\n"
        f"%0 = stablehlo.{op} %a, %b : {type_}\nreturn %0 : {type_}\n}}",
        values,
        amounts,
    )
    expected = [
        (value if is_arithmetic else value % 2**bits) >> min(amount, 99)
        if "right" in op
        else value << min(amount, 99)
        for value, given_ in zip(values.tolist(), amounts.tolist(), strict=True)
        for is_arithmetic in ["arithmetic" in op]
        for amount in [given_ % 2**bits]
    ]
    assert [each % 2**bits for each in found.tolist()] == [each % 2**bits for each in expected]


@pytest.mark.parametrize(
    ("op", "count"),
    [
        ("popcnt", lambda text: text.count("1")),
        ("count_leading_zeros", lambda text: text.find("1")),
    ],
)
@pytest.mark.parametrize("element", ["i8", "ui16", "i32", "i64"])
def test_stablehlo_bit_count_semantics_match_python(op: str, count: Any, element: str):
    bits = int(element.strip("ui"))
    values = np.array([1, 2, 5, 2 ** (bits - 1) - 1, *([-1, -7] if element[0] == "i" else [])])
    type_ = f"tensor<{len(values)}x{element}>"
    (found,) = run(
        f"func.func @f(%a: {type_}) -> {type_} {{\n"
        f"%0 = stablehlo.{op} %a : {type_}\nreturn %0 : {type_}\n}}",
        values,
    )
    assert found.tolist() == [count(f"{value % 2**bits:0{bits}b}") for value in values.tolist()]


# ---- comparison with plain loops -----------------------------------------------------------------


@pytest.mark.parametrize("name", scatters.CASES)
@pytest.mark.parametrize("body", ["", "add", "multiply", "minimum"])
def test_stablehlo_scatter_semantics_match_loops(name: str, body: str):
    case = scatters.CASES[name]
    tensor, indices, updates = scatters.inputs_of(case, np.float64)
    (found,) = run(scatters.program(case, body, "f64"), tensor, indices, updates)
    np.testing.assert_allclose(found, scatters.expected(case, body, tensor, indices, updates))


@pytest.mark.parametrize("name", selections.WINDOWS)
def test_stablehlo_select_and_scatter_semantics_match_loops(name: str):
    windows = selections.WINDOWS[name]
    operand, source = selections.inputs_of(windows)
    (found,) = run(selections.program(windows, "GE"), operand, source)
    expected = selections.expected(windows, lambda a, b: a >= b, operand, source, 0)
    np.testing.assert_allclose(found, expected, rtol=1e-6)


# ---- sorts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(20))
def test_stablehlo_sorting_network_sorts_all_zero_one_inputs(count: int):
    """The inputs are all sequences of zeros and ones. A network that sorts these sorts every
    input.
    """
    for ones in range(2 ** min(count, 8)):
        line = np.array([ones >> (i % 8) & 1 for i in range(count)], np.int64)
        for first, second in exchanges(count):
            low, high = np.minimum(line[first], line[second]), np.maximum(line[first], line[second])
            line[first], line[second] = low, high
        assert (np.diff(line) >= 0).all()


@settings(max_examples=example_count(8))
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=23))
def test_stablehlo_sort_is_stable(pairs: Sequence[tuple[int, int]]):
    keys, seconds = map(np.array, zip(*pairs, strict=True))
    type_ = f"tensor<{len(pairs)}xi32>"
    found = run(
        f"""func.func @f(%k: {type_}, %s: {type_}, %p: {type_}) -> ({type_}, {type_}, {type_}) {{
  %0:3 = "stablehlo.sort"(%k, %s, %p) <{{dimension = 0 : i64, is_stable = true}}> ({{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>, %e: tensor<i32>, %f: tensor<i32>):
    %less = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %same = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %then = stablehlo.compare LT, %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = stablehlo.and %same, %then : tensor<i1>
    %r = stablehlo.or %less, %both : tensor<i1>
    stablehlo.return %r : tensor<i1>
  }}) : ({type_}, {type_}, {type_}) -> ({type_}, {type_}, {type_})
  return %0#0, %0#1, %0#2 : {type_}, {type_}, {type_}
}}""",
        keys,
        seconds,
        np.arange(len(pairs)),
    )
    expected = sorted(range(len(pairs)), key=lambda i: (-pairs[i][0], pairs[i][1]))
    assert found[2].tolist() == expected


# ---- meshes --------------------------------------------------------------------------------------


GROUPED = """func.func @f(%a: tensor<4x2xf32>) -> tensor<{result}xf32> {{
  %p = stablehlo.partition_id : tensor<ui32>
  %c = stablehlo.convert %p : (tensor<ui32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
  %x = stablehlo.add %a, %b : tensor<4x2xf32>
  %r = "stablehlo.{op}"(%x) <{{{properties}}}> {region} : (tensor<4x2xf32>) -> tensor<{result}xf32>
  return %r : tensor<{result}xf32>
}}"""
SUM = """({
  ^bb0(%l: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %l, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  })"""
GROUPS = "replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>"
X = np.arange(8.0).reshape(4, 2)


@pytest.mark.parametrize(
    ("op", "properties", "region", "result", "expected"),
    [
        ("all_reduce", GROUPS, SUM, "4x2", [2 * X + 3] * 4),
        (
            "all_gather",
            f"all_gather_dim = 1 : i64, {GROUPS}",
            "",
            "4x4",
            [np.hstack([X + a, X + b]) for a, b in ((0, 3), (2, 1), (2, 1), (0, 3))],
        ),
        (
            "reduce_scatter",
            f"scatter_dimension = 0 : i64, {GROUPS}",
            SUM,
            "2x2",
            [(2 * X + 3)[part : part + 2] for part in (0, 2, 0, 2)],
        ),
        (
            "all_to_all",
            f"split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, {GROUPS}",
            "",
            "2x4",
            [
                np.hstack([(X + a)[part : part + 2], (X + b)[part : part + 2]])
                for a, b, part in ((0, 3, 0), (2, 1, 2), (2, 1, 0), (0, 3, 2))
            ],
        ),
        ("collective_broadcast", GROUPS, "", "4x2", [X, X + 2, X + 2, X]),
        (
            "collective_permute",
            "source_target_pairs = dense<[[0, 2], [2, 0], [1, 3]]> : tensor<3x2xi64>",
            "",
            "4x2",
            [X + 2, 0 * X, X, X + 1],
        ),
        ("cross-replica-sum", GROUPS, "", "4x2", [2 * X + 3] * 4),
    ],
)
def test_stablehlo_collective_semantics_match_definitions(
    op: str, properties: str, region: str, result: str, expected: Any
):
    text = GROUPED.format(op=op, properties=properties, region=region, result=result)
    (found,) = run(text, X, mesh=(2, 2))
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("sharding", "parts"),
    [
        ("{devices=[2,4]<=[8]}", lambda d: (d // 4, d % 4)),
        ("{devices=[4,2]<=[2,4]T(1,0)}", lambda d: (d % 4, d // 4)),
        ("{devices=[1,4,2]<=[8] last_tile_dim_replicate}", lambda d: (0, d // 2)),
        ("{devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}", lambda d: (d % 2, 0)),
        ("{replicated}", lambda _: (0, 0)),
    ],
)
def test_gspmd_sharding_tiles_match_definition(sharding: str, parts: Any):
    tiles = gspmd_tiles(sharding, 2, 8)
    assert [tuple(number for number, _ in tile) for tile in tiles] == [parts(d) for d in range(8)]
    x = np.random.default_rng(0).standard_normal((8, 16))
    np.testing.assert_array_equal(joined(cut(x, tiles), tiles), x)


def test_shardy_computation_runs_per_device():
    text = """module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @f(%a: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{"y"}, {"x"}]>] manual_axes={"x", "y"} (%x: tensor<1x2xf32>) {
      %1 = stablehlo.reshape %x : (tensor<1x2xf32>) -> tensor<2x1xf32>
      sdy.return %1 : tensor<2x1xf32>
    } : (tensor<4x2xf32>) -> tensor<4x2xf32>
    return %0 : tensor<4x2xf32>
  }
}"""
    (found,) = run(text, X, mesh=(2, 2))
    np.testing.assert_array_equal(found, [[0, 4], [1, 5], [2, 6], [3, 7]])


def test_stablehlo_op_without_semantics_is_refused_at_op(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(programs, "LOOP_LIMIT", 10)
    text = """func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.while(%x = %a) : tensor<f32> cond {
    %t = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    stablehlo.return %x : tensor<f32>
  }
  return %0 : tensor<f32>
}"""
    with pytest.raises(OperationError, match="runs more than 10 times"):
        run(text, 1.0)
    text = """func.func @f(%a: tensor<2xcomplex<f32>>) -> tensor<2xf32> {
  %0 = stablehlo.real %a : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}"""
    with pytest.raises(OperationError):
        run(text, np.ones(2))
