# Generated: run `make generated`.

from collections.abc import Callable

from ttmlir_py.ttnn.tensor import Tensor
from ttmlir_py.ttnn.types import MemoryConfig

__all__ = [
    "add_bw",
    "addalpha_bw",
    "addcdiv_bw",
    "addcmul_bw",
    "assign_bw",
    "atan2_bw",
    "bias_gelu_bw",
    "binary_ge_bw",
    "binary_gt_bw",
    "binary_le_bw",
    "binary_lt_bw",
    "binary_ne_bw",
    "clamp_bw",
    "clamp_min_bw",
    "div_bw",
    "eq_bw",
    "hypot_bw",
    "ldexp_bw",
    "lerp_bw",
    "lgamma_bw",
    "logaddexp2_bw",
    "logaddexp_bw",
    "max_bw",
    "min_bw",
    "mul_bw",
    "multigammaln_bw",
    "rsub_bw",
    "squared_difference_bw",
    "sub_bw",
    "subalpha_bw",
    "unary_sub_bw",
    "where_bw",
    "xlogy_bw",
]

FUNCTIONS: dict[str, Callable[..., list[Tensor]]]

def add_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def addalpha_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    alpha: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def addcdiv_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    input_tensor_c: Tensor | float,
    value: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def addcmul_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    input_tensor_c: Tensor | float,
    value: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def assign_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def atan2_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def bias_gelu_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def binary_ge_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def binary_gt_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def binary_le_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def binary_lt_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def binary_ne_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def clamp_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    min: float = ...,
    max: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def clamp_min_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    min: float = ...,
    max: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def div_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def eq_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def hypot_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def ldexp_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def lerp_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    input_tensor_c: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def lgamma_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def logaddexp2_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def logaddexp_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def max_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def min_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def mul_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def multigammaln_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def rsub_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def squared_difference_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def sub_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def subalpha_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    alpha: float = ...,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def unary_sub_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def where_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    input_tensor_c: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
def xlogy_bw(
    grad_tensor: Tensor,
    input_tensor_a: Tensor,
    input_tensor_b: Tensor | float,
    *,
    memory_config: MemoryConfig | None = ...,
) -> list[Tensor]: ...
