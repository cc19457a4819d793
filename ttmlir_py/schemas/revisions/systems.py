"""Conversion of system descriptions between 2025-02 and 2026-08."""

from typing import Any

from ttmlir_py.schemas.revisions.rows import FbTable, need, part, refuse

_HOST = ("PCIE", "HostMMIO")

_DRAM_WORKERS = {
    "Wormhole_b0": (
        (7, 3),
        (0, 0),
        (3, 0),
        (4, 0),
        (0, 4),
        (7, 7),
        (1, 4),
        (6, 4),
        (5, 4),
        (2, 6),
        (3, 4),
        (4, 4),
    ),
    "Blackhole": ((9, 0), (0, 0), (7, 0), (3, 0), (9, 7), (1, 7), (6, 7), (4, 7)),
}
"""Coordinates (y, x) of the best worker to read each DRAM bank, by architecture.

They are those of upstream's default descriptions of n150 and p150.
"""


def system_2025_02(system: FbTable) -> FbTable:
    """Convert a 2026-08 `SystemDesc` table to 2025-02. Raises BinaryError."""
    chips = [_chip_2025_02(each) for each in system.get("chip_descs") or ()]
    capabilities = [_capability_2025_02(each) for each in system.get("chip_capabilities") or ()]
    return {**system, "chip_descs": chips, "chip_capabilities": capabilities}


def system_2026_08(system: FbTable) -> FbTable:
    """Convert a 2025-02 `SystemDesc` table to 2026-08. Raises BinaryError."""
    chips = [_chip_2026_08(each) for each in system.get("chip_descs") or ()]
    capabilities = [_capability_2026_08(each) for each in system.get("chip_capabilities") or ()]
    return {**system, "chip_descs": chips, "chip_capabilities": capabilities}


def _capability_2025_02(flags: Any) -> str:
    """Return the 2025-02 capabilities of a chip. A chip that the host can access is on PCIe."""
    return " ".join(_HOST) if flags == "HostMMIO" else ""


def _capability_2026_08(flags: Any) -> str:
    return "HostMMIO" if "HostMMIO" in str(flags) else ""


def _chip_2025_02(chip: FbTable) -> FbTable:
    if chip.get("arch") not in _DRAM_WORKERS:
        raise refuse(f"a chip of architecture {chip.get('arch')}", "2025-02")
    offsets = chip.get("coord_translation_offsets") or {"y": 0, "x": 0}
    kinds = [each for each in chip.get("supported_data_types") or () if each in _TYPES_2025_02]
    new = ("coord_translation_offsets", "dst_physical_size_tiles", "num_compute_threads")
    new += ("num_datamovement_threads", "dram_grid_size", "dram_bank_to_logical_worker_noc0")
    kept = {name: chip[name] for name in chip if name not in (*new, f"{new[-1][:-1]}1")}
    workers = _cores(need(chip, "grid_size", "a chip"), offsets)
    banks = _cores(
        chip.get("dram_grid_size") or {"y": 1, "x": chip.get("num_dram_channels", 0)},
        {"y": 0, "x": 0},
    )
    cores = {"worker": workers, "dram": banks, "eth": [], "eth_inactive": []}
    return {**kept, "supported_data_types": kinds, "physical_cores": cores}


_MAX_CORES = 1 << 16
_TYPES_2025_02 = frozenset(
    [
        "Float32",
        "Float16",
        "BFloat16",
        "BFP_Float8",
        "BFP_BFloat8",
        "BFP_Float4",
        "BFP_BFloat4",
        "BFP_Float2",
        "BFP_BFloat2",
        "UInt32",
        "UInt16",
        "UInt8",
        "Int32",
    ]
)


def _cores(grid: FbTable, offsets: FbTable) -> list[FbTable]:
    """Return the cores of a grid in row-major order. Raises BinaryError for an invalid grid."""
    rows, columns = grid["y"], grid["x"]
    if rows < 0 or columns < 0 or rows * columns > _MAX_CORES:
        raise refuse(f"a chip of {rows}x{columns} cores", "2025-02")
    return [
        {"y": offsets["y"] + y, "x": offsets["x"] + x} for y in range(rows) for x in range(columns)
    ]


def _chip_2026_08(chip: FbTable) -> FbTable:
    arch = chip.get("arch")
    if arch not in _DRAM_WORKERS:
        raise refuse(f"a chip of architecture {arch}", "2026-08")
    cores = part(chip, "physical_cores")
    workers = cores.get("worker") or [{"y": 0, "x": 0}]
    channels = chip.get("num_dram_channels", 0)
    reached = [{"y": y, "x": x} for y, x in _DRAM_WORKERS[arch]][:channels]
    return {
        **{name: value for name, value in chip.items() if name != "physical_cores"},
        "coord_translation_offsets": workers[0],
        "dst_physical_size_tiles": 16,
        "num_compute_threads": 1,
        "num_datamovement_threads": 2,
        "dram_grid_size": {"y": 1, "x": channels},
        "dram_bank_to_logical_worker_noc0": reached,
        "dram_bank_to_logical_worker_noc1": reached,
    }
