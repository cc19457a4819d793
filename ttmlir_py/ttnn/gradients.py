"""Gradients of functions: `ttnn.mul_bw(grad, a, b)` returns the gradients with respect to `a` and
to `b`.

An operand that is a number has no gradient.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature
from typing import Any

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.elementwise import LONG_FUNCTION
from ttmlir_py.runtime.kernels.library.gradients import GRADIENTS, Gradient, Rule
from ttmlir_py.runtime.kernels.registry import Cost, Kernel, as_real, shape_text
from ttmlir_py.ttnn.numbers import require_tensors
from ttmlir_py.ttnn.tensor import Tensor, compute
from ttmlir_py.ttnn.types import MemoryConfig

_OPERANDS = ("grad_tensor", "input_tensor_a", "input_tensor_b", "input_tensor_c")
_WITHOUT = {"where": 1}
"""The number of leading operands for which a function returns no gradient."""
_ALIASES = {"clamp_min": "clamp", "unary_sub": "assign"}


def _kernel(rule: Rule, numbers: Mapping[int, float]) -> Kernel:
    """Return the kernel of a gradient, with fixed numbers as some of the operands."""

    def infer_shape(g: Array, *operands: Array, **_: Any) -> tuple[int, ...]:
        for each in operands:
            if each.shape != g.shape:
                raise KernelError(
                    f"an operand is {shape_text(each.shape)}, the gradient {shape_text(g.shape)}"
                )
        return g.shape

    def run(g: Array, *operands: Array, **given: Any) -> Array:
        infer_shape(g, *operands)
        rest = iter([as_real(each).astype(np.float64) for each in operands])
        count = len(operands) + len(numbers)
        complete = [np.float64(numbers[at]) if at in numbers else next(rest) for at in range(count)]
        with np.errstate(all="ignore"):
            found = rule(as_real(g).astype(np.float64), *complete, **given)
        return np.asarray(found).astype(np.float32)

    return Kernel(compute=run, infer_shape=infer_shape, cost=Cost(work=LONG_FUNCTION))


def _signature(gradient: Gradient) -> Signature:
    any_order, only = Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY
    found = [
        Parameter(name, any_order, annotation=Tensor | float if at > 1 else Tensor)
        for at, name in enumerate(_OPERANDS[: gradient.arity + 1])
    ]
    for each in gradient.parameters:
        found.append(Parameter(each.name, any_order, default=each.default, annotation=float))
    found.append(Parameter("memory_config", only, default=None, annotation=MemoryConfig | None))
    return Signature(found)


def _function(name: str, gradient: Gradient) -> Callable[..., list[Tensor]]:
    signature = _signature(gradient)

    def function(*arguments: Any, **keywords: Any) -> list[Tensor]:
        try:
            bound = signature.bind(*arguments, **keywords)
        except TypeError as error:
            raise TypeError(f"ttnn.{name}: {error}") from None
        bound.apply_defaults()
        given = bound.arguments
        g, *operands = [given[each] for each in _OPERANDS[: gradient.arity + 1]]
        require_tensors(name, {"grad_tensor": g, "input_tensor_a": operands[0]})
        require_tensors(name, dict(zip(_OPERANDS[1:], operands, strict=False)), numbers=True)
        chosen = {each.name: given[each.name] for each in gradient.parameters}
        return _results(name, gradient, g, operands, chosen, given["memory_config"])

    function.__name__ = function.__qualname__ = name
    function.__dict__["__signature__"] = signature
    return function


def _results(
    name: str,
    gradient: Gradient,
    g: Tensor,
    operands: Sequence[Tensor | float],
    chosen: dict[str, Any],
    memory_config: MemoryConfig | None,
) -> list[Tensor]:
    """Return the gradient with respect to each operand that is a tensor."""
    numbers = {at: each for at, each in enumerate(operands) if not isinstance(each, Tensor)}
    tensors = [each for each in operands if isinstance(each, Tensor)]
    first = _WITHOUT.get(name.removesuffix("_bw"), 0)
    found: list[Tensor] = []
    for at, rule in enumerate(gradient.rules):
        operand = operands[at]
        if at < first or not isinstance(operand, Tensor):
            continue
        place = {"like": operand, "memory_config": memory_config}
        found.append(compute(name, _kernel(rule, numbers), (g, *tensors), chosen, **place))
    return found


FUNCTIONS = {
    f"{name}_bw": _function(f"{name}_bw", gradient)
    for name, gradient in {
        **GRADIENTS,
        **{alias: GRADIENTS[name] for alias, name in _ALIASES.items()},
    }.items()
}
"""The gradients by name, except `concat_bw`, which only moves elements."""

# Type checkers read `gradients.pyi`.
__all__ = [*FUNCTIONS]  # pyright: ignore[reportUnsupportedDunderAll]

globals().update(FUNCTIONS)
