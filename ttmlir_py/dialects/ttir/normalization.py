"""TTIR: softmax and clamp."""

from xdsl.irdl import operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.reduction import SoftmaxBase
from ttmlir_py.dialects.ttir.interfaces import DestinationStyleOp
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, F32Attr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


@op_definition
class SoftmaxOp(SoftmaxBase, DestinationStyleOp):
    """`exp(x) / sum(exp(x))` along `dimension`."""

    name = "ttir.softmax"


@op_definition
class ClampOp(DestinationStyleOp):
    """`x` clamped to `[min, max]`."""

    name = "ttir.clamp"
    input = operand_def(AnyRankedTensor)
    min = prop_def(F32Attr)
    max = prop_def(F32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.clamp`: the type does not change."""
        if self.input.type != self.result.type:
            raise VerifyException("input and output must have same shape.")
