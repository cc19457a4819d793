"""TTIR: matrix products."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.irdl import operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.matmul import LinearBase, MatmulBase
from ttmlir_py.dialects.tensor_types import integers, shape_of
from ttmlir_py.dialects.ttir.interfaces import DestinationStyleOp, ResultOp
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, DenseI64ArrayAttr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition

if TYPE_CHECKING:
    from xdsl.pattern_rewriter import RewritePattern


@op_definition
class DotGeneralOp(ResultOp):
    """Contract `contract_dims_*` of both sides, batched over `batch_dims_*` (StableHLO's
    dot_general).
    """

    name = "ttir.dot_general"
    lhs = operand_def(AnyRankedTensor)
    rhs = operand_def(AnyRankedTensor)
    batch_dims_lhs = prop_def(DenseI64ArrayAttr)
    contract_dims_lhs = prop_def(DenseI64ArrayAttr)
    batch_dims_rhs = prop_def(DenseI64ArrayAttr)
    contract_dims_rhs = prop_def(DenseI64ArrayAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.dot_general`: the dimensions exist. Upstream does not check this, and reads
        beyond the shape.
        """
        sides = {
            "lhs": (self.lhs, self.batch_dims_lhs, self.contract_dims_lhs),
            "rhs": (self.rhs, self.batch_dims_rhs, self.contract_dims_rhs),
        }
        for name, (operand, batch, contract) in sides.items():
            rank = len(shape_of(operand))
            for dimension in (*integers(batch), *integers(contract)):
                if not 0 <= dimension < rank:
                    raise VerifyException(
                        f"dimension {dimension} is out of range for {name} of rank {rank}"
                    )


@op_definition
class LinearOp(LinearBase, DestinationStyleOp):
    """`a @ b + bias`."""

    name = "ttir.linear"

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the canonicalization patterns of `ttir.linear`."""
        from ttmlir_py.dialects.ttir.canonicalization import LINEAR_PATTERNS

        return LINEAR_PATTERNS


@op_definition
class MatmulOp(MatmulBase, DestinationStyleOp):
    """`a @ b` with broadcast batch dimensions."""

    name = "ttir.matmul"
