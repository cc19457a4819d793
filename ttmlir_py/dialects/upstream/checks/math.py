"""Verifier rules of `math`: the types of operands and results."""

from collections.abc import Callable
from typing import Any

from xdsl.dialects import math
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.arith import check_mappable, check_same_type
from ttmlir_py.dialects.upstream.checks.shapes import require_compatible_shapes


def _check_power(op: Operation) -> None:
    if op.operands[0].type != op.results[0].type:
        raise VerifyException("failed to verify that all of {lhs, result} have same type")
    require_compatible_shapes(op)
    check_mappable(op)


CHECKS: dict[str, Callable[[Any], None]] = {
    **{cls.name: check_same_type for cls in math.Math.operations},
    "math.fpowi": _check_power,
}
"""Maps operation names to checks that run after those of the declaration."""
REPLACED = frozenset(CHECKS)
"""Names of the operations whose checks in `CHECKS` replace xDSL's verifier."""
