"""Which revision of the schemas a file is of, from its identifier and the number of its root table's slots."""

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
"""By schema: how many slots the root table has in 2025-02 and in 2026-08; the same number if the latter is not read.

In 2026-08 a root starts with the hash of its schema, which depends on who compiled it: what tells is that there is one more field.
"""


def is_current(path: str, data: bytes) -> bool:
    """Whether a file is of 2026-08's form of a schema. Raises BinaryError for one of neither form."""
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
    """The schema of the revision that a file is of."""
    return f"2026-08/{path}" if is_current(path, data) else path


def _root_slots(data: bytes) -> int:
    """How many slots the root table of a size-prefixed file has; 0 if it has none, which readers say."""
    try:
        root = 4 + struct.unpack_from("<I", data, 4)[0]
        vtable = root - struct.unpack_from("<i", data, root)[0]
        return 0 if vtable < 0 else struct.unpack_from("<H", data, vtable)[0] // 2 - 2
    except struct.error:
        return 0
