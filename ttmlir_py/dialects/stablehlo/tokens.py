"""StableHLO: tuples, tokens, and ops that exchange data in the order of tokens."""

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import ArrayAttr, IntegerType, Signedness, StringAttr, TupleType
from xdsl.ir import Attribute, TypeAttribute
from xdsl.irdl import (
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)

from ttmlir_py.dialects.stablehlo.constraints import (
    AnyStaticTensor,
    AnyTensor,
    ArrayAttrConstraint,
    ChannelHandle,
    StaticTensor,
    TensorTokenOrTuple,
    TensorTuple,
    Token,
    UInt32Tensor,
)
from ttmlir_py.dialects.stablehlo.interfaces import FALSE, PureOp, StableHLOOperation
from ttmlir_py.dialects.stablehlo.rules import exchange
from ttmlir_py.dialects.stablehlo.rules.common import Violation, tensor
from ttmlir_py.dialects.stablehlo.types import TokenType
from ttmlir_py.ir.definition.constraints import BoolAttr, NonNegativeI32Attr, StrAttr, any_of
from ttmlir_py.ir.definition.operations import local_verifier, op_definition

_Received = any_of(StaticTensor, AnyStaticTensor, Token)
_EMPTY = StringAttr("")


@op_definition
class AfterAllOp(PureOp):
    """A token that is ordered after all `inputs`."""

    name = "stablehlo.after_all"
    FORM: ClassVar[str] = """$inputs attr-dict `:`
        custom<VariadicSameOperandsAndResultType>(ref($inputs), type($inputs), type($result))"""
    inputs = var_operand_def(Token)
    result = result_def(Token)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.after_all`: a token type."""
        return [TokenType()]


@op_definition
class CreateTokenOp(PureOp):
    """A new token without predecessors."""

    name = "stablehlo.create_token"
    FORM: ClassVar[str] = "attr-dict `:` type(results)"
    output = result_def(Token)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.create_token`: a token type."""
        return [TokenType()]


@op_definition
class InfeedOp(StableHLOOperation):
    """Data from the infeed."""

    name = "stablehlo.infeed"
    token = operand_def(Token)
    results_ = var_result_def(_Received)
    infeed_config = opt_prop_def(StrAttr, _EMPTY)
    layout = opt_prop_def(ArrayAttrConstraint)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.infeed`: the results are tensors followed by a token, and each tensor
        has a layout.
        """
        exchange.check_received(
            [result.type for result in self.results_],
            "all elements of result types, except the last element, are",
        )
        exchange.check_layouts(self.layout, len(self.results_) - 1)


@op_definition
class OutfeedOp(StableHLOOperation):
    """A transfer of `inputs` to the outfeed."""

    name = "stablehlo.outfeed"
    inputs = var_operand_def(AnyTensor)
    token = operand_def(Token)
    result = result_def(Token)
    outfeed_config = opt_prop_def(StrAttr, _EMPTY)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.outfeed`: a token type."""
        return [TokenType()]


@op_definition
class PartitionIdOp(PureOp):
    """The partition number of the process."""

    name = "stablehlo.partition_id"
    FORM: ClassVar[str] = "attr-dict `:` type(results)"
    result = result_def(UInt32Tensor)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.partition_id`: the type of a scalar ui32."""
        return [tensor((), IntegerType(32, Signedness.UNSIGNED))]


@op_definition
class RecvOp(StableHLOOperation):
    """Data received on a channel."""

    name = "stablehlo.recv"
    token = operand_def(Token)
    results_ = var_result_def(_Received)
    channel_handle = prop_def(ChannelHandle)
    is_host_transfer = opt_prop_def(BoolAttr, FALSE)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.recv`: the results are tensors followed by a token."""
        exchange.check_channel(self, "HOST_TO_DEVICE", exchange.HOST_TO_DEVICE)
        exchange.check_received(
            [result.type for result in self.results_],
            "everything but the last element of result types is",
        )


@op_definition
class ReplicaIdOp(PureOp):
    """The replica number of the process."""

    name = "stablehlo.replica_id"
    FORM: ClassVar[str] = "attr-dict `:` type(results)"
    result = result_def(UInt32Tensor)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.replica_id`: the type of a scalar ui32."""
        return [tensor((), IntegerType(32, Signedness.UNSIGNED))]


@op_definition
class SendOp(StableHLOOperation):
    """A transfer of `inputs` to a channel."""

    name = "stablehlo.send"
    inputs = var_operand_def(AnyTensor)
    token = operand_def(Token)
    result = result_def(Token)
    channel_handle = prop_def(ChannelHandle)
    is_host_transfer = opt_prop_def(BoolAttr, FALSE)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.send`: a token type."""
        exchange.check_channel(self, "DEVICE_TO_HOST", exchange.DEVICE_TO_HOST)
        return [TokenType()]


@op_definition
class GetTupleElementOp(PureOp):
    """Element `index` of a tuple."""

    name = "stablehlo.get_tuple_element"
    FORM: ClassVar[str] = """$operand `[` $index `]` attr-dict `:`
        functional-type(operands, results)"""
    operand = operand_def(TensorTuple)
    result = result_def(TensorTokenOrTuple)
    index = prop_def(NonNegativeI32Attr)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.get_tuple_element`: the type of the element."""
        members = cast(TupleType, self.operand.type).types.data
        index = self.index.value.data
        if index >= len(members):
            raise Violation(f"index {index} is out of bounds of operand with size {len(members)}")
        return [members[index]]


@op_definition
class TupleOp(PureOp):
    """A tuple of values."""

    name = "stablehlo.tuple"
    FORM: ClassVar[str] = "$val attr-dict `:` custom<TupleOpType>(type($val), type($result))"
    val = var_operand_def(TensorTokenOrTuple)
    result = result_def(TensorTuple)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.tuple`: the tuple of the operand types."""
        return [TupleType(ArrayAttr(cast(TypeAttribute, value.type) for value in self.val))]
