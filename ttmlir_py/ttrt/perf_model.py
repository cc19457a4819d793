"""An analytical model of the time of operations on the device: a roofline with a latency.

Nothing is measured. Reading, computing and writing overlap, so an operation takes as long as its
slowest part, plus the latency of its first transfer:

    duration  = max(compute, DRAM, NoC, PCIe, ethernet) / efficiency + latency
    compute   = ceil(output tiles / cores) * cycles per tile / clock
    DRAM      = bytes read from and written to DRAM / (channels * bandwidth of a channel)
    NoC       = bytes to or from a core on the busier NoC / (bytes per cycle) / clock
    PCIe      = bytes that move between host and device / bandwidth
    ethernet  = bytes of a collective operation from other devices / (links * bandwidth of a link)

Efficiency is known for matrix products in DRAM, which reach 0.62 of the roofline on cards. For all
other operations it is 1, and an estimate has a range instead.

Tensors count with the padding of their tiles. A sharded tensor is where it is used, so it needs no
NoC; a tensor in L1 needs no DRAM. Matrix products spread their operands over rows and columns of
cores: each core gets its share of both, (bytes of both operands) / sqrt(cores).

Cycles per tile of 32x32 elements:

    matrix product   2 * 32^3 * K tiles / 4096 FLOP per cycle * fidelity   (8x16 by 16x16 per cycle)
    matrix unit      32 * 32 / 128 elements per cycle * fidelity           (add, subtract, multiply)
    vector unit      32 * 32 / 32 lanes * instructions                     (all other functions)
    attention        both products, and softmax between them, of each tile of scores
    reduction        as a product of each input tile with a tile of ones; normalizations also
                     square and multiply elements, and sorts compare them

A function that is fused into another operation, such as an activation of a product in a binary of a
later revision, takes its cycles only: the value between both stays in the core, and starts no
program of its own.

Fidelity is 1 to 4 passes. A product of block formats takes one (LoFi), of float32 four (HiFi4),
else two (HiFi2). All other operations take four. These are TTNN's defaults, unless the binary has a
compute configuration. docs/perf.md names the
sources of the constants.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ttmlir_py.common.data_formats import TILE_ELEMENTS
from ttmlir_py.runtime.architectures import (
    ARCHITECTURES,
    DRAM_PRODUCT,
    LOW_PRODUCT,
    MANY_ROWS,
    PRODUCT_CYCLES,
    UNKNOWN,
    Architecture,
    Efficiency,
    default_passes,
    elementwise_cycles,
)
from ttmlir_py.runtime.errors import SimulationError, shape_text
from ttmlir_py.runtime.kernels.elementwise import FUNCTION, MATRIX_UNIT, MULTIPLIER, SIMPLE
from ttmlir_py.runtime.kernels.registry import PerElement, Work
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import TensorDesc
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.schemas import BinaryError
from ttmlir_py.schemas.revisions.rows import FIRST_INNER

_PRODUCTS = ("product", "convolution", "transposed convolution")
"""Kinds of work whose operands are spread over rows and columns of cores."""
_SOFTMAX = (MATRIX_UNIT, FUNCTION, MULTIPLIER)
"""Units of the steps of softmax: subtract the maximum, exponentiate, multiply by the reciprocal
sum.
"""
_MAXIMUM = SIMPLE
_TILE_WIDTH = 32
_MISFITS = (ValueError, TypeError, IndexError, AttributeError, ArithmeticError)
"""Exceptions of an estimate if an operation lacks the operands or attributes that the model
needs.
"""


@dataclass(frozen=True, slots=True)
class Machine:
    """A device: its architecture, the number of usable cores, and its DRAM bandwidth in GB/s."""

    name: str
    architecture: Architecture
    cores: int
    dram: float

    @classmethod
    def of(cls, system_desc: Mapping[str, Any]) -> Machine:
        """Return the machine for the first chip of a system. Raise `BinaryError` if fields are
        missing.
        """
        try:
            chip = system_desc["chip_descs"][system_desc["chip_desc_indices"][0]]
            architecture = ARCHITECTURES[chip["arch"]]
            cores = chip["grid_size"]["y"] * chip["grid_size"]["x"]
            dram = chip["num_dram_channels"] * architecture.dram_channel
        except (KeyError, IndexError):
            raise BinaryError("the system descriptor has no chip that the model knows") from None
        if cores <= 0 or dram <= 0:
            raise BinaryError("the system descriptor's chip has no cores or no DRAM")
        return cls(chip["arch"], architecture, cores, dram)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The work of an operation, and its estimated times in nanoseconds."""

    operation: Operation
    cores: int
    fidelity: str
    """Math fidelity, such as `HiFi4`; empty for operations that do not compute."""
    flop: int
    dram_bytes: int
    times: Mapping[str, float]
    """Nanoseconds by resource: compute, DRAM, NoC, PCIe and ethernet."""
    latency: float
    efficiency: Efficiency

    @property
    def bound(self) -> str:
        """Return the name of the resource that takes longest, or `latency`."""
        times = {**self.times, "latency": self.latency}
        return max(times, key=lambda name: times[name])

    @property
    def bandwidth(self) -> float:
        """Return the time of the slowest transfer, in nanoseconds."""
        return max(time for name, time in self.times.items() if name != "compute")

    @property
    def ideal(self) -> float:
        """Return the time of the slowest resource without latency, as a roofline gives it."""
        return max(self.times.values())

    @property
    def duration(self) -> float:
        """Return the expected time, in nanoseconds."""
        return self.ideal / self.efficiency.usual + self.latency

    @property
    def least(self) -> float:
        """Return the lower bound of the time, in nanoseconds."""
        return self.ideal / self.efficiency.best + self.latency

    @property
    def most(self) -> float:
        """Return the upper bound of the time, in nanoseconds."""
        return self.ideal / self.efficiency.worst + self.latency

    @property
    def on_host(self) -> bool:
        """Whether the operation moves a tensor between host and device, instead of running on the
        device.
        """
        return self.times["PCIe"] > 0


def estimate_program(program: TTNNProgram, machine: Machine) -> Iterator[Estimate]:
    """Yield an estimate for each operation that uses the device, without those that compute
    constants once for all runs. A reshape that shares the buffer of its operand starts no program.

    Raises `SimulationError` for operations that cannot be decoded, or whose operands are
    unexpected.
    """
    inner = _fused_values(program)
    sorted_by: int | None = None
    for operation in program.operations:
        if operation.kernel.cost.sorts:
            # The values and the places of a sort are two operations here, and one on the device.
            source = operation.refs[0].global_id
            is_second, sorted_by = source == sorted_by, source
            if is_second:
                sorted_by = None
                continue
        if operation.is_cached or operation.viewed is not None:
            continue
        if operation.kernel.cost.starts_program and operation.result is not None:
            descs = [ref.desc for ref in operation.refs]
            if not all(desc.on_host for desc in [*descs, operation.result.desc]):
                try:
                    yield _estimate(operation, descs, operation.result.desc, machine, inner)
                except _MISFITS:
                    shapes = ", ".join(shape_text(desc.shape) for desc in descs)
                    raise SimulationError(
                        f"{program}: operation {operation.index} ({operation.label}): "
                        f"cannot be estimated with operands of shapes {shapes}"
                    ) from None


def _fused_values(program: TTNNProgram) -> frozenset[int]:
    """Return the numbers of values between an operation and a function that is fused into it."""
    return frozenset(
        ref.global_id
        for operation in program.operations
        if isinstance(operation.kernel.cost.work, PerElement)
        for ref in operation.refs
        if ref.global_id > FIRST_INNER
    )


def _estimate(
    operation: Operation,
    operands: list[TensorDesc],
    result: TensorDesc,
    machine: Machine,
    inner: frozenset[int],
) -> Estimate:
    architecture = machine.architecture
    cores = _cores(operation, operands, result, machine)
    formats = [desc.data_type for desc in operands]
    fidelity = operation.passes or default_passes(operation.kernel.cost.work, formats)
    cycles, flop = _compute(operation, operands, result, fidelity)
    read, written = _traffic(operation, operands, result)
    is_inner = [ref.global_id in inner for ref in operation.refs]
    if any(is_inner):
        read = [each for each, inside in zip(read, is_inner, strict=True) if not inside]
    if operation.result is not None and operation.result.global_id in inner:
        written = (written[0], 0)
    is_continued = any(is_inner) or bool(operation.keywords.get(operation.kernel.cost.continues))
    crossing = result.on_host or any(desc.on_host for desc in operands)
    dram = sum(size for desc, size in [*read, written] if desc.memory_space == "DeviceDRAM")
    network = _network(operation, read, written, cores)
    tiles = -(-_tiles(result) // cores)
    times = {
        "compute": 0.0 if crossing else tiles * cycles / architecture.clock_ghz,
        "DRAM": dram / machine.dram,
        "NoC": 0.0
        if crossing
        else network / architecture.noc_bytes_per_cycle / architecture.clock_ghz,
        "PCIe": written[1] / architecture.pcie if crossing else 0.0,
        "ethernet": _remote_bytes(operation, operands, result) / architecture.ethernet_link,
    }
    return Estimate(
        operation,
        0 if crossing else cores,
        f"HiFi{fidelity}".replace("HiFi1", "LoFi") if cycles and not crossing else "",
        flop,
        dram,
        times,
        0.0 if is_continued else architecture.dram_latency_cycles / architecture.clock_ghz,
        _efficiency(operation, [*operands, result]),
    )


def _efficiency(operation: Operation, tensors: list[TensorDesc]) -> Efficiency:
    in_dram = all(
        each.memory_space == "DeviceDRAM" and not each.layout.is_sharded for each in tensors
    )
    if operation.kernel.cost.work not in ("product", "attention") or not in_dram:
        return UNKNOWN
    rows = math.prod(tensors[-1].shape[:-1])
    return DRAM_PRODUCT if rows >= MANY_ROWS else LOW_PRODUCT


def tensor_bytes(desc: TensorDesc) -> int:
    """Return the size of a tensor on the device in bytes, including padding."""
    return math.prod(desc.padded_shape) * desc.data_type.tile_bytes // TILE_ELEMENTS


def _tiles(desc: TensorDesc) -> int:
    *leading, rows, columns = (1, 1, *desc.shape)
    return math.prod(leading) * -(-rows // 32) * -(-columns // 32)


def _cores(
    operation: Operation, operands: list[TensorDesc], result: TensorDesc, machine: Machine
) -> int:
    """Return the number of cores that an operation uses.

    A sharded tensor determines it. Otherwise it is one core per result tile, or per row of tiles
    for attention, up to all cores.
    """
    for desc in (result, *operands):
        if desc.layout.is_sharded and desc.layout.cores:
            return desc.layout.cores
    tiles = _tiles(result)
    if operation.kernel.cost.work == "attention":
        tiles //= -(-result.shape[-1] // 32)
    return max(1, min(machine.cores, tiles))


def _compute(
    operation: Operation, operands: list[TensorDesc], result: TensorDesc, fidelity: int
) -> tuple[float, int]:
    """Return the cycles per result tile, and the total number of floating-point operations."""
    work, elements = operation.kernel.cost.work, math.prod(result.shape)
    match work:
        case PerElement():
            return elementwise_cycles(work, fidelity), elements
        case "product" | "convolution" | "transposed convolution":
            products = _products(work, operands, elements)
            inner = products / max(elements, 1)
            return math.ceil(inner / 32) * PRODUCT_CYCLES * fidelity, 2 * products
        case "softmax":
            return _softmax_cycles(fidelity), 5 * elements
        case "attention":
            length, size = operands[1].shape[-2:]
            scores = elements // max(size, 1) * length
            columns, depth = -(-length // 32), -(-size // 32)
            cycles = columns * (2 * depth * PRODUCT_CYCLES * fidelity + _softmax_cycles(fidelity))
            return cycles / depth, (4 * size + 5) * scores
        case "reduction":
            share = _tiles(operands[0]) / max(_tiles(result), 1)
            steps = (elementwise_cycles(each, fidelity) for each in operation.kernel.cost.functions)
            cycles = PRODUCT_CYCLES * fidelity + sum(steps)
            if operation.kernel.cost.sorts:
                cycles += _comparisons(operation, operands[0]) * elementwise_cycles(
                    _MAXIMUM, fidelity
                )
            return share * cycles, math.prod(operands[0].shape)
        case "max pooling":
            window = math.prod(operation.keywords["kernel"])
            return window * elementwise_cycles(_MAXIMUM, fidelity), window * elements
        case "none":
            return 0, 0


def _softmax_cycles(fidelity: int) -> float:
    """Return the cycles per tile of softmax: its steps, the maximum, and the sum."""
    steps = [elementwise_cycles(each, fidelity) for each in _SOFTMAX]
    return sum(steps) + 2 * PRODUCT_CYCLES * fidelity


def _comparisons(operation: Operation, operand: TensorDesc) -> int:
    """Return the number of elements with which a bitonic network compares each element of
    `operand`.

    The first elements are found by sorting parts of at least one tile's width, and merging pairs of
    these.
    """
    dim: int = operation.keywords["dim"]
    length = operand.shape[dim]
    kept: int = operation.keywords.get("k", length)
    part = min(length, max(kept, _TILE_WIDTH))
    depth, merges = math.ceil(math.log2(part)), math.ceil(math.log2(length / part))
    return depth * (depth + 1) // 2 + merges * (depth + 1)


def _products(work: Work, operands: list[TensorDesc], elements: int) -> int:
    """Return the number of multiplications of a matrix product or convolution.

    The first dimension of convolution weights is the output channels, which are not summed over.
    """
    if work == "product":
        return operands[0].shape[-1] * elements
    kernel = math.prod(operands[1].shape[1:])
    return kernel * (elements if work == "convolution" else math.prod(operands[0].shape))


Traffic = tuple[TensorDesc, int]
"""A tensor, and the number of its bytes that an operation transfers."""


def _traffic(
    operation: Operation, operands: list[TensorDesc], result: TensorDesc
) -> tuple[list[Traffic], Traffic]:
    """Return the traffic of the tensors that an operation reads, and the traffic of its result."""
    if operation.kernel.in_place:
        cache, update, *rest = operands
        size = tensor_bytes(update)
        return [(desc, tensor_bytes(desc)) for desc in (update, *rest)], (cache, size)
    written = tensor_bytes(result)
    read = [(desc, tensor_bytes(desc)) for desc in operands]
    if operation.kernel.cost.reads_in_part:
        read = [(desc, min(size, written)) for desc, size in read]
    return read, (result, written)


def _network(operation: Operation, read: list[Traffic], written: Traffic, cores: int) -> float:
    """Return the bytes per core on the busier NoC. One NoC carries reads, the other one writes."""
    if operation.kernel.cost.work == "attention":
        # A core needs all keys, values and masks of its heads.
        query, *others = read
        heads = min(cores, math.prod(query[0].shape[:2]))
        incoming = query[1] / cores + sum(size for _, size in others) / heads
        return max(incoming, written[1] / cores)
    spread = math.sqrt(cores) if operation.kernel.cost.work in _PRODUCTS else cores
    incoming = sum(size for desc, size in read if not desc.layout.is_sharded) / spread
    outgoing = 0 if written[0].layout.is_sharded else written[1] / cores
    return max(incoming, outgoing)


def _remote_bytes(operation: Operation, operands: list[TensorDesc], result: TensorDesc) -> float:
    """Return the bytes that a collective operation receives from other devices, per link."""
    if not operation.kernel.collective:
        return 0
    moved = abs(tensor_bytes(result) - tensor_bytes(operands[0]))
    return moved / max(operation.view.type.num_links, 1)
