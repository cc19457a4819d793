"""StableHLO: ops whose result shape is given by an operand."""

from typing import ClassVar

from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def

from ttmlir_py.dialects.stablehlo.constraints import (
    AnyTensor,
    DimensionTensor,
    Index,
    Int,
    ScalarTensor,
    Tensor,
    of_rank,
)
from ttmlir_py.dialects.stablehlo.interfaces import PureOp
from ttmlir_py.dialects.stablehlo.rules import dynamism
from ttmlir_py.dialects.stablehlo.rules.common import Violation, check_shape_operand
from ttmlir_py.dialects.stablehlo.rules.traits import (
    Check,
    all_element_types_match,
    all_ranks_match,
    all_types_match,
)
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.ir.definition.constraints import DenseI64ArrayAttr, NonNegativeI64Attr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition

_IndexVector = of_rank(1, Index, Int)


class DynamicOp(PureOp):
    """An op whose verifier reads constant operands."""


@op_definition
class DynamicBroadcastInDimOp(DynamicOp):
    """`broadcast_in_dim` to the shape `output_dimensions`."""

    name = "stablehlo.dynamic_broadcast_in_dim"
    FORM: ClassVar[str] = """$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions
        attr-dict `:` functional-type(operands, results)"""
    operand = operand_def(AnyTensor)
    output_dimensions = operand_def(DimensionTensor)
    result = result_def(AnyTensor)
    broadcast_dimensions = prop_def(DenseI64ArrayAttr)
    known_expanding_dimensions = opt_prop_def(DenseI64ArrayAttr)
    known_nonexpanding_dimensions = opt_prop_def(DenseI64ArrayAttr)

    def check_rules(self) -> None:
        """Check `stablehlo.dynamic_broadcast_in_dim`: each dimension of the operand has the
        result's size or size 1.
        """
        dynamism.check_broadcast_in_dim(self)


@op_definition
class DynamicIotaOp(DynamicOp):
    """`iota` of the shape `output_shape`."""

    name = "stablehlo.dynamic_iota"
    FORM: ClassVar[str] = """$output_shape `,` `dim` `=` $iota_dimension attr-dict `:`
        functional-type(operands, results)"""
    output_shape = operand_def(DimensionTensor)
    result = result_def(Tensor)
    iota_dimension = prop_def(NonNegativeI64Attr)

    def check_rules(self) -> None:
        """Check `stablehlo.dynamic_iota`: the dimension exists."""
        if self.iota_dimension.value.data >= len(shape_of(self.result)):
            raise Violation("iota dimension cannot go beyond the output rank.")
        check_shape_operand(self.output_shape, self.result.type)


@op_definition
class DynamicPadOp(DynamicOp):
    """`pad` with padding given by operands."""

    name = "stablehlo.dynamic_pad"
    operand = operand_def(Tensor)
    padding_value = operand_def(ScalarTensor)
    edge_padding_low = operand_def(DimensionTensor)
    edge_padding_high = operand_def(DimensionTensor)
    interior_padding = operand_def(DimensionTensor)
    result = result_def(Tensor)
    CHECKS: ClassVar[tuple[Check, ...]] = (
        all_element_types_match("operand", "padding_value", "result"),
        all_types_match("edge_padding_low", "edge_padding_high", "interior_padding"),
        all_ranks_match("operand", "result"),
    )

    def check_rules(self) -> None:
        """Check `stablehlo.dynamic_pad`: each dimension has padding."""
        dynamism.check_pad(self)


@op_definition
class DynamicReshapeOp(DynamicOp):
    """`reshape` to the shape `output_shape`."""

    name = "stablehlo.dynamic_reshape"
    operand = operand_def(AnyTensor)
    output_shape = operand_def(DimensionTensor)
    result = result_def(AnyTensor)

    def check_rules(self) -> None:
        """Check `stablehlo.dynamic_reshape`: the number of elements does not change."""
        dynamism.check_reshape(self)


@op_definition
class RealDynamicSliceOp(DynamicOp):
    """`slice` with ranges given by operands."""

    name = "stablehlo.real_dynamic_slice"
    operand = operand_def(Tensor)
    start_indices = operand_def(_IndexVector)
    limit_indices = operand_def(_IndexVector)
    strides = operand_def(_IndexVector)
    result = result_def(Tensor)
    CHECKS: ClassVar[tuple[Check, ...]] = (
        all_element_types_match("operand", "result"),
        all_types_match("start_indices", "limit_indices", "strides"),
    )

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.real_dynamic_slice`: each dimension has a range."""
        dynamism.check_slice(self)
