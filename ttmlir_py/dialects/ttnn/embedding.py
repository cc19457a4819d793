"""TTNN: embeddings and key/value caches."""

from math import prod

from xdsl.irdl import operand_def, opt_prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import TT_DataTypeAttr, TTNN_MemoryConfigAttr
from ttmlir_py.dialects.shape_rules.embedding import (
    FillCacheBase,
    UpdateCacheBase,
    verify_embedding,
    verify_weight_gradient,
)
from ttmlir_py.dialects.tensor_types import TILE_WIDTH, shape_of
from ttmlir_py.dialects.ttnn.interfaces import DestinationStyleOp, InplaceOp
from ttmlir_py.ir.definition.constraints import AnyRankedTensor
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


@op_definition
class EmbeddingOp(DestinationStyleOp):
    """Rows of `weight` (dictionary size, width) at the indices in `input`."""

    name = "ttnn.embedding"
    input = operand_def(AnyRankedTensor)
    weight = operand_def(AnyRankedTensor)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.embedding` with `verify_embedding`."""
        verify_embedding(shape_of(self.input), shape_of(self.weight), shape_of(self.result))


@op_definition
class UpdateCacheOp(UpdateCacheBase, InplaceOp):
    """Write `input` into the key/value `cache` at `update_index`."""

    name = "ttnn.update_cache"


@op_definition
class FillCacheOp(FillCacheBase, InplaceOp):
    """Write `input` to the start of the key/value `cache`."""

    name = "ttnn.fill_cache"


@op_definition
class EmbeddingBackwardOp(DestinationStyleOp):
    """Gradient of `embedding` with respect to `weight`."""

    name = "ttnn.embedding_bw"
    input = operand_def(AnyRankedTensor)
    weight = operand_def(AnyRankedTensor)
    in_gradient = operand_def(AnyRankedTensor)
    dtype = opt_prop_def(TT_DataTypeAttr)
    memory_config = opt_prop_def(TTNN_MemoryConfigAttr)

    @local_verifier
    def verify_op(self) -> None:
        """Check `ttnn.embedding_bw`: the gradient is (1, 1, number of indices, width) and the
        result has the weight's shape.
        """
        source, weight = shape_of(self.input), shape_of(self.weight)
        gradient = shape_of(self.in_gradient)
        if not source or source[-1] % TILE_WIDTH:
            raise VerifyException("Input's last dim must be divisible by TILE_WIDTH")
        if len(weight) != 2:
            raise VerifyException("Input must be a 2D tensor")
        if len(gradient) != 4:
            raise VerifyException("Input gradient must be a 4D tensor")
        if gradient[:2] != (1, 1):
            raise VerifyException("Input gradient must be in the form (1, 1, R, C)")
        if gradient[2] != prod(source):
            raise VerifyException(
                "Input gradient first dimension must match the volume of the input tensor"
            )
        if gradient[3] != weight[1]:
            raise VerifyException(
                "Input gradient second dimension must match the second dimension of the weight "
                "tensor"
            )
        verify_weight_gradient(self.weight, self.in_gradient, self.output)
