"""The builtin dialect: modules."""

from collections.abc import Mapping
from typing import Any

from ttmlir_py.bindings.extras.meta import region_op
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


@region_op
def module(
    *,
    sym_name: Any = None,
    sym_visibility: Any = None,
    attrs: Mapping[str, Any] | None = None,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    """Return a decorator of a function that builds the body of a module with attributes."""
    op = _Module(sym_name=sym_name, sym_visibility=sym_visibility, loc=loc, ip=ip)
    for name, value in (attrs or {}).items():
        op.operation.attributes[name] = value
    return op
