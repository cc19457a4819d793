"""`ttir-move-reshapes`: move reshapes and permutations behind the ops that use them."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import Shape, integers, shape_of, tensor_type
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.dialects.ttir.reduction import ReductionOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttir.constants import is_constant, splat_attribute, splat_number
from ttmlir_py.passes.ttir.rules import (
    RuleBuilder,
    Rules,
    apply_rules,
    inputs_of,
    is_as_dense,
    is_elementwise,
    made_by,
    unit_map,
    users_of,
    with_shape,
)
from ttmlir_py.rewriting.attributes import bool_attr, i32_array, si32

_PASSED = (ReductionOp, ttir.SoftmaxOp, ttir.MatmulOp, ttir.ReshapeOp, ttir.PermuteOp)
"""Ops besides element-wise ones that reshapes move behind."""


def _may_move(value: SSAValue) -> bool:
    """Whether reshapes and permutations may move behind all users of `value`."""
    return all(is_elementwise(user) or isinstance(user, _PASSED) for user in users_of(value))


def elementwise_of_reshape(op: Operation, builder: RuleBuilder) -> SSAValue | None:
    """Return the reshape of an element-wise op whose operand is the input of the reshape.

    Other operands must be constants, or reshaped in the same way. The op must not need many more
    tiles in the shape before the reshape.

    Law: `f(reshape(x), reshape(y)) == reshape(f(x, y))`.

    Ends: a reshape is one op nearer to the results, and no rule moves one back to its operand.
    """
    inputs, shape = inputs_of(op), shape_of(op.results[0])
    found = [made_by(each, ttir.ReshapeOp) for each in inputs]
    first = next(
        (each for each in found if each is not None and shape_of(each.result) == shape), None
    )
    if first is None or not _may_move(first.result):
        return None
    source = shape_of(first.input)
    if not source or not is_as_dense(source, shape):
        return None
    places = unit_map(source, shape)
    unshaped = [_unshaped(each, source, shape, places) for each in inputs]
    if any(each is None for each in unshaped):
        return None
    values = [
        builder.reshaped(value, wanted)
        if value.owner is not first or wanted != source
        else first.input
        for value, wanted in (each for each in unshaped if each is not None)
    ]
    return builder.reshape(builder.again(op, values, source), shape)


def _unshaped(
    value: SSAValue, source: Shape, shape: Shape, places: dict[int, int] | None
) -> tuple[SSAValue, Shape] | None:
    """Return the operand, and the shape that it must have, of an element-wise op that moves before
    a reshape from `source` to `shape`. `value` is the operand after the reshape.

    Return None if another reshape would be needed. `places` maps the dimensions if the reshape only
    adds or removes dimensions of size 1.
    """
    inner = made_by(value, ttir.ReshapeOp)
    own = shape_of(value)
    if inner is None and not is_constant(value):
        return None
    base = value if inner is None else inner.input
    if own == shape:
        return None if inner is not None and shape_of(base) != source else (base, source)
    if places is None or len(own) != len(shape):
        return None
    wanted = [1] * len(source)
    for dim, place in places.items():
        wanted[place] = own[dim]
    if inner is not None and shape_of(base) != tuple(wanted) and not _is_row(base):
        return None
    return base, tuple(wanted)


def _is_row(value: SSAValue) -> bool:
    """Whether all dimensions of `value` but the last have size 1, so that reshapes are cheap."""
    return set(shape_of(value)[:-1]) <= {1}


def reduction_of_reshape(op: ReductionOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the reshape of a reduction, if the reshape only adds or removes dimensions of size 1.

    Law: `f(reshape(x), dims) == reshape(f(x, dims'))`, if `f` is a reduction.

    Ends: a reshape is one op nearer to the results.
    """
    inner = made_by(op.input, ttir.ReshapeOp)
    if inner is None or op.dim_arg is None or not _may_move(op.input):
        return None
    source, shape = shape_of(inner.input), shape_of(op.input)
    places = unit_map(source, shape)
    if places is None or not is_as_dense(source, shape):
        return None
    dims = sorted(
        places[dim % len(shape)] for dim in integers(op.dim_arg) if dim % len(shape) in places
    )
    if not dims:
        return None
    kept = tuple(1 if dim in dims else size for dim, size in enumerate(source))
    properties = op.properties | {"dim_arg": i32_array(dims), "keep_dim": bool_attr(True)}
    like = tensor_type(op.results[0])
    value = builder.dps(op.__class__, [inner.input], like, kept, **properties)
    return builder.reshape(value, shape_of(op.results[0]))


def softmax_of_reshape(op: ttir.SoftmaxOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the reshape of a softmax, if the reshape only adds or removes dimensions of size 1.

    Law: `softmax(reshape(x), d) == reshape(softmax(x, d'))`.

    Ends: a reshape is one op nearer to the results.
    """
    inner = made_by(op.input, ttir.ReshapeOp)
    if inner is None or not _may_move(op.input):
        return None
    source, shape = shape_of(inner.input), shape_of(op.input)
    places = unit_map(source, shape)
    dim = op.dimension.value.data % len(shape)
    if places is None or dim not in places or not is_as_dense(source, shape):
        return None
    value = builder.dps(
        ttir.SoftmaxOp, [inner.input], tensor_type(op.result), source, dimension=si32(places[dim])
    )
    return builder.reshape(value, shape)


def matmul_of_batches(op: ttir.MatmulOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the reshape of a product whose operands have the same reshaped batch dimensions.

    Law: `matmul(reshape(x), reshape(y)) == reshape(matmul(x, y))`, if only batches are reshaped.

    Ends: two reshapes become one, one op nearer to the results.
    """
    left, right = (made_by(each, ttir.ReshapeOp) for each in (op.a, op.b))
    if left is None or right is None:
        return None
    pairs = [(shape_of(each.input), shape_of(each.result)) for each in (left, right)]
    if any(min(len(a), len(b)) < 2 or a[-2:] != b[-2:] for a, b in pairs):
        return None
    if pairs[0][0][:-2] != pairs[1][0][:-2] or pairs[0][1][:-2] != pairs[1][1][:-2]:
        return None
    batch, rows, columns = pairs[0][0][:-2], pairs[0][0][-2], pairs[1][0][-1]
    shape = (*batch, rows, columns)
    value = builder.dps(ttir.MatmulOp, [left.input, right.input], tensor_type(op.result), shape)
    return builder.reshape(value, shape_of(op.result))


def matmul_of_merged_rows(op: ttir.MatmulOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the reshape of a product of all rows of `x` with a matrix.

    The reshape must keep the last dimension. The product must not need many more tiles without it.

    Law: `matmul(reshape(x), w) == reshape(matmul(x, w))`, if `w` is a matrix.

    Ends: a reshape is one op nearer to the results. `reshape_of_product` takes one less.
    """
    left = made_by(op.a, ttir.ReshapeOp)
    if left is None or len(shape_of(op.b)) != 2 or len(shape_of(op.a)) < 2:
        return None
    source, columns = shape_of(left.input), shape_of(op.b)[-1]
    if len(source) < 2 or source[-1] != shape_of(op.a)[-1]:
        return None
    shape = (*source[:-1], columns)
    if not is_as_dense(shape, shape_of(op.result)) or not is_as_dense(source, shape_of(op.a)):
        return None
    value = builder.dps(ttir.MatmulOp, [left.input, op.b], tensor_type(op.result), shape)
    return builder.reshape(value, shape_of(op.result))


def elementwise_of_permute(op: Operation, builder: RuleBuilder) -> SSAValue | None:
    """Return the permutation of an element-wise op on the operand before the permutation.

    Other operands must be constants, permuted in the same way, or needed in the other order by
    another op, too.

    Law: `f(permute(x, p), permute(y, p)) == permute(f(x, y), p)`.

    Ends: a permutation is one op nearer to the results, and every other one that is added cancels.
    """
    inputs, shape = inputs_of(op), shape_of(op.results[0])
    found = [made_by(each, ttir.PermuteOp) for each in inputs]
    first = next(
        (each for each in found if each is not None and shape_of(each.result) == shape), None
    )
    if first is None or not all(is_elementwise(user) for user in users_of(first.result)):
        return None
    order = integers(first.permutation)
    inverse = tuple(sorted(range(len(order)), key=order.__getitem__))
    source = shape_of(first.input)
    if not is_as_dense(source, shape):
        return None
    if not all(_permutes_freely(each, order, inverse, found) for each in inputs):
        return None
    values = [_unpermuted(each, order, inverse, builder) for each in inputs]
    return builder.permute(builder.again(op, values, source), order)


def _permutes_freely(
    value: SSAValue,
    order: Sequence[int],
    inverse: Sequence[int],
    own: Sequence[ttir.PermuteOp | None],
) -> bool:
    """Whether the operand `value` of an element-wise op can be read in the order before the
    permutation `order` without an additional op.

    It can if it is a constant, if it is permuted by `order`, or if another op permutes it by
    `inverse` already. `own` are the permutations that are operands of the element-wise op itself,
    which do not count as other ops.
    """
    if len(shape_of(value)) != len(order):
        return False
    inner = made_by(value, ttir.PermuteOp)
    if inner is not None:
        return integers(inner.permutation) == tuple(order)
    if is_constant(value):
        return True
    if any(each is not None and each.input is value for each in own):
        return False  # both orders need one permutation
    return any(
        integers(user.permutation) == tuple(inverse)
        for user in users_of(value)
        if isinstance(user, ttir.PermuteOp) and user not in own
    )


def _unpermuted(
    value: SSAValue, order: Sequence[int], inverse: Sequence[int], builder: RuleBuilder
) -> SSAValue:
    inner = made_by(value, ttir.PermuteOp)
    if inner is not None:
        return inner.input
    if (number := splat_number(value)) is not None:
        type_ = with_shape(value, [shape_of(value)[dim] for dim in inverse])
        if (elements := splat_attribute(type_, number)) is not None:
            return builder.value(ttir.ConstantOp, (), type_, value=elements)
    return builder.permute(value, inverse)


RULES: Rules = {
    ElementwiseOp: (elementwise_of_reshape, elementwise_of_permute),
    ttir.ClampOp: (elementwise_of_reshape, elementwise_of_permute),
    ReductionOp: (reduction_of_reshape,),
    ttir.SoftmaxOp: (softmax_of_reshape,),
    ttir.MatmulOp: (matmul_of_batches, matmul_of_merged_rows),
}


class TTIRMoveReshapesPass(Pass):
    """Move reshapes and permutations behind their users

    Reshapes move behind element-wise ops, reductions, softmax and matrix products, and permutations
    behind element-wise ops, so that they meet others and cancel. An op keeps its place if it would
    need over a quarter more tiles.
    """

    name = "ttir-move-reshapes"
    cpp_name = "TTIRMoveReshapes"

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        return apply_rules(op, context, (RULES,))
