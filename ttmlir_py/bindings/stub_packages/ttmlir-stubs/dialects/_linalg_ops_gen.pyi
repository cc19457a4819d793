# Generated: run `make generated`.

from collections.abc import Sequence
from typing import Any, TypeAlias

from ttmlir_py.bindings.ir import Attribute, InsertionPoint, Location, Operation, OpOperandList, OpResult, OpResultList, OpView, Region, Type, Value

_Value: TypeAlias = Value | Operation | OpView
_Values: TypeAlias = Sequence[_Value] | Operation | OpView
_Place: TypeAlias = InsertionPoint | bool | None

class AbsOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class AddOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class BatchMatmulOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class BatchMatmulTransposeAOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class BatchMatmulTransposeBOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class BatchMatvecOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class BatchMmt4DOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class BatchReduceMatmulOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class BatchVecmatOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class BroadcastOp(OpView):
    def __init__(self, result: Sequence[Type], input: _Value, init: _Value, dimensions: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    init: Value
    dimensions: Any
    @property
    def result(self) -> Any: ...
    region: Region
class CeilOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class Conv1DOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class Conv1DNcwFcwOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class Conv1DNwcWcfOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class Conv2DOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class Conv2DNchwFchwOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class Conv2DNgchwFgchwOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class Conv2DNgchwGfchwOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class Conv2DNgchwGfchwQOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class Conv2DNhwcFhwcOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class Conv2DNhwcFhwcQOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class Conv2DNhwcHwcfOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class Conv2DNhwcHwcfQOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class Conv3DOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class Conv3DNcdhwFcdhwOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class Conv3DNdhwcDhwcfOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class Conv3DNdhwcDhwcfQOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class CopyOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, cast: str | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    cast: Any
    result_tensors: OpResultList
    region: Region
class DepthwiseConv1DNcwCwOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class DepthwiseConv1DNwcWcOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class DepthwiseConv1DNwcWcmOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class DepthwiseConv2DNchwChwOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class DepthwiseConv2DNhwcHwcOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class DepthwiseConv2DNhwcHwcQOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class DepthwiseConv2DNhwcHwcmOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class DepthwiseConv2DNhwcHwcmQOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class DepthwiseConv3DNcdhwCdhwOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class DepthwiseConv3DNdhwcDhwcOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class DepthwiseConv3DNdhwcDhwcmOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class DivOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class DivUnsignedOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class DotOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class ElemwiseBinaryOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, fun: str | Attribute | None = ..., cast: str | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    fun: Any
    cast: Any
    result_tensors: OpResultList
    region: Region
class ElemwiseUnaryOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, fun: str | Attribute | None = ..., cast: str | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    fun: Any
    cast: Any
    result_tensors: OpResultList
    region: Region
class ErfOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class ExpOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class FillOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class FloorOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class GenericOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, indexing_maps: Any, iterator_types: Any, *, doc: str | Attribute | None = ..., library_call: str | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    indexing_maps: Any
    iterator_types: Any
    doc: Any
    library_call: Any
    result_tensors: OpResultList
    region: Region
def generic(result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, indexing_maps: Any, iterator_types: Any, *, doc: str | Attribute | None = ..., library_call: str | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class IndexOp(OpView):
    def __init__(self, dim: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    dim: Any
    @property
    def result(self) -> Any: ...
def index(dim: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class LogOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class MapOp(OpView):
    def __init__(self, result: Sequence[Type], inputs: _Values, init: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    init: Value
    @property
    def result(self) -> Any: ...
    mapper: Region
def map(result: Sequence[Type], inputs: _Values, init: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class MatmulOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, cast: str | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    cast: Any
    result_tensors: OpResultList
    region: Region
class MatmulTransposeAOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, cast: str | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    cast: Any
    result_tensors: OpResultList
    region: Region
class MatmulTransposeBOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, cast: str | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    cast: Any
    result_tensors: OpResultList
    region: Region
class MatvecOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class MaxOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class MinOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class Mmt4DOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class MulOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class NegFOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class PoolingNchwMaxOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNchwSumOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNcwMaxOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNcwSumOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNdhwcMaxOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNdhwcMinOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNdhwcSumOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNhwcMaxOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNhwcMaxUnsignedOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNhwcMinOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNhwcMinUnsignedOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNhwcSumOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNwcMaxOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNwcMaxUnsignedOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNwcMinOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNwcMinUnsignedOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PoolingNwcSumOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, strides: Any = ..., dilations: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    strides: Any
    dilations: Any
    result_tensors: OpResultList
    region: Region
class PowFOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class QuantizedBatchMatmulOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class QuantizedMatmulOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class ReciprocalOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class ReduceOp(OpView):
    def __init__(self, result: Sequence[Type], inputs: _Values, inits: _Values, dimensions: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    inits: OpOperandList
    dimensions: Any
    @property
    def result(self) -> Any: ...
    combiner: Region
def reduce(result: Sequence[Type], inputs: _Values, inits: _Values, dimensions: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class RoundOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class RsqrtOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class SelectOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class SoftmaxOp(OpView):
    def __init__(self, result: Sequence[Type], input: _Value, output: _Value, dimension: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    dimension: Any
    @property
    def result(self) -> Any: ...
def softmax(result: Sequence[Type], input: _Value, output: _Value, dimension: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class SqrtOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class SquareOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class SubOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class TanhOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class TransposeOp(OpView):
    def __init__(self, result: Sequence[Type], input: _Value, init: _Value, permutation: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    init: Value
    permutation: Any
    @property
    def result(self) -> Any: ...
    region: Region
class VecmatOp(OpView):
    def __init__(self, result_tensors: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    result_tensors: OpResultList
    region: Region
class WinogradFilterTransformOp(OpView):
    def __init__(self, result: Type, filter: _Value, output: _Value, m: int | Attribute, r: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    filter: Value
    output: Value
    m: Any
    r: Any
    @property
    def result(self) -> Any: ...
def winograd_filter_transform(result: Type, filter: _Value, output: _Value, m: int | Attribute, r: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class WinogradInputTransformOp(OpView):
    def __init__(self, result: Type, input: _Value, output: _Value, m: int | Attribute, r: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    m: Any
    r: Any
    @property
    def result(self) -> Any: ...
def winograd_input_transform(result: Type, input: _Value, output: _Value, m: int | Attribute, r: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class WinogradOutputTransformOp(OpView):
    def __init__(self, result: Type, value: _Value, output: _Value, m: int | Attribute, r: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    value: Value
    output: Value
    m: Any
    r: Any
    @property
    def result(self) -> Any: ...
def winograd_output_transform(result: Type, value: _Value, output: _Value, m: int | Attribute, r: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class YieldOp(OpView):
    def __init__(self, values: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    values: OpOperandList
def yield_(values: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> YieldOp: ...
