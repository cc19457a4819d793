"""Conversion between Python values and attributes.

A `Form` is a Python spelling of an attribute. A constraint accepts a form if one of the attributes
made from the form's example satisfies it. Therefore no table of constraints exists, and a new
constraint needs no entry here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    Signedness,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    f32,
)
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineMap

from ttmlir_py.building.elements import dense
from ttmlir_py.building.types import element_type
from ttmlir_py.dialects.tt import attributes as tt
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.layout import GridAttr
from ttmlir_py.dialects.tt.tile import element_type_to_data_type
from ttmlir_py.dialects.ttir import attributes as ttir
from ttmlir_py.dialects.ttnn import attributes as ttnn
from ttmlir_py.dialects.ttnn.attributes import MeshShapeAttr, ShapeAttr, TTNNLayoutAttr
from ttmlir_py.dialects.ttnn.enums import BufferType
from ttmlir_py.ir.definition.attribute_format import EnumAttr
from ttmlir_py.ir.definition.constraints import Described
from ttmlir_py.ir.definition.enums import MlirEnum
from ttmlir_py.ir.floats import float_attribute

_INTEGERS = (
    *(IntegerType(width) for width in (32, 64)),
    *(IntegerType(width, Signedness.SIGNED) for width in (32, 64)),
    IntegerType(32, Signedness.UNSIGNED),
)
"""Integer types that properties of ops can have."""


@dataclass(frozen=True)
class Form:
    """One kind of Python value, such as `int`, that can be written instead of an attribute."""

    words: str
    """The kind of value in error messages, for example `an int`."""
    annotation: Any
    """The Python type in the signatures of generated functions."""
    example: Any
    """A value of this kind. A constraint accepts the kind if it accepts an attribute made from
    `example`.
    """
    describes: Callable[[Any], bool]
    """Returns True if a Python value is of this kind."""
    attributes: Callable[[Any], Iterable[Attribute]]
    """Returns the attributes that a value can represent.

    Raises ValueError or TypeError if the value represents no attribute.
    """


def _is_int(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _is_float(value: Any) -> bool:
    return _is_int(value) or isinstance(value, float | np.floating)


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool | np.bool_)


def _sequence_of(is_item: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Return a predicate that is true for lists, tuples and arrays whose items all satisfy
    `is_item`.
    """

    def holds(value: Any) -> bool:
        is_sequence = isinstance(value, Sequence | np.ndarray) and not isinstance(value, str)
        return is_sequence and all(map(is_item, cast(Iterable[Any], value)))

    return holds


def _fits(value: int, type_: IntegerType) -> bool:
    """Whether the integer type `type_` can represent `value`.

    Signless types, which are printed as signed, accept numbers up to the largest signed one.
    """
    low, high = type_.value_range()
    is_signless = type_.signedness.data is Signedness.SIGNLESS
    return low <= value < (-low if is_signless else high)


def _bools(value: Any) -> Iterator[Attribute]:
    yield IntegerAttr.from_bool(bool(value))
    if value:
        yield UnitAttr()


def _integers(value: Any) -> Iterator[Attribute]:
    return (IntegerAttr(int(value), type_) for type_ in _INTEGERS if _fits(int(value), type_))


def _strings(value: str) -> Iterator[Attribute]:
    yield StringAttr(value)
    yield SymbolRefAttr(value)


def _integer_lists(value: Iterable[Any]) -> Iterator[Attribute]:
    numbers = [int(number) for number in value]
    for type_ in _INTEGERS[:2]:
        if all(_fits(number, type_) for number in numbers):
            yield DenseArrayBase.from_list(type_, numbers)
            yield ArrayAttr([IntegerAttr(number, type_) for number in numbers])
    yield ShapeAttr(tuple(numbers))
    yield GridAttr(tuple(numbers))
    if len(numbers) == 2:
        yield MeshShapeAttr(*numbers)


def _bool_lists(value: Iterable[Any]) -> Iterator[Attribute]:
    yield DenseArrayBase.from_list(IntegerType(1), [int(item) for item in value])


def _elements(value: Any) -> Iterator[Attribute]:
    yield dense(value)
    yield dense(value, "i64")


def _is_number_or_array(value: Any) -> bool:
    return isinstance(value, bool | int | float | list | tuple | np.ndarray | np.generic)


def _map_lists(value: Iterable[AffineMap]) -> Iterator[Attribute]:
    yield ArrayAttr([AffineMapAttr(each) for each in value])


def _memory_configs(value: Any) -> Iterator[Attribute]:
    yield value.get_memory_config()


def _is_ttnn_layout(value: Any) -> bool:
    return isinstance(value, TTNNLayoutAttr)


def _ttnn_layout() -> Attribute:
    return TTNNLayoutAttr.get((1, 1), f32, BufferType.SystemMemory, GridAttr((1, 1)))


def _enum_of(attribute: type[EnumAttr]) -> type[MlirEnum] | None:
    """Return the enum to whose cases `attribute` refers, or None for base classes that do not fix
    the enum.
    """
    enum: Any = vars(attribute).get("__annotations__", {}).get("value")
    return enum if isinstance(enum, type) and issubclass(enum, MlirEnum) else None


def _case_of(enum: type[MlirEnum], value: Any) -> MlirEnum | None:
    """Return the case of `enum` that `value` is or names, or None.

    For the enum of data types, `value` may also be an element type such as `f32`.
    """
    if isinstance(value, enum):
        return value
    case = enum.from_keyword(value) if isinstance(value, str) else None
    if case is None and enum is DataType and not isinstance(value, MlirEnum):
        try:
            return element_type_to_data_type(element_type(value))
        except (TypeError, ValueError):
            return None
    return case


def _enum_forms(attribute: type[EnumAttr], enum: type[MlirEnum]) -> Iterator[Form]:
    """Yield two forms for an enum attribute: a single case, and a list of cases."""
    keywords = ", ".join(case.keyword for case in enum)

    def attributes(value: Any) -> Iterator[EnumAttr]:
        case = _case_of(enum, value)
        if case is not None:
            yield attribute(case)

    def lists(value: Iterable[Any]) -> Iterator[Attribute]:
        yield ArrayAttr([each for item in value for each in attributes(item)])

    def is_case(value: Any) -> bool:
        return _case_of(enum, value) is not None

    first = next(iter(enum))
    yield Form(f"a {enum.__name__} ({keywords})", enum, first, is_case, attributes)
    words, annotation = f"a list of {enum.__name__} ({keywords})", Sequence[enum]
    yield Form(words, annotation, (first,), _sequence_of(is_case), lists)


def _floats(value: Any) -> Iterator[Attribute]:
    number = float(
        value
    )  # FloatAttr also rounds and rejects too large numbers, but it replaces the payload of a NaN.
    yield float_attribute(number, f32) if number != number else FloatAttr(number, f32)


@cache
def _forms() -> tuple[Form, ...]:
    """Return all forms. The first form that a constraint accepts gives the parameter its type in
    messages.
    """
    is_ints, is_bools = _sequence_of(_is_int), _sequence_of(_is_bool)
    is_maps = _sequence_of(lambda item: isinstance(item, AffineMap))
    enums = dict.fromkeys(
        value
        for module in (tt, ttir, ttnn)
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, EnumAttr)
    )
    return (
        Form("a bool", bool, True, _is_bool, _bools),
        Form("an int", int, 1, _is_int, _integers),
        Form("a float", float, 1.0, _is_float, _floats),
        Form("a string", str, "x", lambda value: isinstance(value, str), _strings),
        Form("a list of ints", Sequence[int], (1, 1), is_ints, _integer_lists),
        Form("a list of bools", Sequence[bool], (True,), is_bools, _bool_lists),
        Form("numbers (a NumPy array, a list or one)", Any, [1], _is_number_or_array, _elements),
        Form(
            "a list of AffineMap", Sequence[AffineMap], [AffineMap.identity(1)], is_maps, _map_lists
        ),
        Form("a TTNNLayoutAttr", Attribute, _ttnn_layout(), _is_ttnn_layout, _memory_configs),
        *(
            form
            for attribute in enums
            if (enum := _enum_of(attribute)) is not None
            for form in _enum_forms(attribute, enum)
        ),
    )


def _attribute_of_form(constraint: Described[Any], form: Form, value: Any) -> Attribute | None:
    """Return the first of the attributes for `value`, a value of kind `form`, that `constraint`
    accepts, or None.
    """
    return next((a for a in form.attributes(value) if constraint.predicate(a)), None)


@dataclass(frozen=True)
class Conversion:
    """A conversion from Python values to the attributes that a constraint accepts."""

    constraint: Described[Any]
    forms: tuple[Form, ...]

    @classmethod
    def to(cls, constraint: Described[Any]) -> Conversion:
        """Return the conversion from Python values to attributes that satisfy `constraint`."""
        takes = (
            form
            for form in _forms()
            if _attribute_of_form(constraint, form, form.example) is not None
        )
        return cls(constraint, tuple(takes))

    @property
    def annotation(self) -> Any:
        """The Python type of the accepted values, for signatures; `Attribute` if only attributes
        are accepted.
        """
        result: Any = self.forms[0].annotation if self.forms else Attribute
        for form in self.forms[1:]:
            result = result if result is Any else result | form.annotation
        return result

    @property
    def takes_elements(self) -> bool:
        """Whether the converted attribute holds the elements of a tensor, such as `dense<...>`."""
        return any(form.attributes is _elements for form in self.forms)

    def convert(self, value: Any, name: str) -> Attribute:
        """Return the attribute for `value`, the argument of the parameter `name`.

        A value that is already an accepted attribute is returned unchanged. Raises TypeError if the
        constraint does not accept this kind of value, and ValueError if the value is out of range.
        """
        if isinstance(value, Attribute) and self.constraint.predicate(value):
            return value
        forms = [form for form in self.forms if form.describes(value)]
        if not forms:
            words = " or ".join(form.words for form in self.forms) or "an attribute"
            shown = f"the attribute {value}" if isinstance(value, Attribute) else repr(value)
            raise TypeError(f"{name} must be {words} ({self._description}), not {shown}")
        for form in forms:
            attribute = _attribute_of_form(self.constraint, form, value)
            if attribute is not None:
                return attribute
        raise ValueError(f"{name} must be a {self._description}, which {value!r} does not fit")

    @property
    def _description(self) -> str:
        return self.constraint.description or "array of attributes"


_SHAPES = ("ttnn.shape", "tt.grid")
"""Names of attributes that hold a list of sizes, which `plain` returns as a tuple."""


def plain(attribute: Attribute | None) -> Any:
    """Return `attribute` as a Python number, tuple, string or enum case; return any other attribute
    as is.
    """
    known: Any = attribute
    match attribute:
        case IntegerAttr():
            return bool(known.value.data) if known.type == IntegerType(1) else known.value.data
        case FloatAttr():
            return known.value.data
        case StringAttr():
            return known.data
        case DenseArrayBase():
            return known.get_values()
        case ArrayAttr():
            items: tuple[Attribute, ...] = known.data
            return tuple(map(plain, items))
        case EnumAttr():
            return known.value
        case _:
            return known.shape if known is not None and known.name in _SHAPES else known
