"""Workarounds that replace an op by others that the runtime supports.

Each is a function that rewrites its op or leaves it alone. The workarounds are independent: their
results need no other workaround.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.layouts import with_shape
from ttmlir_py.rewriting.attributes import (
    bool_attr,
    f32_attr,
    i32_array,
    int_value,
    int_values,
    segments,
    si32,
)
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import replace, supersede

Workaround = Callable[[Any, TTNNBuilder], None]
_RANK = 4
"""The rank of tensors that the runtime requires for cumulative sums and reduce-scatters."""


def split_all_reduce(op: ttnn.AllReduceOp, builder: TTNNBuilder) -> None:
    """Replace all-reduce by reduce-scatter and all-gather.

    Tensors of lower rank are reshaped to rank 4. As in upstream, the tensors in between keep the
    operand's layout although their shapes differ.

    Law: `all_reduce(x) == all_gather(reduce_scatter(x, d), d)`.
    """
    at = Builder(op)
    source, device = op.operands
    in_type, out_type = tensor_type(source), tensor_type(op.results[0])
    shape, dim = list(in_type.get_shape()), int_value(op.properties["scatter_dim"])
    rank = len(shape)
    if rank < _RANK:
        shape = _with_leading_ones(shape)
        wide = _same_layout(in_type, shape)
        source = at.value(ttnn.ReshapeOp, (source,), wide, shape=i32_array(shape))
        dim += _RANK - rank
    shape[dim] //= int_value(op.properties["scatter_num"])
    scatter_properties: dict[str, Attribute] = {
        "scatter_split_dim": si32(dim),
        "math_op": op.properties["math_op"],
        "num_links": si32(1),
    }
    scattered = at.value(
        ttnn.ReduceScatterOp,
        (source, device),
        _same_layout(in_type, shape),
        **scatter_properties,
    )
    operands = (scattered, device)
    gather_properties: dict[str, Attribute] = {"dim": si32(dim), "num_links": si32(1)}
    if rank >= _RANK:
        supersede(op, ttnn.AllGatherOp, gather_properties, operands)
        return
    out_shape = out_type.get_shape()
    gathered_type = _same_layout(out_type, _with_leading_ones(list(out_shape)))
    gathered = at.value(ttnn.AllGatherOp, operands, gathered_type, **gather_properties)
    supersede(op, ttnn.ReshapeOp, {"shape": i32_array(out_shape)}, (gathered,))


def _with_leading_ones(shape: list[int]) -> list[int]:
    return [1] * (_RANK - len(shape)) + shape


def _same_layout(tensor: RankedTensor, shape: list[int]) -> RankedTensor:
    return TensorType(tensor.element_type, shape, tensor.encoding)


def keep_reduced_dimensions(op: ttnn.SumOp, builder: TTNNBuilder) -> None:
    """Replace a reduction of all dimensions without `keep_dim` by one with `keep_dim` and a
    reshape.

    Law: `f(x, keep_dim=false) == reshape(f(x, keep_dim=true))`.
    """
    source, result = op.operands[0], op.results[0]
    shape = list(tensor_type(source).get_shape())
    dims = int_values(op.properties.get("dim_arg"))
    if int_value(op.properties["keep_dim"]) or (dims and len(dims) != len(shape)):
        return
    for dim in dims or range(len(shape)):
        shape[dim] = 1
    out_type = tensor_type(result)
    properties = {**op.properties, "keep_dim": bool_attr(True)}
    reduced = Builder(op).op(op.__class__, (source,), (with_shape(out_type, shape),), **properties)
    out_shape = out_type.get_shape()
    if len(out_shape) < len(shape):
        supersede(op, ttnn.ReshapeOp, {"shape": i32_array(out_shape)}, reduced.results)
    else:
        replace(op, reduced.results)


def sum_in_rank_4(op: ttnn.MorehCumSumOp, builder: TTNNBuilder) -> None:
    """Compute a cumulative sum of lower rank in rank 4, with trailing dimensions of size 1.

    Law: `moreh_cumsum(x, d) == reshape(moreh_cumsum(reshape(x), d))`.
    """
    source = op.operands[0]
    shape = list(tensor_type(source).get_shape())
    if len(shape) >= _RANK:
        return
    wide = [*shape, *[1] * (_RANK - len(shape))]
    reshaped = builder.reshape(source, wide, op)
    wide_type = with_shape(tensor_type(op.results[0]), wide)
    empty = builder.empty(wide_type, op)
    total = Builder(op).value(
        ttnn.MorehCumSumOp, (reshaped, empty), wide_type, dim=op.properties["dim"]
    )
    replace(op, (builder.reshape(total, shape, op),))


def repeat_by_adding_zeros(op: ttnn.RepeatOp, builder: TTNNBuilder) -> None:
    """Replace a repeat by a sum with zeros of the result's shape, which broadcasts its operand.

    Sizes other than 1 do not broadcast, so a repeat of such dimensions is kept. Upstream
    replaces such a repeat as well.

    Law: `repeat(x) == add(x, zeros)`, except for the sign of zero.
    """
    shape, dims = tensor_type(op.operands[0]).get_shape(), op.repeat_dims.shape
    if any(times != 1 != size for times, size in zip(dims, shape, strict=True)):
        return
    type_ = op.results[0].type
    device = builder.device(op)
    zeros = Builder(op).value(ttnn.FullOp, (device,), type_, fillValue=f32_attr(0.0))
    empty = builder.empty(tensor_type(op.results[0]), op)
    operands = (op.operands[0], zeros, empty)
    supersede(op, ttnn.AddOp, {"operandSegmentSizes": segments(2, 1)}, operands)


DECOMPOSITIONS: dict[str, Workaround] = {
    "ttnn.all_reduce": split_all_reduce,
    "ttnn.sum": keep_reduced_dimensions,
    "ttnn.max": keep_reduced_dimensions,
    "ttnn.mean": keep_reduced_dimensions,
    "ttnn.min": keep_reduced_dimensions,
    "ttnn.moreh_cumsum": sum_in_rank_4,
}

REPEAT_FOLDING: dict[str, Workaround] = {"ttnn.repeat": repeat_by_adding_zeros}
