"""Builds TTMetal binaries with hand-written kernels from the schema."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ttmlir_py.common.data_formats import FORMATS
from ttmlir_py.runtime.formats import Array
from ttmlir_py.schemas import load_schema, write
from ttmlir_py.tensix import load
from ttmlir_py.tensix.memory import Checks

L1_SIZE, L1_BASE, GRID, CHANNELS = 1499136, 1024, 8, 12
FLOAT, BFLOAT = "Float32", "BFloat16"
Core = tuple[int, int]
Rectangle = tuple[int, int, int, int]
"""Row, column, rows, columns."""
ONE: Rectangle = (0, 0, 1, 1)


def _core(row: int, column: int) -> dict[str, int]:
    return {"y": row, "x": column}


def _ranges(rectangle: Rectangle) -> list[dict[str, Any]]:
    row, column, rows, columns = rectangle
    return [{"loc": _core(row, column), "size": _core(rows, columns)}]


SYSTEM = {
    "chip_desc_indices": [0],
    "chip_descs": [
        {
            "arch": "Wormhole_b0",
            "grid_size": _core(GRID, GRID),
            "l1_size": L1_SIZE,
            "num_dram_channels": CHANNELS,
            "dram_channel_size": 1 << 30,
            "l1_unreserved_base": L1_BASE,
            "dram_unreserved_base": L1_BASE,
            "num_cbs": 32,
            "physical_cores": {
                "worker": [_core(row, column) for row in range(GRID) for column in range(GRID)],
                "dram": [_core(GRID + i // 4, i % 4) for i in range(CHANNELS)],
            },
        }
    ],
}


@dataclass
class Tensor:
    """A tensor of shards on a rectangle of cores."""

    number: int
    shape: tuple[int, int]
    address: int
    cores: Rectangle = ONE
    data_type: str = FLOAT
    tiled: bool = True
    space: str = "DeviceL1"

    @property
    def side(self) -> int:
        return 32 if self.tiled else 1

    @property
    def units(self) -> list[int]:
        """Return the number of tiles or elements of a shard."""
        sizes = zip(self.shape, self.cores[2:], strict=True)
        return [size // parts // self.side for size, parts in sizes]

    @property
    def bytes(self) -> int:
        """Return the size of a shard."""
        rows, columns = self.units
        return rows * columns * self.side**2 * FORMATS[self.data_type].bits // 8

    def memory(self) -> dict[str, Any]:
        return {
            "shape": self.units,
            "tile_shape": _core(self.side, self.side),
            "data_type": self.data_type,
            "memory_space": self.space,
            "memory_layout": "None",
            "size": self.bytes,
        }

    def ref(self) -> dict[str, Any]:
        layout = {"core_range_set": _ranges(self.cores), "memory_desc": self.memory()}
        desc = {"shape": list(self.shape), "layout": layout}
        return {"global_id": self.number, "address": self.address, "size": self.bytes, "desc": desc}


@dataclass
class Port:
    """A circular buffer, over a tensor or with its own pages."""

    port: int
    address: int = 0
    pages: int = 1
    data_type: str = FLOAT
    tensor: Tensor | None = None

    def ref(self) -> dict[str, Any]:
        page = FORMATS[self.data_type].tile_bytes
        own = {
            "shape": [1, self.pages],
            "tile_shape": _core(32, 32),
            "data_type": self.data_type,
            "memory_space": "DeviceL1",
            "size": page * self.pages,
        }
        memory = own if self.tensor is None else self.tensor.memory()
        desc = {"port": self.port, "memory_desc": memory, "page_size": page, "num_buffers": 1}
        ref: dict[str, Any] = {"global_id": 1000, "address": self.address, "desc": desc}
        return ref if self.tensor is None else ref | {"tensor_ref": self.tensor.ref()}


def over(port: int, tensor: Tensor) -> Port:
    """Return the circular buffer over a tensor."""
    return Port(port, tensor.address, data_type=tensor.data_type, tensor=tensor)


@dataclass
class Kernel:
    """A kernel: `tensix`, `noc0` or `noc1`; its body is C++, with ports as `in0` and `out0`."""

    kind: str
    body: str
    cores: Rectangle = ONE
    ports: Sequence[Port] = ()
    semaphores: Sequence[int] = ()
    tables: Mapping[str, Array] = field(default_factory=dict[str, Array])
    wide: bool = False
    """Whether the destination register has elements of 32 bits."""

    def text(self) -> str:
        lines = ["#include <cstdint>"]
        for name, table in self.tables.items():
            sizes = "".join(f"[{size}]" for size in table.shape)
            numbers = ", ".join(map(str, table.reshape(-1).tolist()))
            lines.append(f"static const int32_t {name}{sizes} = {{{numbers}}};")
        return "\n".join([*lines, "void kernel_main() {", self.body.strip("\n"), "}", ""])

    def desc(self) -> dict[str, Any]:
        if self.kind == "tensix":
            modes = ["Default"] * 32
            config = ("TensixConfig", {"fp32_dest_acc_en": self.wide, "unpack_to_dest_mode": modes})
        else:
            config = ("NocConfig", {"noc_index": f"Noc{self.kind[-1]}"})
        semaphore = "RuntimeArgSemaphoreAddress"
        return {
            "kernel": ("KernelSource", {"source": self.text(), "config": config}),
            "core_range_set": _ranges(self.cores),
            "cbs": [port.ref() for port in self.ports],
            "runtime_args": [(semaphore, {"initial_value": each}) for each in self.semaphores],
        }


def enqueue(*kernels: Kernel) -> dict[str, Any]:
    """Return the command that runs kernels."""
    program = {"kernels": [kernel.desc() for kernel in kernels]}
    text = '"ttmetal.enqueue_program"() loc("kernels.mlir":7:3)'
    return {"type": ("EnqueueProgramCommand", {"program": program}), "debug_info": text}


def command(kind: str, tensor: Tensor, **fields: Any) -> dict[str, Any]:
    """Return a command on a tensor."""
    name = "dst" if kind == "EnqueueWriteBuffer" else "ref"
    return {"type": (f"{kind}Command", {name: tensor.ref(), **fields}), "debug_info": kind}


def binary(
    inputs: Iterable[Tensor], outputs: Iterable[Tensor], commands: Sequence[dict[str, Any]]
) -> bytes:
    """Return a file with one program."""
    sides = {"inputs": [each.ref() for each in inputs], "outputs": [each.ref() for each in outputs]}
    queue = {"name": "main", "commands": list(commands)}
    program = {"name": "main", **sides, "device_programs": [{**sides, "command_queues": [queue]}]}
    root = {"version": {"major": 0, "minor": 0, "patch": 1}, "system_desc": SYSTEM}
    return write(load_schema("TTMetal/binary.fbs"), root | {"programs": [program]})


def run(
    inputs: Mapping[int, tuple[Tensor, Array]] | Sequence[tuple[Tensor, Array]],
    outputs: Sequence[Tensor],
    *kernels: Kernel,
    checks: Checks = Checks.DEFAULT,
    **options: Any,
) -> list[Array]:
    """Run kernels as one command and return the outputs."""
    pairs = list(inputs.values()) if isinstance(inputs, Mapping) else list(inputs)
    data = binary([tensor for tensor, _ in pairs], outputs, [enqueue(*kernels)])
    values = [values for _, values in pairs]
    return load(data).run(values, checks=checks, **options)


def ports(body: str) -> str:
    """Return C++ declarations of the ports that a body names as `in0`, `out0`, `mid0`."""
    names = {f"in{i}": f"c_in{i}" for i in range(8)} | {f"out{i}": f"c_out{i}" for i in range(8)}
    names |= {f"mid{i}": f"c_intermed{i}" for i in range(8)}
    used = [name for name in names if name in body]
    return "".join(f"::tt::CB {name} = ::tt::CB::{names[name]};\n" for name in used) + body


def floats(seed: int, *shape: int) -> Array:
    """Return numbers that bfloat16 represents exactly."""
    return np.random.default_rng(seed).integers(-64, 64, shape).astype(np.float32) / 16
