# Generated: run `make generated`.

from collections.abc import Sequence
from typing import Any, TypeAlias

from ttmlir_py.bindings.ir import Attribute, InsertionPoint, Location, Operation, OpOperandList, OpResult, OpResultList, OpView, Region, Type, Value

_Value: TypeAlias = Value | Operation | OpView
_Values: TypeAlias = Sequence[_Value] | Operation | OpView
_Place: TypeAlias = InsertionPoint | bool | None

class AllGatherOp(OpView):
    """Concatenate the shards of all devices along `dim`."""
    def __init__(self, result: Type, input: _Value, output: _Value, dim: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    dim: Any
    @property
    def result(self) -> Any: ...
def all_gather(result: Type, input: _Value, output: _Value, dim: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class AllReduceOp(OpView):
    """Reduce the tensors of all devices by `reduce_type`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, output: _Value, replica_groups: Any, dim: int | Attribute, reduce_type: Any, *, channel_handle: int | Attribute | None = ..., use_global_device_ids: bool | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    output: Value
    replica_groups: Any
    dim: Any
    channel_handle: Any
    use_global_device_ids: bool
    reduce_type: Any
    results_: OpResultList
def all_reduce(results_: Sequence[Type], inputs: _Values, output: _Value, replica_groups: Any, dim: int | Attribute, reduce_type: Any, *, channel_handle: int | Attribute | None = ..., use_global_device_ids: bool | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class MeshShardOp(OpView):
    """Split a tensor across the device mesh, or join its shards."""
    def __init__(self, result: Type, input: _Value, output: _Value, shard_type: Any, shard_direction: Any, shard_shape: Sequence[int] | Attribute, shard_dims: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    shard_type: Any
    shard_direction: Any
    shard_shape: Any
    shard_dims: Any
    @property
    def result(self) -> Any: ...
def mesh_shard(result: Type, input: _Value, output: _Value, shard_type: Any, shard_direction: Any, shard_shape: Sequence[int] | Attribute, shard_dims: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class Conv2dOp(OpView):
    """2D convolution of an NHWC input with an (O, I/groups, KH, KW) weight."""
    def __init__(self, result: Type, input: _Value, weight: _Value, output: _Value, stride_height: int | Attribute, stride_width: int | Attribute, dilation_height: int | Attribute, dilation_width: int | Attribute, groups: int | Attribute, padding_left: int | Attribute, padding_right: int | Attribute, padding_top: int | Attribute, padding_bottom: int | Attribute, *, bias: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    weight: Value
    bias: Value | None
    output: Value
    stride_height: Any
    stride_width: Any
    dilation_height: Any
    dilation_width: Any
    groups: Any
    padding_left: Any
    padding_right: Any
    padding_top: Any
    padding_bottom: Any
    @property
    def result(self) -> Any: ...
def conv2d(result: Type, input: _Value, weight: _Value, output: _Value, stride_height: int | Attribute, stride_width: int | Attribute, dilation_height: int | Attribute, dilation_width: int | Attribute, groups: int | Attribute, padding_left: int | Attribute, padding_right: int | Attribute, padding_top: int | Attribute, padding_bottom: int | Attribute, *, bias: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ConvTranspose2dOp(OpView):
    """Transposed 2D convolution of an NHWC input with an (I, O/groups, KH, KW) weight."""
    def __init__(self, result: Type, input: _Value, weight: _Value, output: _Value, stride: Sequence[int] | int | Attribute, padding: Sequence[int] | int | Attribute, output_padding: Sequence[int] | int | Attribute, dilation: Sequence[int] | int | Attribute, groups: int | Attribute, *, bias: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    weight: Value
    bias: Value | None
    output: Value
    stride: Any
    padding: Any
    output_padding: Any
    dilation: Any
    groups: Any
    @property
    def result(self) -> Any: ...
def conv_transpose2d(result: Type, input: _Value, weight: _Value, output: _Value, stride: Sequence[int] | int | Attribute, padding: Sequence[int] | int | Attribute, output_padding: Sequence[int] | int | Attribute, dilation: Sequence[int] | int | Attribute, groups: int | Attribute, *, bias: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ConvolutionOp(OpView):
    """Convolution with any dimension order (StableHLO's convolution)."""
    def __init__(self, result: Type, input: _Value, weight: _Value, output: _Value, window_strides: Sequence[int] | Attribute, padding: Sequence[int] | Attribute, input_dilation: Sequence[int] | Attribute, weight_dilation: Sequence[int] | Attribute, window_reversal: Sequence[bool] | Attribute, convolution_layout: Any, feature_group_count: int | Attribute, batch_group_count: int | Attribute, *, bias: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    weight: Value
    bias: Value | None
    output: Value
    window_strides: Any
    padding: Any
    input_dilation: Any
    weight_dilation: Any
    window_reversal: Any
    convolution_layout: Any
    feature_group_count: Any
    batch_group_count: Any
    @property
    def result(self) -> Any: ...
def convolution(result: Type, input: _Value, weight: _Value, output: _Value, window_strides: Sequence[int] | Attribute, padding: Sequence[int] | Attribute, input_dilation: Sequence[int] | Attribute, weight_dilation: Sequence[int] | Attribute, window_reversal: Sequence[bool] | Attribute, convolution_layout: Any, feature_group_count: int | Attribute, batch_group_count: int | Attribute, *, bias: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class GetDimensionSizeOp(OpView):
    """The size of one dimension, as a tensor."""
    def __init__(self, result: Type, operand: _Value, dimension: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    operand: Value
    dimension: Any
    @property
    def result(self) -> Any: ...
def get_dimension_size(result: Type, operand: _Value, dimension: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ArangeOp(OpView):
    """`start, start + step, ...` up to `end`, along `arange_dimension`, constant along the"""
    def __init__(self, result: Type, start: int | Attribute, end: int | Attribute, step: int | Attribute, arange_dimension: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    start: Any
    end: Any
    step: Any
    arange_dimension: Any
    @property
    def result(self) -> Any: ...
def arange(result: Type, start: int | Attribute, end: int | Attribute, step: int | Attribute, arange_dimension: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ZerosOp(OpView):
    """A tensor of zeros."""
    def __init__(self, result: Type, shape: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    shape: Any
    @property
    def result(self) -> Any: ...
def zeros(result: Type, shape: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class OnesOp(OpView):
    """A tensor of ones."""
    def __init__(self, result: Type, shape: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    shape: Any
    @property
    def result(self) -> Any: ...
def ones(result: Type, shape: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ConstantOp(OpView):
    """A tensor given by its elements."""
    def __init__(self, result: Type, value: Any, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    value: Any
    @property
    def result(self) -> Any: ...
def constant(result: Type, value: Any, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class FillOp(OpView):
    """Write the elements of `value` into `output`."""
    def __init__(self, result: Type, output: _Value, value: Any, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    output: Value
    value: Any
    @property
    def result(self) -> Any: ...
def fill(result: Type, output: _Value, value: Any, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class TransposeOp(OpView):
    """Swap dimensions `dim0` and `dim1`."""
    def __init__(self, result: Type, input: _Value, output: _Value, dim0: int | Attribute, dim1: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    dim0: Any
    dim1: Any
    @property
    def result(self) -> Any: ...
def transpose(result: Type, input: _Value, output: _Value, dim0: int | Attribute, dim1: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ConcatOp(OpView):
    """Concatenate `inputs` along `dim`."""
    def __init__(self, result: Type, inputs: _Values, output: _Value, dim: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    output: Value
    dim: Any
    @property
    def result(self) -> Any: ...
def concat(result: Type, inputs: _Values, output: _Value, dim: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class RepeatOp(OpView):
    """Repeat the input `repeat_dimensions[i]` times along dimension `i`."""
    def __init__(self, result: Type, input: _Value, output: _Value, repeat_dimensions: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    repeat_dimensions: Any
    @property
    def result(self) -> Any: ...
def repeat(result: Type, input: _Value, output: _Value, repeat_dimensions: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class RepeatInterleaveOp(OpView):
    """Repeat each slice along `dim` `repeats` times in a row."""
    def __init__(self, result: Type, input: _Value, output: _Value, repeats: int | Attribute, dim: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    repeats: Any
    dim: Any
    @property
    def result(self) -> Any: ...
def repeat_interleave(result: Type, input: _Value, output: _Value, repeats: int | Attribute, dim: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class BroadcastOp(OpView):
    """Broadcast dimensions of size 1: dimension `i` by the factor `broadcast_dimensions[i]`."""
    def __init__(self, result: Type, input: _Value, output: _Value, broadcast_dimensions: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    broadcast_dimensions: Any
    @property
    def result(self) -> Any: ...
def broadcast(result: Type, input: _Value, output: _Value, broadcast_dimensions: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class GatherOp(OpView):
    """Collect slices of `input` at positions `start_indices` (StableHLO's gather)."""
    def __init__(self, result: Type, input: _Value, start_indices: _Value, output: _Value, offset_dims: Sequence[int] | Attribute, collapsed_slice_dims: Sequence[int] | Attribute, operand_batching_dims: Sequence[int] | Attribute, start_indices_batching_dims: Sequence[int] | Attribute, start_index_map: Sequence[int] | Attribute, index_vector_dim: int | Attribute, slice_sizes: Sequence[int] | Attribute, indices_are_sorted: bool | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    start_indices: Value
    output: Value
    offset_dims: Any
    collapsed_slice_dims: Any
    operand_batching_dims: Any
    start_indices_batching_dims: Any
    start_index_map: Any
    index_vector_dim: Any
    slice_sizes: Any
    indices_are_sorted: Any
    @property
    def result(self) -> Any: ...
def gather(result: Type, input: _Value, start_indices: _Value, output: _Value, offset_dims: Sequence[int] | Attribute, collapsed_slice_dims: Sequence[int] | Attribute, operand_batching_dims: Sequence[int] | Attribute, start_indices_batching_dims: Sequence[int] | Attribute, start_index_map: Sequence[int] | Attribute, index_vector_dim: int | Attribute, slice_sizes: Sequence[int] | Attribute, indices_are_sorted: bool | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ReshapeOp(OpView):
    """The same elements in row-major order under a new `shape` (at most one -1)."""
    def __init__(self, result: Type, input: _Value, output: _Value, shape: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    shape: Any
    @property
    def result(self) -> Any: ...
def reshape(result: Type, input: _Value, output: _Value, shape: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class PadOp(OpView):
    """Pad the input with `value`: `padding` holds (low, high) for each dimension."""
    def __init__(self, result: Type, input: _Value, padding: Sequence[int] | Attribute, value: float | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    padding: Any
    value: Any
    @property
    def result(self) -> Any: ...
def pad(result: Type, input: _Value, padding: Sequence[int] | Attribute, value: float | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class SliceOp(OpView):
    """Elements `begins[i] : ends[i] : step[i]` of each dimension `i`."""
    def __init__(self, result: Type, input: _Value, output: _Value, begins: Sequence[int] | Attribute, ends: Sequence[int] | Attribute, step: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    begins: Any
    ends: Any
    step: Any
    @property
    def result(self) -> Any: ...
def slice(result: Type, input: _Value, output: _Value, begins: Sequence[int] | Attribute, ends: Sequence[int] | Attribute, step: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class SelectOp(OpView):
    """Along `dim`, `length` elements of every `stride`, starting at `begin`."""
    def __init__(self, result: Type, input: _Value, output: _Value, dim: int | Attribute, begin: int | Attribute, length: int | Attribute, *, stride: int | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    dim: Any
    begin: Any
    length: Any
    stride: Any
    @property
    def result(self) -> Any: ...
def select(result: Type, input: _Value, output: _Value, dim: int | Attribute, begin: int | Attribute, length: int | Attribute, *, stride: int | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class IndexOp(OpView):
    """Elements `begin : end : step` of dimension `dim`."""
    def __init__(self, result: Type, input: _Value, output: _Value, dim: int | Attribute, begin: int | Attribute, end: int | Attribute, step: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    dim: Any
    begin: Any
    end: Any
    step: Any
    @property
    def result(self) -> Any: ...
def index(result: Type, input: _Value, output: _Value, dim: int | Attribute, begin: int | Attribute, end: int | Attribute, step: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class SqueezeOp(OpView):
    """Remove dimension `dim`, whose size is 1."""
    def __init__(self, result: Type, input: _Value, output: _Value, dim: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    dim: Any
    @property
    def result(self) -> Any: ...
def squeeze(result: Type, input: _Value, output: _Value, dim: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class UnsqueezeOp(OpView):
    """Insert a dimension of size 1 at `dim`."""
    def __init__(self, result: Type, input: _Value, output: _Value, dim: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    dim: Any
    @property
    def result(self) -> Any: ...
def unsqueeze(result: Type, input: _Value, output: _Value, dim: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ReverseOp(OpView):
    """Reverse the order of elements along `dimensions`."""
    def __init__(self, result: Type, input: _Value, output: _Value, dimensions: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    dimensions: Any
    @property
    def result(self) -> Any: ...
def reverse(result: Type, input: _Value, output: _Value, dimensions: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class PermuteOp(OpView):
    """Dimension `i` of the result is dimension `permutation[i]` of the input."""
    def __init__(self, result: Type, input: _Value, output: _Value, permutation: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    permutation: Any
    @property
    def result(self) -> Any: ...
def permute(result: Type, input: _Value, output: _Value, permutation: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ScatterOp(OpView):
    """Write `update` into a copy of `input` at `scatter_indices` (StableHLO's scatter), combined by"""
    def __init__(self, result: Type, input: _Value, scatter_indices: _Value, update: _Value, output: _Value, update_window_dims: Sequence[int] | Attribute, inserted_window_dims: Sequence[int] | Attribute, input_batching_dims: Sequence[int] | Attribute, scatter_indices_batching_dims: Sequence[int] | Attribute, scatter_dims_to_operand_dims: Sequence[int] | Attribute, index_vector_dim: int | Attribute, indices_are_sorted: bool | Attribute, unique_indices: bool | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    scatter_indices: Value
    update: Value
    output: Value
    update_window_dims: Any
    inserted_window_dims: Any
    input_batching_dims: Any
    scatter_indices_batching_dims: Any
    scatter_dims_to_operand_dims: Any
    index_vector_dim: Any
    indices_are_sorted: Any
    unique_indices: Any
    @property
    def result(self) -> Any: ...
    update_computation: Region
def scatter(result: Type, input: _Value, scatter_indices: _Value, update: _Value, output: _Value, update_window_dims: Sequence[int] | Attribute, inserted_window_dims: Sequence[int] | Attribute, input_batching_dims: Sequence[int] | Attribute, scatter_indices_batching_dims: Sequence[int] | Attribute, scatter_dims_to_operand_dims: Sequence[int] | Attribute, index_vector_dim: int | Attribute, indices_are_sorted: bool | Attribute, unique_indices: bool | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class WhereOp(OpView):
    """`result = first != 0 ? second : third`, element by element."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def where(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class AbsOp(OpView):
    """`|x|`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def abs(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class CbrtOp(OpView):
    """Cube root of `x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def cbrt(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class CeilOp(OpView):
    """Least integer not below `x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def ceil(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class CosOp(OpView):
    """Cosine of `x` (radians)."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def cos(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class FloorOp(OpView):
    """Greatest integer not above `x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def floor(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class GeluOp(OpView):
    """Gaussian error linear unit, `x * Phi(x)` with the normal distribution's `Phi`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def gelu(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class IsFiniteOp(OpView):
    """1 where `x` is neither infinite nor NaN, else 0."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def isfinite(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class LogicalNotOp(OpView):
    """1 where `x` is 0, else 0."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def logical_not(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class BitwiseNotOp(OpView):
    """Complement of every bit of the integer `x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def bitwise_not(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class NegOp(OpView):
    """`-x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def neg(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class TanOp(OpView):
    """Tangent of `x` (radians)."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def tan(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class TanhOp(OpView):
    """Hyperbolic tangent of `x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def tanh(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class ReciprocalOp(OpView):
    """`1 / x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def reciprocal(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class ReluOp(OpView):
    """`max(x, 0)`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def relu(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class RsqrtOp(OpView):
    """`1 / sqrt(x)`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def rsqrt(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class SigmoidOp(OpView):
    """`1 / (1 + exp(-x))`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def sigmoid(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class SignOp(OpView):
    """-1, 0 or 1 for a negative, zero or positive `x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def sign(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class SinOp(OpView):
    """Sine of `x` (radians)."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def sin(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class SqrtOp(OpView):
    """Square root of `x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def sqrt(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class TypecastOp(OpView):
    """`x` converted to the element type of the result."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def typecast(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class LogOp(OpView):
    """Natural logarithm of `x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def log(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class Log1pOp(OpView):
    """`log(1 + x)`, exact near 0."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def log1p(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class Expm1Op(OpView):
    """`exp(x) - 1`, exact near 0."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def expm1(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class LeakyReluOp(OpView):
    """`x` where `x >= 0`, else `parameter * x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, parameter: float | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    parameter: Any
    results_: OpResultList
def leaky_relu(results_: Sequence[Type], inputs: _Values, outputs: _Values, parameter: float | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class EqualOp(OpView):
    """1 where `lhs == rhs`, else 0."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def eq(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class NotEqualOp(OpView):
    """1 where `lhs != rhs`, else 0."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def ne(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class GreaterEqualOp(OpView):
    """1 where `lhs >= rhs`, else 0."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def ge(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class GreaterThanOp(OpView):
    """1 where `lhs > rhs`, else 0."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def gt(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class LessEqualOp(OpView):
    """1 where `lhs <= rhs`, else 0."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def le(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class LessThanOp(OpView):
    """1 where `lhs < rhs`, else 0."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def lt(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class LogicalAndOp(OpView):
    """1 where both are nonzero, else 0."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def logical_and(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class LogicalOrOp(OpView):
    """1 where either is nonzero, else 0."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def logical_or(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class LogicalXorOp(OpView):
    """1 where exactly one is nonzero, else 0."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def logical_xor(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class BitwiseAndOp(OpView):
    """`lhs & rhs` of integers."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def bitwise_and(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class BitwiseOrOp(OpView):
    """`lhs | rhs` of integers."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def bitwise_or(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class BitwiseXorOp(OpView):
    """`lhs ^ rhs` of integers."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def bitwise_xor(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class MinimumOp(OpView):
    """Minimum of `lhs` and `rhs`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def minimum(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class SubtractOp(OpView):
    """`lhs - rhs`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def subtract(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class RemainderOp(OpView):
    """Remainder of `lhs / rhs`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def remainder(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class PowerOp(OpView):
    """`lhs` to the power `rhs`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def power(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class ExpOp(OpView):
    """`e` to the power `x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def exp(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class AddOp(OpView):
    """`lhs + rhs`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def add(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class MultiplyOp(OpView):
    """`lhs * rhs`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def multiply(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class DivOp(OpView):
    """`lhs / rhs`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def div(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class MaximumOp(OpView):
    """Maximum of `lhs` and `rhs`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def maximum(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class EmbeddingOp(OpView):
    """Rows of `weight` (dictionary size, width) at the indices in `input`."""
    def __init__(self, result: Type, input: _Value, weight: _Value, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    weight: Value
    output: Value
    @property
    def result(self) -> Any: ...
def embedding(result: Type, input: _Value, weight: _Value, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class EmbeddingBackwardOp(OpView):
    """Gradient of `embedding` with respect to `weight`."""
    def __init__(self, result: Type, input: _Value, weight: _Value, in_gradient: _Value, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    weight: Value
    in_gradient: Value
    output: Value
    @property
    def result(self) -> Any: ...
def embedding_backward(result: Type, input: _Value, weight: _Value, in_gradient: _Value, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class UpdateCacheOp(OpView):
    """Write `input` into the key/value `cache` at `update_index`."""
    def __init__(self, result: Type, cache: _Value, input: _Value, update_index: _Value, batch_offset: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    cache: Value
    input: Value
    update_index: Value
    batch_offset: Any
    @property
    def result(self) -> Any: ...
def update_cache(result: Type, cache: _Value, input: _Value, update_index: _Value, batch_offset: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class FillCacheOp(OpView):
    """Write `input` to the start of the key/value `cache`."""
    def __init__(self, result: Type, cache: _Value, input: _Value, batch_offset: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    cache: Value
    input: Value
    batch_offset: Any
    @property
    def result(self) -> Any: ...
def fill_cache(result: Type, cache: _Value, input: _Value, batch_offset: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class GenericOp(OpView):
    """A loop nest over `grid` that runs its region on the blocks of its operands."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, cbs: _Values, outputs: _Values, grid: Any, indexing_maps: Any, iterator_types: Any, *, operand_cb_mapping: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    cbs: OpOperandList
    outputs: OpOperandList
    grid: Any
    indexing_maps: Any
    iterator_types: Any
    operand_cb_mapping: Any
    results_: OpResultList
    region: Region
def generic(results_: Sequence[Type], inputs: _Values, cbs: _Values, outputs: _Values, grid: Any, indexing_maps: Any, iterator_types: Any, *, operand_cb_mapping: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class KernelOp(OpView):
    """A call of a named kernel inside `ttir.generic`."""
    def __init__(self, results_: Sequence[Type], op: str | Attribute, kind: str | Attribute, inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    op: Any
    kind: Any
    results_: OpResultList
def kernel(results_: Sequence[Type], op: str | Attribute, kind: str | Attribute, inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class YieldOp(OpView):
    """The end of a `ttir.generic` region."""
    def __init__(self, values: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    values: OpOperandList
def yield_(values: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> YieldOp: ...
class ToLayoutOp(OpView):
    """Change layout, memory space, sharding or element format to those of the type of `output`."""
    def __init__(self, result: Type, input: _Value, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    @property
    def result(self) -> Any: ...
def to_layout(result: Type, input: _Value, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class AllocOp(OpView):
    """An allocation at a fixed address."""
    def __init__(self, result: Type, address: int | Attribute, size: int | Attribute, memory_space: Any, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    address: Any
    size: Any
    memory_space: Any
    @property
    def result(self) -> Any: ...
def alloc(result: Type, address: int | Attribute, size: int | Attribute, memory_space: Any, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class DeallocOp(OpView):
    """Free memory that `alloc` or another op allocated."""
    def __init__(self, result: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    @property
    def result(self) -> Any: ...
def dealloc(result: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> DeallocOp: ...
class DotGeneralOp(OpView):
    """Contract `contract_dims_*` of both sides, batched over `batch_dims_*` (StableHLO's"""
    def __init__(self, result: Type, lhs: _Value, rhs: _Value, batch_dims_lhs: Sequence[int] | Attribute, contract_dims_lhs: Sequence[int] | Attribute, batch_dims_rhs: Sequence[int] | Attribute, contract_dims_rhs: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    lhs: Value
    rhs: Value
    batch_dims_lhs: Any
    contract_dims_lhs: Any
    batch_dims_rhs: Any
    contract_dims_rhs: Any
    @property
    def result(self) -> Any: ...
def dot_general(result: Type, lhs: _Value, rhs: _Value, batch_dims_lhs: Sequence[int] | Attribute, contract_dims_lhs: Sequence[int] | Attribute, batch_dims_rhs: Sequence[int] | Attribute, contract_dims_rhs: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class LinearOp(OpView):
    """`a @ b + bias`."""
    def __init__(self, result: Type, a: _Value, b: _Value, output: _Value, *, bias: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    a: Value
    b: Value
    bias: Value | None
    output: Value
    @property
    def result(self) -> Any: ...
def linear(result: Type, a: _Value, b: _Value, output: _Value, *, bias: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class MatmulOp(OpView):
    """`a @ b` with broadcast batch dimensions."""
    def __init__(self, result: Type, a: _Value, b: _Value, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    a: Value
    b: Value
    output: Value
    @property
    def result(self) -> Any: ...
def matmul(result: Type, a: _Value, b: _Value, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class SoftmaxOp(OpView):
    """`exp(x) / sum(exp(x))` along `dimension`."""
    def __init__(self, result: Type, input: _Value, output: _Value, dimension: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    dimension: Any
    @property
    def result(self) -> Any: ...
def softmax(result: Type, input: _Value, output: _Value, dimension: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ClampOp(OpView):
    """`x` clamped to `[min, max]`."""
    def __init__(self, result: Type, input: _Value, output: _Value, min: float | Attribute, max: float | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    min: Any
    max: Any
    @property
    def result(self) -> Any: ...
def clamp(result: Type, input: _Value, output: _Value, min: float | Attribute, max: float | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class PoolingOp(OpView):
    """Reduce sliding windows of each input by `pooling_method` (StableHLO's reduce_window)."""
    def __init__(self, result: Sequence[Type], inputs: _Values, outputs: _Values, pooling_method: Any, window_dimensions: Sequence[int] | Attribute, window_strides: Sequence[int] | Attribute, base_dilations: Sequence[int] | Attribute, window_dilations: Sequence[int] | Attribute, padding: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    pooling_method: Any
    window_dimensions: Any
    window_strides: Any
    base_dilations: Any
    window_dilations: Any
    padding: Any
    @property
    def result(self) -> Any: ...
def pooling(result: Sequence[Type], inputs: _Values, outputs: _Values, pooling_method: Any, window_dimensions: Sequence[int] | Attribute, window_strides: Sequence[int] | Attribute, base_dilations: Sequence[int] | Attribute, window_dilations: Sequence[int] | Attribute, padding: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class MaxPool2dOp(OpView):
    """Maximum over sliding windows of an NHWC input."""
    def __init__(self, result: Type, input: _Value, output: _Value, kernel_height: int | Attribute, kernel_width: int | Attribute, stride_height: int | Attribute, stride_width: int | Attribute, dilation_height: int | Attribute, dilation_width: int | Attribute, ceil_mode: bool | Attribute, padding_left: int | Attribute, padding_right: int | Attribute, padding_top: int | Attribute, padding_bottom: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    kernel_height: Any
    kernel_width: Any
    stride_height: Any
    stride_width: Any
    dilation_height: Any
    dilation_width: Any
    ceil_mode: Any
    padding_left: Any
    padding_right: Any
    padding_top: Any
    padding_bottom: Any
    @property
    def result(self) -> Any: ...
def max_pool2d(result: Type, input: _Value, output: _Value, kernel_height: int | Attribute, kernel_width: int | Attribute, stride_height: int | Attribute, stride_width: int | Attribute, dilation_height: int | Attribute, dilation_width: int | Attribute, ceil_mode: bool | Attribute, padding_left: int | Attribute, padding_right: int | Attribute, padding_top: int | Attribute, padding_bottom: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class Upsample2dOp(OpView):
    """Enlarge H and W of an NHWC input by `scale_factor`."""
    def __init__(self, result: Type, input: _Value, output: _Value, scale_factor: Sequence[int] | int | Attribute, *, mode: str | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    scale_factor: Any
    mode: Any
    @property
    def result(self) -> Any: ...
def upsample2d(result: Type, input: _Value, output: _Value, scale_factor: Sequence[int] | int | Attribute, *, mode: str | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class SumOp(OpView):
    """Sum of the elements along `dim_arg` (all dimensions if absent)."""
    def __init__(self, result: Type, input: _Value, output: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    keep_dim: Any
    dim_arg: Any
    @property
    def result(self) -> Any: ...
def sum(result: Type, input: _Value, output: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class MeanOp(OpView):
    """Mean of the elements along `dim_arg`."""
    def __init__(self, result: Type, input: _Value, output: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    keep_dim: Any
    dim_arg: Any
    @property
    def result(self) -> Any: ...
def mean(result: Type, input: _Value, output: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class MaxOp(OpView):
    """Maximum of the elements along `dim_arg`."""
    def __init__(self, result: Type, input: _Value, output: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    keep_dim: Any
    dim_arg: Any
    @property
    def result(self) -> Any: ...
def max(result: Type, input: _Value, output: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class MinOp(OpView):
    """Minimum of the elements along `dim_arg`."""
    def __init__(self, result: Type, input: _Value, output: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    keep_dim: Any
    dim_arg: Any
    @property
    def result(self) -> Any: ...
def min(result: Type, input: _Value, output: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ReduceAndOp(OpView):
    """1 where all elements along `dim_arg` are nonzero, else 0."""
    def __init__(self, result: Type, input: _Value, output: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    keep_dim: Any
    dim_arg: Any
    @property
    def result(self) -> Any: ...
def reduce_and(result: Type, input: _Value, output: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ProdOp(OpView):
    """Product of the elements along `dim_arg`."""
    def __init__(self, result: Type, input: _Value, output: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    keep_dim: Any
    dim_arg: Any
    @property
    def result(self) -> Any: ...
def prod(result: Type, input: _Value, output: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class CumSumOp(OpView):
    """Cumulative sum along `dim`."""
    def __init__(self, result: Type, input: _Value, dim: int | Attribute, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    dim: Any
    @property
    def result(self) -> Any: ...
def cumsum(result: Type, input: _Value, dim: int | Attribute, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
