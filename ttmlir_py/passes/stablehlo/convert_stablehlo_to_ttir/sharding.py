"""Parser of GSPMD shardings such as `{devices=[2,4]<=[8]}`, and their mapping to a mesh."""

import re
from math import prod
from typing import NamedTuple

from ttmlir_py.dialects.tt.enums import MeshShardType
from ttmlir_py.rewriting.conversion import UnsupportedError

_DEVICES = re.compile(r"devices=\[(\d+(?:,\d+)*)\]<=\[(\d+(?:,\d+)*)\](?:T\((\d+(?:,\d+)*)\))?")


class MeshSharding(NamedTuple):
    """The sharding of a tensor on a mesh of devices.

    `shard_shape` is the number of shards along each tensor dimension. `shard_dims` is the tensor
    dimension that each mesh dimension splits.
    """

    shard_type: MeshShardType
    shard_shape: tuple[int, ...]
    shard_dims: tuple[int, ...]

    @property
    def is_whole_on_first_device(self) -> bool:
        """Whether the first device holds the whole tensor, and all other devices hold nothing of
        it.
        """
        if self.shard_type is MeshShardType.Maximal:
            return not any(self.shard_shape[1:])
        return prod(self.shard_shape) == 1


def parse_sharding(text: str) -> MeshSharding:
    """Return the sharding that `text` describes.

    Raises UnsupportedError for a sharding that a two-dimensional mesh cannot have.
    """
    if not (text.startswith("{") and text.endswith("}")):
        raise UnsupportedError(f"its sharding {text!r} is not in braces")
    words = text[1:-1].split(" ")
    kinds = {"manual": MeshShardType.Manual, "replicated": MeshShardType.Replicate}
    if len(words) == 1 and words[0] in kinds:
        return MeshSharding(kinds[words[0]], (1,), (-1,))
    if words[0] == "maximal" and len(words) <= 2:
        return MeshSharding(MeshShardType.Maximal, (1, *_device(words[1:], text)), (-1,))
    match = _DEVICES.fullmatch(words[0])
    if match is None or words[1:] not in ([], ["last_tile_dim_replicate"]):
        raise UnsupportedError(f"its sharding {text!r} is of a kind that TTIR does not have")
    parts, mesh = (tuple(map(int, group.split(","))) for group in match.groups()[:2])
    order = match.group(3)
    permutation = tuple(map(int, order.split(","))) if order else None
    return _on_devices(parts, mesh, permutation, bool(words[1:]), text)


def _device(words: list[str], text: str) -> tuple[int, ...]:
    if not words:
        return ()
    key, _, number = words[0].partition("=")
    if key != "device" or not number.isdigit():
        raise UnsupportedError(f"its sharding {text!r} names no device")
    return (int(number),)


def _on_devices(
    parts: tuple[int, ...],
    mesh: tuple[int, ...],
    permutation: tuple[int, ...] | None,
    is_last_replicated: bool,
    text: str,
) -> MeshSharding:
    """Return the sharding that splits tensor dimensions into `parts` over mesh dimensions.

    Parts and mesh dimensions are matched in order, or in reverse order if the text permutes them.
    """
    wrong = UnsupportedError(f"its sharding {text!r} does not fit a mesh of two dimensions")
    count = prod(mesh)
    if prod(parts) != count:
        raise wrong
    is_reversed = len(mesh) != 1
    is_line = count in parts
    if not is_reversed:
        mesh = (1, count) if is_line else tuple(size for size in parts if size != 1)
    if len(mesh) != 2 or permutation != ((1, 0) if is_reversed else None):
        raise wrong
    shape = parts[:-1] if is_last_replicated else parts
    dims = [-1, -1]
    matched = int(is_line)
    for dim, size in enumerate(shape):
        if size == 1:
            continue
        place = 1 - matched if is_reversed else matched
        if not 0 <= place < 2 or size != mesh[place]:
            raise wrong
        dims[place] = dim
        matched += 1
    return MeshSharding(MeshShardType.Devices, shape, (dims[0], dims[1]))
