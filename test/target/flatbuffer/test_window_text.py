"""Binaries of TTNN text of 2026-08 and 2026-10: convolutions, poolings and upsampling compute what
loops over the elements compute.
"""

from itertools import product
from math import inf, prod
from random import Random
from typing import Any

import numpy as np
import pytest
from tiers import example_count

import ttmlir_py
from ttmlir_py import compiler, runtime
from ttmlir_py.runtime.errors import SimulationError

Array = np.ndarray[Any, Any]
Pair = tuple[int, int]
Shape = tuple[int, ...]
pytestmark = pytest.mark.slow
CASES = example_count(6)


def sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


def relu(x: Array) -> Array:
    return np.maximum(x, 0)


ACTIVATIONS: dict[str, Any] = {"": np.asarray, "relu": relu, "sigmoid": sigmoid}


def tensor(shape: Shape) -> str:
    """Return the type of a tensor in row-major order in DRAM."""
    names = [f"d{index}" for index in range(len(shape))]
    row = " + ".join(
        f"{name} * {prod(shape[index + 1 : -1])}" for index, name in enumerate(names[:-1])
    )
    layout = (
        f"#ttnn.ttnn_layout<({', '.join(names)}) -> ({row}, {names[-1]}), <1x1>, "
        f"memref<{prod(shape[:-1])}x{shape[-1]}xf32, #ttnn.buffer_type<dram>>, <interleaved>>"
    )
    return f"tensor<{'x'.join(map(str, shape))}xf32, {layout}>"


def run(revision: str, name: str, inputs: list[Array], out: Shape, **facts: str) -> Array:
    """Return the result of the program with one operation, from its binary."""
    arguments = ", ".join(f"%{i}: {tensor(each.shape)}" for i, each in enumerate(inputs))
    device = name.startswith("conv")
    operands = [f"%{i}" for i in range(len(inputs))] + ["%device"] * device
    types = [tensor(each.shape) for each in inputs] + ["!ttnn.device"] * device
    properties = ", ".join(f"{key} = {value}" for key, value in facts.items() if value)
    text = f"""
module attributes {{ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x1>]>}} {{
  func.func @main({arguments}) -> {tensor(out)} {{
    %device = "ttnn.get_device"() <{{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}}> : () -> !ttnn.device
    %r = "ttnn.{name}"({", ".join(operands)}) <{{{properties}}}> : ({", ".join(types)}) -> {tensor(out)}
    return %r : {tensor(out)}
  }}
}}"""
    module = compiler.parse(text, context=compiler.create_context(revision=revision))
    (found,) = runtime.load(ttmlir_py.translate(module)).run([each.copy() for each in inputs])
    return found


def numbers(*values: int) -> str:
    return f"array<i32: {', '.join(map(str, values))}>"


def drawn(random: Random, *shape: int) -> Array:
    generator = np.random.default_rng(random.randrange(1 << 30))
    return generator.integers(-8, 9, shape).astype(np.float32)


def image_facts(x: Array, kind: str) -> dict[str, str]:
    batch, height, width, _ = x.shape
    sizes = {"batch_size": batch, "input_height": height, "input_width": width}
    return {key: f"{value} : {kind}" for key, value in sizes.items()}


def convolved(
    x: Array,
    w: Array,
    bias: Array | None,
    *,
    stride: Pair,
    sides: Shape,
    dilation: Pair,
    groups: int,
) -> Array:
    top, left, bottom, right = sides
    padded = np.pad(x, ((0, 0), (top, bottom), (left, right), (0, 0)))
    (batch, height, width, _), (outputs, depth, *kernel) = padded.shape, w.shape
    rows, columns = (
        (size - d * (k - 1) - 1) // s + 1
        for size, k, s, d in zip((height, width), kernel, stride, dilation, strict=True)
    )
    result = np.zeros((batch, rows, columns, outputs))
    for n, i, j, o in np.ndindex(*result.shape):
        first = o // (outputs // groups) * depth
        for a, b in product(*map(range, kernel)):
            pixel = padded[n, i * stride[0] + a * dilation[0], j * stride[1] + b * dilation[1]]
            result[n, i, j, o] += pixel[first : first + depth] @ w[o, :, a, b]
    return result if bias is None else result + bias


def transposed(
    x: Array,
    w: Array,
    bias: Array | None,
    *,
    stride: Pair,
    dilation: Pair,
    extra: Pair,
    groups: int,
) -> Array:
    """Return the transposed convolution without padding."""
    (batch, height, width, channels), (_, depth, *kernel) = x.shape, w.shape
    rows, columns = (
        (size - 1) * s + d * (k - 1) + e + 1
        for size, k, s, d, e in zip((height, width), kernel, stride, dilation, extra, strict=True)
    )
    result = np.zeros((batch, rows, columns, depth * groups))
    for n, i, j, c in np.ndindex(*x.shape):
        first = c // (channels // groups) * depth
        for a, b in product(*map(range, kernel)):
            row, column = i * stride[0] + a * dilation[0], j * stride[1] + b * dilation[1]
            result[n, row, column, first : first + depth] += x[n, i, j, c] * w[c, :, a, b]
    return result if bias is None else result + bias


@pytest.mark.parametrize("revision", ["2026-08", "2026-10"])
def test_convolution_of_text_computes_sum_over_windows(revision: str):
    random = Random(1)
    done = 0
    while done < CASES:
        groups = random.choice([1, 1, 2, 3])
        channels, outputs = (groups * random.choice([1, 2]) for _ in range(2))
        kernel, dilation = (random.randint(1, 3), random.randint(1, 4)), (random.choice([1, 2]), 1)
        stride = random.randint(1, 3), random.randint(1, 2)
        padding = [random.randint(0, 3) for _ in range(random.choice([2, 4]))]
        top, bottom, left, right = padding if len(padding) == 4 else np.repeat(padding, 2).tolist()
        x = drawn(random, random.choice([1, 2]), *(random.randint(1, 6) for _ in "hw"), channels)
        w = drawn(random, outputs, channels // groups, *kernel)
        bias = drawn(random, 1, 1, 1, outputs) if random.random() < 0.5 else None
        extents = [d * (k - 1) + 1 for d, k in zip(dilation, kernel, strict=True)]
        if x.shape[1] + top + bottom < extents[0] or x.shape[2] + left + right < extents[1]:
            continue  # no window fits
        done += 1
        activation = random.choice([*ACTIVATIONS])
        expected = ACTIVATIONS[activation](
            convolved(
                *(x, w, bias),
                stride=stride,
                sides=(top, left, bottom, right),
                dilation=dilation,
                groups=groups,
            )
        )
        flat = x.reshape(1, 1, -1, channels)
        config = f"#ttnn.conv2d_config<activation = <op_type = {activation}>>"
        found = run(
            revision,
            "conv2d",
            [flat, w, *([] if bias is None else [bias])],
            (1, 1, expected.size // outputs, outputs),
            **image_facts(x, "i32"),
            in_channels=f"{channels} : i32",
            out_channels=f"{outputs} : i32",
            kernel_size=numbers(*kernel),
            stride=numbers(*stride),
            padding=numbers(*padding),
            dilation=numbers(*dilation),
            groups=f"{groups} : i32",
            conv2d_config=config if activation else "",
        )
        np.testing.assert_allclose(found.reshape(expected.shape), expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("revision", ["2026-08", "2026-10"])
def test_transposed_convolution_of_text_adds_windows(revision: str):
    random = Random(2)
    done = 0
    while done < CASES:
        groups = random.choice([1, 2])
        channels, outputs = (groups * random.choice([1, 2]) for _ in range(2))
        kernel, dilation = (random.randint(1, 3), random.randint(2, 4)), (1, random.choice([1, 2]))
        stride = random.randint(1, 3), random.randint(2, 3)
        extra = random.randrange(stride[0]), random.randrange(stride[1])
        padding = [random.randint(0, 2) for _ in "hw"]
        x = drawn(random, 1, *(random.randint(1, 4) for _ in "hw"), channels)
        w = drawn(random, channels, outputs // groups, *kernel)
        bias = drawn(random, 1, 1, 1, outputs) if random.random() < 0.5 else None
        whole = transposed(x, w, bias, stride=stride, dilation=dilation, extra=extra, groups=groups)
        rows, columns = (whole.shape[axis + 1] - 2 * padding[axis] for axis in (0, 1))
        if rows < 1 or columns < 1:
            continue
        done += 1
        activation = random.choice([*ACTIVATIONS])
        expected = ACTIVATIONS[activation](whole[:, padding[0] :, padding[1] :][:, :rows, :columns])
        config = f"#ttnn.conv2d_config<activation = <op_type = {activation}>>"
        found = run(
            revision,
            "conv_transpose2d",
            [x.reshape(1, 1, -1, channels), w, *([] if bias is None else [bias])],
            (1, 1, rows * columns, outputs),
            **image_facts(x, "i32"),
            in_channels=f"{channels} : i32",
            out_channels=f"{outputs} : i32",
            kernel_size=numbers(*kernel),
            stride=numbers(*stride),
            padding=numbers(*padding),
            output_padding=numbers(*extra),
            dilation=numbers(*dilation),
            groups=f"{groups} : i32",
            conv2d_config=config if activation else "",
        )
        np.testing.assert_allclose(found.reshape(expected.shape), expected, rtol=1e-5, atol=1e-5)


def pooled(x: Array, facts: dict[str, Any], out: Pair) -> Array:
    """Return the pooling of the windows of an image. `divisor` is None for maxima, 0 for the number
    of elements.
    """
    top, left, bottom, right = facts["sides"]
    batch, height, width, channels = x.shape
    stride = facts["stride"]
    result = np.zeros((batch, *out, channels))
    for i, j in np.ndindex(*out):
        first, (down, across) = (i * stride[0] - top, j * stride[1] - left), facts["dilation"]
        places = [
            (first[0] + a * down, first[1] + b * across)
            for a, b in product(*map(range, facts["kernel"]))
        ]
        inner = [x[:, y, z] for y, z in places if 0 <= y < height and 0 <= z < width]
        if facts["divisor"] is None:
            result[:, i, j] = np.max(inner, axis=0) if inner else -inf
            continue
        padded = sum(-top <= y < height + bottom and -left <= z < width + right for y, z in places)
        count = facts["divisor"] or (padded if facts["counts_padding"] else len(inner))
        result[:, i, j] = sum(inner) / max(count, 1) if inner else 0
    return result


@pytest.mark.parametrize("revision", ["2026-08", "2026-10"])
@pytest.mark.parametrize("name", ["max_pool2d", "avg_pool2d"])
def test_pooling_of_text_computes_maximum_or_mean_of_windows(name: str, revision: str):
    random = Random(3)
    done = 0
    while done < CASES:
        kernel = random.randint(1, 4), random.randint(1, 3)
        stride = random.randint(1, 3), random.randint(1, 2)
        dilation = (random.choice([1, 2]), 1) if name == "max_pool2d" else (1, 1)
        padding = [random.randint(0, kernel[i % 2] // 2) for i in range(random.choice([2, 4]))]
        sides = padding * (4 // len(padding))
        ceil = random.random() < 0.5
        x = drawn(random, random.choice([1, 2]), *(random.randint(2, 7) for _ in "hw"), 2)
        out: list[int] = []
        for axis in (0, 1):
            size = x.shape[axis + 1]
            free = size + sides[axis] + sides[axis + 2] - dilation[axis] * (kernel[axis] - 1) - 1
            count = (free + (stride[axis] - 1 if ceil else 0)) // stride[axis] + 1
            count -= ceil and (count - 1) * stride[axis] >= size + sides[axis]
            out.append(count if free >= 0 else 0)
        if min(out) < 1:
            continue
        done += 1
        counts_padding, divisor = random.random() < 0.5, 0
        if revision == "2026-10" and random.random() < 0.5:
            divisor = random.choice([1, 3, 7])
        own = {
            "count_include_pad": "true" if counts_padding else "false",
            "divisor_override": f"{divisor} : i32" if divisor else "",
        }
        facts = {"kernel": kernel, "stride": stride, "dilation": dilation, "sides": sides} | {
            "counts_padding": counts_padding,
            "divisor": None if name == "max_pool2d" else divisor,
        }
        expected = pooled(x, facts, (out[0], out[1]))
        found = run(
            revision,
            name,
            [x.reshape(1, 1, -1, 2)],
            (1, 1, expected.size // 2, 2),
            **image_facts(x, "si32"),
            channels="2 : si32",
            kernel_size=numbers(*kernel),
            stride=numbers(*stride),
            padding=numbers(*padding),
            dilation=numbers(*dilation),
            ceil_mode="true" if ceil else "false",
            **(own if name == "avg_pool2d" else {}),
        )
        np.testing.assert_allclose(found.reshape(expected.shape), expected, rtol=1e-5, atol=1e-5)


def average(divisor: int) -> dict[str, str]:
    return image_facts(np.zeros((1, 2, 2, 1)), "si32") | {
        "channels": "1 : si32",
        "kernel_size": numbers(2, 2),
        "stride": numbers(1, 1),
        "padding": numbers(0, 0),
        "dilation": numbers(1, 1),
        "ceil_mode": "false",
        "divisor_override": f"{divisor} : i32",
    }


def test_average_pooling_refuses_divisor_zero():
    x = drawn(Random(4), 1, 1, 4, 1)
    with pytest.raises(SimulationError, match="divisor_override is 0"):
        run("2026-10", "avg_pool2d", [x], (1, 1, 1, 1), **average(0))
    found = run("2026-10", "avg_pool2d", [x], (1, 1, 1, 1), **average(2))
    assert found.item() == x.sum() / 2
    text = """
func.func @f(%a: tensor<1x2x2x1xf32>) -> tensor<1x1x1x1xf32> {
  %0 = "ttir.avg_pool2d"(%a) <{kernel = 2 : i32, stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, ceil_mode = false, divisor_override = 0 : i32}> : (tensor<1x2x2x1xf32>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}"""
    with pytest.raises(compiler.CompilationError, match=r"3:8: error: .*divisor_override is 0"):
        ttmlir_py.compile(text)


@pytest.mark.parametrize("revision", ["2026-08", "2026-10"])
@pytest.mark.parametrize("factors", [(2, 2), (1, 3)])
def test_upsampling_of_text_repeats_pixels(factors: Pair, revision: str):
    x = drawn(Random(5), 2, 3, 2, 2)
    expected = x.repeat(factors[0], axis=1).repeat(factors[1], axis=2)
    scale = "2 : si32" if factors[0] == factors[1] else numbers(*factors)
    found = run(revision, "upsample", [x], expected.shape, scale_factor=scale, mode='"nearest"')
    np.testing.assert_array_equal(found, expected)
