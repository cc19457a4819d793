"""The TTIR dialect: computations on tensors of any shape.

Several modules define the ops. Parsing a text imports only the modules of its ops, and Python code
imports those of the classes that it takes from the package.
"""

from typing import TYPE_CHECKING, Any

from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects.lazy_dialect import LazyDialect
from ttmlir_py.ir.definition.constraints import ElementsAttr

if TYPE_CHECKING:
    from ttmlir_py.dialects.ttir.ccl import *  # noqa: F403
    from ttmlir_py.dialects.ttir.convolution import *  # noqa: F403
    from ttmlir_py.dialects.ttir.creation import *  # noqa: F403
    from ttmlir_py.dialects.ttir.data_movement import *  # noqa: F403
    from ttmlir_py.dialects.ttir.elementwise import *  # noqa: F403
    from ttmlir_py.dialects.ttir.embedding import *  # noqa: F403
    from ttmlir_py.dialects.ttir.generic import *  # noqa: F403
    from ttmlir_py.dialects.ttir.layout import *  # noqa: F403
    from ttmlir_py.dialects.ttir.matmul import *  # noqa: F403
    from ttmlir_py.dialects.ttir.normalization import *  # noqa: F403
    from ttmlir_py.dialects.ttir.pooling import *  # noqa: F403
    from ttmlir_py.dialects.ttir.reduction import *  # noqa: F403


class ConstantMaterialization(ConstantMaterializationInterface):
    """An interface that creates `ttir.constant` ops from folded values."""

    def materialize_constant(self, value: Attribute, type: Attribute) -> Operation | None:
        """Return a constant op of type `type` for `value`, or None if `value` is not a tensor's
        elements.
        """
        from ttmlir_py.dialects.ttir.creation import ConstantOp

        if not ElementsAttr.predicate(value):
            return None
        return ConstantOp.build(properties={"value": value}, result_types=[type])


TTIR = LazyDialect("ttir", [], [], [ConstantMaterialization()], __name__)


if not TYPE_CHECKING:  # With this function, a type checker would accept any name as an attribute.

    def __getattr__(name: str) -> Any:
        """Return an op class or another public object of a module with ops, and import the
        module.
        """
        return TTIR.find_name(name, globals())


def __dir__() -> list[str]:
    return ["TTIR", *TTIR.public_names()]
