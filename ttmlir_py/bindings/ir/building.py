"""The creation of operations from Python objects."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import DictionaryAttr, StringAttr, UnregisteredOp
from xdsl.ir import Block as XdslBlock
from xdsl.ir import Operation as XdslOperation
from xdsl.ir import Region as XdslRegion
from xdsl.ir import SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.bindings.ir.attribute_map import property_names
from ttmlir_py.bindings.ir.core import Attribute, Type
from ttmlir_py.bindings.ir.diagnostics import raising
from ttmlir_py.bindings.ir.kinds import expect
from ttmlir_py.bindings.ir.values import Value
from ttmlir_py.bindings.revision import is_later, selected
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.writing.attributes import attribute_text


def _raw_attributes(name: str, attributes: dict[Any, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in attributes.items():
        if not isinstance(key, str):
            raise RuntimeError(
                "Invalid attribute key (not a string) when attempting to create the operation "
                f'"{name}" (found {type(key).__name__})'
            )
        if value is None:
            raise RuntimeError(
                f'Found an invalid (`None`?) attribute value for the key "{key}" when attempting '
                f'to create the operation "{name}"'
            )
        if not isinstance(value, Attribute | Type):
            raise RuntimeError(
                f'Invalid attribute value for the key "{key}" when attempting to create the '
                f'operation "{name}" (found {type(value).__name__})'
            )
        found[key] = value.xdsl
    return found


def _raw_operands(operands: Sequence[Any], context: Any) -> list[SSAValue]:
    found: list[SSAValue] = []
    for operand in operands:
        if not isinstance(operand, Value):
            if operand is None:
                raise ValueError("operand value cannot be None")
            operand = value_of(operand)
        if operand.context is not context:
            raise ValueError("operand belongs to another context than the location")
        found.append(operand.xdsl)
    return found


def value_of(operand: Any) -> Value:
    """Return `operand` if it is a value, or its only result if it is an operation. Raise TypeError
    for other objects.
    """
    if isinstance(operand, Value):
        return operand
    operation = getattr(operand, "operation", None)
    if operation is None:
        raise TypeError(f"expected Value, found {type(operand).__name__}")
    return operation.result


def create_raw(
    context: Any,
    name: str,
    results: Sequence[Any] | None,
    operands: Sequence[Any],
    attributes: dict[str, Any],
    successors: Sequence[Any],
    regions: int,
    location: Any,
) -> XdslOperation:
    """Create an operation of xDSL that is in no block. Without `results`, the result types are
    inferred.
    """
    if regions < 0:
        raise ValueError("number of regions must be >= 0")
    raw_operands = _raw_operands(operands, context)
    given = _raw_attributes(name, attributes)
    op_class = _class_of(name, context)
    properties: dict[str, Any] = {}
    if issubclass(op_class, UnregisteredOp):
        given["op_name__"] = StringAttr(name)
    else:
        for key in given.keys() & property_names(op_class):
            properties[key] = given.pop(key)
    for each in successors:
        if not isinstance(getattr(each, "xdsl", None), XdslBlock):
            raise TypeError(f"successor: expected Block, found {type(each).__name__}")
    blocks = [successor.xdsl for successor in successors]
    new_regions = [XdslRegion() for _ in range(regions)]
    if results is None:
        from ttmlir_py.bindings.ir.inference import inferred_types

        if properties:
            _check_properties(op_class, properties, given, context, location)
        types = inferred_types(op_class, raw_operands, {**given, **properties})
    else:
        types = [_result_type(each, context) for each in results]
    try:
        raw = op_class.create(
            operands=raw_operands,
            result_types=types,
            properties=properties,
            attributes=given,
            successors=blocks,
            regions=new_regions,
            location=location,
        )
    except VerifyException as error:
        raise ValueError(f"Operation creation failed: {error}") from None
    record_revision(raw, context)
    return raw


def _check_properties(
    op_class: type[XdslOperation],
    properties: dict[str, Any],
    others: dict[str, Any],
    context: Any,
    location: Any,
) -> None:
    """Raise MLIRError for an attribute that the operation cannot store.

    MLIR checks this when it infers result types, and otherwise in its verifier.
    """
    from ttmlir_py.ir.definition.properties import property_conversion_error

    if not issubclass(op_class, IRDLOperation):
        return
    reason = property_conversion_error(op_class, properties)
    if reason is None:
        return
    given = DictionaryAttr(dict(sorted({**others, **properties}.items())))
    message = (
        f" failed properties conversion while building {op_class.name} with "
        f"`{attribute_text(given)}`: {reason}"
    )
    with raising(context, "Operation creation failed"):
        context.xdsl.diagnostics.emit_error(location, message)
        raise CompilationError


def record_revision(raw: XdslOperation, context: Any) -> None:
    """Record the selected revision in a module, as the parser does.

    Operations that the revisions share do not show it, but it decides on the signs of integers.
    """
    if not is_later() or raw.name != "builtin.module":
        return
    from ttmlir_py.compiler import set_revision
    from ttmlir_py.ir.module import ModuleOp

    if isinstance(raw, ModuleOp):
        set_revision(context.xdsl, selected())  # a pipeline may have loaded the internal dialects
        raw.revision = selected()


def _result_type(type: Any, context: Any) -> Any:
    if type is None:
        raise ValueError("result type cannot be None")
    if not isinstance(type, Type):
        raise TypeError(f"expected Type, found {type.__class__.__name__}")
    if type.context is not context:
        raise ValueError("result type belongs to another context than the location")
    return type.xdsl


def _class_of(name: str, context: Any) -> type[XdslOperation]:
    xdsl = context.xdsl
    dialect = expect(name, str).partition(".")[0]
    if not xdsl.is_dialect_registered(dialect) and not xdsl.allow_unregistered:
        raise ValueError(
            f"{name} created with unregistered dialect. If this is intended, please call "
            "allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect "
            "with the MLIR tool used."
        )
    return xdsl.get_operation_class(name)


_WHAT: dict[str, tuple[str, type[Value] | type[Type]]] = {
    "Operand": ("operand", Value),
    "Result": ("result", Type),
}


def unpack_segments(
    name: str, kind: str, specification: Any, given: Sequence[Any] | None
) -> tuple[list[Any], list[int] | None]:
    """Flatten the segments of operands or results.

    The specification has an entry for each segment: 1 for one item, 0 for an optional one, -1 for a
    list. Return the items, and the sizes if there is a specification.
    """
    given = () if given is None else given
    word, wanted = _WHAT[kind]
    expected = wanted.__name__
    convert = value_of if kind == "Operand" else _as_type
    if specification is None:
        items = [
            each if isinstance(each, wanted) else _item(name, kind, index, convert, each)
            for index, each in enumerate(given)
        ]
        return items, None
    if len(given) != len(specification):
        raise ValueError(
            f'Operation "{name}" requires {len(specification)} {word} segments but was provided '
            f"{len(given)}"
        )
    items = []
    sizes: list[int] = []
    for index, (segment, each) in enumerate(zip(specification, given, strict=True)):
        if segment == -1:
            try:
                parts = [] if each is None else list(each)
                if not all(isinstance(part, wanted) for part in parts):
                    if any(part is None for part in parts):
                        raise TypeError("contained a None item")
                    parts = [convert(part) for part in parts]
            except TypeError as error:
                raise ValueError(
                    f'{kind} {index} of operation "{name}" must be a Sequence of {expected}s '
                    f"({error})"
                ) from None
            items += parts
            sizes.append(len(parts))
        elif each is None and segment == 0:
            sizes.append(0)
        elif each is None:
            raise ValueError(
                f'{kind} {index} of operation "{name}" must be a {expected} (was None and {word} '
                "is not optional)"
            )
        else:
            is_known = isinstance(each, wanted)
            items.append(each if is_known else _item(name, kind, index, convert, each))
            sizes.append(1)
    return items, sizes


def _item(name: str, kind: str, index: int, convert: Any, each: Any) -> Any:
    try:
        return convert(each)
    except TypeError as error:
        raise ValueError(
            f'{kind} {index} of operation "{name}" must be a {_WHAT[kind][1].__name__} ({error})'
        ) from None


def _as_type(type: Any) -> Any:
    if not isinstance(type, Type):
        raise TypeError(f"found {type.__class__.__name__}")
    return type
