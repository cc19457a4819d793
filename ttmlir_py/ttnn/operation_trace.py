"""Recording of API calls in the process's op-execution trace (`ttmlir_py.traces.operation`)."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ttmlir_py.runtime.formats import to_external
from ttmlir_py.runtime.kernels import Kernel, find_kernel
from ttmlir_py.traces.graph.operations import function_name
from ttmlir_py.traces.operation import recorder
from ttmlir_py.traces.operation.collect import STORED
from ttmlir_py.traces.operation.fields import OPERATIONS, field_property, keyword_properties
from ttmlir_py.traces.operation.program_recorder import kernel_steps, record_steps
from ttmlir_py.traces.operation.record import Property, Record, Value
from ttmlir_py.traces.operation.recorder import next_identity
from ttmlir_py.ttnn.tensor import Buffer, Tensor, operand_tensors
from ttmlir_py.ttnn.types import DataType, Layout

_LAYOUTS = {Layout.ROW_MAJOR: "RowMajor", Layout.TILE: "Tile"}


class CallRecorder:
    """Adds each API call to the op-execution trace. Implements `observers.CallWatcher`."""

    def __init__(self) -> None:
        self._identities: WeakKeyDictionary[Buffer, dict[tuple[int, ...], int]] = (
            WeakKeyDictionary()
        )
        """Maps each buffer to the trace ids of its tensors, by shape. Each view is a separate
        tensor.
        """
        self._calls: list[tuple[Kernel | None, Mapping[str, object]]] = []

    def begin(
        self, name: str, operands: Sequence[object], attributes: Mapping[str, object]
    ) -> None:
        """Record the start of a call. Raises `SimulationError` if another thread is being recorded.

        Methods of tensors (`Tensor::to`) are not TTNN operations. The trace only links their
        operands to their results.
        """
        if name not in OPERATIONS:
            self._begin_other(name, operands)
            return
        op_type = OPERATIONS[name][0]
        label, kernel = operation_of(name)
        recorder.enter()
        self._calls.append((kernel, attributes))
        record = Record(
            op_name=function_name(label, kernel),
            op_type=label,
            inputs=[self._value(each) for each in operand_tensors(operands)],
            properties=_properties(op_type, kernel, attributes),
        )
        recorder.start(record)

    def _begin_other(self, name: str, operands: Sequence[object]) -> None:
        recorder.enter()
        self._calls.append((None, {}))
        inputs = [self._value(each) for each in operand_tensors(operands)]
        recorder.start(Record(op_name=name, inputs=inputs))

    def end(self, name: str, operands: Sequence[object], result: object) -> None:
        """Record the end of a call, with its results."""
        kernel, attributes = self._calls.pop()
        outputs = [self._value(result)] if isinstance(result, Tensor) else []
        if kernel is None:
            # Tensors made from arrays of other libraries are inputs of the trace.
            recorder.finish(outputs if operand_tensors(operands) else [])
            recorder.leave()
            return
        if kernel.steps is not None and outputs:
            inputs = [self._value(each) for each in operand_tensors(operands)]
            descs = [each.desc for each in inputs]
            steps = kernel_steps(kernel, descs, attributes, outputs[0].desc)
            record_steps(recorder, steps, inputs, outputs[0])
        record = recorder.innermost
        if kernel.holds_data and isinstance(result, Tensor):
            _keep_elements(record, result)
        recorder.finish(outputs)
        recorder.leave()

    def fail(self, error: BaseException) -> None:
        """Record that a call raised an exception."""
        self._calls.pop()
        recorder.fail()
        recorder.leave()

    def _value(self, tensor: Tensor) -> Value:
        shapes = self._identities.setdefault(tensor.buffer, {})
        identity = shapes.get(tensor.shape)
        if identity is None:
            identity = shapes[tensor.shape] = next_identity()
        return Value(identity, tensor.desc)


def operation_of(name: str) -> tuple[str, Kernel]:
    """Return the label in binaries, and the kernel, of the TTNN function `name` in `OPERATIONS`."""
    op_type, function = OPERATIONS[name]
    return f"{op_type}({function})" if function else op_type, find_kernel(op_type, function)


def _properties(
    op_type: str, kernel: Kernel, attributes: Mapping[str, object]
) -> tuple[Property, ...]:
    """Return the arguments of a call, named as in the operation's FlatBuffer table."""
    known = keyword_properties(op_type, kernel, attributes)
    named = {each.name for each in known}
    others = [
        made
        for name, value in attributes.items()
        if name not in kernel.attributes
        and name not in named
        and value is not None
        and (made := field_property(op_type, name, _plain(value))) is not None
    ]
    return (*known, *others)


def _plain(value: object) -> Any:
    if isinstance(value, Layout):
        return _LAYOUTS.get(value, "Invalid")
    if isinstance(value, DataType):
        return value.value
    return value.name if isinstance(value, Enum) else value


def _keep_elements(record: Record, made: Tensor) -> None:
    """Record the elements of `made`, a tensor that a call received, in the format of constants in
    binaries: block formats are stored as float32.
    """
    stored = DataType.FLOAT32 if made.dtype.format.kind == "block" else made.dtype
    record.data = np.ascontiguousarray(to_external(made.values, stored.format)).view(np.uint8)
    record.properties = (Property(STORED, "dtype", stored.value),)


CALLS = CallRecorder()
"""The recorder of the API calls of this process."""
