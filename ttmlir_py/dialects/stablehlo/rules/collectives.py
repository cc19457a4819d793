"""Rules for groups of processes in StableHLO's collective ops."""

from typing import Any, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr

from ttmlir_py.dialects.stablehlo.rules.common import Violation, sizes_text
from ttmlir_py.dialects.tensor_types import Shape


def _shape(attribute: DenseIntOrFPElementsAttr) -> Shape:
    return cast(Any, attribute).get_shape()


def _values(attribute: DenseIntOrFPElementsAttr) -> list[int]:
    return [int(value) for value in cast(Any, attribute).get_values()]


def check_replica_groups(
    groups: DenseIntOrFPElementsAttr,
    *,
    same_size: bool = True,
    global_ids: bool = False,
    group_size: int | None = None,
) -> None:
    """Check that each process, counted from 0, is in exactly one group.

    Groups of different sizes are padded with -1.
    """
    shape = _shape(groups)
    if len(shape) != 2:
        raise Violation("replica groups should be a rank 2 tensor")
    if global_ids and 0 in shape:
        raise Violation("if `use_global_device_ids` is set, the replica groups cannot be empty")
    seen: set[int] = set()
    values = _values(groups)
    for number in values:
        if number == -1:
            if same_size:
                raise Violation("Invalid replica id -1")
            continue
        if number in seen:
            raise Violation(f"replica id #{number} seen more than once")
        seen.add(number)
    for number in range(len(seen)):
        if number not in seen:
            raise Violation(f"replica id #{number} not seen in replica groups")
    if same_size and group_size is not None and shape[0] and len(values) // shape[0] != group_size:
        raise Violation(f"group size of replica_groups must be {group_size}")


def check_broadcast_groups(groups: DenseIntOrFPElementsAttr) -> None:
    """Check `collective_broadcast`: no process is in two groups."""
    rank = len(_shape(groups))
    if rank != 2:
        raise Violation(
            f"replica groups should be a rank 2 tensor,but instead it is of rank {rank}"
        )
    seen: set[int] = set()
    for number in _values(groups):
        if number < 0:
            raise Violation(f"replica_groups values must be positive, but was given {number}")
        if number in seen:
            raise Violation(f"replica id #{number} seen more than once")
        seen.add(number)


def check_source_target_pairs(pairs: DenseIntOrFPElementsAttr) -> None:
    """Check `collective_permute`: no process sends twice or receives twice."""
    shape = _shape(pairs)
    if len(shape) != 2:
        raise Violation(
            f"expect source_target_pairs attribute to be of rank 2, but got rank {len(shape)}"
        )
    if shape[1] != 2:
        raise Violation(
            f"expect source_target_pairs attribute of shape (N, 2), but got ({sizes_text(shape)})"
        )
    seen: tuple[set[int], set[int]] = (set(), set())
    for index, number in enumerate(_values(pairs)):
        if number < 0:
            raise Violation("replica ids in source_target_pairs must be >= 0.")
        if number in seen[index % 2]:
            raise Violation(f"duplicate {('sources', 'targets')[index % 2]} not allowed.")
        seen[index % 2].add(number)


def channel_id(op: Any) -> int:
    """Return the number of the channel of `op`, or 0 without a channel."""
    handle = op.channel_handle
    return 0 if handle is None else handle.handle


def check_positive_channel(op: Any) -> None:
    """Check that `op` has a channel if it uses global ids."""
    if op.use_global_device_ids is not None and channel_id(op) <= 0:
        raise Violation(
            f"channel_id must be positive when useGlobalDeviceIds is set but got: {channel_id(op)}"
        )
