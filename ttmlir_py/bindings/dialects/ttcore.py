"""Types that Tenstorrent's dialects share, as of 2026-08 (`tt` in 2025-02)."""

from typing import Any

from ttmlir_py.bindings.dialects.later_attributes import attribute_module, enums_of
from ttmlir_py.bindings.ods import define
from ttmlir_py.bindings.revision import is_later, selected

if not is_later():
    raise ImportError(
        f"ttmlir.dialects.ttcore: revision {selected()} has ttmlir.dialects.tt; select 2026-08 "
        "with activate(revision='2026-08') or --tt-mlir=2026-08"
    )

_generated: dict[str, Any] = globals()
_enums = enums_of("ttcore")
define(_generated, "ttcore", *_enums, "ir", "register_dialect")
_generated.update(_enums, ir=attribute_module("ttcore"))


def register_dialect(context: Any, load: bool = True) -> None:
    """Do nothing, because Tenstorrent's dialects are always registered."""
