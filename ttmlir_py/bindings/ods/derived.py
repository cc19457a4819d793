"""The specifications of the operations of the project's dialects, from their definitions.

A definition lists operands and attributes, each in the order of ODS. It does not say where
attributes are between operands. Attributes come after operands, except for the operations in
`_ORDER`.
"""

from collections.abc import Iterator, Sequence
from typing import Any, cast

from xdsl.irdl import (
    AttrOrPropDef,
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    OpDef,
    OptionalDef,
    VariadicDef,
)

from ttmlir_py.bindings.ods.spec import Argument, OperationSpec, Part, python_name
from ttmlir_py.dialects import load_dialect

_SIZES = ("operandSegmentSizes", "resultSegmentSizes")
_ORDER: dict[str, tuple[str, ...]] = {
    "emitc.apply": ("applicableOperator", "operand"),
    "emitc.call": ("callee", "operands_"),
    "emitc.call_opaque": ("callee", "operands_"),
    "emitc.cmp": ("predicate", "lhs", "rhs"),
    "emitc.member": ("member", "operand"),
    "emitc.member_of_ptr": ("member", "operand"),
    "ttir.cumsum": ("input", "dim", "output"),
    "ttir.kernel": ("op", "kind", "inputs", "outputs"),
    "ttkernel.noc_async_write_multicast": ("linked", "multicast_path_reserve", "noc"),
    "ttkernel.noc_async_write_multicast_loopback_src": ("linked", "multicast_path_reserve", "noc"),
    "ttkernel.noc_async_write_multicast_one_packet": ("linked", "multicast_path_reserve", "noc"),
    "ttnn.arange": ("dtype", "device", "memory_config"),
    "ttnn.empty": ("shape", "dtype", "layout", "device", "memory_config"),
    "ttnn.moreh_cumsum": ("input", "dim", "output"),
    "ttnn.ones": ("dtype", "layout", "device", "memory_config"),
    "ttnn.to_layout": ("dtype", "memory_config", "device"),
    "ttnn.upsample": ("mode", "memory_config"),
    "ttnn.zeros": ("dtype", "layout", "device", "memory_config"),
}
"""Maps operations with attributes before operands to these arguments in the order of ODS."""
_INFERRED = frozenset(
    {
        "tt.get_tuple_element",
        "tt.tuple",
        "ttkernel.get_noc_addr",
        "ttkernel.get_noc_addr_from_bank_id",
        "ttkernel.get_noc_addr_xy",
        "ttkernel.get_noc_multicast_addr",
        "ttkernel.get_read_ptr",
        "ttkernel.get_semaphore",
        "ttkernel.get_tile_size",
        "ttkernel.get_write_ptr",
        "ttkernel.mem_zeros_base",
        "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>",
        "ttkernel.mem_zeros_size",
    }
)
"""Operations whose result types are inferred."""
_RENAMED = {
    "emitc.call": {"results_": "result"},
    "emitc.call_opaque": {"results_": "result"},
    "ttir.pooling": {"results_": "result"},
}
"""Maps results to their names in ODS, where these differ."""
_UNNAMED = frozenset(
    f"emitc.{name}"
    for name in ("bitwise_not", "div", "logical_not", "mul", "rem", "unary_minus", "unary_plus")
)
"""Names of operations whose operands have no name in ODS."""


def specifications(dialect: str) -> list[OperationSpec]:
    """Return the specifications of a dialect's operations."""
    found: list[OperationSpec] = []
    for op_class in load_dialect(dialect).operations:
        arguments = _ordered(op_class.name, arguments_of(cast(Any, op_class)))
        found.append(specification(op_class, op_class.__name__, arguments))
    return found


def _mode(definition: Any) -> str:
    if isinstance(definition, OptionalDef):
        return "?"
    return "*" if isinstance(definition, VariadicDef) else ""


def arguments_of(op_class: Any) -> list[Argument]:
    """Return the operands, attributes and successors of an operation, in this order."""
    return list(_arguments(op_class.name, op_class.get_irdl_definition()))


def _arguments(name: str, definition: OpDef) -> Iterator[Argument]:
    for index, (field, operand) in enumerate(definition.operands):
        shown = f"_gen_arg_{index}" if name in _UNNAMED else python_name(field)
        yield Argument("operand", shown, _mode(operand))
    attributes: dict[str, AttrOrPropDef] = {**definition.properties, **definition.attributes}
    for field, attribute in attributes.items():
        if field not in _SIZES:
            optional = isinstance(attribute, OptionalDef) or attribute.default_value is not None
            shown = "type_" if field == "type" else python_name(field)
            yield Argument("attribute", shown, "?" if optional else "", field, _kind(attribute))
    for field, successor in definition.successors:
        yield Argument("successor", python_name(field), _mode(successor))


def _kind(attribute: Any) -> str:
    """Return the name of the attribute's constraint in ODS: `UnitAttr` for a flag, otherwise an
    empty text, because the operation's definition converts the value.
    """
    constraint = getattr(attribute, "constr", None)
    return "UnitAttr" if getattr(constraint, "description", "") == "unit attribute" else ""


def _ordered(name: str, arguments: list[Argument]) -> tuple[Argument, ...]:
    order = _ORDER.get(name)
    if order is None:
        return tuple(arguments)
    given = {each.name: each for each in arguments}
    listed = [given[each] for each in order]
    others = [each for each in arguments if each.name not in order]
    if any(each.kind == "operand" and not each.is_keyword for each in listed):
        return (*listed, *others)
    return (*others, *listed)


def specification(op_class: Any, class_name: str, arguments: Sequence[Argument]) -> OperationSpec:
    """Return the specification of an operation, for a class of the given name."""
    definition: Any = op_class.get_irdl_definition()
    name = op_class.name
    renamed = _RENAMED.get(name, {})
    results: list[Part] = []
    for field, result in definition.results:
        shown = python_name(field)
        results.append(Part(renamed.get(shown, shown), _mode(result)))
    return OperationSpec(
        name,
        class_name,
        tuple(arguments),
        tuple(results),
        tuple(
            Part(field.rstrip("_") if _mode(region) else field, _mode(region))
            for field, region in definition.regions
        ),
        infers=name in _INFERRED,
        sized_operands=any(isinstance(o, AttrSizedOperandSegments) for o in definition.options),
        sized_results=any(isinstance(o, AttrSizedResultSegments) for o in definition.options),
        documentation=(op_class.__doc__ or "").replace("\\", "\\\\").replace('"""', "'''"),
    )
