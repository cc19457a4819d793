"""TTNN: reductions and cumulative sums."""

from xdsl.dialects.builtin import BFloat16Type
from xdsl.irdl import operand_def, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import TTNN_MemoryConfigAttr
from ttmlir_py.dialects.shape_rules.reduction import ReductionBase, reduced_shape
from ttmlir_py.dialects.tensor_types import integers, joined, shape_of, tensor_type
from ttmlir_py.dialects.ttnn.interfaces import DestinationStyleOp, ResultOp
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, BoolAttr, I64Attr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


class ReductionOp(ReductionBase, ResultOp):
    """Reduce the elements along `dim_arg` (all dimensions if absent); `keep_dim` keeps them with
    size 1.
    """

    @local_verifier
    def verify_op(self) -> None:
        """Check that the result drops the reduced dimensions or keeps them with size 1; a scalar
        has shape (1).
        """
        if self.dim_arg is None:
            return
        source, result = shape_of(self.input), shape_of(self.result)
        keep_dim = bool(self.keep_dim.value.data)
        expected = reduced_shape(source, integers(self.dim_arg), keep_dim=keep_dim)
        # As in upstream, "expected" in the message refers to the op's own shape.
        if result != expected:
            raise VerifyException(
                f"Expected output shape ({joined(result, ', ')}), got ({joined(expected, ', ')})"
            )


@op_definition
class SumOp(ReductionOp):
    """Sum of the elements along `dim_arg` (all dimensions if absent)."""

    name = "ttnn.sum"


@op_definition
class MeanOp(ReductionOp):
    """Mean of the elements along `dim_arg`."""

    name = "ttnn.mean"


@op_definition
class MaxOp(ReductionOp):
    """Maximum of the elements along `dim_arg`."""

    name = "ttnn.max"


@op_definition
class MinOp(ReductionOp):
    """Minimum of the elements along `dim_arg`."""

    name = "ttnn.min"


@op_definition
class ProdOp(ResultOp):
    """Product of the elements along `dim_arg`, or of all elements with `all_dimensions`."""

    name = "ttnn.prod"
    input = operand_def(AnyRankedTensor)
    all_dimensions = prop_def(BoolAttr)
    keep_dim = prop_def(BoolAttr)
    dim_arg = prop_def(I64Attr)
    memory_config = opt_prop_def(TTNN_MemoryConfigAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.prod`: the device supports the reduction: at most rank 4, and all dimensions
        at once only in bfloat16.
        """
        source = tensor_type(self.input)
        if source.get_num_dims() > 4:
            raise VerifyException("Input tensor rank is greater than 4 for reduce(product).")
        if self.all_dimensions.value.data and not isinstance(source.element_type, BFloat16Type):
            raise VerifyException(
                "TTNN only supports Reduce(prod) along all dimensions for bfloat16 datatype."
            )


@op_definition
class MorehCumSumOp(DestinationStyleOp):
    """Cumulative sum along `dim`."""

    name = "ttnn.moreh_cumsum"
    input = operand_def(AnyRankedTensor)
    dim = prop_def(I64Attr)
    memory_config = opt_prop_def(TTNN_MemoryConfigAttr)
