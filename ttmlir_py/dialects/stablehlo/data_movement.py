"""StableHLO: ops that move elements without changing them, and ops that return sizes."""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute
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
from ttmlir_py.dialects.stablehlo.rules import quantization, shapes
from ttmlir_py.dialects.stablehlo.rules.common import Violation, tensor
from ttmlir_py.dialects.stablehlo.rules.traits import (
    Check,
    all_element_types_match,
    all_sizes_match,
    compatible_element_types,
    same_element_type,
)
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.ir.definition.constraints import DenseI64ArrayAttr, NonNegativeI64Attr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


@op_definition
class BitcastConvertOp(PureOp):
    """The bits of `operand` as elements of another type. If the widths differ, the innermost
    dimension changes accordingly.
    """

    name = "stablehlo.bitcast_convert"
    operand = operand_def(AnyTensor)
    result = result_def(AnyTensor)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.bitcast_convert`: the bits fill the new elements."""
        shapes.check_bitcast(self.operand.type, self.result.type)


@op_definition
class BroadcastOp(PureOp):
    """`operand` repeated along new leading dimensions."""

    name = "stablehlo.broadcast"
    FORM: ClassVar[str] = """$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:`
        functional-type(operands, results)"""
    operand = operand_def(Tensor)
    result = result_def(AnyTensor)
    broadcast_sizes = prop_def(DenseI64ArrayAttr)
    CHECKS: ClassVar[tuple[Check, ...]] = (same_element_type,)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.broadcast`: the operand type with the new sizes
        first.
        """
        sizes = integers(self.broadcast_sizes)
        for size in sizes:
            if size < 0:
                raise Violation(f"Broadcast with negative dimension size {size}")
        operand = tensor_type(self.operand)
        return [tensor((*sizes, *operand.get_shape()), operand.element_type)]


@op_definition
class BroadcastInDimOp(PureOp):
    """`operand` repeated along dimensions of size 1 and along the result's dimensions that are not
    in `broadcast_dimensions`.
    """

    name = "stablehlo.broadcast_in_dim"
    FORM: ClassVar[str] = """$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:`
        functional-type(operands, results)"""
    operand = operand_def(AnyTensor)
    result = result_def(AnyStaticTensor)
    broadcast_dimensions = prop_def(DenseI64ArrayAttr)
    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_element_types,)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.broadcast_in_dim`: each dimension of the operand has the result's size
        or size 1.
        """
        shapes.check_broadcast_in_dim(
            shape_of(self.operand), shape_of(self.result), integers(self.broadcast_dimensions)
        )
        quantization.check_broadcast(
            tensor_type(self.operand),
            tensor_type(self.result),
            integers(self.broadcast_dimensions),
        )


@op_definition
class ConcatenateOp(PureOp):
    """The concatenation of `inputs` along `dimension`."""

    name = "stablehlo.concatenate"
    FORM: ClassVar[str] = """custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension
        attr-dict `:` functional-type(operands, results)"""
    inputs = var_operand_def(Tensor)
    result = result_def(Tensor)
    dimension = prop_def(NonNegativeI64Attr)
    CHECKS: ClassVar[tuple[Check, ...]] = (same_element_type,)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.concatenate`: the input type with the sizes along
        `dimension` summed.
        """
        return [
            shapes.concatenated_type(
                [tensor_type(v) for v in self.inputs], self.dimension.value.data
            )
        ]


@op_definition
class DynamicSliceOp(PureOp):
    """A slice of `operand` that starts at `start_indices`. Starts are clamped so that the slice is
    in bounds.
    """

    name = "stablehlo.dynamic_slice"
    FORM: ClassVar[str] = """$operand `,` custom<VariadicOperandWithAttribute>($start_indices)
        `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)"""
    operand = operand_def(Tensor)
    start_indices = var_operand_def(ScalarIntTensor)
    result = result_def(Tensor)
    slice_sizes = prop_def(DenseI64ArrayAttr)
    CHECKS: ClassVar[tuple[Check, ...]] = (all_element_types_match("operand", "result"),)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.dynamic_slice`: the operand type with the shape
        `slice_sizes`.
        """
        sizes, operand = integers(self.slice_sizes), tensor_type(self.operand)
        starts = [index.type for index in self.start_indices]
        shapes.check_dynamic_slice(operand.get_shape(), starts, sizes)
        return [tensor(sizes, operand.element_type)]


@op_definition
class DynamicUpdateSliceOp(PureOp):
    """`operand` with `update` written at `start_indices`. Starts are clamped so that the update is
    in bounds.
    """

    name = "stablehlo.dynamic_update_slice"
    operand = operand_def(Tensor)
    update = operand_def(Tensor)
    start_indices = var_operand_def(ScalarIntTensor)
    result = result_def(Tensor)
    CHECKS: ClassVar[tuple[Check, ...]] = (all_element_types_match("operand", "update", "result"),)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.dynamic_update_slice`: the type of the operand. The
        update must fit into it.
        """
        starts = [index.type for index in self.start_indices]
        shapes.check_dynamic_update_slice(shape_of(self.operand), shape_of(self.update), starts)
        return [self.operand.type]


@op_definition
class GetDimensionSizeOp(PureOp):
    """The size of one dimension."""

    name = "stablehlo.get_dimension_size"
    FORM: ClassVar[str] = """$operand `,` `dim` `=` $dimension attr-dict `:`
        functional-type(operands, results)"""
    operand = operand_def(AnyTensor)
    result = result_def(SInt32Tensor)
    dimension = prop_def(NonNegativeI64Attr)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.get_dimension_size`: the type of a scalar i32."""
        shapes.check_dimension(shape_of(self.operand), self.dimension.value.data)
        return [tensor((), i32)]


@op_definition
class SetDimensionSizeOp(PureOp):
    """`operand` with one dimension made dynamic; its bound is its former size."""

    name = "stablehlo.set_dimension_size"
    FORM: ClassVar[str] = """$operand `,` $size `,` `dim` `=` $dimension attr-dict `:`
        functional-type(operands, results)"""
    operand = operand_def(Tensor)
    size = operand_def(SInt32Tensor)
    result = result_def(Tensor)
    dimension = prop_def(NonNegativeI64Attr)

    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.set_dimension_size`: the operand type with a dynamic
        dimension, bounded by its former size.
        """
        return [
            shapes.resized_type(tensor_type(self.operand), self.size, self.dimension.value.data)
        ]


@op_definition
class PadOp(PureOp):
    """`operand` with `padding_value` before, after and between its elements; negative padding
    removes elements.
    """

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
    CHECKS: ClassVar[tuple[Check, ...]] = (
        all_sizes_match("edge_padding_low", "edge_padding_high", "interior_padding"),
        same_element_type,
    )

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.pad`: the operand type with padding added to each
        size.
        """
        low, high = integers(self.edge_padding_low), integers(self.edge_padding_high)
        return [
            shapes.padded_type(
                tensor_type(self.operand), low, high, integers(self.interior_padding)
            )
        ]


@op_definition
class ReshapeOp(PureOp):
    """The same elements in another shape."""

    name = "stablehlo.reshape"
    operand = operand_def(AnyTensor)
    result = result_def(AnyStaticTensor)
    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_element_types,)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.reshape`: the number of elements does not change."""
        operand, result = tensor_type(self.operand), tensor_type(self.result)
        shapes.check_element_counts(operand, result)
        quantization.check_reshape(operand, result)


@op_definition
class ReverseOp(PureOp):
    """The elements in reverse order along `dimensions`."""

    name = "stablehlo.reverse"
    FORM: ClassVar[str] = """$operand `,` `dims` `=` $dimensions attr-dict `:`
        custom<SameOperandsAndResultType>(type($operand), type($result))"""
    operand = operand_def(Tensor)
    result = result_def(Tensor)
    dimensions = prop_def(DenseI64ArrayAttr)
    CHECKS: ClassVar[tuple[Check, ...]] = (same_element_type,)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.reverse`: each dimension exists and occurs once."""
        shapes.check_reversed(len(shape_of(self.operand)), integers(self.dimensions))

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.reverse`: the type of the operand."""
        return [self.operand.type]


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
    CHECKS: ClassVar[tuple[Check, ...]] = (
        all_sizes_match("start_indices", "limit_indices", "strides"),
        same_element_type,
    )

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.slice`: the operand type with the number of elements
        in each range.
        """
        starts, limits = integers(self.start_indices), integers(self.limit_indices)
        return [
            shapes.sliced_type(tensor_type(self.operand), starts, limits, integers(self.strides))
        ]


@op_definition
class TransposeOp(PureOp):
    """The operand with permuted dimensions: dimension `i` of the result is dimension
    `permutation[i]` of the operand.
    """

    name = "stablehlo.transpose"
    FORM: ClassVar[str] = """$operand `,` `dims` `=` $permutation attr-dict `:`
        functional-type(operands, results)"""
    operand = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    permutation = prop_def(DenseI64ArrayAttr)
    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_element_types,)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.transpose`: quantization parameters move with their dimension."""
        permutation = integers(self.permutation)
        quantization.check_transpose(self.operand.type, self.result.type, permutation)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.transpose`: the operand type with permuted sizes."""
        return [shapes.transposed_type(tensor_type(self.operand), integers(self.permutation))]
