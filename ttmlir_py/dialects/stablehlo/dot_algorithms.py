"""Algorithms of `dot_general` that some hardware supports."""

from typing import Any

from xdsl.dialects.builtin import Float32Type
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.stablehlo.element_types import is_small_float
from ttmlir_py.ir.writing.attributes import quoted

_KNOWN_ALGORITHMS = frozenset(
    {
        ("f16", "f16", 1),
        ("f16", "f32", 1),
        ("bf16", "bf16", 1),
        ("bf16", "f32", 1),
        ("bf16", "f32", 3),
        ("bf16", "f32", 6),
        ("tf32", "f32", 1),
        ("tf32", "f32", 3),
        ("f32", "f32", 1),
        ("f64", "f64", 1),
    }
)
"""The known algorithms: types of both operands and of the sum, and the number of primitive
operations.
"""


def _is_known(algorithm: Any) -> bool:
    lhs, rhs = algorithm.lhsPrecisionType, algorithm.rhsPrecisionType
    total, count = algorithm.accumulationType, algorithm.numPrimitiveOperations
    if algorithm.lhsComponentCount != 1 or algorithm.rhsComponentCount != 1:
        return False
    if is_small_float(lhs) and is_small_float(rhs):
        return isinstance(total, Float32Type) and count == 1
    if algorithm.allowImpreciseAccumulation or lhs != rhs:
        return False
    return (lhs.name, total.name, count) in _KNOWN_ALGORITHMS


def check_algorithm(algorithm: Any) -> None:
    """Check that some hardware supports `algorithm`."""
    counts = (
        ("lhs component count", algorithm.lhsComponentCount),
        ("rhs component count", algorithm.rhsComponentCount),
        ("num primitive operations", algorithm.numPrimitiveOperations),
    )
    for name, count in counts:
        if count < 1:
            raise VerifyException(f"{name} must be positive")
    if not _is_known(algorithm):
        raise VerifyException(
            "dot algorithm not known to be supported on any hardware: "
            f"{{lhs:{quoted(algorithm.lhsPrecisionType)}, "
            f"rhs:{quoted(algorithm.rhsPrecisionType)}, "
            f"accum:{quoted(algorithm.accumulationType)}, "
            f"lhs_components:{algorithm.lhsComponentCount}, "
            f"rhs_components:{algorithm.rhsComponentCount}, "
            f"primitive_ops:{algorithm.numPrimitiveOperations}, "
            f"imprecise:{int(algorithm.allowImpreciseAccumulation)}}}"
        )
