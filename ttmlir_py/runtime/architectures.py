"""Performance figures of each chip architecture for time estimates: bandwidths, latencies, cycles.

docs/perf.md names the sources of the numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ttmlir_py.common.data_formats import TILE_ELEMENTS, Format
from ttmlir_py.runtime.kernels.registry import PerElement, Work

ESTIMATE = "analytical estimate"
"""The note with which outputs mark times as estimated."""

PRODUCT_FLOP_PER_CYCLE = 4096
MATRIX_UNIT_ELEMENTS_PER_CYCLE = 128
VECTOR_LANES = 32
PRODUCT_CYCLES = 2 * 32**3 // PRODUCT_FLOP_PER_CYCLE
"""Cycles to multiply two 32x32 tiles, per fidelity pass."""
PASSES = {"LoFi": 1, "HiFi2": 2, "HiFi3": 3, "HiFi4": 4}
"""Maps each math fidelity to its number of multiplier passes."""
MOST_PASSES = max(PASSES.values())


@dataclass(frozen=True, slots=True)
class Efficiency:
    """The fraction of the roofline's speed that programs reach: a typical value, and its bounds."""

    usual: float
    best: float
    worst: float


UNKNOWN = Efficiency(1.0, 1.0, 0.15)
"""Efficiency of operations without a public measurement.

The upper bound is the roofline. The lower bound is assumed to be that of the slowest matrix
product.
"""
DRAM_PRODUCT = Efficiency(0.62, 0.72, 0.54)
"""Efficiency of matrix products whose tensors are interleaved in DRAM."""
LOW_PRODUCT = Efficiency(0.62, 0.72, 0.15)
"""Efficiency of matrix products in DRAM with fewer than `MANY_ROWS` rows, which vary more."""
MANY_ROWS = 1024


@dataclass(frozen=True, slots=True)
class Architecture:
    """Properties shared by all chips of an architecture.

    Bandwidths are in GB/s, which equals bytes per nanosecond.
    """

    clock_ghz: float
    dram_channel: float
    noc_bytes_per_cycle: int
    dram_latency_cycles: int
    pcie: float
    ethernet_link: float


ARCHITECTURES = {
    "Grayskull": Architecture(1.2, 12.0, 32, 358, 31.5, 12.5),
    "Wormhole_b0": Architecture(1.0, 21.5, 32, 358, 31.5, 12.5),
    "Blackhole": Architecture(1.35, 57.3, 64, 529, 63.0, 50.0),
}


def default_passes(work: Work, formats: Sequence[Format]) -> int:
    """Return the number of multiplier passes that TTNN uses for these formats: 1 (LoFi) to 4
    (HiFi4).
    """
    if work not in ("product", "attention"):
        return MOST_PASSES
    if all(each.kind == "block" for each in formats[:2]):
        return 1
    return MOST_PASSES if all(each.name == "Float32" for each in formats[:2]) else 2


def elementwise_cycles(work: PerElement, fidelity: int) -> int:
    """Return the cycles per tile of an element-wise function, with `fidelity` multiplier passes."""
    if work.instructions:
        return TILE_ELEMENTS // VECTOR_LANES * work.instructions
    return TILE_ELEMENTS // MATRIX_UNIT_ELEMENTS_PER_CYCLE * (fidelity if work.takes_passes else 1)
