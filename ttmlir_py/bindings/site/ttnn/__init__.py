"""TT-NN's Python API on the simulator, by `ttmlir_py.bindings`."""

import sys

from ttmlir_py import ttnn
from ttmlir_py.ttnn.scripts import import_submodules

import_submodules(__name__)
sys.modules[__name__] = ttnn
