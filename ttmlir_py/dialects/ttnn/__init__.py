"""The TTNN dialect: calls of the TTNN library. Ops are in a module for each family, loaded as those of TTIR are."""

from typing import TYPE_CHECKING, Any

from ttmlir_py.dialects.families import FamilyDialect

if TYPE_CHECKING:
    from ttmlir_py.dialects.ttnn.ccl import *  # noqa: F403
    from ttmlir_py.dialects.ttnn.convolution import *  # noqa: F403
    from ttmlir_py.dialects.ttnn.creation import *  # noqa: F403
    from ttmlir_py.dialects.ttnn.data_movement import *  # noqa: F403
    from ttmlir_py.dialects.ttnn.elementwise import *  # noqa: F403
    from ttmlir_py.dialects.ttnn.embedding import *  # noqa: F403
    from ttmlir_py.dialects.ttnn.layout import *  # noqa: F403
    from ttmlir_py.dialects.ttnn.matmul import *  # noqa: F403
    from ttmlir_py.dialects.ttnn.normalization import *  # noqa: F403
    from ttmlir_py.dialects.ttnn.pooling import *  # noqa: F403
    from ttmlir_py.dialects.ttnn.reduction import *  # noqa: F403

FAMILIES = {
    "ccl": "all_gather all_reduce mesh_shard reduce_scatter",
    "convolution": "conv2d conv_transpose2d",
    "creation": "arange constant empty full ones zeros",
    "data_movement": "concat pad permute repeat repeat_interleave reshape scatter slice transpose",
    "elementwise": "abs add bitwise_and bitwise_not bitwise_or bitwise_xor cbrt ceil cos div eq exp expm1 floor ge gelu gt isfinite le "
    "leaky_relu log log1p logical_and logical_not logical_or logical_xor lt maximum minimum multiply ne neg pow reciprocal relu "
    "remainder rsqrt sigmoid sign sin sqrt subtract tan tanh where",
    "embedding": "embedding embedding_bw fill_cache update_cache",
    "layout": "alloc deallocate from_device get_device to_device to_dtype to_layout to_memory_config typecast",
    "matmul": "linear matmul",
    "normalization": "clamp softmax",
    "pooling": "max_pool2d upsample",
    "reduction": "max mean min moreh_cumsum prod sum",
}
"""Modules, and the ops in each."""

TTNN = FamilyDialect("ttnn", package=__name__, families=FAMILIES)


if not TYPE_CHECKING:  # for a type checker, no unknown name is an attribute

    def __getattr__(name: str) -> Any:
        """A class, or what else the modules of the families have."""
        return TTNN.find_name(name, globals())


def __dir__() -> list[str]:
    return ["TTNN", *TTNN.public_names()]
