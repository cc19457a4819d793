"""`ttir-fold-constants`: compute ops on constants at compile time."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, prod
from typing import Any, cast

from typing_extensions import override
from xdsl.dialects.builtin import AnyFloat, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttir.constants import (
    array_of,
    computed,
    elements_attribute,
    is_constant,
    numpy_type,
    splat_attribute,
    splat_number,
    with_type,
)
from ttmlir_py.passes.ttir.rules import Rule, RuleBuilder, Rules, apply_rules, element_of, inputs_of

LARGEST_GROWTH = 1024
"""A constant with more elements than this may not replace an op on smaller constants."""
LARGEST_COPY = 1 << 26
"""Constants with more elements than this are not computed at compile time."""


def _constant(builder: RuleBuilder, type_: Attribute, value: Attribute | None) -> SSAValue | None:
    return None if value is None else builder.value(ttir.ConstantOp, (), type_, value=value)


def fold_reshape(op: Operation, builder: RuleBuilder) -> SSAValue | None:
    """Return the constant input of a reshape, squeeze or unsqueeze with the shape of the result.

    Law: `f(constant(v)) == constant(v)`, with the elements in the same order.

    Ends: an op on constants less.
    """
    source, type_ = op.operands[0].owner, tensor_type(op.results[0])
    if not isinstance(source, ttir.ConstantOp):
        return None
    return _constant(builder, type_, with_type(source, type_))


def fold_broadcast(op: ttir.BroadcastOp, builder: RuleBuilder) -> SSAValue | None:
    """Return a constant of the result's shape for an input with one repeated number.

    Law: `broadcast(constant(c)) == constant(c)`, if `c` is one number.

    Ends: an op on constants less.
    """
    number, type_ = splat_number(op.input), tensor_type(op.result)
    return None if number is None else _constant(builder, type_, splat_attribute(type_, number))


def fold_permute(op: Operation, builder: RuleBuilder) -> SSAValue | None:
    """Return the constant input of a permutation or transposition with its elements permuted.

    Law: `f(constant(v)) == constant(f(v))`, if `f` permutes dimensions.

    Ends: an op on constants less.
    """
    value = op.operands[0]
    if not is_constant(value) or prod(shape_of(value)) > LARGEST_COPY:
        return None
    if (array := array_of(value)) is None:
        return None
    if isinstance(op, ttir.TransposeOp):
        array = array.swapaxes(op.dim0.value.data, op.dim1.value.data)
    else:
        array = array.transpose(integers(cast("ttir.PermuteOp", op).permutation))
    type_ = tensor_type(op.results[0])
    return _constant(builder, type_, elements_attribute(type_, array))


def fold_slice(op: ttir.SliceOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the slice of a constant.

    Law: `slice(constant(v)) == constant(slice(v))`.

    Ends: an op on constants less.
    """
    if not is_constant(op.input) or (array := array_of(op.input)) is None:
        return None
    bounds = zip(integers(op.begins), integers(op.ends), integers(op.step), strict=True)
    part = array[tuple(slice(*each) for each in bounds)]
    type_ = tensor_type(op.result)
    if part.shape != type_.get_shape():
        return None
    return _constant(builder, type_, elements_attribute(type_, part))


def fold_typecast(op: ttir.TypecastOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the constant in the result's element type. Floats become only integers that equal
    them.

    Law: `typecast(constant(v)) == constant(v)`, rounded to the type.

    Ends: an op on constants less.
    """
    import numpy as np

    value, type_ = op.operands[0], tensor_type(op.results[0])
    source, target = element_of(value), type_.element_type
    kind = numpy_type(target)
    if kind is None or not isinstance(source, AnyFloat | IntegerType):
        return None
    if (number := splat_number(value)) is not None:
        if is_integer_type(target) and not _fits(number, target):
            return None
        return _constant(builder, type_, splat_attribute(type_, number))
    if is_integer_type(target) or (array := array_of(value)) is None:
        return None
    with np.errstate(all="ignore"):
        return _constant(builder, type_, elements_attribute(type_, array.astype(kind)))


def _fits(number: float, type_: IntegerType) -> bool:
    """Whether `number` is an integer that every signedness of the type holds."""
    return isfinite(number) and number == int(number) and 0 <= number < 1 << (type_.bitwidth - 1)


def _numpy(name: str) -> Callable[..., Any]:
    """Return a function that calls numpy's function `name`. numpy is imported by the first call."""

    def call(*arrays: Any) -> Any:
        import numpy as np

        return getattr(np, name)(*arrays)

    return call


def _rsqrt(x: Any) -> Any:
    return 1 / _numpy("sqrt")(x)


FUNCTIONS: dict[type[ElementwiseOp], Callable[..., Any]] = {
    ttir.AbsOp: _numpy("abs"),
    ttir.AddOp: _numpy("add"),
    ttir.DivOp: _numpy("divide"),
    ttir.ExpOp: _numpy("exp"),
    ttir.MaximumOp: _numpy("maximum"),
    ttir.MinimumOp: _numpy("minimum"),
    ttir.MultiplyOp: _numpy("multiply"),
    ttir.NegOp: _numpy("negative"),
    ttir.RsqrtOp: _rsqrt,
    ttir.SqrtOp: _numpy("sqrt"),
    ttir.SubtractOp: _numpy("subtract"),
}
"""Maps classes of ops that are computed at compile time to their functions of float64."""


def fold_elementwise(op: ElementwiseOp, builder: RuleBuilder) -> SSAValue | None:
    """Return the result of a function of constants, which are floats or have one repeated number.

    Law: `f(constant(v), constant(w)) == constant(f(v, w))`, rounded once to the result's type.

    Ends: an op on constants less.
    """
    function, inputs = FUNCTIONS.get(type(op)), inputs_of(op)
    if function is None or not all(map(is_constant, inputs)):
        return None
    type_ = tensor_type(op.results[0])
    count = prod(type_.get_shape())
    largest = max(prod(shape_of(each)) for each in inputs)
    if not isinstance(type_.element_type, AnyFloat) or count > LARGEST_COPY:
        return None
    numbers = [splat_number(each) for each in inputs]
    if all(number is not None for number in numbers):
        return _splat_of(op, function, builder)
    if count > max(largest, LARGEST_GROWTH):
        return None
    return _constant(builder, type_, computed(op, function, inputs))


def _splat_of(
    op: ElementwiseOp, function: Callable[..., Any], builder: RuleBuilder
) -> SSAValue | None:
    import numpy as np

    numbers = [np.float64(cast(float, splat_number(each))) for each in inputs_of(op)]
    with np.errstate(all="ignore"):
        number = float(function(*numbers))
    type_ = tensor_type(op.results[0])
    return _constant(builder, type_, splat_attribute(type_, number))


def _table() -> Rules:
    rules: dict[type[Operation], tuple[Rule, ...]] = {
        ttir.ReshapeOp: (fold_reshape,),
        ttir.SqueezeOp: (fold_reshape,),
        ttir.UnsqueezeOp: (fold_reshape,),
        ttir.BroadcastOp: (fold_broadcast,),
        ttir.PermuteOp: (fold_permute,),
        ttir.TransposeOp: (fold_permute,),
        ttir.SliceOp: (fold_slice,),
        ttir.TypecastOp: (fold_typecast,),
    }
    return rules | dict.fromkeys(FUNCTIONS, (fold_elementwise,))


RULES: Rules = _table()


class TTIRFoldConstantsPass(Pass):
    """Compute operations on constants

    Casts, reshapes, permutations, slices, and broadcasts of one number become constants in their
    target type, and so do element-wise functions of floats. Integers that a cast to another width
    would change are left alone, and results that are much larger than their operands.
    """

    name = "ttir-fold-constants"
    cpp_name = "TTIRFoldConstants"

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        return apply_rules(op, context, (RULES,))
