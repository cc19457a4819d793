"""Constraints on types, checks and inferred types that the additional operations share."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self

from xdsl.dialects.builtin import (
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from xdsl.ir import Attribute, Operation
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.shapes import is_signless
from ttmlir_py.ir.definition.constraints import Described
from ttmlir_py.ir.definition.operation_format import FormattedOperation, ParsedForm
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_vector_type

AnyType: Described[Attribute] = Described("any type", lambda _: True)
Index: Described[IndexType] = Described("index", lambda a: isinstance(a, IndexType))
Bool: Described[IntegerType] = Described("1-bit signless integer", lambda a: a == IntegerType(1))
AnyVector: Described[VectorType[Any]] = Described("vector of any type values", is_vector_type)
AnyTensor: Described[TensorType[Any]] = Described(
    "tensor of any type values", lambda a: isinstance(a, TensorType | UnrankedTensorType)
)
RankedTensor: Described[TensorType[Any]] = Described(
    "ranked tensor of any type values", lambda a: isinstance(a, TensorType)
)
RankedMemRef: Described[MemRefType[Any]] = Described(
    "memref of any type values", lambda a: isinstance(a, MemRefType)
)
AnyMemRef: Described[MemRefType[Any]] = Described(
    "ranked or unranked memref of any type values",
    lambda a: isinstance(a, MemRefType | UnrankedMemRefType),
)
TensorOrMemRef: Described[Any] = Described(
    "shaped of any type values",
    lambda a: isinstance(a, MemRefType | UnrankedMemRefType | TensorType | UnrankedTensorType),
)


def vector_of(description: str, holds: Callable[[Attribute], bool]) -> Described[VectorType[Any]]:
    """Return the constraint on vectors whose elements satisfy a predicate."""
    return Described(
        f"vector of {description} values", lambda a: is_vector_type(a) and holds(a.element_type)
    )


BoolVector = vector_of("1-bit signless integer", lambda a: a == IntegerType(1))
IndexVector = vector_of("integer or index", lambda a: isinstance(a, IndexType | IntegerType))
SignlessOrIndex: Described[Attribute] = Described(
    "signless integer or index", lambda a: isinstance(a, IndexType) or is_signless(a)
)


def require_of(condition: bool, message: str) -> None:
    """Raise an error at the operation unless a condition is true."""
    if not condition:
        raise VerifyException(message)


def require_in_place(op: Operation, condition: bool, message: str) -> None:
    """Raise an error at an operation, but without its name, unless a condition is true."""
    if not condition:
        raise OperationError(op, message, op_prefix=False)


def element_type(type_: Any) -> Attribute:
    """Return the element type of a shaped type, or the type itself if it is a scalar."""
    return getattr(type_, "element_type", type_)


Inferred = Callable[[ParsedForm], Sequence[Attribute]]
"""A function that returns the types of a group of values, given the parts of the form that were
parsed.
"""


class InferringOperation(FormattedOperation):
    """An operation whose form omits types that follow from others."""

    INFERRED: ClassVar[Mapping[str, Inferred]] = {}
    """Maps operands and results whose types the text omits to functions that infer the types."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse the form, then infer the omitted types."""

        def complete(form: ParsedForm) -> None:
            for name, infer in cls.INFERRED.items():
                form.types[name] = list(infer(form))

        return cls.parse_form(parser, complete)


def same_as(name: str) -> Inferred:
    """Return a function that infers the type of another operand or result."""
    return lambda form: form.types[name]


def element_of(name: str) -> Inferred:
    """Return a function that infers the element type of another operand or result."""
    return lambda form: [element_type(each) for each in form.types[name]]


def indices(name: str) -> Inferred:
    """Return a function that infers `index` for each operand of a group."""
    return lambda form: [IndexType() for _ in form.operands.get(name, ())]


def only(*types: Attribute) -> Inferred:
    """Return a function that infers the given types."""
    return lambda _: types
