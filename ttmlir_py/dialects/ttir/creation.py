"""TTIR: ops that create tensors from attributes."""

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerType, TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, prop_def, traits_def
from xdsl.traits import ConstantLike
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.creation import arange_length, verify_filled
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.dialects.ttir.interfaces import DestinationStyleOp, ResultOp
from ttmlir_py.dialects.ttir.ranges import Range, elements_range
from ttmlir_py.ir.definition.constraints import (
    AnyRankedTensor,
    DenseI32ArrayAttr,
    ElementsAttr,
    I32Attr,
    I64Attr,
    SI64Attr,
)
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


@op_definition
class GetDimensionSizeOp(ResultOp):
    """The size of one dimension, as a tensor."""

    name = "ttir.get_dimension_size"
    operand = operand_def(AnyRankedTensor)
    dimension = prop_def(I32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.get_dimension_size`: the dimension exists. Upstream fails without a message
        of its own.
        """
        dimension, rank = self.dimension.value.data, len(shape_of(self.operand))
        if not 0 <= dimension < rank:
            raise VerifyException(
                f"dimension {dimension} is out of range for an operand of rank {rank}"
            )

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """Return the size of the dimension if the result has 32-bit integers, otherwise None.

        Law: `get_dimension_size(x, d) == shape(x)[d]`.
        """
        size, type_ = shape_of(self.operand)[self.dimension.value.data], tensor_type(self.result)
        element = type_.element_type
        if size < 0 or not (
            isinstance(element, IntegerType) and element.bitwidth == 32 and type_.has_static_shape()
        ):
            return None
        return [DenseIntOrFPElementsAttr.from_list(cast(TensorType[IntegerType], type_), [size])]


@op_definition
class ArangeOp(ResultOp):
    """`start, start + step, ...` up to `end`, along `arange_dimension`, constant along the
    others.
    """

    name = "ttir.arange"
    start = prop_def(SI64Attr)
    end = prop_def(SI64Attr)
    step = prop_def(SI64Attr)
    arange_dimension = prop_def(I64Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.arange`: the range fills its dimension."""
        start, end, step = self.start.value.data, self.end.value.data, self.step.value.data
        dimension = self.arange_dimension.value.data
        if step == 0:
            raise VerifyException("Step value cannot be zero")
        count = arange_length(start, end, step)
        shape = shape_of(self.result)
        size = shape[dimension] if 0 <= dimension < len(shape) else 0
        if count != size:
            raise VerifyException(
                f"Output tensor shape must be {count} at dim {dimension} (since start={start}, "
                f"end={end}, step={step}), but got {size}"
            )

    def elements_range(self) -> Range | None:
        """Return the range of the elements: from the start to the last value."""
        start, end, step = self.start.value.data, self.end.value.data, self.step.value.data
        last = start + (abs(end - start) - 1) // abs(step) * step
        return Range(min(start, last), max(start, last))


class FilledOp(ResultOp):
    """A tensor filled with one number."""

    shape = prop_def(DenseI32ArrayAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check the shape with `verify_filled`."""
        verify_filled(integers(self.shape), shape_of(self.result))


@op_definition
class ZerosOp(FilledOp):
    """A tensor of zeros."""

    name = "ttir.zeros"

    def elements_range(self) -> Range | None:
        """Return the range of the elements, which are all 0."""
        return Range(0, 0)


@op_definition
class OnesOp(FilledOp):
    """A tensor of ones."""

    name = "ttir.ones"

    def elements_range(self) -> Range | None:
        """Return the range of the elements, which are all 1."""
        return Range(1, 1)


@op_definition
class ConstantOp(ResultOp):
    """A tensor given by its elements."""

    name = "ttir.constant"
    SAME_SHAPES: ClassVar[tuple[str, ...]] = ("value", "result")
    traits = traits_def(ConstantLike())
    value = prop_def(ElementsAttr)

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """Return the constant's value.

        Law: `constant(v) == v`.
        """
        return [self.value]

    def elements_range(self) -> Range | None:
        """Return the range of the constant's elements."""
        return elements_range(self.value)


@op_definition
class FillOp(DestinationStyleOp):
    """Write the elements of `value` into `output`."""

    name = "ttir.fill"
    SAME_SHAPES: ClassVar[tuple[str, ...]] = ("value", "result")
    value = prop_def(ElementsAttr)

    def elements_range(self) -> Range | None:
        """Return the range of the elements that the op writes."""
        return elements_range(self.value)
