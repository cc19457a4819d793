"""TTIR: embeddings and key/value caches."""

from typing import ClassVar

from xdsl.irdl import operand_def, result_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.embedding import (
    FillCacheBase,
    UpdateCacheBase,
    verify_embedding,
    verify_weight_gradient,
)
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.ttir.interfaces import DestinationStyleOp, TTIROperation
from ttmlir_py.ir.definition.constraints import AnyRankedTensor
from ttmlir_py.ir.definition.operations import DestinationStyle, local_verifier, op_definition


@op_definition
class EmbeddingOp(DestinationStyleOp):
    """Rows of `weight` (dictionary size, width) at the indices in `input`."""

    name = "ttir.embedding"
    input = operand_def(AnyRankedTensor)
    weight = operand_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.embedding` with `verify_embedding`."""
        verify_embedding(shape_of(self.input), shape_of(self.weight), shape_of(self.output))


@op_definition
class EmbeddingBackwardOp(DestinationStyleOp):
    """Gradient of `embedding` with respect to `weight`."""

    name = "ttir.embedding_backward"
    input = operand_def(AnyRankedTensor)
    weight = operand_def(AnyRankedTensor)
    in_gradient = operand_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttir.embedding_backward`: the gradient has the weight's shape."""
        if len(shape_of(self.weight)) != 2:
            raise VerifyException("Input must be a 2D tensor")
        verify_weight_gradient(self.weight, self.in_gradient, self.output)


@op_definition
class UpdateCacheOp(UpdateCacheBase, DestinationStyle, TTIROperation):
    """Write `input` into the key/value `cache` at `update_index`."""

    name = "ttir.update_cache"
    DPS_INITS: ClassVar[str] = "cache"
    result = result_def(AnyRankedTensor)


@op_definition
class FillCacheOp(FillCacheBase, DestinationStyle, TTIROperation):
    """Write `input` to the start of the key/value `cache`."""

    name = "ttir.fill_cache"
    DPS_INITS: ClassVar[str] = "cache"
    result = result_def(AnyRankedTensor)
