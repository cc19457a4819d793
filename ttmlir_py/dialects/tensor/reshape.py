"""The op `tensor.collapse_shape`, which xDSL declares without a verifier."""

from collections.abc import Sequence
from math import prod
from typing import Any, ClassVar, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseIntOrFPElementsAttr, TensorType, i64
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.definition.constraints import Described, array_of
from ttmlir_py.ir.definition.operations import OdsOperation, op_definition
from ttmlir_py.ir.external_models import FoldResult, ResultNames
from ttmlir_py.ir.narrowing import is_integer_attr, is_tensor_type
from ttmlir_py.ir.writing.attributes import quoted

_AnyTensor: Described[TensorType[Any]] = Described("tensor of any type values", is_tensor_type)


def _is_index(attribute: Attribute) -> bool:
    return is_integer_attr(attribute) and attribute.type == i64


_ReassociationAttr = array_of(
    array_of(
        Described("64-bit signless integer attribute", _is_index), "64-bit integer array attribute"
    ),
    "Array of 64-bit integer array attributes",
)


@op_definition
class CollapseShapeOp(OdsOperation):
    """A tensor of lower rank; `reassociation` lists the dimensions that are merged."""

    name = "tensor.collapse_shape"
    RESULT_NAMES: ClassVar[ResultNames] = "collapsed"

    src = operand_def(_AnyTensor)
    result = result_def(_AnyTensor)
    reassociation = prop_def(_ReassociationAttr)

    assembly_format = "$src $reassociation attr-dict `:` type($src) `into` type($result)"
    traits = traits_def(Pure())

    def verify_op(self) -> None:
        """Check `tensor.collapse_shape`: consecutive dimensions are merged into their product."""
        expanded: TensorType[Any] = cast(Any, self.src.type)
        collapsed: TensorType[Any] = cast(Any, self.result.type)
        groups: list[list[int]] = [
            [index.value.data for index in group] for group in self.reassociation
        ]
        _verify_reassociation(expanded, collapsed, groups)
        for dimension, group in enumerate(groups):
            sizes = [expanded.get_shape()[index] for index in group]
            _verify_size(dimension, collapsed.get_shape()[dimension], sizes)
        wanted = TensorType(expanded.element_type, collapsed.shape, expanded.encoding)
        if collapsed != wanted:
            raise VerifyException(
                f"expected collapsed type to be {quoted(wanted)}, but got {quoted(collapsed)}"
            )

    def fold(self) -> FoldResult | None:
        """Return the collapsed constant if the operand is a constant, otherwise None.

        Law: `collapse_shape(constant(v)) == constant(v)`, in the collapsed shape.
        """
        source, result_type = self.src.owner, cast("Any", self.result.type)
        value = source.value if isinstance(source, arith.ConstantOp) else None
        if not isinstance(value, DenseIntOrFPElementsAttr):
            return None
        return [DenseIntOrFPElementsAttr(result_type, value.data)]


def _verify_reassociation(
    expanded: TensorType[Any], collapsed: TensorType[Any], groups: Sequence[Sequence[int]]
) -> None:
    """Check that each collapsed dimension has a group, and that groups list the original dimensions
    in order.
    """
    rank = expanded.get_num_dims()
    if rank < collapsed.get_num_dims():
        raise VerifyException(
            f"expected the expanded type, {quoted(expanded)} to have a higher (or same) rank "
            f"than the collapsed type, {quoted(collapsed)}."
        )
    if collapsed.get_num_dims() != len(groups):
        raise VerifyException(
            f"expected collapsed rank ({collapsed.get_num_dims()}) to equal the number of "
            f"reassociation maps ({len(groups)})."
        )
    if groups and (size := 1 + max(max(group, default=-1) for group in groups)) != rank:
        raise VerifyException(
            "expected reassociation map #0 to have size equal to the expanded rank "
            f"({rank}), but it is  {size}."
        )
    following = 0
    for number, group in enumerate(groups):
        if list(group) != list(range(following, following + len(group))):
            raise VerifyException(
                f"expected reassociation map #{number} to be valid and contiguous."
            )
        following += len(group)


def _verify_size(dimension: int, collapsed: int, expanded: Sequence[int]) -> None:
    """Check that a collapsed size is the product of its group, or dynamic if a size in the group
    is.
    """
    expected = f"expected dimension {dimension} of collapsed type to be"
    if DYNAMIC_INDEX in expanded:
        if collapsed != DYNAMIC_INDEX:
            raise VerifyException(
                f"{expected} dynamic since one or more of the corresponding dimensions in the "
                "expanded type is dynamic"
            )
    elif collapsed != prod(expanded):
        raise VerifyException(f"{expected} static value of {prod(expanded)}")
