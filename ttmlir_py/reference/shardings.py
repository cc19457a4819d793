"""The distribution of tensors over devices: which part of each dimension each device has."""

import re
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from ttmlir_py.dialects.sdy.attributes import MeshAttr, TensorShardingAttr
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.reference.numbers import Array, MeaningError

Tiles = Sequence[Sequence[tuple[int, int]]]
"""For each device and each tensor dimension: the index of the device's part, and the number of
parts.
"""

_GSPMD = re.compile(
    r"\{devices=\[([\d,]+)\]<=\[([\d,]+)\](?:T\(([\d,]+)\))?( last_tile_dim_replicate)?\}"
)
_WHOLE = re.compile(r"\{(manual|replicated|maximal( device=\d+)?)\}")


def part(x: Array, tile: Sequence[tuple[int, int]]) -> Array:
    """Return the part of the tensor `x` that `tile` selects: an index and a number of parts for
    each dimension.
    """
    for dim, (number, count) in enumerate(tile):
        x = np.split(x, count, dim)[number]
    return x


def cut(x: Array, tiles: Tiles) -> list[Array]:
    """Return the part of the tensor `x` for each device."""
    return [part(x, tile) for tile in tiles]


def joined(parts: Sequence[Array], tiles: Tiles) -> Array:
    """Return the tensor that consists of the devices' parts.

    If several devices have the same part, the last one is used.
    """
    shape = [size * count for size, (_, count) in zip(parts[0].shape, tiles[0], strict=True)]
    whole = np.zeros(shape, parts[0].dtype)
    for each, tile in zip(parts, tiles, strict=True):
        part(whole, tile)[...] = each
    return whole


def gspmd_tiles(sharding: str, rank: int, devices: int) -> Tiles:
    """Return the tiles for GSPMD's text, such as `{devices=[2,4]<=[8]}`.

    Device numbers fill the parts in order; `T(...)` permutes them first.
    """
    if _WHOLE.fullmatch(sharding):
        return [[(0, 1)] * rank] * devices
    match = _GSPMD.fullmatch(sharding)
    if match is None:
        raise MeaningError(f"the sharding {sharding!r} is unknown")
    parts, mesh, order = (
        [int(n) for n in (each or "").split(",") if n] for each in match.group(1, 2, 3)
    )
    if prod(mesh) != devices or prod(parts) != devices:
        raise MeaningError(f"the sharding {sharding!r} is not of {devices} devices")
    numbers = np.arange(devices).reshape(mesh).transpose(order or range(len(mesh))).reshape(parts)
    places = [np.argwhere(numbers == device)[0].tolist() for device in range(devices)]
    return [list(zip(place, parts, strict=True))[:rank] for place in places]


def sharding_of(op: Any) -> str:
    """Return the sharding text of a custom call. It describes the operand or, if there is no such
    text, the result.

    For `SPMDFullToShardShape` it is that of the preceding op.
    """
    owner = op.operands[0].owner
    asked = owner if op.call_target_name.data == "SPMDFullToShardShape" else op
    text = isinstance(asked, Operation) and asked.attributes.get("mhlo.sharding")
    if not isinstance(text, StringAttr):
        raise MeaningError("the sharding of its operand is unknown")
    return text.data


def shardy_tiles(sharding: TensorShardingAttr, op: Operation, devices: int) -> Tiles:
    """Return the tiles for a sharding of Shardy.

    A dimension is split along its axes of the mesh, one after the other.
    """
    mesh = _mesh(sharding, op)
    sizes = mesh.sizes
    if prod(sizes.values()) != devices or mesh.device_ids:
        raise OperationError(op, f"its mesh {mesh} does not consist of {devices} devices in order")
    tiles: list[list[tuple[int, int]]] = []
    for device in range(devices):
        place = dict(zip(sizes, np.unravel_index(device, tuple(sizes.values())), strict=True))
        tile: list[tuple[int, int]] = []
        for dim in sharding.dim_shardings:
            number, count = 0, 1
            for axis in dim.axes:
                if axis.sub_axis:
                    raise OperationError(
                        op, "is sharded along a part of an axis, which is not supported"
                    )
                number = number * sizes[axis.axis_name] + int(place[axis.axis_name])
                count *= sizes[axis.axis_name]
            tile.append((number, count))
        tiles.append(tile)
    return tiles


def _mesh(sharding: TensorShardingAttr, op: Operation) -> MeshAttr:
    """Return the mesh that a sharding names or contains."""
    if isinstance(sharding.mesh, MeshAttr):
        return sharding.mesh
    module = op
    while (module := module.parent_op()) is not None:
        for each in module.walk():
            if each.name == "sdy.mesh" and each.properties["sym_name"] == StringAttr(sharding.mesh):
                return each.mesh  # pyright: ignore
    raise OperationError(op, f"names the mesh '{sharding.mesh}', which does not exist")
