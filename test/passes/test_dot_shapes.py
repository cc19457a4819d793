"""Tests of `dot_general` on all shapes and element types: vectors, scalars, outer products, and
contractions of all dimensions.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
from passes.shape_cases import (
    ELEMENTS,
    FLOATS,
    assert_close,
    compare_with_xla,
    numbers,
    run_ttir,
    tensor_type,
)
from passes.stablehlo_rows import Row, Tensor
from tiers import share

import ttmlir_py
from ttmlir_py import CompilationError

pytestmark = pytest.mark.slow


class Dot(NamedTuple):
    left: tuple[int, ...]
    right: tuple[int, ...]
    left_batch: tuple[int, ...] = ()
    right_batch: tuple[int, ...] = ()
    left_contracted: tuple[int, ...] = ()
    right_contracted: tuple[int, ...] = ()

    @property
    def shape(self) -> list[int]:
        left_used = (*self.left_batch, *self.left_contracted)
        right_used = (*self.right_batch, *self.right_contracted)
        batch = [self.left[dim] for dim in self.left_batch]
        left = [size for dim, size in enumerate(self.left) if dim not in left_used]
        right = [size for dim, size in enumerate(self.right) if dim not in right_used]
        return batch + left + right


DOTS = [
    Dot((4,), (4,), (), (), (0,), (0,)),
    Dot((1,), (1,), (), (), (0,), (0,)),
    Dot((33,), (33,), (), (), (0,), (0,)),
    Dot((2, 3), (2, 3), (), (), (0, 1), (0, 1)),
    Dot((2, 3), (3, 2), (), (), (0, 1), (1, 0)),
    Dot((2, 3, 4), (4, 3, 2), (), (), (0, 1, 2), (2, 1, 0)),
    Dot((), ()),
    Dot((4,), ()),
    Dot((), (4,)),
    Dot((2, 3), ()),
    Dot((), (2, 3)),
    Dot((4,), (3,)),
    Dot((2, 3), (4,)),
    Dot((2, 1), (1,)),
    Dot((3,), (3,), (0,), (0,)),
    Dot((3, 4), (3, 4), (0,), (0,), (1,), (1,)),
    Dot((3, 4), (3,), (0,), (0,)),
    Dot((2, 3), (2,), (), (), (0,), (0,)),
    Dot((3, 4), (4,), (), (), (1,), (0,)),
    Dot((2, 3, 4, 2, 2), (2, 2, 4), (0,), (0,), (3,), (1,)),
    Dot((3, 0), (0, 2), (), (), (1,), (0,)),
    Dot((0,), (0,), (), (), (0,), (0,)),
    Dot((0, 3), (3, 2), (), (), (1,), (0,)),
    Dot((2, 0, 3), (2, 3, 4), (0,), (0,), (2,), (1,)),
    Dot((2, 3, 0), (2, 0, 4), (0,), (0,), (2,), (1,)),
    Dot((0,), (3,)),
]
CASES = [(element, dot) for element in ELEMENTS for dot in DOTS]


def rows(cases: list[tuple[str, Dot]]) -> Iterator[Row]:
    for element, dot in cases:
        left, right = numbers(dot.left, element), numbers(dot.right, element, 1)
        result = tensor_type(dot.shape, element)
        signature = f"({left.type}, {right.type}) -> {result}"
        batching = f"batching_dims = {[*dot.left_batch]} x {[*dot.right_batch]}, " if dot.left_batch else ""  # fmt: skip
        contracting = f"contracting_dims = {[*dot.left_contracted]} x {[*dot.right_contracted]}"
        body = f"%r = stablehlo.dot_general %a, %b, {batching}{contracting} : {signature}"
        yield Row(body, result, (left, right))


def test_dot_general_of_random_shapes_matches_xla():
    compare_with_xla(list(rows(share(CASES, 40))))


@pytest.mark.parametrize("element", share([each for each in ELEMENTS if each != "i1"], 4))
def test_dot_of_vectors_matches_xla(element: str):
    vector, matrix = numbers((4,), element), numbers((3, 4), element, 1)
    scalar = tensor_type((), element)
    dot = f"%r = stablehlo.dot %a, %b : ({vector.type}, {vector.type}) -> {scalar}"
    product = tensor_type((3,), element)
    times = f"%r = stablehlo.dot %a, %b : ({matrix.type}, {vector.type}) -> {product}"
    rows = [Row(dot, scalar, (vector, vector)), Row(times, product, (matrix, vector))]
    compare_with_xla(rows)


def ttir_dot(dot: Dot, element: str, result: str) -> str:
    def dims(numbers: tuple[int, ...]) -> str:
        return f"array<i64: {', '.join(map(str, numbers))}>" if numbers else "array<i64>"

    left, right = (tensor_type(shape, element) for shape in (dot.left, dot.right))
    return f"""func.func @main(%a: {left}, %b: {right}) -> {result} {{
  %0 = "ttir.dot_general"(%a, %b) <{{batch_dims_lhs = {dims(dot.left_batch)}, batch_dims_rhs = {dims(dot.right_batch)}, contract_dims_lhs = {dims(dot.left_contracted)}, contract_dims_rhs = {dims(dot.right_contracted)}}}> : ({left}, {right}) -> {result}
  return %0 : {result}
}}"""


def expected(dot: Dot, left: Tensor, right: Tensor) -> np.ndarray:
    a, b = (each.array.astype(np.float64) for each in (left, right))
    labels = list(range(a.ndim)), list(range(a.ndim, a.ndim + b.ndim))
    for i, j in zip(
        dot.left_batch + dot.left_contracted, dot.right_batch + dot.right_contracted, strict=True
    ):
        labels[1][j] = labels[0][i]
    batch = [labels[0][i] for i in dot.left_batch]
    used = {*batch, *(labels[0][i] for i in dot.left_contracted)}
    free = [each for side in labels for each in side if each not in used]
    return np.einsum(a, labels[0], b, labels[1], batch + free)


TTIR_ELEMENTS = ("f32", "bf16", "i32", "ui32", "ui8")
TTIR_CASES = [
    (dot, element, shape)
    for dot in DOTS
    for element in TTIR_ELEMENTS
    for shape in ([[], [1]] if not dot.shape else [dot.shape])
]


@pytest.mark.parametrize(("dot", "element", "shape"), share(TTIR_CASES, 12))
def test_ttir_dot_general_matches_sums_of_products(dot: Dot, element: str, shape: list[int]):
    left, right = numbers(dot.left, element), numbers(dot.right, element, 1)
    (found,) = run_ttir(ttir_dot(dot, element, tensor_type(shape, element)), (left, right))
    assert found.shape == tuple(shape)
    wanted = expected(dot, left, right)
    if element not in FLOATS:
        wanted = wanted.astype(np.int64).astype(found.dtype)
    assert_close(found, wanted, element, str(dot))


def test_ttir_dot_general_with_wider_result_type_casts_operands():
    text = ttir_dot(Dot((300,), (300,), (), (), (0,), (0,)), "ui8", "tensor<1xi32>")
    values = Tensor(np.full(300, 200), "ui8")
    (found,) = run_ttir(text, (values, values))
    assert found.tolist() == [300 * 200 * 200]


def test_ttir_dot_general_with_wrong_result_shape_is_refused():
    text = ttir_dot(Dot((2, 3), (3, 4), (), (), (1,), (0,)), "f32", "tensor<4x2xf32>")
    with pytest.raises(
        CompilationError, match=r"'ttir.dot_general' op gives a tensor of shape \[2, 4\]"
    ):
        ttmlir_py.compile(text, "builtin.module(ttir-to-ttnn-backend-pipeline)")
