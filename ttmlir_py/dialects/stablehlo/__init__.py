"""The StableHLO dialect, in which JAX and PyTorch (through torch-mlir) express computations.

Each module has one family of ops.
"""

from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.ir import Attribute, Dialect

from ttmlir_py.dialects.stablehlo.calls import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.collectives import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.control_flow import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.convolution import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.creation import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.creation import ConstantOp
from ttmlir_py.dialects.stablehlo.data_movement import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.dynamism import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.elementwise import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.indexing import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.linear_algebra import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.normalization import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.products import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.random import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.reduction import *  # noqa: F403
from ttmlir_py.dialects.stablehlo.tokens import *  # noqa: F403
from ttmlir_py.ir.definition.constraints import ElementsAttr
from ttmlir_py.ir.definition.operations import op_classes


class ConstantMaterialization(ConstantMaterializationInterface):
    """The interface that creates `stablehlo.constant` ops from folded values."""

    def materialize_constant(self, value: Attribute, type: Attribute) -> ConstantOp | None:
        """Return a constant op of type `type` for `value`, or None if `value` is not a tensor's
        elements.
        """
        if not ElementsAttr.predicate(value):
            return None
        return ConstantOp.build(properties={"value": value}, result_types=[type])


class StableHLODialect(Dialect):
    """The StableHLO dialect, with its own error messages for unknown names."""

    def unknown_mnemonic(self, mnemonic: str, is_type: bool) -> str:
        """Return the parser's error message for the unknown attribute or type `mnemonic`."""
        return f"unknown stablehlo type: {mnemonic}" if is_type else "unknown StableHLO attribute"


STABLEHLO = StableHLODialect("stablehlo", op_classes(globals()), [], [ConstantMaterialization()])
