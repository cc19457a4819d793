"""Numbers as operands of element-wise kernels, and activations that a kernel applies last."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from numbers import Real
from typing import Any, TypeVar, cast

import numpy as np

from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels import ELEMENTWISE, Elementwise, Kernel
from ttmlir_py.runtime.kernels.later.elementwise import LATER_ELEMENTWISE
from ttmlir_py.runtime.kernels.library.elementwise import LIBRARY_ELEMENTWISE, LibraryFunction
from ttmlir_py.runtime.kernels.registry import is_integer
from ttmlir_py.ttnn.tensor import Tensor, TtnnError

AnyKernel = TypeVar("AnyKernel", bound=Kernel)

ROWS: dict[str, LibraryFunction] = {
    **{row.library_name: LibraryFunction(row) for row in LATER_ELEMENTWISE.values()},
    **LIBRARY_ELEMENTWISE,
    **{row.library_name: LibraryFunction(row) for row in ELEMENTWISE.values()},
}
"""Maps the names of all element-wise functions to their kernels."""


def is_number(value: object) -> bool:
    """Whether a value is a number of Python or numpy."""
    return isinstance(value, Real)


def _number(value: float, like: Array) -> Array:
    """Return a number in the type of the array with which it is combined.

    Fractions are combined with integers as float32.
    """
    if is_integer(like):
        whole = int(value) if float(value).is_integer() else None
        return np.asarray(value, np.float32) if whole is None else np.array(whole, like.dtype)
    return np.asarray(value, like.dtype)


def with_numbers(row: Elementwise, names: Mapping[int, str]) -> Elementwise:
    """Return a kernel that takes the operands at some positions as numbers, by keyword."""

    def split(
        tensors: Sequence[Array], given: Mapping[str, Any]
    ) -> tuple[list[Array], dict[str, Any]]:
        rest = iter(tensors)
        operands = [
            _number(given[names[at]], tensors[0]) if at in names else next(rest)
            for at in range(row.arity)
        ]
        return operands, {k: v for k, v in given.items() if k not in names.values()}

    def infer_shape(operands: Sequence[Array], **given: Any) -> tuple[int, ...]:
        assert row.infer_shape is not None
        complete, others = split(operands, given)
        return row.infer_shape(complete, **others)

    def compute(operands: Sequence[Array], **given: Any) -> Array:
        assert row.compute is not None
        complete, others = split(operands, given)
        return row.compute(complete, **others)

    return replace(row, compute=compute, infer_shape=infer_shape)


@dataclass(frozen=True, slots=True)
class UnaryWithParam:
    """An activation, with the parameters of its function."""

    op_type: Enum | str
    param: float | Sequence[float] = ()


UnaryOpType = Enum(  # pyrefly: ignore[invalid-argument]
    "UnaryOpType", {name.upper(): name for name, row in ROWS.items() if row.kernel.arity == 1}
)
"""The functions of one operand, as activations name them."""


def _activation(given: object) -> Callable[[Array], Array]:
    """Return the function of an activation: a name, a member of `UnaryOpType`, or one with
    parameters.
    """
    parameters: Sequence[float] = ()
    name: object = given
    if isinstance(given, UnaryWithParam):
        name = given.op_type
        parameters = (
            (cast(float, given.param),) if is_number(given.param) else tuple(cast(Any, given.param))
        )
    name = name.value if isinstance(name, Enum) else name
    row = ROWS.get(name.lower()) if isinstance(name, str) else None
    if row is None or row.kernel.arity != 1:
        raise TtnnError(f"unknown activation {given!r}: expected the name of a unary function")
    names = [each.name for each in row.parameters] or list(row.kernel.attributes)
    defaults = {each.name: each.default for each in row.parameters if each.default is not None}
    chosen = {**defaults, **dict(zip(names, parameters, strict=False))}
    if missing := [each for each in names if each not in chosen]:
        raise TtnnError(f"activation {name} lacks the parameter {missing[0]}")

    def apply(x: Array) -> Array:
        assert row.kernel.compute is not None
        return row.kernel.compute((x,), result_shape=x.shape, **chosen)

    return apply


def with_activations(kernel: AnyKernel, activations: object) -> AnyKernel:
    """Return a kernel that applies activations to its result before it is rounded.

    `activations` is None, an activation, or a list of them.
    """
    if activations is None or activations == "":
        return kernel
    several = isinstance(activations, list | tuple)
    listed = cast(Sequence[object], activations) if several else [activations]
    functions = [_activation(each) for each in listed]

    def compute(*operands: Any, **given: Any) -> Array:
        assert kernel.compute is not None
        found = kernel.compute(*operands, **given)
        for function in functions:
            found = function(found)
        return found

    return replace(kernel, compute=compute)


def fused_activation(program_config: object) -> UnaryWithParam | None:
    """Return the activation of a program configuration. Raises TypeError for other objects."""
    if program_config is not None and not type(program_config).__name__.endswith("ProgramConfig"):
        raise TypeError(
            f"program_config is {type(program_config).__name__}, expected a program configuration"
        )
    return getattr(program_config, "fused_activation", None)


def only_one_activation(activation: object, program_config: object) -> object:
    """Return the activation of a product, which the configuration may also give.

    Raises TtnnError if both do.
    """
    fused = fused_activation(program_config)
    if fused is not None and activation is not None:
        raise TtnnError("an activation is given twice: by activation and by program_config")
    return activation if fused is None else fused


def require_tensors(function: str, operands: Mapping[str, object], numbers: bool = False) -> None:
    """Raise TypeError for an operand that is neither a tensor nor, where allowed, a number."""
    for name, value in operands.items():
        if not isinstance(value, Tensor) and not (numbers and is_number(value)):
            expected = "ttnn.Tensor or a number" if numbers else "ttnn.Tensor"
            raise TypeError(
                f"ttnn.{function}: {name} is {type(value).__name__}, expected {expected}"
            )
