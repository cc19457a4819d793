"""External models of xDSL's `arith` dialect: syntax, result names, verifiers, effects, folders."""

from typing import Any, TypeGuard, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    IntegerAttr,
    TensorType,
    UnrankedTensorType,
    VectorType,
    i1,
    i64,
)
from xdsl.ir import Attribute, Operation, TypedAttribute
from xdsl.parser import Parser
from xdsl.parser.core import UnresolvedOperand
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.arith_folding import FOLDERS, fold_arith
from ttmlir_py.dialects.upstream.syntax import (
    attributes_text,
    print_overflowing_binary,
    values_text,
)
from ttmlir_py.ir.definition.custom_form import parse_any_keyword
from ttmlir_py.ir.external_models import (
    ExternalModels,
    OdsWords,
    OpParser,
    OpPrinter,
    ResultGroups,
)
from ttmlir_py.ir.narrowing import (
    is_any_tensor_type,
    is_integer_attr,
    is_integer_type,
    is_tensor_type,
)
from ttmlir_py.ir.writing.attributes import quoted
from ttmlir_py.ir.writing.names import signed_value
from ttmlir_py.ir.writing.printer import MlirPrinter

_FLOAT_PREDICATES = "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true"
_INTEGER_PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge"


def _print_comparison(names: str) -> OpPrinter:
    predicates: list[str] = names.split()

    def print_form(printer: MlirPrinter, op: Any) -> None:
        predicate = predicates[int(op.predicate.value.data)]
        flags = op.properties.get("fastmath")
        fastmath = ""
        if flags is not None and flags.data:
            fast = len(flags.data) == 7
            fastmath = (
                f" fastmath<{'fast' if fast else ','.join(flag.value for flag in flags.data)}>"
            )
        operands = values_text(printer, op.operands)
        attributes = attributes_text(printer, op.attributes)
        type = printer.attribute_text(op.operands[0].type)
        printer.print_string(f" {predicate}, {operands}{fastmath}{attributes} : {type}")

    return print_form


def _constant_name(op: Operation) -> str:
    value = op.properties.get("value")
    if not is_integer_attr(value):
        return "cst"
    number, type = value.value.data, value.type
    if not is_integer_type(type):
        return f"c{number}"
    if type.width.data == 1:
        return "true" if number else "false"
    return f"c{signed_value(number, type)}_i{type.width.data}"


def _sum_groups(op: Operation) -> ResultGroups:
    return (("sum", 1), ("overflow", 1))


def _product_groups(op: Operation) -> ResultGroups:
    return (("low", 1), ("high", 1))


def _cast_error(op: Operation) -> str:
    source, result = quoted(op.operands[0].type), quoted(op.results[0].type)
    return f"operand type {source} and result type {result} are cast incompatible"


def _is_truth(type_: Attribute) -> bool:
    """Whether `type_` is `i1`, or a vector or tensor of `i1`."""
    return (type_.element_type if _is_shaped(type_) else type_) == i1


def _is_typed(attribute: Attribute) -> bool:
    return isinstance(attribute, TypedAttribute)


def _is_shaped(type_: Any) -> TypeGuard[VectorType[Attribute] | TensorType[Attribute]]:
    return isinstance(type_, VectorType) or is_any_tensor_type(type_)


def _truth_like(type_: Attribute) -> Attribute:
    """Return the type of the comparison of values of type `type_`: `i1`, or a vector or tensor of
    it.
    """
    if isinstance(type_, VectorType):
        vector = cast(VectorType[Attribute], type_)
        return VectorType(i1, vector.shape, vector.scalable_dims)
    if is_tensor_type(type_):
        return TensorType(i1, type_.shape, type_.encoding)
    return UnrankedTensorType(i1) if isinstance(type_, UnrankedTensorType) else i1


def _parse_comparison(cls: type[arith.CmpfOp] | type[arith.CmpiOp], names: str) -> OpParser:
    predicates = names.split()

    def parse(parser: Parser) -> Operation:
        position = parser.pos
        name = parse_any_keyword(parser)
        if name not in predicates:
            parser.raise_error(f"expected one of {', '.join(predicates)}", position)
        properties: dict[str, Attribute] = {
            "predicate": IntegerAttr(predicates.index(name), i64),
        }
        operands: list[UnresolvedOperand] = []
        for _ in range(2):
            parser.parse_punctuation(",")
            operands.append(parser.parse_unresolved_operand())
        if cls is arith.CmpfOp:
            has_flags = parser.parse_optional_keyword("fastmath") is not None
            properties["fastmath"] = (
                arith.FastMathFlagsAttr(arith.FastMathFlagsAttr.parse_parameter(parser))
                if has_flags
                else arith.FastMathFlagsAttr("none")
            )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(each, type_) for each in operands],
            result_types=[_truth_like(type_)],
            properties=properties,
            attributes=attributes,
        )

    return parse


def _verify_comparison(op: arith.CmpfOp | arith.CmpiOp) -> None:
    """Check that the result of the comparison has the shape of the operands."""
    if op.result.type != _truth_like(op.lhs.type):
        raise VerifyException(
            "failed to verify that result type has i1 element type and same shape as operands"
        )


def _parse_select(parser: Parser) -> arith.SelectOp:
    """Parse `%c, %a, %b {...} : type`; the type of the condition may come before the type."""
    operands = [parser.parse_unresolved_operand()]
    for _ in range(2):
        parser.parse_punctuation(",")
        operands.append(parser.parse_unresolved_operand())
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    types = [i1, parser.parse_type()]
    if parser.parse_optional_punctuation(",") is not None:
        types = [types[1], parser.parse_type()]
    values = [
        parser.resolve_operand(operand, type_)
        for operand, type_ in zip(operands, (*types, types[1]), strict=True)
    ]
    op = arith.SelectOp(*values)
    op.attributes.update(attributes)
    return op


def _print_select(printer: MlirPrinter, op: arith.SelectOp) -> None:
    types = [op.cond.type, op.result.type] if _is_shaped(op.cond.type) else [op.result.type]
    attributes = attributes_text(printer, op.attributes)
    printer.print_string(f" {values_text(printer, op.operands)}{attributes} : ")
    printer.print_string(printer.types_text(types))


def _verify_select(op: arith.SelectOp) -> None:
    """Check that a condition with several elements has the shape of the values it selects from."""
    condition, result = op.cond.type, op.result.type
    if not _is_shaped(condition):
        return
    if not _is_shaped(result):
        raise VerifyException(
            "if an operand is non-scalar, then there must be at least one non-scalar result"
        )
    if condition.name != result.name:
        raise VerifyException(
            "all non-scalar operands/results must have the same shape and base type"
        )
    if isinstance(condition, UnrankedTensorType) or isinstance(result, UnrankedTensorType):
        matches = condition.name == result.name
    else:
        matches = condition.get_shape() == result.get_shape()
    if not matches:
        raise VerifyException(
            "failed to verify that condition is signless i1 or has matching shape"
        )


_OVERFLOWING = ("arith.addi", "arith.subi", "arith.muli", "arith.shli")
_INDEX_CASTS = ("arith.index_cast", "arith.index_castui")
_CASTS = (*_INDEX_CASTS, "arith.bitcast", "arith.extsi", "arith.extui", "arith.trunci")

_WORDS = OdsWords(
    attributes={
        "arith.fastmath": "Floating point fast math flags",
        "arith.overflow": "Integer overflow arith flags",
    },
    enum_cases={("arith.cmpi", "predicate"): 10, ("arith.cmpf", "predicate"): 16},
    field_types={
        ("arith.constant", "value"): ("TypedAttr instance", _is_typed),
        ("arith.cmpf", "result"): ("bool-like", _is_truth),
        ("arith.cmpi", "result"): ("bool-like", _is_truth),
        ("arith.select", "cond"): ("bool-like", _is_truth),
    },
    or_types={
        **dict.fromkeys(_INDEX_CASTS, "memref of signless-integer"),
        "arith.bitcast": "memref of signless-integer or float",
    },
    is_elementwise=True,
    same_type_fields={"arith.select": "true_value, false_value, result"},
    not_valid={
        **dict.fromkeys(_CASTS, _cast_error),
    },
)

MODELS = ExternalModels(
    printers={
        **dict.fromkeys(_OVERFLOWING, print_overflowing_binary),
        "arith.select": _print_select,
        "arith.cmpf": _print_comparison(_FLOAT_PREDICATES),
        "arith.cmpi": _print_comparison(_INTEGER_PREDICATES),
    },
    parsers={
        "arith.cmpf": _parse_comparison(arith.CmpfOp, _FLOAT_PREDICATES),
        "arith.cmpi": _parse_comparison(arith.CmpiOp, _INTEGER_PREDICATES),
        "arith.select": _parse_select,
    },
    verifiers={
        "arith.cmpf": _verify_comparison,
        "arith.cmpi": _verify_comparison,
        "arith.select": _verify_select,
    },
    result_names={
        "arith.addui_extended": _sum_groups,
        "arith.constant": _constant_name,
        "arith.mulsi_extended": _product_groups,
        "arith.mului_extended": _product_groups,
    },
    words=_WORDS,
    checks="ttmlir_py.dialects.upstream.checks.arith",
    verifiers_are_local=True,
    folders={cls.name: fold_arith for cls in FOLDERS},
    canonicalization="ttmlir_py.dialects.upstream.canonicalization.arith",
    commutative=(
        "arith.addf",
        "arith.mulf",
        "arith.maxnumf",
        "arith.maximumf",
        "arith.maxsi",
        "arith.maxui",
        "arith.minimumf",
        "arith.minnumf",
        "arith.minsi",
        "arith.minui",
    ),
    are_effect_free=True,
)
