"""Default regions of ops whose verifier accepts only one body."""

from collections.abc import Callable, Mapping

from xdsl.builder import ImplicitBuilder
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Block, Region, SSAValue

from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.ttir import YieldOp

Operands = Mapping[str, tuple[SSAValue, ...]]


def _overwriting(operands: Operands) -> Region:
    """Return the body of a `ttir.scatter` whose updates overwrite elements. `operands` are the
    op's.
    """
    scalar = TensorType(tensor_type(operands["input"][0]).element_type, [1])
    block = Block(arg_types=[scalar, scalar])
    with ImplicitBuilder(block):
        YieldOp.create(operands=[block.args[1]])
    return Region(block)


DEFAULT_REGIONS: dict[str, Callable[[Operands], Region]] = {"ttir.scatter": _overwriting}
"""Maps an op with only one valid region to the function that makes the region from the operands."""
