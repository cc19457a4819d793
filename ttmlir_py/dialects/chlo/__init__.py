"""The CHLO dialect: ops that broadcast, and functions that StableHLO lacks."""

from xdsl.ir import Dialect

from ttmlir_py.dialects.chlo.broadcasting import *  # noqa: F403
from ttmlir_py.dialects.chlo.elementwise import *  # noqa: F403
from ttmlir_py.dialects.chlo.others import *  # noqa: F403
from ttmlir_py.ir.definition.operations import op_classes

CHLO = Dialect("chlo", op_classes(globals()), [])
