"""TTIR op by op in numpy, in float64 where it computes with floats: what a program means, whatever compiles it."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

Array = np.ndarray
Attributes = Mapping[str, Any]


def dtype_of(type_: Attribute) -> np.dtype:
    """float64 for floats, int64 for integers."""
    assert isinstance(type_, TensorType)
    return np.dtype(np.float64 if "f" in str(type_.element_type) else np.int64)


def plain(attribute: Attribute) -> Any:
    """An attribute as a Python value."""
    if isinstance(attribute, IntegerAttr | FloatAttr):
        return attribute.value.data
    if isinstance(attribute, StringAttr):
        return attribute.data
    if isinstance(attribute, ArrayAttr):
        return [plain(item) for item in attribute]
    if isinstance(attribute, DenseArrayBase):
        return list(attribute.get_values())
    if isinstance(attribute, UnitAttr):
        return True
    if isinstance(attribute, DenseIntOrFPElementsAttr):
        shape = attribute.type.get_shape()
        values = np.array(list(attribute.get_values()), dtype_of(attribute.type))
        return np.broadcast_to(values, shape) if values.size == 1 else values.reshape(shape)
    return attribute


# ----------------------------------------------------------------------------------------------------- element-wise


def erf(x: Array) -> Array:
    return np.vectorize(math.erf)(x)


ELEMENTWISE: dict[str, Callable[..., Array]] = {
    "abs": np.abs,
    "add": np.add,
    "bitwise_and": np.bitwise_and,
    "bitwise_not": np.bitwise_not,
    "bitwise_or": np.bitwise_or,
    "bitwise_xor": np.bitwise_xor,
    "cbrt": np.cbrt,
    "ceil": np.ceil,
    "cos": np.cos,
    "div": np.divide,
    "eq": np.equal,
    "exp": np.exp,
    "expm1": np.expm1,
    "floor": np.floor,
    "ge": np.greater_equal,
    "gelu": lambda x: x * (1 + erf(x / np.sqrt(2))) / 2,
    "gt": np.greater,
    "isfinite": np.isfinite,
    "le": np.less_equal,
    "log": np.log,
    "log1p": np.log1p,
    "logical_and": np.logical_and,
    "logical_not": np.logical_not,
    "logical_or": np.logical_or,
    "logical_xor": np.logical_xor,
    "lt": np.less,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "multiply": np.multiply,
    "ne": np.not_equal,
    "neg": np.negative,
    "power": np.power,
    "reciprocal": lambda x: 1 / x,
    "relu": lambda x: np.maximum(x, 0),
    "remainder": np.fmod,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "sign": np.sign,
    "sin": np.sin,
    "sqrt": np.sqrt,
    "subtract": np.subtract,
    "tan": np.tan,
    "tanh": np.tanh,
    "typecast": lambda x: x,
    "where": lambda condition, x, y: np.where(condition != 0, x, y),
}

REDUCTIONS: dict[str, Callable[..., Array]] = {
    "max": np.max,
    "mean": np.mean,
    "min": np.min,
    "prod": np.prod,
    "reduce_and": np.all,
    "sum": np.sum,
}


# --------------------------------------------------------------------------------------------------- shapes and data


def slices(begins: Sequence[int], ends: Sequence[int], steps: Sequence[int]) -> tuple[slice, ...]:
    return tuple(slice(*bounds) for bounds in zip(begins, ends, steps, strict=True))


def along(rank: int, dim: int, span: slice) -> tuple[slice, ...]:
    """An index that takes `span` of one dimension."""
    index = [slice(None)] * rank
    index[dim] = span
    return tuple(index)


def select(x: Array, a: Attributes) -> Array:
    """The first `length` elements of every `stride` along `dim`, from `begin` on."""
    size, stride = x.shape[a["dim"]], a["stride"] or x.shape[a["dim"]]
    chosen = [
        i for start in range(a["begin"], size, stride) for i in range(start, start + a["length"])
    ]
    return np.take(x, [i for i in chosen if i < size], axis=a["dim"])


def arange(a: Attributes, shape: Sequence[int]) -> Array:
    values = np.arange(a["start"], a["end"], a["step"])
    line = [1] * len(shape)
    line[a["arange_dimension"]] = len(values)
    return np.broadcast_to(values.reshape(line), shape)


def gather(x: Array, starts: Array, a: Attributes, shape: Sequence[int]) -> Array:
    """StableHLO's gather, element by element."""
    out = np.zeros(shape, x.dtype)
    batch_dims = [i for i in range(len(shape)) if i not in a["offset_dims"]]
    window_dims = [i for i in range(x.ndim) if i not in a["collapsed_slice_dims"]]
    vector_dim = a["index_vector_dim"]
    for index in np.ndindex(*shape):
        place: list[Any] = [index[i] for i in batch_dims]
        if vector_dim < starts.ndim:
            place.insert(vector_dim, slice(None))
        start = np.atleast_1d(starts[tuple(place)])
        position = [0] * x.ndim
        for number, dim in enumerate(a["start_index_map"]):
            limit = x.shape[dim] - a["slice_sizes"][dim]
            position[dim] = min(max(int(start[number]), 0), limit)
        for offset, dim in zip(a["offset_dims"], window_dims, strict=True):
            position[dim] += index[offset]
        out[index] = x[tuple(position)]
    return out


# ---------------------------------------------------------------------------------------------------------- products


def dot_general(x: Array, y: Array, a: Attributes) -> Array:
    """Batch dimensions first, then what is left of `x`, then of `y`."""
    letters = iter("abcdefghijklmnopqrstuvwxyz")
    left = [next(letters) for _ in range(x.ndim)]
    right = [next(letters) for _ in range(y.ndim)]
    for kind in ("batch", "contract"):
        for i, j in zip(a[f"{kind}_dims_lhs"], a[f"{kind}_dims_rhs"], strict=True):
            right[j] = left[i]
    batch = [left[i] for i in a["batch_dims_lhs"]]
    summed = [left[i] for i in a["contract_dims_lhs"]]
    rest = [letter for letter in [*left, *right] if letter not in [*batch, *summed]]
    terms = f"{''.join(left)},{''.join(right)}->{''.join(batch + rest)}"
    return np.einsum(terms, x, y)


def convolve(
    x: Array,
    weight: Array,
    *,
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
    dilation: Sequence[int],
    groups: int,
) -> Array:
    """Cross-correlation of N x C x spatial with O x C / groups x spatial, one tap of the kernel at a time."""
    x = np.pad(x, [(0, 0), (0, 0), *padding])
    sizes = [
        (size - d * (kernel - 1) - 1) // stride + 1
        for size, kernel, stride, d in zip(
            x.shape[2:], weight.shape[2:], strides, dilation, strict=True
        )
    ]
    out = np.zeros((x.shape[0], weight.shape[0], *sizes))
    inputs, outputs = weight.shape[1], weight.shape[0] // groups
    for tap in product(*map(range, weight.shape[2:])):
        spans = tuple(
            slice(t * d, t * d + (size - 1) * stride + 1, stride)
            for t, d, size, stride in zip(tap, dilation, sizes, strides, strict=True)
        )
        for group in range(groups):
            part = x[(slice(None), slice(group * inputs, (group + 1) * inputs), *spans)]
            rows = slice(group * outputs, (group + 1) * outputs)
            out[:, rows] += np.einsum("nc...,oc->no...", part, weight[(rows, slice(None), *tap)])
    return out


def sides(a: Attributes) -> list[tuple[int, int]]:
    return [
        (a["padding_top"], a["padding_bottom"]),
        (a["padding_left"], a["padding_right"]),
    ]


def pair(a: Attributes, name: str) -> tuple[int, int]:
    return a[f"{name}_height"], a[f"{name}_width"]


def conv2d(operands: Sequence[Array], a: Attributes) -> Array:
    x, weight, *bias = operands
    out = convolve(
        np.moveaxis(x, -1, 1),
        weight,
        strides=pair(a, "stride"),
        padding=sides(a),
        dilation=pair(a, "dilation"),
        groups=a["groups"],
    )
    out = np.moveaxis(out, 1, -1)
    return out + bias[0] if bias else out


def max_pool2d(x: Array, a: Attributes, shape: Sequence[int]) -> Array:
    (top, bottom), (left, right) = sides(a)
    far = (0, max(a["stride_height"], a["stride_width"]) if a["ceil_mode"] else 0)
    padded = np.pad(x, [(0, 0), (top, bottom), (left, right), (0, 0)], constant_values=-np.inf)
    padded = np.pad(padded, [(0, 0), far, far, (0, 0)], constant_values=-np.inf)
    out = np.full(shape, -np.inf)
    _, height, width, _ = shape
    for i, j in product(range(a["kernel_height"]), range(a["kernel_width"])):
        row, column = i * a["dilation_height"], j * a["dilation_width"]
        rows = slice(row, row + (height - 1) * a["stride_height"] + 1, a["stride_height"])
        columns = slice(column, column + (width - 1) * a["stride_width"] + 1, a["stride_width"])
        out = np.maximum(out, padded[:, rows, columns])
    return out


def softmax(x: Array, dim: int) -> Array:
    powers = np.exp(x - x.max(axis=dim, keepdims=True))
    return powers / powers.sum(axis=dim, keepdims=True)


# ---------------------------------------------------------------------------------------------------------- programs

SHAPE_OPS: dict[str, Callable[[Sequence[Array], Attributes, Sequence[int]], Array]] = {
    "arange": lambda x, a, shape: arange(a, shape),
    "broadcast": lambda x, a, shape: np.broadcast_to(x[0], shape),
    "clamp": lambda x, a, shape: np.clip(x[0], a["min"], a["max"]),
    "concat": lambda x, a, shape: np.concatenate(x, axis=a["dim"]),
    "constant": lambda x, a, shape: a["value"],
    "conv2d": lambda x, a, shape: conv2d(x, a),
    "cumsum": lambda x, a, shape: np.cumsum(x[0], axis=a["dim"]),
    "dot_general": lambda x, a, shape: dot_general(x[0], x[1], a),
    "embedding": lambda x, a, shape: (
        x[1].reshape(-1, x[1].shape[-1])[x[0].astype(int)].reshape(shape)
    ),
    "fill": lambda x, a, shape: np.broadcast_to(a["value"], shape),
    "gather": lambda x, a, shape: gather(x[0], x[1], a, shape),
    "get_dimension_size": lambda x, a, shape: np.full(shape, x[0].shape[a["dimension"]]),
    "index": lambda x, a, shape: x[0][
        along(x[0].ndim, a["dim"], slice(a["begin"], a["end"], a["step"]))
    ],
    "leaky_relu": lambda x, a, shape: np.where(x[0] > 0, x[0], x[0] * a["parameter"]),
    "linear": lambda x, a, shape: x[0] @ x[1] + (x[2] if len(x) > 2 else 0),
    "matmul": lambda x, a, shape: x[0] @ x[1],
    "max_pool2d": lambda x, a, shape: max_pool2d(x[0], a, shape),
    "ones": lambda x, a, shape: np.ones(shape),
    "pad": lambda x, a, shape: np.pad(
        x[0],
        list(zip(a["padding"][::2], a["padding"][1::2], strict=True)),
        constant_values=a["value"],
    ),
    "permute": lambda x, a, shape: x[0].transpose(a["permutation"]),
    "repeat": lambda x, a, shape: np.tile(x[0], a["repeat_dimensions"]),
    "repeat_interleave": lambda x, a, shape: np.repeat(x[0], a["repeats"], axis=a["dim"]),
    "reshape": lambda x, a, shape: x[0].reshape(shape),
    "reverse": lambda x, a, shape: np.flip(x[0], a["dimensions"]),
    "select": lambda x, a, shape: select(x[0], a),
    "slice": lambda x, a, shape: x[0][slices(a["begins"], a["ends"], a["step"])],
    "softmax": lambda x, a, shape: softmax(x[0], a["dimension"]),
    "squeeze": lambda x, a, shape: x[0].reshape(shape),
    "transpose": lambda x, a, shape: np.swapaxes(x[0], a["dim0"], a["dim1"]),
    "unsqueeze": lambda x, a, shape: x[0].reshape(shape),
    "zeros": lambda x, a, shape: np.zeros(shape),
}
"""Ops that are not element-wise: operands, attributes and the result's shape to the result."""


def compute(op: Operation, operands: Sequence[Array]) -> Array:
    """The result of a TTIR op; raises `NotImplementedError` for one that is not defined here."""
    name = op.name.removeprefix("ttir.")
    a = {key: plain(value) for key, value in (op.properties | op.attributes).items()}
    result = op.results[0].type
    assert isinstance(result, TensorType)
    shape = result.get_shape()
    if name in ELEMENTWISE:
        value = ELEMENTWISE[name](*operands)
    elif name in REDUCTIONS:
        dims = tuple(a["dim_arg"]) if a.get("dim_arg") else None
        value = np.asarray(REDUCTIONS[name](operands[0], axis=dims, keepdims=a["keep_dim"]))
        value = value.reshape(shape)
    elif name in SHAPE_OPS:
        value = SHAPE_OPS[name](operands, a, shape)
    else:
        raise NotImplementedError(op.name)
    assert np.broadcast_shapes(value.shape, shape) == shape, op
    return np.broadcast_to(value, shape).astype(dtype_of(result))


def run(block: Block, inputs: Sequence[Array]) -> list[Array]:
    """The results of a function's only block."""
    values: dict[SSAValue, Array] = dict(zip(block.args, inputs, strict=True))
    with np.errstate(all="ignore"):
        for op in block.ops:
            if op.name == "func.return":
                return [values[operand] for operand in op.operands]
            if op.name == "tensor.empty":
                continue
            known = [values[operand] for operand in op.operands if operand in values]
            values[op.results[0]] = compute(op, known)
    raise ValueError("the block has no return")
