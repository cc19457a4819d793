"""Lowering of `reduce`, depending on the op in its region."""

from collections.abc import Sequence

from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.argument_reductions import (
    lower_argument_reduction,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.combiners import (
    Reduction,
    combiner,
    neutral_element,
    reduction_by,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.constants import known_number
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.data_movement import (
    broadcast_in_dim,
    require_static,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.empty_tensors import becomes_empty
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import is_boolean
from ttmlir_py.rewriting.attributes import bool_attr, i32_array, segments
from ttmlir_py.rewriting.conversion import UnsupportedError


def lower_reduce(op: stablehlo.ReduceOp, conversion: Conversion) -> None:
    """Lower `reduce` with a region of one op.

    Initial values are combined with the result, unless they are known to be neutral.
    """
    shape, dims = shape_of(op.operands[0]), integers(op.dimensions)
    if any(shape[dim] == 0 for dim in dims):
        replace_by_initial_values(op, op.operands[len(op.results) :], conversion)
        return
    if len(op.results) > 1 and becomes_empty(op, conversion):
        return
    if lower_argument_reduction(op, conversion):
        return
    cls = combiner(op.body.block) if len(op.operands) == 2 else None
    element = tensor_type(op.results[0]).element_type
    reduction = reduction_by(cls, element)
    if reduction is None and (combine := _bitwise_op(cls, element)) is not None:
        conversion.replace(op, _reduced_by_halves(ConversionBuilder(op), op, combine))
        return
    if reduction is None:
        raise UnsupportedError(
            "its region must apply one of add, maximum, minimum and multiply, or for integers and "
            "booleans and, or, xor"
        )
    value, init = op.operands
    builder = ConversionBuilder(op)
    is_neutral = known_number(init, conversion) == neutral_element(cls, element)
    conversion.replace(op, _reduced(builder, op, reduction, value, None if is_neutral else init))


_BITWISE: dict[type[Operation], type[Operation]] = {
    stablehlo.AndOp: ttir.BitwiseAndOp,
    stablehlo.OrOp: ttir.BitwiseOrOp,
    stablehlo.XorOp: ttir.BitwiseXorOp,
}


def _bitwise_op(cls: type[Operation] | None, element: Attribute) -> type[Operation] | None:
    """Return TTIR's element-wise op for the bitwise op `cls`, which TTIR has no reduction for."""
    if cls is stablehlo.XorOp and is_boolean(element):
        return ttir.LogicalXorOp
    return _BITWISE.get(cls) if cls is not None and is_integer_type(element) else None


def _reduced_by_halves(
    builder: ConversionBuilder, op: stablehlo.ReduceOp, combine: type[Operation]
) -> SSAValue:
    """Return the reduction of `op`: its halves along each dimension, combined until one is left."""
    value, init = op.operands
    require_static(shape_of(value))
    for dim in integers(op.dimensions):
        rest: list[SSAValue] = []
        while (size := shape_of(value)[dim]) > 1:
            half = size // 2
            if size % 2:
                rest.append(builder.part(value, dim, size - 1, size))
            halves = (builder.part(value, dim, start, start + half) for start in (0, half))
            value = builder.binary(combine, *halves)
        for each in rest:
            value = builder.binary(combine, value, each)
    type_ = result_type(op)
    operands = (builder.reshaped(value, type_.get_shape()), init, builder.value(EmptyOp, (), type_))
    return builder.value(combine, operands, type_, operandSegmentSizes=segments(2, 1))


def _reduced(
    builder: ConversionBuilder,
    op: stablehlo.ReduceOp,
    reduction: Reduction,
    value: SSAValue,
    init: SSAValue | None,
) -> SSAValue:
    type_, dims = result_type(op), integers(op.dimensions)
    outputs = [builder.value(EmptyOp, (), type_) for _ in range(bool(dims) + (init is not None))]
    if dims:
        attributes = {"dim_arg": i32_array(dims), "keep_dim": bool_attr(False)}
        value = builder.value(reduction.reduce, (value, outputs[0]), type_, **attributes)
    if init is not None:
        operands = (value, init, outputs[-1])
        sizes = segments(2, 1)
        value = builder.value(reduction.combine, operands, type_, operandSegmentSizes=sizes)
    return value


def replace_by_initial_values(
    op: Operation, inits: Sequence[SSAValue], conversion: Conversion
) -> None:
    """Replace a reduction of no elements. Each element of a result is the initial value."""
    builder = ConversionBuilder(op)
    values: list[SSAValue] = []
    for index, init in enumerate(inits):
        type_ = result_type(op, index)
        value = builder.typecast(init, type_.element_type)
        if shape_of(value) != type_.get_shape():
            value = broadcast_in_dim(builder, value, (), type_.get_shape(), ())
        values.append(value)
    conversion.replace(op, *values)


LOWERINGS: Lowerings = {stablehlo.ReduceOp: lower_reduce}
