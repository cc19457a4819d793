"""Lowering of loops, branches and arrays from scf and memref to EmitC.

A value that an scf op carries or returns becomes a variable. It is assigned at the end of each
region, and loaded where it is read.
"""

from collections.abc import Callable, Sequence
from typing import Any, cast

from xdsl.ir import Block, Operation, Region, SSAValue, TypeAttribute

from ttmlir_py.dialects.emitc.attributes import OpaqueAttr
from ttmlir_py.dialects.emitc.control_flow import ForOp, IfOp, YieldOp
from ttmlir_py.dialects.emitc.types import ArrayType, LValueType
from ttmlir_py.dialects.emitc.variables import AssignOp, LoadOp, SubscriptOp, VariableOp
from ttmlir_py.passes.ttmetal.convert_ttkernel_to_emitc.building import (
    EmitCBuilder,
    Tables,
    converted_type,
    replace_result,
)
from ttmlir_py.rewriting.mutation import erase, replace

UNINITIALIZED = OpaqueAttr("")


def _variables(op: Operation, builder: EmitCBuilder) -> list[SSAValue]:
    """Insert a variable for each result of `op`, and return the variables."""
    types = [cast("TypeAttribute", result.type) for result in op.results]
    return [
        builder.insert(VariableOp(LValueType(type), UNINITIALIZED)).results[0] for type in types
    ]


def _assign(
    values: Sequence[SSAValue], variables: Sequence[SSAValue], builder: EmitCBuilder
) -> None:
    for value, variable in zip(values, variables, strict=True):
        builder.insert(AssignOp(variable, value))


def _load(variables: Sequence[SSAValue], builder: EmitCBuilder) -> list[SSAValue]:
    return [builder.insert(LoadOp(variable)).results[0] for variable in variables]


def _end_region(region: Region, variables: Sequence[SSAValue]) -> None:
    """Assign the values that `region` yields to `variables`."""
    end = region.block.last_op
    assert end is not None
    builder = EmitCBuilder(end)
    _assign(end.operands, variables, builder)
    builder.insert(YieldOp.create())
    erase(end)


def _lower_for(op: Any, tables: Tables) -> bool | None:
    builder = EmitCBuilder(op)
    variables = _variables(op, builder)
    _assign(op.iter_args, variables, builder)
    body: Block = op.body.block
    carried = body.args[1:]
    assert body.first_op is not None
    loaded = _load(variables, EmitCBuilder(body.first_op, op.location))
    for argument, value in zip(carried, loaded, strict=True):
        argument.replace_all_uses_with(value)
        body.erase_arg(argument)
    _end_region(op.body, variables)
    region = op.detach_region(op.body)
    bounds: list[SSAValue] = [op.lb, op.ub, op.step]
    builder.insert(ForOp.create(operands=bounds, regions=[region]))
    replace(op, _load(variables, builder))
    return None


def _lower_if(op: Any, tables: Tables) -> bool | None:
    builder = EmitCBuilder(op)
    variables = _variables(op, builder)
    regions = [op.detach_region(region) for region in tuple(op.regions)]
    for region in regions:
        if region.blocks:
            _end_region(region, variables)
    builder.insert(IfOp.create(operands=[op.operands[0]], regions=regions))
    replace(op, _load(variables, builder))
    return None


def _element(
    array: SSAValue, indices: Sequence[SSAValue], builder: EmitCBuilder
) -> SSAValue | None:
    array = builder.operand(array)
    if not isinstance(array.type, ArrayType):
        return None
    type = LValueType(array.type.element_type)
    values = [builder.operand(index) for index in indices]
    return builder.insert(SubscriptOp(type, array, values)).results[0]


def _lower_load(op: Any, tables: Tables) -> bool | None:
    builder = EmitCBuilder(op)
    element = _element(op.memref, op.indices, builder)
    if element is None:
        return False
    replace_result(op, builder.insert(LoadOp(element)).results[0])
    return None


def _lower_store(op: Any, tables: Tables) -> bool | None:
    builder = EmitCBuilder(op)
    element = _element(op.memref, op.indices, builder)
    if element is None:
        return False
    builder.insert(AssignOp(element, builder.operand(op.value)))
    erase(op)
    return None


def _lower_alloca(op: Any, tables: Tables) -> bool | None:
    type = converted_type(op.results[0].type)
    alignment = op.properties.get("alignment")
    is_aligned = alignment is not None and alignment.value.data > 1
    if is_aligned or not isinstance(type, ArrayType):
        return False
    builder = EmitCBuilder(op)
    replace_result(op, builder.insert(VariableOp(type, UNINITIALIZED)).results[0])
    return None


LOWERINGS: dict[str, Callable[[Any, Tables], bool | None]] = {
    "memref.alloca": _lower_alloca,
    "memref.load": _lower_load,
    "memref.store": _lower_store,
    "scf.for": _lower_for,
    "scf.if": _lower_if,
}
