"""Reference values of a source in which GELU by tanh is replaced by GELU by erf. Compilers that
fuse the source's operations into TTNN's gelu make the same replacement.

JAX's default form of GELU is an approximation, `x/2 * (1 + tanh(k * (x + c * x^3)))` with
`k = sqrt(2/pi)` and `c = 0.044715` (Hendrycks and Gimpel, arXiv:1606.08415). It differs from
`x/2 * (1 + erf(x / sqrt(2)))` by up to 4.7e-4.
"""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from xdsl.dialects.builtin import BFloat16Type
from xdsl.ir import Operation

from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.reference.meanings import Mesh
from ttmlir_py.reference.numbers import Array
from ttmlir_py.reference.programs import Lookup, Value, mapped
from ttmlir_py.reference.special_functions import erf
from ttmlir_py.validation.memory import Memory, read_operands

NOTE = "GELU by tanh is computed by erf, which differs by up to 4.7e-4"
_TANH = ("stablehlo.tanh", "ttir.tanh")
_CONSTANTS = (math.sqrt(2 / math.pi), 0.044715)
_ROUNDED = (0.796875, 0.044677734375)
"""The constants rounded to bf16, as programs in bf16 have them."""


class ErfMeanings(Memory):
    """The meanings of operations, with each tanh as if it belonged to a GELU."""

    def meaning(self, op: Operation, value_of: Lookup, mesh: Mesh) -> list[Value]:
        """Return the results of `op`. Raises OperationError."""
        if op.name not in _TANH:
            return super().meaning(op, value_of, mesh)
        operand = op.operands[0]
        constants = _CONSTANTS
        if isinstance(tensor_type(operand).element_type, BFloat16Type):
            constants = _ROUNDED
        return [mapped(partial(_erf_of, *constants), value_of(read_operands(op)[0]))]


def is_tanh(op: Operation) -> bool:
    """Whether `op` is a hyperbolic tangent, which can belong to a GELU."""
    return op.name in _TANH


def _erf_of(scale: float, cubic: float, argument: Array) -> Array:
    """Return `erf(x / sqrt(2))` for the `x` with `scale * (x + cubic * x^3)` equal to
    `argument`.
    """
    linear = 1 / cubic
    half = 1.5 * argument / (scale * cubic) / linear * math.sqrt(3 / linear)
    with np.errstate(all="ignore"):
        x = 2 * math.sqrt(linear / 3) * np.sinh(np.arcsinh(half) / 3)
    return erf(x / math.sqrt(2))
