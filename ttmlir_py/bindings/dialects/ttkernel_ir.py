"""The types of the ttkernel dialect (`ttmlir.dialects.ttkernel.ir`)."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import MemRefType

from ttmlir_py.bindings.dialects.own_attributes import OwnType, checked, numbers, raw, type_of
from ttmlir_py.dialects.ttkernel.enums import CBPort
from ttmlir_py.dialects.ttkernel.types import CBType as XdslCB


class CBType(OwnType):
    """A circular buffer."""

    XDSL = XdslCB

    @staticmethod
    def get(ctx: Any, address: int, port: int, memrefType: Any) -> CBType:
        """Return the type of a circular buffer."""
        memref: Any = raw(memrefType, MemRefType, "memrefType")
        (start,) = numbers([address])
        found = XdslCB.get(checked(CBPort, port), start, memref)
        return CBType.wrap(found, ctx)

    @staticmethod
    def cast(type: Any) -> CBType:
        """Return a type as this class. Raise ValueError for other types."""
        return CBType(type)

    @property
    def shape(self) -> list[int]:
        """The shape of the memref."""
        return list(self.xdsl.memref.get_shape())

    @property
    def memref(self) -> Any:
        """The memref type."""
        return type_of(self, self.xdsl.memref)
