"""Differences between TOSA 1.0 and LLVM 19's dialect, for error messages about TOSA 1.0 input."""

from collections.abc import Mapping
from typing import Final

from xdsl.ir import Operation

NOTE: Final = (
    "this is how TOSA 1.0 writes it; read is the dialect of LLVM 19, where shifts, zero points and "
    "sizes are attributes"
)

_OPERANDS: Final[Mapping[str, int]] = {
    "tosa.avg_pool2d": 3,
    "tosa.conv2d": 5,
    "tosa.conv3d": 5,
    "tosa.depthwise_conv2d": 5,
    "tosa.matmul": 4,
    "tosa.mul": 3,
    "tosa.negate": 3,
    "tosa.rescale": 5,
    "tosa.reshape": 2,
    "tosa.resize": 4,
    "tosa.slice": 3,
    "tosa.tile": 2,
    "tosa.transpose_conv2d": 5,
}
"""Maps ops that have more operands in TOSA 1.0 (sizes, shifts, zero points) to their number
there.
"""


def is_of_tosa_1(op: Operation) -> bool:
    """Whether `op` is written as in TOSA 1.0, judged by its attributes and number of operands."""
    match op.name:
        case "tosa.clamp":
            return "min_val" in op.attributes
        case "tosa.const":  # `values` of TOSA 1.0 is not a property of LLVM 19's `tosa.const`.
            return "value" not in op.properties
        case "tosa.transpose":
            return "perms" in op.attributes
        case name:
            return len(op.operands) == _OPERANDS.get(name)
