"""Programs: operations decoded from the FlatBuffer and bound to their kernels, ready to run."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ttmlir_py.runtime.argument_names import argument_names
from ttmlir_py.runtime.dataflow import DataFlow
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels import ELEMENTWISE, KERNELS, Kernel, elementwise
from ttmlir_py.runtime.kernels.registry import AttributePath
from ttmlir_py.runtime.limits import DecodingBudget
from ttmlir_py.runtime.mesh import Mesh, read_mesh
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
    keywords: dict[str, Any] = field(default_factory=dict[str, Any])
    """What the kernel gets beside the operands: attributes, and the result's shape if it wants it."""
    result: TensorRef | None = None
    device: int | None = None
    """The device that the operation names, for `GetDeviceOp` the one that it defines."""
    mesh: Mesh | None = None
    """The mesh of that device."""
    refs: tuple[TensorRef, ...] = ()
    """Operands one by one, without the absent ones."""
    result_bytes: int = 0
    """Bytes that the result's values take at most, on each device."""

    @property
    def text(self) -> str:
        """The operation in MLIR's syntax, as the binary's debug information holds it."""
        return self.view.debug_info or ""

    @property
    def location(self) -> str:
        """The operation's location in MLIR's syntax; goldens are keyed by it."""
        return self.view.loc_info or ""

    def compute(self, operands: tuple[Any, ...], **context: Any) -> Array:
        """Run the kernel on operand values; the result is not rounded yet. Collective kernels need the `mesh`."""
        assert self.kernel is not None
        return self.kernel.compute(*operands, **self.keywords, **context)


class Program:
    """A function of the binary: inputs, outputs, and operations decoded when first asked for."""

    def __init__(self, index: int, view: TableView, budget: DecodingBudget) -> None:
        self.index = index
        self.view = view
        self._budget = budget
        operations = getattr(view, "operations", None)  # a TTMetal program has device programs
        budget.spend(sum(len(each or ()) for each in (view.inputs, view.outputs, operations)))
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
        """Labels of the operations, without decoding them further; those of a TTMetal program are its commands."""
        for device in getattr(self.view, "device_programs", None) or ():
            for queue in device.command_queues or ():
                commands = queue.commands or ()
                self._budget.spend(1 + len(commands))
                yield from (str(command.type_type) for command in commands)
        for operation in getattr(self.view, "operations", None) or ():
            yield _label(operation.require("type"), operation.type_type)

    @cached_property
    def operations(self) -> list[Operation]:
        """All operations, checked; raises `SimulationError` for the first that cannot be simulated."""
        flow = DataFlow(self.inputs)
        operations: list[Operation] = []
        for index, view in enumerate(self.view.operations or ()):
            table, op_type = view.require("type"), str(view.type_type)
            label = _label(table, op_type)
            try:
                operation = _decode(index, label, view, flow)
                flow.enter(operation)
                self._budget.spend(len(operation.refs))
            except (BinaryError, SimulationError) as error:
                place = f"{self}: operation {index} ({label})"
                raise SimulationError(f"{place}: {error}") from None
            operations.append(operation)
        for index, ref in enumerate(self.outputs):
            try:
                flow.use(ref)
            except SimulationError as error:
                raise SimulationError(f"{self}: output {index}: {error}") from None
        return operations


def _label(table: TableView, op_type: str) -> str:
    return f"{op_type}({table.type})" if op_type in ("EltwiseOp", "ReductionOp") else op_type


def _decode(index: int, label: str, view: TableView, flow: DataFlow) -> Operation:
    table, op_type = view.require("type"), str(view.type_type)
    if op_type == "GetDeviceOp":
        device, mesh = table.require("out").global_id, read_mesh(table)
        flow.define_device(device, mesh)
        return Operation(index, op_type, label, view, None, device=device, mesh=mesh)
    if op_type == "DeallocateOp":
        operand = read_tensor_ref(table.require("in"))
        return Operation(index, op_type, label, view, None, (operand,), refs=(operand,))
    kernel = _find_kernel(op_type, table)
    device = getattr(table, "device", None)
    device_id = device.global_id if device is not None else None
    mesh = flow.mesh(device_id)
    if kernel.collective and mesh is None:
        raise SimulationError("names no device")
    result = read_tensor_ref(table.require(kernel.result))
    _check_data_type(table, result)
    operands = tuple(_read_operand(table, name) for name in kernel.operands)
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
        tuple(_flatten(operands)),
        result.desc.value_bytes,
    )


def _flatten(operands: Iterable[Operand]) -> Iterator[TensorRef]:
    for operand in operands:
        if isinstance(operand, tuple):
            yield from operand
        elif operand is not None:
            yield operand


def _find_kernel(op_type: str, table: TableView) -> Kernel:
    if op_type == "EltwiseOp":
        kernel = _ELEMENTWISE_KERNELS.get(table.type)
        unknown = f"element-wise type {table.type}"
    else:
        kernel, unknown = KERNELS.get(op_type), "its type"
    if kernel is None:
        raise SimulationError(f"is not simulated: {unknown} is unknown")
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
