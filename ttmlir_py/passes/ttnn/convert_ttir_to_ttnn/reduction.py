"""Lowering of reductions. Only some products have a TTNN op."""

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import BFloat16Type
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.exact_integers import lower_sum_of_16_bits
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.one_to_one import Lowering
from ttmlir_py.passes.ttnn.layouts import layout_of, with_shape
from ttmlir_py.rewriting.attributes import bool_attr, i32_array, i64, int_values
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import replace, supersede

_MOST_DIMENSIONS = 4
"""The largest rank that `ttnn.prod` supports."""


def lower_prod(op: ttir.ProdOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.prod` to `ttnn.prod`, which reduces one dimension, or all dimensions of bf16.

    Other products become several ops.
    """
    source = tensor_type(op.operands[0])
    rank = len(source.get_shape())
    dims = int_values(op.properties.get("dim_arg")) or range(rank)
    is_whole = len(dims) == rank
    one_op_does = isinstance(source.element_type, BFloat16Type) if is_whole else len(dims) == 1
    if not rank or rank > _MOST_DIMENSIONS or not one_op_does:
        _lower_by_steps(op, sorted({dim % rank for dim in dims}))
        return
    properties: dict[str, Attribute] = {
        "all_dimensions": bool_attr(is_whole),
        "keep_dim": op.properties["keep_dim"],
        "dim_arg": i64(dims[0]),
    }
    supersede(op, ttnn.ProdOp, properties, op.operands[:1])


def _lower_by_steps(op: ttir.ProdOp, dims: Sequence[int]) -> None:
    """Replace `op` by products along one dimension each, which keep it with size 1, and a
    reshape.
    """
    at, value = Builder(op), op.operands[0]
    for dim in reversed(dims):
        shape = tensor_type(value).get_shape()
        if len(shape) > _MOST_DIMENSIONS:
            value = _reshaped(at, value, [prod(shape[:dim]), shape[dim], prod(shape[dim + 1 :])])
            value = _product(at, value, 1)
            value = _reshaped(at, value, [*shape[:dim], 1, *shape[dim + 1 :]])
        else:
            value = _product(at, value, dim)
    replace(op, (_reshaped(at, value, tensor_type(op.results[0]).get_shape()),))


def _product(at: Builder, value: SSAValue, dim: int) -> SSAValue:
    """Insert the product of `value` along `dim`, which is kept with size 1."""
    type_ = tensor_type(value)
    shape = [*type_.get_shape()]
    shape[dim] = 1
    properties = {
        "all_dimensions": bool_attr(False),
        "keep_dim": bool_attr(True),
        "dim_arg": i64(dim),
    }
    return at.value(ttnn.ProdOp, (value,), with_shape(type_, shape), **properties)


def _reshaped(at: Builder, value: SSAValue, shape: Sequence[int]) -> SSAValue:
    """Return `value` with the given shape, reshaped if necessary."""
    type_ = tensor_type(value)
    if type_.get_shape() == tuple(shape):
        return value
    return at.value(ttnn.ReshapeOp, (value,), with_shape(type_, shape), shape=i32_array(shape))


def lower_cumsum(op: ttir.CumSumOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.cumsum` to `ttnn.moreh_cumsum`.

    Sums of u16 would saturate, so exact integers use 32 bits.
    """
    type_ = tensor_type(op.results[0])
    if builder.exact_integers and layout_of(type_).get_data_type() is DataType.UInt16:
        lower_sum_of_16_bits(op, builder)
    else:
        supersede(op, ttnn.MorehCumSumOp, op.properties)


RENAMED = {ttir.CumSumOp: ttnn.MorehCumSumOp}
WITHOUT_OUTPUT = {
    ttir.SumOp: ttnn.SumOp,
    ttir.MeanOp: ttnn.MeanOp,
    ttir.MaxOp: ttnn.MaxOp,
    ttir.MinOp: ttnn.MinOp,
}
LOWERINGS: dict[type[Operation], Lowering] = {
    ttir.CumSumOp: lower_cumsum,
    ttir.ProdOp: lower_prod,
}
