"""Conversion of traces to programs that compute the executed operations again.

graph = traces.operation.load("trace.fb")
module = to_mlir(graph)
binary = ttmlir_py.compiler.translate(module, "ttnn-to-flatbuffer")
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, cast

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.building import func, module
from ttmlir_py.building.layouts import ttnn_tensor
from ttmlir_py.common.boards import BOARDS
from ttmlir_py.common.files import read_file
from ttmlir_py.dialects.tt.device import DeviceAttr, DeviceType
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.layout import GridAttr
from ttmlir_py.dialects.tt.presets import preset
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.dialects.ttnn import EmptyOp
from ttmlir_py.dialects.ttnn.attributes import (
    ShapeAttr,
    TTNNLayoutAttr,
)
from ttmlir_py.dialects.ttnn.enums import BufferType, TensorMemoryLayout
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.passes.ttnn.optimizer.legal_layouts import virtual_to_physical_map
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.kernels import Kernel, find_kernel
from ttmlir_py.runtime.tensor import ROW_MAJOR, Layout
from ttmlir_py.target.flatbuffer.fields import (
    OperationRow,
    buffer_type,
    case_named,
    memory_config,
    operation_row,
    parameter_value,
)
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph.files import Progress, load
from ttmlir_py.traces.graph.levelized import LevelizedGraph
from ttmlir_py.traces.kinds import is_operation_trace, is_tensor_trace
from ttmlir_py.traces.operation.files import from_bytes
from ttmlir_py.traces.operation.levelized import graph_of
from ttmlir_py.traces.operation.nesting import innermost, outermost
from ttmlir_py.traces.operation.node import GraphData, OperationNode, Variable
from ttmlir_py.traces.raising import ttnn_to_ttir

Nested = Literal["leaves", "top"]
Dialect = Literal["ttnn", "ttir"]
_CONFIG_FIELDS = ("memcfg", "memory_config")


def to_mlir(
    graph: GraphData | LevelizedGraph,
    level: int = 1,
    *,
    nested: Nested = "top",
    dialect: Dialect = "ttnn",
    system: SystemDescAttr | None = None,
    name: str = "main",
) -> ModuleOp:
    """Return a module whose single function has the executed operations.

    The function's arguments are the placeholders, and its results are the graph's results, in
    order. For a levelized graph of a graph trace the function contains the functions down to
    `level`; see `traces.operation.levelized`. If an operation consists of recorded parts, it
    contains the whole operation, or its parts with `nested="leaves"`. The module is for `system`,
    by default the compiler's default system, or the smallest board that has the chips of the trace.
    With `dialect="ttir"` it is the TTIR source of such a program (`raising.ttnn_to_ttir`). Raises
    `TraceError` for an operation without an equivalent in the dialect, and for a trace without
    enough information.
    """
    if isinstance(graph, LevelizedGraph):
        graph = graph_of(graph.down_to(level))
    program = _Program(graph, system)
    chosen = innermost(graph) if nested == "leaves" else outermost(graph)

    def body(*input_: SSAValue) -> list[SSAValue]:
        return program.build(input_, chosen)

    variables = [graph.variables[each] for each in graph.placeholders]
    function = func(*map(program.tensor_type, variables), name=name)(body)
    attributes: dict[str, Attribute] = {
        SystemDescAttr.name: program.system,
        DeviceAttr.name: program.device_attr,
    }
    try:
        made = module(function, attributes=attributes)
        return ttnn_to_ttir(made) if dialect == "ttir" else made
    except CompilationError as error:
        raise TraceError(" ".join(str(error).split())) from None


def file_to_mlir(
    path: str, level: int = 1, *, progress: Progress | None = None, **options: Any
) -> ModuleOp:
    """Return the program of a saved op-execution trace or graph trace.

    `options` are those of `to_mlir`. `progress` receives the bytes of a graph trace read so far,
    and the total. Raises OSError, and `TraceError`.
    """
    if is_operation_trace(path):
        return to_mlir(from_bytes(read_file(path)), **options)
    if is_tensor_trace(path):
        raise TraceError("is a tensor-access trace, which is not a program")
    return to_mlir(LevelizedGraph(load(path, progress), level), level, **options)


# ---- types ---------------------------------------------------------------------------------------


def _tensor_type(variable: Variable, cores: Sequence[int]) -> TensorType[Attribute]:
    """Return the tensor type, with its TTNN layout, of a variable.

    `cores` are the rows and columns of the device's core grid.
    """
    layout = variable.desc.layout
    try:
        memory = buffer_type(layout.memory_space)
        if memory is BufferType.L1 and layout.tile == ROW_MAJOR and not layout.is_sharded:
            memory = BufferType.DRAM  # the IR cannot express an interleaved row-major tensor in L1
        spread = _memory_layout(layout)
        return ttnn_tensor(
            variable.shape,
            case_named(DataType, layout.data_type.name),
            layout="row_major" if layout.tile == ROW_MAJOR else "tile",
            buffer_type=memory.keyword,
            memory_layout=spread.keyword,
            grid=_grid(layout, spread, cores),
        )
    except ValueError as error:
        raise TraceError(f"'{variable.name}' has no layout in TTNN: {error}") from None


def _memory_layout(layout: Layout) -> TensorMemoryLayout:
    name = "Interleaved" if layout.memory_layout == "None" else layout.memory_layout
    return case_named(TensorMemoryLayout, name)


def _grid(layout: Layout, spread: TensorMemoryLayout, cores: Sequence[int]) -> GridAttr:
    """Return the grid of cores of a sharded tensor. The tensor is split into rows, columns or
    blocks, one for each core.
    """
    if not layout.is_sharded:
        return GridAttr((1, 1))
    shapes = {
        TensorMemoryLayout.HeightSharded: (layout.cores, 1),
        TensorMemoryLayout.WidthSharded: (1, layout.cores),
    }
    return GridAttr(shapes.get(spread, layout.grid), virtual_to_physical_map(spread, cores))


# ---- operations ----------------------------------------------------------------------------------


class _Program:
    """A builder of the body of the function."""

    def __init__(self, graph: GraphData, system: SystemDescAttr | None) -> None:
        self.graph = graph
        opened = next((node for node in graph.nodes if node.type_name == "GetDeviceOp"), None)
        known: Mapping[str, Any] = opened.attributes if opened else {}
        self._mesh = int(known.get("mesh.y", 1)), int(known.get("mesh.x", 1))
        chips: Sequence[int] = known.get("chip_ids") or (0,)
        self.system = system or _smallest_system(chips)
        shape = () if self._mesh == (1, 1) else self._mesh
        try:
            self.device_attr = DeviceAttr.get(self.system, shape, chips)
            self.device_attr.verify()
        except (ValueError, VerifyException) as error:
            raise TraceError(f"the trace is of {len(chips)} chips: {error}") from None
        self._values: dict[Any, SSAValue] = {}
        """Maps identities of tensors to their current values."""
        self._device: SSAValue | None = None

    def tensor_type(self, variable: Variable) -> TensorType[Attribute]:
        """Return the tensor type of a variable, with its TTNN layout. Raise `TraceError` without a
        layout.
        """
        return _tensor_type(variable, self.device_attr.get_chip_grid().shape)

    def build(self, inputs: Iterable[SSAValue], nodes: Sequence[OperationNode]) -> list[SSAValue]:
        """Build the operations on the function's arguments, and return its results."""
        for name, value in zip(self.graph.placeholders, inputs, strict=True):
            self._values[self._key(name)] = value
        if not any(node.type_name == "GetDeviceOp" for node in nodes):
            self._open_device()
        for index, node in enumerate(nodes):
            try:
                self._operation(node)
            except TraceError:
                raise
            except (TypeError, ValueError) as error:
                message = " ".join(str(error).split())
                raise TraceError(f"operation {index} '{node.name}': {message}") from None
        return [self._value(name) for name in self.graph.results]

    def _key(self, name: str) -> Any:
        return self.graph.variables[name].identity or name

    def _value(self, name: str) -> SSAValue:
        value = self._values.get(self._key(name))
        if value is None:
            raise TraceError(f"'{name}' does not exist when it is taken")
        return value

    def _open_device(self) -> SSAValue:
        row = operation_row("GetDeviceOp", None)
        assert row is not None
        device_type = DeviceType(self.device_attr)
        opened = row.build(
            mesh_shape=list(self._mesh), result_type=device_type, location="get_device"
        )
        self._device = cast(SSAValue, opened)
        return opened

    def _operation(self, node: OperationNode) -> None:
        if node.type_name == "GetDeviceOp":
            if self._device is None:
                self._open_device()
            return
        row = operation_row(node.type_name, node.function)
        if row is None:
            if not node.op_type and not node.outputs:
                return  # an empty scope
            raise TraceError(f"'{node.name}': there is no TTNN operation for {_described(node)}")
        arguments = self._operands(node, row) | self._attributes(node, row)
        made = row.build(**arguments, **self._placement(node, row), location=node.name)
        if node.outputs:
            is_value = isinstance(made, SSAValue)
            result = cast(SSAValue, made) if is_value else self._written(node)
            self._values[self._key(node.outputs[0])] = result

    def _written(self, node: OperationNode) -> SSAValue:
        """Return the operand that is overwritten by an operation without results."""
        return self._value(node.inputs[0])

    def _operands(self, node: OperationNode, row: OperationRow) -> dict[str, Any]:
        """Return the operands by parameter name. The trace has them in the order of the kernel's
        fields.
        """
        kernel: Kernel = find_kernel(node.type_name, node.function)
        rest = [self._value(name) for name in node.inputs]
        groups = {group.name: group for group in row.build.fields.operands}
        found: dict[str, Any] = {}
        for operand in kernel.operands:
            name = row.serializer.ir_name(operand.rstrip("?*"))
            group = groups[name]
            if operand.endswith("*") and group.separate:
                if len(rest) != len(group.parameters):
                    raise TraceError(
                        f"'{node.name}' has {len(rest)} inputs, expected {len(group.parameters)}: "
                        "TTNN operations have no numbers as operands"
                    )
                found |= dict(zip(group.parameters, rest, strict=True))
                rest = []
            elif operand.endswith("*"):
                found[name], rest = rest, []
            elif rest:
                found[name] = rest.pop(0)
        if rest:
            raise TraceError(f"'{node.name}' has {len(node.inputs)} inputs, more than it takes")
        return found

    def _placement(self, node: OperationNode, row: OperationRow) -> dict[str, Any]:
        """Return the device, destination and type of the result by parameter name, as far as the
        operation has them.
        """
        placed: dict[str, Any] = {}
        fields = row.build.fields
        parameters = row.build.signature.parameters
        if "device" in parameters and self._wants_device(node, row):
            placed["device"] = self._device
        if not fields.has_open_types or not node.outputs:
            return placed
        type_ = self.tensor_type(self.graph.variables[node.outputs[0]])
        into = self._destination(node, type_) if fields.destination else None
        if into is not None and fields.destination:
            placed[fields.destination] = into
        else:
            placed["result_type"] = type_
        return placed

    def _wants_device(self, node: OperationNode, row: OperationRow) -> bool:
        """Whether the operation needs a device operand.

        Some operations always need one, others only if their result is on a device.
        """
        group = next((each for each in row.build.fields.operands if each.is_device), None)
        if group is None or not group.optional:
            return True
        return any(not self.graph.variables[name].desc.on_host for name in node.outputs)

    def _destination(self, node: OperationNode, type_: Attribute) -> SSAValue | None:
        """Return the empty tensor into which the result was written, or None."""
        if not node.destination:
            return None
        value = self._values.get(self._key(node.destination))
        is_empty = value is not None and isinstance(value.owner, EmptyOp)
        return value if is_empty and value is not None and value.type == type_ else None

    # ----------------------------------------------------------------------------------- attributes

    def _attributes(self, node: OperationNode, row: OperationRow) -> dict[str, Any]:
        names = {prop.name for prop in row.build.fields.properties}
        given: dict[str, Any] = {}
        config: dict[str, Any] = {}
        for each in node.properties:
            first, _, rest = each.name.partition(".")
            if first in _CONFIG_FIELDS and rest:
                config[rest.rpartition(".")[2]] = each.value
                continue
            steps = map(row.serializer.ir_name, reversed(each.name.split(".")))
            given |= {step: each.value for step in steps if step in names}
        found: dict[str, Any] = {}
        for prop in row.build.fields.properties:
            value = given.get(prop.name)
            if prop.name == "memory_config" and config:
                value = memory_config(
                    config["buffer_type"],
                    config.get("tensor_memory_layout", "None"),
                    config.get("shard_shape", ()),
                )
            elif prop.name == "value" and prop.conversion.takes_elements:
                value = self._elements(node)
            elif value is None and prop.required and prop.default is None:
                value = self._implied(node, prop.name)
            if value is not None:
                found[prop.name] = parameter_value(prop, value)
        return found

    def _elements(self, node: OperationNode) -> Any:
        """Return the elements of a constant."""
        variable = self.graph.variables[node.outputs[0]]
        format_ = FORMATS.get(variable.data_type)
        if variable.data is None or format_ is None or format_.kind == "block":
            raise TraceError(f"'{node.name}': the trace does not hold its elements")
        return np.frombuffer(variable.data, format_.external).reshape(variable.shape)

    def _implied(self, node: OperationNode, name: str) -> Any:
        """Return the value of an attribute that the trace lacks, as far as the operation's result
        implies it.
        """
        type_ = self.tensor_type(self.graph.variables[node.outputs[0]]) if node.outputs else None
        layout = type_.encoding if type_ is not None else None
        if type_ is None or not isinstance(layout, TTNNLayoutAttr):
            return None
        implied = {
            "dtype": layout.get_data_type,
            "layout": layout.get_layout,
            "shape": lambda: ShapeAttr(type_.get_shape()),
            "memory_config": layout.get_memory_config,
        }
        return implied[name]() if name in implied else None


def _smallest_system(chips: Sequence[int]) -> SystemDescAttr:
    """Return the default system, or for several chips the board with the fewest chips that
    suffices.
    """
    if max(chips) < 1:
        return SystemDescAttr.get_default()
    boards = sorted(map(preset, BOARDS), key=lambda system: len(system.chipDescIndices))
    fitting = (each for each in boards if len(each.chipDescIndices) > max(chips))
    return next(fitting, boards[-1])


def _described(node: OperationNode) -> str:
    return node.op_type or f"'{node.op_name}', a scope or an operation of another library"
