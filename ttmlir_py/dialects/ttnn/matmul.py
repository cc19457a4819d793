"""TTNN: matrix products."""

from xdsl.irdl import operand_def, opt_operand_def

from ttmlir_py.dialects.shape_rules.matmul import verify_matmul
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.ttnn.interfaces import DestinationStyleOp
from ttmlir_py.ir.definition.constraints import AnyRankedTensor
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


@op_definition
class LinearOp(DestinationStyleOp):
    """`a @ b + bias`."""

    name = "ttnn.linear"
    a = operand_def(AnyRankedTensor)
    b = operand_def(AnyRankedTensor)
    bias = opt_operand_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check by `verify_matmul`."""
        bias = None if self.bias is None else shape_of(self.bias)
        verify_matmul(shape_of(self.a), shape_of(self.b), bias, shape_of(self.output))


@op_definition
class MatmulOp(DestinationStyleOp):
    """`a @ b` with broadcast batch dimensions."""

    name = "ttnn.matmul"
    a = operand_def(AnyRankedTensor)
    b = operand_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check by `verify_matmul`."""
        verify_matmul(shape_of(self.a), shape_of(self.b), None, shape_of(self.output))
