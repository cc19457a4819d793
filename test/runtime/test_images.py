"""Convolutions, pooling and resizing give what definitions by loops in double precision give."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tiers import example_count
from ttnn_builders import op_program, run_one

from ttmlir_py import runtime
from ttmlir_py.runtime.kernels import convolution, pooling

small = st.integers(1, 3)
pairs = st.tuples(small, small)


def random(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def conv_by_loops(x, weight, stride, padding, dilation, groups):
    """Return the convolution of x (N x H x W x C) with weight (O x C/G x KH x KW)."""
    batch, height, width, channels = x.shape
    outputs, per_group, kh, kw = weight.shape
    oh = (height + 2 * padding[0] - dilation[0] * (kh - 1) - 1) // stride[0] + 1
    ow = (width + 2 * padding[1] - dilation[1] * (kw - 1) - 1) // stride[1] + 1
    result = np.zeros((batch, oh, ow, outputs))
    for n, r, c, o, i, j in np.ndindex(batch, oh, ow, outputs, kh, kw):
        y, z = (
            r * stride[0] + i * dilation[0] - padding[0],
            c * stride[1] + j * dilation[1] - padding[1],
        )
        if 0 <= y < height and 0 <= z < width:
            first = o // (outputs // groups) * per_group
            result[n, r, c, o] += (
                x[n, y, z, first : first + per_group].astype(float) @ weight[o, :, i, j]
            )
    assert channels == per_group * groups
    return result


@settings(max_examples=example_count(10))
@given(pairs, pairs, st.tuples(st.integers(0, 2), st.integers(0, 2)), pairs, small, st.booleans())
def test_conv2d_kernel_matches_loops(kernel, stride, padding, dilation, groups, flat):
    x, weight = random(2, 7, 6, 2 * groups), random(3 * groups, 2, *kernel, seed=1)
    assume(all(dilation[a] * (kernel[a] - 1) < n + 2 * padding[a] for a, n in enumerate((7, 6))))
    bias = random(1, 1, 1, 3 * groups, seed=2)
    expected = conv_by_loops(x, weight, stride, padding, dilation, groups) + bias
    shape = (1, 1, expected.size // (3 * groups), 3 * groups) if flat else expected.shape
    got = convolution.conv2d(
        x.reshape(1, 1, -1, 2 * groups) if flat else x,
        weight,
        bias,
        image=x.shape,
        out_channels=3 * groups,
        kernel=kernel,
        stride=stride,
        padding=padding,
        dilation=dilation,
        groups=groups,
        result_shape=shape,
    )
    assert got.shape == shape
    np.testing.assert_allclose(got.reshape(expected.shape), expected, rtol=1e-4, atol=1e-5)


def conv_fields(**changes):
    return {
        "in_channels": 3,
        "out_channels": 4,
        "batch_size": 1,
        "input_height": 5,
        "input_width": 5,
        "kernel_height": 3,
        "kernel_width": 3,
        "stride_height": 1,
        "stride_width": 1,
        "padding_height": 1,
        "padding_width": 1,
        "dilation_height": 1,
        "dilation_width": 1,
        "groups": 1,
    } | changes


def run_conv(result=(1, 1, 25, 4), **changes):
    operands = {"input": (1, 1, 25, 3), "weight": (4, 3, 3, 3)}
    program = op_program("Conv2dOp", operands, result, **conv_fields(**changes))
    return run_one(program, [random(1, 1, 25, 3), random(4, 3, 3, 3, seed=1)])[0]


def test_conv2d_in_binary_matches_loops():
    expected = conv_by_loops(
        random(1, 1, 25, 3).reshape(1, 5, 5, 3),
        random(4, 3, 3, 3, seed=1),
        (1, 1),
        (1, 1),
        (1, 1),
        1,
    )
    np.testing.assert_allclose(run_conv(), expected.reshape(1, 1, 25, 4), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"groups": 2}, "2 groups do not divide 3 and 4 channels"),
        ({"groups": 0}, "0 groups do not divide"),
        ({"kernel_height": 2}, "the weight is 4x3x3x3, the attributes say 4x3x2x3"),
        ({"input_height": 6}, "an operand of 1x1x25x3 is not a 1x6x5x3 image"),
        ({"stride_width": 0}, "must be at least 1"),
        ({"dilation_height": 9}, "the window does not fit into an image of 5x5"),
    ],
)
def test_invalid_conv2d_is_refused(changes, message):
    results = {"input_height": (1, 1, 30, 4)}
    with pytest.raises(runtime.SimulationError, match=message):
        run_conv(results.get(next(iter(changes)), (1, 1, 25, 4)), **changes)


def test_conv2d_padding_is_checked_before_allocation():
    with pytest.raises(runtime.SimulationError, match=r"the result is 1x1x\d+x4, its descriptor"):
        run_conv(padding_height=2**31, padding_width=2**31)


@settings(max_examples=example_count(10))
@given(
    pairs, pairs, st.tuples(st.integers(0, 1), st.integers(0, 1)), pairs, small, st.integers(0, 1)
)
def test_conv_transpose2d_kernel_matches_loops(kernel, stride, padding, dilation, groups, extra):
    x, weight = random(2, 4, 3, 2 * groups), random(2 * groups, 3, *kernel, seed=1)
    size = [
        (n - 1) * stride[a] - 2 * padding[a] + dilation[a] * (kernel[a] - 1) + extra + 1
        for a, n in enumerate((4, 3))
    ]
    assume(min(size) > 0)
    expected = np.zeros((2, *size, 3 * groups))
    for n, h, w, c, o, i, j in np.ndindex(2, 4, 3, 2 * groups, 3, *kernel):
        y = h * stride[0] + i * dilation[0] - padding[0]
        z = w * stride[1] + j * dilation[1] - padding[1]
        if 0 <= y < size[0] and 0 <= z < size[1]:
            expected[n, y, z, c // 2 * 3 + o] += float(x[n, h, w, c]) * float(weight[c, o, i, j])
    got = convolution.conv_transpose2d(
        x,
        weight,
        None,
        image=x.shape,
        out_channels=3 * groups,
        kernel=kernel,
        stride=stride,
        padding=padding,
        output_padding=(extra, extra),
        dilation=dilation,
        groups=groups,
        result_shape=expected.shape,
    )
    np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-5)


@settings(max_examples=example_count(17))
@given(pairs, pairs, st.tuples(st.integers(0, 1), st.integers(0, 1)), pairs, st.booleans())
def test_max_pool2d_kernel_matches_loops(kernel, stride, padding, dilation, ceil_mode):
    x = random(2, 7, 8, 3)
    size = []
    for a, n in enumerate((7, 8)):
        span = n + 2 * padding[a] - dilation[a] * (kernel[a] - 1) - 1
        count = (-(-span // stride[a]) if ceil_mode else span // stride[a]) + 1
        # As in PyTorch, the last window must start in the image or its left padding.
        size.append(count - 1 if ceil_mode and (count - 1) * stride[a] >= n + padding[a] else count)
    expected = np.full((2, *size, 3), -np.inf)
    for r, c, i, j in np.ndindex(*size, *kernel):
        y, z = (
            r * stride[0] + i * dilation[0] - padding[0],
            c * stride[1] + j * dilation[1] - padding[1],
        )
        if 0 <= y < 7 and 0 <= z < 8:
            expected[:, r, c] = np.maximum(expected[:, r, c], x[:, y, z])
    got = pooling.max_pool2d(
        x.reshape(1, 1, -1, 3),
        image=x.shape,
        kernel=kernel,
        stride=stride,
        padding=padding,
        dilation=dilation,
        ceil_mode=ceil_mode,
        result_shape=(1, 1, 2 * size[0] * size[1], 3),
    )
    np.testing.assert_array_equal(got.reshape(expected.shape), expected)


@pytest.mark.parametrize(
    "scale", [("UniformScale2D", {"scale": 2}), ("NonUniformScale2D", {"scale": [3, 2]})]
)
def test_upsample_nearest_kernel_matches_loops(scale):
    height, width = (2, 2) if scale[0] == "UniformScale2D" else (3, 2)
    x = random(1, 3, 4, 2)
    program = op_program(
        "UpsampleOp",
        {"in": x.shape},
        (1, 3 * height, 4 * width, 2),
        scale_factor=scale,
        mode="nearest",
    )
    got = run_one(program, [x])[0]
    for y, z in np.ndindex(3 * height, 4 * width):
        np.testing.assert_array_equal(got[0, y, z], x[0, y // height, z // width])


def test_upsample_bilinear_of_2x2_image_interpolates_linearly():
    x = np.float32([[0, 4], [8, 12]]).reshape(1, 2, 2, 1)
    got = pooling.upsample(x, scale=2, mode="bilinear")
    assert got[0, :, :, 0].tolist() == [[0, 1, 3, 4], [2, 3, 5, 6], [6, 7, 9, 10], [8, 9, 11, 12]]


def test_invalid_upsample_is_refused():
    program = op_program(
        "UpsampleOp",
        {"in": (1, 2, 2, 1)},
        (1, 4, 4, 1),
        scale_factor=("UniformScale2D", {"scale": 2}),
        mode="cubic",
    )
    with pytest.raises(runtime.SimulationError, match="unknown mode 'cubic'"):
        run_one(program, [random(1, 2, 2, 1)])


def test_pooling_with_huge_window_visits_only_positions_with_pixels():
    """The kernel has more than 10^18 positions, nearly all over padding."""
    x, side = random(1, 2, 3, 4), 2**31 - 1
    got = pooling.max_pool2d(
        x,
        image=x.shape,
        kernel=(side, side),
        stride=(side, side),
        padding=(side - 2, side - 3),
        dilation=(1, 1),
        ceil_mode=False,
        result_shape=(1, 1, 1, 4),
    )
    np.testing.assert_array_equal(got, x.max(axis=(1, 2), keepdims=True))
