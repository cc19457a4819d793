"""The shape rules of verifiers accept exactly the shapes that NumPy computes."""

from collections.abc import Callable
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, TensorType, f32, i32
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.common import broadcast_shapes, integer_pair, integer_quadruple
from ttmlir_py.dialects.shape_rules.data_movement import (
    verify_pad,
    verify_permute,
    verify_repeat,
    verify_repeat_interleave,
    verify_reshape,
    verify_slice,
    verify_sliced_dimension,
    verify_transpose,
)
from ttmlir_py.dialects.shape_rules.matmul import verify_matmul
from ttmlir_py.dialects.shape_rules.windows import Window, transposed_output_size

sizes = st.integers(1, 4)
shapes = st.lists(sizes, max_size=4).map(tuple)


def accepts(rule: Callable[..., object], *args: object) -> bool:
    try:
        rule(*args)
    except VerifyException:
        return False
    return True


@given(shapes, shapes)
def test_broadcast_shape_matches_numpy(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    try:
        expected = np.broadcast_shapes(a, b)
    except ValueError:
        expected = None
    assert broadcast_shapes(a, b) == expected


@given(shapes, shapes, st.none() | shapes.filter(len), shapes)
def test_matmul_shape_matches_numpy(
    a: tuple[int, ...], b: tuple[int, ...], bias: tuple[int, ...] | None, guess: tuple[int, ...]
) -> None:
    try:
        product = np.ones(a) @ np.ones(b)
        result = product if bias is None else product + np.ones(bias)
        expected = np.shape(result) or (1,)  # the op gives a scalar the shape (1)
    except ValueError:
        expected = None
    if expected is not None:
        assert accepts(verify_matmul, a, b, bias, expected)
    if guess != expected:
        assert not accepts(verify_matmul, a, b, bias, guess)


@given(shapes.filter(len), st.data())
def test_permute_shape_matches_numpy(shape: tuple[int, ...], data: st.DataObject) -> None:
    order = tuple(data.draw(st.permutations(range(len(shape)))))
    expected = np.transpose(np.ones(shape), order).shape
    assert accepts(verify_permute, shape, expected, order)
    wrong = (*expected[:-1], expected[-1] + 1)
    assert not accepts(verify_permute, shape, wrong, order)


@given(shapes.filter(lambda s: len(s) > 1), st.data())
def test_transpose_shape_matches_numpy(shape: tuple[int, ...], data: st.DataObject) -> None:
    dims = st.integers(-len(shape), len(shape) - 1)
    dim0, dim1 = data.draw(dims), data.draw(dims)
    expected = np.swapaxes(np.ones(shape), dim0, dim1).shape
    assert accepts(verify_transpose, shape, expected, dim0, dim1)


@given(shapes.filter(len), st.data())
def test_repeat_shapes_match_numpy(shape: tuple[int, ...], data: st.DataObject) -> None:
    factors = tuple(data.draw(st.tuples(*[sizes for _ in shape])))
    assert accepts(verify_repeat, shape, np.tile(np.ones(shape), factors).shape, factors)
    dim = data.draw(st.integers(-len(shape), len(shape) - 1))
    repeated = np.repeat(np.ones(shape), factors[0], axis=dim).shape
    assert accepts(verify_repeat_interleave, shape, repeated, factors[0], dim)


@given(shapes, st.data())
def test_pad_shape_matches_numpy(shape: tuple[int, ...], data: st.DataObject) -> None:
    padding = data.draw(st.tuples(*[st.integers(0, 3) for _ in range(2 * len(shape))]))
    pairs = list(zip(padding[::2], padding[1::2], strict=True))
    expected = np.pad(np.ones(shape), pairs).shape if shape else ()
    assert accepts(verify_pad, shape, expected, tuple(padding))


@given(
    st.integers(1, 9), st.integers(-9, 9), st.integers(-9, 9), st.integers(-4, 4), st.integers(0, 9)
)
def test_slice_length_matches_python_range(
    size: int, begin: int, end: int, step: int, guess: int
) -> None:
    accepted = accepts(verify_sliced_dimension, (size,), (guess,), 0, begin, end, step)
    first = begin + size if begin < 0 else begin
    last = end + size if end < 0 else end
    keeps_nothing = first == last and guess == 0  # an empty slice may begin at the end
    valid = 0 <= first < size + keeps_nothing and 0 <= last <= size and step != 0
    valid = valid and (last - first) * step >= 0
    assert accepted == (valid and guess == len(range(first, last, step or 1)))


@given(shapes.filter(len), st.data())
def test_reshape_with_one_unknown_size_infers_that_size(
    shape: tuple[int, ...], data: st.DataObject
) -> None:
    open_size = data.draw(st.integers(0, len(shape) - 1))
    attribute = tuple(-1 if i == open_size else size for i, size in enumerate(shape))
    flat = (prod(shape),)
    assert accepts(verify_reshape, flat, shape, attribute)
    assert accepts(verify_reshape, flat, shape, shape)
    assert not accepts(verify_reshape, (flat[0] + 1,), shape, attribute)


@given(sizes, sizes, sizes, sizes, sizes, sizes)
def test_transposed_convolution_shape_inverts_convolution(
    height: int, width: int, kernel_h: int, kernel_w: int, stride_h: int, stride_w: int
) -> None:
    """A convolution of `n` elements has `(n - kernel)

    stride + 1` results. Their transposed convolution has `n` elements again, if the output padding
    is the remainder of the division.
    """

    def windows(size: int, kernel: int, stride: int) -> int:
        return (size - kernel) // stride + 1

    full = (height + kernel_h, width + kernel_w)
    source = (1, windows(full[0], kernel_h, stride_h), windows(full[1], kernel_w, stride_w), 8)
    rest = ((full[0] - kernel_h) % stride_h, (full[1] - kernel_w) % stride_w)
    weight = (8, 2, kernel_h, kernel_w)
    window = Window((stride_h, stride_w), (1, 1), (0, 0, 0, 0))
    size = transposed_output_size(source, weight, window, rest)
    assert size == full


def test_integer_pairs_and_quadruples_accept_scalars_and_arrays() -> None:
    def array(*values: int) -> DenseArrayBase:
        return DenseArrayBase.from_list(i32, list(values))

    assert integer_pair(IntegerAttr(3, i32)) == (3, 3)
    assert integer_pair(array(3, 4)) == (3, 4)
    assert integer_quadruple(IntegerAttr(3, i32)) == (3, 3, 3, 3)
    assert integer_quadruple(array(3, 4)) == (3, 4, 3, 4)
    assert integer_quadruple(array(1, 2, 3, 4)) == (1, 2, 3, 4)
    with pytest.raises(VerifyException, match="tuple of size 3"):
        integer_pair(array(1, 2, 3))
    with pytest.raises(VerifyException, match="tuple of size 1"):
        integer_quadruple(array(1))


def test_slice_with_result_element_type_unlike_operand_is_refused() -> None:
    source, result = TensorType(f32, [4]), TensorType(i32, [4])
    with pytest.raises(VerifyException, match="same element type"):
        verify_slice(source, result, (0,), (4,), (1,))
