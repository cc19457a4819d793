# Generated: run `make generated`.

from collections.abc import Sequence
from typing import Any, TypeAlias

from ttmlir_py.bindings.ir import InsertionPoint, Location, Operation, OpOperandList, OpResultList, OpView, Type, Value

_Value: TypeAlias = Value | Operation | OpView
_Values: TypeAlias = Sequence[_Value] | Operation | OpView
_Place: TypeAlias = InsertionPoint | bool | None

class UnrealizedConversionCastOp(OpView):
    def __init__(self, outputs: Sequence[Type], inputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpResultList
def unrealized_conversion_cast(outputs: Sequence[Type], inputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
