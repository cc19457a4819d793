"""Device functions under the names of TTNN's extension module."""

from collections.abc import Sequence
from typing import Any

from ttmlir_py.ttnn import core
from ttmlir_py.ttnn.core import close_device, open_device
from ttmlir_py.ttnn.types import Device

__all__ = ["close_device", "open_device", "synchronize_device"]


def synchronize_device(
    device: Device, queue_id: int | None = None, sub_device_ids: Sequence[Any] = ()
) -> None:
    """Return at once, because the simulator completes all work before a call returns."""
    core.synchronize_device(device)
