"""Verifier of element-wise operations with operands of different shapes."""

from typing import Any

from ttmlir_py.dialects.revisions.verifiers.requirements import listed, require
from ttmlir_py.dialects.shape_rules.common import broadcast_shapes
from ttmlir_py.dialects.tensor_types import Shape, shape_of


def verify_broadcastable(op: Any) -> None:
    """Check that operands broadcast to the shape of the result."""
    shape: Shape = ()
    for operand in op.operands:
        wider = broadcast_shapes(shape, shape_of(operand))
        require(
            wider is not None,
            f"operand shape ({listed(shape_of(operand))}) is not broadcast compatible with "
            f"inferred operand shapes ({listed(shape)})",
        )
        shape = wider or ()
    result = shape_of(op.results[0])
    require(
        shape == result,
        f"result shape ({listed(result)}) doesn't match expected shape after broadcasting "
        f"({listed(shape)})",
    )
