"""Element-wise functions, with names and signatures from the simulator's kernel tables.

Results have the format of the first tensor unless `dtype` or `output_tensor` is given. Every
operand except the first may be a number.
"""

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, signature
from typing import Any

from ttmlir_py.runtime.kernels import ELEMENTWISE, Elementwise
from ttmlir_py.runtime.kernels.library.elementwise import LibraryFunction
from ttmlir_py.ttnn.core import typecast
from ttmlir_py.ttnn.numbers import ROWS, require_tensors, with_activations, with_numbers
from ttmlir_py.ttnn.tensor import Tensor, TtnnError, compute
from ttmlir_py.ttnn.types import DataType, MemoryConfig, SigmoidMode

_ALL_OF_A_TILE = 4
"""The vector mode that computes a whole tile. Other modes compute only its rows or columns."""


def _call(
    row: Elementwise,
    operands: Mapping[str, Tensor | float],
    placement: dict[str, Any],
    parameters: Mapping[str, Any] | None = None,
    activations: object = None,
) -> Tensor:
    """Return the result of a kernel table row. `placement` is passed to `tensor.compute`."""
    tensors = [each for each in operands.values() if isinstance(each, Tensor)]
    attributes = dict(parameters or {})
    if len(tensors) != len(operands):
        require_tensors(row.library_name, operands, numbers=bool(tensors))
        numbers = {
            at: name
            for at, (name, each) in enumerate(operands.items())
            if not isinstance(each, Tensor)
        }
        row = with_numbers(row, numbers)
        attributes = {name: operands[name] for name in numbers.values()} | attributes
    kernel = with_activations(row, activations)
    placed: dict[str, Any] = {"like": tensors[0]} | placement
    return compute(row.library_name, kernel, (tuple(tensors),), attributes, **placed)


def _unary(row: Elementwise) -> Callable[..., Tensor]:
    def function(
        input_tensor: Tensor,
        *,
        memory_config: MemoryConfig | None = None,
        output_tensor: Tensor | None = None,
        queue_id: int = 0,
    ) -> Tensor:
        require_tensors(row.library_name, {"input_tensor": input_tensor})
        place = {"memory_config": memory_config, "output": output_tensor}
        return _call(row, {"input_tensor": input_tensor}, place)

    return function


def _approximable(row: Elementwise) -> Callable[..., Tensor]:
    exact = _unary(row)

    def function(
        input_tensor: Tensor,
        *,
        fast_and_approximate_mode: bool = False,
        memory_config: MemoryConfig | None = None,
        output_tensor: Tensor | None = None,
        queue_id: int = 0,
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
    queue_id: int = 0,
) -> Tensor:
    """Return 1 / (1 + exp(-x)) of all elements, computed exactly.

    Raises TtnnError for a `vector_mode` that computes only part of a tile.
    """
    if vector_mode != _ALL_OF_A_TILE:
        raise TtnnError("ttnn.sigmoid: vector modes of parts of a tile are not simulated")
    place = {"memory_config": memory_config, "output": output_tensor}
    return _call(ELEMENTWISE["Sigmoid"], {"input_tensor": input_tensor}, place)


def _binary(row: Elementwise) -> Callable[..., Tensor]:
    def function(
        input_tensor_a: Tensor,
        input_tensor_b: Tensor | float,
        *,
        dtype: DataType | None = None,
        memory_config: MemoryConfig | None = None,
        output_tensor: Tensor | None = None,
        activations: object = None,
        queue_id: int = 0,
    ) -> Tensor:
        operands = {"input_tensor_a": input_tensor_a, "input_tensor_b": input_tensor_b}
        place = {"dtype": dtype, "memory_config": memory_config, "output": output_tensor}
        return _call(row, operands, place, activations=activations)

    return function


def where(
    predicate: Tensor,
    true_value: Tensor | float,
    false_value: Tensor | float,
    *,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
    queue_id: int = 0,
) -> Tensor:
    """Return `true_value` where `predicate` is not 0, else `false_value`.

    The result has the format of `true_value`, or if that is a number, of the next tensor.
    """
    require_tensors("where", {"predicate": predicate})
    values = (true_value, false_value, predicate)
    like = next(each for each in values if isinstance(each, Tensor))
    place = {"like": like, "memory_config": memory_config, "output": output_tensor}
    operands = {"predicate": predicate, "true_value": true_value, "false_value": false_value}
    return _call(ELEMENTWISE["Where"], operands, place)


def clamp(
    input_tensor: Tensor,
    min: float | None = None,
    max: float | None = None,
    *,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """Return the elements limited to the range from `min` to `max`. One of the two may be None."""
    if min is None and max is None:
        raise TtnnError("ttnn.clamp: needs min or max")
    bounds = {
        "min": -float("inf") if min is None else min,
        "max": float("inf") if max is None else max,
    }
    place = {"memory_config": memory_config, "output": output_tensor}
    return _call(ELEMENTWISE["Clamp"], {"input_tensor": input_tensor}, place, bounds)


def leaky_relu(
    input_tensor: Tensor,
    negative_slope: float,
    *,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """Return the elements, with negative ones multiplied by `negative_slope`."""
    place = {"memory_config": memory_config, "output": output_tensor}
    slope = {"parameter": negative_slope}
    return _call(ELEMENTWISE["LeakyRelu"], {"input_tensor": input_tensor}, place, slope)


_OPERANDS = {
    1: ("input_tensor",),
    2: ("input_tensor_a", "input_tensor_b"),
    3: ("input_tensor_a", "input_tensor_b", "input_tensor_c"),
}
"""Names of the operands of a function with parameters, by their number."""
_ANY_ORDER = Parameter.POSITIONAL_OR_KEYWORD


def _signature(row: LibraryFunction) -> Signature:
    """Return the signature of a library function: operands, parameters, and the placement."""
    names = _OPERANDS[row.kernel.arity]
    found = [
        Parameter(name, _ANY_ORDER, annotation=Tensor if name == names[0] else Tensor | float)
        for name in names
    ]
    for each in row.parameters:
        default = Parameter.empty if each.default is None else each.default
        kind = type(each.default) if isinstance(each.default, bool | str) else float
        found.append(Parameter(each.name, _ANY_ORDER, default=default, annotation=kind))
    rest = {"memory_config": MemoryConfig | None, "output_tensor": Tensor | None}
    only = Parameter.KEYWORD_ONLY
    found += [Parameter(each, only, default=None, annotation=of) for each, of in rest.items()]
    found.append(Parameter("queue_id", only, default=0, annotation=int))
    return Signature(found)


def _with_parameters(row: LibraryFunction) -> Callable[..., Tensor]:
    """Return the API function of a kernel with parameters, or with three operands."""
    declared, name = _signature(row), row.kernel.library_name
    operands = _OPERANDS[row.kernel.arity]
    aliases = {each.also: each.name for each in row.parameters if each.also}

    def function(*arguments: Any, **keywords: Any) -> Tensor:
        keywords = {aliases.get(key, key): value for key, value in keywords.items()}
        try:
            bound = declared.bind(*arguments, **keywords)
        except TypeError as error:
            raise TypeError(f"ttnn.{name}: {error}") from None
        bound.apply_defaults()
        given = bound.arguments
        place = {"memory_config": given["memory_config"], "output": given["output_tensor"]}
        chosen = {each.name: given[each.name] for each in row.parameters}
        return _call(row.kernel, {each: given[each] for each in operands}, place, chosen)

    function.__dict__["__signature__"] = declared
    return function


def _function(row: LibraryFunction) -> Callable[..., Tensor]:
    kernel = row.kernel
    if row.parameters or kernel.arity == 3:
        return _with_parameters(row)
    if kernel.arity == 2:
        return _binary(kernel)
    return _unary(kernel) if kernel.approximable_since is None else _approximable(kernel)


_WRITTEN_OUT: dict[str, Callable[..., Tensor]] = {
    "clamp": clamp,
    "leaky_relu": leaky_relu,
    "sigmoid": sigmoid,
    "typecast": typecast,
    "where": where,
}
"""Functions written by hand, because they have parameters in addition to operands."""
_INTERNAL = ("logical_right_shift", "reduce_precision")
"""Kernels that only binaries of other compilers use, so that TT-NN has no functions for them."""
_ALIASES = {"mul": "multiply", "sub": "subtract"}
_IN_PLACE = (
    *("add", "bias_gelu", "divide", "eq", "ge", "gt", "ldexp", "le", "logaddexp", "logaddexp2"),
    *("logical_and", "logical_not", "logical_or", "logical_xor", "lt", "mul", "multiply", "ne"),
    *("rsub", "squared_difference", "sub", "subtract"),
)
"""Functions that also exist with a trailing underscore, and then write into the first operand."""


def _named(name: str, function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    function.__name__ = function.__qualname__ = name
    return function


def _in_place(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def in_place(input_tensor_a: Tensor, *operands: Tensor | float, **keywords: Any) -> Tensor:
        return function(input_tensor_a, *operands, output_tensor=input_tensor_a, **keywords)

    parameters = signature(function).parameters.values()
    kept = [each for each in parameters if each.name != "output_tensor"]
    in_place.__dict__["__signature__"] = Signature(kept)
    return in_place


def _functions() -> dict[str, Callable[..., Tensor]]:
    """Return the functions of all kernels, their aliases, and those that work in place."""
    found = {
        name: _WRITTEN_OUT.get(name) or _named(name, _function(row))
        for name, row in ROWS.items()
        if name not in _INTERNAL
    }
    found |= {alias: found[name] for alias, name in _ALIASES.items()}
    return found | {f"{name}_": _named(f"{name}_", _in_place(found[name])) for name in _IN_PLACE}


FUNCTIONS = _functions()
"""All element-wise functions by name."""

# Type checkers read `elementwise.pyi`.
__all__ = [*FUNCTIONS]  # pyright: ignore[reportUnsupportedDunderAll]

globals().update(FUNCTIONS)
