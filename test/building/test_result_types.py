"""The result types that builder functions compute equal the shapes that NumPy, or upstream's
formulas, give.
"""
# ruff: noqa: B023 (what a loop builds is built before its next turn)

import inspect
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import Program, build, result_of, shape_of
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType, bf16, f32, i32

from ttmlir_py.building import tensor, ttir, ttnn
from ttmlir_py.building.layouts import ttnn_tensor
from ttmlir_py.building.result_types import RULES
from ttmlir_py.dialects.tt.enums import MeshShardDirection, MeshShardType
from ttmlir_py.dialects.ttir.attributes import ConvolutionLayoutAttr
from ttmlir_py.runtime.kernels.convolution import Window

pytestmark = pytest.mark.slow

sizes = st.integers(1, 4)
shapes = st.lists(sizes, min_size=1, max_size=4).map(tuple)
Shape = tuple[int, ...]


def zeros(*shape: int) -> Any:
    return np.zeros(shape)


def dims_of(draw: st.DrawFn, shape: Shape) -> int:
    return draw(st.integers(-len(shape), len(shape) - 1))


shape_and_dim = st.composite(lambda draw: (shape := draw(shapes), dims_of(draw, shape)))()


def check_shape(body: Any, compute: Any) -> None:
    """Check that `body` builds an op of the shape that `compute` returns, or fails where `compute`
    fails.
    """
    try:
        expected = np.shape(compute()) or (1,)  # the op gives a scalar the shape (1)
    except ValueError:
        with pytest.raises(ValueError, match=r"broadcast compatible|matching inner dimensions"):
            build(body)
    else:
        assert shape_of(body) == expected


@pytest.mark.parametrize("name", ["add", "eq", "logical_and", "power"])
@given(a=shapes, b=shapes)
def test_elementwise_result_shape_broadcasts_as_numpy(name: str, a: Shape, b: Shape):
    function = getattr(ttir, name)
    check_shape(lambda p: function(p.tensor(*a), p.tensor(*b)), lambda: zeros(*a) + zeros(*b))


@given(shapes, shapes, shapes)
def test_where_result_shape_broadcasts_three_operands(a: Shape, b: Shape, c: Shape):
    check_shape(
        lambda p: ttir.where(p.tensor(*a), p.tensor(*b), p.tensor(*c)),
        lambda: np.where(zeros(*a), zeros(*b), zeros(*c)),
    )


@given(shapes, shapes, st.none() | shapes)
def test_matmul_result_shape_matches_numpy(a: Shape, b: Shape, bias: Shape | None):
    for dialect in (ttir, ttnn):
        check_shape(
            lambda p: dialect.linear(
                p.tensor(*a), p.tensor(*b), None if bias is None else p.tensor(*bias)
            ),
            lambda: zeros(*a) @ zeros(*b) + (0 if bias is None else zeros(*bias)),
        )
    check_shape(lambda p: ttir.matmul(p.tensor(*a), p.tensor(*b)), lambda: zeros(*a) @ zeros(*b))


@given(st.data(), st.booleans())
def test_reduction_result_shape_matches_numpy(data: st.DataObject, keep: bool):
    shape = data.draw(shapes)
    dims = data.draw(st.none() | st.lists(st.integers(0, len(shape) - 1), min_size=1, unique=True))
    expected = zeros(*shape).sum(None if dims is None else tuple(dims), keepdims=keep)
    wanted = np.shape(expected) or (1,)
    signed = None if dims is None else [dim - len(shape) for dim in dims]
    for dialect in (ttir, ttnn):
        for name in ("sum", "mean", "max", "min"):
            function = getattr(dialect, name)
            assert (
                shape_of(lambda p: function(p.tensor(*shape), dim_arg=dims, keep_dim=keep))
                == wanted
            )
            assert (
                shape_of(lambda p: function(p.tensor(*shape), dim_arg=signed, keep_dim=keep))
                == wanted
            )


@given(st.lists(sizes, min_size=2, max_size=4).map(tuple), st.data())
def test_permute_and_transpose_result_shapes_match_numpy(shape: Shape, data: st.DataObject):
    dim = data.draw(st.integers(-len(shape), len(shape) - 1))
    other = data.draw(st.integers(-len(shape), len(shape) - 1))
    order = data.draw(st.permutations(range(len(shape))))
    array = zeros(*shape)
    for dialect in (ttir, ttnn):
        swapped = shape_of(lambda p: dialect.transpose(p.tensor(*shape), dim, other))
        assert swapped == np.swapaxes(array, dim, other).shape
        permuted = shape_of(lambda p: dialect.permute(p.tensor(*shape), order))
        assert permuted == np.transpose(array, order).shape


@given(shape_and_dim, st.lists(sizes, min_size=1, max_size=3))
def test_concat_result_shape_matches_numpy(case: tuple[Shape, int], lengths: list[int]):
    shape, dim = case
    parts = [[*shape] for _ in lengths]
    for part, length in zip(parts, lengths, strict=True):
        part[dim] = length
    expected = np.concatenate([zeros(*part) for part in parts], axis=dim).shape
    for dialect in (ttir, ttnn):
        body = lambda p: dialect.concat([p.tensor(*part) for part in parts], dim)  # noqa: E731
        assert shape_of(body) == expected


@given(shapes, st.data())
def test_reshape_result_shape_infers_open_size(shape: Shape, data: st.DataObject):
    target = list(data.draw(st.permutations(shape)))
    expected = zeros(*shape).reshape(target).shape
    assert shape_of(lambda p: ttir.reshape(p.tensor(*shape), target)) == expected
    target[data.draw(st.integers(0, len(shape) - 1))] = -1
    for dialect in (ttir, ttnn):
        assert shape_of(lambda p: dialect.reshape(p.tensor(*shape), target)) == expected


@given(shape_and_dim, st.data())
def test_repeat_result_shapes_match_numpy(case: tuple[Shape, int], data: st.DataObject):
    shape, dim = case
    factors = [data.draw(sizes) for _ in shape]
    array = zeros(*shape)
    tiled = np.tile(array, factors).shape
    assert shape_of(lambda p: ttir.repeat(p.tensor(*shape), factors)) == tiled
    assert shape_of(lambda p: ttnn.repeat(p.tensor(*shape), factors)) == tiled
    ones = [1] * len(shape)
    assert shape_of(lambda p: ttir.broadcast(p.tensor(*ones), factors)) == tuple(factors)
    repeated = np.repeat(array, factors[0], axis=dim).shape
    assert shape_of(lambda p: ttir.repeat_interleave(p.tensor(*shape), factors[0], dim)) == repeated


@given(shapes, st.data())
def test_pad_result_shape_matches_numpy(shape: Shape, data: st.DataObject):
    pairs = [data.draw(st.tuples(sizes, sizes)) for _ in shape]
    flat = [number for pair in pairs for number in pair]
    expected = np.pad(zeros(*shape), pairs).shape
    assert shape_of(lambda p: ttir.pad(p.tensor(*shape), flat, 0.0)) == expected
    assert shape_of(lambda p: ttnn.pad(p.tensor(*shape), flat, 0.0, False)) == expected


@given(st.lists(st.tuples(st.integers(1, 9), st.data()), min_size=1, max_size=3))
def test_slice_result_shapes_match_numpy(cases: list[tuple[int, st.DataObject]]):
    shape, bounds = [], []
    for size, data in cases:
        begin = data.draw(st.integers(0, size - 1))
        end = data.draw(st.integers(begin, size))
        shape.append(size)
        bounds.append((begin, end, data.draw(sizes)))
    begins, ends, steps = zip(*bounds, strict=True)
    expected = zeros(*shape)[tuple(slice(*each) for each in bounds)].shape
    for dialect in (ttir, ttnn):
        body = lambda p: dialect.slice(p.tensor(*shape), begins, ends, steps)  # noqa: E731
        assert shape_of(body) == expected
    index = shape_of(lambda p: ttir.index(p.tensor(*shape), 0, *bounds[0][:2], step=bounds[0][2]))
    assert index == zeros(*shape)[slice(*bounds[0])].shape
    negative = shape_of(
        lambda p: ttir.index(p.tensor(*shape), 0, bounds[0][0] - shape[0], shape[0])
    )
    assert negative == zeros(*shape)[bounds[0][0] - shape[0] :].shape


@given(st.integers(1, 20), st.data())
def test_select_result_shape_counts_selected_elements(size: int, data: st.DataObject):
    stride = data.draw(st.integers(1, size))
    begin = data.draw(st.integers(0, size - 1))
    length = data.draw(st.integers(1, min(stride, size - begin)))
    chosen = [
        i for start in range(begin, size, stride) for i in range(start, start + length) if i < size
    ]
    body = lambda p: ttir.select(p.tensor(2, size), -1, begin, length, stride=stride)  # noqa: E731
    assert shape_of(body) == (2, len(chosen))


@given(shape_and_dim)
def test_squeeze_result_shape_undoes_unsqueeze(case: tuple[Shape, int]):
    shape, dim = case
    expected = np.expand_dims(zeros(*shape), dim).shape
    assert shape_of(lambda p: ttir.unsqueeze(p.tensor(*shape), dim)) == expected
    assert shape_of(lambda p: ttir.squeeze(p.tensor(*expected), dim)) == shape


@given(shapes, sizes, sizes)
def test_embedding_result_shape_matches_numpy(shape: Shape, words: int, width: int):
    expected = zeros(words, width)[np.zeros(shape, int)].shape
    for dialect in (ttir, ttnn):
        body = lambda p: dialect.embedding(  # noqa: E731
            p.tensor(*shape, dtype="ui32"), p.tensor(words, width, dtype="bf16")
        )
        assert result_of(body) == TensorType(bf16, expected)


@given(st.data())
def test_dot_general_result_shape_matches_einsum(data: st.DataObject):
    """The expected shape comes from NumPy's `einsum`."""
    batch, summed, left, right = (
        [(letter, data.draw(sizes)) for letter in data.draw(st.permutations(letters))[:count]]
        for letters, count in zip(
            ("ab", "cd", "ef", "gh"), data.draw(st.tuples(*[st.integers(0, 2)] * 4)), strict=True
        )
    )
    lhs = data.draw(st.permutations([*batch, *summed, *left]))
    rhs = data.draw(st.permutations([*batch, *summed, *right]))
    sides = [
        [[side.index(each) for each in kind] for kind in (batch, summed)] for side in (lhs, rhs)
    ]
    rest = [
        *batch,
        *(each for each in lhs if each in left),
        *(each for each in rhs if each in right),
    ]
    words = ["".join(letter for letter, _ in part) for part in (lhs, rhs, rest)]
    operands = [zeros(*(size for _, size in part)) for part in (lhs, rhs)]
    expected = np.einsum(f"{words[0]},{words[1]}->{words[2]}", *operands).shape
    body = lambda p: ttir.dot_general(  # noqa: E731
        *(p.tensor(*each.shape) for each in operands), *sides[0], *sides[1]
    )
    assert shape_of(body) == expected


def window_count(size: int, kernel: int, stride: int, dilation: int, low: int, high: int) -> int:
    """Count the positions at which the window lies within the padded image, by trying each one."""
    reach = dilation * (kernel - 1)
    return sum(start + reach < size + low + high for start in range(0, size + low + high, stride))


window = st.tuples(st.integers(8, 12), sizes, sizes, st.integers(1, 2), sizes, sizes)


@given(window, window, st.integers(1, 3), st.integers(1, 3))
def test_conv2d_and_convolution_result_shapes_count_windows(
    rows: Any, columns: Any, batch: int, kernels: int
):
    (height, kh, sh, dh, top, bottom), (width, kw, sw, dw, left, right) = rows, columns
    expected = (batch, window_count(*rows), window_count(*columns), kernels)

    def conv2d(p: Program) -> Any:
        return ttir.conv2d(
            *(p.tensor(batch, height, width, 4), p.tensor(kernels, 4, kh, kw)),
            **{"stride_height": sh, "stride_width": sw},
            **{"dilation_height": dh, "dilation_width": dw},
            **{"padding_top": top, "padding_bottom": bottom},
            **{"padding_left": left, "padding_right": right},
        )

    def convolution(p: Program) -> Any:
        return ttir.convolution(
            *(p.tensor(4, width, batch, height), p.tensor(kh, 4, kernels, kw)),
            window_strides=[sh, sw],
            padding=[top, bottom, left, right],
            input_dilation=[1, 1],
            weight_dilation=[dh, dw],
            window_reversal=[False, False],
            convolution_layout=ConvolutionLayoutAttr(2, 0, (3, 1), 2, 1, (0, 3), 1, 3, (2, 0)),
        )

    def library(p: Program) -> Any:
        sizes = {"batch_size": batch, "input_height": height, "input_width": width}
        return ttnn.conv2d(
            *(p.tensor(1, 1, batch * height * width, 4), p.tensor(kernels, 4, kh, kw), p.device()),
            **{"in_channels": 4, "out_channels": kernels, "kernel_height": kh, "kernel_width": kw},
            **{"stride_height": sh, "stride_width": sw, **sizes},
            **{"dilation_height": dh, "dilation_width": dw},
            **{"padding_height": top, "padding_width": left},
        )

    assert shape_of(conv2d) == expected
    assert shape_of(convolution) == (expected[2], expected[0], expected[1], expected[3])
    symmetric = window_count(*rows[:5], top) * window_count(*columns[:5], left)
    assert shape_of(library) == (1, 1, batch * symmetric, kernels)


@given(st.data(), st.booleans())
def test_max_pool2d_result_shape_matches_simulator(data: st.DataObject, ceil: bool):
    """The simulator's pooling kernel follows PyTorch."""
    (height, kh, sh, dh, pad_h, _), (width, kw, sw, dw, pad_w, _) = data.draw(
        st.tuples(window, window)
    )
    expected = Window((kh, kw), (sh, sw), (pad_h, pad_w), (dh, dw)).output_size(
        (height, width), ceil_mode=ceil
    )
    shape = shape_of(
        lambda p: ttir.max_pool2d(
            *(p.tensor(2, height, width, 3), kh, kw, sh, sw),
            **{"dilation_height": dh, "dilation_width": dw, "ceil_mode": ceil},
            **{"padding_left": pad_w, "padding_right": pad_w},
            **{"padding_top": pad_h, "padding_bottom": pad_h},
        )
    )
    assert shape == (2, *expected, 3)
    flat = shape_of(
        lambda p: ttnn.max_pool2d(
            *(
                p.tensor(1, 1, 2 * height * width, 3),
                p.device(),
                2,
                height,
                width,
                3,
                kh,
                kw,
                sh,
                sw,
            ),
            **{"dilation_height": dh, "dilation_width": dw, "ceil_mode": ceil},
            **{"padding_height": pad_h, "padding_width": pad_w},
        )
    )
    assert flat == (1, 1, 2 * expected[0] * expected[1], 3)


@given(window, window)
def test_pooling_result_shape_counts_windows(rows: Any, columns: Any):
    sizes_, kernels, strides, dilations, lows, highs = zip(rows, columns, strict=True)
    padding = [number for pair in zip(lows, highs, strict=True) for number in pair]
    body = lambda p: ttir.pooling(  # noqa: E731
        [p.tensor(*sizes_)], "Average", kernels, strides, [1, 1], dilations, padding
    )
    assert shape_of(body) == (window_count(*rows), window_count(*columns))


@given(st.integers(1, 5), sizes, sizes, st.integers(0, 1), st.integers(1, 3))
def test_conv_transpose2d_result_shape_ends_with_window_of_last_element(
    size: int, kernel: int, stride: int, extra: int, groups: int
):
    """The expected size is where the window of the last input element ends, plus `extra`."""
    expected = (size - 1) * stride + kernel + extra
    body = lambda p: ttir.conv_transpose2d(  # noqa: E731
        *(p.tensor(2, size, size, 6), p.tensor(6, 5, kernel, kernel)),
        stride=stride,
        output_padding=extra,
        groups=groups,
    )
    assert shape_of(body) == (2, expected, expected, 5 * groups)


@given(st.integers(-9, 9), sizes | sizes.map(int.__neg__), sizes)
def test_arange_result_shape_counts_whole_steps(start: int, step: int, count: int):
    """Only ranges that end after a whole step are tried: upstream drops a partial last step, NumPy
    does not.
    """
    end = start + count * step
    assert len(np.arange(start, end, step)) == count
    assert shape_of(lambda p: ttir.arange(start, end, step=step, dtype="i32")) == (count,)
    assert shape_of(lambda p: ttnn.arange(start, end, step=step, dtype="f32")) == (1, 1, 1, count)


@given(shapes, st.data())
def test_mesh_shard_result_shape_is_divided_for_shards_and_multiplied_for_whole(
    shape: Shape, data: st.DataObject
):
    counts = [data.draw(sizes) for _ in shape]
    full = np.tile(zeros(*shape), counts).shape
    directions = {
        MeshShardDirection.ShardToFull: (shape, full),
        MeshShardDirection.FullToShard: (full, shape),
    }
    for direction, (source, expected) in directions.items():
        body = lambda p: ttir.mesh_shard(  # noqa: E731
            p.tensor(*source),
            MeshShardType.Devices,
            direction,
            counts,
            [-1] * len(shape),
        )
        assert shape_of(body) == expected
    replicated = lambda p: ttir.mesh_shard(  # noqa: E731
        p.tensor(*shape), "replicate", "full_to_shard", [1], [-1]
    )
    assert shape_of(replicated) == shape


@pytest.mark.parametrize("indices", [(2, 3, 1), (1, 3), (2, 1, 3)])
def test_gather_result_shape_matches_numpy_take(indices: Shape):
    vector = indices.index(1)
    expected = np.take(
        zeros(9, 8), np.zeros([size for size in indices if size != 1], int), axis=0
    ).shape
    rank = len(indices)
    body = lambda p: ttir.gather(  # noqa: E731
        p.tensor(9, 8),
        p.tensor(*indices, dtype="ui32"),
        [rank - 1],
        [0],
        [],
        [],
        [0],
        vector,
        [1, 8],
    )
    assert shape_of(body) == expected


@given(st.tuples(sizes, sizes, sizes, sizes), sizes, sizes)
def test_upsample_result_shape_is_input_shape_times_scale(
    shape: Shape, vertical: int, horizontal: int
):
    expected = zeros(*shape).repeat(vertical, axis=1).repeat(horizontal, axis=2).shape
    assert shape_of(lambda p: ttir.upsample2d(p.tensor(*shape), [vertical, horizontal])) == expected
    square = zeros(*shape).repeat(vertical, axis=1).repeat(vertical, axis=2).shape
    assert shape_of(lambda p: ttnn.upsample(p.tensor(*shape), vertical)) == square


def test_result_element_type_is_that_of_operands_or_requested_type():
    assert result_of(lambda p: ttir.typecast(p.tensor(2, dtype="i32"), dtype="bf16")) == tensor(
        [2], "bf16"
    )
    assert result_of(lambda p: ttir.eq(p.tensor(2), p.tensor(2))) == tensor([2], "f32")
    assert result_of(lambda p: ttir.eq(p.tensor(2), p.tensor(2), dtype=bool)) == tensor([2], "i1")
    assert result_of(lambda p: ttir.get_dimension_size(p.tensor(2), 0)) == tensor([1], i32)
    assert result_of(lambda p: ttir.zeros((2, 3), dtype=np.float32)) == tensor([2, 3], f32)
    gradient = result_of(
        lambda p: ttir.embedding_backward(
            p.tensor(3, dtype="i32"), p.tensor(4, 5), p.tensor(3, 5, dtype="bf16")
        )
    )
    assert gradient == tensor([4, 5], "bf16")
    chosen = result_of(lambda p: ttir.where(p.tensor(2, dtype="bf16"), p.tensor(2), p.tensor(2)))
    assert chosen == tensor([2], "f32")


def test_ttnn_result_layouts_follow_operands_and_attributes():
    def type_of(body: Any) -> Any:
        return result_of(body)

    assert type_of(lambda p: ttnn.softmax(p.laid(4, 64), 1)) == ttnn_tensor([4, 64], "f32")
    assert type_of(lambda p: ttnn.transpose(p.laid(4, 64), 0, 1)) == ttnn_tensor([64, 4], "f32")
    sharded = {"buffer_type": "l1", "memory_layout": "height_sharded", "grid": (2, 1)}
    assert type_of(lambda p: ttnn.softmax(p.laid(64, 64, **sharded), 1)) == ttnn_tensor(
        [64, 64], "f32", **sharded
    )
    on_host = ttnn_tensor([4, 64], "f32", buffer_type="system_memory")
    assert type_of(lambda p: ttnn.from_device(p.laid(4, 64))) == on_host
    assert type_of(lambda p: ttnn.to_device(p.value(on_host), p.device())) == ttnn_tensor(
        [4, 64], "f32"
    )
    rows = ttnn_tensor([4, 64], "f32", layout="row_major")
    assert type_of(lambda p: ttnn.to_layout(p.laid(4, 64), "row_major")) == rows
    assert type_of(lambda p: ttnn.typecast(p.laid(4, 64), "bfp_bf8")) == ttnn_tensor(
        [4, 64], "bfp_bf8"
    )
    blocks = ttnn_tensor([4, 64], "bfp_bf8")
    assert type_of(lambda p: ttnn.abs(p.value(blocks), device=p.device())) == blocks
    config = ttnn_tensor([64, 64], "f32", buffer_type="l1").encoding
    wanted = ttnn_tensor([64, 64], "f32", buffer_type="l1")
    assert type_of(lambda p: ttnn.to_memory_config(p.laid(64, 64), config)) == wanted


def test_build_of_op_with_dynamic_sizes_requires_result_type():
    type_ = tensor([DYNAMIC_INDEX, 4], "f32")
    with pytest.raises(TypeError, match=r"result_type= must be given: .* is not of fixed size"):
        build(lambda p: ttir.abs(p.value(type_)))
    with pytest.raises(TypeError, match=r"outputs= must be given: .* is not of fixed size"):
        build(lambda p: ttir.abs(p.value(type_), result_type=type_))
    build(lambda p: ttir.abs(p.value(type_), outputs=p.value(type_)))


def test_result_type_rules_name_fields_of_ops():
    """Each parameter of a rule is the name of an operand or attribute of the ops that use the
    rule.
    """
    from test_every_op import OPS

    for name, op in OPS.items():
        rule = RULES.get(name, RULES.get(name.partition(".")[2]))
        if rule is not None and not hasattr(op, "INPUTS") and name != "ttnn.conv_transpose2d":
            definition = op.get_irdl_definition()  # type: ignore[attr-defined]
            fields = {*dict(definition.operands), *definition.properties}
            assert set(inspect.signature(rule).parameters) <= fields, name
