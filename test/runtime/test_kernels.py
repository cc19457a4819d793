"""Reductions, products, data movement, creation, embeddings and caches give what plain definitions
give.
"""

import itertools
import math
from pathlib import Path

import accuracy
import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from ttnn_builders import ProgramBuilder, op_program, run_one

from ttmlir_py import runtime
from ttmlir_py.runtime.kernels import data_movement, matmul, reduction


def random(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def run_op(op_type, operands, result, *, dtype="Float32", **fields):
    shapes = {
        name: [a.shape for a in value] if isinstance(value, list) else value.shape
        for name, value in operands.items()
    }
    arrays = []
    for value in operands.values():
        arrays += value if isinstance(value, list) else [value]
    return run_one(op_program(op_type, shapes, result, dtype=dtype, **fields), arrays)[0]


def fails(message, op_type, operands, result, **fields):
    with pytest.raises(runtime.SimulationError, match=message) as caught:
        run_op(op_type, operands, result, **fields)
    assert op_type in str(caught.value)
    assert "\n" not in str(caught.value)


# Reductions


def reduce_by_loops(function, x, axes, keep):
    """Return `function` applied to each group of elements of `x` that a reduction over `axes`
    combines.
    """
    groups = {}
    for index in np.ndindex(x.shape):
        key = tuple(i for a, i in enumerate(index) if a not in axes)
        groups.setdefault(key, []).append(float(x[index]))
    kept = tuple(n for a, n in enumerate(x.shape) if a not in axes)
    flat = np.array([function(groups[key]) for key in np.ndindex(kept)]).reshape(kept)
    return np.expand_dims(flat, axes) if keep else flat


REDUCTIONS = {"Sum": math.fsum, "Mean": lambda v: math.fsum(v) / len(v), "Max": max, "Min": min}


@pytest.mark.parametrize("op", REDUCTIONS)
@given(data=st.data())
def test_reduction_kernel_matches_numpy(op, data):
    shape = data.draw(hnp.array_shapes(max_dims=4, max_side=5))
    x = random(*shape)
    axes = data.draw(st.sets(st.integers(0, len(shape) - 1)))
    keep = data.draw(st.booleans())
    dims = [a - len(shape) if data.draw(st.booleans()) else a for a in axes]
    expected = reduce_by_loops(REDUCTIONS[op], x, sorted(axes) or list(range(len(shape))), keep)
    got = reduction.reduce(x, op=op, dims=dims, keep_dim=keep, result_shape=expected.shape)
    np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-5)


@given(data=st.data(), keep=st.booleans(), everything=st.booleans())
def test_prod_kernel_matches_numpy(data, keep, everything):
    shape = data.draw(hnp.array_shapes(max_dims=3, max_side=4))
    dim = data.draw(st.integers(-len(shape), len(shape) - 1))
    x = random(*shape)
    axes = list(range(len(shape))) if everything else [dim % len(shape)]
    expected = reduce_by_loops(math.prod, x, axes, keep)
    got = reduction.prod(
        x, all_dimensions=everything, dim=dim, keep_dim=keep, result_shape=expected.shape
    )
    np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)


def test_reduction_in_binary_matches_numpy():
    x = random(3, 33, 7)
    got = run_op("ReductionOp", {"in": x}, (3, 7), type="Mean", dim_arg=[1], keep_dim=False)
    np.testing.assert_allclose(got, x.astype(np.float64).mean(1), rtol=1e-5, atol=1e-6)
    got = run_op("ReductionOp", {"in": x}, (1, 1, 1), type="Max", keep_dim=True)
    assert got.item() == x.max()
    got = run_op("ReductionOp", {"in": x}, (1,), type="Min", keep_dim=False)
    assert got.tolist() == [x.min()]


def test_bfloat16_sum_accumulates_in_float32():
    x = np.ones((1, 1000), ml_dtypes.bfloat16)
    got = run_op(
        "ReductionOp", {"in": x}, (1, 1), dtype="BFloat16", type="Sum", dim_arg=[1], keep_dim=True
    )
    assert got.item() == 1000


def test_maximum_reduction_propagates_nan():
    x = np.float32([[1, np.nan], [2, 3]])
    got = run_op("ReductionOp", {"in": x}, (2,), type="Max", dim_arg=[1], keep_dim=False)
    np.testing.assert_array_equal(got, np.float32([np.nan, 3]))


def test_integer_sum_reduction_wraps_around():
    x = np.array([[2**32 - 1, 2], [5, 6]], np.uint32)
    got = run_op(
        "ReductionOp", {"in": x}, (2, 1), dtype="UInt32", type="Sum", dim_arg=[1], keep_dim=True
    )
    assert got.tolist() == [[1], [11]]


def test_invalid_reduction_is_refused():
    x = random(2, 3)
    fails("dimension 2 is out of range", "ReductionOp", {"in": x}, (2,), type="Sum", dim_arg=[2])
    fails("reduced twice", "ReductionOp", {"in": x}, (2,), type="Sum", dim_arg=[1, -1])
    fails(
        "the result is 2, its descriptor says 5",
        "ReductionOp",
        {"in": x},
        (5,),
        type="Sum",
        dim_arg=[1],
    )
    empty = np.zeros((2, 0), np.float32)
    fails("Max of no elements", "ReductionOp", {"in": empty}, (2,), type="Max", dim_arg=[1])


@pytest.mark.parametrize("dim", [0, 1, 2, -1, -3])
def test_softmax_and_cumsum_kernels_match_definitions(dim):
    x = random(3, 5, 37) * 20
    wide = x.astype(np.float64)
    expected = np.exp(wide) / np.exp(wide).sum(dim, keepdims=True)
    got = run_op("SoftmaxOp", {"in": x}, x.shape, dimension=dim)
    np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-30)
    got = run_op("MorehCumSumOp", {"in": x}, x.shape, dim=dim)
    running = np.stack(list(itertools.accumulate(np.moveaxis(wide, dim, 0))))
    np.testing.assert_allclose(got, np.moveaxis(running, 0, dim), rtol=1e-4, atol=1e-3)


def test_softmax_of_large_values_does_not_overflow():
    got = run_op("SoftmaxOp", {"in": np.float32([[1e30, 1e30, -1e30]])}, (1, 3), dimension=1)
    assert got.tolist() == [[0.5, 0.5, 0.0]]


# Products

batches = st.sampled_from([((), ()), ((2,), (2,)), ((3, 1), (1, 2)), ((), (4,)), ((2,), ())])


@given(batches, st.integers(1, 40), st.integers(1, 40), st.integers(1, 40))
def test_matmul_kernel_matches_loops(batch, m, k, n):
    a, b = random(*batch[0], m, k), random(*batch[1], k, n, seed=1)
    expected = np.einsum("...mk,...kn->...mn", a.astype(np.float64), b.astype(np.float64))
    got = matmul.matmul(a, b)
    np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-4)


def test_matmul_kernel_of_vectors_matches_numpy():
    a, b = random(5), random(5, 3, seed=1)
    expected = a.astype(np.float64) @ b
    np.testing.assert_allclose(matmul.matmul(a, b), expected, rtol=1e-5)
    np.testing.assert_allclose(matmul.matmul(b.T, a), expected, rtol=1e-5)
    np.testing.assert_allclose(matmul.matmul(a, a), a @ a, rtol=1e-5)


def test_bfloat16_matmul_is_rounded_once():
    a, b = (
        random(33, 65).astype(ml_dtypes.bfloat16),
        random(65, 17, seed=1).astype(ml_dtypes.bfloat16),
    )
    got = run_op("MatmulOp", {"in0": a, "in1": b}, (33, 17), dtype="BFloat16")
    exact = a.astype(np.float64) @ b.astype(np.float64)
    # One rounding to 8 significant bits has an error of at most half a step, plus that of float32's
    # sum.
    assert (np.abs(got.astype(np.float64) - exact) <= np.abs(exact) * 2.0**-8 + 1e-5).all()


@pytest.mark.parametrize("bias_shape", [(1, 5), (5,), (4, 5)])
def test_linear_kernel_matches_numpy(bias_shape):
    a, b, bias = random(4, 3), random(3, 5, seed=1), random(*bias_shape, seed=2)
    got = run_op("LinearOp", {"in0": a, "in1": b, "bias": bias}, (4, 5))
    np.testing.assert_allclose(got, a.astype(np.float64) @ b + bias, rtol=1e-5, atol=1e-6)
    got = run_op("LinearOp", {"in0": a, "in1": b}, (4, 5))
    np.testing.assert_allclose(got, a.astype(np.float64) @ b, rtol=1e-5, atol=1e-6)


def test_integer_matmul_is_exact():
    a, b = np.full((2, 3), 2**31, np.uint32), np.array([[2, 1]] * 3, np.uint32)
    got = run_op("MatmulOp", {"in0": a, "in1": b}, (2, 2), dtype="UInt32")
    assert got.tolist() == [[0, 2**31]] * 2


def test_invalid_matmul_is_refused():
    fails(
        "cannot multiply 2x3 by 2x3", "MatmulOp", {"in0": random(2, 3), "in1": random(2, 3)}, (2, 3)
    )
    fails(
        "do not broadcast", "MatmulOp", {"in0": random(2, 2, 3), "in1": random(3, 3, 2)}, (2, 2, 2)
    )
    fails("the result is 2x4", "MatmulOp", {"in0": random(2, 3), "in1": random(3, 4)}, (4, 2))


# Data movement


@given(hnp.array_shapes(min_dims=1, max_dims=5, max_side=5), st.data())
def test_permute_and_transpose_kernels_move_each_element(shape, data):
    x = random(*shape)
    order = data.draw(st.permutations(range(len(shape))))
    got = data_movement.permute(x, permutation=order)
    assert got.shape == tuple(shape[i] for i in order)
    for index in itertools.islice(np.ndindex(got.shape), 50):
        source = [0] * len(shape)
        for position, axis in enumerate(order):
            source[axis] = index[position]
        assert got[index] == x[tuple(source)]
    first, second = (data.draw(st.integers(-len(shape), len(shape) - 1)) for _ in range(2))
    swapped = list(range(len(shape)))
    swapped[first], swapped[second] = swapped[second], swapped[first]
    got = data_movement.transpose(x, dim0=first, dim1=second)
    np.testing.assert_array_equal(got, data_movement.permute(x, permutation=swapped))


@given(st.lists(st.integers(0, 4), min_size=1, max_size=4), st.integers(-3, 2))
def test_concat_kernel_result_contains_operands_in_order(sizes, dim):
    shape = [2, 3, 4]
    parts = []
    for seed, size in enumerate(sizes):
        shape[dim] = size
        parts.append(random(*shape, seed=seed))
    shape[dim] = sum(sizes)
    got = data_movement.concat(parts, dim=dim)
    offset = 0
    for part in parts:
        window = np.take(got, range(offset, offset + part.shape[dim]), axis=dim)
        np.testing.assert_array_equal(window, part)
        offset += part.shape[dim]


@given(st.data())
def test_slice_kernel_matches_python(data):
    size = data.draw(st.integers(1, 12))
    begin, end = (data.draw(st.integers(-size, size)) for _ in range(2))
    step = data.draw(st.integers(1, 4))
    x = np.arange(size, dtype=np.float32)
    first, last = (v + size if v < 0 else v for v in (begin, end))
    expected = [
        float(i) for i in range(size) if i >= first and i < last and (i - first) % step == 0
    ]
    got = data_movement.slice_(x, begins=[begin], ends=[end], steps=[step])
    assert got.tolist() == expected


def test_slice_kernel_of_several_dimensions_matches_python():
    x = random(4, 32, 32)
    got = run_op(
        "SliceOp", {"in": x}, (2, 32, 16), begins=[1, 0, 0], ends=[3, 32, 32], step=[1, 1, 2]
    )
    np.testing.assert_array_equal(got, x[1:3, :, ::2])
    fails("needs 3 values", "SliceOp", {"in": x}, (4,), begins=[0], ends=[4], step=[1])
    fails(
        "a step is 0", "SliceOp", {"in": x}, (4, 0, 0), begins=[0] * 3, ends=[4] * 3, step=[0] * 3
    )


@given(hnp.array_shapes(max_dims=3, max_side=4), st.data())
def test_repeat_kernel_matches_indexing(shape, data):
    counts = data.draw(
        st.tuples(*[st.integers(0, 3)] * (len(shape) + data.draw(st.integers(0, 1))))
    )
    x = random(*shape)
    padded = (1,) * (len(counts) - len(shape)) + shape
    result = tuple(n * r for n, r in zip(padded, counts, strict=True))
    got = data_movement.repeat(x, repeats=counts)
    assert got.shape == result
    for index in np.ndindex(result):
        source = tuple(i % n for i, n in zip(index, padded, strict=True))
        assert got[index] == x.reshape(padded)[source]


def test_repeat_interleave_and_reshape_kernels_match_definitions():
    x = np.float32([[1, 2], [3, 4]])
    got = run_op("RepeatInterleaveOp", {"input": x}, (2, 4), repeats=2, dim=-1)
    assert got.tolist() == [[1, 1, 2, 2], [3, 3, 4, 4]]
    got = run_op("ReshapeOp", {"in": x}, (1, 4, 1), shape=[1, -1, 1])
    assert got.ravel().tolist() == [1, 2, 3, 4]
    fails("cannot reshape 2x2 to 3", "ReshapeOp", {"in": x}, (3,), shape=[3])


def test_repeat_kernel_checks_size_before_allocation():
    x = random(2, 2)
    huge = [10**9, 10**9]
    fails("the result is 2000000000x2000000000", "RepeatOp", {"in": x}, (2, 2), repeat_dims=huge)
    fails(
        "the result is 2x8000000000",
        "RepeatInterleaveOp",
        {"input": x},
        (2, 2),
        repeats=4 * 10**9,
        dim=1,
    )
    fails("the result is 2x4294967297", "PadOp", {"in": x}, (2, 2), padding=[0, 0, 0, 2**32 - 1])


@given(hnp.array_shapes(max_dims=4, max_side=4), st.data(), st.floats(width=32, allow_nan=False))
def test_pad_kernel_fills_padding_with_value(shape, data, value):
    amounts = data.draw(
        st.lists(st.integers(0, 3), min_size=2 * len(shape), max_size=2 * len(shape))
    )
    x = random(*shape)
    result = tuple(
        n + low + high for n, low, high in zip(shape, amounts[::2], amounts[1::2], strict=True)
    )
    got = data_movement.pad(x, padding=amounts, value=value)
    inside = tuple(slice(low, low + n) for n, low in zip(shape, amounts[::2], strict=True))
    np.testing.assert_array_equal(got[inside], x)
    outside = np.ones(result, bool)
    outside[inside] = False
    assert (got[outside] == np.float32(value)).all()


def test_invalid_concat_is_refused():
    fails(
        "cannot join 2x2, 3x3", "ConcatOp", {"inputs": [random(2, 2), random(3, 3)]}, (5, 5), dim=0
    )
    fails("cannot join 2, 2x1", "ConcatOp", {"inputs": [random(2), random(2, 1)]}, (5,), dim=0)


# Conversions


@pytest.mark.parametrize("op", ["ToLayoutOp", "TypecastOp", "ToDTypeOp", "ToMemoryConfigOp"])
def test_conversion_operation_rounds_into_result_format(op):
    x = np.float32([[1.00390625, -2.0, 3.14159274]])
    operand = "in0" if op == "ToMemoryConfigOp" else "in"
    program = ProgramBuilder()
    fields = {operand: program.input((1, 3)), "out": program.ref((1, 3), "BFloat16")}
    if op in ("TypecastOp", "ToDTypeOp"):
        fields["dtype"] = "BFloat16"
    got = run_one(program.output(program.add(op, **fields)), [x])
    np.testing.assert_array_equal(got[0], x.astype(ml_dtypes.bfloat16))


def test_typecast_operation_that_contradicts_result_type_is_refused():
    program = ProgramBuilder()
    out = program.add(
        "TypecastOp", **{"in": program.input((2,))}, dtype="UInt32", out=program.ref((2,))
    )
    with pytest.raises(runtime.SimulationError, match="converts to UInt32, its result is Float32"):
        run_one(program.output(out), [np.zeros(2, np.float32)])


# Creation


def created(op_type, result, dtype="Float32", **fields):
    return run_one(op_program(op_type, {}, result, dtype=dtype, **fields), [])[0]


def test_creation_ops_fill_tensor_with_value():
    assert (created("FullOp", (3, 5), fill_value=2.5) == 2.5).all()
    assert (created("FullOp", (3, 5), "UInt32", fill_value=7.0) == 7).all()
    assert (created("ZerosOp", (3,), shape=[3]) == 0).all()
    assert (created("EmptyOp", (3,), shape=[3]) == 0).all()
    assert (created("OnesOp", (2, 2), "BFloat16", shape=[2, 2]) == 1).all()
    assert created("FullOp", (), fill_value=1.5).shape == ()


@given(st.integers(-20, 20), st.integers(-20, 20), st.integers(-5, 5).filter(bool))
def test_arange_operation_matches_python_range(start, end, step):
    expected = list(range(start, end, step))
    shape = (1, 1, 1, len(expected))
    fields = {"start": start, "end": end, "step": step}
    assert created("ArangeOp", shape, **fields).ravel().tolist() == expected


def test_constant_operation_of_any_type_has_values_of_its_bytes():
    numbers = np.float32([[1, 2, 3], [4, 5, 6]])
    data = numbers.astype(ml_dtypes.bfloat16).tobytes()
    got = created("ConstantOp", (2, 3), "BFloat16", input=data, input_dtype="BFloat16")
    np.testing.assert_array_equal(got.astype(np.float32), numbers)
    assert created("ConstantOp", (0, 3), input_dtype="Float32").shape == (0, 3)
    data = np.int32([-1, 5]).tobytes()
    assert created("ConstantOp", (2,), "Int32", input=data, input_dtype="Int32").tolist() == [-1, 5]


@pytest.mark.parametrize(
    ("data", "stored", "message"),
    [
        (bytes(7), "Float32", "holds 7 bytes of data, 2 of f32 takes 8"),
        (bytes(9), "Float32", "holds 9 bytes of data, 2 of f32 takes 8"),
        (bytes(8), "UInt8", "holds 8 bytes of data, 2 of u8 takes 2"),
        (None, "BFloat16", "holds 0 bytes of data, 2 of bf16 takes 4"),
        (bytes(2), "BFP_BFloat8", "constants are not stored as BFP_BFloat8"),
    ],
)
def test_constant_operation_with_invalid_data_is_refused(data, stored, message):
    with pytest.raises(runtime.SimulationError, match=rf"ConstantOp.*{message}"):
        created("ConstantOp", (2,), input=data, input_dtype=stored)


def test_invalid_creation_operation_is_refused():
    with pytest.raises(runtime.SimulationError, match=r"ArangeOp.*the result is 10"):
        created("ArangeOp", (4,), start=0, end=10, step=1)
    with pytest.raises(runtime.SimulationError, match=r"ArangeOp.*invalid range"):
        created("ArangeOp", (4,), start=0, end=math.inf, step=1)
    with pytest.raises(runtime.SimulationError, match=r"ArangeOp.*invalid range"):
        created("ArangeOp", (4,), start=0, end=1, step=0)
    with pytest.raises(
        runtime.SimulationError, match=r"ZerosOp.*the result is 5, its descriptor says 4"
    ):
        created("ZerosOp", (4,), shape=[5])


# Embeddings and caches


def embedding_program(op_type, index_shape, index_type, weight_shape, result, gradient=None):
    program = ProgramBuilder()
    tables = {
        "input": program.input(index_shape, index_type),
        "weight": program.input(weight_shape),
    }
    if gradient:
        tables["in_grad"] = program.input(gradient)
    return program.output(program.add(op_type, **tables, out=program.ref(result)))


@pytest.mark.parametrize("index_type", ["UInt32", "BFloat16"])
def test_embedding_kernel_selects_rows(index_type):
    weight = random(7, 3)
    index = np.array([[0, 6], [2, 2]], np.uint32 if index_type == "UInt32" else ml_dtypes.bfloat16)
    program = embedding_program("EmbeddingOp", (2, 2), index_type, (7, 3), (2, 2, 3))
    got = run_one(program, [index, weight])[0]
    np.testing.assert_array_equal(got, [[weight[0], weight[6]], [weight[2], weight[2]]])


def test_embedding_index_out_of_range_is_refused():
    program = embedding_program("EmbeddingOp", (2,), "UInt32", (7, 3), (2, 3))
    with pytest.raises(runtime.SimulationError, match="an index is outside 0 to 6"):
        run_one(program, [np.array([0, 7], np.uint32), random(7, 3)])


def test_embedding_backward_kernel_adds_gradients_per_row():
    index = np.array([[1, 1, 4]], np.uint32)
    gradient = random(1, 3, 5)
    program = embedding_program("EmbeddingBackwardOp", (1, 3), "UInt32", (6, 5), (6, 5), (1, 3, 5))
    got = run_one(program, [index, random(6, 5), gradient])[0]
    expected = np.zeros((6, 5))
    for row, part in zip(index[0], gradient[0], strict=True):
        expected[row] += part
    np.testing.assert_allclose(got, expected, rtol=1e-6)


def cache_program(op_type, update_shape, **fields):
    program = ProgramBuilder()
    cache, update = program.input((1, 2, 8, 4)), program.input(update_shape)
    program.add(op_type, cache=cache, input=update, **fields)
    return program.output(cache)


def test_fill_cache_leaves_input_array_of_caller_unchanged():
    cache, update = random(1, 2, 8, 4), random(1, 2, 3, 4, seed=1)
    before = cache.copy()
    got = run_one(cache_program("FillCacheOp", (1, 2, 3, 4)), [cache, update])[0]
    np.testing.assert_array_equal(got[:, :, :3], update)
    np.testing.assert_array_equal(got[:, :, 3:], cache[:, :, 3:])
    np.testing.assert_array_equal(cache, before)


def test_update_cache_writes_row_at_index():
    program = ProgramBuilder()
    cache, update = program.input((1, 2, 8, 4)), program.input((1, 2, 1, 4))
    index = program.input((1,), "UInt32")
    program.add("UpdateCacheOp", cache=cache, input=update, update_index=index)
    program.output(cache)
    old, new = random(1, 2, 8, 4), random(1, 2, 1, 4, seed=1)
    got = run_one(program, [old, new, np.array([5], np.uint32)])[0]
    np.testing.assert_array_equal(got[:, :, 5], new[:, :, 0])
    np.testing.assert_array_equal(np.delete(got, 5, axis=2), np.delete(old, 5, axis=2))
    with pytest.raises(runtime.SimulationError, match=r"UpdateCacheOp.*an index is outside 0 to 7"):
        run_one(program, [old, new, np.array([8], np.uint32)])


def test_cache_update_that_does_not_fit_is_refused():
    program = cache_program("FillCacheOp", (1, 2, 9, 4))
    with pytest.raises(runtime.SimulationError, match="does not fit a cache of 1x2x8x4"):
        run_one(program, [random(1, 2, 8, 4), random(1, 2, 9, 4)])


# Documentation


def test_accuracy_page_shows_bounds_of_kernel_tests():
    """The page shows the table that `accuracy.py` generates."""
    page = Path(__file__).parents[2] / "docs/runtime.md"
    assert accuracy.markdown() in page.read_text()
