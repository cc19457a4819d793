"""Devices, as TTNN's extension module has them."""

from collections.abc import Sequence
from typing import Any

from ttmlir_py.ttnn import core
from ttmlir_py.ttnn.core import close_device, open_device
from ttmlir_py.ttnn.types import Device

__all__ = ["close_device", "open_device", "synchronize_device"]


def synchronize_device(
    device: Device, queue_id: int | None = None, sub_device_ids: Sequence[Any] = ()
) -> None:
    """Wait until a device, or one of its queues, has done all that it was told: it has."""
    core.synchronize_device(device)
