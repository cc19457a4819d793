# Generated: run `make generated`.

from collections.abc import Sequence
from typing import Any, TypeAlias

from ttmlir_py.bindings.ir import Attribute, Block, InsertionPoint, Location, Operation, OpOperandList, OpView, Value

_Value: TypeAlias = Value | Operation | OpView
_Values: TypeAlias = Sequence[_Value] | Operation | OpView
_Place: TypeAlias = InsertionPoint | bool | None

class AssertOp(OpView):
    def __init__(self, arg: _Value, msg: str | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    arg: Value
    msg: Any
def assert_(arg: _Value, msg: str | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> AssertOp: ...
class BranchOp(OpView):
    def __init__(self, destOperands: _Values, dest: Block, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    destOperands: OpOperandList
def br(dest_operands: _Values, dest: Block, *, loc: Location | None = ..., ip: _Place = ...) -> BranchOp: ...
class CondBranchOp(OpView):
    def __init__(self, condition: _Value, trueDestOperands: _Values, falseDestOperands: _Values, trueDest: Block, falseDest: Block, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    condition: Value
    trueDestOperands: OpOperandList
    falseDestOperands: OpOperandList
def cond_br(condition: _Value, true_dest_operands: _Values, false_dest_operands: _Values, true_dest: Block, false_dest: Block, *, loc: Location | None = ..., ip: _Place = ...) -> CondBranchOp: ...
class SwitchOp(OpView):
    def __init__(self, flag: _Value, defaultOperands: _Values, caseOperands: _Values, case_operand_segments: Sequence[int] | Attribute, defaultDestination: Block, caseDestinations: Sequence[Block], *, case_values: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    flag: Value
    defaultOperands: OpOperandList
    caseOperands: OpOperandList
    case_operand_segments: Any
    case_values: Any
def switch(flag: _Value, default_operands: _Values, case_operands: _Values, case_operand_segments: Sequence[int] | Attribute, default_destination: Block, case_destinations: Sequence[Block], *, case_values: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> SwitchOp: ...
