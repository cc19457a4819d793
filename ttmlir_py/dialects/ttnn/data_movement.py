"""TTNN: ops that move elements without computing."""

from math import prod

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.irdl import operand_def, opt_prop_def, prop_def

from ttmlir_py.dialects.constraints import TTNN_MemoryConfigAttr, TTNN_ShapeAttr
from ttmlir_py.dialects.shape_rules.data_movement import (
    ConcatBase,
    RepeatInterleaveBase,
    SliceBase,
    TransposeBase,
    verify_pad,
    verify_permute,
    verify_repeat,
    verify_reshape,
)
from ttmlir_py.dialects.tensor_types import integers, shape_of
from ttmlir_py.dialects.ttnn.interfaces import (
    DestinationStyleOp,
    ElementwiseBinaryOp,
    HasMemoryConfig,
    ResultOp,
    WithMemoryConfig,
)
from ttmlir_py.ir.definition.constraints import (
    AnyRankedTensor,
    BoolAttr,
    DenseI32ArrayAttr,
    DenseI64ArrayAttr,
    F32Attr,
    I32ArrayAttr,
)
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


@op_definition
class TransposeOp(TransposeBase, ResultOp):
    """Swap dimensions `dim0` and `dim1`."""

    name = "ttnn.transpose"


@op_definition
class RepeatInterleaveOp(RepeatInterleaveBase, WithMemoryConfig):
    """Repeat each slice along `dim` `repeats` times in a row."""

    name = "ttnn.repeat_interleave"


@op_definition
class ConcatOp(ConcatBase, DestinationStyleOp, HasMemoryConfig, WithMemoryConfig):
    """Concatenate `inputs` along `dim`."""

    name = "ttnn.concat"


@op_definition
class ReshapeOp(ResultOp):
    """The same elements in row-major order under a new `shape` (at most one -1)."""

    name = "ttnn.reshape"
    input = operand_def(AnyRankedTensor)
    shape = prop_def(I32ArrayAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.reshape` with `verify_reshape`. A tensor of one element may become a scalar,
        which upstream rejects.
        """
        source, result, shape = shape_of(self.input), shape_of(self.result), integers(self.shape)
        if shape or result or prod(source) != 1:
            verify_reshape(source, result, shape)


@op_definition
class RepeatOp(ResultOp):
    """Repeat the input `repeat_dims[i]` times along dimension `i`."""

    name = "ttnn.repeat"
    input = operand_def(AnyRankedTensor)
    repeat_dims = prop_def(TTNN_ShapeAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.repeat` with `verify_repeat`."""
        verify_repeat(shape_of(self.input), shape_of(self.result), self.repeat_dims.shape)


@op_definition
class PadOp(ResultOp):
    """Pad the input with `value`: `padding` holds (low, high) for each dimension."""

    name = "ttnn.pad"
    input = operand_def(AnyRankedTensor)
    padding = prop_def(DenseI32ArrayAttr)
    value = prop_def(F32Attr)
    use_multicore = prop_def(BoolAttr)
    memory_config = opt_prop_def(TTNN_MemoryConfigAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.pad` with `verify_pad`."""
        verify_pad(shape_of(self.input), shape_of(self.result), integers(self.padding))


@op_definition
class SliceOp(SliceBase, DestinationStyleOp):
    """Elements `begins[i] : ends[i] : step[i]` of each dimension `i`."""

    name = "ttnn.slice"


@op_definition
class ScatterOp(ElementwiseBinaryOp):
    """Write the second input, the update, into a copy of the first."""

    name = "ttnn.scatter"


@op_definition
class PermuteOp(ResultOp):
    """Dimension `i` of the result is dimension `permutation[i]` of the input."""

    name = "ttnn.permute"
    input = operand_def(AnyRankedTensor)
    permutation = prop_def(DenseI64ArrayAttr)
    memory_config = opt_prop_def(TTNN_MemoryConfigAttr)
    pad_value = opt_prop_def(F32Attr, FloatAttr(0.0, f32))

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.permute` with `verify_permute`."""
        verify_permute(shape_of(self.input), shape_of(self.result), integers(self.permutation))
