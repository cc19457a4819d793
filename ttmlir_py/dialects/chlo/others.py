"""CHLO: constants and top-k."""

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.ir import Attribute, TypedAttribute
from xdsl.irdl import operand_def, prop_def, result_def, traits_def
from xdsl.traits import ConstantLike, Pure
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.chlo.broadcasting import AnyTensor
from ttmlir_py.dialects.chlo.interfaces import CHLOOp
from ttmlir_py.dialects.chlo.rules import top_k_types
from ttmlir_py.dialects.stablehlo.constraints import StaticTensor
from ttmlir_py.dialects.stablehlo.interfaces import StableHLOOperation, names_of_results
from ttmlir_py.dialects.stablehlo.rules.common import (
    element_type,
    have_compatible_shapes,
    with_element,
)
from ttmlir_py.dialects.stablehlo.rules.traits import Check, same_shape
from ttmlir_py.ir.definition.constraints import Described, I64Attr
from ttmlir_py.ir.definition.elements_form import ElementsOp
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.external_models import ResultNames

_TypedAttr: Described[Attribute] = Described(
    "TypedAttr instance", lambda a: isinstance(a, TypedAttribute)
)


@op_definition
class ConstantOp(ElementsOp, StableHLOOperation):
    """A tensor given by its elements."""

    name = "chlo.constant"
    traits = traits_def(ConstantLike(), Pure())
    output = result_def(StaticTensor)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `chlo.constant`: the type of the elements."""
        return [self.value.get_type()]


@op_definition
class ConstantLikeOp(StableHLOOperation):
    """A tensor with the shape of `operand` and all elements equal to `value`."""

    name = "chlo.constant_like"
    traits = traits_def(Pure())
    operand = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    value = prop_def(_TypedAttr)
    CHECKS: ClassVar[tuple[Check, ...]] = (same_shape,)

    @local_verifier
    def verify_op(self) -> None:
        """Check `chlo.constant_like`: the elements have the value's type."""
        if cast(TypedAttribute, self.value).get_type() != element_type(self.result.type):
            raise VerifyException("value's type doesn't match element return type")

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `chlo.constant_like`: the operand type with the value's type as
        elements.
        """
        return [with_element(self.operand.type, cast(TypedAttribute, self.value).get_type())]


@op_definition
class TopKOp(CHLOOp):
    """The `k` largest elements along the last dimension in order, and their indices."""

    name = "chlo.top_k"
    RESULT_NAMES: ClassVar[ResultNames] = names_of_results("values", "indices")
    FORM: ClassVar[str] = """`(`$operand `,` `k` `=` $k`)` attr-dict `:`
        type($operand) `->` `(`type($values)`,` type($indices)`)`"""
    operand = operand_def(AnyTensor)
    values = result_def(AnyTensor)
    indices = result_def(AnyTensor)
    k = prop_def(I64Attr)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result types of `chlo.top_k`: types with `k` elements along the last
        dimension.
        """
        return top_k_types(self.operand.type, self.k.value.data)

    @classmethod
    def fits(cls, inferred: Sequence[Attribute], written: Sequence[Attribute]) -> bool:
        """Whether the shapes of the inferred types are compatible with those of the written
        types.
        """
        return all(map(have_compatible_shapes, inferred, written))
