# Generated: run `make generated`.

from collections.abc import Sequence
from typing import Any, TypeAlias

from ttmlir_py.bindings.ir import Attribute, InsertionPoint, Location, Operation, OpOperandList, OpResult, OpResultList, OpView, Type, Value

_Value: TypeAlias = Value | Operation | OpView
_Values: TypeAlias = Sequence[_Value] | Operation | OpView
_Place: TypeAlias = InsertionPoint | bool | None

def call(result: Sequence[Type], callee: str | Attribute, operands_: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class CallIndirectOp(OpView):
    def __init__(self, results_: Sequence[Type], callee: _Value, callee_operands: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    callee: Value
    callee_operands: OpOperandList
    results_: OpResultList
def call_indirect(results_: Sequence[Type], callee: _Value, callee_operands: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
def constant(result: Type, value: str | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ReturnOp(OpView):
    def __init__(self, operands_: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    operands_: OpOperandList
def return_(operands_: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> ReturnOp: ...
