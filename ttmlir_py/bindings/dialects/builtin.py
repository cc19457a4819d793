"""The builtin dialect: modules."""

from typing import Any

from ttmlir_py.bindings.ir.registration import register_operation
from ttmlir_py.bindings.ir.structure import Block
from ttmlir_py.bindings.ods import define

_generated: dict[str, Any] = globals()
define(_generated, "builtin")
_Module: Any = _generated["ModuleOp"]


@register_operation(_generated["_Dialect"], replace=True)
class ModuleOp(_Module):
    """A module with an empty body."""

    def __init__(self, *, loc: Any = None, ip: Any = None):
        _Module.__init__(self, loc=loc, ip=ip)
        self.regions[0].blocks.append()

    @property
    def body(self) -> Block:
        """The block with the operations of the module."""
        return self.regions[0].blocks[0]
