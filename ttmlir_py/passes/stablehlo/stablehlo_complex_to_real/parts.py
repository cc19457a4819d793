"""Pairs of real tensors that stand for complex tensors, and a builder of StableHLO on real
tensors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, i1
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import stablehlo
from ttmlir_py.dialects.stablehlo.attributes import ComparisonDirectionAttr
from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection
from ttmlir_py.dialects.stablehlo.rules.common import element_type, tensor, with_element
from ttmlir_py.dialects.tensor_types import RankedTensor, shape_of
from ttmlir_py.ir.elements import splat_data
from ttmlir_py.ir.narrowing import is_any_tensor_type, is_complex_type
from ttmlir_py.passes.ttir.constants import splat_attribute
from ttmlir_py.rewriting.attributes import dense_i64_array
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import defining_op


class Parts(NamedTuple):
    """The real and the imaginary part of a complex tensor, of the same shape and type."""

    re: SSAValue
    im: SSAValue


def is_complex(type_: Attribute) -> bool:
    """Whether `type_` is a tensor of complex numbers."""
    return is_any_tensor_type(type_) and is_complex_type(type_.element_type)


def is_zero(value: SSAValue) -> bool:
    """Whether `value` is a constant whose elements are all 0."""
    constant = defining_op(value, stablehlo.ConstantOp)
    return constant is not None and not any(splat_data(constant.value) or b"1")


class Reals(Builder):
    """A builder of StableHLO ops on real tensors. Operands of an op have equal types."""

    __slots__ = ()

    def unary(self, cls: type[Operation], x: SSAValue) -> SSAValue:
        """Return the result of the op `cls`, of the type of `x`."""
        return self.value(cls, (x,), x.type)

    def binary(self, cls: type[Operation], x: SSAValue, y: SSAValue) -> SSAValue:
        """Return the result of the op `cls`, of the type of `x` and `y`."""
        return self.value(cls, (x, y), x.type)

    def add(self, x: SSAValue, y: SSAValue) -> SSAValue:
        """Return `x + y`."""
        return self.binary(stablehlo.AddOp, x, y)

    def subtract(self, x: SSAValue, y: SSAValue) -> SSAValue:
        """Return `x - y`."""
        return self.binary(stablehlo.SubtractOp, x, y)

    def multiply(self, x: SSAValue, y: SSAValue) -> SSAValue:
        """Return `x * y`."""
        return self.binary(stablehlo.MulOp, x, y)

    def divide(self, x: SSAValue, y: SSAValue) -> SSAValue:
        """Return `x / y`."""
        return self.binary(stablehlo.DivOp, x, y)

    def negate(self, x: SSAValue) -> SSAValue:
        """Return `-x`."""
        return self.unary(stablehlo.NegOp, x)

    def abs(self, x: SSAValue) -> SSAValue:
        """Return `|x|`."""
        return self.unary(stablehlo.AbsOp, x)

    def number(self, value: float, type_: Attribute) -> SSAValue:
        """Return a tensor of type `type_` whose elements are all `value`."""
        elements = splat_attribute(cast(RankedTensor, type_), value)
        assert elements is not None
        return self.value(stablehlo.ConstantOp, (), type_, value=elements)

    def constant(self, type_: Any, data: bytes) -> SSAValue:
        """Return a constant of type `type_` with the bytes `data`."""
        elements = DenseIntOrFPElementsAttr[Any](type_, BytesAttr(data))
        return self.value(stablehlo.ConstantOp, (), type_, value=elements)

    def complex(self, x: SSAValue) -> Parts:
        """Return the real tensor `x` as complex numbers."""
        return Parts(x, self.number(0, x.type))

    def compare(self, direction: ComparisonDirection, x: SSAValue, y: SSAValue) -> SSAValue:
        """Return where `x` and `y` have the relation `direction`."""
        return self.value(
            stablehlo.CompareOp,
            (x, y),
            with_element(x.type, i1),
            comparison_direction=ComparisonDirectionAttr(direction),
        )

    def select(self, condition: SSAValue, x: SSAValue, y: SSAValue) -> SSAValue:
        """Return `x` where `condition` is true, and `y` elsewhere."""
        return self.value(stablehlo.SelectOp, (condition, x, y), x.type)

    def reshape(self, x: SSAValue, shape: Sequence[int]) -> SSAValue:
        """Return the elements of `x` in another shape."""
        return self.value(stablehlo.ReshapeOp, (x,), tensor(shape, element_type(x.type)))

    def transpose(self, x: SSAValue, order: Sequence[int]) -> SSAValue:
        """Return `x` with its dimensions in another order."""
        if list(order) == sorted(order):
            return x
        shape = shape_of(x)
        type_ = tensor([shape[each] for each in order], element_type(x.type))
        return self.value(stablehlo.TransposeOp, (x,), type_, permutation=dense_i64_array(order))

    def halves(self, x: SSAValue) -> tuple[SSAValue, SSAValue]:
        """Return the first and the second half of the last dimension, without the last element of
        an odd size.
        """
        half = shape_of(x)[-1] // 2
        return self.slice_last(x, 0, half), self.slice_last(x, half, 2 * half)

    def slice_last(self, x: SSAValue, start: int, stop: int) -> SSAValue:
        """Return the elements from `start` to `stop` of the last dimension."""
        shape = shape_of(x)
        return self.value(
            stablehlo.SliceOp,
            (x,),
            tensor((*shape[:-1], stop - start), element_type(x.type)),
            start_indices=dense_i64_array([0] * (len(shape) - 1) + [start]),
            limit_indices=dense_i64_array([*shape[:-1], stop]),
            strides=dense_i64_array([1] * len(shape)),
        )
