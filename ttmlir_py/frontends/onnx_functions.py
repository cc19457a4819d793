"""Operators of ONNX written with simpler operators, where torch-mlir lacks them or is wrong.

ONNX defines some operators by functions, which are inlined. The others have an expansion here.
Constants of an expansion are `Constant` nodes, which are evaluated later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import ceil, prod
from typing import Any, Protocol

import numpy as np

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.signature import Array


class Facts(Protocol):
    """Known facts about the tensors of a graph."""

    model: Any

    def shape(self, name: str) -> tuple[int, ...] | None:
        """Return the shape of a tensor, or None if it is unknown."""
        ...

    def element(self, name: str) -> int | None:
        """Return ONNX's number for the element type of a tensor, or None if it is unknown."""
        ...

    def value(self, name: str) -> Array | None:
        """Return the value of a small constant, or None for other tensors."""
        ...

    @property
    def opset(self) -> int:
        """Return the version of ONNX's own operators."""
        ...


class Nodes:
    """A list of new nodes. Their results have names that start with `prefix`."""

    def __init__(self, facts: Facts, prefix: str):
        self.facts = facts
        self.nodes: list[Any] = []
        self.prefix = prefix
        self._helper = library("onnx.helper", "onnx")

    def add(self, op_type: str, *operands: str, result: str = "", **attributes: Any) -> str:
        """Add a node, and return the name of its result."""
        name = result or f"{self.prefix}/{len(self.nodes)}"
        self.nodes.append(self._helper.make_node(op_type, operands, [name], **attributes))
        return name

    def constant(self, value: Any, dtype: Any = np.float32) -> str:
        """Add a constant, and return its name."""
        tensor = library("onnx.numpy_helper", "onnx").from_array(np.asarray(value, dtype))
        return self.add("Constant", value=tensor)

    def cast(self, operand: str, element: int) -> str:
        """Add a conversion to the element type with ONNX's number `element`."""
        return self.add("Cast", operand, to=element)

    def reshape(self, operand: str, shape: Sequence[int], result: str = "") -> str:
        """Add a reshape to a constant shape."""
        return self.add("Reshape", operand, self.constant(shape, np.int64), result=result)

    def slice(self, operand: str, start: int, end: int, axis: int) -> str:
        """Add the part of a tensor from `start` to `end` along `axis`."""
        bounds = [self.constant([each], np.int64) for each in (start, end, axis)]
        return self.add("Slice", operand, *bounds)

    def item(self, operand: str, index: int) -> str:
        """Add the part of a tensor at `index` of its first dimension, without that dimension."""
        return self.squeeze(self.slice(operand, index, index + 1, 0), 0)

    def squeeze(self, operand: str, axis: int) -> str:
        """Add the removal of dimension `axis`, of size 1."""
        if self.facts.opset < 13:
            return self.add("Squeeze", operand, axes=[axis])
        return self.add("Squeeze", operand, self.constant([axis], np.int64))

    def unsqueeze(self, operand: str, axis: int) -> str:
        """Add a new dimension of size 1 at `axis`."""
        if self.facts.opset < 13:
            return self.add("Unsqueeze", operand, axes=[axis])
        return self.add("Unsqueeze", operand, self.constant([axis], np.int64))

    def pad(self, operand: str, pads: Sequence[int], value: str) -> str:
        """Add a padding with the constant `value`. `pads` are those of all dimensions."""
        return self.add("Pad", operand, self.constant(pads, np.int64), value)


Expansion = Callable[[Any, Facts, Nodes], bool]
"""Adds the nodes that compute a node's results, and returns True. Returns False if torch-mlir
lowers the node itself.
"""


def attributes(node: Any) -> dict[str, Any]:
    """Return the attributes of a node as Python values."""
    helper = library("onnx.helper", "onnx")
    return {each.name: helper.get_attribute_value(each) for each in node.attribute}


def operand(node: Any, index: int) -> str:
    """Return the name of an operand, or an empty text if it is missing."""
    return node.input[index] if index < len(node.input) else ""


def _dtype(element: int) -> Any:
    return library("onnx.helper", "onnx").tensor_dtype_to_np_dtype(element)


def _mod(node: Any, facts: Facts, new: Nodes) -> bool:
    """Expand the remainder, which has the divisor's sign, or with `fmod` the dividend's."""
    dtype = np.dtype(_dtype(facts.element(node.input[0]) or 1))
    a, b = node.input
    has_sign_of_dividend = bool(attributes(node).get("fmod"))
    zero = new.constant(0, dtype)
    if dtype.kind == "f":
        # torch-mlir subtracts a multiple of `b`, which gives NaN if `b` is infinite. The correct
        # remainder is then `a`, or NaN if `a` is infinite as well.
        itself = new.add("Add", a, new.add("Mul", a, zero))
        is_infinite = new.add("Equal", new.add("Abs", b), new.constant(np.inf, dtype))
        rest = new.add("Where", is_infinite, itself, new.add("Mod", a, b, fmod=1))
    else:
        rest = new.add("Sub", a, new.add("Mul", new.add("Div", a, b), b))
    if dtype.kind == "u" or has_sign_of_dividend:
        new.add("Identity", rest, result=node.output[0])
        return True
    signs = new.add("Xor", new.add("Less", rest, zero), new.add("Less", b, zero))
    wrong = new.add("And", new.add("Not", new.add("Equal", rest, zero)), signs)
    new.add("Where", wrong, new.add("Add", rest, b), rest, result=node.output[0])
    return True


def _lp_normalization(node: Any, facts: Facts, new: Nodes) -> bool:
    """Expand a normalization by a norm. Vectors of zeros become zeros, not NaN."""
    if facts.opset < 18:
        return False
    given, x = attributes(node), node.input[0]
    axes = new.constant([given.get("axis", -1)], np.int64)
    norm = new.add("ReduceL1" if given.get("p", 2) == 1 else "ReduceL2", x, axes, keepdims=1)
    zero = new.constant(0, _dtype(facts.element(x) or 1))
    quotient = new.add("Div", x, norm)
    new.add("Where", new.add("Equal", norm, zero), zero, quotient, result=node.output[0])
    return True


def _windows(node: Any, shape: Sequence[int]) -> tuple[list[int], list[list[int]], list[int]]:
    """Return the kernel sizes of a pooling, its padding and the padding that ceil mode adds.

    The padding is a pair of lists for the beginnings and ends of the spatial dimensions.
    """
    given = attributes(node)
    kernel: list[int] = list(given["kernel_shape"])
    rank = len(kernel)
    strides = given.get("strides") or [1] * rank
    dilations = given.get("dilations") or [1] * rank
    pads = list(given.get("pads") or [0] * 2 * rank)
    mode = given.get("auto_pad", b"NOTSET")
    mode = mode.decode() if isinstance(mode, bytes) else mode
    begins, ends, extra = pads[:rank], pads[rank:], [0] * rank
    for axis, size in enumerate(shape[2:]):
        reach = (kernel[axis] - 1) * dilations[axis] + 1
        if mode.startswith("SAME"):
            count = -(-size // strides[axis])
            total = max(0, (count - 1) * strides[axis] + reach - size)
            half, rest = divmod(total, 2)
            begins[axis] = half + (rest if mode == "SAME_LOWER" else 0)
            ends[axis] = total - begins[axis]
        elif given.get("ceil_mode"):
            padded = size + begins[axis] + ends[axis]
            count = ceil((padded - reach) / strides[axis]) + 1
            if (count - 1) * strides[axis] >= size + begins[axis]:
                count -= 1  # the last window would start in the padding
            extra[axis] = max(0, (count - 1) * strides[axis] + reach - padded)
    return kernel, [begins, ends], extra


def _pooling_attributes(node: Any, kernel: Sequence[int]) -> dict[str, Any]:
    """Return the attributes of a pooling that reads a padded image."""
    given = attributes(node)
    kept = {key: given[key] for key in ("strides", "dilations") if key in given}
    return {"kernel_shape": list(kernel), **kept}


def _padded(node: Any, new: Nodes, pads: list[list[int]], extra: list[int], value: Any) -> str:
    """Add the padding of a pooling's operand."""
    ends = [end + more for end, more in zip(pads[1], extra, strict=True)]
    dtype = np.dtype(_dtype(new.facts.element(node.input[0]) or 1))
    return new.pad(node.input[0], [0, 0, *pads[0], 0, 0, *ends], new.constant(value, dtype))


def _max_pool(node: Any, facts: Facts, new: Nodes) -> bool:
    """Expand max pooling with padding: torch-mlir pads by at most half of the kernel, and computes
    other sizes in ceil mode.
    """
    shape = facts.shape(node.input[0])
    if shape is None or len(node.output) > 1 or facts.opset < 11:
        return False
    kernel, pads, extra = _windows(node, shape)
    is_symmetric = pads[0] == pads[1] and "auto_pad" not in attributes(node)
    small = all(2 * pad <= size for pad, size in zip(pads[0], kernel, strict=True))
    if is_symmetric and small and not any(extra) and not attributes(node).get("ceil_mode"):
        return False
    dtype = np.dtype(_dtype(facts.element(node.input[0]) or 1))
    lowest = -np.inf if dtype.kind == "f" else np.iinfo(dtype).min
    image = _padded(node, new, pads, extra, lowest)
    new.add("MaxPool", image, result=node.output[0], **_pooling_attributes(node, kernel))
    return True


def _average_pool(node: Any, facts: Facts, new: Nodes) -> bool:
    """Expand average pooling with padding: the sums of windows in a padded image, times factors."""
    shape = facts.shape(node.input[0])
    if shape is None or facts.opset < 11:
        return False
    kernel, pads, extra = _windows(node, shape)
    if not any((*pads[0], *pads[1], *extra)) and not attributes(node).get("ceil_mode"):
        return False
    image = _padded(node, new, pads, extra, 0)
    kept = _pooling_attributes(node, kernel)
    averages = new.add("AveragePool", image, **kept)
    counted = np.zeros(
        [s + a + b + e for s, a, b, e in zip(shape[2:], *pads, extra, strict=True)], np.float64
    )
    inside = attributes(node).get("count_include_pad")
    counted[
        tuple(
            slice(0, a + s + b) if inside else slice(a, a + s)
            for s, a, b in zip(shape[2:], *pads, strict=True)
        )
    ] = 1
    counts = _window_sums(counted, kept)
    dtype = _dtype(facts.element(node.input[0]) or 1)
    factors = new.constant(prod(kernel) / counts, dtype)
    new.add("Mul", averages, factors, result=node.output[0])
    return True


def _lp_pool(node: Any, facts: Facts, new: Nodes) -> bool:
    """Expand a pooling with a norm: the root of the sums of powers."""
    shape = facts.shape(node.input[0])
    if shape is None or facts.opset < 11:
        return False
    kernel, pads, extra = _windows(node, shape)
    power, dtype = attributes(node).get("p", 2), _dtype(facts.element(node.input[0]) or 1)
    image = _padded(node, new, pads, extra, 0)
    powers = new.add("Pow", new.add("Abs", image), new.constant(power, dtype))
    averages = new.add("AveragePool", powers, **_pooling_attributes(node, kernel))
    sums = new.add("Mul", averages, new.constant(prod(kernel), dtype))
    new.add("Pow", sums, new.constant(1 / power, dtype), result=node.output[0])
    return True


def _window_sums(image: Array, pooling: Mapping[str, Any]) -> Array:
    """Return the sum of each window of `image`."""
    kernel = pooling["kernel_shape"]
    strides = pooling.get("strides") or [1] * len(kernel)
    dilations = pooling.get("dilations") or [1] * len(kernel)
    counts = [
        (size - (k - 1) * d - 1) // s + 1
        for size, k, d, s in zip(image.shape, kernel, dilations, strides, strict=True)
    ]
    total = np.zeros(counts)
    for offset in product(*map(range, kernel)):
        starts = [o * d for o, d in zip(offset, dilations, strict=True)]
        total += image[
            tuple(
                slice(a, a + (n - 1) * s + 1, s)
                for a, n, s in zip(starts, counts, strides, strict=True)
            )
        ]
    return total


def _reduce(node: Any, facts: Facts, new: Nodes) -> bool:
    """Expand a reduction without axes to a reduction that lists all axes."""
    shape, given = facts.shape(node.input[0]), attributes(node)
    if shape is None or "axes" in given or given.get("noop_with_empty_axes"):
        return False
    named = operand(node, 1)
    if named and (value := facts.value(named)) is not None and value.size:
        return False
    if named and facts.value(named) is None:
        return False
    axes = list(range(len(shape)))
    kept = {"keepdims": given.get("keepdims", 1)}
    as_operand = facts.opset >= (13 if node.op_type == "ReduceSum" else 18)
    if as_operand:
        axes_name = new.constant(axes, np.int64)
        new.add(node.op_type, node.input[0], axes_name, result=node.output[0], **kept)
    else:
        new.add(node.op_type, node.input[0], result=node.output[0], axes=axes, **kept)
    return True


def _along(new: Nodes, value: str, axis: int, x: str) -> str:
    """Return the scale or zero point `value`, of one element for each index along `axis` of `x`, in
    a shape that broadcasts.
    """
    shape, whole = new.facts.shape(value), new.facts.shape(x)
    if not shape or prod(shape) == 1 or whole is None:
        return new.reshape(value, []) if shape else value
    sizes = [1] * len(whole)
    sizes[axis] = shape[0]
    return new.reshape(value, sizes)


def _dequantized(new: Nodes, x: str, scale: str, zero: str, axis: int = 1) -> str:
    """Add `(x - zero) * scale` in f32."""
    value = new.cast(x, 1)
    if zero:
        value = new.add("Sub", value, new.cast(_along(new, zero, axis, x), 1))
    return new.add("Mul", value, new.cast(_along(new, scale, axis, x), 1))


def _quantized(new: Nodes, x: str, scale: str, zero: str, like: tuple[str, int], axis: int) -> str:
    """Add `x / scale + zero`, rounded and saturated. `like` has the name of a tensor of the shape,
    and the number of the result's type.
    """
    shaped, element = like
    value = new.add("Round", new.add("Div", x, new.cast(_along(new, scale, axis, shaped), 1)))
    if zero:
        value = new.add("Add", value, new.cast(_along(new, zero, axis, shaped), 1))
    limits = np.iinfo(_dtype(element))
    low, high = new.constant(limits.min), new.constant(limits.max)
    return new.cast(new.add("Min", new.add("Max", value, low), high), element)


_BYTES = (2, 3)
"""ONNX's numbers of the types ui8 and i8."""


def _is_simple(node: Any, facts: Facts, scale: str) -> bool:
    """Whether a quantization has one scale, or one for each index along an axis."""
    given, shape = attributes(node), facts.shape(scale)
    return not given.get("block_size") and shape is not None and len(shape) < 2


def _dequantize_linear(node: Any, facts: Facts, new: Nodes) -> bool:
    x, scale, zero = node.input[0], node.input[1], operand(node, 2)
    if facts.element(x) not in (*_BYTES, 6) or not _is_simple(node, facts, scale):
        return False
    value = _dequantized(new, x, scale, zero, attributes(node).get("axis", 1))
    new.add("Cast", value, result=node.output[0], to=facts.element(scale) or 1)
    return True


def _quantize_linear(node: Any, facts: Facts, new: Nodes) -> bool:
    x, scale, zero = node.input[0], node.input[1], operand(node, 2)
    given = attributes(node)
    element = (facts.element(zero) if zero else given.get("output_dtype")) or 2
    if element not in _BYTES or facts.element(x) != 1 or not _is_simple(node, facts, scale):
        return False
    value = _quantized(new, x, scale, zero, (x, element), given.get("axis", 1))
    new.add("Identity", value, result=node.output[0])
    return True


def _is_exact_in_f32(terms: int) -> bool:
    """Whether f32 holds every sum of `terms` products of two differences of bytes."""
    return terms * 255 * 255 < 2**24


def _qlinear_matmul(node: Any, facts: Facts, new: Nodes) -> bool:
    a, a_scale, a_zero, b, b_scale, b_zero, scale, zero = node.input
    scalars = all(prod(facts.shape(each) or ()) == 1 for each in (a_scale, b_scale, scale))
    if not scalars or not _is_exact_in_f32((facts.shape(a) or (0,))[-1]):
        return False
    left = new.add("Sub", new.cast(a, 1), new.cast(new.reshape(a_zero, []), 1))
    right = new.add("Sub", new.cast(b, 1), new.cast(new.reshape(b_zero, []), 1))
    factor = new.add("Mul", new.reshape(a_scale, []), new.reshape(b_scale, []))
    value = new.add("Mul", new.add("MatMul", left, right), factor)
    element = facts.element(zero) or 2
    value = _quantized(new, value, scale, zero, (node.output[0], element), 0)
    new.add("Identity", value, result=node.output[0])
    return True


def _matmul_integer(node: Any, facts: Facts, new: Nodes) -> bool:
    a, b = node.input[:2]
    if not _is_exact_in_f32((facts.shape(a) or (2**20,))[-1]):
        return False
    left, right = new.cast(a, 1), new.cast(b, 1)
    if zero := operand(node, 2):
        rows = facts.shape(zero) or ()
        shape = [*rows, 1] if prod(rows) > 1 else []
        left = new.add("Sub", left, new.cast(new.reshape(zero, shape), 1))
    if zero := operand(node, 3):
        right = new.add("Sub", right, new.cast(zero, 1))
    new.add("Cast", new.add("MatMul", left, right), result=node.output[0], to=6)
    return True


def _resize(node: Any, facts: Facts, new: Nodes) -> bool:
    """Expand a resize: a gather of the nearest elements, or a product with a matrix, per dimension.

    The matrix is what ONNX's reference implementation makes of the identity.
    """
    given = attributes(node)
    old, shape = facts.shape(node.input[0]), facts.shape(node.output[0])
    mode = given.get("coordinate_transformation_mode", b"half_pixel").decode()
    if old is None or shape is None or facts.opset < 11 or mode == "tf_crop_and_resize":
        return False
    scales = facts.value(operand(node, 2)) if operand(node, 2) else None
    axes = [axis % len(old) for axis in given.get("axes") or range(len(old))]
    factors = (
        dict(zip(axes, scales.tolist(), strict=True)) if scales is not None and scales.size else {}
    )
    sizes = facts.value(operand(node, 3)) if operand(node, 3) else None
    if not factors and (
        sizes is None or given.get("keep_aspect_ratio_policy", b"stretch") != b"stretch"
    ):
        return False
    value, resized = node.input[0], list(old)
    for axis in axes:
        if shape[axis] == old[axis] and factors.get(axis, 1) == 1:
            continue
        matrix = _resize_matrix(node, facts, old[axis], shape[axis], factors.get(axis))
        if given.get("mode", b"nearest") == b"nearest":
            value = _nearest(new, value, matrix.argmax(axis=1), axis, resized)
            continue
        dtype = _dtype(facts.element(node.input[0]) or 1)
        order = [each for each in range(len(old)) if each != axis] + [axis]
        turned = new.add("Transpose", value, perm=order)
        weighted = new.add("MatMul", turned, new.constant(matrix.T, dtype))
        back = [order.index(each) for each in range(len(old))]
        value = new.add("Transpose", weighted, perm=back)
        resized[axis] = shape[axis]
    new.add("Identity", value, result=node.output[0])
    return True


def _nearest(new: Nodes, value: str, indices: Array, axis: int, shape: list[int]) -> str:
    """Add the elements of `value` at `indices` along `axis`. `shape` is updated.

    A gather would be computed in bf16. Equal repetitions of all elements are a broadcast, other
    selections of few elements a concatenation.
    """
    times, rest = divmod(len(indices), shape[axis])
    if not rest and (indices == np.repeat(np.arange(shape[axis]), times)).all():
        wide = [*shape[: axis + 1], times, *shape[axis + 1 :]]
        copied = new.add("Expand", new.unsqueeze(value, axis + 1), new.constant(wide, np.int64))
        shape[axis] = len(indices)
        return new.reshape(copied, shape)
    shape[axis] = len(indices)
    if len(indices) > _MOST_SLICES:
        return new.add("Gather", value, new.constant(indices, np.int64), axis=axis)
    parts = [new.slice(value, int(each), int(each) + 1, axis) for each in indices]
    return new.add("Concat", *parts, axis=axis)


_MOST_SLICES = 64
"""Largest number of elements along a dimension that are selected one by one."""


def _resize_matrix(node: Any, facts: Facts, old: int, size: int, factor: float | None) -> Array:
    """Return the matrix by which a resize multiplies a dimension of `old` elements."""
    helper, numpy_helper = library("onnx.helper", "onnx"), library("onnx.numpy_helper", "onnx")
    kept = {
        key: value
        for key, value in attributes(node).items()
        if key not in ("axes", "keep_aspect_ratio_policy")
    }
    by = ["", "scales"] if factor is not None else ["", "", "sizes"]
    single = helper.make_node("Resize", ["x", *by], ["y"], **kept)
    sizes = np.asarray([size, old], np.int64)
    values = sizes if factor is None else np.asarray([factor, 1], np.float32)
    graph = helper.make_graph(
        [single],
        "resize",
        [helper.make_tensor_value_info("x", 1, [old, old])],
        [helper.make_tensor_value_info("y", 1, None)],
        [numpy_helper.from_array(values, by[-1])],
    )
    model = helper.make_model(graph, opset_imports=list(facts.model.opset_import))
    evaluator = library("onnx.reference", "onnx").ReferenceEvaluator(model)
    (found,) = evaluator.run(None, {"x": np.eye(old, dtype=np.float32)})
    return found


def _batch_norm(node: Any, facts: Facts, new: Nodes) -> bool:
    """Expand batch normalization in training mode, which also returns new running statistics."""
    given = attributes(node)
    shape = facts.shape(node.input[0])
    if not given.get("training_mode") or shape is None or facts.opset < 18:
        return False
    x, scale, bias, mean, variance = node.input
    axes = new.constant([0, *range(2, len(shape))], np.int64)
    channels = [1, shape[1], *[1] * (len(shape) - 2)]
    average = new.add("ReduceMean", x, axes, keepdims=1)
    centered = new.add("Sub", x, average)
    spread = new.add("ReduceMean", new.add("Mul", centered, centered), axes, keepdims=1)
    epsilon = new.constant(given.get("epsilon", 1e-5))
    deviation = new.add("Sqrt", new.add("Add", spread, epsilon))
    normal = new.add("Div", centered, deviation)
    scaled = new.add("Mul", normal, new.reshape(scale, channels))
    new.add("Add", scaled, new.reshape(bias, channels), result=node.output[0])
    momentum = given.get("momentum", 0.9)
    for index, running, current in ((1, mean, average), (2, variance, spread)):
        if index < len(node.output) and node.output[index]:
            old = new.add("Mul", running, new.constant(momentum))
            fresh = new.add("Mul", new.reshape(current, [shape[1]]), new.constant(1 - momentum))
            new.add("Add", old, fresh, result=node.output[index])
    return True


_REDUCTIONS = (
    *("ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd"),
    *("ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare"),
)

EXPANSIONS: Mapping[str, Expansion] = {
    "AveragePool": _average_pool,
    "BatchNormalization": _batch_norm,
    "DequantizeLinear": _dequantize_linear,
    "LpNormalization": _lp_normalization,
    "LpPool": _lp_pool,
    "MatMulInteger": _matmul_integer,
    "MaxPool": _max_pool,
    "Mod": _mod,
    "QLinearMatMul": _qlinear_matmul,
    "QuantizeLinear": _quantize_linear,
    "Resize": _resize,
    **dict.fromkeys(_REDUCTIONS, _reduce),
}
"""Maps operators to their expansions."""

INLINED = frozenset(
    {"AffineGrid", "Attention", "BlackmanWindow", "CausalConvWithState", "Celu", "CenterCropPad"}
    | {
        "DepthToSpace",
        "DynamicQuantizeLinear",
        "FlexAttention",
        "GroupNormalization",
        "HammingWindow",
        "HannWindow",
    }
    | {"LinearAttention", "MeanVarianceNormalization", "Mish", "NegativeLogLikelihoodLoss"}
    | {"RMSNormalization", "ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp"}
    | {"ReduceSumSquare", "RotaryEmbedding", "Shrink", "SoftmaxCrossEntropyLoss", "SpaceToDepth"}
    | {"SwiGLU", "Swish", "ThresholdedRelu"}
)
"""Operators that are replaced by the functions that define them in ONNX."""


def expansion(node: Any, facts: Facts, expansions: Mapping[str, Expansion]) -> list[Any] | None:
    """Return nodes that compute the results of `node`, or None if it remains.

    The new nodes have the name of `node`.
    """
    if node.domain not in ("", "ai.onnx"):
        return None
    new = Nodes(facts, f"{next(each for each in node.output if each)}/{node.op_type}")
    expand = expansions.get(node.op_type)
    nodes = new.nodes if expand is not None and expand(node, facts, new) else None
    if nodes is None and node.op_type in INLINED:
        nodes = _inlined(node, facts, new)
    for each in nodes or ():
        each.name = node.name
    return nodes


def _inlined(node: Any, facts: Facts, new: Nodes) -> list[Any] | None:
    """Return the body of the function that defines an operator, or None if ONNX does not inline
    it.
    """
    onnx, helper = library("onnx", "onnx"), library("onnx.helper", "onnx")
    names = [each for each in dict.fromkeys(node.input) if each]
    inputs = [
        helper.make_tensor_value_info(each, facts.element(each) or 1, facts.shape(each))
        for each in names
    ]
    outputs = [
        helper.make_tensor_value_info(each, facts.element(each) or 1, facts.shape(each))
        for each in node.output
        if each
    ]
    model = onnx.ModelProto()
    model.CopyFrom(facts.model)
    complete = _with_defaults(node, facts.opset)
    model.graph.CopyFrom(helper.make_graph([complete], "function", inputs, outputs))
    inliner = library("onnx.inliner", "onnx")
    try:
        found = inliner.inline_selected_functions(
            model, [("", node.op_type)], inline_schema_functions=True
        )
    except Exception:  # the operator has no function in this version
        return None
    if [each.op_type for each in found.graph.node] == [node.op_type]:
        return None
    outer = {"", *node.input, *node.output}
    for each in found.graph.node:
        _rename(each, outer, new.prefix)
    return list(found.graph.node)


def _with_defaults(node: Any, version: int) -> Any:
    """Return a copy of a node with all attributes, also those that have their default values.

    ONNX's inliner drops references to missing attributes.
    """
    copied = library("onnx", "onnx").NodeProto()
    copied.CopyFrom(node)
    given = {each.name for each in node.attribute}
    defs = library("onnx.defs", "onnx")
    for name, attribute in defs.get_schema(node.op_type, version, "").attributes.items():
        if name not in given and attribute.default_value.name:
            copied.attribute.append(attribute.default_value)
    return copied


def _rename(node: Any, outer: set[str], prefix: str) -> None:
    """Give the names in a node that are not in `outer` a prefix, also those in its subgraphs."""
    for names in (node.input, node.output):
        names[:] = [each if each in outer else f"{prefix}/{each}" for each in names]
    for attribute in node.attribute:
        if attribute.HasField("g"):
            for value in (*attribute.g.input, *attribute.g.output, *attribute.g.initializer):
                value.name = value.name if value.name in outer else f"{prefix}/{value.name}"
            for inner in attribute.g.node:
                _rename(inner, outer, prefix)
