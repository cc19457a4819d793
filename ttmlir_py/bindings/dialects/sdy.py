"""Shardings of tensors (Shardy).

The project defines some of the operations. Contexts read the others if they allow unregistered
dialects.
"""

from ttmlir_py.bindings.ods import define
from ttmlir_py.bindings.ods.undefined import class_getter

define(globals(), "sdy")
__getattr__ = class_getter("sdy")
