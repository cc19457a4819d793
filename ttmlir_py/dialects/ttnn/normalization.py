"""TTNN: softmax and clamp."""

from xdsl.irdl import prop_def, var_operand_def, var_result_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.reduction import SoftmaxBase
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.ttnn.interfaces import ResultOp, TTNNOperation
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, F32Attr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


@op_definition
class SoftmaxOp(SoftmaxBase, ResultOp):
    """`exp(x) / sum(exp(x))` along `dimension`."""

    name = "ttnn.softmax"


@op_definition
class ClampOp(TTNNOperation):
    """`x` clamped to `[min, max]`."""

    name = "ttnn.clamp"
    inputs = var_operand_def(AnyRankedTensor)
    min = prop_def(F32Attr)
    max = prop_def(F32Attr)
    result = var_result_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.clamp`: there is one input and one result with the same shape."""
        if len(self.inputs) != 1:
            raise VerifyException("expects one tensor as input.")
        if len(self.result) != 1:
            raise VerifyException("generates one tensor as output.")
        if shape_of(self.inputs[0]) != shape_of(self.result[0]):
            raise VerifyException("input and output must have same shape.")
