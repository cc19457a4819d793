"""Tests of reductions of some and of all dimensions, of every kind and element type, with and
without `keep_dim`.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from passes.shape_cases import (
    ELEMENTS,
    FLOATS,
    assert_close,
    compare_with_xla,
    factors,
    numbers,
    run_ttir,
    tensor_type,
)
from passes.stablehlo_rows import DTYPES, Row
from tiers import share

pytestmark = pytest.mark.slow

SHAPES = [(3,), (1,), (3, 4), (2, 3, 4), (2, 1, 3, 2), (1, 2, 1, 2, 3)]


def sets_of_dimensions(rank: int) -> list[tuple[int, ...]]:
    """Return all sets of dimensions for small ranks, and a selection of whole, split and single
    sets for others.
    """
    if rank <= 3:
        return [dims for count in range(1, rank + 1) for dims in combinations(range(rank), count)]
    last = rank - 1
    return [tuple(range(rank)), (0, 2), (1, 2, 3), (0, last), tuple(range(last)), (last,)]


REDUCED = [(shape, dims) for shape in SHAPES for dims in sets_of_dimensions(len(shape))]


def initial(op: str, element: str) -> str:
    """Return the text of the neutral element of the reduction."""
    if element == "i1":
        return str(op in ("multiply", "minimum", "and")).lower()
    if op in ("add", "multiply"):
        number = int(op == "multiply")
        return f"{number}.0" if element in FLOATS else str(number)
    dtype, is_low = np.dtype(DTYPES[element]), op == "maximum"
    if element in FLOATS:
        bits = np.array(-np.inf if is_low else np.inf).astype(dtype).tobytes()[::-1]
        return f"0x{bits.hex().upper()}"
    limits = np.iinfo(dtype)
    return str(limits.min if is_low else limits.max)


def operations(element: str) -> Sequence[str]:
    plain = ("add", "multiply", "maximum", "minimum")
    return (*plain, "and", "or") if element == "i1" else plain


CASES = [
    (element, op, shape, dims)
    for element in ELEMENTS
    for op in operations(element)
    for shape, dims in REDUCED
]


def rows(cases: Sequence[tuple[str, str, tuple[int, ...], tuple[int, ...]]]) -> Iterator[Row]:
    for element, op, shape, dims in cases:
        argument = (factors if op == "multiply" else numbers)(shape, element)
        kept = [size for dim, size in enumerate(shape) if dim not in dims]
        result, scalar = tensor_type(kept, element), tensor_type((), element)
        body = (
            f"%z = stablehlo.constant dense<{initial(op, element)}> : {scalar}\n"
            f"  %r = stablehlo.reduce(%a init: %z) applies stablehlo.{op} across dimensions = {[*dims]} : "
            f"({argument.type}, {scalar}) -> {result}"
        )
        yield Row(body, result, (argument,))


def test_stablehlo_reduce_along_any_dimensions_matches_xla():
    compare_with_xla(list(rows(share(CASES, 50))))


ALL = lambda x, axes, keep: np.all(x != 0, axes, keepdims=keep)  # noqa: E731
KINDS: dict[str, Callable[[Any, Any, bool], Any]] = {
    "sum": lambda x, axes, keep: np.sum(x, axes, keepdims=keep),
    "mean": lambda x, axes, keep: np.mean(x, axes, keepdims=keep),
    "max": lambda x, axes, keep: np.max(x, axes, keepdims=keep),
    "min": lambda x, axes, keep: np.min(x, axes, keepdims=keep),
    "prod": lambda x, axes, keep: np.prod(x, axes, keepdims=keep),
    "reduce_and": ALL,
}


def named_dimensions() -> Iterator[tuple[tuple[int, ...], tuple[int, ...] | None, bool, list[int]]]:
    """Return shapes, `dim_arg` if present, `keep_dim`, and the result's shape. A scalar has the
    shape [] or [1].
    """
    for shape in SHAPES:
        for dims in (None, *sets_of_dimensions(len(shape))):
            used = range(len(shape)) if dims is None else dims
            kept = [size for dim, size in enumerate(shape) if dim not in used]
            yield shape, dims, True, [1 if dim in used else n for dim, n in enumerate(shape)]
            yield shape, dims, False, kept or [1]
            if not kept and dims is None:
                yield shape, dims, False, []


TTIR_CASES = [
    (kind, element, *named)
    for kind in KINDS
    for element in (("f32", "bf16") if kind in ("mean", "reduce_and") else ("f32", "bf16", "i32", "ui32", "ui8"))
    for named in named_dimensions()
]  # fmt: skip


@pytest.mark.parametrize(("kind", "element", "shape", "dims", "keep", "out"), share(TTIR_CASES, 24))
def test_ttir_reduction_matches_numpy(
    kind: str,
    element: str,
    shape: tuple[int, ...],
    dims: tuple[int, ...] | None,
    keep: bool,
    out: list[int],
):
    argument = (factors if kind == "prod" else numbers)(shape, element)
    if kind == "reduce_and":
        argument = argument._replace(elements=np.asarray(argument.elements) > 0)
    named = "" if dims is None else f", dim_arg = [{', '.join(f'{dim} : i32' for dim in dims)}]"
    result = tensor_type(out, element)
    text = f"""func.func @main(%a: {argument.type}) -> {result} {{
  %out = tensor.empty() : {result}
  %0 = "ttir.{kind}"(%a, %out) <{{keep_dim = {str(keep).lower()}{named}}}> : ({argument.type}, {result}) -> {result}
  return %0 : {result}
}}"""
    (found,) = run_ttir(text, (argument,))
    assert found.shape == tuple(out)
    is_float = element in FLOATS
    wide = argument.array.astype(np.float64 if is_float else np.int64)
    wanted = KINDS[kind](wide, dims, keep)
    assert_close(found, wanted if is_float else wanted.astype(found.dtype), element, text)


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16, np.float16, np.int32, np.uint32])
def test_jax_product_of_all_elements_matches_jax(dtype: Any):
    jax = pytest.importorskip("jax", reason="the extra jax is not installed")
    from ttmlir_py.frontends import jax as ttmlir

    x = jax.numpy.asarray(np.array([[1, 2, 3], [2, 1, 2]]).astype(dtype))

    def products(x: Any) -> Any:
        return x.prod(), x.prod(0), x.prod((0, 1), keepdims=True), jax.numpy.prod(x, axis=1)

    for ours, theirs in zip(ttmlir.compile(products, x)(x), products(x), strict=True):
        assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
        np.testing.assert_array_equal(ours, np.asarray(theirs))


def test_torch_full_reductions_match_torch():
    torch = pytest.importorskip("torch", reason="the extra torch is not installed")
    pytest.importorskip("torch_mlir", reason="the extra torch is not installed")
    from ttmlir_py.frontends import torch as ttmlir

    def reduce(x: Any, i: Any) -> Any:
        return (
            *(x.prod(), x.prod(1), x.prod(1, keepdim=True), i.prod(), i.sum(), x.sum(), x.mean()),
            *(x.amax(), x.amin((0, 1), keepdim=True), x.max(), x.min(), x.argmax(), x.argmin(1)),
            *((x > 0).all(), (x > 0).any(), (x > 0).all(1), (x > 0).any(0), x.std(), x.var(0)),
        )

    x = torch.tensor([[1.5, -2.0, 0.5], [3.0, 1.0, -1.0]])
    i = torch.arange(1, 7, dtype=torch.int32).reshape(2, 3)
    found = ttmlir.compile(reduce, (x, i))(x, i)
    for ours, theirs in zip(found, reduce(x, i), strict=True):
        assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
        torch.testing.assert_close(ours, theirs, rtol=1e-5, atol=1e-6)
