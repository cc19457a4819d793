"""Detection of a file's schema revision from the number of slots in its root table."""

import struct
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ttmlir_py.schemas.reader import BinaryError

_SLOTS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "TTNN/binary.fbs": (4, 6),
        "Common/system_desc.fbs": (4, 5),
        "TTMetal/binary.fbs": (4, 4),
    }
)
"""Slots of the root table in 2025-02 and 2026-08, by schema; equal if 2026-08 is not supported.

A 2026-08 root starts with a schema hash that depends on its compiler. The additional field
identifies the revision.
"""


def is_current(path: str, data: bytes) -> bool:
    """Return whether a file has 2026-08's form of a schema.

    Raises BinaryError if it has neither form.
    """
    if path not in _SLOTS:
        return False
    pinned, current = _SLOTS[path]
    slots = _root_slots(data)
    if slots > current:
        known = (
            "2025-02's schema; TTMetal's of 2026-08 are not read"
            if pinned == current
            else "2025-02 or 2026-08's schema"
        )
        raise BinaryError(f"the root table has {slots} fields: this is no file of {known}")
    return slots > pinned


def schema_of(path: str, data: bytes) -> str:
    """Return the schema path for a file's revision."""
    return f"2026-08/{path}" if is_current(path, data) else path


def _root_slots(data: bytes) -> int:
    """Return the slots of a size-prefixed file's root table; 0 if invalid, which readers report."""
    try:
        root = 4 + struct.unpack_from("<I", data, 4)[0]
        vtable = root - struct.unpack_from("<i", data, root)[0]
        return 0 if vtable < 0 else struct.unpack_from("<H", data, vtable)[0] // 2 - 2
    except struct.error:
        return 0
