"""Calls of functions with meshes: one call for each device, with the parts of the arguments."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from ttmlir_py.ttnn.deadlines import TtnnError
from ttmlir_py.ttnn.operators import FUNCTIONS, Operators


class Spread:
    """A mesh of several devices, or a tensor that has a part on each device."""

    __slots__ = ()
    parts: Sequence[Any]
    """The devices, or the tensors on them."""


def devices_among(values: Iterable[object]) -> int:
    """Return the number of devices of the meshes among values and in lists of them, or 0 without
    meshes. Raises TtnnError for meshes of different sizes.
    """
    found = 0
    for each in values:
        if isinstance(each, Spread):
            count = len(each.parts)
        elif isinstance(each, list | tuple):
            count = devices_among(cast(Sequence[object], each))
        else:
            continue
        if count and found and count != found:
            raise TtnnError(f"operands are on meshes of {found} and {count} devices")
        found = count or found
    return found


def call_each(
    name: str, call: Callable[..., Any], arguments: Sequence[Any], keywords: Mapping[str, Any]
) -> Any:
    """Return the results of one call for each device. Arguments that are not on a mesh are the same
    in each call.
    """
    given = (*arguments, *keywords.values())
    count = devices_among(given)
    if _is_on_one_device(given):
        raise TtnnError(
            f"ttnn.{name}: an operand is on a mesh of {count} devices, another one on 1 device"
        )
    return _joined(
        name,
        [
            call(
                *(_part(each, device) for each in arguments),
                **{key: _part(each, device) for key, each in keywords.items()},
            )
            for device in range(count)
        ],
    )


def _is_on_one_device(values: Iterable[object]) -> bool:
    """Whether a tensor among values, or in lists of them, is on a device but not on a mesh."""
    return any(
        _is_on_one_device(cast(Sequence[object], each))
        if isinstance(each, list | tuple)
        else isinstance(each, Operators)
        and not isinstance(each, Spread)
        and cast(Any, each).on_device is not None
        for each in values
    )


def _part(value: Any, device: int) -> Any:
    if isinstance(value, Spread):
        return value.parts[device]
    if isinstance(value, list):
        return [_part(each, device) for each in cast(list[Any], value)]
    if type(value) is tuple:
        return tuple(_part(each, device) for each in cast(tuple[Any, ...], value))
    return value


def _joined(name: str, results: Sequence[Any]) -> Any:
    first = results[0]
    if isinstance(first, Operators):
        return FUNCTIONS["mesh_tensor"](results)
    if isinstance(first, list | tuple):
        joined = [_joined(name, each) for each in zip(*results, strict=True)]
        return joined if isinstance(first, list) else tuple(joined)
    if any(each != first for each in results):
        raise TtnnError(
            f"ttnn.{name}: the devices of the mesh have different results: call it with the parts "
            "from ttnn.get_device_tensors"
        )
    return first
