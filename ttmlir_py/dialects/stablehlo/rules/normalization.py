"""Rules of StableHLO's batch normalization."""

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import NoneAttr
from xdsl.ir import Attribute

from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    bounds_encoding,
    bounds_of,
    compatible_sizes,
    have_compatible_shapes,
    shape_text,
    tensor,
)
from ttmlir_py.dialects.tensor_types import RankedTensor


def _are_pairwise_compatible(types: Sequence[Attribute]) -> bool:
    return all(have_compatible_shapes(a, b) for a in types for b in types)


def batch_norm_types(
    whole: Sequence[Attribute], features: Sequence[Attribute], index: int
) -> list[Attribute]:
    """Return the type of the normalized tensor, and twice the type of a vector per feature."""
    if not _are_pairwise_compatible(whole):
        raise Violation("expects multi-dimensional operands to have compatible shapes.")
    if not _are_pairwise_compatible(features):
        raise Violation("expects single-dimensional operands to have compatible shapes.")
    first = cast(RankedTensor, whole[0])
    shape = first.get_shape()
    if index >= len(shape):
        raise Violation(
            "expects featureIndex to be smaller than the rank of multi-dimensional operands; got "
            f"featureIndex {index}, and rank {len(shape)}."
        )
    (count,) = cast(RankedTensor, features[0]).get_shape()
    if not compatible_sizes(count, shape[index]):
        raise Violation(
            "expects the size of single-dimensional operands to be compatible with feature count, "
            f"but the size of single-dimensional operands is {shape_text([count])[1:-1]} and the "
            f"feature count is {shape_text([shape[index]])[1:-1]}."
        )
    bounds = bounds_of(first)
    encoding = bounds_encoding(NoneAttr(), [bounds[index]] if bounds else ())
    vector = tensor([shape[index]], first.element_type, encoding)
    return [first, vector, vector]
