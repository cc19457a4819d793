"""`--flatbuffer-to-ttnn`: read a TTNN binary (`.ttnn`) as a module of the ttnn dialect.

The module is built from the tables that are executed. The IR text in the debug information is used
only if it matches them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, cast

from numpy.typing import NDArray
from xdsl.builder import Builder
from xdsl.dialects.builtin import UNKNOWN_LOC, DenseResourceAttr, LocationAttr, TensorType
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import InsertPoint
from xdsl.utils.exceptions import ParseError, VerifyException

from ttmlir_py.building.elements import dense
from ttmlir_py.building.operations import OpFunction
from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.attributes import SystemDescAttr
from ttmlir_py.dialects.tt.device import DeviceAttr, DeviceType
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.ttnn import ConstantOp, DeallocateOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.ir.locations import ForwardLocation
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.reading.parser import MlirParser, parse_module
from ttmlir_py.rewriting.destination_style import destination
from ttmlir_py.schemas import BinaryError, read
from ttmlir_py.schemas.revisions import read_internal
from ttmlir_py.schemas.schema import Struct, Table, Type, Union, Vector
from ttmlir_py.target.flatbuffer.elements import read_elements
from ttmlir_py.target.flatbuffer.fields import (
    OperationRow,
    case_named,
    described_type,
    memory_config,
    operation_row,
    parameter_value,
)
from ttmlir_py.target.flatbuffer.goldens import GoldenTensor
from ttmlir_py.target.flatbuffer.ops import NAMESPACE, SCHEMA_FILE, ttnn_schema
from ttmlir_py.target.flatbuffer.system_desc import system_desc_of
from ttmlir_py.target.flatbuffer.ttnn import translate
from ttmlir_py.target.flatbuffer.types import FbTable


@dataclass(frozen=True)
class TTNNSource:
    """The contents of a binary: the module, and the other arguments of `ttnn.translate`."""

    module: ModuleOp
    golden_map: Mapping[str, GoldenTensor] = field(default_factory=dict[str, GoldenTensor])
    stages: Sequence[tuple[str, str]] = ()


def import_binary(data: bytes, context: MlirContext) -> TTNNSource:
    """Return the module of a binary's programs, with its golden tensors and stage texts.

    If the IR text in the debug information translates to the same tables, its module is returned.
    Otherwise the module is built from the tables. These lack locations of functions, names and
    attributes of arguments, and the difference between layouts that they describe alike. Raise
    `BinaryError` for a file that is not a TTNN binary, or whose contents the dialect cannot
    express. The message names program and operation.
    """
    root = read_internal(SCHEMA_FILE, data).as_dict(raw_bytes=True)
    programs: list[FbTable] = root.get("programs", [])
    info: FbTable = next(
        (each["debug_info"] for each in programs if "debug_info" in each), FbTable()
    )
    module = _stored(root, info.get("mlir", {}).get("source", ""), context)
    stages = [(each["name"], each.get("source", "")) for each in info.get("mlir_stages", [])]
    return TTNNSource(module or _rebuilt(root, context), dict(_goldens(info)), stages)


def _message(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"field {error} is absent"
    return " ".join(str(error).split())


def _goldens(info: FbTable) -> Iterator[tuple[str, GoldenTensor]]:
    for each in info.get("golden_info", {}).get("golden_map", []):
        golden = each["value"]
        yield (
            each["key"],
            GoldenTensor(
                golden["name"],
                tuple(golden.get("shape", ())),
                golden.get("stride", []),
                case_named(DataType, golden["dtype"]),
                bytes(golden.get("data", ())),
            ),
        )


def _stored(root: FbTable, source: str, context: MlirContext) -> ModuleOp | None:
    """Return the module parsed from the text in a binary. Return None if the text is missing, or if
    its tables differ from the binary's.
    """
    if not source:
        return None
    try:
        with context.diagnostics.collect():
            module = parse_module(source, context, file_name="debug_info.mlir", verify=True)
        _fill_constants(module, root)
        again = read(ttnn_schema(), translate(module)).as_dict(raw_bytes=True)
    except (CompilationError, OperationError, BinaryError, KeyError, ValueError):
        return None
    return module if _executed(again) == _executed(root) else None


def _fill_constants(module: ModuleOp, root: FbTable) -> None:
    """Set the elements of constants from the binary, because the IR text elides large constants."""
    functions = [each for each in module.walk() if isinstance(each, FuncOp)]
    for function, program in zip(functions, root.get("programs", []), strict=True):
        operations = program.get("operations", [])
        for op, table in zip(function.body.block.ops, operations, strict=False):
            if isinstance(op, ConstantOp) and isinstance(op.value, DenseResourceAttr):
                op.value = dense(_elements(table["type"]), tensor_type(op.result).element_type)


def _executed(root: FbTable) -> FbTable:
    """Return the fields of a binary that determine its execution, to compare two binaries."""
    programs = [
        {name: value for name, value in program.items() if name != "debug_info"}
        | {
            "operations": [
                {name: value for name, value in operation.items() if name != "debug_info"}
                for operation in program.get("operations", [])
            ]
        }
        for program in root.get("programs", [])
    ]
    return {"system_desc": root.get("system_desc"), "programs": programs}


def _elements(fields: FbTable) -> NDArray[Any]:
    """Return the elements in the fields of a `ConstantOp`."""
    data_type = case_named(DataType, fields["input_dtype"])
    return read_elements(data_type, fields["input"]).reshape(fields["out"]["desc"]["shape"])


def _rebuilt(root: FbTable, context: MlirContext) -> ModuleOp:
    """Return a module built from the tables of a binary."""
    programs = root.get("programs", [])
    module = ModuleOp([])
    module.location = UNKNOWN_LOC
    system, device = _system(root, programs)
    module.attributes |= {SystemDescAttr.name: system, DeviceAttr.name: device}
    for index, program in enumerate(programs):
        function = _Function(program, device, context)
        try:
            module.body.block.add_op(function.build())
        except (BinaryError, KeyError, TypeError, ValueError, VerifyException) as error:
            place = f"program {index} {program.get('name', '')!r}{function.place}"
            raise BinaryError(f"{place}: {_message(error)}") from None
    return module


def _system(root: FbTable, programs: Sequence[FbTable]) -> tuple[SystemDescAttr, DeviceAttr]:
    """Return the system descriptor of a binary, and the device that its programs open."""
    if "system_desc" not in root:
        raise BinaryError("the file describes no system")
    try:
        system = system_desc_of(root["system_desc"])
        device = DeviceAttr.get(system, *_opened(programs))
        device.verify()
    except (KeyError, ValueError, VerifyException) as error:
        raise BinaryError(f"system_desc: {_message(error)}") from None
    return system, device


def _opened(programs: Sequence[FbTable]) -> tuple[Sequence[int], Sequence[int]]:
    """Return the mesh shape and the chips of the first opened device. The default is one chip."""
    for program in programs:
        for operation in program.get("operations", []):
            if operation.get("type_type") == "GetDeviceOp":
                mesh, chips = operation["type"]["mesh"], operation["type"].get("chip_ids", [0])
                shape = (mesh["y"], mesh["x"])
                return (() if prod(shape) == 1 else shape), chips
    return (), (0,)


def _location(text: str, context: MlirContext) -> LocationAttr:
    """Parse the location in `loc_info`. Return an unknown location if the text is invalid."""
    try:
        with context.diagnostics.collect():
            found = MlirParser(context, text).parse_optional_location()
    except (CompilationError, ParseError):
        return UNKNOWN_LOC
    return UNKNOWN_LOC if found is None or isinstance(found, ForwardLocation) else found


class _Function:
    """A function under construction from a program's tables."""

    def __init__(self, program: FbTable, device: DeviceAttr, context: MlirContext) -> None:
        self._program, self._device, self._context = program, device, context
        self._values: dict[int, SSAValue] = {}
        """Maps the `global_id` of each tensor to the value that currently holds it."""
        self._devices: dict[int, SSAValue] = {}
        self._types: dict[str, TensorType[Attribute]] = {}
        self.place = ""
        """Description of the current position in the program, for errors."""

    def build(self) -> FuncOp:
        """Return the finished function.

        Raise `BinaryError`, ValueError, TypeError, KeyError or VerifyException for invalid tables.
        """
        inputs = self._program.get("inputs", [])
        block = Block(arg_types=[self._type(ref["desc"]) for ref in inputs])
        for ref, argument in zip(inputs, block.args, strict=True):
            self._values[ref["global_id"]] = argument
        builder = Builder(InsertPoint.at_end(block))
        for index, operation in enumerate(self._program.get("operations", [])):
            self.place = f": operation {index} ({operation.get('type_type')})"
            self._operation(operation, builder)
        self.place = ""
        results = [self._value(ref) for ref in self._program.get("outputs", [])]
        block.add_op(ReturnOp(*results))
        types = [each.type for each in block.args], [each.type for each in results]
        return FuncOp(self._program.get("name", ""), types, Region(block))

    def _value(self, ref: FbTable) -> SSAValue:
        value = self._values.get(ref["global_id"])
        if value is None:
            raise BinaryError(f"tensor {ref['global_id']} does not exist when it is taken")
        return value

    def _buffer(self, ref: FbTable) -> SSAValue:
        """Return the value that created a tensor's buffer, which is the operand of a deallocation.

        Later values may share the buffer, because operations wrote into it.
        """
        return destination(self._value(ref))

    def _type(self, desc: FbTable) -> TensorType[Attribute]:
        key = repr(desc)
        if key not in self._types:
            self._types[key] = described_type(desc, self._device)
        return self._types[key]

    def _operation(self, table: FbTable, builder: Builder) -> None:
        name, fields = table["type_type"], table["type"]
        function = fields.get("type")
        row = operation_row(name, function if isinstance(function, str) else None)
        if row is None:
            raise BinaryError("the ttnn dialect has no such operation")
        build = row.build
        location = _location(table.get("loc_info", ""), self._context)
        arguments = _Arguments(row, fields)
        value = self._buffer if build.op_class is DeallocateOp else self._value
        given = arguments.operands(value, self._devices) | arguments.properties()
        made = build(
            **given, **self._result(build, fields, given), location=location, builder=builder
        )
        if build.op_class.name == "ttnn.get_device":
            self._devices[fields["out"]["global_id"]] = made
        elif isinstance(made, SSAValue):
            self._values[fields["out"]["global_id"]] = made

    def _result(self, build: OpFunction, fields: FbTable, given: Mapping[str, Any]) -> FbTable:
        """Return the keyword arguments for an operation's result: its type, or its destination
        tensor.
        """
        if "result_type" not in build.signature.parameters or "out" not in fields:
            return {}
        out = fields["out"]
        if "desc" not in out:
            return {"result_type": DeviceType(self._device)}
        type_ = self._type(out["desc"])
        name, into = build.fields.destination, self._values.get(out["global_id"])
        if name is not None and into is not None and into.type == type_:
            return {name: into}
        return {"result_type": type_}


_CONFIG_FIELDS = ("memcfg", "memory_config")
_ATTRIBUTES = {"mesh": "mesh_shape"}
"""Maps fields to names of attributes where they differ, in addition to `Serializer.ir_names`."""


class _Arguments:
    """The arguments of an operation's builder function, from the fields of its table."""

    def __init__(self, row: OperationRow, fields: FbTable) -> None:
        self._build, self._serializer, self._fields = row.build, row.serializer, fields
        table = ttnn_schema().types[NAMESPACE + row.serializer.table]
        assert isinstance(table, Table)
        self._table = table

    def operands(
        self, value: Callable[[FbTable], SSAValue], devices: Mapping[int, SSAValue]
    ) -> FbTable:
        """Return the tensor and device operands, by parameter name."""
        groups = {group.name: group for group in self._build.fields.operands}
        found: FbTable = {}
        for name, field_ in self._table.fields.items():
            group = groups.get(self._serializer.ir_name(name))
            given = self._fields.get(name)
            if group is None or given is None or name == "out":
                continue
            if _referred(field_.type) == _DEVICE:
                if given["global_id"] not in devices:
                    raise BinaryError(f"device {given['global_id']} is not open")
                found[group.name] = devices[given["global_id"]]
            elif _referred(field_.type) == _TENSOR:
                if not isinstance(given, list):
                    found[group.name] = value(given)
                    continue
                values = list(map(value, cast(list[FbTable], given)))
                parameters = group.parameters if group.separate else ()
                found |= (
                    dict(zip(parameters, values, strict=True))
                    if parameters
                    else {group.name: values}
                )
        return found

    def properties(self) -> FbTable:
        """Return the attributes, by parameter name."""
        given = dict(self._numbers(self._fields, self._table))
        found: FbTable = {}
        for prop in self._build.fields.properties:
            value = given.get(prop.name)
            if prop.name == "value" and prop.conversion.takes_elements:
                value = _elements(self._fields)
            if value is not None:
                found[prop.name] = parameter_value(prop, value)
        return found

    def _numbers(self, fields: FbTable, table: Table) -> Iterator[tuple[str, Any]]:
        """Yield attribute names and values of plain fields, including those in nested tables."""
        names = {prop.name for prop in self._build.fields.properties}
        for name, value in fields.items():
            field_ = table.fields[name]
            known = _ATTRIBUTES.get(name) or self._serializer.ir_name(name)
            if name in _CONFIG_FIELDS:
                shard = value.get("shard_spec", {}).get("shard_shape", ())
                yield (
                    known,
                    memory_config(value["buffer_type"], value["tensor_memory_layout"], shard),
                )
            elif isinstance(field_.type, Union):
                for key, each in self._numbers(value, _member(field_.type, fields[f"{name}_type"])):
                    yield (key if key in names else known), each
            elif isinstance(field_.type, Struct):
                yield known, tuple(value.values())
            elif not isinstance(value, dict):
                yield known, tuple(cast(list[Any], value)) if isinstance(value, list) else value


def _member(union: Union, name: str) -> Table:
    """Return the table with the unqualified name `name` in a union."""
    return next(each for each in union.tables.values() if each.name.endswith(f".{name}"))


_TENSOR, _DEVICE = "tt.target.TensorRef", "tt.target.DeviceRef"


def _referred(type_: Type) -> str:
    """Return the name of the table that a field, or each element of a list field, holds. The name
    is empty for fields that hold no table.
    """
    element = type_.element if isinstance(type_, Vector) else type_
    return element.name if isinstance(element, Table) else ""
