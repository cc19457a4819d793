"""Reductions: `reduce`, whose region says what it computes."""

from xdsl.ir import SSAValue

from ttmlir_py.dialects import stablehlo
from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.argument_reductions import (
    lower_argument_reduction,
)
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.combiners import (
    Reduction,
    combiner,
    neutral_element,
    reduction_by,
)
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.constants import known_number
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.rewriting.attributes import bool_attr, i32_array, segments
from ttmlir_py.rewriting.conversion import UnsupportedError


def lower_reduce(op: stablehlo.ReduceOp, conversion: Conversion) -> None:
    """`reduce` by one op; initial values that are not known to be neutral are combined with what comes out."""
    if lower_argument_reduction(op, conversion):
        return
    cls = combiner(op.body.block) if len(op.operands) == 2 else None
    element = tensor_type(op.results[0]).element_type
    reduction = reduction_by(cls, element)
    if reduction is None:
        raise UnsupportedError(
            "its region must apply one of add, maximum, minimum and multiply, and of booleans also and, or"
        )
    value, init = op.operands
    dims = integers(op.dimensions)
    if any(shape_of(value)[dim] == 0 for dim in dims):
        raise UnsupportedError("it reduces no elements")
    builder = ConversionBuilder(op)
    is_neutral = known_number(init, conversion) == neutral_element(cls, element)
    conversion.replace(op, _reduced(builder, op, reduction, value, None if is_neutral else init))


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


LOWERINGS: Lowerings = {stablehlo.ReduceOp: lower_reduce}
