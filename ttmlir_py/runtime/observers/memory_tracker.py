"""The device memory of a run: usage at each operation, peaks, overflows and leaks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ttmlir_py.runtime.calls import Composition, Era, composition, may_call
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.memory import (
    L1_SMALL_SIZE,
    MEMORIES,
    Allocation,
    BankedMemory,
    Blocks,
    DeviceMemory,
    MemoryView,
)
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor, TensorDesc, TensorRef
from ttmlir_py.runtime.ttnn_program import TTNNProgram

_FOLLOWED = ("DRAM", "L1")


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """Memory usage around one operation, in bytes per bank. Dictionaries are keyed by memory."""

    operation: Operation
    during: dict[str, int]
    """Bytes in use while the operation runs, including operands and result."""
    blocks: dict[str, Blocks]
    """Allocated blocks after the operation."""

    def after(self, memory: str) -> int:
        """Return the bytes per bank in use after the operation."""
        return sum(size for _, size in self.blocks[memory])


@dataclass(frozen=True, slots=True)
class Leak:
    """A tensor that is still on the device after a run, although it is neither input nor output."""

    global_id: int
    desc: TensorDesc
    operation: Operation
    """The operation that created the tensor."""

    def __str__(self) -> str:
        maker = f"operation {self.operation.index} ({self.operation.label})"
        return f"tensor {self.global_id} ({self.desc}), made by {maker}, is not deallocated"


_COLUMNS = ("#operation", "kind", "#DRAM during", "#DRAM after", "#L1 during", "#L1 after")
"""The columns of `MemoryReport` in a notebook."""


@dataclass(repr=False)
class MemoryReport:
    """The memory usage of one run."""

    program: TTNNProgram
    memories: Mapping[str, BankedMemory]
    rows: list[MemoryRow] = field(default_factory=list[MemoryRow])
    leaks: list[Leak] = field(default_factory=list[Leak])

    @property
    def peak(self) -> dict[str, MemoryRow]:
        """Return, for DRAM and L1, the row of the first operation with the highest usage.

        The result is empty for a program without operations.
        """
        return {
            name: max(self.rows, key=lambda row: row.during[name])
            for name in _FOLLOWED
            if self.rows
        }

    def peak_lines(self) -> Iterator[str]:
        """Yield the highest usage of each memory, with its place."""
        for name, row in self.peak.items():
            used = row.during[name]
            if not used:
                yield f"peak of {name}: 0 bytes, because no tensor is there"
                continue
            share = 100 * used / self.memories[name].size
            place = f"operation {row.operation.index} ({row.operation.label})"
            yield f"peak of {name}: {used:,} bytes per bank ({share:.2f} %) at {place}"

    def __repr__(self) -> str:
        return f"<MemoryReport: {'; '.join(self.peak_lines()) or 'no operations'}>"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        from ttmlir_py.common.html_parts import block, line, table, title

        def cells(row: MemoryRow) -> list[str]:
            used = [f"{row.during[name]:,}" for name in _FOLLOWED]
            left = [f"{row.after(name):,}" for name in _FOLLOWED]
            return [
                str(row.operation.index),
                row.operation.label,
                used[0],
                left[0],
                used[1],
                left[1],
            ]

        return block(
            title("Memory of a device, in bytes per bank"),
            table(_COLUMNS, map(cells, self.rows)),
            *map(line, self.peak_lines()),
            *(line(f"leak: {leak}") for leak in self.leaks),
        )

    def lines(self) -> Iterator[str]:
        """Yield a table with a line per operation that changes memory, then peaks and leaks."""
        sizes = ", ".join(
            f"{name} {self.memories[name].banks} banks of {self.memories[name].size:,} bytes"
            for name in _FOLLOWED
        )
        yield f"{self.program}: memory of a device: {sizes}"
        yield (
            f"  {'op':>4}  {'':<24}{'DRAM during':>14}{'after':>12}{'L1 during':>14}{'after':>12} "
            " bytes per bank"
        )
        for row in self.rows:
            cells = "".join(f"{row.during[name]:>14,}{row.after(name):>12,}" for name in _FOLLOWED)
            yield f"  {row.operation.index:>4}  {row.operation.label:<24}{cells}"
        yield from self.peak_lines()
        yield from (f"leak: {leak}" for leak in self.leaks)

    def as_dict(self) -> dict[int, dict[str, Any]]:
        """Return the usage after each operation, with the names of upstream's memory report."""
        return {
            index: {
                "loc": row.operation.location,
                "debug_str": row.operation.text,
                **{
                    name.lower(): {"device_0": self.memories[name].view(row.blocks[name]).as_dict()}
                    for name in MEMORIES
                },
            }
            for index, row in enumerate(self.rows)
        }

    def check_leaks(self) -> None:
        """Raise `SimulationError`, which names all leaked tensors, if there are any."""
        if self.leaks:
            raise SimulationError(f"{self.program}: {'; '.join(map(str, self.leaks))}")


class MemoryTracker:
    """Repeats the allocations of a program in a memory model. Pass `hooks` to the run.

    The device is given by a system descriptor (`Binary.system_desc`), or by its memory if that is
    already in use. Inputs that are on the device already are not counted again. An operation whose
    result does not fit ends the run with a `SimulationError`. After a run its tensors stay
    allocated until the next run, so that `views` includes them. Operations may call others, which
    need temporary memory; `era` selects the version of the TT-NN library that determines these
    calls. With `keeps_rows` the report has all blocks after each operation, which takes time and
    memory.
    """

    def __init__(
        self,
        device: Mapping[str, Any] | DeviceMemory,
        *,
        l1_small_size: int = L1_SMALL_SIZE,
        trace_size: int = 0,
        keeps_rows: bool = True,
        era: Era = Era.BINARY_NG,
    ) -> None:
        self._keeps_rows = keeps_rows
        self._era = era
        if not isinstance(device, DeviceMemory):
            device = DeviceMemory(device, l1_small_size=l1_small_size, trace_size=trace_size)
        self._memory = device
        self.allocations: dict[int, Allocation] = {}
        """Maps tensor ids to the allocations of the run."""
        self.composition: Composition | None = None
        """The nested calls of the running operation, or None if it is not composite."""
        self.places: Sequence[Allocation | None] = ()
        """Allocations of the results of the nested calls; None for views."""
        self._report: MemoryReport | None = None
        self._during: dict[str, int] = {}
        self._makers: dict[int, Operation] = {}
        self._descs: dict[int, TensorDesc] = {}

    @property
    def hooks(self) -> RunEvents:
        """Return the run events that connect this tracker."""
        after = self._after if self._keeps_rows else None
        return RunEvents(self._begin, self._before, after, self._end, self._freed)

    @property
    def report(self) -> MemoryReport:
        """Return the report of the last run. Raise `SimulationError` before the first run."""
        if self._report is None:
            raise SimulationError("no program ran with this memory tracker")
        return self._report

    def views(self) -> dict[str, MemoryView]:
        """Return the current usage figures of each memory."""
        return self._memory.views()

    def release(self) -> None:
        """Free all allocations of the last run."""
        for allocation in self.allocations.values():
            allocation.release()
        self.allocations.clear()

    def follow(
        self, program: TTNNProgram, before: Callable[[Operation], None] | None = None
    ) -> None:
        """Make the allocations of a run without running the program.

        Raises `SimulationError` for the first operation that does not fit. `before` is called for
        each operation, when its operands are allocated.
        """
        self._start(program, [ref.desc for ref in program.inputs])
        keeps_rows = self._keeps_rows
        for operation in program.operations:
            if before:
                before(operation)
            # An operation without a result allocates nothing, and therefore always fits.
            if operation.result is not None or keeps_rows:
                try:
                    self._before(operation, ())
                except SimulationError as error:
                    raise SimulationError(operation.placed(program, str(error))) from None
            for ref in operation.freed:
                self._freed(ref)
            if keeps_rows:
                self._after(operation, (), None)

    def _begin(self, program: TTNNProgram, inputs: Sequence[Tensor]) -> None:
        self._start(program, [None if each.residence else each.desc for each in inputs])

    def _start(self, program: TTNNProgram, inputs: Sequence[TensorDesc | None]) -> None:
        """Start a report with the inputs; None for an input that is allocated already."""
        self.release()
        self._report = MemoryReport(program, self._memory.memories)
        self._makers = {}
        self._descs = {ref.global_id: ref.desc for ref in program.inputs}
        for ref, name, desc in zip(program.inputs, program.input_names, inputs, strict=True):
            if desc is not None:
                try:
                    self._place(ref.global_id, desc, f"input '{name}'")
                except SimulationError as error:
                    raise SimulationError(f"{program}: {error}") from None

    def _place(self, global_id: int, desc: TensorDesc, name: str) -> None:
        allocation = self._memory.allocate(desc, name)
        if allocation is not None:
            self.allocations[global_id] = allocation

    def _place_result(self, operation: Operation, result: TensorRef) -> Allocation | None:
        """Allocate the result, and return the previous allocation of its tensor id.

        The operation may read the old tensor, so that allocation is released only after the
        operation.
        """
        replaced = self.allocations.get(result.global_id)
        viewed, kernel = operation.viewed, operation.kernel
        shared = viewed and self.allocations.get(viewed.global_id)
        if may_call(kernel, self._era):
            operands = [ref.desc for ref in operation.refs]
            self.composition = composition(
                kernel, operands, operation.keywords, result.desc, self._era
            )
        if shared:
            self.allocations[result.global_id] = shared.share()
        elif self.composition:
            self._place_calls(result, self.composition)
        else:
            self._place(result.global_id, result.desc, f"tensor {result.global_id}")
            if replaced and result.desc.on_host:
                del self.allocations[result.global_id]
        return replaced

    def _place_calls(self, result: TensorRef, calls: Composition) -> None:
        def allocate(desc: TensorDesc) -> Allocation | None:
            made = self._memory.allocate(desc, f"tensor {result.global_id}")
            if self._keeps_rows:
                self._measure()
            return made

        self.places = calls.place(allocate)
        if (made := calls.result_of(self.places)) is not None:
            self.allocations[result.global_id] = made

    def _measure(self) -> None:
        for name in _FOLLOWED:
            used = self._memory.memories[name].allocated_bytes
            self._during[name] = max(self._during.get(name, 0), used)

    def _before(self, operation: Operation, operands: Sequence[Tensor]) -> None:
        result, replaced = operation.result, None
        self.composition, self.places, self._during = None, (), {}
        if result is not None:
            global_id, desc = result.global_id, result.desc
            there = self._descs.get(global_id)
            if there is not desc:  # the same descriptor means that the result is written in place
                if there is None or there != desc:
                    replaced = self._place_result(operation, result)
                self._descs[global_id] = desc
            self._makers[global_id] = operation
        if self._keeps_rows:
            self._measure()
        if replaced:
            replaced.release()

    def _freed(self, ref: TensorRef) -> None:
        allocation = self.allocations.pop(ref.global_id, None)
        if allocation is not None:
            allocation.release()
        del self._descs[ref.global_id]

    def _after(
        self, operation: Operation, operands: Sequence[Tensor], result: Tensor | None
    ) -> None:
        blocks = {name: memory.blocks for name, memory in self._memory.memories.items()}
        self.report.rows.append(MemoryRow(operation, self._during, blocks))

    def _end(
        self, program: TTNNProgram, outputs: Sequence[Tensor], live: Mapping[int, Tensor]
    ) -> None:
        kept = {ref.global_id for ref in (*program.inputs, *program.outputs)}
        self.report.leaks = [
            Leak(global_id, tensor.desc, self._makers[global_id])
            for global_id, tensor in live.items()
            if global_id not in kept and not tensor.desc.on_host
        ]
