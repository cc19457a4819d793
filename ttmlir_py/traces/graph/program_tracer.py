"""A recorder of graph traces of programs in binaries, driven by run events."""

import itertools
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from ttmlir_py.runtime.calls import Composition, Era, composition
from ttmlir_py.runtime.events import RunEvents, combine_hooks
from ttmlir_py.runtime.kernels import Elementwise
from ttmlir_py.runtime.observers.memory_tracker import MemoryTracker
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor, TensorDesc, TensorRef
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.schemas import BinaryError
from ttmlir_py.traces.graph.functions import Work, library_parameters, record_work
from ttmlir_py.traces.graph.node import Node
from ttmlir_py.traces.graph.operations import (
    Allocated,
    Cores,
    attribute_values,
    buffer_info,
    function_name,
    tensor_info,
)
from ttmlir_py.traces.graph.recorder import GraphEvents, GraphRecorder, RecorderGroup

_tensor_ids = itertools.count()
"""Ids for tensors, which are not reused in later captures."""


def next_tensor_id() -> int:
    """Return an unused id for a tensor."""
    return next(_tensor_ids)


class ProgramTracer:
    """Records a capture for each run of a program, whose inputs are already on the device.

    Addresses come from the memory model (`MemoryTracker`), in the banks of the device that
    `system_desc` describes. They are 0 if it describes no memory. Pass `hooks` to the run, and run
    inside `recording`, so that errors become part of the trace. `recorders` are open captures that
    receive the events instead. Without `dispatches`, operations are checked but not computed,
    nothing takes memory, and addresses are 0. `next_id` provides the ids of new tensors. `era`
    selects the version of the TT-NN library for nested calls.
    """

    def __init__(
        self,
        system_desc: Mapping[str, Any],
        recorders: Sequence[GraphEvents] = (),
        *,
        dispatches: bool = True,
        next_id: Callable[[], int] = next_tensor_id,
        era: Era = Era.BINARY_NG,
    ) -> None:
        self._own = None if recorders else GraphRecorder()
        self._recorder: GraphEvents = self._own or RecorderGroup(recorders)
        self._is_shared = bool(recorders)
        self._dispatches = dispatches
        self._next_id = next_id
        self._era = era
        self._cores = cores_of(system_desc)
        if not dispatches:
            self._cores = replace(self._cores, base=None)
        try:
            tracked = dispatches and MemoryTracker(system_desc, keeps_rows=False, era=era)
            self._tracker = tracked or None
        except BinaryError:  # the system descriptor is incomplete
            self._tracker = None
        self.tensors: dict[int, Allocated] = {}
        """Maps ids in the program to live tensors."""
        self._holders: Counter[Hashable] = Counter()
        self._depth = 0
        self.trace: list[Node] = []
        """The trace of the last run."""

    @property
    def hooks(self) -> RunEvents:
        """Return the run events that connect this tracer and its memory model."""
        told = (self._begin, self._before, self._after, self._end, self._freed)
        own = RunEvents(*told, self._failed, computes=self._dispatches)
        return combine_hooks(None if self._tracker is None else self._tracker.hooks, own)

    @contextmanager
    def recording(self) -> Generator[None]:
        """Run the block, and let an error end the capture."""
        try:
            yield
        except Exception:
            self._finish()
            raise

    def _failed(self, error: Exception) -> None:
        """Close the open function after an error."""
        if self._depth:
            self._recorder.fail_function(error)
            self._depth = 0

    def _begin(self, program: TTNNProgram, inputs: Sequence[Tensor]) -> None:
        if not self._is_shared:
            self._recorder = self._own = GraphRecorder()
        self._holders.clear()
        self.tensors = {
            ref.global_id: self._allocated(ref.global_id, ref.desc) for ref in program.inputs
        }

    def _allocated(
        self, global_id: int, desc: TensorDesc, viewed: Allocated | None = None
    ) -> Allocated:
        """Return a new tensor, in its own buffer or in that of `viewed`."""
        place = self._tracker.allocations.get(global_id) if self._tracker else None
        number = self._next_id()
        buffer = viewed.tensor.buffer if viewed else buffer_info(number, desc)
        if buffer is not None:
            self._holders[buffer.identity] += 1
        where = (place.address, place.bytes_per_bank) if place else (0, 0)
        return Allocated(tensor_info(number, desc, buffer), desc, *where)

    def _before(self, operation: Operation, _: Sequence[Tensor]) -> None:
        if operation.kernel.device.defines_device:
            return
        operands = [self.tensors[ref.global_id] for ref in operation.refs]
        name = function_name(operation.label, operation.kernel)
        parameters = [each.tensor for each in operands]
        attributes = attribute_values(operation.keywords)
        arity = _arity(operation)
        given = library_parameters(name, arity, [*parameters, *attributes])
        self._recorder.begin_function(f"ttnn::{name}", given)
        self._depth = 1

    def _freed(self, ref: TensorRef) -> None:
        self._deallocate(self.tensors.pop(ref.global_id))

    def _deallocate(self, freed: Allocated) -> None:
        buffer = freed.tensor.buffer
        if buffer is not None:
            self._holders[buffer.identity] -= 1
            if self._holders[buffer.identity] == 0:
                self._recorder.deallocate(buffer)

    def _after(self, operation: Operation, _: Sequence[Tensor], result: Tensor | None) -> None:
        if operation.kernel.device.defines_device:
            return
        outputs: list[object] = []
        replaced: Allocated | None = None
        if result is not None and operation.result is not None:
            replaced = self.tensors.get(operation.result.global_id)
            made = self._record_result(operation, result, operation.result.global_id)
            outputs.append(made.tensor)
            replaced = None if replaced is made else replaced
        self._recorder.end_function(outputs)
        self._depth = 0
        if replaced is not None:  # the result took the old tensor's id in the program
            self._deallocate(replaced)

    def _record_result(self, operation: Operation, result: Tensor, global_id: int) -> Allocated:
        """Record the events that create the result, and return the result."""
        operands = [self.tensors[ref.global_id] for ref in operation.refs]
        known = self.tensors.get(global_id)
        seen = operation.viewed
        viewed = None if seen is None else self.tensors[seen.global_id]
        is_new = known is None or known.desc != result.desc
        made = self._allocated(global_id, result.desc, viewed) if is_new else known
        assert made is not None
        is_new = is_new and viewed is None
        work = Work(
            function_name(operation.label, operation.kernel),
            operands,
            made,
            self._cores,
            arity=_arity(operation),
            is_new=is_new,
            keywords=operation.keywords,
            era=self._era,
            composition=self._composition(operation) if is_new else None,
            places=self._tracker.places if self._tracker else (),
        )
        record_work(self._recorder, work, self._next_id)
        self.tensors[global_id] = made
        return made

    def _composition(self, operation: Operation) -> Composition | None:
        if self._tracker:
            return self._tracker.composition
        assert operation.result is not None
        descs = [ref.desc for ref in operation.refs]
        kernel, keywords = operation.kernel, operation.keywords
        return composition(kernel, descs, keywords, operation.result.desc, self._era)

    def _end(self, program: TTNNProgram, _: Sequence[Tensor], live: Mapping[int, Tensor]) -> None:
        inputs = {ref.global_id for ref in program.inputs}
        for global_id in live:
            if global_id not in inputs and global_id in self.tensors:
                self._deallocate(self.tensors[global_id])
        self._finish()

    def _finish(self) -> None:
        if self._own is not None:
            self.trace, self._own = self._own.finish(), None


def _arity(operation: Operation) -> int:
    kernel = operation.kernel
    return kernel.arity if isinstance(kernel, Elementwise) else 0


def cores_of(system_desc: Mapping[str, Any]) -> Cores:
    """Return the worker cores of a system; 8x8 if the descriptor does not describe cores."""
    chips: Sequence[Mapping[str, Any]] = system_desc.get("chip_descs") or [{}]
    grid: Mapping[str, int] = chips[0].get("grid_size") or {"y": 8, "x": 8}
    return Cores(grid["y"], grid["x"], chips[0].get("l1_unreserved_base") or 0)
