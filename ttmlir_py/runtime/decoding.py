"""Decoding of operations from a FlatBuffer binary, with static checks."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import numpy as np

from ttmlir_py.runtime.dataflow import DataFlow
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels import find_kernel
from ttmlir_py.runtime.kernels.registry import AttributePath, Kernel
from ttmlir_py.runtime.mesh import read_mesh
from ttmlir_py.runtime.operation import Operand, Operation
from ttmlir_py.runtime.tensor import TensorRef, read_tensor_ref
from ttmlir_py.schemas import BinaryError, TableView, VectorView


def operation_label(view: TableView) -> str:
    """Return the operation's type, followed by its function if its table names one:
    `EltwiseOp(Add)`.

    Raises `BinaryError`.
    """
    function = _function(view.require("type"))
    return str(view.type_type) if function is None else f"{view.type_type}({function})"


def _function(table: TableView) -> Any:
    """Return the function that the table of an operation names, or None."""
    return getattr(table, "type", None)


def decode(index: int, label: str, view: TableView, flow: DataFlow) -> Operation:
    """Decode an operation. `flow` holds the devices and tensors defined before it.

    Raises `BinaryError` and `SimulationError`.
    """
    table, op_type = view.require("type"), str(view.type_type)
    kernel = find_kernel(op_type, _function(table))
    if kernel.device.defines_device:
        device, mesh = table.require("out").global_id, read_mesh(table)
        flow.define_device(device, mesh)
        return Operation(index, op_type, label, view, kernel, device=device, mesh=mesh)
    if kernel.compute is None:
        operands = tuple(_read_operand(table, name) for name in kernel.operands)
        refs = tuple(_flatten(operands))
        freed = refs if kernel.device.frees else ()
        return Operation(index, op_type, label, view, kernel, operands, refs=refs, freed=freed)
    device = getattr(table, "device", None)
    device_id = device.global_id if device is not None else None
    mesh = flow.mesh(device_id)
    if kernel.collective and mesh is None:
        raise SimulationError("names no device")
    result = read_tensor_ref(table.require(kernel.result))
    _check_data_type(table, result)
    operands = tuple(_read_operand(table, name) for name in kernel.operands)
    refs = tuple(flow.placed(ref) for ref in _flatten(operands))
    if not result.desc.on_host and _is_on_host(kernel, table, refs):
        result = result.on_host()
    keywords = {name: _read_attribute(table, path) for name, path in kernel.attributes.items()}
    if kernel.takes_shape:
        keywords["result_shape"] = result.desc.shape
    return Operation(
        index,
        op_type,
        label,
        view,
        kernel,
        operands,
        keywords,
        result,
        device_id,
        mesh,
        refs,
        result.desc.value_bytes,
        _is_exact(kernel, refs, result),
    )


def _is_exact(kernel: Kernel, refs: Sequence[TensorRef], result: TensorRef) -> bool:
    """Whether the result needs no rounding.

    This holds if the kernel only moves values, and all tensors have the same floating-point format.
    """
    if not kernel.keeps_values or not refs or result.desc.data_type.kind != "float":
        return False
    return all(ref.desc.data_type is result.desc.data_type for ref in refs)


def _flatten(operands: Iterable[Operand]) -> Iterator[TensorRef]:
    for operand in operands:
        if isinstance(operand, tuple):
            yield from operand
        elif operand is not None:
            yield operand


def _is_on_host(kernel: Kernel, table: TableView, refs: Sequence[TensorRef]) -> bool:
    """Whether the result is on the host although its descriptor says device.

    Casts of row-major device tensors go through the host. The compiler gives each step of this
    detour the type of the last step, as upstream's compiler does.
    """
    if kernel.device.result_place == "operand":
        return table.memcfg is None and all(ref.desc.on_host for ref in refs)
    return kernel.device.result_place == "host"


def _check_data_type(table: TableView, result: TensorRef) -> None:
    """Raise `BinaryError` if the result does not have the format that the operation's table
    names.
    """
    wanted = getattr(table, "dtype", None)
    if wanted is not None and wanted != result.desc.data_type.name:
        raise BinaryError(f"converts to {wanted}, its result is {result.desc.data_type.name}")


def _read_operand(table: TableView, name: str) -> Operand:
    """Decode the tensors in a field of a table. `name` is an entry of `Kernel.operands`."""
    if name.endswith("*"):
        return tuple(read_tensor_ref(ref) for ref in table.require(name[:-1]))
    if name.endswith("?"):
        view = table[name[:-1]]
        return None if view is None else read_tensor_ref(view)
    return read_tensor_ref(table.require(name))


def _read_attribute(table: TableView, path: AttributePath) -> Any:
    """Return an attribute as plain Python objects, and bytes as an array.

    The result is None if the field, or a table on the path to it, is absent.
    """
    if isinstance(path, tuple):
        return tuple(_read_attribute(table, part) for part in path)
    value: Any = table
    for step in path.split("."):
        value = getattr(value, step, None)
    if isinstance(value, np.ndarray):
        numbers = cast(Array, value)
        return numbers if numbers.dtype == np.uint8 else tuple(numbers.tolist())
    return tuple(value) if isinstance(value, VectorView) else value
