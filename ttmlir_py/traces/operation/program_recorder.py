"""A recorder of the operations of programs in binaries, driven by run events."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.kernels import Kernel, find_kernel
from ttmlir_py.runtime.kernels.registry import UNDECLARED, Step, placeholder
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor, TensorDesc, TensorRef
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.traces.graph.operations import function_name
from ttmlir_py.traces.operation.fields import keyword_properties, table_properties
from ttmlir_py.traces.operation.record import Property, Record, Value
from ttmlir_py.traces.operation.recorder import OperationRecorder, Run, next_identity

_FLOAT = "Float32"
"""Name of the format in which kernels compute floating point."""
_ELEMENTS = "input"
"""Name of the field that holds a constant's elements."""


@dataclass(frozen=True, slots=True)
class _Description:
    """The fields of a record that are the same in each execution of an operation."""

    op_name: str
    properties: tuple[Property, ...]
    steps: Sequence[KernelStep] = ()


class ProgramRecorder:
    """Records each operation of a run, with the steps of its kernel inside."""

    def __init__(self, recorder: OperationRecorder) -> None:
        self._recorder = recorder
        self._known: dict[Operation, _Description] = {}

    def forget(self) -> None:
        """Release the programs that were run so far."""
        self._known.clear()

    @contextmanager
    def watch_run(self, program: TTNNProgram) -> Generator[RunEvents]:
        """Return a context manager for a run, which yields its events; see `events.RunWatcher`."""
        inputs = [Value(next_identity(), ref.desc) for ref in program.inputs]
        with self._recorder.run(program.name, inputs) as run:
            yield _RunRecorder(self._recorder, program, run, self._known).hooks


class _RunRecorder:
    def __init__(
        self,
        recorder: OperationRecorder,
        program: TTNNProgram,
        run: Run,
        known: dict[Operation, _Description],
    ) -> None:
        self._recorder, self._run, self._known = recorder, run, known
        pairs = zip(program.inputs, run.inputs, strict=True)
        self._values = {ref.global_id: value for ref, value in pairs}

    @property
    def hooks(self) -> RunEvents:
        """Return the run events that connect this recorder."""
        return RunEvents(before=self._before, after=self._after, end=self._end)

    def _before(self, operation: Operation, _: Sequence[Tensor]) -> None:
        known = self._known.get(operation)
        if known is None:
            known = self._known[operation] = _describe(operation)
        record = Record(
            op_name=known.op_name,
            op_type=operation.label,
            inputs=[self._values[ref.global_id] for ref in operation.refs],
            properties=known.properties,
        )
        if operation.kernel.holds_data:
            record.data = operation.view.type[_ELEMENTS]
        self._recorder.start(record)

    def _after(self, operation: Operation, _: Sequence[Tensor], result: Tensor | None) -> None:
        outputs: list[Value] = []
        if result is not None and operation.result is not None:
            outputs.append(self._result(operation.result, result.desc))
            if operation.kernel.steps is not None:
                inputs = [self._values[ref.global_id] for ref in operation.refs]
                steps = self._known[operation].steps
                record_steps(self._recorder, steps, inputs, outputs[0])
        self._recorder.finish(outputs)

    def _result(self, ref: TensorRef, desc: TensorDesc) -> Value:
        known = self._values.get(ref.global_id)
        if known is None or known.desc != desc:
            known = Value(known.identity if known else next_identity(), desc)
            self._values[ref.global_id] = known
        return known

    def _end(self, program: TTNNProgram, _: Sequence[Tensor], __: Mapping[int, Tensor]) -> None:
        self._run.outputs = [self._values[ref.global_id] for ref in program.outputs]


def _describe(operation: Operation) -> _Description:
    properties = table_properties(operation.op_type, operation.view.type)
    name, steps = function_name(operation.label, operation.kernel), ()
    if operation.result is not None:
        inputs = [ref.desc for ref in operation.refs]
        steps = kernel_steps(operation.kernel, inputs, operation.keywords, operation.result.desc)
    return _Description(name, properties, steps)


@dataclass(frozen=True, slots=True)
class KernelStep:
    """A recorded step of a composed kernel."""

    op_name: str
    op_type: str
    properties: tuple[Property, ...]
    inputs: tuple[int, ...]
    """Indices of the inputs: the operands, followed by the results of earlier steps."""
    desc: TensorDesc | None
    """Descriptor of the step's result, or None for the last step, whose result is the
    operation's.
    """


def kernel_steps(
    kernel: Kernel,
    inputs: Sequence[TensorDesc],
    keywords: Mapping[str, object],
    result: TensorDesc,
) -> Sequence[KernelStep]:
    """Return the steps of a composed kernel.

    Intermediate results have the kernel's precision: float32, or the common integer format of the
    operands. For operands of several integer formats, there are no steps.
    """
    format_ = _between(inputs)
    if kernel.steps is None or format_ is None:
        return ()
    steps = kernel.steps([each.shape for each in inputs], keywords)
    descs, found = list(inputs), list[KernelStep]()
    for step in steps:
        label = f"{step.op_type}({step.function})" if step.function else step.op_type
        own = find_kernel(step.op_type, step.function)
        is_last = step is steps[-1]
        taken = [descs[each] for each in step.inputs]
        desc = result if is_last else _intermediate(_shape(own, step, taken), result, format_)
        descs.append(desc)
        properties = keyword_properties(step.op_type, own, step.keywords)
        name = function_name(label, own)
        found.append(KernelStep(name, label, properties, step.inputs, None if is_last else desc))
    return found


def record_steps(
    recorder: OperationRecorder,
    steps: Sequence[KernelStep],
    inputs: Sequence[Value],
    result: Value,
) -> None:
    """Record steps as operations inside the operation that is being recorded."""
    values = list(inputs)
    for step in steps:
        record = Record(
            op_name=step.op_name,
            op_type=step.op_type,
            inputs=[values[each] for each in step.inputs],
            properties=step.properties,
        )
        recorder.start(record)
        values.append(result if step.desc is None else Value(next_identity(), step.desc))
        recorder.finish([values[-1]])


def _shape(kernel: Kernel, step: Step, inputs: Sequence[TensorDesc]) -> tuple[int, ...]:
    """Return the shape of the result of a step."""
    assert kernel.infer_shape is not None
    arrays = [placeholder(each.shape, each.data_type.values) for each in inputs]
    is_list = kernel.operands[0].endswith("*")
    declared = {"result_shape": UNDECLARED} if kernel.takes_shape else {}
    return kernel.infer_shape(*([arrays] if is_list else arrays), **step.keywords, **declared)


def _between(inputs: Sequence[TensorDesc]) -> str | None:
    """Return the name of the format of intermediate results, or None if unknown."""
    formats = {each.data_type for each in inputs}
    if not all(each.is_integer for each in formats):
        return _FLOAT
    return formats.pop().name if len(formats) == 1 else None


def _intermediate(shape: tuple[int, ...], like: TensorDesc, format_: str) -> TensorDesc:
    layout = replace(like.layout, data_type=FORMATS[format_])
    if layout.is_sharded:
        layout = replace(layout, memory_layout="Interleaved", shard_shape=(), cores=0, grid=(0, 0))
    return TensorDesc(shape, layout)
