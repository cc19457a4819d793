"""Constraints that a revision's table refers to by name, and default values."""

from functools import cache
from typing import Any, cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
)
from xdsl.ir import TypeAttribute

from ttmlir_py.ir.definition import constraints
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, Described, any_of, attribute_of

_SI8 = IntegerType(8, constraints.SI32.signedness.data)
_OWN: dict[str, Described[Any]] = {
    "AnyType": Described("any type", lambda _: True),
    "IndexAttr": Described(
        "index attribute",
        lambda a: isinstance(a, IntegerAttr) and isinstance(cast(Any, a).type, IndexType),
    ),
    "TypeAttr": Described("any type attribute", lambda a: isinstance(a, TypeAttribute)),
    "AffineMapAttr": Described("AffineMap attribute", lambda a: isinstance(a, AffineMapAttr)),
    "SymbolRefAttr": Described("symbol reference attribute", lambda _: True),
    "SI8Attr": Described(
        "8-bit signed integer attribute", lambda a: constraints.is_integer_of(a, _SI8), None, _SI8
    ),
}
"""Maps names to constraints that no operation of 2025-02 uses."""

DESCRIPTIONS = {
    "#ttcore.metal_layout": "Tensor layout attribute with explicit physical shape",
}
"""Maps attribute names to their ODS descriptions, for error messages about enum cases."""


@cache
def constraint(kind: str) -> Described[Any]:
    """Return the constraint that a text in the table denotes: an ODS name, `#name`, `!name`, an
    array such as `[#name]`, or several alternatives separated by `|`.
    """
    if not kind:
        return AnyRankedTensor
    if "|" in kind:
        return any_of(*map(constraint, kind.split("|")))
    if kind[0] == "[":
        element = constraint(kind[1:-1])
        return constraints.array_of(element, f"array of {element.description}")
    if kind[0] in "#!":
        return attribute_of(kind[1:], DESCRIPTIONS.get(kind, ""))
    return _OWN.get(kind) or getattr(constraints, kind)
