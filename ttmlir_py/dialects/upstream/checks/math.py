"""Rules of `math`: the types that its elementwise operations combine."""

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
"""The checks of operations after those of their declarations, by name."""
REPLACED = frozenset(CHECKS)
"""The operations that `CHECKS` verify completely, without xDSL's verifier."""
