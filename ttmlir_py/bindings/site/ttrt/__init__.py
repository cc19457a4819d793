"""The package `ttrt`: other names of the modules of `ttmlir_py.ttrt`."""

import sys
from importlib import import_module

import ttmlir_py.ttrt

_MODULES = (
    *("binary", "binary.stats", "library_tweaks", "runtime", "common", "common.api"),
    *("common.callback", "common.check", "common.perf", "common.query", "common.read"),
    *("common.run", "common.util"),
)

for _name in _MODULES:
    sys.modules[f"ttrt.{_name}"] = import_module(f"ttmlir_py.ttrt.{_name}")
for _name in ("binary", "runtime"):
    sys.modules[f"ttrt.{_name}._C"] = sys.modules[f"ttrt.{_name}"]
sys.modules[__name__] = ttmlir_py.ttrt
