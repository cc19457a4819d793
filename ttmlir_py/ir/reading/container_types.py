"""Types in custom forms that are not the container that an operation needs.

MLIR's generated parsers read the type of a `memref`, `tensor` or `vector` as a type of that class.
They report a type of another class at the type itself, before any verifier runs.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from xdsl.dialects.builtin import (
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from xdsl.ir import Attribute, Operation
from xdsl.irdl import IRDLOperation, OpDef, OperandDef, ResultDef
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Position

from ttmlir_py.ir.definition.constraints import Described, unwrapped

_DIALECTS = ("memref", "tensor", "vector")
_DESCRIBED: dict[str, tuple[type[Attribute], ...]] = {
    "memref": (MemRefType,),
    "ranked or unranked memref": (MemRefType, UnrankedMemRefType),
    "ranked tensor": (TensorType,),
    "tensor": (TensorType, UnrankedTensorType),
    "vector": (VectorType,),
}
"""Maps the start of ODS's descriptions to the classes of types that they allow."""
_DESCRIPTION = re.compile(rf"({'|'.join(_DESCRIBED)}) of (?!.* or (?:memref|tensor|vector) of)")


class WrongContainerError(Exception):
    """A type in a custom form is not the container that the operation needs."""

    def __init__(self, type_: Attribute) -> None:
        super().__init__(str(type_))
        self.type = type_


class _Place(NamedTuple):
    """An operand or result that must have a type of certain classes."""

    is_operand: bool
    number: int
    """The index of the value, counted from the end if it is negative."""
    classes: tuple[type[Attribute], ...]


def is_single(definition: OperandDef | ResultDef) -> bool:
    """Whether there is always one such operand or result: variadic definitions are subclasses."""
    return type(definition) in (OperandDef, ResultDef)


def lists_operand_types(definition: OpDef) -> bool:
    """Whether the form has the list `type(operands)`, which MLIR reads as types of any class."""
    return "type(operands)" in (definition.assembly_format or "")


def check_container(type_: Attribute, definition: OperandDef | ResultDef) -> None:
    """Raise WrongContainerError if one operand or result cannot have this type in a custom form."""
    classes = _classes(definition)
    if classes and not isinstance(type_, classes):
        raise WrongContainerError(type_)


def _classes(definition: OperandDef | ResultDef) -> tuple[type[Attribute], ...]:
    """Return the classes of types that an operand or result allows, if they are one kind of
    container. Return nothing otherwise.
    """
    constraint = unwrapped(definition.constr)
    if isinstance(constraint, Described):
        match = _DESCRIPTION.match(constraint.description)
        return _DESCRIBED[match[1]] if match else ()
    bases = constraint.get_bases()
    if bases == {MemRefType}:  # xDSL asks for a rank, unlike MLIR's memref.copy
        return MemRefType, UnrankedMemRefType
    if bases and any(bases <= {*classes} for classes in _DESCRIBED.values()):
        return tuple(bases)
    return ()


@cache
def _places(op_class: type[Operation]) -> tuple[_Place, ...]:
    """Return the operands and results of an operation class that must be containers."""
    if op_class.name.split(".")[0] not in _DIALECTS or not issubclass(op_class, IRDLOperation):
        return ()
    definition = op_class.get_irdl_definition()
    if lists_operand_types(definition):
        return ()
    found: list[_Place] = []
    for is_operand, values in (True, definition.operands), (False, definition.results):
        single = [is_single(each) for _, each in values]
        for index, (_, each) in enumerate(values):
            if not is_single(each):
                continue
            if all(single[:index]):
                found.append(_Place(is_operand, index, _classes(each)))
            elif all(single[index:]):
                found.append(_Place(is_operand, index - len(values), _classes(each)))
    return tuple(each for each in found if each.classes)


def wrong_container(op: Operation) -> Attribute | None:
    """Return the first type of `op` that is not the container that its definition needs."""
    for is_operand, number, classes in _places(type(op)):
        type_ = (op.operands if is_operand else op.results)[number].type
        if not isinstance(type_, classes):
            return type_
    return None


def type_position(
    parser: Any, parse: Callable[[Any], object], start: Position, wanted: Attribute
) -> Position | None:
    """Return the position of the type `wanted` in the custom form from `start` on, which `parse`
    reads; None if the form does not contain it, or only in a function type.
    """
    found: dict[Position, Attribute] = {}
    parse_type: Callable[[], Attribute | None] = parser.parse_optional_type
    parse_function_type: Callable[[], Attribute | None] = parser.parse_optional_function_type

    def record() -> Attribute | None:
        position = parser.pos
        read = parse_type()
        if read is not None:
            found[position] = read
        return read

    def forget() -> Attribute | None:
        before = dict(found)
        signature = parse_function_type()
        if signature is not None:
            found.clear()
            found.update(before)
        return signature

    end = parser.pos
    parser.resume_from(start)
    parser.parse_optional_type, parser.parse_optional_function_type = record, forget
    with suppress(ParseError, VerifyException, WrongContainerError):
        parse(parser)
    del parser.parse_optional_type, parser.parse_optional_function_type
    parser.resume_from(end)
    return next((position for position, type_ in found.items() if type_ == wanted), None)
