# Generated: run `make generated`.

from collections.abc import Sequence
from typing import Any, TypeAlias

from ttmlir_py.bindings.ir import Attribute, InsertionPoint, Location, Operation, OpOperandList, OpResult, OpResultList, OpView, Type, Value

_Value: TypeAlias = Value | Operation | OpView
_Values: TypeAlias = Sequence[_Value] | Operation | OpView
_Place: TypeAlias = InsertionPoint | bool | None

class EnqueueProgramOp(OpView):
    """Run a program: each region is the kernel of one thread, on the core range of the same"""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, core_ranges: Any, kernelConfigs: Any, num_regions: int, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    core_ranges: Any
    kernelConfigs: Any
    results_: OpResultList
    @property
    def regions(self) -> Any: ...
def enqueue_program(results_: Sequence[Type], inputs: _Values, outputs: _Values, core_ranges: Any, kernel_configs: Any, num_regions: int, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class EnqueueWriteBufferOp(OpView):
    """Write a constant from the host to a buffer on the device."""
    def __init__(self, result: Type, output: _Value, value: Any, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    output: Value
    value: Any
    @property
    def result(self) -> Any: ...
def enqueue_write_buffer(result: Type, output: _Value, value: Any, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class EnqueueReadBufferOp(OpView):
    """Read a buffer on the device to the host."""
    def __init__(self, result: Type, input: _Value, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    @property
    def result(self) -> Any: ...
def enqueue_read_buffer(result: Type, input: _Value, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class CreateBufferOp(OpView):
    """Create a buffer of `size` bytes at `address` of a memory."""
    def __init__(self, result: Type, address: int | Attribute, size: int | Attribute, memory_space: Any, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    address: Any
    size: Any
    memory_space: Any
    @property
    def result(self) -> Any: ...
def create_buffer(result: Type, address: int | Attribute, size: int | Attribute, memory_space: Any, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class DeallocateBufferOp(OpView):
    """Free a buffer."""
    def __init__(self, input: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
def deallocate_buffer(input: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> DeallocateBufferOp: ...
