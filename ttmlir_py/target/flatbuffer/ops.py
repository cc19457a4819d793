"""Serialization of operations of the ttnn dialect to tables of `TTNN/program.fbs`.

The registry has one row per operation. A row of `by_fields` names the table of an operation, and
the schema defines the table's fields. Each field is filled from the operand or attribute of the
same name, or of the name in the row. Its type decides how: tensors and devices by reference,
attributes by value. Only operations with other contents have their own function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from typing import Any, NamedTuple, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    StringAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.shape_rules.mesh import all_gather_problem, mesh_shard_problem
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.dialects.tt.device import DeviceType
from ttmlir_py.dialects.ttnn.attributes import MemoryConfigAttr, ShapeAttr
from ttmlir_py.dialects.ttnn.interfaces import ElementwiseOp
from ttmlir_py.ir.construction import operands_of
from ttmlir_py.ir.definition.attribute_format import EnumAttr
from ttmlir_py.ir.definition.operations import invariants_of
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.ttnn.layouts import layout_of, memory_config
from ttmlir_py.rewriting.destination_style import destination
from ttmlir_py.schemas.schema import Enum, Field, Schema, Table, load_schema, scalar_of
from ttmlir_py.target.flatbuffer.references import References, device_of
from ttmlir_py.target.flatbuffer.types import FbTable, UntranslatableError, dim2d, enum_name

Variant = tuple[str, FbTable]
"""The value of a FlatBuffer union: the name of a table, and the table."""

SCHEMA_FILE = "TTNN/binary.fbs"
NAMESPACE = "tt.target.ttnn."

# Names of operands and attributes that differ from the names of the schema's fields.
_IR_NAMES = {
    "in": "input",
    "in0": "input",
    "in_grad": "in_gradient",
    "memcfg": "memory_config",
    "fill_value": "fillValue",
}


@cache
def ttnn_schema() -> Schema:
    """Return the schema of TTNN binaries."""
    return load_schema(SCHEMA_FILE)


@dataclass(frozen=True)
class Serializer:
    """The serializer of an operation."""

    table: str
    fill: Callable[[References, Any], FbTable]
    """Returns the table for an operation."""
    ir_names: Mapping[str, str]
    """Maps field names to names of operands and attributes, where they differ."""
    function: str | None = None
    """The function that the table names for this operation, or None if the table has only one."""

    def ir_name(self, field: str) -> str:
        """Return the name of the operand or attribute that a field holds."""
        return self.ir_names.get(field, field)


def operation_table(references: References, op: Operation) -> Variant:
    """Return the table of an operation. Raise OperationError if the format has no such table."""
    serializer = SERIALIZERS.get(type(op))
    if serializer is None:
        raise OperationError(op, "cannot be translated: TTNN binaries have no such operation")
    try:
        return serializer.table, serializer.fill(references, op)
    except UntranslatableError as error:
        raise OperationError(op, f"cannot be translated: {error}") from None


def by_fields(table: str, **ir_names: str) -> Serializer:
    """Return a serializer that fills every field of `table`.

    `ir_names` maps fields to the names of operands or attributes, where they differ.
    """
    names = _IR_NAMES | ir_names

    def form_of(references: References, op: Operation) -> Form:
        schema_table = ttnn_schema().types[NAMESPACE + table]
        assert isinstance(schema_table, Table)
        form = Form({}, [])
        for field in schema_table.fields.values():
            if field.name == "out":
                form.references.append(("out", lambda op: references.tensor(op.results[0])))
            elif (value := getattr(op, names.get(field.name, field.name), None)) is not None:
                if isinstance(value, Attribute):
                    form.values[field.name] = _convert(references, field, value)
                else:
                    name = names.get(field.name, field.name)
                    form.references.append((field.name, _reference(references, op, name, value)))
        return form

    def fill(references: References, op: Operation) -> FbTable:
        form = references.form(op, lambda first: form_of(references, first))
        fields = form.values.copy()
        for name, refer in form.references:
            fields[name] = refer(op)
        return fields

    return Serializer(table, fill, names)


class Form(NamedTuple):
    """The part that the tables of all operations of a kind share.

    `values` are the fields that hold attributes. Each function in `references` returns a field
    that refers to tensors or devices.
    """

    values: FbTable
    references: list[tuple[str, Callable[[Operation], object]]]


def _reference(
    references: References, op: Operation, name: str, value: object
) -> Callable[[Operation], object]:
    """Return a function of operations of the same kind as `op` that returns the field with operand
    `name`. `value` is that operand of `op`, or a sequence of operands.
    """
    invariants = invariants_of(cast(type[IRDLOperation], type(op)))
    start, count = invariants.operand_range(cast(IRDLOperation, op), name)
    if not isinstance(value, SSAValue):
        return lambda op: [references.tensor(each) for each in op.operands[start : start + count]]
    operand = cast("SSAValue[Attribute]", value)
    refer = references.device if isinstance(operand.type, DeviceType) else references.tensor
    return lambda op: refer(operands_of(op)[start])


def _convert(references: References, field: Field, attribute: Attribute) -> Any:
    """Convert an attribute to the value of a field."""
    if isinstance(attribute, MemoryConfigAttr):
        return references.layouts.memory_config(attribute)
    return _plain(field, attribute)


def _plain(field: Field, attribute: Attribute) -> Any:
    """Convert an attribute to the Python value of a field."""
    scalar = scalar_of(field.type)
    match attribute:
        case EnumAttr():
            return (
                enum_name(attribute.value)
                if isinstance(field.type, Enum)
                else attribute.value.value
            )
        case IntegerAttr():
            return _integer(attribute.value.data, scalar.code if scalar else "")
        case FloatAttr():
            return attribute.value.data
        case StringAttr():
            return attribute.data
        case ShapeAttr():
            return attribute.shape
        case DenseArrayBase():
            return _elements(attribute)
        case ArrayAttr():
            return [cast("IntegerAttr[Any]", element).value.data for element in attribute.data]
        case _:
            raise UntranslatableError(f"attribute {attribute} has no form in binaries")


def _elements(array: DenseArrayBase[Any]) -> Sequence[int]:
    return array.get_values()


def _integer(value: int, code: str) -> int | bool:
    """Return an integer as a field with the type code `code` stores it.

    Unsigned fields wrap negative numbers, as in C++.
    """
    if code == "?":
        return bool(value)
    widths = {"B": 8, "H": 16, "I": 32, "Q": 64}
    return value % (1 << widths[code]) if code in widths else value


def extended(base: Serializer, extra: Callable[[References, Any], FbTable]) -> Serializer:
    """Return a serializer that adds the fields from `extra` to those of `base`."""

    def fill(references: References, op: Operation) -> FbTable:
        return base.fill(references, op) | extra(references, op)

    return replace(base, fill=fill)


def on_a_mesh(base: Serializer, problem: Callable[[Any, tuple[int, ...]], str]) -> Serializer:
    """Return `base` with a check that the mesh has enough devices for an operation's shards.

    `problem` describes a mismatch, which the runtime would otherwise report.
    """

    def fill(references: References, op: Any) -> FbTable:
        found = problem(op, device_of(destination(op.device)).meshShape or (1, 1))
        if found:
            raise UntranslatableError(found)
        return base.fill(references, op)

    return replace(base, fill=fill)


def _get_device(references: References, op: ttnn.GetDeviceOp) -> FbTable:
    device = device_of(op.device)
    mesh = device.meshShape if prod(device.meshShape) > 1 else (1, 1)
    return {
        "mesh": dim2d(mesh[:2]),
        "chip_ids": device.chipIds,
        "out": references.device(op.device),
    }


def _distribution(references: References, op: ttnn.EmptyOp | ttnn.FullOp) -> FbTable:
    """Return the fields that distribute a new tensor over a mesh.

    On a single chip the tensor is whole. On several chips it is sharded along its last dimensions.
    """
    mesh = device_of(destination(op.device)).meshShape
    shards = prod(mesh)
    if shards == 1:
        strategy: FbTable = {}
    elif len(mesh) != 2:
        raise OperationError(op, "cannot be translated: meshes of chips have two dimensions")
    elif 1 in mesh:
        rank = len(op.result.type.get_shape())
        strategy = {"strategy": ("ShardTensor", {"shard_dim": max(rank - 1, 0)})}
    else:
        strategy = {"strategy": ("ShardTensor2D", {"shard_mesh": dim2d(mesh)})}
    return {"num_shards": shards, "strategy": strategy}


def _constant(references: References, op: ttnn.ConstantOp) -> FbTable:
    """Return the fields of a constant that `by_fields` does not fill: the elements, and the format,
    layout and memory of the result.
    """
    # imported here, because `elements` imports numpy
    from ttmlir_py.target.flatbuffer.elements import stored_elements

    layout = layout_of(tensor_type(op.result))
    data_type, data = stored_elements(op, tensor_type(op.result).element_type)
    fields: FbTable = {
        "input": references.shared(data),
        "input_dtype": enum_name(data_type),
        "dtype": enum_name(layout.get_data_type()),
        "layout": enum_name(layout.get_layout()),
    }
    if op.device is not None:
        fields["memcfg"] = references.layouts.memory_config(memory_config(layout))
    return fields


def _mesh_shard_problem(op: ttnn.MeshShardOp, mesh: tuple[int, ...]) -> str:
    return mesh_shard_problem(
        shape_of(op.input),
        shape_of(op.result),
        op.shard_type.value,
        op.shard_direction.value,
        integers(op.shard_dims),
        mesh,
    )


def _all_gather_problem(op: ttnn.AllGatherOp, mesh: tuple[int, ...]) -> str:
    return all_gather_problem(shape_of(op.input), shape_of(op.result), op.dim.value.data, mesh)


def _elementwise(op_class: type[Operation], parameters: str = "", *names: str) -> Serializer:
    """Return the serializer of an element-wise operation to an `EltwiseOp` table.

    The table's function has the name of the operation's class. Its parameters are the attributes
    `names` in a table `parameters`.
    """
    function = op_class.__name__.removesuffix("Op")

    def fill(references: References, op: Any) -> FbTable:
        inputs = references.form(op, lambda op: _reference(references, op, "inputs", op.inputs))
        fields: FbTable = {
            "type": function,
            "ins": inputs(op),
            "out": references.tensor(op.results[0]),
        }
        if parameters:
            values = {name: getattr(op, name).value.data for name in names}
            fields["params"] = (parameters, values)
        return fields

    return Serializer("EltwiseOp", fill, {"ins": "inputs"}, function)


def _reduction(kind: str) -> Serializer:
    row = extended(by_fields("ReductionOp"), lambda _references, _op: {"type": kind})
    return replace(row, function=kind)


def _scale(_references: References, op: ttnn.UpsampleOp) -> FbTable:
    factor = op.scale_factor
    if isinstance(factor, IntegerAttr):
        return {"scale_factor": ("UniformScale2D", {"scale": factor.value.data})}
    return {"scale_factor": ("NonUniformScale2D", {"scale": _elements(factor)})}


_ELEMENTWISE = tuple(op for op in ttnn.TTNN.operations if issubclass(op, ElementwiseOp))

SERIALIZERS: Mapping[type[Operation], Serializer] = {
    **{op: _elementwise(op) for op in (*_ELEMENTWISE, ttnn.ScatterOp)},
    ttnn.LeakyReluOp: _elementwise(ttnn.LeakyReluOp, "EltwiseOpWithFloatParams", "parameter"),
    ttnn.ClampOp: _elementwise(ttnn.ClampOp, "ClampOpParams", "min", "max"),
    # devices, layouts, memory
    ttnn.GetDeviceOp: Serializer("GetDeviceOp", _get_device, _IR_NAMES),
    ttnn.ToMemoryConfigOp: by_fields("ToMemoryConfigOp"),
    ttnn.ToLayoutOp: by_fields("ToLayoutOp"),
    ttnn.ToDTypeOp: by_fields("ToDTypeOp"),
    ttnn.TypecastOp: by_fields("TypecastOp"),
    ttnn.ToDeviceOp: by_fields("ToDeviceOp"),
    ttnn.FromDeviceOp: by_fields("FromDeviceOp"),
    ttnn.DeallocateOp: by_fields("DeallocateOp"),
    # creation
    ttnn.EmptyOp: extended(by_fields("EmptyOp"), _distribution),
    ttnn.FullOp: extended(by_fields("FullOp"), _distribution),
    ttnn.ZerosOp: by_fields("ZerosOp"),
    ttnn.OnesOp: by_fields("OnesOp"),
    ttnn.ArangeOp: by_fields("ArangeOp"),
    ttnn.ConstantOp: extended(by_fields("ConstantOp"), _constant),
    # products, convolutions, pooling
    ttnn.LinearOp: by_fields("LinearOp", in0="a", in1="b"),
    ttnn.MatmulOp: by_fields("MatmulOp", in0="a", in1="b"),
    ttnn.Conv2dOp: by_fields("Conv2dOp"),
    ttnn.ConvTranspose2dOp: by_fields("ConvTranspose2dOp"),
    ttnn.MaxPool2dOp: by_fields("MaxPool2dOp"),
    ttnn.UpsampleOp: extended(by_fields("UpsampleOp"), _scale),
    # reductions
    ttnn.SumOp: _reduction("Sum"),
    ttnn.MeanOp: _reduction("Mean"),
    ttnn.MaxOp: _reduction("Max"),
    ttnn.MinOp: _reduction("Min"),
    ttnn.ProdOp: by_fields("ReductionProdOp"),
    ttnn.MorehCumSumOp: by_fields("MorehCumSumOp"),
    ttnn.SoftmaxOp: by_fields("SoftmaxOp"),
    # data movement
    ttnn.TransposeOp: by_fields("TransposeOp"),
    ttnn.PermuteOp: by_fields("PermuteOp"),
    ttnn.ConcatOp: by_fields("ConcatOp"),
    ttnn.ReshapeOp: by_fields("ReshapeOp"),
    ttnn.RepeatOp: by_fields("RepeatOp"),
    ttnn.RepeatInterleaveOp: by_fields("RepeatInterleaveOp"),
    ttnn.PadOp: by_fields("PadOp"),
    ttnn.SliceOp: by_fields("SliceOp"),
    # embeddings and caches
    ttnn.EmbeddingOp: by_fields("EmbeddingOp"),
    ttnn.EmbeddingBackwardOp: by_fields("EmbeddingBackwardOp"),
    ttnn.UpdateCacheOp: by_fields("UpdateCacheOp"),
    ttnn.FillCacheOp: by_fields("FillCacheOp"),
    # several chips
    ttnn.AllGatherOp: on_a_mesh(by_fields("AllGatherOp"), _all_gather_problem),
    ttnn.ReduceScatterOp: by_fields("ReduceScatterOp"),
    ttnn.MeshShardOp: on_a_mesh(by_fields("MeshShardOp"), _mesh_shard_problem),
}
