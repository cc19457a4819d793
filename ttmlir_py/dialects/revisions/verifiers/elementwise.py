"""Verifiers of element-wise operations and of operations that create tensors."""

from collections.abc import Mapping
from typing import Any

from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerType

from ttmlir_py.dialects.revisions.verifiers.requirements import (
    element_of,
    has_integers,
    listed,
    number,
    rank_of,
    require,
)
from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.shape_rules.common import broadcast_shapes
from ttmlir_py.dialects.shape_rules.creation import arange_length
from ttmlir_py.dialects.tensor_types import integers, joined, shape_of


def _shift(op: Any) -> None:
    """Check `logical_left_shift`, `logical_right_shift` and `right_shift`: integers are shifted."""
    for name, value in (
        ("Left operand", op.lhs),
        ("Right operand", op.rhs),
        ("Output", op.results[0]),
    ):
        require(
            has_integers(value),
            f"{name} element type must be integer, but got '{element_of(value)}'",
        )


def _clamp_scalar(op: Any) -> None:
    """Check `clamp_scalar`: the shape does not change."""
    require(shape_of(op.input) == shape_of(op.results[0]), "input and output must have same shape.")


def _clamp_tensor(op: Any) -> None:
    """Check `ttir.clamp_tensor`: the bounds broadcast to the result."""
    result = shape_of(op.results[0])
    for name, value in (("Min", op.min), ("Max", op.max)):
        require(
            broadcast_shapes(shape_of(value), result) is not None,
            f"{name} attribute shape ({joined(shape_of(value))}) cannot be broadcasted to output "
            f"shape ({joined(result)}).",
        )


def _power_of_scalar(op: Any) -> None:
    """Check `ttnn.pow_scalar`: the exponent is not negative."""
    exponent = op.rhs.value.data
    text = f"{exponent:e}" if isinstance(op.rhs, FloatAttr) else str(exponent)
    require(exponent >= 0, f"exponent must be non-negative; but got {text}")


def _gelu_backward(op: Any) -> None:
    """Check `gelu_bw`: gradient and input match and the approximation is known."""
    kind, gradient, source = op.approximate.data, rank_of(op.lhs), rank_of(op.rhs)
    require(
        kind in ("none", "tanh"),
        f"approximate attribute must be either 'none' or 'tanh', but got '{kind}'",
    )
    ranks = (("gradient tensor (lhs)", gradient), ("input tensor (rhs)", source))
    for name, rank in ranks:
        require(2 <= rank <= 4, f"{name} must have rank 2, 3, or 4, but got rank {rank}")
    require(
        gradient == source,
        "gradient tensor (lhs) and input tensor (rhs) must have the same rank, "
        f"but got lhs rank {gradient} and rhs rank {source}",
    )
    result = rank_of(op.results[0])
    require(
        gradient == result,
        "input tensors and result tensor must have the same rank, "
        f"but got input rank {gradient} and result rank {result}",
    )


def _bitcast(op: Any) -> None:
    """Check `bitcast_convert`: elements have the same width."""
    kinds = [element_of(op.input), element_of(op.results[0])]
    for name, kind in zip(("Input", "Output"), kinds, strict=True):
        require(
            isinstance(kind, AnyFloat | IntegerType),
            f"{name} tensor type must be an integer or floating point type",
        )
    widths: list[Any] = list(kinds)
    require(
        widths[0].bitwidth == widths[1].bitwidth,
        "Input and output tensor element types must have the same bit width",
    )


def _rand(op: Any) -> None:
    """Check `ttir.rand`: the bounds are in order and the result has the given shape."""
    sizes, shape = integers(op.size), shape_of(op.results[0])
    require(op.low.value.data < op.high.value.data, "'low' value must be < 'high' value.")
    size = ", ".join(f"{each} : i32" for each in sizes)
    require(
        sizes == shape,
        f"Size argument does not match with output tensor shape. [Size = [{size}], "
        f"output tensor shape = ({listed(shape)})].",
    )


def _ttnn_rand(op: Any) -> None:
    """Check `ttnn.rand` like `ttir.rand`, but with other messages."""
    sizes, shape = op.size.shape, shape_of(op.results[0])
    require(op.low.value.data < op.high.value.data, "'low' value must be < 'high' value")
    require(
        tuple(sizes) == shape,
        f"size argument does not match with output tensor shape. [Size = ({listed(sizes)}), "
        f"output tensor shape = ({listed(shape)})]",
    )


def _dropout(op: Any) -> None:
    """Check `dropout`: the probability is valid and the scale for kept elements is valid."""
    source, result = op.input.type, op.results[0].type
    require(
        source == result,
        "Input tensor type does not match with output tensor type. [Input tensor type = "
        f"'{source}', output tensor type = '{result}'].",
    )
    probability, scale, rank = op.prob.value.data, op.scale.value.data, rank_of(op.input)
    require(
        0 <= probability <= 1,
        f"Probability must be in range [0.0, 1.0], but got {probability:e}",
    )
    require(scale > 0, f"Scale must be positive, but got {scale:e}")
    require(2 <= rank <= 4, f"Input tensor rank must be 2, 3, or 4, but got {rank}")


def _full(op: Any) -> None:
    """Check `ttir.full`: the shape is the result's."""
    wanted, given = shape_of(op.results[0]), integers(op.shape)
    require(wanted == given, f"expected shape ({listed(wanted)}), got ({listed(given)})")


def _assign(op: Any) -> None:
    """Check `ttnn.assign`: the result has the shape and element type of the input."""
    source, result = op.input, op.results[0]
    require(
        shape_of(source) == shape_of(result), "input and output tensor must have the same shape"
    )
    require(
        element_of(source) == element_of(result),
        "output tensor data type does not match expected output data type",
    )


def _filled(op: Any) -> None:
    """Check `ttnn.ones` and `ttnn.zeros`: the shape is the result's."""
    shape, result = tuple(op.shape.shape), shape_of(op.results[0])
    require(
        shape == result,
        f"Output tensor shape must be {listed(shape)}, but got {listed(result)}",
    )


def _empty(op: Any) -> None:
    """Check `ttnn.empty`: the shape is the result's and the result has a layout."""
    _filled(op)
    encoding = op.results[0].type.encoding
    require(encoding.name.startswith("ttnn."), "Unsupported layout encoding type")


def _ttnn_arange(op: Any) -> None:
    """Check `ttnn.arange`: the range has the length of the result."""
    start, end, step = number(op.start), number(op.end), number(op.step)
    require(step, "Step cannot be zero.")
    count, shape = arange_length(start, end, step), shape_of(op.results[0])
    require(shape == (count,), f"Output tensor shape must be {count}, but got {listed(shape)}")


ELEMENTWISE: Mapping[str, Verifier] = {
    **{
        f"{dialect}.{name}": verify
        for dialect in ("ttir", "ttnn")
        for name, verify in {
            "bitcast_convert": _bitcast,
            "clamp_scalar": _clamp_scalar,
            "dropout": _dropout,
            "gelu_bw": _gelu_backward,
            "logical_left_shift": _shift,
            "logical_right_shift": _shift,
        }.items()
    },
    "ttir.clamp_tensor": _clamp_tensor,
    "ttir.full": _full,
    "ttir.rand": _rand,
    "ttir.right_shift": _shift,
    "ttnn.arange": _ttnn_arange,
    "ttnn.assign": _assign,
    "ttnn.empty": _empty,
    "ttnn.ones": _filled,
    "ttnn.pow_scalar": _power_of_scalar,
    "ttnn.rand": _ttnn_rand,
    "ttnn.zeros": _filled,
}
"""Maps operation names to verifiers."""
