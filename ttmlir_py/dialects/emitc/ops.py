"""The ops of the EmitC dialect, collected in one module."""

from xdsl.ir import Dialect

from ttmlir_py.dialects.emitc.control_flow import *  # noqa: F403
from ttmlir_py.dialects.emitc.functions import *  # noqa: F403
from ttmlir_py.dialects.emitc.operators import *  # noqa: F403
from ttmlir_py.dialects.emitc.variables import *  # noqa: F403
from ttmlir_py.ir.definition.operations import op_classes

EMITC = Dialect("emitc", op_classes(globals()))
