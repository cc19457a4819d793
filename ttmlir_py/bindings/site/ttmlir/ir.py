"""MLIR's Python API."""

import gc
import sys
from importlib import import_module

_collects = gc.isenabled()
gc.disable()  # loaded modules contain no garbage
try:
    sys.modules[__name__] = import_module("ttmlir_py.bindings.ir")
finally:
    if _collects:
        gc.enable()
