"""xDSL's `arith` dialect: syntax, suggested names, words of the verifier, effects, and where its folders and patterns are."""

from typing import Any

from xdsl.ir import Operation

from ttmlir_py.dialects.upstream.arith_folding import FOLDERS, fold_arith
from ttmlir_py.dialects.upstream.syntax import (
    attributes_text,
    print_overflowing_binary,
    values_text,
)
from ttmlir_py.ir.external_models import (
    ExternalModels,
    OdsWords,
    OpPrinter,
    ResultGroups,
)
from ttmlir_py.ir.narrowing import is_integer_attr, is_integer_type
from ttmlir_py.ir.writing.attributes import quoted
from ttmlir_py.ir.writing.names import signed_value
from ttmlir_py.ir.writing.printer import MlirPrinter


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


def _constant_error(op: Operation) -> str:
    return "failed to verify that all of {value, result} have same type"


def _cast_error(op: Operation) -> str:
    source, result = quoted(op.operands[0].type), quoted(op.results[0].type)
    return f"operand type {source} and result type {result} are cast incompatible"


_OVERFLOWING = ("arith.addi", "arith.subi", "arith.muli", "arith.shli")
_INDEX_CASTS = ("arith.index_cast", "arith.index_castui")
_CASTS = (*_INDEX_CASTS, "arith.bitcast", "arith.extsi", "arith.extui", "arith.trunci")
_COMPARISONS = ("arith.cmpi", "arith.cmpf")

_WORDS = OdsWords(
    attributes={
        "arith.fastmath": "Floating point fast math flags",
        "arith.overflow": "Integer overflow arith flags",
    },
    fields={("arith.constant", "value"): "TypedAttr instance"},
    enum_cases={("arith.cmpi", "predicate"): 10, ("arith.cmpf", "predicate"): 16},
    or_types=dict.fromkeys(_INDEX_CASTS, "memref of signless-integer"),
    is_elementwise=True,
    same_type=dict.fromkeys(_COMPARISONS, ((0, 1), "requires all operands to have the same type")),
    same_type_fields={"arith.select": "true_value, false_value, result"},
    not_valid={
        "arith.constant": _constant_error,
        **dict.fromkeys(_CASTS, _cast_error),
    },
)

MODELS = ExternalModels(
    printers={
        **dict.fromkeys(_OVERFLOWING, print_overflowing_binary),
        "arith.cmpf": _print_comparison(
            "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true"
        ),
        "arith.cmpi": _print_comparison("eq ne slt sle sgt sge ult ule ugt uge"),
    },
    result_names={
        "arith.addui_extended": _sum_groups,
        "arith.constant": _constant_name,
        "arith.mulsi_extended": _product_groups,
        "arith.mului_extended": _product_groups,
    },
    words=_WORDS,
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
