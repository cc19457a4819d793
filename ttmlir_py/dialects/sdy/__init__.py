"""Shardy's dialect `sdy`: the distribution of tensors over the devices of a mesh."""

from collections.abc import Mapping
from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import (
    IntegerAttr,
    ModuleOp,
    TensorType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import (
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.traits import ConstantLike, HasParent, IsolatedFromAbove, Pure, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.sdy.enums import PropagationDirection
from ttmlir_py.dialects.sdy.rules import (
    check_manual_computation,
    check_named_computation,
    check_sharding,
)
from ttmlir_py.dialects.sdy.syntax import DIRECTIVES as SDY_DIRECTIVES
from ttmlir_py.dialects.stablehlo.rules.traits import elementwise
from ttmlir_py.ir.definition.constraints import (
    AnyRankedTensor,
    Described,
    I32Attr,
    I64Attr,
    StrAttr,
    attribute_of,
)
from ttmlir_py.ir.definition.elements_form import ElementsOp
from ttmlir_py.ir.definition.operation_format import (
    CustomDirective,
    FormattedOperation,
)
from ttmlir_py.ir.definition.operations import Terminator, local_verifier, op_classes, op_definition

_DIRECTIONS = frozenset(direction.value for direction in PropagationDirection)
_AnyType: Described[Attribute] = Described("any type", lambda _: True)
_AnyTensor: Described[Attribute] = Described(
    "tensor of any type values", lambda t: isinstance(t, TensorType | UnrankedTensorType)
)
_StaticTensor: Described[Attribute] = Described(
    "statically shaped tensor of any type values",
    lambda t: isinstance(t, TensorType) and cast(TensorType[Attribute], t).has_static_shape(),
)
_Mesh = attribute_of("sdy.mesh", "Mesh of axes and a list of devices")
_Sharding = attribute_of("sdy.sharding", "Tensor sharding")
_Shardings = attribute_of("sdy.sharding_per_value", "Tensor sharding per operand/result of an op")
_ManualAxes = attribute_of("sdy.manual_axes", "")
_Direction: Described[IntegerAttr] = Described(
    "propagation direction enum",
    lambda a: I32Attr.predicate(a) and cast(IntegerAttr, a).value.data in _DIRECTIONS,
)


class SdyOp(FormattedOperation):
    """An op with a declared custom form."""

    DIRECTIVES: ClassVar[Mapping[str, CustomDirective]] = SDY_DIRECTIVES


@op_definition
class MeshOp(SdyOp):
    """A named mesh of devices."""

    name = "sdy.mesh"
    FORM: ClassVar[str] = "custom<SymbolName>($sym_name) `=` $mesh attr-dict"
    traits = traits_def(SymbolOpInterface(), HasParent(ModuleOp))
    sym_name = prop_def(StrAttr)
    mesh = prop_def(_Mesh)


class ShardedOp(SdyOp):
    """An op that returns its input with the given `sharding`."""

    FORM: ClassVar[str] = "$input $sharding attr-dict `:` type($result)"
    input = operand_def(_AnyTensor)
    result = result_def(_AnyTensor)
    sharding = prop_def(_Sharding)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse the custom form of the op; the input has the type of the result."""
        return cls.parse_form(parser, lambda state: state.types.update(input=state.types["result"]))

    @local_verifier
    def verify_traits(self) -> None:
        """Check that the input has the type of the result."""
        super().verify_traits()
        elementwise(self)
        if self.input.type != self.result.type:
            raise VerifyException("requires the same type for all operands and results")

    def verify_symbol_uses(self, symbols: Mapping[str, Operation]) -> None:
        """Check the sharding against the tensor."""
        check_sharding(self, self.sharding, self.result.type, symbols)


@op_definition
class ShardingConstraintOp(ShardedOp):
    """A user's constraint on the sharding of a tensor."""

    name = "sdy.sharding_constraint"


@op_definition
class ReshardOp(ShardedOp):
    """A change of a tensor's sharding."""

    name = "sdy.reshard"
    traits = traits_def(Pure())


@op_definition
class ReturnOp(SdyOp, Terminator):
    """The terminator that returns values from a region."""

    name = "sdy.return"
    FORM: ClassVar[str] = "attr-dict ($results_^ `:` type($results_))?"
    traits = traits_def(Pure())
    results_ = var_operand_def(_AnyType)


@op_definition
class ManualComputationOp(SdyOp):
    """A computation that is written per device along `manual_axes`."""

    name = "sdy.manual_computation"
    FORM: ClassVar[str] = """`(`operands`)`
        `in_shardings` `` `=` `` custom<StrippedTensorShardingPerValueAttr>($in_shardings)
        `out_shardings` `` `=` `` custom<StrippedTensorShardingPerValueAttr>($out_shardings)
        `manual_axes` `` `=` `` $manual_axes custom<SingleBlockRegionNoBlockId>($body)
        attr-dict `:` functional-type(operands, results)"""
    traits = traits_def(IsolatedFromAbove())
    tensors = var_operand_def(AnyRankedTensor)
    results_ = var_result_def(AnyRankedTensor)
    in_shardings = prop_def(_Shardings)
    out_shardings = prop_def(_Shardings)
    manual_axes = prop_def(_ManualAxes)
    body = region_def("single_block")

    def verify_symbol_uses(self, symbols: Mapping[str, Operation]) -> None:
        """Check `sdy.manual_computation`: the region computes on the local part of each device."""
        check_manual_computation(self, symbols)


@op_definition
class ShardingGroupOp(SdyOp):
    """The membership of a tensor in a group with equal shardings."""

    name = "sdy.sharding_group"
    FORM: ClassVar[str] = "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)"
    input = operand_def(AnyRankedTensor)
    group_id = prop_def(I64Attr)


@op_definition
class ConstantOp(ElementsOp):
    """A tensor given by its elements, which is not merged with equal constants."""

    name = "sdy.constant"
    traits = traits_def(ConstantLike(), Pure())
    output = result_def(_StaticTensor)


@op_definition
class DataFlowEdgeOp(SdyOp):
    """The flow of a value through a loop or branch; `sharding` applies to all values of the
    flow.
    """

    name = "sdy.data_flow_edge"
    FORM: ClassVar[str] = """$input (`sharding` `` `=` `` $sharding^)? attr-dict `:`
        type($result)"""
    input = operand_def(_AnyType)
    result = result_def(_AnyType)
    sharding = opt_prop_def(_Sharding)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse the custom form of the op; the input has the type of the result."""
        return cls.parse_form(parser, lambda state: state.types.update(input=state.types["result"]))

    def verify_op(self) -> None:
        """Check `sdy.data_flow_edge`: the input has no other use."""
        uses = self.input.uses
        if sum(1 for _ in uses) != 1:
            raise VerifyException("expected input of sdy.data_flow_edge to have a single user")

    def verify_symbol_uses(self, symbols: Mapping[str, Operation]) -> None:
        """Check `sdy.data_flow_edge`: the sharding is valid for the tensor."""
        if self.sharding is not None:
            check_sharding(self, self.sharding, self.result.type, symbols)


@op_definition
class PropagationBarrierOp(SdyOp):
    """A barrier that lets shardings propagate in one direction only."""

    name = "sdy.propagation_barrier"
    FORM: ClassVar[str] = """$input `allowed_direction` `` `=` ``
        custom<PropagationDirection>($allowed_direction) attr-dict `:`
        type($input)"""
    traits = traits_def(Pure())
    input = operand_def(AnyRankedTensor)
    result = result_def(AnyRankedTensor)
    allowed_direction = prop_def(_Direction)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse the custom form of the op; the result has the type of the input."""
        return cls.parse_form(parser, lambda state: state.types.update(result=state.types["input"]))

    @local_verifier
    def verify_op(self) -> None:
        """Check `sdy.propagation_barrier`: the direction is not `BOTH`."""
        if self.allowed_direction.value.data == PropagationDirection.BOTH.value:
            raise VerifyException(
                "cannot specify `BOTH` as the direction. Not blocking propagation direction makes "
                "the op redundant."
            )


@op_definition
class NamedComputationOp(SdyOp):
    """A named computation whose shardings are propagated separately."""

    name = "sdy.named_computation"
    FORM: ClassVar[str] = """`<`$name`>` `` `(` $operands_ `)`
        (`in_shardings` `` `=` `` custom<StrippedTensorShardingPerValueAttr>($in_shardings)^)?
        (`out_shardings` `` `=` `` custom<StrippedTensorShardingPerValueAttr>($out_shardings)^)?
        custom<SingleBlockRegionNoBlockId>($body)
        attr-dict `:` functional-type(operands, results)"""
    traits = traits_def(IsolatedFromAbove())
    operands_ = var_operand_def(_AnyType)
    results_ = var_result_def(_AnyType)
    name_ = prop_def(StrAttr, prop_name="name")
    in_shardings = opt_prop_def(_Shardings)
    out_shardings = opt_prop_def(_Shardings)
    body = region_def("single_block")

    def verify_op(self) -> None:
        """Check `sdy.named_computation`: the region's arguments and results match the op's."""
        check_named_computation(self)


SDY = Dialect("sdy", op_classes(globals()), [])
