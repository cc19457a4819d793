"""StableHLO: ops whose result has a shape that an operand gives."""

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
from ttmlir_py.ir.definition.constraints import DenseI64ArrayAttr, NonNegativeI64Attr
from ttmlir_py.ir.definition.operations import op_definition

_IndexVector = of_rank(1, Index, Int)


@op_definition
class DynamicBroadcastInDimOp(PureOp):
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


@op_definition
class DynamicIotaOp(PureOp):
    """`iota` of the shape `output_shape`."""

    name = "stablehlo.dynamic_iota"
    FORM: ClassVar[str] = """$output_shape `,` `dim` `=` $iota_dimension attr-dict `:`
        functional-type(operands, results)"""
    output_shape = operand_def(DimensionTensor)
    result = result_def(Tensor)
    iota_dimension = prop_def(NonNegativeI64Attr)


@op_definition
class DynamicPadOp(PureOp):
    """`pad` by numbers that operands give."""

    name = "stablehlo.dynamic_pad"
    operand = operand_def(Tensor)
    padding_value = operand_def(ScalarTensor)
    edge_padding_low = operand_def(DimensionTensor)
    edge_padding_high = operand_def(DimensionTensor)
    interior_padding = operand_def(DimensionTensor)
    result = result_def(Tensor)


@op_definition
class DynamicReshapeOp(PureOp):
    """`reshape` to the shape `output_shape`."""

    name = "stablehlo.dynamic_reshape"
    operand = operand_def(AnyTensor)
    output_shape = operand_def(DimensionTensor)
    result = result_def(AnyTensor)


@op_definition
class RealDynamicSliceOp(PureOp):
    """`slice` with ranges that operands give."""

    name = "stablehlo.real_dynamic_slice"
    operand = operand_def(Tensor)
    start_indices = operand_def(_IndexVector)
    limit_indices = operand_def(_IndexVector)
    strides = operand_def(_IndexVector)
    result = result_def(Tensor)
