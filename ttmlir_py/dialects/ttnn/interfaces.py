"""Base classes of TTNN ops: effects, destination-passing style, element-wise shapes,
`memory_config`.
"""

from typing import ClassVar

from xdsl.ir import SSAValue
from xdsl.irdl import (
    operand_def,
    opt_prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import MemoryWriteEffect, Pure
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.constraints import TTNN_MemoryConfigAttr
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.ttnn.attributes import MemoryConfigAttr, TTNNLayoutAttr
from ttmlir_py.ir.definition.constraints import AnyRankedTensor
from ttmlir_py.ir.definition.operations import (
    SEGMENTED_OPERANDS,
    DestinationStyle,
    OdsOperation,
    local_verifier,
)


class TTNNOperation(OdsOperation):
    """Base class of the TTNN ops without side effects; only ops that write into a cache have
    effects.
    """

    traits = traits_def(Pure())


class InplaceOp(OdsOperation):
    """Base class of TTNN ops that modify an operand and return nothing."""

    traits = traits_def(MemoryWriteEffect())


class ResultOp(TTNNOperation):
    """An op with one tensor `result`."""

    result = result_def(AnyRankedTensor)


def layout_of(value: SSAValue) -> TTNNLayoutAttr | None:
    """Return the layout of the tensor `value`, or None if it has no layout yet."""
    layout = tensor_type(value).encoding
    return layout if isinstance(layout, TTNNLayoutAttr) else None


class HasMemoryConfig(ResultOp):
    """Base class of ops with an attribute `memory_config`, which must match the layout of the
    result.
    """

    @local_verifier
    def verify_traits(self) -> None:
        """Check that buffer type, memory layout and shard shape in `memory_config` are those of the
        result.
        """
        super().verify_traits()
        config = self.properties.get("memory_config")
        layout = layout_of(self.result)
        if not isinstance(config, MemoryConfigAttr) or layout is None:
            return
        if config.bufferType.value != layout.get_buffer_type():
            raise VerifyException("Output tensor buffer type must match memory config buffer type.")
        if config.tensorMemoryLayout not in (None, layout.mem_layout):
            raise VerifyException(
                "Output tensor layout memory space must match memory config memory space."
            )
        if config.shardSpec.shardShape.shape != layout.get_shard_shape():
            raise VerifyException("Output tensor shard spec must match memory config shard spec.")


class WithMemoryConfig(ResultOp):
    """Base class of ops with an optional attribute `memory_config` after their own attributes."""

    memory_config = opt_prop_def(TTNN_MemoryConfigAttr)


class DestinationStyleOp(DestinationStyle, ResultOp):
    """An op that writes into its operand `output`; its `result` has that operand's type."""

    output = operand_def(AnyRankedTensor)


class ElementwiseOp(DestinationStyle, TTNNOperation):
    """An op that computes each element from the elements at the same position of its inputs."""

    DPS_INITS: ClassVar[str] = "outputs"
    INPUTS: ClassVar[tuple[str, ...]]
    """The names of the input operands."""
    irdl_options = SEGMENTED_OPERANDS
    inputs = var_operand_def(AnyRankedTensor)
    outputs = var_operand_def(AnyRankedTensor)
    results_ = var_result_def(AnyRankedTensor)


class ElementwiseUnaryOp(ElementwiseOp):
    """`result = f(x)`."""

    INPUTS: ClassVar[tuple[str, ...]] = ("x",)
    COMPOSITE: ClassVar[bool] = False
    """Whether the library computes the function by several ops. Such a function cannot write into
    an output tensor.
    """
    APPROXIMABLE: ClassVar[bool] = False
    """Whether the library's function has a fast approximate mode."""


class ElementwiseBinaryOp(ElementwiseOp):
    """`result = f(lhs, rhs)`."""

    INPUTS: ClassVar[tuple[str, ...]] = ("lhs", "rhs")


class ElementwiseTernaryOp(ElementwiseOp):
    """`result = f(first, second, third)`."""

    INPUTS: ClassVar[tuple[str, ...]] = ("first", "second", "third")
