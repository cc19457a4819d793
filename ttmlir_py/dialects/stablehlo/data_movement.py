"""StableHLO: ops that move elements without changing them, and ask for sizes."""

from typing import ClassVar

from xdsl.irdl import operand_def, prop_def, result_def, var_operand_def

from ttmlir_py.dialects.stablehlo.constraints import (
    AnyStaticTensor,
    AnyTensor,
    ScalarIntTensor,
    ScalarTensor,
    SInt32Tensor,
    Tensor,
)
from ttmlir_py.dialects.stablehlo.interfaces import PureOp
from ttmlir_py.ir.definition.constraints import DenseI64ArrayAttr, NonNegativeI64Attr
from ttmlir_py.ir.definition.operations import op_definition


@op_definition
class BitcastConvertOp(PureOp):
    """The bits of `operand` as elements of another type; another dimension makes up for other widths."""

    name = "stablehlo.bitcast_convert"
    operand = operand_def(AnyTensor)
    result = result_def(AnyTensor)


@op_definition
class BroadcastOp(PureOp):
    """`operand` repeated along new leading dimensions."""

    name = "stablehlo.broadcast"
    FORM: ClassVar[str] = """$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:`
        functional-type(operands, results)"""
    operand = operand_def(Tensor)
    result = result_def(AnyTensor)
    broadcast_sizes = prop_def(DenseI64ArrayAttr)


@op_definition
class BroadcastInDimOp(PureOp):
    """`operand` repeated along the dimensions of the result that are not in `broadcast_dimensions`, and those of size 1."""

    name = "stablehlo.broadcast_in_dim"
    FORM: ClassVar[str] = """$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:`
        functional-type(operands, results)"""
    operand = operand_def(AnyTensor)
    result = result_def(AnyStaticTensor)
    broadcast_dimensions = prop_def(DenseI64ArrayAttr)


@op_definition
class ConcatenateOp(PureOp):
    """`inputs` one after the other along `dimension`."""

    name = "stablehlo.concatenate"
    FORM: ClassVar[str] = """custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension
        attr-dict `:` functional-type(operands, results)"""
    inputs = var_operand_def(Tensor)
    result = result_def(Tensor)
    dimension = prop_def(NonNegativeI64Attr)


@op_definition
class DynamicSliceOp(PureOp):
    """The elements of `operand` from `start_indices` on; starts are clamped, so that all are within."""

    name = "stablehlo.dynamic_slice"
    FORM: ClassVar[str] = """$operand `,` custom<VariadicOperandWithAttribute>($start_indices)
        `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)"""
    operand = operand_def(Tensor)
    start_indices = var_operand_def(ScalarIntTensor)
    result = result_def(Tensor)
    slice_sizes = prop_def(DenseI64ArrayAttr)


@op_definition
class DynamicUpdateSliceOp(PureOp):
    """`operand` with `update` in it from `start_indices` on; starts are clamped, so that all is within."""

    name = "stablehlo.dynamic_update_slice"
    operand = operand_def(Tensor)
    update = operand_def(Tensor)
    start_indices = var_operand_def(ScalarIntTensor)
    result = result_def(Tensor)


@op_definition
class GetDimensionSizeOp(PureOp):
    """The size of one dimension."""

    name = "stablehlo.get_dimension_size"
    FORM: ClassVar[str] = """$operand `,` `dim` `=` $dimension attr-dict `:`
        functional-type(operands, results)"""
    operand = operand_def(AnyTensor)
    result = result_def(SInt32Tensor)
    dimension = prop_def(NonNegativeI64Attr)


@op_definition
class SetDimensionSizeOp(PureOp):
    """`operand` as if one dimension had a dynamic size, at most the one it has."""

    name = "stablehlo.set_dimension_size"
    FORM: ClassVar[str] = """$operand `,` $size `,` `dim` `=` $dimension attr-dict `:`
        functional-type(operands, results)"""
    operand = operand_def(Tensor)
    size = operand_def(SInt32Tensor)
    result = result_def(Tensor)
    dimension = prop_def(NonNegativeI64Attr)


@op_definition
class PadOp(PureOp):
    """`operand` with `padding_value` before, after and between its elements; less than 0 takes elements away."""

    name = "stablehlo.pad"
    FORM: ClassVar[str] = """$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,`
        `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding attr-dict `:`
        functional-type(operands, results)"""
    operand = operand_def(Tensor)
    padding_value = operand_def(ScalarTensor)
    result = result_def(Tensor)
    edge_padding_low = prop_def(DenseI64ArrayAttr)
    edge_padding_high = prop_def(DenseI64ArrayAttr)
    interior_padding = prop_def(DenseI64ArrayAttr)


@op_definition
class ReshapeOp(PureOp):
    """The same elements in another shape."""

    name = "stablehlo.reshape"
    operand = operand_def(AnyTensor)
    result = result_def(AnyStaticTensor)


@op_definition
class ReverseOp(PureOp):
    """The elements in reverse order along `dimensions`."""

    name = "stablehlo.reverse"
    FORM: ClassVar[str] = """$operand `,` `dims` `=` $dimensions attr-dict `:`
        custom<SameOperandsAndResultType>(type($operand), type($result))"""
    operand = operand_def(Tensor)
    result = result_def(Tensor)
    dimensions = prop_def(DenseI64ArrayAttr)


@op_definition
class SliceOp(PureOp):
    """Every `strides`-th element from `start_indices` on, before `limit_indices`."""

    name = "stablehlo.slice"
    FORM: ClassVar[str] = """$operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
        attr-dict `:` functional-type(operands, results)"""
    operand = operand_def(Tensor)
    result = result_def(Tensor)
    start_indices = prop_def(DenseI64ArrayAttr)
    limit_indices = prop_def(DenseI64ArrayAttr)
    strides = prop_def(DenseI64ArrayAttr)


@op_definition
class TransposeOp(PureOp):
    """The dimensions in another order: dimension `i` of the result is `permutation[i]` of the operand."""

    name = "stablehlo.transpose"
    FORM: ClassVar[str] = """$operand `,` `dims` `=` $permutation attr-dict `:`
        functional-type(operands, results)"""
    operand = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    permutation = prop_def(DenseI64ArrayAttr)
