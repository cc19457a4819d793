"""Constraints on attributes and types, with the descriptions from ODS that error messages
contain.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from typing_extensions import TypeVar as DefaultTypeVar
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    DictionaryAttr,
    Float32Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneType,
    Signedness,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute, AttributeCovT
from xdsl.irdl import (
    AttrConstraint,
    IntConstraint,
    RangeConstraint,
    RangeLengthConstraint,
    RangeOf,
    VerificationContext,
)
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.elements import (
    DenseStringElementsAttr,
    DenseWideFloatElementsAttr,
    SparseElementsAttr,
)


@dataclass(frozen=True)
class Described(AttrConstraint[AttributeCovT]):
    """A predicate on attributes or types, with its description from ODS."""

    description: str
    predicate: Callable[[Attribute], bool]
    storage: Callable[[Attribute], bool] | None = None
    """A weaker predicate: whether a property with this constraint can store an attribute.

    None if the property stores exactly the attributes that satisfy the constraint.
    """
    value_type: Attribute | None = None
    """The type of every attribute that satisfies the constraint, which custom forms omit; or
    None.
    """
    mnemonic: str = ""
    """The IR name of the attributes that satisfy the constraint; custom forms omit it. Empty if
    unknown.
    """

    def can_store(self, attr: Attribute) -> bool:
        """Whether a property with this constraint can store `attr` in MLIR.

        The parser rejects other attributes, so that MLIR's verifier never sees them.
        """
        return (self.storage or self.predicate)(attr)

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        """Raise VerifyException with the description if `attr` does not satisfy the constraint."""
        if not self.predicate(attr):
            raise VerifyException(self.description)

    def mapping_type_vars(
        self, type_var_mapping: Mapping[DefaultTypeVar, AttrConstraint | IntConstraint]
    ) -> AttrConstraint[AttributeCovT]:
        """Return the constraint itself, because it contains no type variables."""
        return self


def unwrapped(constraint: AttrConstraint | RangeConstraint) -> AttrConstraint:
    """Return the constraint on each single value. IRDL wraps it in a constraint on a list of
    values.
    """
    if isinstance(constraint, RangeLengthConstraint):
        return unwrapped(constraint.constraint)
    if isinstance(constraint, RangeOf):
        return constraint.constr
    if isinstance(constraint, AttrConstraint):
        return constraint
    raise TypeError(f"not a constraint that ODS has: {constraint}")


def is_integer_of(attribute: Attribute, type_: IntegerType) -> bool:
    """Whether `attribute` is an integer attribute of type `type_`."""
    return isinstance(attribute, IntegerAttr) and cast(IntegerAttr, attribute).type == type_


def _integer(description: str, width: int, signedness: Signedness) -> Described[IntegerAttr]:
    type_ = IntegerType(width, signedness)
    return Described(
        f"{description} attribute",
        lambda a: is_integer_of(a, type_),
        None if width == 1 else lambda a: isinstance(a, IntegerAttr),
        type_,
    )


def _at_least(constraint: Described[IntegerAttr], least: int, word: str) -> Described[IntegerAttr]:
    """Return the constraint that ODS calls `ConfinedAttr<constraint, [IntMinValue<least>]>`:
    integers from `least` on.
    """
    return Described(
        f"{constraint.description} whose value is {word}",
        lambda a: constraint.predicate(a) and cast(IntegerAttr, a).value.data >= least,
        constraint.storage,
        constraint.value_type,
    )


def _dense_array(name: str, type_: IntegerType) -> Described[DenseArrayBase[Any]]:
    return Described(
        f"{name} dense array attribute",
        lambda a: isinstance(a, DenseArrayBase) and cast(DenseArrayBase[Any], a).elt_type == type_,
    )


def any_of(*constraints: Described[Any]) -> Described[Any]:
    """Return the constraint that ODS calls `AnyAttrOf<[...]>` or `AnyTypeOf<[...]>`: one of several
    must hold.
    """
    predicates = [c.predicate for c in constraints]
    return Described(
        " or ".join(c.description for c in constraints),
        lambda a: any(p(a) for p in predicates),
        lambda _: True,
    )


def attribute_of(name: str, description: str = "") -> Described[Any]:
    """Return the constraint that attributes (or types) are called `name` in the IR, such as
    `ttnn.shape`.

    It compares names, not classes, so that declaring ops does not load the attributes.
    """
    return Described(description, lambda a: a.name == name, mnemonic=name)


def array_of(element: Described[Any], description: str) -> Described[ArrayAttr[Any]]:
    """Return the constraint `TypedArrayAttrBase<element, description>` of ODS."""
    holds = element.predicate
    return Described(
        description,
        lambda a: isinstance(a, ArrayAttr) and all(map(holds, cast(ArrayAttr[Any], a).data)),
        lambda a: isinstance(a, ArrayAttr),
    )


AnyRankedTensor: Described[TensorType[Attribute]] = Described(
    "ranked tensor of any type values", lambda a: isinstance(a, TensorType)
)
AnyNon0RankedMemRef: Described[MemRefType[Attribute]] = Described(
    "non-0-ranked.memref of any type values",
    lambda a: isinstance(a, MemRefType) and len(a.shape) > 0,
)
AnyRankedTensorOrMemRef = any_of(AnyRankedTensor, AnyNon0RankedMemRef)

SI32 = IntegerType(32, Signedness.SIGNED)

I32Attr = _integer("32-bit signless integer", 32, Signedness.SIGNLESS)
I64Attr = _integer("64-bit signless integer", 64, Signedness.SIGNLESS)
SI32Attr = _integer("32-bit signed integer", 32, Signedness.SIGNED)
SI64Attr = _integer("64-bit signed integer", 64, Signedness.SIGNED)
UI32Attr = _integer("32-bit unsigned integer", 32, Signedness.UNSIGNED)
BoolAttr = _integer("bool", 1, Signedness.SIGNLESS)
PositiveI64Attr = _at_least(I64Attr, 1, "positive")
PositiveI32Attr = _at_least(I32Attr, 1, "positive")
NonNegativeI64Attr = _at_least(I64Attr, 0, "non-negative")
NonNegativeI32Attr = _at_least(I32Attr, 0, "non-negative")
F32Attr: Described[FloatAttr] = Described(
    "32-bit float attribute",
    lambda a: isinstance(a, FloatAttr) and isinstance(cast(FloatAttr, a).type, Float32Type),
    lambda a: isinstance(a, FloatAttr),
)
StrAttr: Described[StringAttr] = Described(
    "string attribute", lambda a: isinstance(a, StringAttr), value_type=NoneType()
)
DictAttr: Described[DictionaryAttr] = Described(
    "dictionary of named attribute values", lambda a: isinstance(a, DictionaryAttr)
)
UnitAttrConstraint: Described[UnitAttr] = Described(
    "unit attribute", lambda a: isinstance(a, UnitAttr)
)
FlatSymbolRefAttr: Described[SymbolRefAttr] = Described(
    "flat symbol reference attribute",
    lambda a: isinstance(a, SymbolRefAttr) and not a.nested_references.data,
)
DenseI32ArrayAttr = _dense_array("i32", IntegerType(32))
DenseI64ArrayAttr = _dense_array("i64", IntegerType(64))
DenseBoolArrayAttr = _dense_array("i1", IntegerType(1))
I32ArrayAttr = array_of(I32Attr, "32-bit integer array attribute")
ElementsAttr: Described[DenseIntOrFPElementsAttr] = Described(
    "constant vector/tensor attribute",
    lambda a: isinstance(
        a,
        DenseIntOrFPElementsAttr
        | DenseResourceAttr
        | DenseStringElementsAttr
        | DenseWideFloatElementsAttr
        | SparseElementsAttr,
    ),
)
I64ElementsAttr: Described[DenseIntOrFPElementsAttr] = Described(
    "64-bit signless integer elements attribute",
    lambda a: (
        isinstance(a, DenseIntOrFPElementsAttr)
        and cast(DenseIntOrFPElementsAttr, a).get_element_type() == IntegerType(64)
    ),
)
AffineMapArrayAttr = array_of(
    Described("AffineMap attribute", lambda a: isinstance(a, AffineMapAttr)),
    "AffineMap array attribute",
)
