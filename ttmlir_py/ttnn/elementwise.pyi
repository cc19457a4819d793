# Generated: run `make generated`.

from collections.abc import Callable

from ttmlir_py.ttnn.tensor import Tensor
from ttmlir_py.ttnn.types import DataType, MemoryConfig, SigmoidMode

__all__ = [
    "abs",
    "add",
    "bitwise_and",
    "bitwise_not",
    "bitwise_or",
    "bitwise_xor",
    "cbrt",
    "ceil",
    "clamp",
    "cos",
    "divide",
    "eq",
    "exp",
    "expm1",
    "floor",
    "ge",
    "gelu",
    "gt",
    "isfinite",
    "le",
    "leaky_relu",
    "log",
    "log1p",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "lt",
    "maximum",
    "minimum",
    "multiply",
    "ne",
    "neg",
    "pow",
    "reciprocal",
    "relu",
    "remainder",
    "rsqrt",
    "scatter",
    "sigmoid",
    "sign",
    "sin",
    "sqrt",
    "subtract",
    "tan",
    "tanh",
    "typecast",
    "where",
]

FUNCTIONS: dict[str, Callable[..., Tensor]]

def abs(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def add(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def bitwise_and(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def bitwise_not(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def bitwise_or(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def bitwise_xor(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def cbrt(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def ceil(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def clamp(
    input_tensor: Tensor,
    min: float,
    max: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def cos(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def divide(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def eq(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def exp(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def expm1(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def floor(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def ge(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def gelu(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def gt(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def isfinite(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def le(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def leaky_relu(
    input_tensor: Tensor,
    negative_slope: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def log(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def log1p(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def logical_and(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def logical_not(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def logical_or(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def logical_xor(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def lt(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def maximum(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def minimum(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def multiply(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def ne(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def neg(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def pow(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def reciprocal(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def relu(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def remainder(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def rsqrt(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def scatter(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def sigmoid(
    input_tensor: Tensor,
    *,
    vector_mode: int = ...,
    mode: SigmoidMode = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def sign(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def sin(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def sqrt(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def subtract(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def tan(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def tanh(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def typecast(
    tensor: Tensor,
    dtype: DataType,
    memory_config: MemoryConfig | None = ...,
    *,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def where(
    predicate: Tensor,
    true_value: Tensor,
    false_value: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
