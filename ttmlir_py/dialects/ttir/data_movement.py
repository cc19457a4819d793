"""TTIR: ops that move elements without computing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from xdsl.dialects.builtin import IntegerAttr, TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, opt_prop_def, prop_def, region_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.common import broadcast_shapes
from ttmlir_py.dialects.shape_rules.data_movement import (
    ConcatBase,
    RepeatInterleaveBase,
    SliceBase,
    TransposeBase,
    repeated_shape,
    selected_size,
    squeezed_shape,
    verify_pad,
    verify_permute,
    verify_repeat,
    verify_reshape,
    verify_same_kind,
    verify_sliced_dimension,
)
from ttmlir_py.dialects.tensor_types import integers, joined, shape_of, tensor_type
from ttmlir_py.dialects.ttir.generic import YieldOp
from ttmlir_py.dialects.ttir.interfaces import DestinationStyleOp, ResultOp
from ttmlir_py.ir.definition.constraints import (
    SI32,
    AnyRankedTensor,
    BoolAttr,
    DenseI32ArrayAttr,
    DenseI64ArrayAttr,
    F32Attr,
    I32ArrayAttr,
    I32Attr,
    SI32Attr,
    SI64Attr,
)
from ttmlir_py.ir.definition.operations import local_verifier, op_definition

if TYPE_CHECKING:
    from xdsl.pattern_rewriter import RewritePattern


@op_definition
class TransposeOp(TransposeBase, DestinationStyleOp):
    """Swap dimensions `dim0` and `dim1`."""

    name = "ttir.transpose"
    CHOOSES_ELEMENTS: ClassVar[bool] = True

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the canonicalization patterns of `ttir.transpose`."""
        from ttmlir_py.dialects.ttir.canonicalization import TRANSPOSE_PATTERNS

        return TRANSPOSE_PATTERNS


@op_definition
class ConcatOp(ConcatBase, DestinationStyleOp):
    """Concatenate `inputs` along `dim`."""

    name = "ttir.concat"
    CHOOSES_ELEMENTS: ClassVar[bool] = True


@op_definition
class RepeatOp(DestinationStyleOp):
    """Repeat the input `repeat_dimensions[i]` times along dimension `i`."""

    name = "ttir.repeat"
    CHOOSES_ELEMENTS: ClassVar[bool] = True
    input = operand_def(AnyRankedTensor)
    repeat_dimensions = prop_def(DenseI64ArrayAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.repeat` with `verify_repeat`."""
        verify_repeat(shape_of(self.input), shape_of(self.output), integers(self.repeat_dimensions))


@op_definition
class RepeatInterleaveOp(RepeatInterleaveBase, DestinationStyleOp):
    """Repeat each slice along `dim` `repeats` times in a row."""

    name = "ttir.repeat_interleave"
    CHOOSES_ELEMENTS: ClassVar[bool] = True


@op_definition
class BroadcastOp(DestinationStyleOp):
    """Broadcast dimensions of size 1: dimension `i` by the factor `broadcast_dimensions[i]`."""

    name = "ttir.broadcast"
    CHOOSES_ELEMENTS: ClassVar[bool] = True
    input = operand_def(AnyRankedTensor)
    broadcast_dimensions = prop_def(DenseI64ArrayAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.broadcast`: each size times its factor is the size of the output."""
        source, output = shape_of(self.input), shape_of(self.output)
        factors = integers(self.broadcast_dimensions)
        if len(source) != len(output):
            raise VerifyException(
                f"Input tensor rank of {len(source)} does not match output tensor rank of "
                f"{len(output)}"
            )
        if broadcast_shapes(source, output) is None:
            raise VerifyException(
                f"Input tensor shape ({joined(source)}) is not broadcastable to output shape "
                f"({joined(output)})"
            )
        if len(factors) != len(source):
            raise VerifyException("Input tensor rank should match output tensor rank.")
        expected = repeated_shape(source, factors)
        for i, factor in enumerate(factors):
            if expected[i] != output[i]:
                raise VerifyException(
                    f"Input tensor shape ({joined(source)}) index {i} does not broadcast to output "
                    f"({joined(output)}) using broadcast value {factor}"
                )

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """Return the input if no dimension is broadcast, otherwise None.

        Law: `broadcast(x, [1, 1, ...]) == x`.
        """
        keeps_shape = all(factor == 1 for factor in integers(self.broadcast_dimensions))
        return [self.input] if keeps_shape and self.result.type == self.input.type else None


@op_definition
class GatherOp(DestinationStyleOp):
    """Collect slices of `input` at positions `start_indices` (StableHLO's gather)."""

    name = "ttir.gather"
    input = operand_def(AnyRankedTensor)
    start_indices = operand_def(AnyRankedTensor)
    offset_dims = prop_def(DenseI64ArrayAttr)
    collapsed_slice_dims = prop_def(DenseI64ArrayAttr)
    operand_batching_dims = prop_def(DenseI64ArrayAttr)
    start_indices_batching_dims = prop_def(DenseI64ArrayAttr)
    start_index_map = prop_def(DenseI64ArrayAttr)
    index_vector_dim = prop_def(SI64Attr)
    slice_sizes = prop_def(DenseI64ArrayAttr)
    indices_are_sorted = prop_def(BoolAttr)


@op_definition
class ReshapeOp(DestinationStyleOp):
    """The same elements in row-major order under a new `shape` (at most one -1)."""

    name = "ttir.reshape"
    CHOOSES_ELEMENTS: ClassVar[bool] = True
    input = operand_def(AnyRankedTensor)
    shape = prop_def(I32ArrayAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.reshape` with `verify_reshape`."""
        verify_reshape(shape_of(self.input), shape_of(self.output), integers(self.shape))

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """Return the input if the type does not change, otherwise None.

        Law: `reshape(x, shape(x)) == x`.
        """
        return [self.input] if self.result.type == self.input.type else None


@op_definition
class PadOp(ResultOp):
    """Pad the input with `value`: `padding` holds (low, high) for each dimension."""

    name = "ttir.pad"
    input = operand_def(AnyRankedTensor)
    padding = prop_def(DenseI32ArrayAttr)
    value = prop_def(F32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.pad` with `verify_pad`."""
        verify_pad(shape_of(self.input), shape_of(self.result), integers(self.padding))


@op_definition
class SliceOp(SliceBase, DestinationStyleOp):
    """Elements `begins[i] : ends[i] : step[i]` of each dimension `i`."""

    name = "ttir.slice"
    CHOOSES_ELEMENTS: ClassVar[bool] = True


@op_definition
class SelectOp(DestinationStyleOp):
    """Along `dim`, `length` elements of every `stride`, starting at `begin`."""

    name = "ttir.select"
    CHOOSES_ELEMENTS: ClassVar[bool] = True
    input = operand_def(AnyRankedTensor)
    dim = prop_def(SI32Attr)
    begin = prop_def(SI32Attr)
    length = prop_def(SI32Attr)
    stride = opt_prop_def(SI32Attr, IntegerAttr(0, SI32))

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.select`: one dimension is selected from and the others do not change."""
        source, output = tensor_type(self.input), tensor_type(self.output)
        if source.get_num_dims() != output.get_num_dims():
            raise VerifyException("Input and output tensors must have the same rank.")
        if source.element_type != output.element_type:
            raise VerifyException("Input and output tensors must have the same element type.")
        rank, dim = source.get_num_dims(), self.dim.value.data
        position = dim + rank if dim < 0 else dim
        if not 0 <= position < rank:
            raise VerifyException(
                f"Invalid dimension {dim} for select op with input tensor rank {rank}"
            )
        self._verify_selection(position, source.get_shape()[position], output.get_shape()[position])

    def _verify_selection(self, dim: int, size: int, result_size: int) -> None:
        begin, length = self.begin.value.data, self.length.value.data
        stride = self.stride.value.data or size
        if stride < 0:
            raise VerifyException(
                f"Invalid stride {stride} for dimension {dim}, stride must be non-negative"
            )
        where = f"dimension {dim} with size {size}"
        if stride > size:
            raise VerifyException(
                f"Invalid stride {stride} for {where}. stride must be less than or equal to the "
                "dimension size"
            )
        if not 0 <= begin < size:
            raise VerifyException(
                f"Invalid begin index {begin} for {where}. begin must be in the range [0, dimSize)"
            )
        if not 1 <= length <= stride:
            raise VerifyException(
                f"Invalid length {length} for begin index {begin} and stride {stride} for {where}. "
                "stride must be greater than or equal to length"
            )
        if begin + length > size:
            raise VerifyException(
                f"Invalid length {length} for begin index {begin} and {where}. "
                "begin + length must be less than or equal to the dimension size"
            )
        total = selected_size(size, begin, length, stride)
        if total != result_size:
            raise VerifyException(
                "Sum of all slices must be equal to the output dimension size for the given "
                f"dimension. Expected output dimension size: {result_size}, but got {total}"
            )


@op_definition
class IndexOp(DestinationStyleOp):
    """Elements `begin : end : step` of dimension `dim`."""

    name = "ttir.index"
    CHOOSES_ELEMENTS: ClassVar[bool] = True
    input = operand_def(AnyRankedTensor)
    dim = prop_def(I32Attr)
    begin = prop_def(I32Attr)
    end = prop_def(I32Attr)
    step = prop_def(I32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.index`: one dimension is sliced and the others do not change."""
        source, output = tensor_type(self.input), tensor_type(self.output)
        rank, dim = source.get_num_dims(), self.dim.value.data
        if rank < 1:
            raise VerifyException("Input must be at least a 1D tensor")
        verify_same_kind(source, output)
        if not 0 <= dim < rank:
            raise VerifyException(f"Invalid dimension index {dim}. Input tensor rank is {rank}")
        verify_sliced_dimension(
            source.get_shape(),
            output.get_shape(),
            dim,
            self.begin.value.data,
            self.end.value.data,
            self.step.value.data,
        )


@op_definition
class SqueezeOp(DestinationStyleOp):
    """Remove dimension `dim`, whose size is 1."""

    name = "ttir.squeeze"
    CHOOSES_ELEMENTS: ClassVar[bool] = True
    input = operand_def(AnyRankedTensor)
    dim = prop_def(SI32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.squeeze`: the output lacks one dimension of size 1."""
        source, output = shape_of(self.input), shape_of(self.output)
        dim = self.dim.value.data
        dim = dim + len(source) if dim < 0 else dim
        if not 0 <= dim < len(source):
            raise VerifyException(f"Invalid dimension {dim} for squeezing.")
        if source[dim] != 1:
            raise VerifyException(f"Dimension {dim} in the input tensor must be 1.")
        if not output:
            raise VerifyException("Output tensor must have at least one dimension.")
        if len(output) != len(source) - 1:
            raise VerifyException("Output tensor rank must be one less than the input tensor rank.")
        if squeezed_shape(source, dim) != output:
            raise VerifyException(
                "Dimensions of the output tensor must be the same as the input tensor except for "
                f"dimension {dim}."
            )


@op_definition
class UnsqueezeOp(DestinationStyleOp):
    """Insert a dimension of size 1 at `dim`."""

    name = "ttir.unsqueeze"
    CHOOSES_ELEMENTS: ClassVar[bool] = True
    input = operand_def(AnyRankedTensor)
    dim = prop_def(SI32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.unsqueeze`: the output has one more dimension of size 1."""
        source, output = shape_of(self.input), shape_of(self.output)
        dim = self.dim.value.data
        dim = dim + len(source) + 1 if dim < 0 else dim
        if not 0 <= dim <= len(source):
            raise VerifyException(
                "Dimension attribute must be within the bounds of the input tensor"
            )
        if len(output) != len(source) + 1:
            raise VerifyException(
                "Output tensor must have one more dimension than the input tensor"
            )
        if output[dim] != 1:
            raise VerifyException("Dimension added must be of size 1")
        if squeezed_shape(output, dim) != source:
            raise VerifyException(
                "All dimensions of the input tensor must be the same as the output tensor except "
                "for the dimension added"
            )


@op_definition
class ReverseOp(DestinationStyleOp):
    """Reverse the order of elements along `dimensions`."""

    name = "ttir.reverse"
    CHOOSES_ELEMENTS: ClassVar[bool] = True
    SAME_SHAPES: ClassVar[tuple[str, ...]] = ("input", "result")
    input = operand_def(AnyRankedTensor)
    dimensions = prop_def(DenseI64ArrayAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.reverse`: dimensions exist and are distinct."""
        dimensions = integers(self.dimensions)
        rank = len(shape_of(self.input))
        if len(set(dimensions)) != len(dimensions):
            raise VerifyException(f"dimensions should be unique. Got: {joined(dimensions, ', ')}")
        for dim in dimensions:
            if dim < 0:
                raise VerifyException(
                    f"all dimensions should be non-negative. Got dimension: {dim}"
                )
            if dim >= rank:
                raise VerifyException(
                    f"all dimensions should be in interval [0, {rank}). Got dimension: {dim}"
                )

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the canonicalization patterns of `ttir.reverse`."""
        from ttmlir_py.dialects.ttir.canonicalization import REVERSE_PATTERNS

        return REVERSE_PATTERNS


@op_definition
class PermuteOp(DestinationStyleOp):
    """Dimension `i` of the result is dimension `permutation[i]` of the input."""

    name = "ttir.permute"
    CHOOSES_ELEMENTS: ClassVar[bool] = True
    input = operand_def(AnyRankedTensor)
    permutation = prop_def(DenseI64ArrayAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.permute` with `verify_permute`."""
        verify_permute(shape_of(self.input), shape_of(self.result), integers(self.permutation))

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the canonicalization patterns of `ttir.permute`."""
        from ttmlir_py.dialects.ttir.canonicalization import PERMUTE_PATTERNS

        return PERMUTE_PATTERNS


@op_definition
class ScatterOp(DestinationStyleOp):
    """Write `update` into a copy of `input` at `scatter_indices` (StableHLO's scatter), combined by
    `update_computation`.
    """

    name = "ttir.scatter"
    input = operand_def(AnyRankedTensor)
    scatter_indices = operand_def(AnyRankedTensor)
    update = operand_def(AnyRankedTensor)
    update_window_dims = prop_def(DenseI32ArrayAttr)
    inserted_window_dims = prop_def(DenseI32ArrayAttr)
    input_batching_dims = prop_def(DenseI32ArrayAttr)
    scatter_indices_batching_dims = prop_def(DenseI32ArrayAttr)
    scatter_dims_to_operand_dims = prop_def(DenseI32ArrayAttr)
    index_vector_dim = prop_def(I32Attr)
    indices_are_sorted = prop_def(BoolAttr)
    unique_indices = prop_def(BoolAttr)
    update_computation = region_def("single_block")

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.scatter`: the op overwrites elements along dimensions of size 1, the only
        supported case.
        """
        source = shape_of(self.input)
        inserted = integers(self.inserted_window_dims)
        if len(integers(self.update_window_dims)) + len(inserted) != len(source):
            raise VerifyException("Batching currently not supported")
        if any(not 0 <= dim < len(source) or source[dim] != 1 for dim in inserted):
            raise VerifyException("Dimension size to slice into must be 1")
        if not self._yields_update():
            raise VerifyException(
                "Currently not supporting custom scatter function in TTNN dialect and TT-metal."
            )

    def _yields_update(self) -> bool:
        """Whether the region `update_computation` returns its second argument and does nothing
        else.
        """
        if not self.regions:
            return True  # Later revisions have no region, which means the same.
        block = self.update_computation.block
        operation = block.first_op
        return (
            len(block.args) == 2
            and all(isinstance(argument.type, TensorType) for argument in block.args)
            and operation is block.last_op
            and isinstance(operation, YieldOp)
            and tuple(operation.operands) == (block.args[1],)
        )
