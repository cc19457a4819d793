"""Compare operations of 2026-09 and 2026-10, lowered to 2025-02, with numpy: rows by index, dynamic
slices, cumulative and bitwise reductions, loops and branches.
"""

from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest
from passes.test_revision_numbers import RANDOM, Array, numbers, type_of
from tiers import share

import ttmlir_py
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.runtime.kernels import find_kernel

pytestmark = pytest.mark.slow


def compiled(text: str) -> bytes:
    context = ttmlir_py.create_context(revision="2026-10")
    return ttmlir_py.compile(ttmlir_py.parse(text, context=context, file_name="test.mlir"))


def run(op: str, inputs: list[Array], result: Array, properties: str) -> Array:
    """Compile and run one operation, whose result has the type of `result`."""
    arguments = ", ".join(f"%a{i}: {type_of(each)}" for i, each in enumerate(inputs))
    names = ", ".join(f"%a{i}" for i in range(len(inputs)))
    types = ", ".join(map(type_of, inputs))
    text = f"""
func.func @f({arguments}) -> {type_of(result)} {{
  %r = "{op}"({names}) {properties and f"<{{{properties}}}>"} : ({types}) -> {type_of(result)}
  return %r : {type_of(result)}
}}"""
    (found,) = ttmlir_py.runtime.load(compiled(text)).run([each.copy() for each in inputs])
    return found


def windows_of(index: Array, sizes: list[int], windows: list[int]) -> list[list[tuple[int, ...]]]:
    """Return the positions of each window for each column of an index `[len(sizes), count]`."""
    offsets = list(product(*map(range, windows)))
    starts = [tuple(column) for column in index.T.tolist()]
    return [
        [tuple(s + o for s, o in zip(start, offset, strict=True)) for offset in offsets]
        for start in starts
    ]


def gathered(x: Array, index: Array, sizes: list[int], windows: list[int]) -> Array:
    """Return rows of `x` [batch, *sizes, *row]. A window that exceeds the tensor is moved
    inside.
    """
    highest = np.array([[s - w] for s, w in zip(sizes, windows, strict=True)])
    found = []
    for batch in range(len(x)):
        places = np.clip(index[batch % len(index)], 0, highest)
        rows = [x[batch][p] for window in windows_of(places, sizes, windows) for p in window]
        found.append(np.stack(rows))
    return np.stack(found)


def scattered(
    x: Array, index: Array, updates: Array, sizes: list[int], windows: list[int], reduce: str
) -> Array:
    """Return `x` with `updates` combined into its rows. A window that exceeds the tensor is
    skipped.
    """
    combine = {"sum": np.add, "max": np.maximum, "min": np.minimum}
    combine |= {"prod": np.multiply, "invalid": lambda _, new: new}
    found = x.copy()
    for batch in range(len(x)):
        given = iter(updates[batch])
        for window in windows_of(index[batch % len(index)], sizes, windows):
            rows = [next(given) for _ in window]
            if all(0 <= p < s for place in window for p, s in zip(place, sizes, strict=True)):
                for place, row in zip(window, rows, strict=True):
                    found[batch][place] = combine[reduce](found[batch][place], row)
    return found


CASES: list[tuple[tuple[int, ...], tuple[int, ...], list[int], list[int], tuple[int, ...]]] = [
    # batch and row, batch of the index, sizes, windows
    ((2, 8), (1, 5), [16], [1], (8,)),
    ((2, 3, 4), (2, 5), [9], [1], (3, 4)),
    ((1, 8), (1, 2), [12], [4], (8,)),
    ((2, 4), (1, 3), [5, 6], [1, 1], (4,)),
    ((1, 4), (1, 3), [5, 6], [2, 3], (4,)),
]


def properties_of(sizes: list[int], windows: list[int], *, column: bool) -> str:
    listed = [", ".join(map(str, each)) for each in (sizes, windows)]
    return (
        f"column = {str(column).lower()}, sizes = array<i64: {listed[0]}>, "
        f"windows = array<i64: {listed[1]}>"
    )


@pytest.mark.parametrize(("outer", "chosen", "sizes", "windows", "row"), CASES)
@pytest.mark.parametrize("element", [np.float32, np.int32])
def test_rows_gather_matches_numpy(
    outer: tuple[int, ...],
    chosen: tuple[int, int],
    sizes: list[int],
    windows: list[int],
    row: tuple[int, ...],
    element: Any,
):
    x = RANDOM.integers(-50, 50, (outer[0], *sizes, *row)).astype(element)
    batch, count = chosen
    index = RANDOM.integers(-2, max(sizes) + 2, (batch, len(sizes), count)).astype(np.int32)
    expected = gathered(x, index, sizes, windows)
    given = properties_of(sizes, windows, column=False) + ", fill_out_of_bounds = false"
    found = run("ttir.rows_gather", [x, index], expected, given)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("outer", "chosen", "sizes", "windows", "row", "reduce"),
    share(
        [(*case, each) for each in ["invalid", "sum", "max", "min", "prod"] for case in CASES], 13
    ),
)
def test_rows_scatter_matches_numpy(
    outer: tuple[int, ...],
    chosen: tuple[int, int],
    sizes: list[int],
    windows: list[int],
    row: tuple[int, ...],
    reduce: str,
):
    x = RANDOM.integers(-50, 50, (outer[0], *sizes, *row)).astype(np.float32)
    batch, count = chosen
    index = RANDOM.integers(-1, max(sizes) + 1, (batch, len(sizes), count)).astype(np.int32)
    limit = 4 if reduce == "prod" else 50  # f32 holds the products exactly
    new = RANDOM.integers(-limit, limit, (outer[0], count * prod(windows), *row))
    new = new.astype(np.float32)
    expected = scattered(x, index, new, sizes, windows, reduce)
    given = properties_of(sizes, windows, column=False)
    given += f", reduce = #ttcore.reduce_type<{reduce}>"
    found = run("ttir.rows_scatter", [x, index, new], expected, given)
    np.testing.assert_array_equal(found, expected)


def test_rows_gather_and_scatter_of_one_element_rows_match_numpy():
    x, index = numbers(4, 1, 33), np.array([[[3, 0, 32]]], np.int32)
    given = properties_of([33], [1], column=True)
    expected = x[:, 0, [3, 0, 32]]
    found = run("ttir.rows_gather", [x, index], expected, given + ", fill_out_of_bounds = false")
    np.testing.assert_array_equal(found, expected)
    x, index = numbers(1, 6, 5), np.array([[[0, 5, 2], [4, 1, 2]]], np.int32)
    new = numbers(1, 3)
    expected = x.copy()
    expected[0, index[0, 0], index[0, 1]] = new[0]
    given = properties_of([6, 5], [1, 1], column=True) + ", reduce = #ttcore.reduce_type<invalid>"
    np.testing.assert_array_equal(
        run("ttir.rows_scatter", [x, index, new], expected, given), expected
    )


def test_rows_gather_with_out_of_bounds_fill_is_refused():
    x, index = numbers(1, 4, 2), np.zeros((1, 1, 1), np.int32)
    given = properties_of([4], [1], column=False) + ", fill_out_of_bounds = true"
    with pytest.raises(CompilationError, match=r"'ttir.rows_gather' op .*positions out of bounds"):
        run("ttir.rows_gather", [x, index], x[:, :1], given)


@pytest.mark.parametrize(("begin", "step"), [([3, 0, 2], [1, 1, 1]), ([0, 1, 5], [2, 1, 3])])
def test_slice_dynamic_matches_numpy(begin: list[int], step: list[int]):
    x, sizes = numbers(9, 4, 16), (4, 3, 3)
    ends = [b + s * n for b, s, n in zip(begin, step, sizes, strict=True)]
    expected = x[tuple(slice(b, e, s) for b, e, s in zip(begin, ends, step, strict=True))]
    assert expected.shape == sizes
    given = f"step = [{', '.join(f'{each} : i32' for each in step)}]"
    inputs = [x, np.array(begin, np.int32), np.array(ends, np.int32)]
    np.testing.assert_array_equal(run("ttir.slice_dynamic", inputs, expected, given), expected)


@pytest.mark.parametrize(
    ("size", "reverse", "reduction"),
    share([*product([1, 7, 16], [False, True], ["max", "min"])], 5),
)
def test_cumulative_maximum_and_minimum_match_numpy(reduction: str, *, reverse: bool, size: int):
    x = numbers(3, size, 4)
    accumulate = {"max": np.maximum, "min": np.minimum}[reduction].accumulate
    order = slice(None, None, -1 if reverse else 1)
    expected = accumulate(x[:, order], axis=1)[:, order]
    given = f"dim = 1 : i64, reduction = #ttcore.reduce_type<{reduction}>, "
    given += f"reverse = {str(reverse).lower()}"
    np.testing.assert_array_equal(run("ttir.cumulative", [x], expected, given), expected)


@pytest.mark.parametrize("reduction", ["max", "min"])
def test_cumulative_extremes_of_integers_match_numpy(reduction: str):
    x = RANDOM.integers(-(2**31), 2**31, (3, 7)).astype(np.int32)
    expected = {"max": np.maximum, "min": np.minimum}[reduction].accumulate(x, axis=1)
    given = f"dim = 1 : i64, reduction = #ttcore.reduce_type<{reduction}>, reverse = false"
    np.testing.assert_array_equal(run("ttir.cumulative", [x], expected, given), expected)


def test_cumulative_logarithm_of_sums_of_exponentials_matches_numpy():
    x = numbers(3, 9, low=-200, high=200)
    expected = np.logaddexp.accumulate(x.astype(np.float64), axis=1).astype(np.float32)
    given = "dim = 1 : i64, reduction = #ttcore.reduce_type<logsumexp>, reverse = false"
    found = run("ttir.cumulative", [x], expected, given)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-4)


_HEXADECIMAL = (
    "00000000 80000000 7F800000 FF800000 7FC00000 3F800000 00800000 7F7FFFFF FF7FFFFF 007FFFFF "
    "80000001 BF800001 4B7FFFFF 12345678 DEADBEEF C0490FDB"
)
BITS = np.array([int(each, 16) for each in _HEXADECIMAL.split()], np.uint32)
"""Zeros, infinities, NaN, the smallest and the largest normal numbers, denormal numbers, others."""
FLOATS = BITS.view(np.float32)
IS_DENORMAL = (BITS >> 23) % 256 == 0


def test_bit_cast_from_f32_returns_all_bits_of_normal_numbers():
    expected = np.where(IS_DENORMAL, BITS & (1 << 31), BITS).astype(np.uint32)
    np.testing.assert_array_equal(run("ttir.bitcast_convert", [FLOATS], expected, ""), expected)


@pytest.mark.parametrize("word", [np.int32, np.uint32])
def test_bit_cast_to_f32_returns_numbers_with_these_bits(word: Any):
    expected = np.where(IS_DENORMAL, np.copysign(np.float32(0), FLOATS), FLOATS)
    found = run("ttir.bitcast_convert", [BITS.view(word)], FLOATS, "")
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(np.signbit(found[:2]), [False, True])


def test_pad_with_negative_sizes_cuts_elements_off():
    x = numbers(5, 8)
    expected = np.pad(x[1:, :-4], ((0, 2), (3, 0)), constant_values=7.0)
    given = "padding = array<i32: -1, 2, 3, -4>, value = 7.0 : f32"
    np.testing.assert_array_equal(run("ttir.pad", [x], expected, given), expected)


SMALL = """
func.func @main(%a: tensor<6xi8>, %b: tensor<6xi8>) -> (tensor<6xi8>, tensor<6xf32>, tensor<6xi1>) {
  %0 = "ttir.add"(%a, %b) : (tensor<6xi8>, tensor<6xi8>) -> tensor<6xi8>
  %1 = "ttir.typecast"(%0) : (tensor<6xi8>) -> tensor<6xf32>
  %2 = "ttir.gt"(%0, %a) : (tensor<6xi8>, tensor<6xi8>) -> tensor<6xi1>
  return %0, %1, %2 : tensor<6xi8>, tensor<6xf32>, tensor<6xi1>
}"""


def test_signed_integers_of_8_bits_keep_their_sign_and_wrap():
    a = np.array([100, -128, -1, 127, 5, -100], np.int8)
    b = np.array([100, -1, -1, 127, -7, 50], np.int8)
    total = a + b
    data = compiled(SMALL)
    given = [each.astype(np.int32) for each in (a, b)]
    found = ttmlir_py.runtime.load(data).run(given)
    for array, expected in zip(found, (total, total, total > a), strict=True):
        np.testing.assert_array_equal(array, expected)


@pytest.mark.parametrize("op", ["and", "or", "xor"])
@pytest.mark.parametrize("dims", [(0,), (1, 2), (0, 1, 2)])
def test_reduce_bitwise_matches_numpy(op: str, dims: tuple[int, ...]):
    x = RANDOM.integers(-(2**31), 2**31, (4, 7, 3)).astype(np.int32)
    function = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}[op]
    expected = function.reduce(x, axis=dims, keepdims=True)
    names = {"and": "ttir.reduce_bitwise_and", "or": "ttir.reduce_bitwise_or"}
    name = names.get(op, "ttir.reduce_bitwise_xor")
    given = f"dim_arg = [{', '.join(f'{dim} : i32' for dim in dims)}], keep_dim = true"
    np.testing.assert_array_equal(run(name, [x], expected, given), expected)


def test_round_of_halves_and_large_numbers_matches_numpy():
    edges = [0.5, 1.5, 2.5, -0.5, -1.5, 0.49999997, 1e9, 8388609.0, 0.0, -7.3]
    x = np.concatenate([np.array(edges, np.float32), numbers(22, low=-9, high=9)])[None]
    np.testing.assert_array_equal(run("ttir.round", [x], x, ""), np.round(x))


def test_pooling_divisor_and_conv3d_dilation_match_numpy():
    x = numbers(1, 6, 6, 3)
    sums = x.reshape(1, 3, 2, 3, 2, 3).sum((2, 4))
    given = (
        "kernel = array<i32: 2, 2>, stride = array<i32: 2, 2>, dilation = 1 : i32, "
        "padding = 0 : i32, ceil_mode = false, divisor_override = 1 : i32"
    )
    np.testing.assert_allclose(run("ttir.avg_pool2d", [x], sums, given), sums, rtol=1e-5)
    x, weight = numbers(1, 7, 7, 7, 2), numbers(4, 2, 2, 2, 2)
    corners = [x[:, i : i + 5, j : j + 5, k : k + 5] for i, j, k in product((0, 2), repeat=3)]
    kernel = [weight[:, :, i, j, k] for i, j, k in product((0, 1), repeat=3)]
    pairs = zip(corners, kernel, strict=True)
    expected = sum(np.einsum("bdhwc,oc->bdhwo", c, w) for c, w in pairs)
    given = (
        "stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, groups = 1 : i32, "
        "dilation = array<i32: 2, 2, 2>"
    )
    found = run("ttir.conv3d", [x, weight], np.asarray(expected, np.float32), given)
    np.testing.assert_allclose(found, expected, rtol=2e-2, atol=2e-2)


def test_reduce_precision_matches_float16():
    edges = [65504, 65519.99, 65520, -65520, np.inf, -np.inf, np.nan, 0, -0.0, 2.0**-14, 2.0**-15]
    ties = (1 + 2.0**-11) * np.array([1, 3, -1, 2.0**-13])
    x = np.float32([*edges, *ties, *(numbers(500) * 1e5), *(numbers(485) * 1e-4)]).reshape(10, 100)
    with np.errstate(over="ignore"):
        half = x.astype(np.float16).astype(np.float32)
    expected = np.where(np.abs(half) < 2.0**-14, np.copysign(0, x), half)
    bits = "exponent_bits = 5 : si32, mantissa_bits = 10 : si32"
    found = run("ttir.reduce_precision", [x], x, bits)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))
    kept = run("ttir.reduce_precision", [x], x, bits.replace("5", "8").replace("10", "23"))
    np.testing.assert_array_equal(kept, x)
    with pytest.raises(CompilationError, match="9 exponent bits and 10 mantissa bits"):
        run("ttir.reduce_precision", [x], x, bits.replace("5", "9"))


LOOP = """
func.func @main(%n: tensor<i32>, %a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {{
  %0 = "ttcore.while_loop"(%n, %a, %b) <{{body_program = @body, {bounds}output_indices = array<i32: 1>, state_count = 2 : i32}}>
    : (tensor<i32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}}
func.func private @body(%n: tensor<i32>, %a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<i32>, tensor<4x8xf32>) {{
  %0 = "ttir.add"(%a, %b) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %n, %0 : tensor<i32>, tensor<4x8xf32>
}}"""


def bounds(initial: int, limit: int, step: int) -> str:
    return "".join(
        f"{name} = #ttcore.loop_bound<{value}>, "
        for name, value in (("initial", initial), ("limit", limit), ("step", step))
    )


@pytest.mark.parametrize(
    ("initial", "limit", "step", "count"), [(0, 5, 1, 5), (2, 9, 3, 3), (4, 4, 1, 0), (5, 0, -2, 3)]
)
def test_while_loop_with_constant_bounds_is_unrolled_to_its_trip_count(
    initial: int, limit: int, step: int, count: int
):
    data = compiled(LOOP.format(bounds=bounds(initial, limit, step)))  # "ttcore.while_loop"
    a, b = np.round(numbers(4, 8) * 8), np.round(numbers(4, 8) * 8)
    (found,) = ttmlir_py.runtime.load(data).run([np.zeros((), np.int32), a, b])
    np.testing.assert_array_equal(found, a + count * b)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("", "runs until a computed condition is false"),
        (bounds(0, 5, 0), "does not advance"),
        (bounds(0, 5000, 1), "5000 iterations: at most 1024 are unrolled"),
        (bounds(0, 5, 1).replace("<5>", "<5, 0 : i32>"), "computed bounds"),
    ],
)
def test_while_loop_that_cannot_be_unrolled_is_refused(given: str, message: str):
    with pytest.raises(CompilationError, match=f"test.mlir.*'ttcore.while_loop' op .*{message}"):
        compiled(LOOP.format(bounds=given))


CASE = """
func.func @main(%i: tensor<i32>, %a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "ttcore.case"(%i, %a) <{branch_programs = [@same, @twice, @square]}>
    : (tensor<i32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func private @same(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  return %a : tensor<4x8xf32>
}
func.func private @twice(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "ttir.add"(%a, %a) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func private @square(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "ttir.multiply"(%a, %a) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}"""


@pytest.mark.parametrize("index", [-1, 0, 1, 2, 7])
def test_case_with_index_runs_selected_branch(index: int):
    a = np.round(numbers(4, 8) * 8)
    expected = {0: a, 1: a + a}.get(index, a * a)
    data = compiled(CASE)  # "ttcore.case"
    (found,) = ttmlir_py.runtime.load(data).run([np.array(index, np.int32), a])
    np.testing.assert_array_equal(found, expected)


STATE = [[2032329983, 2198257139], [4294967294, 4082210491]]
"""A key, and a counter whose lower half overflows."""
RANDOM_BITS = {
    False: (
        [[2032329983, 2198257139], [7, 4082210492]],
        *([4265308738, 2747614764, 303959334, 3706423654, 3465867984],),
        *([592340129, 100963579, 2512616286, 4067184466, 2767898383],),
        *([1797041524, 4031589303, 2727264401, 3052431535, 983712994],),
    ),
    True: (
        [[2032329983, 2198257139], [2, 4082210492]],
        *([3767721702, 2675024378, 2823157715, 3420258359, 1403966620],),
        *([721558758, 1873892677, 3083850445, 1684313672, 2200813132],),
        *([2360954525, 2495566975, 1810486173, 3821497266, 2542771641],),
    ),
}
"""The state afterwards and the bits that `jax.lax.rng_bit_generator` gives on a CPU, by Threefry
and by Philox.
"""


@pytest.mark.parametrize("is_philox", [False, True])
def test_random_bits_are_those_of_jax(is_philox: bool):
    after, *bits = RANDOM_BITS[is_philox]
    word, made = "tensor<2x2xui32>", "tensor<3x5xui32>"
    text = f"""
func.func @f(%s: {word}) -> ({word}, {made}) {{
  %r:2 = "ttir.rng_bit_generator"(%s) <{{philox = {str(is_philox).lower()}}}> : ({word}) -> ({word}, {made})
  return %r#0, %r#1 : {word}, {made}
}}"""
    state = np.array(STATE, np.uint32)
    compute = find_kernel("RngBitGeneratorOp", None).compute
    assert compute is not None
    known = {"philox": is_philox, "shape": [3, 5]}
    kernel = [compute(state, **known, gives_state=each) for each in (True, False)]
    for found in (kernel, ttmlir_py.runtime.load(compiled(text)).run([state])):
        assert [each.tolist() for each in found] == [after, bits]


@pytest.mark.parametrize(
    ("state", "made", "why"),
    [
        ("4", "8", "a state without two halves of a key and a counter"),
        ("2x2", "4096x4096", "16777216 numbers"),
    ],
)
def test_random_bits_of_other_states_are_refused(state: str, made: str, why: str):
    word, made = f"tensor<{state}xui32>", f"tensor<{made}xui32>"
    text = f"""
func.func @f(%s: {word}) -> {made} {{
  %r:2 = "ttir.rng_bit_generator"(%s) <{{philox = true}}> : ({word}) -> ({word}, {made})
  return %r#1 : {made}
}}"""
    with pytest.raises(CompilationError, match=why):
        compiled(text)
