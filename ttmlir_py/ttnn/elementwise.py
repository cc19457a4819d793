"""Element-wise functions, with names and signatures from the simulator's kernel table.

Results have the format of the first operand unless `dtype` or `output_tensor` is given.
"""

from collections.abc import Callable
from typing import Any

from ttmlir_py.runtime.kernels import ELEMENTWISE, Elementwise
from ttmlir_py.ttnn.core import typecast
from ttmlir_py.ttnn.tensor import Tensor, TtnnError, compute
from ttmlir_py.ttnn.types import DataType, MemoryConfig, SigmoidMode

_ALL_OF_A_TILE = 4
"""The vector mode that computes a whole tile. Other modes compute only its rows or columns."""


def _call(
    row: Elementwise, operands: tuple[Tensor, ...], placement: dict[str, Any], **parameters: float
) -> Tensor:
    """Return the result of a kernel table row. `placement` is passed to `tensor.compute`."""
    placed: dict[str, Any] = {"like": operands[0]} | placement
    return compute(row.library_name, row, (operands,), parameters, **placed)


def _unary(row: Elementwise) -> Callable[..., Tensor]:
    def function(
        input_tensor: Tensor,
        *,
        memory_config: MemoryConfig | None = None,
        output_tensor: Tensor | None = None,
    ) -> Tensor:
        place = {"memory_config": memory_config, "output": output_tensor}
        return _call(row, (input_tensor,), place)

    return function


def _approximable(row: Elementwise) -> Callable[..., Tensor]:
    exact = _unary(row)

    def function(
        input_tensor: Tensor,
        *,
        fast_and_approximate_mode: bool = False,
        memory_config: MemoryConfig | None = None,
        output_tensor: Tensor | None = None,
    ) -> Tensor:
        if fast_and_approximate_mode:
            raise TtnnError(f"ttnn.{row.library_name}: the approximate mode is not simulated")
        return exact(input_tensor, memory_config=memory_config, output_tensor=output_tensor)

    return function


def sigmoid(
    input_tensor: Tensor,
    *,
    vector_mode: int = _ALL_OF_A_TILE,
    mode: SigmoidMode = SigmoidMode.Accurate,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """Return 1 / (1 + exp(-x)) of all elements, computed exactly.

    Raises TtnnError for a `vector_mode` that computes only part of a tile.
    """
    if vector_mode != _ALL_OF_A_TILE:
        raise TtnnError("ttnn.sigmoid: vector modes of parts of a tile are not simulated")
    place = {"memory_config": memory_config, "output": output_tensor}
    return _call(ELEMENTWISE["Sigmoid"], (input_tensor,), place)


def _binary(row: Elementwise) -> Callable[..., Tensor]:
    def function(
        input_tensor_a: Tensor,
        input_tensor_b: Tensor,
        *,
        dtype: DataType | None = None,
        memory_config: MemoryConfig | None = None,
        output_tensor: Tensor | None = None,
    ) -> Tensor:
        place = {"dtype": dtype, "memory_config": memory_config, "output": output_tensor}
        return _call(row, (input_tensor_a, input_tensor_b), place)

    return function


def where(
    predicate: Tensor,
    true_value: Tensor,
    false_value: Tensor,
    *,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """Return `true_value` where `predicate` is not 0, else `false_value`.

    The result has the format of `true_value`.
    """
    place = {"like": true_value, "memory_config": memory_config, "output": output_tensor}
    return _call(ELEMENTWISE["Where"], (predicate, true_value, false_value), place)


def clamp(
    input_tensor: Tensor,
    min: float,
    max: float,
    *,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """Return the elements limited to the range from `min` to `max`."""
    place = {"memory_config": memory_config, "output": output_tensor}
    return _call(ELEMENTWISE["Clamp"], (input_tensor,), place, min=min, max=max)


def leaky_relu(
    input_tensor: Tensor,
    negative_slope: float,
    *,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """Return the elements, with negative ones multiplied by `negative_slope`."""
    place = {"memory_config": memory_config, "output": output_tensor}
    return _call(ELEMENTWISE["LeakyRelu"], (input_tensor,), place, parameter=negative_slope)


def _function(row: Elementwise) -> Callable[..., Tensor]:
    if row.arity == 2:
        return _binary(row)
    return _unary(row) if row.approximable_since is None else _approximable(row)


_WRITTEN_OUT: dict[str, Callable[..., Tensor]] = {
    "clamp": clamp,
    "leaky_relu": leaky_relu,
    "sigmoid": sigmoid,
    "typecast": typecast,
    "where": where,
}
"""Functions written by hand, because they have parameters in addition to operands."""

FUNCTIONS = {
    row.library_name: _WRITTEN_OUT.get(row.library_name) or _function(row)
    for row in ELEMENTWISE.values()
}
"""All element-wise functions by name."""

# Type checkers read `elementwise.pyi`.
__all__ = [*FUNCTIONS]  # pyright: ignore[reportUnsupportedDunderAll]

globals().update(FUNCTIONS)
