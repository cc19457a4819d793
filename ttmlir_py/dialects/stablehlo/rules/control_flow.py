"""Rules of StableHLO's branches and loops."""

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute, Region

from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    all_compatible,
    least_specific_type,
    types_text,
)
from ttmlir_py.dialects.stablehlo.rules.reducers import returned_types
from ttmlir_py.dialects.tensor_types import RankedTensor
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.ir.writing.attributes import quoted


def branch_types(condition: Attribute, branches: Sequence[Region]) -> list[Attribute]:
    """Return the result types that are common to all branches."""
    rank = len(cast(RankedTensor, condition).get_shape())
    if rank:
        raise Violation(f"operand should be rank 0 tensor but got rank {rank}")
    if not branches:
        raise Violation("expect at least one branch")
    given = [returned_types(branch.blocks[0]) for branch in branches]
    for index, (branch, types) in enumerate(zip(branches, given, strict=True)):
        arguments = len(branch.blocks[0].args)
        if arguments:
            raise Violation(f"branch {index} must have 0 arguments, but found {arguments}")
        if not all_compatible(given[0], types):
            raise Violation(
                f"branch 0 and branch {index} have mismatched return types: {types_text(given[0])} "
                f"vs {types_text(types)}"
            )
    return [least_specific_type(list(column)) for column in zip(*given, strict=True)]


def is_boolean(type_: Attribute) -> bool:
    """Whether `type_` is a tensor of rank 0 of `i1`."""
    return is_tensor_type(type_) and not type_.get_shape() and type_.element_type == IntegerType(1)


def check_loop(types: Sequence[Attribute], cond: Region, body: Region) -> None:
    """Check that both regions of a loop have arguments of these types.

    The body must return values of these types, and the condition a boolean.
    """
    places = (
        ("condition block arguments", [a.type for a in cond.block.args]),
        ("body block arguments", [a.type for a in body.block.args]),
        ("body block return types", returned_types(body.block)),
    )
    for place, found in places:
        if not all_compatible(types, found):
            raise Violation(
                f"expect operands to be compatible with {place} but got {types_text(types)} vs "
                f"{types_text(found)}"
            )
    conditions = returned_types(cond.block)
    if len(conditions) != 1:
        raise Violation(f"expect condition body returns a single value but got {len(conditions)}")
    if not is_boolean(conditions[0]):
        raise Violation(
            "expect condition block return a zero-ranked tensor of i1 but got "
            f"{quoted(conditions[0])}"
        )
