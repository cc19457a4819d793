"""Base classes of TOSA ops: text, purity, broadcasting, and checks of element types."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, ClassVar, Self, TypeVar, cast

from typing_extensions import override
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IntegerAttr,
    IntegerType,
    TensorType,
    UnrankedTensorType,
    VectorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tosa.constraints import AnyTensorType, is_float_type
from ttmlir_py.dialects.tosa.versions import NOTE, is_of_tosa_1
from ttmlir_py.ir.definition.custom_form import fail, resolve_operands
from ttmlir_py.ir.definition.inference import compatible_shapes, shape_if_ranked
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier
from ttmlir_py.ir.definition.signature_form import (
    parse_attributes,
    parse_operands,
    parse_signed,
    print_signature,
)
from ttmlir_py.ir.diagnostics import with_note
from ttmlir_py.ir.narrowing import is_any_tensor_type, is_integer_type

T = TypeVar("T")

_FALSE = IntegerAttr(0, IntegerType(1))


def tensor_type_of(value: SSAValue) -> AnyTensorType:
    """Return the type of `value`, which must be a tensor, ranked or not."""
    return cast(AnyTensorType, value.type)


def element_type_of(value: SSAValue) -> Attribute:
    """Return the element type of the tensor `value`."""
    return tensor_type_of(value).element_type


def shape_of(value: SSAValue) -> tuple[int, ...] | None:
    """Return the shape of the tensor `value`, or None if its rank is unknown."""
    return shape_if_ranked(value.type)


def verify_no_empty_dimension(*values: SSAValue) -> None:
    """Raise VerifyException if a size of one of the tensors `values` is 0."""
    if any(0 in (shape_of(value) or ()) for value in values):
        raise VerifyException(
            "tensor has a dimension with size zero. Each dimension of a tensor must have size >= 1"
        )


class TosaOperation(OdsOperation):
    """Base class of all TOSA ops; most are written as `name %a, %b {...} : (types) -> types`."""

    DEFAULTS: ClassVar[tuple[str, ...]] = ()
    """Names of optional boolean attributes that are `false` by default; `false` is not printed."""

    @local_verifier
    @override
    def verify_(self) -> None:
        """Verify the op. If the op is written as in TOSA 1.0, a note of the error points this
        out.
        """
        try:
            super().verify_()
        except VerifyException as error:
            if not is_of_tosa_1(self):
                raise
            raise with_note(self, error, NOTE) from error


class SignatureOp(TosaOperation):
    """An op that is printed with its signature."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything after the op's name."""
        position = parser.pos
        return parse_signed(parser, cls, {}, parse_operands(parser), position)

    def print(self, printer: Printer) -> None:
        """Print everything after the op's name."""
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        print_signature(printer, self, *self.left_out())

    def left_out(self) -> list[str]:
        """Return the names of the attributes that have their default values."""
        return [
            name
            for name in self.DEFAULTS
            if (value := self.properties.get(name)) is not None and value == _FALSE
        ]


class SpelledOp(SignatureOp):
    """An op whose form names its operands and results, so their number is fixed even in invalid
    text.
    """

    OPERANDS_ARE_A_LIST: ClassVar[bool] = False
    """Whether the parser accepts any number of operands, if the number of types is the same."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything after the op's name."""
        definition = cls.get_irdl_definition()
        position = parser.pos
        if cls.OPERANDS_ARE_A_LIST:
            operands = parse_operands(parser)
        else:
            operands = _parse_each(parser, parser.parse_unresolved_operand, definition.operands)
        properties: dict[str, Attribute] = {}
        attributes = parse_attributes(parser, cls, properties)
        parser.parse_punctuation(":")
        types = _parse_types(parser, cls.name, definition.operands)
        parser.parse_punctuation("->")
        single = len(definition.results) == 1
        results = (
            [_parse_tensor_type(parser, cls.name)]
            if single
            else _parse_types(parser, cls.name, definition.results)
        )
        values = resolve_operands(parser, cls.name, operands, types, position)
        return cls.create(
            operands=values, result_types=results, properties=properties, attributes=attributes
        )


def _parse_each(parser: Parser, parse: Callable[[], T], fields: Sequence[object]) -> list[T]:
    """Parse one element per field, separated by commas, with `parse`."""
    found = [parse()]
    for _ in fields[1:]:
        parser.parse_punctuation(",")
        found.append(parse())
    return found


def _parse_types(parser: Parser, op_name: str, fields: Sequence[object]) -> list[Attribute]:
    parser.parse_punctuation("(")
    types = _parse_each(parser, lambda: _parse_tensor_type(parser, op_name), fields)
    parser.parse_punctuation(")")
    return types


def _parse_tensor_type(parser: Parser, op_name: str) -> Attribute:
    position = parser.pos
    type: Attribute = parser.parse_type()
    if not is_any_tensor_type(type):
        fail(parser, op_name, "invalid kind of type specified", position)
    return type


class PureOp(SignatureOp):
    """An op without effects."""

    traits = traits_def(Pure())


class SameElementType(PureOp):
    """An op whose operands and results have the same element type
    (`SameOperandsAndResultElementType`).
    """

    @local_verifier
    def verify_traits(self) -> None:
        """Check that the element types fit together."""
        verify_element_types((*self.operands, *self.results))
        super().verify_traits()


def verify_element_types(values: Sequence[SSAValue]) -> None:
    """Raise VerifyException unless the operands and results have the same element type."""
    if not _have_one_element_type(values):
        raise VerifyException("requires the same element type for all operands and results")


def verify_operand_element_types(operands: Sequence[SSAValue]) -> None:
    """Raise VerifyException unless the operands have the same element type."""
    if not _have_one_element_type(operands):
        raise VerifyException("requires the same element type for all operands")


def _have_one_element_type(values: Sequence[SSAValue]) -> bool:
    return len({element_type_of(value) for value in values}) <= 1


class BroadcastableOp(PureOp):
    """An op whose operands broadcast (NumPy's rule) to the result's shape
    (`ResultsBroadcastableShape`).
    """

    @local_verifier
    def verify_traits(self) -> None:
        """Check that the shapes of operands and results are compatible, as far as they are
        known.
        """
        super().verify_traits()
        shapes = [shape for value in self.operands if (shape := shape_of(value)) is not None]
        if not shapes:
            return
        expected: tuple[int, ...] = shapes[0]
        for shape in shapes:
            joined = _broadcast(expected, shape)
            if joined is None:
                raise VerifyException("operands don't have broadcast-compatible shapes")
            expected = joined
        for result in self.results:
            shape = shape_of(result)
            if shape is None:
                continue
            suffix = shape[len(shape) - len(expected) :] if len(shape) > len(expected) else shape
            if not compatible_shapes(expected, suffix):
                raise VerifyException(
                    f"result type {_shape_text(shape)} not broadcast compatible with broadcasted"
                    f" operands's shapes {_shape_text(expected)}"
                )


def _broadcast(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the shape to which two shapes broadcast, or None if they are incompatible.

    Sizes may be unknown.
    """
    longer, shorter = (left, right) if len(left) > len(right) else (right, left)
    padded = (1,) * (len(longer) - len(shorter)) + shorter
    sizes = [_broadcast_size(a, b) for a, b in zip(longer, padded, strict=True)]
    return None if None in sizes else tuple(cast(list[int], sizes))


def _broadcast_size(a: int, b: int) -> int | None:
    """Return the size to which `a` and `b` broadcast, or None.

    An unknown size is assumed to match a size larger than 1.
    """
    if a == b or b == 1:
        return a
    if a == 1:
        return b
    if DYNAMIC_INDEX not in (a, b):
        return None
    known = max(a, b)
    return known if known > 1 else DYNAMIC_INDEX


def _shape_text(shape: Sequence[int]) -> str:
    return f"'{'x'.join('?' if size == DYNAMIC_INDEX else str(size) for size in shape)}'"


class ElementwiseOp(BroadcastableOp, SameElementType):
    """An op that computes each element from the elements at the same position of its operands."""


class ComparisonOp(BroadcastableOp):
    """An op that compares two tensors with the same element type."""

    @local_verifier
    def verify_traits(self) -> None:
        """Check that the element types of the operands are equal."""
        verify_operand_element_types(self.operands)
        super().verify_traits()


def broadcast_type(values: Sequence[SSAValue], element: Attribute) -> AnyTensorType:
    """Return the type to which `values` broadcast, with elements `element`; unranked if ranks are
    unknown.
    """
    shapes = [shape_of(value) for value in values]
    if None in shapes or any(DYNAMIC_INDEX in (shape or ()) for shape in shapes):
        return UnrankedTensorType(element)
    result: tuple[int, ...] | None = ()
    for shape in shapes:
        result = _broadcast(result or (), shape or ())
    return UnrankedTensorType(element) if result is None else TensorType(element, result)


def verify_elementwise(op: Operation) -> None:
    """Check MLIR's trait `Elementwise` for an op with one result, on scalars, vectors or
    tensors.
    """
    operands, results = (
        [
            cast(Any, type)
            for type in types
            if isinstance(type, VectorType) or is_any_tensor_type(type)
        ]
        for types in (op.operand_types, op.result_types)
    )
    if results and not operands:
        raise VerifyException(
            "if a result is non-scalar, then at least one operand must be non-scalar"
        )
    if operands and not results:
        raise VerifyException(
            "if an operand is non-scalar, then there must be at least one non-scalar result"
        )
    types = [*operands, *results]
    shapes = [t.get_shape() for t in types if not isinstance(t, UnrankedTensorType)]
    if len({cast(Any, type)(each) for each in types}) > 1 or not all(
        compatible_shapes(a, b) for a, b in combinations(shapes, 2)
    ):
        raise VerifyException(
            "all non-scalar operands/results must have the same shape and base type"
        )


def verify_product_types(lhs: SSAValue, rhs: SSAValue, result: SSAValue) -> None:
    """Check that the element types of a product are equal for floats; for integers, the result may
    be wider.
    """
    wide = element_type_of(result)
    if is_float_type(wide):
        verify_element_types((lhs, rhs, result))
        return
    narrow = element_type_of(lhs)
    verify_operand_element_types((lhs, rhs))
    if not (is_integer_type(narrow) and is_integer_type(wide) and narrow.bitwidth <= wide.bitwidth):
        raise VerifyException("invalid data type size for operands or result")
