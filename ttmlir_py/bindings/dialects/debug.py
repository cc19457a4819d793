"""Classes for operations of the debug dialect of 2026-08.

The project does not define this dialect. Contexts read its operations if they allow unregistered
dialects.
"""

from ttmlir_py.bindings.ods.undefined import class_getter

__getattr__ = class_getter("debug")
