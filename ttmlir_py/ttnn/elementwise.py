"""Element-wise functions: one row each, by case of the FlatBuffer enum `EltwiseOpType`.

Results have the format of the first operand unless `dtype` or `output_tensor` say otherwise.
"""

from collections.abc import Callable
from typing import Any

from ttmlir_py.runtime.kernels import elementwise
from ttmlir_py.ttnn.tensor import Tensor, TtnnError, compute
from ttmlir_py.ttnn.types import DataType, MemoryConfig


def _call(
    name: str,
    case: str,
    operands: tuple[Tensor, ...],
    placement: dict[str, Any],
    **parameters: float,
) -> Tensor:
    """Compute; `placement` says where the result goes (see `tensor.compute`)."""
    placed: dict[str, Any] = {"like": operands[0]} | placement
    return compute(name, elementwise, (operands,), {"op": case} | parameters, **placed)


def _unary(name: str, case: str) -> Callable[..., Tensor]:
    def function(
        input_tensor: Tensor,
        *,
        memory_config: MemoryConfig | None = None,
        output_tensor: Tensor | None = None,
    ) -> Tensor:
        place = {"memory_config": memory_config, "output": output_tensor}
        return _call(name, case, (input_tensor,), place)

    return function


def _approximable(name: str, case: str) -> Callable[..., Tensor]:
    exact = _unary(name, case)

    def function(
        input_tensor: Tensor,
        *,
        fast_and_approximate_mode: bool = False,
        memory_config: MemoryConfig | None = None,
        output_tensor: Tensor | None = None,
    ) -> Tensor:
        if fast_and_approximate_mode:
            raise TtnnError(f"ttnn.{name}: the approximate mode is not simulated")
        return exact(input_tensor, memory_config=memory_config, output_tensor=output_tensor)

    return function


def _binary(name: str, case: str) -> Callable[..., Tensor]:
    def function(
        input_tensor_a: Tensor,
        input_tensor_b: Tensor,
        *,
        dtype: DataType | None = None,
        memory_config: MemoryConfig | None = None,
        output_tensor: Tensor | None = None,
    ) -> Tensor:
        place = {"dtype": dtype, "memory_config": memory_config, "output": output_tensor}
        return _call(name, case, (input_tensor_a, input_tensor_b), place)

    return function


abs = _unary("abs", "Abs")
bitwise_not = _unary("bitwise_not", "BitwiseNot")
cbrt = _unary("cbrt", "Cbrt")
ceil = _unary("ceil", "Ceil")
cos = _unary("cos", "Cos")
exp = _approximable("exp", "Exp")
expm1 = _unary("expm1", "Expm1")
floor = _unary("floor", "Floor")
gelu = _approximable("gelu", "Gelu")
isfinite = _unary("isfinite", "IsFinite")
log = _unary("log", "Log")
log1p = _unary("log1p", "Log1p")
logical_not = _unary("logical_not", "LogicalNot")
neg = _unary("neg", "Neg")
reciprocal = _unary("reciprocal", "Reciprocal")
relu = _unary("relu", "Relu")
rsqrt = _approximable("rsqrt", "Rsqrt")
sigmoid = _unary("sigmoid", "Sigmoid")
sign = _unary("sign", "Sign")
sin = _unary("sin", "Sin")
sqrt = _unary("sqrt", "Sqrt")
tan = _unary("tan", "Tan")
tanh = _unary("tanh", "Tanh")

add = _binary("add", "Add")
bitwise_and = _binary("bitwise_and", "BitwiseAnd")
bitwise_or = _binary("bitwise_or", "BitwiseOr")
bitwise_xor = _binary("bitwise_xor", "BitwiseXor")
divide = _binary("divide", "Div")
eq = _binary("eq", "Equal")
ge = _binary("ge", "GreaterEqual")
gt = _binary("gt", "GreaterThan")
le = _binary("le", "LessEqual")
logical_and = _binary("logical_and", "LogicalAnd")
logical_or = _binary("logical_or", "LogicalOr")
logical_xor = _binary("logical_xor", "LogicalXor")
lt = _binary("lt", "LessThan")
maximum = _binary("maximum", "Maximum")
minimum = _binary("minimum", "Minimum")
multiply = _binary("multiply", "Multiply")
ne = _binary("ne", "NotEqual")
pow = _binary("pow", "Power")
remainder = _binary("remainder", "Remainder")
scatter = _binary("scatter", "Scatter")
subtract = _binary("subtract", "Subtract")


def where(
    predicate: Tensor,
    true_value: Tensor,
    false_value: Tensor,
    *,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """Elements of `true_value` where the predicate is not 0, of `false_value` elsewhere, in the former's format."""
    place = {"like": true_value, "memory_config": memory_config, "output": output_tensor}
    return _call("where", "Where", (predicate, true_value, false_value), place)


def clamp(
    input_tensor: Tensor,
    min: float,
    max: float,
    *,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """The elements limited to [min, max]."""
    place = {"memory_config": memory_config, "output": output_tensor}
    return _call("clamp", "Clamp", (input_tensor,), place, min=min, max=max)


def leaky_relu(
    input_tensor: Tensor,
    negative_slope: float,
    *,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """The elements, negative ones multiplied by `negative_slope`."""
    place = {"memory_config": memory_config, "output": output_tensor}
    return _call("leaky_relu", "LeakyRelu", (input_tensor,), place, parameter=negative_slope)
