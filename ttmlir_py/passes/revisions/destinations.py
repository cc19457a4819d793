"""Removal of destination operands, which revisions 2025-03 to 2025-11 have and 2026-08 does not."""

from typing import Any, cast

from xdsl.dialects.builtin import DenseArrayBase, TensorType, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import VariadicDef

from ttmlir_py.dialects.revisions.definitions import attribute_class
from ttmlir_py.dialects.revisions.destinations import DestinationOperation, RegionlessOperation
from ttmlir_py.dialects.ttir.generic import YieldOp
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.revisions.attributes import attribute_2026_08
from ttmlir_py.passes.revisions.misreadings import EMPTY_TENSORS
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import erase, insert_before, replace

_SEGMENTS = "operandSegmentSizes"


def drop_destinations(op: DestinationOperation) -> Operation | None:
    """Replace `op` by the 2026-08 operation without a destination, and return that operation.

    An operation that does nothing is erased, and the result is None. An empty tensor that was only
    the destination of this operation is erased. Raises OperationError for an operation or attribute
    that 2026-08 does not have.
    """
    destinations = op.destinations
    made = None
    if _is_identity(op):
        replace(op, [op.operands[0]])
    else:
        made = _without_destinations(op)
        # A cache that is written in place is also the result in these revisions.
        replace(op, list(made.results) or [made.operands[0]])
    for value in destinations:
        maker = value.owner
        if isinstance(maker, Operation) and maker.name in EMPTY_TENSORS and not value.uses:
            erase(maker)
    return made


def add_region(op: RegionlessOperation) -> Operation:
    """Replace `op` by the same operation of 2025-02, which has a region, and return that
    operation.
    """
    old = cast(Any, op)
    regions = [old.detach_region(each) for each in list(old.regions)]
    made = op.SUCCESSOR.create(
        operands=old.operands,
        result_types=[result.type for result in old.results],
        properties=dict(old.properties),
        attributes=dict(old.attributes),
        regions=regions or [_region_of_second_argument(old)],
        location=old.location,
    )
    insert_before(old, made)
    replace(old, list(made.results))
    return made


def _region_of_second_argument(op: Any) -> Region:
    scalar = TensorType(op.results[0].type.element_type, [1])
    block = Block(arg_types=[scalar, scalar])
    for argument in block.args:
        argument.location = op.location
    Builder.at_end(block, op.location).op(YieldOp, (block.args[1],))
    return Region(block)


def _is_identity(op: Any) -> bool:
    """Whether `op` is a `mesh_shard` that changes nothing, because every device already has its
    part.
    """
    return (
        op.name == "ttir.mesh_shard"
        and op.shard_type.value.keyword == "identity"
        and op.operands[0].type == op.results[0].type
    )


def _without_destinations(op: DestinationOperation) -> Operation:
    successor = op.SUCCESSOR
    fields = successor.get_irdl_definition().operands
    operands: list[SSAValue] = []
    sizes: list[int] = []
    for name, _ in fields:
        given: Any = getattr(op, name, None)
        values: list[SSAValue] = [given] if isinstance(given, SSAValue) else [*(given or ())]
        operands += values
        sizes.append(len(values))
    properties = {name: _property(op, value) for name, value in _properties(op).items()}
    if sum(isinstance(field, VariadicDef) for _, field in fields) > 1:
        properties[_SEGMENTS] = DenseArrayBase.from_list(i32, sizes)
    types = [result.type for result in op.results]
    made = successor.create(
        operands=operands,
        result_types=types if successor.get_irdl_definition().results else [],
        properties=properties,
        attributes=dict(op.attributes),
        location=cast(Any, op).location,
    )
    insert_before(op, made)
    return made


def _properties(op: DestinationOperation) -> dict[str, Attribute]:
    """Return the properties that `op` gets in 2026-08. Their values are still attributes of the
    revision of `op`.
    """
    properties = op.successor_properties()
    if op.name == "ttir.batch_norm" and cast(Any, op).training.value.data:
        raise OperationError(op, "trains, which no operation of 2026-08 with one result does")
    if op.name == "ttir.scatter_in_dim":
        kind: Any = attribute_class(op.SUCCESSOR.REVISION, "ttcore.reduce_type")
        properties["scatter_reduce_type"] = kind(kind.enum().from_keyword("invalid"))
    return properties


def _property(op: Operation, value: Attribute) -> Attribute:
    try:
        return attribute_2026_08(value)
    except ValueError as error:
        raise OperationError(op, str(error)) from None
