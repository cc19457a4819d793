"""MLIR's Python API."""

import gc
import sys
from importlib import import_module

_collects = gc.isenabled()
gc.disable()  # importing modules leaves no garbage to collect
try:
    sys.modules[__name__] = import_module("ttmlir_py.bindings.ir")
finally:
    if _collects:
        gc.enable()
