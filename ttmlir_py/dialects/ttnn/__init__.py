"""The TTNN dialect: calls of the TTNN library.

Several modules define the ops, and are imported on demand as in TTIR.
"""

from typing import TYPE_CHECKING, Any

from ttmlir_py.dialects.lazy_dialect import LazyDialect

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

TTNN = LazyDialect("ttnn", package=__name__)


if not TYPE_CHECKING:  # With this function, a type checker would accept any name as an attribute.

    def __getattr__(name: str) -> Any:
        """Return an op class or another public object of a module with ops, and import the
        module.
        """
        return TTNN.find_name(name, globals())


def __dir__() -> list[str]:
    return ["TTNN", *TTNN.public_names()]
