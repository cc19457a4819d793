"""Conversion of tensor descriptions between 2025-02 and 2026-08."""

from collections.abc import Callable
from math import prod
from typing import Any

from ttmlir_py.schemas.reader import BinaryError
from ttmlir_py.schemas.revisions.rows import FbTable, need, part, refuse

_SPACES = {"DRAM": "DeviceDRAM", "L1": "DeviceL1"}
_BUFFERS = {space: buffer for buffer, space in _SPACES.items()}
_DATA_BITS = {
    "Float32": 32,
    "Float16": 16,
    "BFloat16": 16,
    "UInt32": 32,
    "UInt16": 16,
    "UInt8": 8,
    "Int32": 32,
}


class Tensors:
    """Converted tensors of a program. `make` converts a tensor once for all its uses."""

    def __init__(self, make: Callable[[FbTable], FbTable]) -> None:
        self._make = make
        self._made: dict[int, tuple[FbTable, FbTable]] = {}

    def of(self, ref: FbTable) -> FbTable:
        """Return the converted `TensorRef` for `ref`. Raises BinaryError."""
        number = need(ref, "global_id", "a tensor")
        known = self._made.get(number)
        if known is None or known[0] != ref:
            known = self._made[number] = ref, self._make(ref)
        return known[1]


def _memory(ref: FbTable) -> tuple[FbTable, FbTable, FbTable]:
    """Return the description, layout and memory tables of a tensor."""
    what = f"tensor {ref['global_id']}"
    desc = need(ref, "desc", what)
    layout = need(desc, "layout", what)
    return desc, layout, need(layout, "memory_desc", what)


def _tile(memory: FbTable) -> FbTable:
    """Return the tile shape of a tensor; 1x1 for row-major storage."""
    return memory.get("tile_shape") or {"y": 1, "x": 1}


def tensor_2025_02(ref: FbTable) -> FbTable:
    """Convert a 2026-08 `TensorRef` table to 2025-02. Raises BinaryError."""
    what = f"tensor {ref['global_id']}"
    desc, layout, memory = _memory(ref)
    shape = need(desc, "shape", what)
    if prod(desc.get("mesh_shape") or (1,)) != 1:
        raise refuse(f"{what} on several devices", "2025-02")
    tile = _tile(memory)
    config = part(memory, "memory_config")
    buffer, placed = config.get("buffer_type"), str(config.get("tensor_memory_layout", "None"))
    if memory.get("storage_type", "Host") == "Host" or buffer == "SystemMemory":
        space, placed = "System", "None"
    elif buffer in _SPACES:
        space = _SPACES[buffer]
    else:
        raise refuse(f"{what} in {buffer or 'no memory'}", "2025-02")
    if placed == "NDSharded" or config.get("nd_shard_spec"):
        raise refuse(f"{what}, which is sharded in more than two dimensions,", "2025-02")
    spec, cores = config.get("shard_spec"), [{"loc": {"y": 0, "x": 0}, "size": {"y": 1, "x": 1}}]
    stored = _collapsed(shape)
    if spec is not None:
        stored = need(spec, "shape", what)
        cores = [_rectangle(each) for each in part(spec, "core_range_set").get("core_ranges") or ()]
    elif placed.endswith("Sharded"):
        raise BinaryError(f"{what} is sharded, and has no shard_spec")
    stored = _in_tiles(stored, tile)
    return {
        "global_id": ref["global_id"],
        "desc": {
            "shape": shape,
            "layout": {
                "oob_val": layout.get("oob_val"),
                "core_range_set": cores,
                "memory_desc": {
                    "shape": stored,
                    "tile_shape": tile,
                    "data_type": memory.get("data_type"),
                    "memory_space": space,
                    "memory_layout": placed,
                    "size": _bytes(stored, tile, memory.get("data_type")),
                },
            },
        },
    }


def _collapsed(shape: list[int]) -> list[int]:
    """Return the shape with all leading dimensions collapsed into rows. Vectors stay vectors."""
    return [prod(shape[:-1]), shape[-1]] if len(shape) > 1 else list(shape)


def _in_tiles(shape: list[int], tile: FbTable) -> list[int]:
    """Return the number of tiles in each dimension of a matrix or vector."""
    if (tile["y"], tile["x"]) == (1, 1):
        return shape
    if tile["y"] < 1 or tile["x"] < 1:
        raise BinaryError(f"invalid tile size {tile['y']}x{tile['x']}")
    rows, columns = (1, *shape)[-2:] if shape else (1, 1)
    return [-(-rows // tile["y"]), -(-columns // tile["x"])]


def _bytes(stored: list[int], tile: FbTable, data_type: Any) -> int:
    """Return the size of stored data in bytes. Block formats add an exponent per 16 numbers."""
    numbers = prod(stored) * tile["y"] * tile["x"]
    if data_type in _DATA_BITS:
        return max(numbers, 0) * _DATA_BITS[data_type] // 8
    digits = str(data_type)[-1:]
    return max(numbers, 0) * (int(digits) if digits.isdigit() else 0) // 8 + max(numbers, 0) // 16


def _rectangle(cores: FbTable) -> FbTable:
    """Convert the first and last core of a rectangle to its location and size."""
    start, end = cores["start_coord"], cores["end_coord"]
    return {
        "loc": {"y": start["y"], "x": start["x"]},
        "size": {"y": end["y"] - start["y"] + 1, "x": end["x"] - start["x"] + 1},
    }


def _range(cores: FbTable) -> FbTable:
    """Convert the location and size of a rectangle of cores to its first and last core."""
    place, size = cores["loc"], cores["size"]
    end = {"x": place["x"] + size["x"] - 1, "y": place["y"] + size["y"] - 1}
    return {"start_coord": {"x": place["x"], "y": place["y"]}, "end_coord": end}


def tensor_2026_08(ref: FbTable) -> FbTable:
    """Convert a 2025-02 `TensorRef` table to 2026-08. Raises BinaryError."""
    what = f"tensor {ref['global_id']}"
    desc, layout, memory = _memory(ref)
    shape = need(desc, "shape", what)
    space, placed = memory.get("memory_space"), memory.get("memory_layout")
    tile = _tile(memory)
    stored: FbTable = {
        "storage_type": "Device" if space in _BUFFERS else "Host",
        "tile_shape": tile,
        "data_type": memory.get("data_type"),
    }
    if space in _BUFFERS:
        if placed == "SingleBank":
            raise refuse(f"{what} in a single bank", "2026-08")
        config: FbTable = {
            "tensor_memory_layout": "Interleaved" if placed == "None" else placed,
            "buffer_type": _BUFFERS[space],
        }
        if str(placed).endswith("Sharded"):
            rows, columns = (1, *need(memory, "shape", what))[-2:]
            config["shard_spec"] = {
                "core_range_set": {
                    "core_ranges": [_range(each) for each in layout.get("core_range_set") or ()]
                },
                "shape": [rows * tile["y"], columns * tile["x"]],
                "orientation": "RowMajor",
            }
        stored["memory_config"] = config
    return {
        "global_id": ref["global_id"],
        "desc": {
            "shape": shape,
            "mesh_shape": [1, 1],
            "layout": {"oob_val": layout.get("oob_val"), "memory_desc": stored},
            "shard_status": "Unsharded",
            "local_shape": shape,
        },
    }


def config_2025_02(out: FbTable) -> FbTable | None:
    """Return the 2025-02 `MemoryConfigDesc` that describes the memory of a 2025-02 tensor."""
    memory = out["desc"]["layout"]["memory_desc"]
    if memory["memory_space"] not in _BUFFERS:
        return {
            "tensor_memory_layout": "None",
            "buffer_type": "SystemMemory",
            "shard_spec": {"shard_shape": memory["shape"]},
        }
    return {
        "tensor_memory_layout": memory["memory_layout"],
        "buffer_type": _BUFFERS[memory["memory_space"]],
        "shard_spec": {"shard_shape": memory["shape"]},
    }


def config_2026_08(out: FbTable) -> FbTable | None:
    """Return the memory configuration of a 2026-08 tensor, or None on the host."""
    return out["desc"]["layout"]["memory_desc"].get("memory_config")


def layout_of(out: FbTable) -> str:
    """Return the `TensorLayout` of a tensor of either revision."""
    tile = out["desc"]["layout"]["memory_desc"]["tile_shape"]
    return "RowMajor" if (tile["y"], tile["x"]) == (1, 1) else "Tile"
