"""Inference of result types, for operations that are built without them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from xdsl.dialects import builtin
from xdsl.ir import Attribute, Operation, SSAValue, TypeAttribute
from xdsl.irdl import IRDLOperation
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.bindings.ir.attribute_map import property_names
from ttmlir_py.bindings.ir.kinds import is_a

Operands = Sequence[SSAValue]
Attributes = Mapping[str, Attribute]
Rule = Callable[[Operands, Attributes], Sequence[Attribute]]

_INDEX = builtin.IndexType()


def _comparison(operands: Operands, attributes: Attributes) -> Sequence[Attribute]:
    type: Any = operands[0].type
    if is_a(type, builtin.TensorType):
        return [builtin.TensorType(builtin.i1, type.get_shape(), type.encoding)]
    if is_a(type, builtin.UnrankedTensorType):
        return [builtin.UnrankedTensorType(builtin.i1)]
    if is_a(type, builtin.VectorType):
        return [builtin.VectorType(builtin.i1, type.get_shape(), type.scalable_dims)]
    return [builtin.i1]


def _constant(operands: Operands, attributes: Attributes) -> Sequence[Attribute]:
    return [cast(Any, attributes["value"]).type]


def _element(operands: Operands, attributes: Attributes) -> Sequence[Attribute]:
    return [cast(Any, operands[0].type).element_type]


def _operand(position: int) -> Rule:
    def rule(operands: Operands, attributes: Attributes) -> Sequence[Attribute]:
        return [operands[position].type]

    return rule


def _two_of_the_first(operands: Operands, attributes: Attributes) -> Sequence[Attribute]:
    return [operands[0].type] * 2


def _index(operands: Operands, attributes: Attributes) -> Sequence[Attribute]:
    return [_INDEX]


def _indices(operands: Operands, attributes: Attributes) -> Sequence[Attribute]:
    return [_INDEX] * (len(operands) - 1)


def _metadata(operands: Operands, attributes: Attributes) -> Sequence[Attribute]:
    type: Any = operands[0].type
    base = builtin.MemRefType(type.element_type, [], memory_space=type.memory_space)
    return [base, *[_INDEX] * (1 + 2 * len(type.get_shape()))]


def _tuple(operands: Operands, attributes: Attributes) -> Sequence[Attribute]:
    return [builtin.TupleType(tuple(each.type for each in operands))]  # pyright: ignore


def _tuple_element(operands: Operands, attributes: Attributes) -> Sequence[Attribute]:
    types = cast(Any, operands[0].type).types.data
    return [types[cast(Any, attributes["index"]).value.data]]


_RULES: dict[str, Rule] = {
    "affine.apply": _index,
    "affine.delinearize_index": _indices,
    "affine.max": _index,
    "affine.min": _index,
    "arith.cmpf": _comparison,
    "arith.cmpi": _comparison,
    "arith.constant": _constant,
    "arith.mulsi_extended": _two_of_the_first,
    "arith.mului_extended": _two_of_the_first,
    "arith.select": _operand(1),
    "memref.atomic_rmw": _operand(0),
    "memref.dim": _index,
    "memref.extract_aligned_pointer_as_index": _index,
    "memref.extract_strided_metadata": _metadata,
    "memref.load": _element,
    "memref.rank": _index,
    "tensor.dim": _index,
    "tensor.extract": _element,
    "tensor.insert": _operand(1),
    "tensor.insert_slice": _operand(1),
    "tensor.pack": _operand(1),
    "tensor.rank": _index,
    "tensor.unpack": _operand(1),
    "tosa.const": _constant,
    "tt.get_tuple_element": _tuple_element,
    "tt.tuple": _tuple,
    "ttcore.get_tuple_element": _tuple_element,
    "ttcore.tuple": _tuple,
}
_SAME_AS_FIRST = ("arith", "math")
"""Dialects in which results have the type of the first operand, unless there is a rule."""


def inferred_types(
    op_class: type[Operation], operands: Operands, attributes: Attributes
) -> Sequence[Attribute]:
    """Return the inferred result types. Raise ValueError if they cannot be inferred."""
    name = op_class.name
    rule = _RULES.get(name)
    try:
        if rule is not None:
            return rule(operands, attributes)
        if name.partition(".")[0] in _SAME_AS_FIRST and operands:
            return [operands[0].type]
        if _has_inference(op_class):
            return _inferred_by_definition(op_class, operands, attributes)
        if (fixed := _fixed(op_class)) is not None:
            return fixed
    except (AttributeError, IndexError, KeyError):
        raise ValueError(
            f"Operation creation failed: the result types of '{name}' cannot be inferred from its "
            "operands and attributes"
        ) from None
    raise ValueError(f"the result types of '{name}' cannot be inferred: pass `results`")


def infers(op_class: type[Operation]) -> bool:
    """Whether the result types of an operation can be inferred."""
    name = op_class.name
    has_rule = name in _RULES or name.partition(".")[0] in _SAME_AS_FIRST
    return has_rule or _has_inference(op_class) or bool(_fixed(op_class))


def _has_inference(op_class: type[Operation]) -> bool:
    """Whether the definition of an operation infers result types."""
    from ttmlir_py.dialects.stablehlo.interfaces import StableHLOOperation

    found = getattr(op_class, "infer_types", None)
    return found is not None and found is not StableHLOOperation.infer_types


def _inferred_by_definition(
    op_class: type[Operation], operands: Operands, attributes: Attributes
) -> Sequence[Attribute]:
    """Return the result types that the definition of an operation infers, from a temporary
    operation without results.
    """
    properties = property_names(op_class)
    probe: Any = op_class.create(
        operands=operands,
        properties={name: each for name, each in attributes.items() if name in properties},
        attributes={name: each for name, each in attributes.items() if name not in properties},
    )
    try:
        return probe.infer_types()
    except VerifyException as error:
        raise ValueError(
            f"Operation creation failed: failed to infer returned types: {error}"
        ) from None
    finally:
        probe.erase()


def _fixed(op_class: type[Operation]) -> Sequence[Attribute] | None:
    """Return the result types if the operation's definition allows only one type for each, or
    None.
    """
    from ttmlir_py.ir.definition.constraints import unwrapped

    if not issubclass(op_class, IRDLOperation):
        return None
    results = op_class.get_irdl_definition().results
    revision: str = getattr(op_class, "REVISION", "")
    found = [_only_type(unwrapped(each.constr), revision) for _, each in results]
    return [each for each in found if each] if all(found) else None


def _only_type(constraint: Any, revision: str) -> Attribute | None:
    """Return the type that a constraint requires, or None if it allows several types.

    `revision` is that of the operation, or empty for an operation that is no later revision's.
    """
    from ttmlir_py.dialects.revisions.definitions import attribute_class
    from ttmlir_py.dialects.ttkernel.types import L1AddrPtrType, L1AddrType, NocAddrType
    from ttmlir_py.ir.definition.constraints import Described

    if not isinstance(constraint, Described):
        return None
    if revision and constraint.mnemonic.startswith("ttnn."):
        named: Any = attribute_class(revision, constraint.mnemonic)
        has_one_type = not named.get_irdl_definition().parameters
        return named() if has_one_type and issubclass(named, TypeAttribute) else None
    candidates = (
        *(builtin.i32, builtin.i64, builtin.i1, _INDEX),
        *(L1AddrType(), L1AddrPtrType(), NocAddrType()),
    )
    return next((each for each in candidates if constraint.predicate(each)), None)
