"""External models of xDSL's `memref` dialect: syntax, names, verifiers, folders."""

from typing import Any

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    MemRefType,
    StringAttr,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.parser import Parser
from xdsl.utils.bitwise_casts import is_power_of_two
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.bufferization import ANY_MEMREF
from ttmlir_py.dialects.upstream.checks.shapes import element_of, type_text
from ttmlir_py.dialects.upstream.known import known_dimension, size_operand
from ttmlir_py.dialects.upstream.syntax import attributes_text, values_text
from ttmlir_py.ir.external_models import (
    ExternalModels,
    FoldResult,
    OdsWords,
    OpParser,
    ResultGroups,
)
from ttmlir_py.ir.narrowing import is_integer_attr, is_memref_type
from ttmlir_py.ir.writing.attributes import symbol_text
from ttmlir_py.ir.writing.printer import MlirPrinter


def _print_conversion(printer: MlirPrinter, op: Operation) -> None:
    source, result = op.operands[0], op.results[0]
    attributes = attributes_text(printer, op.attributes)
    types = f"{printer.attribute_text(source.type)} to {printer.attribute_text(result.type)}"
    printer.print_string(f" {printer.value_text(source)}{attributes} : {types}")


def _parse_conversion(op_class: type[Operation]) -> OpParser:
    def parse(parser: Parser) -> Operation:
        source = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        value = parser.resolve_operand(source, parser.parse_type())
        parser.parse_keyword("to")
        return op_class.create(
            operands=[value], result_types=[parser.parse_type()], attributes=attributes
        )

    return parse


def _print_copy(printer: MlirPrinter, op: Operation) -> None:
    source, target = op.operands
    attributes = attributes_text(printer, op.attributes)
    types = f"{printer.attribute_text(source.type)} to {printer.attribute_text(target.type)}"
    printer.print_string(f" {values_text(printer, op.operands)}{attributes} : {types}")


def _parse_copy(parser: Parser) -> Operation:
    source = parser.parse_unresolved_operand()
    parser.parse_punctuation(",")
    target = parser.parse_unresolved_operand()
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    first = parser.resolve_operand(source, parser.parse_type())
    parser.parse_keyword("to")
    second = parser.resolve_operand(target, parser.parse_type())
    return memref.CopyOp.create(operands=[first, second], attributes=attributes)


_GLOBAL_ATTRIBUTES = ("sym_name", "sym_visibility", "type", "initial_value", "constant")


def _print_global(printer: MlirPrinter, op: Any) -> None:
    properties: dict[str, Attribute] = op.properties
    text = ""
    if (visibility := properties.get("sym_visibility")) is not None:
        text += f" {printer.attribute_text(visibility)}"
    if "constant" in properties:
        text += " constant"
    text += f" {symbol_text(op.sym_name.data)} : {printer.attribute_text(op.type)}"
    initial = properties.get("initial_value")
    if isinstance(initial, UnitAttr):
        text += " = uninitialized"
    elif initial is not None:
        # The text omits the type of the initial value, because the memref type determines it.
        text += f" = {printer.attribute_text(initial).rsplit(' : ', 1)[0]}"
    others = {key: value for key, value in properties.items() if key not in _GLOBAL_ATTRIBUTES}
    printer.print_string(text + attributes_text(printer, {**op.attributes, **others}))


def _parse_global(parser: Parser) -> Operation:
    properties: dict[str, Attribute] = {}
    if (visibility := parser.parse_optional_str_literal()) is not None:
        properties["sym_visibility"] = StringAttr(visibility)
    if parser.parse_optional_keyword("constant") is not None:
        properties["constant"] = UnitAttr()
    properties["sym_name"] = parser.parse_symbol_name()
    parser.parse_punctuation(":")
    position = parser.pos
    type = parser.parse_type()
    if not is_memref_type(type) or DYNAMIC_INDEX in type.get_shape():
        parser.raise_error(f"type should be static shaped memref, but got '{type}'", position)
    properties["type"] = type
    if parser.parse_optional_punctuation("=") is not None:
        if parser.parse_optional_keyword("uninitialized") is not None:
            properties["initial_value"] = UnitAttr()
        else:
            parser.parse_keyword("dense")
            tensor: Any = TensorType(type.element_type, type.shape)
            properties["initial_value"] = parser.parse_dense_int_or_fp_elements_attr(tensor)
    attributes = parser.parse_optional_attr_dict()
    if "alignment" in attributes:
        properties["alignment"] = attributes.pop("alignment")
    return memref.GlobalOp.create(properties=properties, attributes=attributes)


def _verify_global(op: Operation) -> None:
    """Check that the initial value of a global has its type, and that the alignment is a power of
    2.
    """
    type_, initial = op.properties["type"], op.properties.get("initial_value")
    if isinstance(initial, DenseIntOrFPElementsAttr):
        expected = TensorType(type_.element_type, type_.shape) if is_memref_type(type_) else None
        given = initial.get_type()
        if expected is not None and given != expected:
            raise VerifyException(
                f"initial value expected to be of type '{expected}', but was of type '{given}'"
            )
    elif initial is not None and not isinstance(initial, UnitAttr):
        raise VerifyException(
            f"initial value should be a unit or elements attribute, but got {initial}"
        )
    alignment = op.properties.get("alignment")
    if is_integer_attr(alignment) and not is_power_of_two(alignment.value.data):
        raise VerifyException(
            f"alignment attribute value {alignment.value.data} is not a power of 2"
        )


def _metadata_groups(op: Operation) -> ResultGroups:
    rank = (len(op.results) - 2) // 2
    return (("base_buffer", 1), ("offset", 1), ("sizes", rank), ("strides", rank))


def _fold_casts(op: Operation) -> FoldResult | None:
    """Replace operands of `op` that are results of casts by the cast values, in place."""
    operands = [_cast_source(operand) for operand in op.operands]
    if all(new is old for new, old in zip(operands, op.operands, strict=True)):
        return None
    op.operands = operands
    return []


def _cast_source(value: SSAValue) -> SSAValue:
    """Return the value before the cast that defines `value` if its rank is known, otherwise
    `value`.
    """
    cast = value.owner
    if isinstance(cast, memref.CastOp) and is_memref_type(cast.source.type):
        return cast.source
    return value


def _fold_cast(op: memref.CastOp) -> FoldResult | None:
    """Return the source of a cast to the same type, otherwise None.

    A cast of a cast is changed in place to one cast.
    """
    if (skipped := _fold_casts(op)) is not None:
        return skipped
    return [op.source] if op.source.type == op.dest.type else None


def _fold_dim(op: memref.DimOp) -> FoldResult | None:
    """Return a static size, or the size operand of an allocation, or None.

    A cast that defines the memref is skipped in place.
    """
    type_, dimension = op.source.type, known_dimension(op.source, op.index)
    if dimension is None or not is_memref_type(type_):
        return None
    size, owner = type_.get_shape()[dimension], op.source.owner
    if size != DYNAMIC_INDEX:
        return [IntegerAttr.from_index_int_value(size)]
    if isinstance(owner, memref.AllocOp | memref.AllocaOp):
        return [size_operand(type_.get_shape(), dimension, owner.dynamic_sizes)]
    return _fold_casts(op)


def _verify_copy(op: memref.CopyOp) -> None:
    """Check that both memrefs of a copy have the same element type and compatible sizes."""
    source, target = op.source.type, op.destination.type
    if element_of(source) != element_of(target):
        raise VerifyException("requires the same element type for all operands")
    if not is_memref_type(source) or not is_memref_type(target):
        return
    shapes = source.get_shape(), target.get_shape()
    if len(shapes[0]) != len(shapes[1]) or any(
        a != b and DYNAMIC_INDEX not in (a, b) for a, b in zip(*shapes, strict=True)
    ):
        raise VerifyException("requires the same shape for all operands")


def _verify_memory_space_cast(op: memref.MemorySpaceCastOp) -> None:
    """Check that a cast changes only the memory space. Both memrefs may have no rank."""
    source: Attribute = op.source.type
    target: Attribute = op.dest.type
    if is_memref_type(source) and is_memref_type(target):
        kept = source.shape == target.shape and source.layout == target.layout
    else:
        kept = not is_memref_type(source) and not is_memref_type(target)
    if not kept or element_of(source) != element_of(target):
        raise VerifyException(
            f"operand type {type_text([source])} and result type {type_text([target])}"
            " are cast incompatible"
        )


MODELS = ExternalModels(
    verifiers={
        "memref.copy": _verify_copy,
        "memref.global": _verify_global,
        "memref.memory_space_cast": _verify_memory_space_cast,
    },
    checks="ttmlir_py.dialects.upstream.checks.memref",
    constants_of="arith",
    printers={
        "memref.cast": _print_conversion,
        "memref.copy": _print_copy,
        "memref.global": _print_global,
        "memref.memory_space_cast": _print_conversion,
    },
    parsers={
        "memref.cast": _parse_conversion(memref.CastOp),
        "memref.copy": _parse_copy,
        "memref.global": _parse_global,
        "memref.memory_space_cast": _parse_conversion(memref.MemorySpaceCastOp),
    },
    result_names={
        "memref.alloc": "alloc",
        "memref.alloca": "alloca",
        "memref.cast": "cast",
        "memref.collapse_shape": "collapse_shape",
        "memref.dim": "dim",
        "memref.expand_shape": "expand_shape",
        "memref.extract_aligned_pointer_as_index": "intptr",
        "memref.extract_strided_metadata": _metadata_groups,
        "memref.memory_space_cast": "memspacecast",
        "memref.reinterpret_cast": "reinterpret_cast",
        "memref.subview": "subview",
        "memref.transpose": "transpose",
        "memref.view": "view",
    },
    words=OdsWords(
        types={MemRefType: "memref of any type values"},
        field_types={
            ("memref.copy", "source"): ANY_MEMREF,
            ("memref.copy", "destination"): ANY_MEMREF,
            ("memref.memory_space_cast", "source"): ANY_MEMREF,
            ("memref.memory_space_cast", "dest"): ANY_MEMREF,
            ("memref.reinterpret_cast", "source"): ANY_MEMREF,
        },
        optional={"memref.global": ("initial_value", "sym_visibility")},
    ),
    folders={
        "memref.cast": _fold_cast,
        "memref.dim": _fold_dim,
        **dict.fromkeys(
            ("memref.copy", "memref.dealloc", "memref.load", "memref.store"), _fold_casts
        ),
    },
    canonicalization="ttmlir_py.dialects.upstream.canonicalization.memref",
)
