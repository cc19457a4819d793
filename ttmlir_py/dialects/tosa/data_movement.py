"""TOSA: ops that move elements without changing them."""

from __future__ import annotations

from math import prod
from operator import is_
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    IntegerType,
    TensorType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.traits import ConstantLike
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tensor_types import integers
from ttmlir_py.dialects.tosa.constraints import (
    Int32Or64Tensor,
    Int32Tensor2D,
    IntArrayAttr2,
    IntArrayAttr4,
    PadOpQuantizationAttr,
    RankedTensor,
    ResizeTypeAttr,
    ScalarTensor,
    Tensor,
    Tensor3D,
    Tensor4D,
)
from ttmlir_py.dialects.tosa.folding import (
    constant_elements,
    fold_reduction,
    fold_splat,
    splat_elements,
    splat_number,
    static_type,
    the_input,
)
from ttmlir_py.dialects.tosa.interfaces import (
    PureOp,
    element_type_of,
    shape_of,
    verify_no_empty_dimension,
)
from ttmlir_py.dialects.tosa.reduction import AxisOp
from ttmlir_py.ir.definition.constraints import DenseI64ArrayAttr, I32Attr
from ttmlir_py.ir.definition.inference import InfersTypes, compatible_shapes
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.elements import element_size, splat_data
from ttmlir_py.ir.external_models import FoldResult
from ttmlir_py.ir.narrowing import is_tensor_type

if TYPE_CHECKING:
    from xdsl.pattern_rewriter import RewritePattern

_TO_BE_FOUND = -1
"""The value in `new_shape` of a size that is inferred from the other sizes."""


@op_definition
class ConcatOp(InfersTypes, PureOp):
    """The concatenation of the operands along `axis`."""

    name = "tosa.concat"
    input1 = var_operand_def(Tensor)
    axis = prop_def(I32Attr)
    output = result_def(Tensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `tosa.concat`: there are operands and the axis exists. MLIR crashes, or shows
        uninitialized memory.
        """
        if not self.operands:
            raise VerifyException("expects at least one operand")
        axis, shapes = self.axis.value.data, [shape_of(value) for value in self.operands]
        ranks = {len(shape) for shape in shapes if shape is not None}
        if len(ranks) > 1:
            raise VerifyException("expects operands of one rank")
        if any(not 0 <= axis < rank for rank in ranks):
            raise VerifyException(f"axis {axis} is out of range for operands of rank {min(ranks)}")

    @local_verifier
    def infer_types(self) -> list[Attribute]:
        """Return the result type of `tosa.concat`: the input type with the sizes along the axis
        summed; the others must be equal.
        """
        axis, element = self.axis.value.data, element_type_of(self.operands[0])
        shapes = [shape_of(value) for value in self.operands]
        known = [shape for shape in shapes if shape is not None]
        if not known:
            return [UnrankedTensorType(element)]
        result = [DYNAMIC_INDEX] * len(known[0])
        for shape in known:
            for dim, size in enumerate(shape):
                if dim == axis or size == DYNAMIC_INDEX:
                    continue
                if result[dim] not in (DYNAMIC_INDEX, size):
                    raise VerifyException(
                        "Cannot concat tensors with different sizes on the non-axis dimension "
                        f"{dim}"
                    )
                result[dim] = size
        lengths = [shape[axis] for shape in known]
        if len(known) == len(shapes) and DYNAMIC_INDEX not in lengths:
            result[axis] = sum(lengths)
        return [TensorType(element, result)]

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the canonicalization patterns of `tosa.concat`."""
        from ttmlir_py.dialects.tosa.canonicalization import CONCAT_PATTERNS

        return CONCAT_PATTERNS

    def fold(self) -> FoldResult | None:
        """Return the op's inputs with concatenations along the same axis replaced by their
        operands.
        """
        values: list[SSAValue] = []
        for value in self.operands:
            inner = value.owner
            if isinstance(inner, ConcatOp) and inner.axis == self.axis:
                values += inner.operands
            else:
                values.append(value)
        if len(values) == len(self.operands) and all(map(is_, values, self.operands)):
            return None
        self.operands = values
        return []


@op_definition
class PadOp(PureOp):
    """The input with `pad_const`, or 0, around it; `padding` has a row (before, after) per
    dimension.
    """

    name = "tosa.pad"
    input1 = operand_def(RankedTensor)
    padding = operand_def(Int32Or64Tensor)
    pad_const = opt_operand_def(ScalarTensor)
    quantization_info = opt_prop_def(PadOpQuantizationAttr)
    output = result_def(RankedTensor)

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the canonicalization patterns of `tosa.pad`."""
        from ttmlir_py.dialects.tosa.canonicalization import PAD_PATTERNS

        return PAD_PATTERNS

    def fold(self) -> FoldResult | None:
        """Return the input if all padding is zero, otherwise None."""
        sizes = splat_number(splat_elements(self.padding))
        return the_input(self) if sizes == 0 else None


@op_definition
class ReshapeOp(InfersTypes, PureOp):
    """The same elements in another shape; a size of -1 is inferred from the others."""

    name = "tosa.reshape"
    input1 = operand_def(Tensor)
    new_shape = prop_def(DenseI64ArrayAttr)
    output = result_def(RankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `tosa.reshape`: the shapes are consistent and have the same number of elements."""
        verify_no_empty_dimension(self.input1, self.output)
        new_shape, result = integers(self.new_shape), shape_of(self.output) or ()
        if len(new_shape) != len(result):
            raise VerifyException("new shape does not match result rank")
        for new, old in zip(new_shape, result, strict=True):
            if new != _TO_BE_FOUND and old not in (DYNAMIC_INDEX, new):
                raise VerifyException("new shape is inconsistent with result shape")
        self._verify_element_count(new_shape, result)
        if new_shape.count(_TO_BE_FOUND) > 1:
            raise VerifyException("expected at most one target dimension to be -1")

    def _verify_element_count(self, new_shape: tuple[int, ...], result: tuple[int, ...]) -> None:
        shape = shape_of(self.input1)
        if shape is None or DYNAMIC_INDEX in shape:
            return
        count = prod(shape)
        if DYNAMIC_INDEX not in result and prod(result) != count:
            raise VerifyException(f"cannot reshape {count} elements into {prod(result)}")
        known = [size for size in new_shape if size > 0]
        new_count = prod(known)
        if new_count > count or (len(known) == len(new_shape) and new_count != count):
            raise VerifyException(f"cannot reshape {count} elements into {new_count}")

    @local_verifier
    def infer_types(self) -> list[Attribute]:
        """Return the result type of `tosa.reshape`: the new shape with the inferred size."""
        shape = shape_of(self.input1)
        sizes = [DYNAMIC_INDEX if s == _TO_BE_FOUND else s for s in integers(self.new_shape)]
        if shape is not None and DYNAMIC_INDEX not in shape:
            known = prod(size for size in sizes if size != DYNAMIC_INDEX) or 1
            sizes = [prod(shape) // known if s == DYNAMIC_INDEX else s for s in sizes]
        return [TensorType(element_type_of(self.input1), sizes)]

    def fold(self) -> FoldResult | None:
        """Return the input of a reshape to the same shape, or the reshaped constant.

        A reshape of a reshape is changed in place to one reshape.
        """
        source, result = self.input1.type, self.output.type
        if source == result and is_tensor_type(source):
            return [self.input1] if source.get_shape().count(DYNAMIC_INDEX) < 2 else None
        if isinstance(producer := self.input1.owner, ReshapeOp):
            self.operands = [producer.input1]
            return []
        return fold_splat(self) or self._reshaped_constant()

    def _reshaped_constant(self) -> FoldResult | None:
        """Return the reshaped elements of a constant without other users, otherwise None."""
        elements, result = constant_elements(self.input1), static_type(self.output)
        if elements is None or result is None or not self.input1.has_one_use():
            return None
        return [DenseIntOrFPElementsAttr(cast(Any, result), elements.data)]


@op_definition
class ReverseOp(AxisOp):
    """The input with the order along `axis` reversed."""

    name = "tosa.reverse"

    @local_verifier
    def verify_op(self) -> None:
        """Check `tosa.reverse`: the axis exists."""
        if self.axis.value.data < 0:
            raise VerifyException("expected non-negative reverse axis")
        self.verify_axis("reverse")

    def fold(self) -> FoldResult | None:
        """Return the input if all of its elements are equal, or if the axis has size 1."""
        return fold_splat(self) or fold_reduction(self, self.axis.value.data)


@op_definition
class SliceOp(PureOp):
    """The elements from `start` on, with `size` elements in each dimension."""

    name = "tosa.slice"
    input = operand_def(Tensor)
    start = prop_def(DenseI64ArrayAttr)
    size = prop_def(DenseI64ArrayAttr)
    output = result_def(Tensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `tosa.slice`: each dimension has a number."""
        shape = shape_of(self.input)
        for name, numbers in (("start", self.start), ("size", self.size)):
            if shape is not None and len(numbers) != len(shape):
                raise VerifyException(
                    f"length of {name} attribute is not equal rank of input shape"
                )

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the canonicalization patterns of `tosa.slice`."""
        from ttmlir_py.dialects.tosa.canonicalization import SLICE_PATTERNS

        return SLICE_PATTERNS

    def fold(self) -> FoldResult | None:
        """Return the input of a slice of everything or of equal elements, or a single element of a
        constant.
        """
        if static_type(self.input) is not None and (same := the_input(self)) is not None:
            return same
        return fold_splat(self) or self._single_element()

    def _single_element(self) -> FoldResult | None:
        elements, result = constant_elements(self.input), static_type(self.output)
        shape = static_type(self.input)
        if elements is None or result is None or shape is None or prod(result.get_shape()) != 1:
            return None
        index = 0
        for start, size in zip(integers(self.start), shape.get_shape(), strict=True):
            if not 0 <= start < size:
                return None
            index = index * size + start
        size = element_size(elements)
        data = elements.data.data[index * size : (index + 1) * size]
        return [DenseIntOrFPElementsAttr(cast(Any, result), BytesAttr(data))]


@op_definition
class TileOp(PureOp):
    """The input repeated `multiples` times in each dimension."""

    name = "tosa.tile"
    input1 = operand_def(Tensor)
    multiples = prop_def(DenseI64ArrayAttr)
    output = result_def(Tensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `tosa.tile`: each dimension has a factor."""
        before, after = shape_of(self.input1), shape_of(self.output)
        count = len(self.multiples)
        shape = after if before is None else before
        if shape is not None and len(shape) != count:
            raise VerifyException(
                f"expect 'multiples' array to have length {len(shape)} but got {count}."
            )
        if before is not None and after is not None and len(before) != len(after):
            raise VerifyException("expect same input and output tensor rank.")

    def fold(self) -> FoldResult | None:
        """Return the input if it is repeated only once, otherwise None."""
        return the_input(self) if all(factor == 1 for factor in integers(self.multiples)) else None


@op_definition
class TransposeOp(PureOp):
    """The input with its dimensions permuted by `perms`."""

    name = "tosa.transpose"
    input1 = operand_def(Tensor)
    perms = operand_def(Int32Or64Tensor)
    output = result_def(Tensor)

    def verify_op(self) -> None:
        """Check `tosa.transpose`: the permutation has each dimension once, as far as it is
        known.
        """
        before, order, after = map(shape_of, (self.input1, self.perms, self.output))
        if order is not None and len(order) != 1:
            raise VerifyException(
                f"expected permutation tensor to be rank 1 but got rank {len(order)}"
            )
        _verify_order("input", before, order)
        if before is not None and after is not None and len(before) != len(after):
            raise VerifyException("expected input tensor rank to equal result tensor rank")
        _verify_order("output", after, order)
        known = self.constant_order()
        if known is not None and sorted(known) != list(range(len(known))):
            raise VerifyException("expected valid permutation tensor")

    def constant_order(self) -> tuple[int, ...] | None:
        """Return the permutation if it is a constant, otherwise None."""
        producer = self.perms.owner
        if not isinstance(producer, Operation) or not producer.has_trait(ConstantLike):
            return None
        value = producer.properties.get("value")
        if not isinstance(value, DenseIntOrFPElementsAttr):
            return None
        value = cast("DenseIntOrFPElementsAttr[IntegerType]", value)
        order = tuple(value.get_values())
        return order[:1] * value.get_shape()[0] if splat_data(value) is not None else order

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the canonicalization patterns of `tosa.transpose`."""
        from ttmlir_py.dialects.tosa.canonicalization import TRANSPOSE_PATTERNS

        return TRANSPOSE_PATTERNS

    def fold(self) -> FoldResult | None:
        """Return the input if its elements are equal, or if the permutation is the identity."""
        if (same := fold_splat(self)) is not None:
            return same
        order = self.constant_order()
        return the_input(self) if order == tuple(range(len(order or ()))) else None


def _verify_order(which: str, shape: tuple[int, ...] | None, order: tuple[int, ...] | None) -> None:
    if shape is None or order is None or compatible_shapes(order, (len(shape),)):
        return
    raise VerifyException(
        f"expected permutation tensor dim 0 to have size {len(shape)} ({which} rank) but got size"
        f" {order[0]}"
    )


@op_definition
class GatherOp(PureOp):
    """`output[n, w, c] = values[n, indices[n, w], c]`."""

    name = "tosa.gather"
    values = operand_def(Tensor3D)
    indices = operand_def(Int32Tensor2D)
    output = result_def(Tensor3D)


@op_definition
class ScatterOp(PureOp):
    """`values_in` with `values_out[n, indices[n, w], c] = input[n, w, c]`; indices must be
    unique.
    """

    name = "tosa.scatter"
    values_in = operand_def(Tensor3D)
    indices = operand_def(Int32Tensor2D)
    input = operand_def(Tensor3D)
    values_out = result_def(Tensor3D)


@op_definition
class ResizeOp(PureOp):
    """Images (NHWC) scaled by the two fractions in `scale`, with nearest or bilinear
    interpolation.
    """

    name = "tosa.resize"
    input = operand_def(Tensor4D)
    scale = prop_def(IntArrayAttr4)
    offset = prop_def(IntArrayAttr2)
    border = prop_def(IntArrayAttr2)
    mode = prop_def(ResizeTypeAttr)
    output = result_def(Tensor4D)

    def fold(self) -> FoldResult | None:
        """Return the input if the size does not change, otherwise None."""
        scale = integers(self.scale)
        is_plain = scale[0] == scale[1] and scale[2] == scale[3]
        is_plain &= not any((*integers(self.offset), *integers(self.border)))
        return the_input(self) if is_plain else None


@op_definition
class IdentityOp(PureOp):
    """The input."""

    name = "tosa.identity"
    input1 = operand_def(Tensor)
    output = result_def(Tensor)
