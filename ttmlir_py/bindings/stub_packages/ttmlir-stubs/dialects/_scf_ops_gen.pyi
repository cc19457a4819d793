# Generated: run `make generated`.

from collections.abc import Sequence
from typing import Any, TypeAlias

from ttmlir_py.bindings.ir import Attribute, InsertionPoint, Location, Operation, OpOperandList, OpResultList, OpView, Region, Type, Value

_Value: TypeAlias = Value | Operation | OpView
_Values: TypeAlias = Sequence[_Value] | Operation | OpView
_Place: TypeAlias = InsertionPoint | bool | None

class ConditionOp(OpView):
    def __init__(self, condition: _Value, args: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    condition: Value
    args: OpOperandList
def condition(condition: _Value, args: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> ConditionOp: ...
class ExecuteRegionOp(OpView):
    def __init__(self, result: Sequence[Type], *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    @property
    def result(self) -> Any: ...
    region: Region
def execute_region(result: Sequence[Type], *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class ForallOp(OpView):
    def __init__(self, results_: Sequence[Type], dynamicLowerBound: _Values, dynamicUpperBound: _Values, dynamicStep: _Values, staticLowerBound: Sequence[int] | Attribute, staticUpperBound: Sequence[int] | Attribute, staticStep: Sequence[int] | Attribute, outputs: _Values, *, mapping: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    dynamicLowerBound: OpOperandList
    dynamicUpperBound: OpOperandList
    dynamicStep: OpOperandList
    outputs: OpOperandList
    staticLowerBound: Any
    staticUpperBound: Any
    staticStep: Any
    mapping: Any
    results_: OpResultList
    region: Region
def forall(results_: Sequence[Type], dynamic_lower_bound: _Values, dynamic_upper_bound: _Values, dynamic_step: _Values, static_lower_bound: Sequence[int] | Attribute, static_upper_bound: Sequence[int] | Attribute, static_step: Sequence[int] | Attribute, outputs: _Values, *, mapping: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class InParallelOp(OpView):
    def __init__(self, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    region: Region
def forall_in_parallel(*, loc: Location | None = ..., ip: _Place = ...) -> InParallelOp: ...
def if_(results_: Sequence[Type], condition: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class IndexSwitchOp(OpView):
    def __init__(self, results_: Sequence[Type], arg: _Value, cases: Sequence[int] | Attribute, num_caseRegions: int, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    arg: Value
    cases: Any
    results_: OpResultList
    defaultRegion: Region
    caseRegions: Sequence[Region]
def index_switch(results_: Sequence[Type], arg: _Value, cases: Sequence[int] | Attribute, num_case_regions: int, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class ParallelOp(OpView):
    def __init__(self, results_: Sequence[Type], lowerBound: _Values, upperBound: _Values, step: _Values, initVals: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    lowerBound: OpOperandList
    upperBound: OpOperandList
    step: OpOperandList
    initVals: OpOperandList
    results_: OpResultList
    region: Region
def parallel(results_: Sequence[Type], lower_bound: _Values, upper_bound: _Values, step: _Values, init_vals: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class ReduceOp(OpView):
    def __init__(self, operands_: _Values, num_reductions: int, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    operands_: OpOperandList
    reductions: Sequence[Region]
def reduce(operands_: _Values, num_reductions: int, *, loc: Location | None = ..., ip: _Place = ...) -> ReduceOp: ...
class ReduceReturnOp(OpView):
    def __init__(self, result: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    @property
    def result(self) -> Any: ...
def reduce_return(result: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> ReduceReturnOp: ...
class WhileOp(OpView):
    def __init__(self, results_: Sequence[Type], inits: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inits: OpOperandList
    results_: OpResultList
    before: Region
    after: Region
def while_(results_: Sequence[Type], inits: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class YieldOp(OpView):
    def __init__(self, results_: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    results_: OpOperandList
def yield_(results_: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> YieldOp: ...
