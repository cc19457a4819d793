# Generated: run `make generated`.

from collections.abc import Sequence
from typing import Any, TypeAlias

from ttmlir_py.bindings.ir import Attribute, InsertionPoint, Location, Operation, OpOperandList, OpResult, OpView, Region, Value

_Value: TypeAlias = Value | Operation | OpView
_Values: TypeAlias = Sequence[_Value] | Operation | OpView
_Place: TypeAlias = InsertionPoint | bool | None

class GetTupleElementOp(OpView):
    """`tt.get_tuple_element %tuple[i]`: the member of a tuple at a constant position."""
    def __init__(self, operand: _Value, index: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    operand: Value
    index: Any
    @property
    def result(self) -> Any: ...
def get_tuple_element(operand: _Value, index: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class TupleOp(OpView):
    """`tt.tuple %a, %b`: the tuple of some tensors."""
    def __init__(self, operands_: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    operands_: OpOperandList
    @property
    def result(self) -> Any: ...
def tuple(operands_: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class DeviceModuleOp(OpView):
    """The module whose functions run on the device."""
    def __init__(self, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    bodyRegion: Region
def device_module(*, loc: Location | None = ..., ip: _Place = ...) -> DeviceModuleOp: ...
class CPUModuleOp(OpView):
    """The module whose functions run on the host's CPU."""
    def __init__(self, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    bodyRegion: Region
def cpu_module(*, loc: Location | None = ..., ip: _Place = ...) -> CPUModuleOp: ...
