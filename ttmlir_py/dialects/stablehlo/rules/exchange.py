"""Rules for StableHLO's ops that exchange data with other programs, ordered by tokens."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Attribute

from ttmlir_py.dialects.stablehlo.rules.common import Violation, is_tensor
from ttmlir_py.ir.narrowing import is_array, is_integer_attr
from ttmlir_py.ir.writing.attributes import quoted

DEVICE_TO_DEVICE, DEVICE_TO_HOST, HOST_TO_DEVICE = 1, 2, 3
"""The numbers of the channel types."""


def check_channel(op: Any, name: str, host_type: int) -> None:
    """Check that the channel type matches `is_host_transfer`; `name` is the op in messages."""
    is_host = bool(op.is_host_transfer.value.data)
    wanted = host_type if is_host else DEVICE_TO_DEVICE
    if op.channel_handle.type != wanted:
        raise Violation(
            f"channel_type should be {name if is_host else 'DEVICE_TO_DEVICE'} when "
            f"is_host_transfer is {str(is_host).lower()}"
        )


def check_received(types: Sequence[Attribute], who: str) -> None:
    """Check that the result types are tensors followed by a token; `who` is the op in messages."""
    if not types:
        raise Violation("result is expected to be at least of size 1, but got 0")
    for type_ in types[:-1]:
        if not is_tensor(type_):
            raise Violation(f"{who} expected to be of tensor type, but got {quoted(type_)}")
    if types[-1].name != "stablehlo.token":
        raise Violation(
            "last element of result types is expected to be of token type, but got "
            f"{quoted(types[-1])}"
        )


def check_layouts(layouts: ArrayAttr[Attribute] | None, count: int) -> None:
    """Check that each of `count` tensors has a layout, which is an array of integers."""
    if layouts is None:
        return
    if len(layouts.data) != count:
        raise Violation(
            f"layout-attribute size must be {count} (which is the number of op-results - 1 (for "
            f"token result)), but got {len(layouts.data)}"
        )
    for layout in layouts.data:
        if not is_array(layout):
            raise Violation(
                "layout-attribute expected to have elements of type array, but got "
                f"{quoted(layout)[1:-1]}"
            )
        for number in layout.data:
            if not is_integer_attr(number):
                raise Violation(
                    "layout-attribute's leaf elements are expected to be of type integer, but got "
                    f"{quoted(number)[1:-1]}"
                )
