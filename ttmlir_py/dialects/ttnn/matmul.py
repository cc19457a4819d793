"""TTNN: matrix products."""

from ttmlir_py.dialects.shape_rules.matmul import LinearBase, MatmulBase
from ttmlir_py.dialects.ttnn.interfaces import DestinationStyleOp
from ttmlir_py.ir.definition.operations import op_definition


@op_definition
class LinearOp(LinearBase, DestinationStyleOp):
    """`a @ b + bias`."""

    name = "ttnn.linear"


@op_definition
class MatmulOp(MatmulBase, DestinationStyleOp):
    """`a @ b` with broadcast batch dimensions."""

    name = "ttnn.matmul"
