"""CHLO: ops that broadcast their operands like NumPy, or according to `broadcast_dimensions`."""

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import ComplexType, i1
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, traits_def

from ttmlir_py.dialects.chlo.interfaces import CHLOOp
from ttmlir_py.dialects.chlo.rules import broadcast_type
from ttmlir_py.dialects.stablehlo.constraints import (
    AnyElement,
    Complex,
    Float,
    Int,
    PerAxisQuantized,
    Pred,
    PredTensor,
    unranked,
)
from ttmlir_py.dialects.stablehlo.interfaces import HloCommutative
from ttmlir_py.dialects.stablehlo.rules.common import Violation, element_type
from ttmlir_py.dialects.stablehlo.rules.traits import (
    Check,
    compatible_element_types,
    same_element_type,
)
from ttmlir_py.dialects.tensor_types import integers
from ttmlir_py.ir.definition.constraints import DenseI64ArrayAttr, attribute_of
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.narrowing import is_tensor_type

AnyTensor = unranked(AnyElement, PerAxisQuantized)
_Logical = unranked(Pred, Int)
_Float = unranked(Float)


class BroadcastOp(CHLOOp):
    """`result = f(lhs, rhs)`."""

    FORM: ClassVar[str] = """$lhs `,` $rhs attr-dict `:`
        `(` type($lhs) `,` type($rhs) `)` `->` type(results)"""
    broadcast_dimensions = opt_prop_def(DenseI64ArrayAttr)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the inferred result type: the broadcast type."""
        lhs, rhs = (operand.type for operand in self.operands)
        if element_type(lhs) != element_type(rhs):
            raise Violation("mismatched operand types")
        given = self.broadcast_dimensions
        dimensions = None if given is None else integers(given)
        return [broadcast_type(lhs, rhs, self.result_element(element_type(lhs)), dimensions)]

    def result_element(self, element: Attribute) -> Attribute:
        """Return the element type of the result of operands with the element type `element`."""
        return element


class BroadcastAnyOp(BroadcastOp):
    """A function of two elements of any kind."""

    lhs = operand_def(AnyTensor)
    rhs = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    CHECKS: ClassVar[tuple[Check, ...]] = (same_element_type,)


class BroadcastLogicalOp(BroadcastOp):
    """A function of two booleans or of the bits of two integers."""

    traits = traits_def(HloCommutative())
    lhs = operand_def(_Logical)
    rhs = operand_def(_Logical)
    result = result_def(AnyTensor)


@op_definition
class BroadcastAddOp(BroadcastAnyOp):
    """`stablehlo.add` with broadcast operands."""

    name = "chlo.broadcast_add"
    traits = traits_def(HloCommutative())
    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_element_types,)


@op_definition
class BroadcastAtan2Op(BroadcastAnyOp):
    """`stablehlo.atan2` with broadcast operands."""

    name = "chlo.broadcast_atan2"


@op_definition
class BroadcastDivOp(BroadcastAnyOp):
    """`stablehlo.divide` with broadcast operands."""

    name = "chlo.broadcast_divide"


@op_definition
class BroadcastMaxOp(BroadcastAnyOp):
    """`stablehlo.maximum` with broadcast operands."""

    name = "chlo.broadcast_maximum"
    traits = traits_def(HloCommutative())
    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_element_types,)


@op_definition
class BroadcastMinOp(BroadcastAnyOp):
    """`stablehlo.minimum` with broadcast operands."""

    name = "chlo.broadcast_minimum"
    traits = traits_def(HloCommutative())
    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_element_types,)


@op_definition
class BroadcastMulOp(BroadcastAnyOp):
    """`stablehlo.multiply` with broadcast operands."""

    name = "chlo.broadcast_multiply"
    traits = traits_def(HloCommutative())


@op_definition
class BroadcastNextAfterOp(BroadcastAnyOp):
    """`chlo.next_after` with broadcast operands."""

    name = "chlo.broadcast_next_after"


@op_definition
class BroadcastPolygammaOp(BroadcastAnyOp):
    """`chlo.polygamma` with broadcast operands."""

    name = "chlo.broadcast_polygamma"


@op_definition
class BroadcastPowOp(BroadcastAnyOp):
    """`stablehlo.power` with broadcast operands."""

    name = "chlo.broadcast_power"


@op_definition
class BroadcastRemOp(BroadcastAnyOp):
    """`stablehlo.remainder` with broadcast operands."""

    name = "chlo.broadcast_remainder"


@op_definition
class BroadcastShiftLeftOp(BroadcastAnyOp):
    """`stablehlo.shift_left` with broadcast operands."""

    name = "chlo.broadcast_shift_left"


@op_definition
class BroadcastShiftRightArithmeticOp(BroadcastAnyOp):
    """`stablehlo.shift_right_arithmetic` with broadcast operands."""

    name = "chlo.broadcast_shift_right_arithmetic"


@op_definition
class BroadcastShiftRightLogicalOp(BroadcastAnyOp):
    """`stablehlo.shift_right_logical` with broadcast operands."""

    name = "chlo.broadcast_shift_right_logical"


@op_definition
class BroadcastSubOp(BroadcastAnyOp):
    """`stablehlo.subtract` with broadcast operands."""

    name = "chlo.broadcast_subtract"


@op_definition
class BroadcastAndOp(BroadcastLogicalOp):
    """`stablehlo.and` with broadcast operands."""

    name = "chlo.broadcast_and"


@op_definition
class BroadcastOrOp(BroadcastLogicalOp):
    """`stablehlo.or` with broadcast operands."""

    name = "chlo.broadcast_or"


@op_definition
class BroadcastXorOp(BroadcastLogicalOp):
    """`stablehlo.xor` with broadcast operands."""

    name = "chlo.broadcast_xor"


@op_definition
class BroadcastZetaOp(BroadcastOp):
    """`chlo.zeta` with broadcast operands."""

    name = "chlo.broadcast_zeta"
    lhs = operand_def(_Float)
    rhs = operand_def(_Float)
    result = result_def(_Float)
    CHECKS: ClassVar[tuple[Check, ...]] = (same_element_type,)


@op_definition
class BroadcastComplexOp(BroadcastOp):
    """`stablehlo.complex` with broadcast operands."""

    name = "chlo.broadcast_complex"
    lhs = operand_def(_Float)
    rhs = operand_def(_Float)
    result = result_def(unranked(Complex))

    def result_element(self, element: Attribute) -> Attribute:
        """Return the complex type whose parts have the type `element`."""
        return ComplexType(cast(Any, element))


@op_definition
class BroadcastCompareOp(BroadcastOp):
    """`stablehlo.compare` with broadcast operands."""

    name = "chlo.broadcast_compare"
    lhs = operand_def(AnyTensor)
    rhs = operand_def(AnyTensor)
    result = result_def(unranked(Pred))
    comparison_direction = prop_def(
        attribute_of("chlo.comparison_direction", "Which comparison operation to perform.")
    )
    compare_type = opt_prop_def(
        attribute_of("chlo.comparison_type", "Which comparison type to use.")
    )

    def result_element(self, element: Attribute) -> Attribute:
        """Return i1, because the result is a comparison."""
        return i1


@op_definition
class BroadcastSelectOp(CHLOOp):
    """`stablehlo.select` with broadcast operands."""

    name = "chlo.broadcast_select"
    FORM: ClassVar[str] = """$pred `,` $on_true `,` $on_false attr-dict `:`
        `(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->` type(results)"""
    pred = operand_def(PredTensor)
    on_true = operand_def(AnyTensor)
    on_false = operand_def(AnyTensor)
    result = result_def(AnyTensor)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `chlo.broadcast_select`: the broadcast type with the element
        type of the branches.
        """
        element = element_type(self.on_true.type)
        if element != element_type(self.on_false.type):
            raise Violation("mismatched operand types")
        branches = broadcast_type(self.on_true.type, self.on_false.type, element)
        if not is_tensor_type(branches):
            return [branches]
        return [broadcast_type(branches, self.pred.type, element)]
