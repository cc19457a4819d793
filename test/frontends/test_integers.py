"""Integers in the front ends: either every bit of an argument arrives, or the program is
refused.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tiers import share

from ttmlir_py import CompilationError
from ttmlir_py.frontends.model import compile
from ttmlir_py.runtime.errors import InputError

pytestmark = pytest.mark.slow

I16_SPLAT = """
func.func @main(%a: tensor<4xi16>) -> tensor<4xi16> {
  %0 = stablehlo.constant dense<-1> : tensor<4xi16>
  %1 = stablehlo.add %a, %0 : tensor<4xi16>
  return %1 : tensor<4xi16>
}
"""


def test_model_adds_negative_splat_constant_of_16_bits_exactly():
    model = compile(I16_SPLAT, warnings=["-Werror"])
    (found,) = model(np.array([5, 6, 7, 100], np.int16))
    assert found.tolist() == [4, 5, 6, 99]


def test_model_returns_negative_16_bit_argument_unchanged():
    (found,) = compile(I16_SPLAT)(np.array([-1, 0, -32768, 32767], np.int16))
    assert found.dtype == np.int16
    assert found.tolist() == [-2, -1, 32767, 32766]


CONCAT = """
func.func @main(%a: tensor<3xE>) -> tensor<6xE> {
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<3xE>, tensor<3xE>) -> tensor<6xE>
  return %0 : tensor<6xE>
}
"""


@pytest.mark.parametrize("element", ["uint8", "uint16", "uint32", "int8", "int16", "int32"])
def test_concatenation_of_integer_limits_keeps_every_bit(element: str):
    limits = np.iinfo(element)
    given = np.array([limits.max, limits.min, limits.max - 1], element)
    model = compile(CONCAT.replace("E", element.replace("int", "i")), warnings=["-Werror"])
    (found,) = model(given)
    assert found.dtype == given.dtype
    np.testing.assert_array_equal(found, [*given, *given])


@pytest.mark.parametrize(("element", "number"), [("ui64", 1 << 32), ("i64", 1 << 31)])
def test_integer_argument_beyond_32_bits_is_refused(element: str, number: int):
    model = compile(CONCAT.replace("E", element))
    dtype = "uint64" if element == "ui64" else "int64"
    (found,) = model(np.array([1, 2, number - 1], dtype))
    assert found.tolist() == [1, 2, number - 1] * 2
    with pytest.raises(InputError, match=f"holds {number}, too large for (u|si)32"):
        model(np.array([1, 2, number], dtype))


INDEXED = """
func.func @main(%x: tensor<6x3xf32>, %i: tensor<E>) -> (tensor<2x3xf32>, tensor<6x3xf32>, tensor<3xf32>, tensor<6x3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<E>
  %ones = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<3xf32>
  %0 = stablehlo.dynamic_slice %x, %i, %zero, sizes = [2, 3] : (tensor<6x3xf32>, tensor<E>, tensor<E>) -> tensor<2x3xf32>
  %1 = stablehlo.dynamic_update_slice %x, %ones, %i, %zero : (tensor<6x3xf32>, tensor<2x3xf32>, tensor<E>, tensor<E>) -> tensor<6x3xf32>
  %2 = stablehlo.reshape %i : (tensor<E>) -> tensor<1xE>
  %3 = "stablehlo.gather"(%x, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = false}> : (tensor<6x3xf32>, tensor<1xE>) -> tensor<3xf32>
  %4 = "stablehlo.scatter"(%x, %2, %one) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>, indices_are_sorted = false, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<6x3xf32>, tensor<1xE>, tensor<3xf32>) -> tensor<6x3xf32>
  return %0, %1, %3, %4 : tensor<2x3xf32>, tensor<6x3xf32>, tensor<3xf32>, tensor<6x3xf32>
}
"""


@pytest.mark.parametrize("element", ["int8", "int16", "uint8", "int32"])
def test_indices_of_narrow_integers_name_the_same_rows_as_in_stablehlo(element: str):
    rows = np.arange(18, dtype=np.float32).reshape(6, 3)
    model = compile(INDEXED.replace("E", element.replace("uint", "ui").replace("int", "i")))
    limits = np.iinfo(element)
    for number in (0, 3, limits.max, limits.min, limits.min // 3):
        slice_, updated, row, scattered = model(rows, np.array(number, element))
        start = min(max(number, 0), 4)
        np.testing.assert_array_equal(slice_, rows[start : start + 2])
        expected = rows.copy()
        expected[start : start + 2] = 1
        np.testing.assert_array_equal(updated, expected)
        np.testing.assert_array_equal(row, rows[min(max(number, 0), 5)])
        expected = rows.copy()
        if 0 <= number < 6:
            expected[number] = 1
        np.testing.assert_array_equal(scattered, expected)


CONVERTED = """
func.func @main(%a: tensor<4xi1>) -> tensor<4xE> {
  %0 = stablehlo.convert %a : (tensor<4xi1>) -> tensor<4xE>
  return %0 : tensor<4xE>
}
"""


@pytest.mark.parametrize("element", ["int8", "int16", "uint8", "uint16"])
def test_booleans_become_narrow_integers(element: str):
    model = compile(
        CONVERTED.replace("E", element.replace("uint", "ui").replace("int", "i")),
        warnings=["-Werror"],
    )
    (found,) = model(np.array([True, False, False, True]))
    assert found.dtype == element
    assert found.tolist() == [1, 0, 0, 1]


NUMBERS = {
    dtype: [
        number
        for number in (
            *(0, 1, 3, 77, 255, 256, 257, 894, 65535, 65537),
            (1 << 24) + 1,
            (1 << 31) - 1,
            (1 << 31) + 3,
            (1 << 32) - 1,
            -1,
            -(1 << 24) - 1,
            -(1 << 31),
            -300,
        )
        if np.iinfo(dtype).min <= number <= np.iinfo(dtype).max
    ]
    for dtype in ("uint8", "uint16", "uint32", "int8", "int16", "int32")
}


def jax_functions() -> dict[str, Callable[..., Any]]:
    jax = pytest.importorskip("jax", reason="needs jax")
    jnp, lax = jax.numpy, jax.lax
    return {
        "roll": lambda x: jnp.roll(x, 3),
        "flip": jnp.flip,
        "stack": lambda x: jnp.stack([x, x[::-1]]),
        "concatenate": lambda x: jnp.concatenate([x, x[2:]]),
        "strided slice": lambda x: x[1::3],
        "dynamic_slice": lambda x: lax.dynamic_slice(x, (x.argmax() * 0 + 2,), (2,)),
        "take": lambda x: x[jnp.array([3, 0, -1])],
        "transpose": lambda x: jnp.outer(x, jnp.ones(2, x.dtype)).T,
        "repeat": lambda x: jnp.repeat(x, 2),
        "tile": lambda x: jnp.tile(x, 3),
        "pad": lambda x: jnp.pad(x, 2),
        "pad by the last": lambda x: jnp.pad(x, 2, mode="edge"),
        "where": lambda x: jnp.where(x == x[0], x, x[::-1]),
        "at set": lambda x: x.at[1].set(x[3]),
        "sort": jnp.sort,
        "argsort": lambda x: jnp.argsort(x),
        "cumsum": lambda x: jnp.cumsum(x, dtype=x.dtype),
        "cumprod": lambda x: jnp.cumprod(x, dtype=x.dtype),
        "sum": lambda x: jnp.sum(x, dtype=x.dtype),
        "product": lambda x: jnp.prod(x.reshape(1, -1), axis=1, dtype=x.dtype),
        "largest": lambda x: jnp.max(x) - jnp.min(x),
        "masked": lambda x: x & jnp.asarray(NUMBERS[str(x.dtype)][-1] & ~15, x.dtype),
        "equal to a constant": lambda x: x == jnp.asarray(NUMBERS[str(x.dtype)][-1], x.dtype),
        "less than a constant": lambda x: x < jnp.asarray(NUMBERS[str(x.dtype)][-2], x.dtype),
        "quotient": lambda x: x // jnp.asarray(3, x.dtype),
        "remainder": lambda x: x % jnp.asarray(5, x.dtype),
        "xor": lambda x: x ^ (x << 3),
        "product of matrices": lambda x: x[None, :] @ x[:, None],
    }


CASES = [
    (name, dtype)
    for name in ("roll", "flip", "stack", "concatenate", "strided slice", "dynamic_slice", "take", "transpose", "repeat", "tile", "pad", "pad by the last", "where", "at set", "sort", "argsort", "cumsum", "cumprod", "sum", "product", "largest", "masked", "equal to a constant", "less than a constant", "quotient", "remainder", "xor", "product of matrices")
    for dtype in NUMBERS
]  # fmt: skip


@pytest.mark.parametrize(("name", "dtype"), share(CASES, 7))
def test_jax_integer_function_is_exact_or_refused(name: str, dtype: str):
    jax = pytest.importorskip("jax", reason="needs jax")
    import ttmlir_py.frontends.jax as ttmlir

    function, given = jax_functions()[name], np.array(NUMBERS[dtype], dtype)
    try:
        model = ttmlir.compile(function, given)
    except CompilationError:
        assert dtype not in ("uint32", "int32"), "docs/jax.md promises integers of 32 bits"
        return
    found, wanted = np.asarray(model(given)), np.asarray(jax.jit(function)(given))
    assert found.dtype == wanted.dtype
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("dtype", share(["int8", "int16", "uint8", "uint16"], 1))
def test_jax_order_of_narrow_integers_is_exact(dtype: str):
    jax = pytest.importorskip("jax", reason="needs jax")
    import ttmlir_py.frontends.jax as ttmlir

    jnp, lax, limits = jax.numpy, jax.lax, np.iinfo(dtype)
    low, high = (np.asarray(each, dtype) for each in (limits.min, limits.max))
    beyond = ((0, 0), (3, 2))

    def ordered(x: Any, y: Any, start: Any) -> Any:
        window = (1, 2), (1, 1), beyond
        return (
            *(jnp.argsort(x, 1), lax.sort((y, x), num_keys=2, dimension=0)),
            *(lax.cummin(x, 1), lax.cummax(x, 0, reverse=True), lax.top_k(x, 3)),
            *(jnp.max(x, 1), jnp.min(x), jnp.argmax(x, 0), jnp.argmin(x, 1)),
            jnp.where(jnp.maximum(x, y) > jnp.clip(y, 3, 100), jnp.minimum(x, y), x),
            *(lax.reduce_window(x, *each, *window) for each in ((low, lax.max), (high, lax.min))),
            *(jnp.abs(x), jnp.sign(x), lax.div(x, y), x.at[1].max(y[0])),
            lax.dynamic_update_slice(x, y[:2, :3], start),
        )

    random = np.random.default_rng(0)
    x, y = random.integers(low, high, (2, 3, 6), dtype, endpoint=True)
    x[0, :4], y[0, :4] = [low, high, low, high], [low, low, -1 if low else 1, high]
    given = x, y, (np.int32(9), np.int32(1))
    found, wanted = ttmlir.compile(ordered, *given)(*given), jax.jit(ordered)(*given)
    for ours, theirs in zip(jax.tree.leaves(found), jax.tree.leaves(wanted), strict=True):
        assert ours.dtype == theirs.dtype
        np.testing.assert_array_equal(ours, theirs)


def test_torch_cumulative_sum_of_int8_is_refused_at_its_line():
    torch = pytest.importorskip("torch", reason="the extra torch is not installed")
    pytest.importorskip("torch_mlir", reason="the extra torch is not installed")
    from ttmlir_py.frontends import torch as ttmlir

    class Sums(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return torch.cumsum(x, 0, dtype=x.dtype)

    with pytest.raises(CompilationError, match=r"test_integers.py:\d+:\d+: error: torch-mlir does not lower 'aten.cumsum.default' in 8 bits"):  # fmt: skip
        ttmlir.compile(Sums(), (torch.tensor([1, 2, 3], dtype=torch.uint8),))


@pytest.mark.parametrize("dtype", ["int16", "int32"])
def test_torch_data_movement_of_integers_keeps_every_bit(dtype: str):
    torch = pytest.importorskip("torch", reason="the extra torch is not installed")
    pytest.importorskip("torch_mlir", reason="the extra torch is not installed")
    from ttmlir_py.frontends import torch as ttmlir

    class Moves(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            y = x.flip(0)
            moved = torch.cat([torch.roll(x, 3), y[1::3], x.repeat(2)])
            return (
                torch.stack([x, y]),
                moved,
                torch.where(x == x[0], x, y),
                torch.cumsum(x, 0, dtype=x.dtype),
            )

    given = torch.tensor(NUMBERS[dtype], dtype=getattr(torch, dtype))
    found = ttmlir.compile(Moves(), (given,))(given)
    for ours, theirs in zip(found, Moves()(given), strict=True):
        assert ours.dtype == theirs.dtype
        assert torch.equal(ours, theirs)
