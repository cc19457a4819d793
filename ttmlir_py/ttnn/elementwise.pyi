# Generated: run `make generated`.

from collections.abc import Callable

from ttmlir_py.ttnn.tensor import Tensor
from ttmlir_py.ttnn.types import DataType, MemoryConfig, SigmoidMode

__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "add_",
    "addalpha",
    "addcdiv",
    "addcmul",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bias_gelu",
    "bias_gelu_",
    "bitwise_and",
    "bitwise_left_shift",
    "bitwise_not",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "cbrt",
    "ceil",
    "celu",
    "clamp",
    "clip",
    "cos",
    "cosh",
    "deg2rad",
    "digamma",
    "div",
    "div_no_nan",
    "divide",
    "divide_",
    "elu",
    "eq",
    "eq_",
    "eqz",
    "erf",
    "erfc",
    "erfinv",
    "exp",
    "exp2",
    "expm1",
    "fill",
    "floor",
    "floor_div",
    "fmod",
    "frac",
    "gcd",
    "ge",
    "ge_",
    "gelu",
    "gez",
    "gt",
    "gt_",
    "gtz",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "heaviside",
    "hypot",
    "i0",
    "identity",
    "isclose",
    "isfinite",
    "isinf",
    "isnan",
    "isneginf",
    "isposinf",
    "lcm",
    "ldexp",
    "ldexp_",
    "le",
    "le_",
    "leaky_relu",
    "lerp",
    "lez",
    "lgamma",
    "log",
    "log1p",
    "log2",
    "log10",
    "log_sigmoid",
    "logaddexp",
    "logaddexp2",
    "logaddexp2_",
    "logaddexp_",
    "logical_and",
    "logical_and_",
    "logical_not",
    "logical_not_",
    "logical_or",
    "logical_or_",
    "logical_xor",
    "logical_xor_",
    "logit",
    "lt",
    "lt_",
    "ltz",
    "mac",
    "maximum",
    "minimum",
    "mish",
    "mul",
    "mul_",
    "multigammaln",
    "multiply",
    "multiply_",
    "ne",
    "ne_",
    "neg",
    "nextafter",
    "nez",
    "polygamma",
    "pow",
    "prelu",
    "rad2deg",
    "rdiv",
    "reciprocal",
    "relu",
    "relu6",
    "relu_max",
    "relu_min",
    "remainder",
    "round",
    "rpow",
    "rsqrt",
    "rsub",
    "rsub_",
    "scatter",
    "selu",
    "sigmoid",
    "sigmoid_accurate",
    "sign",
    "signbit",
    "silu",
    "sin",
    "sinh",
    "softplus",
    "softshrink",
    "softsign",
    "sqrt",
    "square",
    "squared_difference",
    "squared_difference_",
    "sub",
    "sub_",
    "subalpha",
    "subtract",
    "subtract_",
    "swish",
    "tan",
    "tanh",
    "tanhshrink",
    "threshold",
    "trunc",
    "typecast",
    "where",
    "xlogy",
]

FUNCTIONS: dict[str, Callable[..., Tensor]]

def abs(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def acos(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def acosh(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def add(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def add_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def addalpha(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    alpha: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def addcdiv(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    input_tensor_c: Tensor | float,
    value: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def addcmul(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    input_tensor_c: Tensor | float,
    value: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def asin(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def asinh(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def atan(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def atan2(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def atanh(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def bias_gelu(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def bias_gelu_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def bitwise_and(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def bitwise_left_shift(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def bitwise_not(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def bitwise_or(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def bitwise_right_shift(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def bitwise_xor(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def cbrt(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def ceil(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def celu(
    input_tensor: Tensor,
    alpha: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def clamp(
    input_tensor: Tensor,
    min: float | None = ...,
    max: float | None = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def clip(
    input_tensor: Tensor,
    min_val: float,
    max_val: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def cos(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def cosh(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def deg2rad(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def digamma(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def div(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    accurate_mode: bool = ...,
    round_mode: str = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def div_no_nan(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def divide(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def divide_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def elu(
    input_tensor: Tensor,
    alpha: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def eq(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def eq_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def eqz(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def erf(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def erfc(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def erfinv(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def exp(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def exp2(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def expm1(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def fill(
    input_tensor: Tensor,
    fill_value: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def floor(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def floor_div(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def fmod(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def frac(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def gcd(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def ge(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def ge_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def gelu(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def gez(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def gt(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def gt_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def gtz(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def hardshrink(
    input_tensor: Tensor,
    lambd: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def hardsigmoid(
    input_tensor: Tensor,
    scale: float = ...,
    shift: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def hardswish(
    input_tensor: Tensor,
    scale: float = ...,
    shift: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def hardtanh(
    input_tensor: Tensor,
    min_val: float = ...,
    max_val: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def heaviside(
    input_tensor: Tensor,
    value: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def hypot(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def i0(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def identity(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def isclose(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    rtol: float = ...,
    atol: float = ...,
    equal_nan: bool = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def isfinite(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def isinf(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def isnan(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def isneginf(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def isposinf(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def lcm(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def ldexp(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def ldexp_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def le(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def le_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def leaky_relu(
    input_tensor: Tensor,
    negative_slope: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
) -> Tensor: ...
def lerp(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    input_tensor_c: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def lez(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def lgamma(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def log(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def log10(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def log1p(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def log2(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def log_sigmoid(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def logaddexp(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def logaddexp2(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def logaddexp2_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def logaddexp_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def logical_and(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def logical_and_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def logical_not(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def logical_not_(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def logical_or(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def logical_or_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def logical_xor(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def logical_xor_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def logit(
    input_tensor: Tensor,
    eps: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def lt(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def lt_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def ltz(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def mac(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    input_tensor_c: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def maximum(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def minimum(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def mish(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def mul(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def mul_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def multigammaln(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def multiply(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def multiply_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def ne(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def ne_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def neg(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def nextafter(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def nez(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def polygamma(
    input_tensor: Tensor,
    k: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def pow(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def prelu(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def rad2deg(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def rdiv(
    input_tensor: Tensor,
    value: float,
    round_mode: str = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def reciprocal(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def relu(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def relu6(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def relu_max(
    input_tensor: Tensor,
    upper_limit: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def relu_min(
    input_tensor: Tensor,
    lower_limit: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def remainder(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def round(
    input_tensor: Tensor,
    decimals: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def rpow(
    input_tensor: Tensor,
    exponent: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def rsqrt(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def rsub(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def rsub_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def scatter(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def selu(
    input_tensor: Tensor,
    scale: float = ...,
    alpha: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def sigmoid(
    input_tensor: Tensor,
    *,
    vector_mode: int = ...,
    mode: SigmoidMode = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def sigmoid_accurate(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def sign(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def signbit(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def silu(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def sin(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def sinh(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def softplus(
    input_tensor: Tensor,
    beta: float = ...,
    threshold: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def softshrink(
    input_tensor: Tensor,
    lambd: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def softsign(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def sqrt(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def square(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def squared_difference(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def squared_difference_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def sub(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def sub_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def subalpha(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    alpha: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def subtract(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def subtract_(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
def swish(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def tan(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def tanh(
    input_tensor: Tensor,
    *,
    fast_and_approximate_mode: bool = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def tanhshrink(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def threshold(
    input_tensor: Tensor,
    threshold: float,
    value: float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def trunc(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
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
    true_value: Tensor | float,
    false_value: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    queue_id: int = ...,
) -> Tensor: ...
def xlogy(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    dtype: DataType | None = ...,
    memory_config: MemoryConfig | None = ...,
    output_tensor: Tensor | None = ...,
    activations: object = ...,
    queue_id: int = ...,
) -> Tensor: ...
