# Generated: run `make generated`.

from collections.abc import Sequence
from typing import Any, TypeAlias

from ttmlir_py.bindings.ir import Attribute, InsertionPoint, Location, Operation, OpOperandList, OpResult, OpResultList, OpView, Type, Value

_Value: TypeAlias = Value | Operation | OpView
_Values: TypeAlias = Sequence[_Value] | Operation | OpView
_Place: TypeAlias = InsertionPoint | bool | None

class AllGatherOp(OpView):
    """Concatenate the shards of all devices along `dim`."""
    def __init__(self, result: Type, input: _Value, device: _Value, dim: int | Attribute, *, num_links: int | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    device: Value
    dim: Any
    num_links: Any
    @property
    def result(self) -> Any: ...
def all_gather(result: Type, input: _Value, device: _Value, dim: int | Attribute, *, num_links: int | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ReduceScatterOp(OpView):
    """Reduce the tensors of all devices by `math_op`; each keeps its part along"""
    def __init__(self, result: Type, input: _Value, device: _Value, scatter_split_dim: int | Attribute, math_op: Any, *, num_links: int | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    device: Value
    scatter_split_dim: Any
    math_op: Any
    num_links: Any
    @property
    def result(self) -> Any: ...
def reduce_scatter(result: Type, input: _Value, device: _Value, scatter_split_dim: int | Attribute, math_op: Any, *, num_links: int | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class AllReduceOp(OpView):
    """Reduce the tensors of all devices by `math_op`."""
    def __init__(self, result: Type, input: _Value, device: _Value, scatter_dim: int | Attribute, scatter_num: int | Attribute, math_op: Any, *, num_links: int | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    device: Value
    scatter_dim: Any
    scatter_num: Any
    math_op: Any
    num_links: Any
    @property
    def result(self) -> Any: ...
def all_reduce(result: Type, input: _Value, device: _Value, scatter_dim: int | Attribute, scatter_num: int | Attribute, math_op: Any, *, num_links: int | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class MeshShardOp(OpView):
    """Split a tensor across the device mesh, or join its shards."""
    def __init__(self, result: Type, input: _Value, device: _Value, shard_direction: Any, shard_type: Any, shard_shape: Sequence[int] | Attribute, shard_dims: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    device: Value
    shard_direction: Any
    shard_type: Any
    shard_shape: Any
    shard_dims: Any
    @property
    def result(self) -> Any: ...
def mesh_shard(result: Type, input: _Value, device: _Value, shard_direction: Any, shard_type: Any, shard_shape: Sequence[int] | Attribute, shard_dims: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class Conv2dOp(OpView):
    """2D convolution of an input flattened to (1, 1, N*H*W, C)."""
    def __init__(self, result: Type, input: _Value, weight: _Value, output: _Value, device: _Value, in_channels: int | Attribute, out_channels: int | Attribute, batch_size: int | Attribute, input_height: int | Attribute, input_width: int | Attribute, kernel_height: int | Attribute, kernel_width: int | Attribute, stride_height: int | Attribute, stride_width: int | Attribute, padding_height: int | Attribute, padding_width: int | Attribute, dilation_height: int | Attribute, dilation_width: int | Attribute, groups: int | Attribute, *, bias: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    weight: Value
    bias: Value | None
    output: Value
    device: Value
    in_channels: Any
    out_channels: Any
    batch_size: Any
    input_height: Any
    input_width: Any
    kernel_height: Any
    kernel_width: Any
    stride_height: Any
    stride_width: Any
    padding_height: Any
    padding_width: Any
    dilation_height: Any
    dilation_width: Any
    groups: Any
    @property
    def result(self) -> Any: ...
def conv2d(result: Type, input: _Value, weight: _Value, output: _Value, device: _Value, in_channels: int | Attribute, out_channels: int | Attribute, batch_size: int | Attribute, input_height: int | Attribute, input_width: int | Attribute, kernel_height: int | Attribute, kernel_width: int | Attribute, stride_height: int | Attribute, stride_width: int | Attribute, padding_height: int | Attribute, padding_width: int | Attribute, dilation_height: int | Attribute, dilation_width: int | Attribute, groups: int | Attribute, *, bias: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ConvTranspose2dOp(OpView):
    """Transposed 2D convolution of an NHWC input."""
    def __init__(self, result: Type, input: _Value, weight: _Value, output: _Value, device: _Value, in_channels: int | Attribute, out_channels: int | Attribute, batch_size: int | Attribute, input_height: int | Attribute, input_width: int | Attribute, kernel_size: Sequence[int] | Attribute, stride: Sequence[int] | Attribute, padding: Sequence[int] | Attribute, output_padding: Sequence[int] | Attribute, dilation: Sequence[int] | Attribute, groups: int | Attribute, *, bias: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    weight: Value
    bias: Value | None
    output: Value
    device: Value
    in_channels: Any
    out_channels: Any
    batch_size: Any
    input_height: Any
    input_width: Any
    kernel_size: Any
    stride: Any
    padding: Any
    output_padding: Any
    dilation: Any
    groups: Any
    @property
    def result(self) -> Any: ...
def conv_transpose2d(result: Type, input: _Value, weight: _Value, output: _Value, device: _Value, in_channels: int | Attribute, out_channels: int | Attribute, batch_size: int | Attribute, input_height: int | Attribute, input_width: int | Attribute, kernel_size: Sequence[int] | Attribute, stride: Sequence[int] | Attribute, padding: Sequence[int] | Attribute, output_padding: Sequence[int] | Attribute, dilation: Sequence[int] | Attribute, groups: int | Attribute, *, bias: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class EmptyOp(OpView):
    """A tensor with undefined elements."""
    def __init__(self, result: Type, shape: Any, dtype: Any, layout: Any, device: _Value, memory_config: Any, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    device: Value
    shape: Any
    dtype: Any
    layout: Any
    memory_config: Any
    @property
    def result(self) -> Any: ...
def empty(result: Type, shape: Any, dtype: Any, layout: Any, device: _Value, memory_config: Any, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ArangeOp(OpView):
    """`start, start + step, ...` up to `end`."""
    def __init__(self, result: Type, start: int | Attribute, end: int | Attribute, step: int | Attribute, *, dtype: Any = ..., device: _Value | None = ..., memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    device: Value | None
    start: Any
    end: Any
    step: Any
    dtype: Any
    memory_config: Any
    @property
    def result(self) -> Any: ...
def arange(result: Type, start: int | Attribute, end: int | Attribute, step: int | Attribute, *, dtype: Any = ..., device: _Value | None = ..., memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ZerosOp(OpView):
    """A tensor of zeros."""
    def __init__(self, result: Type, shape: Any, *, dtype: Any = ..., layout: Any = ..., device: _Value | None = ..., memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    device: Value | None
    shape: Any
    dtype: Any
    layout: Any
    memory_config: Any
    @property
    def result(self) -> Any: ...
def zeros(result: Type, shape: Any, *, dtype: Any = ..., layout: Any = ..., device: _Value | None = ..., memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class OnesOp(OpView):
    """A tensor of ones."""
    def __init__(self, result: Type, shape: Any, *, dtype: Any = ..., layout: Any = ..., device: _Value | None = ..., memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    device: Value | None
    shape: Any
    dtype: Any
    layout: Any
    memory_config: Any
    @property
    def result(self) -> Any: ...
def ones(result: Type, shape: Any, *, dtype: Any = ..., layout: Any = ..., device: _Value | None = ..., memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class FullOp(OpView):
    """A tensor filled with `fillValue`."""
    def __init__(self, result: Type, device: _Value, fillValue: float | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    device: Value
    fillValue: Any
    @property
    def result(self) -> Any: ...
def full(result: Type, device: _Value, fill_value: float | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ConstantOp(OpView):
    """A tensor given by its elements; on the host if there is no device operand."""
    def __init__(self, result: Type, value: Any, *, device: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    device: Value | None
    value: Any
    @property
    def result(self) -> Any: ...
def constant(result: Type, value: Any, *, device: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class TransposeOp(OpView):
    """Swap dimensions `dim0` and `dim1`."""
    def __init__(self, result: Type, input: _Value, dim0: int | Attribute, dim1: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    dim0: Any
    dim1: Any
    @property
    def result(self) -> Any: ...
def transpose(result: Type, input: _Value, dim0: int | Attribute, dim1: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class RepeatInterleaveOp(OpView):
    """Repeat each slice along `dim` `repeats` times in a row."""
    def __init__(self, result: Type, input: _Value, repeats: int | Attribute, dim: int | Attribute, *, memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    repeats: Any
    dim: Any
    memory_config: Any
    @property
    def result(self) -> Any: ...
def repeat_interleave(result: Type, input: _Value, repeats: int | Attribute, dim: int | Attribute, *, memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ConcatOp(OpView):
    """Concatenate `inputs` along `dim`."""
    def __init__(self, result: Type, inputs: _Values, output: _Value, dim: int | Attribute, *, memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    output: Value
    dim: Any
    memory_config: Any
    @property
    def result(self) -> Any: ...
def concat(result: Type, inputs: _Values, output: _Value, dim: int | Attribute, *, memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ReshapeOp(OpView):
    """The same elements in row-major order under a new `shape` (at most one -1)."""
    def __init__(self, result: Type, input: _Value, shape: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    shape: Any
    @property
    def result(self) -> Any: ...
def reshape(result: Type, input: _Value, shape: Sequence[int] | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class RepeatOp(OpView):
    """Repeat the input `repeat_dims[i]` times along dimension `i`."""
    def __init__(self, result: Type, input: _Value, repeat_dims: Any, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    repeat_dims: Any
    @property
    def result(self) -> Any: ...
def repeat(result: Type, input: _Value, repeat_dims: Any, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class PadOp(OpView):
    """Pad the input with `value`: `padding` holds (low, high) for each dimension."""
    def __init__(self, result: Type, input: _Value, padding: Sequence[int] | Attribute, value: float | Attribute, use_multicore: bool | Attribute, *, memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    padding: Any
    value: Any
    use_multicore: Any
    memory_config: Any
    @property
    def result(self) -> Any: ...
def pad(result: Type, input: _Value, padding: Sequence[int] | Attribute, value: float | Attribute, use_multicore: bool | Attribute, *, memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
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
class ScatterOp(OpView):
    """Write the second input, the update, into a copy of the first."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def scatter(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class PermuteOp(OpView):
    """Dimension `i` of the result is dimension `permutation[i]` of the input."""
    def __init__(self, result: Type, input: _Value, permutation: Sequence[int] | Attribute, *, memory_config: Any = ..., pad_value: float | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    permutation: Any
    memory_config: Any
    pad_value: Any
    @property
    def result(self) -> Any: ...
def permute(result: Type, input: _Value, permutation: Sequence[int] | Attribute, *, memory_config: Any = ..., pad_value: float | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
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
class SignOp(OpView):
    """-1, 0 or 1 for a negative, zero or positive `x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def sign(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class CosOp(OpView):
    """Cosine of `x` (radians)."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def cos(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class ExpOp(OpView):
    """`e` to the power `x`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def exp(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
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
class AddOp(OpView):
    """`lhs + rhs`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def add(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class DivOp(OpView):
    """`lhs / rhs`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def div(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
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
class MaximumOp(OpView):
    """Maximum of `lhs` and `rhs`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def maximum(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class MinimumOp(OpView):
    """Minimum of `lhs` and `rhs`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def minimum(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class MultiplyOp(OpView):
    """`lhs * rhs`."""
    def __init__(self, results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    outputs: OpOperandList
    results_: OpResultList
def multiply(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
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
def pow(results_: Sequence[Type], inputs: _Values, outputs: _Values, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class EmbeddingOp(OpView):
    """Rows of `weight` (dictionary size, width) at the indices in `input`."""
    def __init__(self, result: Type, input: _Value, weight: _Value, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    weight: Value
    output: Value
    @property
    def result(self) -> Any: ...
def embedding(result: Type, input: _Value, weight: _Value, output: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class UpdateCacheOp(OpView):
    """Write `input` into the key/value `cache` at `update_index`."""
    def __init__(self, cache: _Value, input: _Value, update_index: _Value, batch_offset: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    cache: Value
    input: Value
    update_index: Value
    batch_offset: Any
def update_cache(cache: _Value, input: _Value, update_index: _Value, batch_offset: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> UpdateCacheOp: ...
class FillCacheOp(OpView):
    """Write `input` to the start of the key/value `cache`."""
    def __init__(self, cache: _Value, input: _Value, batch_offset: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    cache: Value
    input: Value
    batch_offset: Any
def fill_cache(cache: _Value, input: _Value, batch_offset: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> FillCacheOp: ...
class EmbeddingBackwardOp(OpView):
    """Gradient of `embedding` with respect to `weight`."""
    def __init__(self, result: Type, input: _Value, weight: _Value, in_gradient: _Value, output: _Value, *, dtype: Any = ..., memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    weight: Value
    in_gradient: Value
    output: Value
    dtype: Any
    memory_config: Any
    @property
    def result(self) -> Any: ...
def embedding_bw(result: Type, input: _Value, weight: _Value, in_gradient: _Value, output: _Value, *, dtype: Any = ..., memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class GetDeviceOp(OpView):
    """Open the device, or a mesh of `mesh_shape` devices."""
    def __init__(self, device: Type, *, mesh_shape: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    mesh_shape: Any
    device: OpResult
def get_device(device: Type, *, mesh_shape: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ToMemoryConfigOp(OpView):
    """Move a tensor to the buffer type and memory layout of `memory_config`."""
    def __init__(self, result: Type, input: _Value, memory_config: Any, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    memory_config: Any
    @property
    def result(self) -> Any: ...
def to_memory_config(result: Type, input: _Value, memory_config: Any, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ToLayoutOp(OpView):
    """Change between tile and row-major layout and, if given, data type and memory."""
    def __init__(self, result: Type, input: _Value, layout: Any, *, dtype: Any = ..., memory_config: Any = ..., device: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    device: Value | None
    layout: Any
    dtype: Any
    memory_config: Any
    @property
    def result(self) -> Any: ...
def to_layout(result: Type, input: _Value, layout: Any, *, dtype: Any = ..., memory_config: Any = ..., device: _Value | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class TypecastOp(OpView):
    """Convert to data type `dtype`, on the device."""
    def __init__(self, result: Type, input: _Value, dtype: Any, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    dtype: Any
    @property
    def result(self) -> Any: ...
def typecast(result: Type, input: _Value, dtype: Any, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ToDTypeOp(OpView):
    """Convert to data type `dtype`, on the host."""
    def __init__(self, result: Type, input: _Value, dtype: Any, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    dtype: Any
    @property
    def result(self) -> Any: ...
def to_dtype(result: Type, input: _Value, dtype: Any, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ToDeviceOp(OpView):
    """Move a tensor from the host to the device."""
    def __init__(self, result: Type, input: _Value, device: _Value, *, memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    device: Value
    memory_config: Any
    @property
    def result(self) -> Any: ...
def to_device(result: Type, input: _Value, device: _Value, *, memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class FromDeviceOp(OpView):
    """Move a tensor from the device to the host."""
    def __init__(self, result: Type, input: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    @property
    def result(self) -> Any: ...
def from_device(result: Type, input: _Value, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class AllocOp(OpView):
    """An allocation at a fixed address."""
    def __init__(self, result: Type, address: int | Attribute, size: int | Attribute, buffer_type: Any, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    address: Any
    size: Any
    buffer_type: Any
    @property
    def result(self) -> Any: ...
def alloc(result: Type, address: int | Attribute, size: int | Attribute, buffer_type: Any, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class DeallocateOp(OpView):
    """Free the memory of `input`; with `force`, even if other tensors share it."""
    def __init__(self, input: _Value, *, force: bool | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    force: Any
def deallocate(input: _Value, *, force: bool | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> DeallocateOp: ...
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
    def __init__(self, result: Type, input: _Value, dimension: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    dimension: Any
    @property
    def result(self) -> Any: ...
def softmax(result: Type, input: _Value, dimension: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ClampOp(OpView):
    """`x` clamped to `[min, max]`."""
    def __init__(self, result: Sequence[Type], inputs: _Values, min: float | Attribute, max: float | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    inputs: OpOperandList
    min: Any
    max: Any
    @property
    def result(self) -> Any: ...
def clamp(result: Sequence[Type], inputs: _Values, min: float | Attribute, max: float | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> Any: ...
class MaxPool2dOp(OpView):
    """Maximum over sliding windows of an input flattened to (1, 1, N*H*W, C)."""
    def __init__(self, result: Type, input: _Value, output: _Value, device: _Value, batch_size: int | Attribute, input_height: int | Attribute, input_width: int | Attribute, channels: int | Attribute, kernel_height: int | Attribute, kernel_width: int | Attribute, stride_height: int | Attribute, stride_width: int | Attribute, dilation_height: int | Attribute, dilation_width: int | Attribute, ceil_mode: bool | Attribute, padding_height: int | Attribute, padding_width: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    device: Value
    batch_size: Any
    input_height: Any
    input_width: Any
    channels: Any
    kernel_height: Any
    kernel_width: Any
    stride_height: Any
    stride_width: Any
    dilation_height: Any
    dilation_width: Any
    ceil_mode: Any
    padding_height: Any
    padding_width: Any
    @property
    def result(self) -> Any: ...
def max_pool2d(result: Type, input: _Value, output: _Value, device: _Value, batch_size: int | Attribute, input_height: int | Attribute, input_width: int | Attribute, channels: int | Attribute, kernel_height: int | Attribute, kernel_width: int | Attribute, stride_height: int | Attribute, stride_width: int | Attribute, dilation_height: int | Attribute, dilation_width: int | Attribute, ceil_mode: bool | Attribute, padding_height: int | Attribute, padding_width: int | Attribute, *, loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class UpsampleOp(OpView):
    """Enlarge H and W of an NHWC input by `scale_factor`."""
    def __init__(self, result: Type, input: _Value, scale_factor: Sequence[int] | int | Attribute, *, mode: str | Attribute | None = ..., memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    scale_factor: Any
    mode: Any
    memory_config: Any
    @property
    def result(self) -> Any: ...
def upsample(result: Type, input: _Value, scale_factor: Sequence[int] | int | Attribute, *, mode: str | Attribute | None = ..., memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class SumOp(OpView):
    """Sum of the elements along `dim_arg` (all dimensions if absent)."""
    def __init__(self, result: Type, input: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    keep_dim: Any
    dim_arg: Any
    @property
    def result(self) -> Any: ...
def sum(result: Type, input: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class MeanOp(OpView):
    """Mean of the elements along `dim_arg`."""
    def __init__(self, result: Type, input: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    keep_dim: Any
    dim_arg: Any
    @property
    def result(self) -> Any: ...
def mean(result: Type, input: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class MaxOp(OpView):
    """Maximum of the elements along `dim_arg`."""
    def __init__(self, result: Type, input: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    keep_dim: Any
    dim_arg: Any
    @property
    def result(self) -> Any: ...
def max(result: Type, input: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class MinOp(OpView):
    """Minimum of the elements along `dim_arg`."""
    def __init__(self, result: Type, input: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    keep_dim: Any
    dim_arg: Any
    @property
    def result(self) -> Any: ...
def min(result: Type, input: _Value, keep_dim: bool | Attribute, *, dim_arg: Sequence[int] | Attribute | None = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class ProdOp(OpView):
    """Product of the elements along `dim_arg`, or of all elements with `all_dimensions`."""
    def __init__(self, result: Type, input: _Value, all_dimensions: bool | Attribute, keep_dim: bool | Attribute, dim_arg: int | Attribute, *, memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    all_dimensions: Any
    keep_dim: Any
    dim_arg: Any
    memory_config: Any
    @property
    def result(self) -> Any: ...
def prod(result: Type, input: _Value, all_dimensions: bool | Attribute, keep_dim: bool | Attribute, dim_arg: int | Attribute, *, memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
class MorehCumSumOp(OpView):
    """Cumulative sum along `dim`."""
    def __init__(self, result: Type, input: _Value, dim: int | Attribute, output: _Value, *, memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> None: ...
    input: Value
    output: Value
    dim: Any
    memory_config: Any
    @property
    def result(self) -> Any: ...
def moreh_cumsum(result: Type, input: _Value, dim: int | Attribute, output: _Value, *, memory_config: Any = ..., loc: Location | None = ..., ip: _Place = ...) -> OpResult: ...
