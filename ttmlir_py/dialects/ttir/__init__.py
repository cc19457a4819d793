"""The TTIR dialect: what to compute, on tensors of any shape. Ops are in a module for each family."""

from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.ir import Attribute, Dialect

from ttmlir_py.dialects.ttir.ccl import *  # noqa: F403
from ttmlir_py.dialects.ttir.convolution import *  # noqa: F403
from ttmlir_py.dialects.ttir.creation import *  # noqa: F403
from ttmlir_py.dialects.ttir.creation import ConstantOp
from ttmlir_py.dialects.ttir.data_movement import *  # noqa: F403
from ttmlir_py.dialects.ttir.elementwise import *  # noqa: F403
from ttmlir_py.dialects.ttir.embedding import *  # noqa: F403
from ttmlir_py.dialects.ttir.generic import *  # noqa: F403
from ttmlir_py.dialects.ttir.layout import *  # noqa: F403
from ttmlir_py.dialects.ttir.matmul import *  # noqa: F403
from ttmlir_py.dialects.ttir.normalization import *  # noqa: F403
from ttmlir_py.dialects.ttir.pooling import *  # noqa: F403
from ttmlir_py.dialects.ttir.reduction import *  # noqa: F403
from ttmlir_py.ir.definition.constraints import ElementsAttr
from ttmlir_py.ir.definition.operations import op_classes


class ConstantMaterialization(ConstantMaterializationInterface):
    """Folded values become `ttir.constant`."""

    def materialize_constant(self, value: Attribute, type: Attribute) -> ConstantOp | None:
        """A constant op of the given type, or None if `value` is not a tensor's elements."""
        if not ElementsAttr.predicate(value):
            return None
        return ConstantOp.build(properties={"value": value}, result_types=[type])


TTIR = Dialect("ttir", op_classes(globals()), [], [ConstantMaterialization()])
