"""Records what programs of binaries execute, from run events."""

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
"""The format in which kernels compute with floating point."""
_ELEMENTS = "input"
"""The field that holds a constant's elements."""


@dataclass(frozen=True, slots=True)
class _Description:
    """What is the same each time that an operation is executed."""

    op_name: str
    properties: tuple[Property, ...]


class ProgramRecorder:
    """Tells a recorder what programs execute: an operation each, and inside of it the steps that its kernel consists of."""

    def __init__(self, recorder: OperationRecorder) -> None:
        self._recorder = recorder
        self._known: dict[Operation, _Description] = {}

    def forget(self) -> None:
        """Let go of the programs that were seen."""
        self._known.clear()

    @contextmanager
    def watch_run(self, program: TTNNProgram) -> Generator[RunEvents]:
        """Around a run: its events; see `events.RunWatcher`."""
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
        """The events of the run."""
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
                record_steps(
                    self._recorder, operation.kernel, inputs, operation.keywords, outputs[0]
                )
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
    return _Description(function_name(operation.label, operation.kernel), properties)


def record_steps(
    recorder: OperationRecorder,
    kernel: Kernel,
    inputs: Sequence[Value],
    keywords: Mapping[str, object],
    result: Value,
) -> None:
    """Record what a kernel computes on its way to a result, as operations inside of the one that is open.

    What lies between is as precise as the kernel computes: float32, or the integer format that all operands have. Operands
    of several integer formats give no steps.
    """
    assert kernel.steps is not None
    steps = kernel.steps([each.shape for each in inputs], keywords)
    format_ = _between(inputs)
    if format_ is None:
        return
    values = list(inputs)
    for step in steps:
        label = f"{step.op_type}({step.function})" if step.function else step.op_type
        own = find_kernel(step.op_type, step.function)
        taken = [values[each] for each in step.inputs]
        record = Record(
            op_name=function_name(label, own),
            op_type=label,
            inputs=taken,
            properties=keyword_properties(step.op_type, own, step.keywords),
        )
        recorder.start(record)
        is_last = step is steps[-1]
        values.append(
            result if is_last else _intermediate(_shape(own, step, taken), result.desc, format_)
        )
        recorder.finish([values[-1]])


def _shape(kernel: Kernel, step: Step, inputs: Sequence[Value]) -> tuple[int, ...]:
    """The shape of what a step computes."""
    assert kernel.infer_shape is not None
    arrays = [placeholder(each.shape, each.layout.data_type.values) for each in inputs]
    is_list = kernel.operands[0].endswith("*")
    declared = {"result_shape": UNDECLARED} if kernel.takes_shape else {}
    return kernel.infer_shape(*([arrays] if is_list else arrays), **step.keywords, **declared)


def _between(inputs: Sequence[Value]) -> str | None:
    """The format of what lies between steps; None if it is not known."""
    names = {each.dtype for each in inputs}
    if not all(FORMATS[name].is_integer for name in names):
        return _FLOAT
    return names.pop() if len(names) == 1 else None


def _intermediate(shape: tuple[int, ...], like: TensorDesc, format_: str) -> Value:
    layout = replace(like.layout, data_type=FORMATS[format_])
    if layout.is_sharded:
        layout = replace(layout, memory_layout="Interleaved", shard_shape=(), cores=0, grid=(0, 0))
    return Value(next_identity(), TensorDesc(shape, layout))
