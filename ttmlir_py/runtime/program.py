"""Programs: operations decoded from the FlatBuffer and bound to their kernels, ready to run."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ttmlir_py.runtime.argument_names import argument_names
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels import ELEMENTWISE, KERNELS, NOT_SIMULATED, Kernel, elementwise
from ttmlir_py.runtime.kernels.registry import AttributePath
from ttmlir_py.runtime.tensor import TensorRef, read_tensor_ref
from ttmlir_py.schemas import BinaryError, TableView, VectorView

Operand = TensorRef | tuple[TensorRef, ...] | None

EXECUTOR_OPS = ("GetDeviceOp", "DeallocateOp")
"""Op types that act on the executor's state and have no kernel."""

_ELEMENTWISE_KERNELS = {
    name: Kernel(elementwise, ("ins*",), {"op": "type", **row.parameters}, takes_shape=True)
    for name, row in ELEMENTWISE.items()
}


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of a program, decoded and checked."""

    index: int
    op_type: str
    label: str
    """Op type, with the function's name for element-wise ops and reductions: `EltwiseOp(Add)`."""
    view: TableView = field(repr=False)
    """The operation's table in the binary: debug information, location and all fields."""
    kernel: Kernel | None = field(repr=False)
    operands: tuple[Operand, ...] = ()
    attributes: dict[str, Any] = field(default_factory=dict[str, Any])
    result: TensorRef | None = None
    device: int | None = None
    """The device that the operation names, for `GetDeviceOp` the one that it defines."""

    def tensors(self) -> Iterator[TensorRef]:
        """Operands one by one, without the absent ones."""
        for operand in self.operands:
            if isinstance(operand, tuple):
                yield from operand
            elif operand is not None:
                yield operand

    def compute(self, operands: tuple[Any, ...]) -> Array:
        """Run the kernel on operand values; the result is not rounded yet."""
        assert self.kernel is not None
        assert self.result is not None
        extra = {"result_shape": self.result.desc.shape} if self.kernel.takes_shape else {}
        return self.kernel.compute(*operands, **self.attributes, **extra)


class Program:
    """A function of the binary: inputs, outputs, and operations decoded when first asked for."""

    def __init__(self, index: int, view: TableView) -> None:
        self.index = index
        self.view = view
        self.name: str = view.name or f"program{index}"
        self.inputs = [read_tensor_ref(ref) for ref in view.inputs or ()]
        self.outputs = [read_tensor_ref(ref) for ref in view.outputs or ()]
        if len({ref.global_id for ref in self.inputs}) != len(self.inputs):
            raise BinaryError(f"{self}: two inputs are the same tensor")

    def __str__(self) -> str:
        return f"program {self.index} {self.name!r}"

    @property
    def input_names(self) -> list[str]:
        """Names under which inputs can be given: `arg0`, `arg1`, ..."""
        return [f"arg{index}" for index in range(len(self.inputs))]

    @cached_property
    def argument_names(self) -> list[str | None]:
        """The inputs' own names, for those that the debug information names."""
        info = self.view.debug_info
        source = info.mlir.source if info is not None and info.mlir is not None else None
        return argument_names(source or "", self.name, len(self.inputs))

    def labels(self) -> Iterator[str]:
        """Labels of the operations, without decoding them further."""
        for operation in self.view.operations or ():
            yield _label(operation.require("type"), operation.type_type)

    @cached_property
    def operations(self) -> list[Operation]:
        """All operations, checked; raises `SimulationError` for the first that cannot be simulated."""
        return [self._decode(index, view) for index, view in enumerate(self.view.operations or ())]

    def _decode(self, index: int, view: TableView) -> Operation:
        table = view.require("type")
        op_type = str(view.type_type)
        label = _label(table, op_type)
        try:
            return _decode(index, label, view)
        except (BinaryError, SimulationError) as error:
            raise SimulationError(f"{self}: operation {index} ({label}): {error}") from None


def _label(table: TableView, op_type: str) -> str:
    return f"{op_type}({table.type})" if op_type in ("EltwiseOp", "ReductionOp") else op_type


def _decode(index: int, label: str, view: TableView) -> Operation:
    table, op_type = view.require("type"), str(view.type_type)
    if op_type == "GetDeviceOp":
        return Operation(index, op_type, label, view, None, device=table.require("out").global_id)
    if op_type == "DeallocateOp":
        operand = read_tensor_ref(table.require("in"))
        return Operation(index, op_type, label, view, None, (operand,))
    kernel = _find_kernel(op_type, table)
    device = getattr(table, "device", None)
    result = read_tensor_ref(table.require(kernel.result))
    _check_data_type(table, result)
    return Operation(
        index,
        op_type,
        label,
        view,
        kernel,
        tuple(_read_operand(table, name) for name in kernel.operands),
        {name: _read_attribute(table, path) for name, path in kernel.attributes.items()},
        result,
        device.global_id if device is not None else None,
    )


def _find_kernel(op_type: str, table: TableView) -> Kernel:
    if op_type == "EltwiseOp":
        kernel = _ELEMENTWISE_KERNELS.get(table.type)
        reason = f"element-wise type {table.type} is unknown"
    else:
        kernel = KERNELS.get(op_type)
        reason = NOT_SIMULATED.get(op_type, "its type is unknown")
    if kernel is None:
        raise SimulationError(f"is not simulated: {reason}")
    return kernel


def _check_data_type(table: TableView, result: TensorRef) -> None:
    """The format that an op asks for must be the one that its result declares."""
    wanted = getattr(table, "dtype", None)
    if wanted is not None and wanted != result.desc.data_type.name:
        raise BinaryError(f"converts to {wanted}, its result is {result.desc.data_type.name}")


def _read_operand(table: TableView, name: str) -> Operand:
    """Decode a tensor field; `name` is spelled as in `Kernel.operands`."""
    if name.endswith("*"):
        return tuple(read_tensor_ref(ref) for ref in table.require(name[:-1]))
    if name.endswith("?"):
        view = table[name[:-1]]
        return None if view is None else read_tensor_ref(view)
    return read_tensor_ref(table.require(name))


def _read_attribute(table: TableView, path: AttributePath) -> Any:
    """Value of an attribute as plain Python; None when it, or a table on the way, is absent."""
    if isinstance(path, tuple):
        return tuple(_read_attribute(table, part) for part in path)
    value: Any = table
    for step in path.split("."):
        value = getattr(value, step, None)
    if isinstance(value, np.ndarray):
        return tuple(value.tolist())
    return tuple(value) if isinstance(value, VectorView) else value
