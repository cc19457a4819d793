"""Rules of StableHLO's products."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import ArrayAttr

from ttmlir_py.dialects.stablehlo.attributes import (
    DotDimensionNumbersAttr,
    PrecisionAttr,
)
from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    check_distinct,
    compatible_shapes,
    compatible_sizes,
    shape_text,
)
from ttmlir_py.dialects.stablehlo.rules.windows import check_precision_config
from ttmlir_py.dialects.tensor_types import Shape
from ttmlir_py.ir.writing.attributes import quoted


def check_result_shape(inferred: Sequence[int], result: Any) -> None:
    """Check that the result has the inferred shape."""
    if not compatible_shapes(inferred, result.get_shape()):
        raise Violation(
            f"inferred shape '{shape_text(inferred)}' is incompatible with return type of "
            f"operation {quoted(result)}"
        )


def dot_shape(lhs: Shape, rhs: Shape, config: ArrayAttr[PrecisionAttr] | None) -> list[int]:
    """Return the shape of the product of vectors or matrices `lhs` and `rhs`."""
    check_precision_config(config)
    ranks = len(lhs), len(rhs)
    if 0 in ranks or max(ranks) > 2 or not compatible_sizes(lhs[-1], rhs[0]):
        raise Violation("expected both lhs/rhs ranks to be either 1 or 2")
    return [*lhs[:-1], *rhs[1:]]


def dot_general_shape(
    lhs: Shape,
    rhs: Shape,
    numbers: DotDimensionNumbersAttr,
    config: ArrayAttr[PrecisionAttr] | None,
) -> list[int]:
    """Return the result shape of `dot_general`: batching dimensions, then the rest of `lhs` and of
    `rhs`.
    """
    check_precision_config(config)
    lhs_batch, rhs_batch = numbers.lhsBatchingDimensions, numbers.rhsBatchingDimensions
    lhs_sum, rhs_sum = numbers.lhsContractingDimensions, numbers.rhsContractingDimensions
    for a, b, name in ((lhs_batch, rhs_batch, "batching"), (lhs_sum, rhs_sum, "contracting")):
        if len(a) != len(b):
            raise Violation(f"lhs and rhs should have the same number of {name} dimensions")
    for side, batch, contracted in (("lhs", lhs_batch, lhs_sum), ("rhs", rhs_batch, rhs_sum)):
        names = f"{side}_batching_dimensions", f"{side}_contracting_dimensions"
        check_distinct(batch, contracted, names)
    for side, shape, batch, contracted in (
        ("lhs", lhs, lhs_batch, lhs_sum),
        ("rhs", rhs, rhs_batch, rhs_sum),
    ):
        _check_range(len(shape), batch, f"{side}_batching_dimensions")
        _check_range(len(shape), contracted, f"{side}_contracting_dimensions")
    for a, b, name in ((lhs_batch, rhs_batch, "batching"), (lhs_sum, rhs_sum, "contracting")):
        if not all(compatible_sizes(lhs[i], rhs[j]) for i, j in zip(a, b, strict=True)):
            raise Violation(f"{name} dimension sizes must match for lhs/rhs")
    shape = [lhs[dimension] for dimension in lhs_batch]
    for sizes, used in ((lhs, {*lhs_batch, *lhs_sum}), (rhs, {*rhs_batch, *rhs_sum})):
        shape += [size for dimension, size in enumerate(sizes) if dimension not in used]
    return shape


def _check_range(rank: int, dimensions: Sequence[int], name: str) -> None:
    for dimension in dimensions:
        if not 0 <= dimension < rank:
            raise Violation(f"{name} value: {dimension} is out of range: [0, {rank})")
