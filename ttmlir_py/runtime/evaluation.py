"""The evaluation of one operation: call its kernel for each device, and round the results."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array, DataFormat, round_to
from ttmlir_py.runtime.kernels.registry import require_shape
from ttmlir_py.runtime.mesh import run_collective, run_on_devices
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor

Finish = Callable[[Array, DataFormat], Array]
"""Converts a kernel's result to the values to store in a format."""


class Evaluation(Protocol):
    """An interface for objects that replace `evaluate`, such as device numerics."""

    def evaluate(self, operation: Operation, operands: Sequence[Tensor], copies: int = 1) -> Tensor:
        """Return the result of an operation. Raise `KernelError`."""
        ...


_FLOAT32 = np.dtype(np.float32)
_KERNEL_FAILURES = (ValueError, TypeError, IndexError, ArithmeticError)


def as_on_device(values: Array, data_type: DataFormat) -> Array:
    """Return values rounded to the result's format, as the device rounds them.

    float32 values of a float32 format are returned unchanged.
    """
    if values.dtype is _FLOAT32 and data_type.external is np.float32 and data_type.kind == "float":
        return values
    return round_to(values, data_type)


def as_it_is(values: Array, data_type: DataFormat) -> Array:
    """Return values that need no rounding, because the result's format can represent them.

    float32 values are returned unchanged; other types are converted.
    """
    return values if values.dtype is _FLOAT32 else round_to(values, data_type)


def in_float64(values: Array, data_type: DataFormat) -> Array:
    """Return floating-point values as float64 without rounding.

    Values of integer formats are rounded, because a conversion to integers is part of the program.
    """
    if data_type.is_integer:
        return round_to(values, data_type)
    return values.astype(np.float64, copy=False)


def evaluate(
    operation: Operation,
    operands: Sequence[Tensor],
    finish: Finish,
    copies: int = 1,
    compute: Callable[..., Array] | None = None,
) -> Tensor:
    """Return the result of an operation on `operands`, which are those of `operation.refs`.

    `copies` is the number of devices whose values may differ. `compute` replaces the kernel's
    function if given. Raises `KernelError`.
    """
    assert operation.result is not None
    desc = operation.result.desc
    computed = _on_devices(operation, operands, compute or operation.compute, copies)
    if len(computed) == 1:
        return Tensor(desc, finish(computed[0], desc.data_type))
    finished = [finish(values, desc.data_type) for values in computed]
    return Tensor(desc, np.stack(finished), per_device=True)


def infer(operation: Operation, operands: Sequence[Tensor], copies: int = 1) -> Tensor:
    """Return a result with the shape and format of `evaluate`, but with zeros, which take no
    memory.

    Raises `KernelError` for operands that do not fit.
    """
    assert operation.result is not None
    inferred = _on_devices(operation, operands, operation.infer, copies)
    if len(inferred) == 1:
        return Tensor(operation.result.desc, inferred[0])
    stack = np.broadcast_to(inferred[0], (len(inferred), *inferred[0].shape))
    return Tensor(operation.result.desc, stack, per_device=True)


def _on_devices(
    operation: Operation, operands: Sequence[Tensor], compute: Callable[..., Array], copies: int
) -> list[Array]:
    """Return the results of `compute` for the devices of a mesh: one result per device, or a single
    one if all devices have equal values.

    The results have the declared shape.
    """
    assert operation.result is not None
    shape = operation.result.desc.shape
    try:
        if operation.mesh is not None and operation.kernel.collective:
            computed = run_collective(compute, operands[0], operation.mesh)
        elif copies > 1:
            computed = run_on_devices(compute, _grouped(operation, operands), copies)
        else:
            values = [tensor.values for tensor in operands]
            computed = [compute(_grouped(operation, values))]
    except _KERNEL_FAILURES as error:
        raise KernelError(" ".join(str(error).split())) from None
    for index, each in enumerate(computed):
        if type(each) is not np.ndarray:
            computed[index] = np.asarray(each)
        if each.shape != shape:
            require_shape(each.shape, shape)
    return computed


def _grouped(operation: Operation, values: Sequence[Any]) -> tuple[Any, ...]:
    """Return one entry per operand of the kernel: a value, a list of values, or None if absent."""
    rest = iter(values)
    grouped: list[Any] = []
    for operand in operation.operands:
        if operand is None:
            grouped.append(None)
        elif type(operand) is tuple:
            grouped.append([next(rest) for _ in operand])
        else:
            grouped.append(next(rest))
    return tuple(grouped)
