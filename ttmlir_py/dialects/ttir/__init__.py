"""The TTIR dialect: what to compute, on tensors of any shape. Ops are in a module for each family.

A family is loaded when one of its ops is met in a text, all of them when a program asks the package for a class.
"""

from typing import TYPE_CHECKING, Any

from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects.families import FamilyDialect
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

FAMILIES = {
    "ccl": "all_gather all_reduce mesh_shard",
    "convolution": "conv2d conv_transpose2d convolution",
    "creation": "arange constant fill get_dimension_size ones zeros",
    "data_movement": "broadcast concat gather index pad permute repeat repeat_interleave reshape reverse scatter select slice squeeze "
    "transpose unsqueeze",
    "elementwise": "abs add bitwise_and bitwise_not bitwise_or bitwise_xor cbrt ceil cos div eq exp expm1 floor ge gelu gt isfinite le "
    "leaky_relu log log1p logical_and logical_not logical_or logical_xor lt maximum minimum multiply ne neg power reciprocal relu "
    "remainder rsqrt sigmoid sign sin sqrt subtract tan tanh typecast where",
    "embedding": "embedding embedding_backward fill_cache update_cache",
    "generic": "generic kernel yield",
    "layout": "alloc dealloc to_layout",
    "matmul": "dot_general linear matmul",
    "normalization": "clamp softmax",
    "pooling": "max_pool2d pooling upsample2d",
    "reduction": "cumsum max mean min prod reduce_and sum",
}
"""Modules, and the ops in each."""


class ConstantMaterialization(ConstantMaterializationInterface):
    """Folded values become `ttir.constant`."""

    def materialize_constant(self, value: Attribute, type: Attribute) -> Operation | None:
        """A constant op of the given type, or None if `value` is not a tensor's elements."""
        from ttmlir_py.dialects.ttir.creation import ConstantOp

        if not ElementsAttr.predicate(value):
            return None
        return ConstantOp.build(properties={"value": value}, result_types=[type])


TTIR = FamilyDialect("ttir", [], [], [ConstantMaterialization()], __name__, FAMILIES)


if not TYPE_CHECKING:  # for a type checker, no unknown name is an attribute

    def __getattr__(name: str) -> Any:
        """A class, or what else the modules of the families have."""
        return TTIR.find_name(name, globals())


def __dir__() -> list[str]:
    return ["TTIR", *TTIR.public_names()]
