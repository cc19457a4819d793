"""Lowering of `ApproxTopK`, the custom call of `jax.lax.approx_max_k` and `approx_min_k`.

The call becomes an exact top-k. It names a function that compares two elements; such functions end
with `stablehlo.return` and are erased.
"""

from typing import Any, cast

from xdsl.dialects.builtin import AnyFloat, DictionaryAttr, IntegerAttr, TensorType
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import chlo, stablehlo
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_integer_attr
from ttmlir_py.rewriting.attributes import dense_i64_array, i64
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.control_flow import ops_in, ops_of
from ttmlir_py.rewriting.mutation import erase, replace

_TARGET = "ApproxTopK"


def resolve_approximate_top_k(root: Operation) -> None:
    """Replace `ApproxTopK` calls by `chlo.top_k`, and erase their comparison functions.

    Raises OperationError for a call that differs from the calls that JAX writes.
    """
    comparators = {
        op.sym_name.data: op
        for region in root.regions
        for block in region.blocks
        for op in ops_of(block)
        if isinstance(op, FuncOp) and _is_computation(op)
    }
    if not comparators:
        return
    for op in tuple(ops_in(root.regions)):
        if isinstance(op, stablehlo.CustomCallOp) and op.call_target_name.data == _TARGET:
            _replace_call(op, comparators)
    for function in comparators.values():
        erase(function)


def _is_computation(function: FuncOp) -> bool:
    block = function.body.first_block
    return block is not None and isinstance(block.last_op, stablehlo.ReturnOp)


def _replace_call(op: stablehlo.CustomCallOp, comparators: dict[str, FuncOp]) -> None:
    value, (count, dim) = op.operands[0], _count_and_dimension(op)
    direction = _direction(op, comparators)
    builder = Builder(op)
    is_float = isinstance(tensor_type(value).element_type, AnyFloat)
    reverse_order = stablehlo.NegOp if is_float else stablehlo.NotOp

    def turned(number: SSAValue) -> SSAValue:
        if direction is ComparisonDirection.GT:
            return number
        return builder.value(reverse_order, (number,), number.type)

    order = _order_with_last(dim, len(tensor_type(value).get_shape()))

    def moved(number: SSAValue) -> SSAValue:
        """Exchange the dimension that is reduced with the last one."""
        if order == sorted(order):
            return number
        type_ = tensor_type(number)
        shape = [type_.get_shape()[each] for each in order]
        result = TensorType(type_.element_type, shape)
        permutation = dense_i64_array(order)
        return builder.value(stablehlo.TransposeOp, (number,), result, permutation=permutation)

    selected = moved(turned(value))
    elements = (tensor_type(each).element_type for each in op.results)
    shape = (*tensor_type(selected).get_shape()[:-1], count)
    types = [TensorType(element, shape) for element in elements]
    found = builder.op(chlo.TopKOp, (selected,), types, k=i64(count))
    replace(op, (moved(turned(found.results[0])), moved(found.results[1])))


def _order_with_last(dim: int, rank: int) -> list[int]:
    """Return the dimensions with `dim` and the last one exchanged."""
    order = [*range(rank)]
    order[dim], order[-1] = order[-1], order[dim]
    return order


def _count_and_dimension(op: stablehlo.CustomCallOp) -> tuple[int, int]:
    """Return the number of elements that `op` selects, and the dimension along which it selects.

    Raise OperationError if other properties of `op` differ from those that JAX writes.
    """
    config = op.attributes.get("mhlo.backend_config")
    fields: dict[str, Any] = (
        dict(cast(Any, config).data) if isinstance(config, DictionaryAttr) else {}
    )
    count, dimension = fields.get("top_k"), fields.get("reduction_dim")
    if not is_integer_attr(count) or not is_integer_attr(dimension):
        raise OperationError(op, "needs an mhlo.backend_config with top_k and reduction_dim")
    if fields.get("aggregate_to_topk") != IntegerAttr.from_bool(True):
        raise OperationError(
            op, "returns more elements than requested: aggregate_to_topk must be true"
        )
    if len(op.operands) != 4 or len(op.results) != 2:
        raise OperationError(
            op, "must have two operands: a tensor, and the positions of its elements"
        )
    shape, dim = tensor_type(op.operands[0]).get_shape(), dimension.value.data
    if not 0 <= dim < len(shape):
        raise OperationError(op, f"reduction_dim must be below the rank {len(shape)}, got {dim}")
    places = op.operands[1].owner
    is_counted = isinstance(places, stablehlo.IotaOp) and (places.iota_dimension.value.data == dim)
    if not is_counted:
        raise OperationError(op, "its second operand must be the positions of the elements (iota)")
    wanted = (*shape[:dim], count.value.data, *shape[dim + 1 :])
    if any(tensor_type(each).get_shape() != wanted for each in op.results):
        raise OperationError(op, f"its results must have shape {[*wanted]}")
    return count.value.data, dim


def _direction(op: stablehlo.CustomCallOp, comparators: dict[str, FuncOp]) -> ComparisonDirection:
    """Return GT if `op` selects the largest elements, LT for the smallest, by its comparison
    function.
    """
    called = op.called_computations
    names = [each.string_value() for each in called or ()]
    block = (
        comparators[names[0]].body.block if len(names) == 1 and names[0] in comparators else None
    )
    first = None if block is None else block.first_op
    if (
        block is None
        or not isinstance(first, stablehlo.CompareOp)
        or first.next_op is not block.last_op
        or tuple(first.operands) != tuple(block.args[:2])
        or first.comparison_direction.value not in (ComparisonDirection.GT, ComparisonDirection.LT)
    ):
        raise OperationError(op, "its computation must compare two elements by GT or LT")
    return first.comparison_direction.value
