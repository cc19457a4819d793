"""The TOSA dialect: tensor operators as in LLVM 19. Each module has one family of ops."""

from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.ir import Attribute, Dialect

from ttmlir_py.dialects.tosa.control_flow import *  # noqa: F403
from ttmlir_py.dialects.tosa.convolution import *  # noqa: F403
from ttmlir_py.dialects.tosa.creation import *  # noqa: F403
from ttmlir_py.dialects.tosa.creation import ConstOp
from ttmlir_py.dialects.tosa.data_movement import *  # noqa: F403
from ttmlir_py.dialects.tosa.elementwise import *  # noqa: F403
from ttmlir_py.dialects.tosa.reduction import *  # noqa: F403
from ttmlir_py.ir.definition.constraints import ElementsAttr
from ttmlir_py.ir.definition.operations import op_classes


class ConstantMaterialization(ConstantMaterializationInterface):
    """An interface that creates `tosa.const` ops from folded values."""

    def materialize_constant(self, value: Attribute, type: Attribute) -> ConstOp | None:
        """Return a constant op of type `type` for `value`, or None if `value` is not a tensor's
        elements.
        """
        if not ElementsAttr.predicate(value):
            return None
        return ConstOp.build(properties={"value": value}, result_types=[type])


TOSA = Dialect("tosa", op_classes(globals()), [], [ConstantMaterialization()])
