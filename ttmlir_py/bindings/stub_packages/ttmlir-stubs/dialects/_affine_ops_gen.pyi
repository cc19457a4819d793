# Generated: run `make generated`.

from collections.abc import Sequence
from typing import Any, TypeAlias

from ttmlir_py.bindings.ir import AffineMap, Attribute, InsertionPoint, Location, Operation, OpOperandList, OpResult, OpResultList, OpView, Region, Type, Value

_Value: TypeAlias = Value | Operation | OpView
_Values: TypeAlias = Sequence[_Value] | Operation | OpView
_Place: TypeAlias = InsertionPoint | bool | None

class AffineApplyOp(OpView):
    def __init__(self, map: AffineMap | Attribute, mapOperands: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    mapOperands: OpOperandList
    map: Any
def apply(map: AffineMap | Attribute, map_operands: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> AffineApplyOp: ...
class AffineDelinearizeIndexOp(OpView):
    def __init__(self, linear_index: _Value, basis: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    linear_index: Value
    basis: OpOperandList
    multi_index: OpResultList
def delinearize_index(linear_index: _Value, basis: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class AffineIfOp(OpView):
    def __init__(self, results_: Sequence[Type], _gen_arg_0: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    _gen_arg_0: OpOperandList
    results_: OpResultList
    thenRegion: Region
    elseRegion: Region
def if_(results_: Sequence[Type], _gen_arg_0: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class AffineLoadOp(OpView):
    def __init__(self, result: Type, memref: _Value, indices: _Values, map: AffineMap | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    memref: Value
    indices: OpOperandList
    map: Any
    @property
    def result(self) -> Any: ...
def load(result: Type, memref: _Value, indices: _Values, map: AffineMap | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class AffineMaxOp(OpView):
    def __init__(self, map: AffineMap | Attribute, operands_: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    operands_: OpOperandList
    map: Any
def max(map: AffineMap | Attribute, operands_: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> AffineMaxOp: ...
class AffineMinOp(OpView):
    def __init__(self, map: AffineMap | Attribute, operands_: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    operands_: OpOperandList
    map: Any
def min(map: AffineMap | Attribute, operands_: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> AffineMinOp: ...
class AffineParallelOp(OpView):
    def __init__(self, results_: Sequence[Type], reductions: Any, lowerBoundsMap: AffineMap | Attribute, lowerBoundsGroups: Any, upperBoundsMap: AffineMap | Attribute, upperBoundsGroups: Any, steps: Any, mapOperands: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    mapOperands: OpOperandList
    reductions: Any
    lowerBoundsMap: Any
    lowerBoundsGroups: Any
    upperBoundsMap: Any
    upperBoundsGroups: Any
    steps: Any
    results_: OpResultList
    region: Region
def parallel(results_: Sequence[Type], reductions: Any, lower_bounds_map: AffineMap | Attribute, lower_bounds_groups: Any, upper_bounds_map: AffineMap | Attribute, upper_bounds_groups: Any, steps: Any, map_operands: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class AffinePrefetchOp(OpView):
    def __init__(self, memref: _Value, indices: _Values, isWrite: bool | Attribute, localityHint: int | Attribute, isDataCache: bool | Attribute, map: AffineMap | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    memref: Value
    indices: OpOperandList
    isWrite: Any
    localityHint: Any
    isDataCache: Any
    map: Any
def prefetch(memref: _Value, indices: _Values, is_write: bool | Attribute, locality_hint: int | Attribute, is_data_cache: bool | Attribute, map: AffineMap | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> AffinePrefetchOp: ...
class AffineStoreOp(OpView):
    def __init__(self, value: _Value, memref: _Value, indices: _Values, map: AffineMap | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    value: Value
    memref: Value
    indices: OpOperandList
    map: Any
def store(value: _Value, memref: _Value, indices: _Values, map: AffineMap | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> AffineStoreOp: ...
class AffineVectorLoadOp(OpView):
    def __init__(self, result: Type, memref: _Value, indices: _Values, map: AffineMap | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    memref: Value
    indices: OpOperandList
    map: Any
    @property
    def result(self) -> Any: ...
def vector_load(result: Type, memref: _Value, indices: _Values, map: AffineMap | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class AffineVectorStoreOp(OpView):
    def __init__(self, value: _Value, memref: _Value, indices: _Values, map: AffineMap | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    value: Value
    memref: Value
    indices: OpOperandList
    map: Any
def vector_store(value: _Value, memref: _Value, indices: _Values, map: AffineMap | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> AffineVectorStoreOp: ...
class AffineYieldOp(OpView):
    def __init__(self, operands_: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    operands_: OpOperandList
def yield_(operands_: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> AffineYieldOp: ...
