"""Decoding of `.ttm` programs: commands, kernels with their cores, buffers and arguments."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ttmlir_py.runtime.architectures import MOST_PASSES, PASSES
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.limits import DecodingBudget
from ttmlir_py.schemas import BinaryError, TableView
from ttmlir_py.tensix.buffers import Buffer, read_buffer, read_cores
from ttmlir_py.tensix.compiler import Code, compile_kernel
from ttmlir_py.tensix.compute import COMPUTE_THREADS
from ttmlir_py.tensix.dataflow import NocThread
from ttmlir_py.tensix.errors import KernelTextError
from ttmlir_py.tensix.machine import ChipDesc, Core
from ttmlir_py.tensix.memory import LINE
from ttmlir_py.tensix.operations import PORT_NAMES
from ttmlir_py.tensix.registers import TILES_16_BIT, TILES_32_BIT
from ttmlir_py.tensix.source import read_kernel
from ttmlir_py.tensix.steps import Table
from ttmlir_py.tensix.threads import KernelConfig, Thread


@dataclass(frozen=True, slots=True)
class PortDesc:
    """The description of a circular buffer that a kernel uses."""

    port: int
    address: int
    size: int
    page_size: int
    data_format: Any
    is_tensor: bool


@dataclass(frozen=True, slots=True)
class KernelDesc:
    """A kernel, and the cores that run it."""

    name: str
    """Name for reports: the kernel's index in the command, and its kind."""
    cores: tuple[int, ...]
    codes: tuple[tuple[type[Thread], Code], ...]
    """Thread classes, each with the kernel compiled for it."""
    tables: tuple[Table, ...]
    ports: tuple[PortDesc, ...]
    arguments: tuple[tuple[str, int], ...]
    """Pairs: `semaphore` with its initial value, or `operand` with the index of a tensor."""
    registers: int
    """Number of tiles per section of the destination register, or 0 for data movement kernels."""
    config: KernelConfig


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a queue that has an effect on the machine."""

    kind: str
    label: str
    """Label for messages: index, kind and source location of the command."""
    buffer: Buffer | None = None
    word: int = 0
    kernels: tuple[KernelDesc, ...] = ()
    operands: tuple[int, ...] = ()
    """Addresses of the tensors that the kernels use."""


def read_chip(system_desc: TableView | None) -> ChipDesc:
    """Return the first chip of a system description. Raises `BinaryError`."""
    chips = system_desc.chip_descs if system_desc is not None else None
    if not chips:
        raise BinaryError("the file does not say which chip it is for")
    chip = chips[0]
    rows, columns = (chip.grid_size.y, chip.grid_size.x) if chip.grid_size else (0, 0)
    if not (0 < rows <= 64 and 0 < columns <= 64):
        raise BinaryError(f"a chip with a grid of {rows}x{columns} cores: expected 1x1 to 64x64")
    places = chip.require("physical_cores")
    workers, dram = _places(places.worker)[: rows * columns], _places(places.dram)
    if len(workers) < rows * columns or len({*workers, *dram}) != len(workers) + len(dram):
        raise BinaryError(
            f"the coordinates of cores are missing or not distinct: {rows * columns} cores, "
            f"{len(workers)} coordinates"
        )
    l1_size, base = chip.l1_size, chip.l1_unreserved_base
    if not _LEAST_BASE <= base < l1_size <= _LARGEST_L1 or base % LINE or l1_size % LINE:
        raise BinaryError(
            f"a chip with invalid sizes: {l1_size} bytes of L1, of which {base} are reserved"
        )
    return ChipDesc((rows, columns), l1_size, base, chip.dram_channel_size, workers, dram)


def _places(cores: Any) -> tuple[Core, ...]:
    return tuple((each.y, each.x) for each in cores or ())


_LEAST_BASE, _LARGEST_L1 = 768, 1 << 24
"""Smallest reserved size of L1 (it holds semaphores and a block of zeros), and largest size of L1,
in bytes.
"""


def read_commands(view: TableView, chip: ChipDesc, budget: DecodingBudget) -> Iterator[Command]:
    """Yield the commands of a program's queues, one queue after another. Raises `BinaryError`."""
    devices = view.device_programs or ()
    if len(devices) != 1:
        raise BinaryError(f"the program is for {len(devices)} devices, but the simulator has one")
    number = 0
    for queue in devices[0].command_queues or ():
        for command in queue.commands or ():
            budget.spend(1)
            yield _read_command(command, number, chip, budget)
            number += 1


def _read_command(view: TableView, number: int, chip: ChipDesc, budget: DecodingBudget) -> Command:
    kind = str(view.type_type)
    label = f"command {number} {kind.removesuffix('Command')}{_location(view.debug_info)}"
    table = view.type
    if table is None:
        raise BinaryError(f"command {number} has no contents")
    match kind:
        case "EnqueueProgramCommand":
            kernels = table.require("program").kernels or ()
            budget.spend(len(kernels))
            read = tuple(
                _read_kernel(each, index, chip, budget) for index, each in enumerate(kernels)
            )
            _require_free_processors(read, label)
            operands = tuple(each.address for each in table.operands or ())
            budget.spend(len(operands))
            return Command(kind, label, kernels=read, operands=operands)
        case "CreateBufferCommand" | "DeallocateBufferCommand":
            return Command(kind, label, read_buffer(table.require("ref"), chip))
        case "EnqueueWriteBufferCommand":
            return Command(
                kind, label, read_buffer(table.require("dst"), chip), _word(table, label)
            )
        case "EnqueueReadBufferCommand":
            raise BinaryError(f"{label}: not supported, by TT-MLIR's runtime neither")
        # other commands, such as events, have no effect because queues run one after another
        case _:
            return Command(kind, label)


def _location(debug_info: str | None) -> str:
    """Return ` at ` and the source location in a command's debug text, or ""."""
    _, found, place = (debug_info or "").rpartition(" loc(")
    return f" at {place.rstrip(')').strip()}".replace('"', "") if found else ""


def _word(view: TableView, label: str) -> int:
    if str(view.src_type) != "ConstantBuffer32" or view.src is None or len(view.src.data) != 1:
        raise BinaryError(f"{label}: only one word of 32 bits can be written")
    return int(view.src.data[0])


def _require_free_processors(kernels: tuple[KernelDesc, ...], label: str) -> None:
    taken: dict[tuple[int, int | None], str] = {}
    for kernel in kernels:
        for core in kernel.cores:
            other = taken.setdefault((core, kernel.config.noc), kernel.name)
            if other is not kernel.name:
                raise BinaryError(
                    f"{label}: {other} and {kernel.name} need the same processor of a core"
                )


def _read_kernel(view: TableView, index: int, chip: ChipDesc, budget: DecodingBudget) -> KernelDesc:
    name = f"kernel {index}"
    source = view.kernel
    if str(view.kernel_type) != "KernelSource" or source is None or source.config is None:
        raise BinaryError(f"{name}: the machine runs kernels from their text only")
    kind, config = str(source.config_type), source.config
    if kind == "EthernetConfig":
        raise BinaryError(f"{name}: the machine has no ethernet cores")
    noc, passes, registers = None, 0, 0
    if kind == "NocConfig":
        noc = 1 if str(config.noc_index) == "Noc1" else 0
        name += f" noc{noc}"
    else:
        registers = TILES_32_BIT if config.fp32_dest_acc_en else TILES_16_BIT
        passes = PASSES.get(str(config.math_fidelity), MOST_PASSES)
        name += " tensix"
    _, cores = read_cores(view.core_range_set, chip, name)
    ports, arguments = view.cbs or (), view.runtime_args or ()
    budget.spend(len(ports) + len(arguments) + len(cores))
    text = source.source or ""
    codes, tables = _compiled(text, name, registers > 0)
    return KernelDesc(
        name,
        cores,
        codes,
        tables,
        tuple(_read_port(each, name, chip) for each in ports),
        tuple(_arguments(view, name)),
        registers,
        KernelConfig(noc, passes, text),
    )


def _compiled(
    text: str, name: str, computes: bool
) -> tuple[tuple[tuple[type[Thread], Code], ...], tuple[Table, ...]]:
    try:
        kernel = read_kernel(text)
    except KernelTextError as error:
        raise KernelTextError(f"{name}: {error}") from None
    threads: tuple[type[Thread], ...] = COMPUTE_THREADS if computes else (NocThread,)
    codes = tuple((each, _compile(kernel.body, tuple(kernel.tables), each)) for each in threads)
    return codes, tuple(kernel.tables.values())


@lru_cache(maxsize=1024)
def _compile(body: Any, tables: tuple[str, ...], thread: type[Thread]) -> Code:
    return compile_kernel(body, tables, thread)


def _read_port(view: TableView, name: str, chip: ChipDesc) -> PortDesc:
    desc = view.require("desc")
    memory = desc.require("memory_desc")
    data_format, tensor = FORMATS.get(str(memory.data_type)), view.tensor_ref
    port = desc.port
    where = f"{name}: port {PORT_NAMES.get(port, port)}"
    if port not in PORT_NAMES:
        raise BinaryError(f"{where}: there are only {len(PORT_NAMES)} ports")
    if data_format is None or data_format.kind == "block":
        raise BinaryError(f"{where}: circular buffers have no format {memory.data_type}")
    size, page = memory.size * desc.num_buffers, desc.page_size
    address = tensor.address if tensor is not None and tensor.address else view.address
    if page == 0 or size == 0 or size % page:
        raise BinaryError(f"{where}: {size} bytes are not a number of whole pages of {page} bytes")
    if address % 16 or address == 0 or address + size > chip.l1_size:
        raise BinaryError(
            f"{where}: bytes {address} to {address + size} are not aligned, or outside of L1, "
            f"which has {chip.l1_size} bytes"
        )
    return PortDesc(port, address, size, page, data_format, tensor is not None)


def _arguments(view: TableView, name: str) -> Iterator[tuple[str, int]]:
    """Yield the kind and value of each argument of a kernel. Raises `BinaryError`."""
    kinds = view.runtime_args_type or ()
    tables = view.runtime_args or ()
    if len(kinds) != len(tables):
        raise BinaryError(f"{name}: {len(tables)} arguments, but {len(kinds)} kinds of arguments")
    for kind, table in zip(kinds, tables, strict=True):
        if str(kind) == "RuntimeArgSemaphoreAddress" and str(table.core_type) == "WORKER":
            yield "semaphore", table.initial_value
        elif str(kind) == "RuntimeArgTensorAddress":
            yield "operand", table.operand_idx
        else:
            raise BinaryError(f"{name}: arguments of kind {kind} are not supported")
