"""The TTNN dialect: calls of the TTNN library. Ops are in a module for each family."""

from xdsl.ir import Dialect

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
from ttmlir_py.ir.definition.operations import op_classes

TTNN = Dialect("ttnn", op_classes(globals()))
