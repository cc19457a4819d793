"""Verifiers of operations on quantized tensors."""

from collections.abc import Mapping
from typing import Any

from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Attribute, SSAValue

from ttmlir_py.dialects.revisions.verifiers.requirements import element_of, number, require
from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.tensor_types import joined, shape_of

_KINDS = "UniformQuantizedType or UniformQuantizedPerAxisType"


def _is_quantized(kind: Attribute) -> bool:
    return kind.name.startswith("quant.")


def _require_kind(name: str, value: SSAValue, *, quantized: bool) -> None:
    """Check that the elements of `value` are quantized, or that they are floats, as `quantized`
    requires.
    """
    kind = element_of(value)
    holds = _is_quantized(kind) if quantized else isinstance(kind, AnyFloat)
    wanted = _KINDS if quantized else "float"
    require(holds, f"{name} element type must be {wanted}, but got '{kind}'")


def _require_shape(op: Any) -> None:
    source, result = shape_of(op.input), shape_of(op.results[0])
    require(
        len(source) == len(result),
        f"Input tensor rank of {len(source)} does not match the output tensor rank of "
        f"{len(result)}",
    )
    other = "the inferred shape" if op.name.startswith("ttir.") else "the input tensor shape"
    require(
        source == result,
        f"Output tensor shape ({joined(result)}) must match {other}: ({joined(source)})",
    )
    attribute, rank = getattr(op, "axis", None), len(source)
    axis = number(attribute)
    require(
        attribute is None or 0 <= axis < rank,
        f"Axis value {axis} is out of the range [0, {rank}) for the input tensor of rank {rank}",
    )


def _quantize(op: Any) -> None:
    """Check `quantize` and `quantize_unrolled`, the conversion of floats to quantized integers."""
    _require_kind("Input", op.input, quantized=False)
    _require_kind("Output", op.results[0], quantized=True)
    _require_shape(op)


def _dequantize(op: Any) -> None:
    """Check `dequantize` and `dequantize_unrolled`, the conversion of quantized integers to
    floats.
    """
    _require_kind("Input", op.input, quantized=True)
    _require_kind("Output", op.results[0], quantized=False)
    _require_shape(op)


def _requantize(op: Any) -> None:
    """Check `ttir.requantize`, the conversion between quantized types."""
    _require_kind("Input", op.input, quantized=True)
    _require_kind("Output", op.results[0], quantized=True)
    _require_shape(op)


def _requantize_by_scales(op: Any) -> None:
    """Check `ttir.requantize_unrolled` and `ttnn.requantize`, the conversion between quantized
    types given by scales, per tensor or per axis.
    """
    kinds = element_of(op.input), element_of(op.results[0])
    require(
        all(map(_is_quantized, kinds)) and kinds[0].name == kinds[1].name,
        "Input and output element types must both be per-axis or both be per-tensor quantized "
        f"types, but got '{kinds[0]}' and '{kinds[1]}'",
    )
    _require_shape(op)


QUANTIZATION: Mapping[str, Verifier] = {
    "ttir.dequantize": _dequantize,
    "ttir.dequantize_unrolled": _dequantize,
    "ttir.quantize": _quantize,
    "ttir.quantize_unrolled": _quantize,
    "ttir.requantize": _requantize,
    "ttir.requantize_unrolled": _requantize_by_scales,
    "ttnn.dequantize": _dequantize,
    "ttnn.quantize": _quantize,
    "ttnn.requantize": _requantize_by_scales,
}
"""Maps operation names to verifiers."""
