"""The builtin types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Any, ClassVar, Self, cast

from xdsl.dialects import builtin
from xdsl.dialects.builtin import DYNAMIC_INDEX, NoneAttr

from ttmlir_py.bindings.ir.core import (
    Attribute,
    Type,
    optional_attribute,
    raw_attribute,
    raw_type,
    register_wrapper,
    to_type,
    wrapper_of,
)
from ttmlir_py.bindings.ir.kinds import expect, is_a
from ttmlir_py.bindings.ir.state import resolve_context, resolve_location

__all__ = [
    "BF16Type",
    "ComplexType",
    "F16Type",
    "F32Type",
    "F64Type",
    "FloatTF32Type",
    "FloatType",
    "FunctionType",
    "IndexType",
    "IntegerType",
    "NoneType",
    "OpaqueType",
    "TupleType",
]

DYNAMIC = -(1 << 63)
"""The number that stands for a dynamic size in MLIR. In xDSL it is -1."""


def from_mlir_size(size: int) -> int:
    """Return xDSL's number for a size as MLIR represents it."""
    return DYNAMIC_INDEX if size == DYNAMIC else size


def whole_number(value: Any) -> int:
    """Return an integer, or that of an attribute. Raise TypeError for other objects, and for
    numbers that 64 bits cannot hold.
    """
    methods: dict[bool, str] = {True: "__int__", False: "__index__"}
    number = int(value) if hasattr(value, methods[isinstance(value, Attribute)]) else None
    if number is None or not -(1 << 63) <= number < 1 << 63:
        found = type(value).__name__ if number is None else number
        raise TypeError(
            f"incompatible function arguments: expected an integer of 64 bits, found {found}"
        )
    return number


def to_mlir_size(size: int) -> int:
    """Return MLIR's number for a size as xDSL represents it."""
    return DYNAMIC if size == DYNAMIC_INDEX else size


class Signedness(Enum):
    """The interpretation of the bits of an integer type."""

    SIGNLESS = 0
    SIGNED = 1
    UNSIGNED = 2


@wrapper_of(builtin.IntegerType)
class IntegerType(Type):
    """`i32`, `si32` and `ui32`."""

    Signedness: ClassVar[Any] = Signedness
    SIGNLESS: ClassVar[Any] = Signedness.SIGNLESS
    SIGNED: ClassVar[Any] = Signedness.SIGNED
    UNSIGNED: ClassVar[Any] = Signedness.UNSIGNED
    type_name: ClassVar[str] = "builtin.integer"

    @classmethod
    def _make(cls, width: int, signedness: builtin.Signedness, context: Any) -> Self:
        context = resolve_context(context)
        if not 0 <= width < 1 << 24:
            raise ValueError(f"integer bitwidth is limited to 16777215 bits, found {width}")
        return cls.wrap(builtin.IntegerType(width, signedness), context)

    @classmethod
    def get_signless(cls, width: int, context: Any = None) -> Self:
        """Return `i<width>`."""
        return cls._make(width, builtin.Signedness.SIGNLESS, context)

    @classmethod
    def get_signed(cls, width: int, context: Any = None) -> Self:
        """Return `si<width>`."""
        return cls._make(width, builtin.Signedness.SIGNED, context)

    @classmethod
    def get_unsigned(cls, width: int, context: Any = None) -> Self:
        """Return `ui<width>`."""
        return cls._make(width, builtin.Signedness.UNSIGNED, context)

    @classmethod
    def get(cls, width: int, signedness: Any = Signedness.SIGNLESS, context: Any = None) -> Self:
        """Return an integer type."""
        return cls._make(width, builtin.Signedness[expect(signedness, Signedness).name], context)

    @property
    def width(self) -> int:
        """The number of bits."""
        return self.xdsl.width.data

    @property
    def signedness(self) -> Any:
        """The signedness."""
        return Signedness[self.xdsl.signedness.data.name]

    @property
    def is_signless(self) -> bool:
        """Whether the type is signless."""
        return self.signedness is Signedness.SIGNLESS

    @property
    def is_signed(self) -> bool:
        """Whether the type is signed."""
        return self.signedness is Signedness.SIGNED

    @property
    def is_unsigned(self) -> bool:
        """Whether the type is unsigned."""
        return self.signedness is Signedness.UNSIGNED


class _Plain(Type):
    """A type without parameters."""

    @classmethod
    def get(cls, context: Any = None) -> Self:
        """Return the type."""
        return cls.wrap(cls.XDSL(), resolve_context(context))


@wrapper_of(builtin.IndexType)
class IndexType(_Plain):
    """`index`."""

    type_name: ClassVar[str] = "builtin.index"


@wrapper_of(builtin.NoneType)
class NoneType(_Plain):
    """`none`."""

    type_name: ClassVar[str] = "builtin.none"


class FloatType(Type):
    """A floating point type."""

    XDSL = tuple(
        value
        for name, value in vars(builtin).items()
        if name.startswith(("Float", "BFloat")) and name.endswith("Type") and name != "FloatType"
    )

    @property
    def width(self) -> int:
        """The number of bits."""
        return self.xdsl.bitwidth


def _float(python_name: str, xdsl_name: str, type_name: str) -> type[FloatType]:
    """Return a new class for a floating-point type."""

    def get(cls: Any, context: Any = None) -> Any:
        """Return the type."""
        return cls.wrap(cls.XDSL(), resolve_context(context))

    members = {
        "get": classmethod(get),
        "type_name": type_name,
        "XDSL": getattr(builtin, xdsl_name),
        "__doc__": f"`{type_name.removeprefix('builtin.')}`.",
        "__module__": __name__,
    }
    cls = type(python_name, (FloatType,), members)
    register_wrapper(getattr(builtin, xdsl_name), choose=cls)
    __all__.append(python_name)
    return cls


BF16Type: Any = _float("BF16Type", "BFloat16Type", "builtin.bf16")
F16Type: Any = _float("F16Type", "Float16Type", "builtin.f16")
F32Type: Any = _float("F32Type", "Float32Type", "builtin.f32")
F64Type: Any = _float("F64Type", "Float64Type", "builtin.f64")
FloatTF32Type: Any = _float("FloatTF32Type", "FloatTF32Type", "builtin.tf32")

for _name in (
    *("Float4E2M1FN", "Float6E2M3FN", "Float6E3M2FN", "Float8E3M4", "Float8E4M3"),
    *("Float8E4M3B11FNUZ", "Float8E4M3FN", "Float8E4M3FNUZ", "Float8E5M2", "Float8E5M2FNUZ"),
    "Float8E8M0FNU",
):
    _short = _name.replace("Float", "f").lower()
    globals()[f"{_name}Type"] = _float(f"{_name}Type", f"{_name}Type", f"builtin.{_short}")


@wrapper_of(builtin.ComplexType)
class ComplexType(Type):
    """`complex<f32>`."""

    type_name: ClassVar[str] = "builtin.complex"

    @classmethod
    def get(cls, element_type: Type) -> Self:
        """Return the complex type of an element type."""
        raw = raw_type(element_type)
        if not isinstance(raw, (builtin.IntegerType, *FloatType.XDSL)):
            raise ValueError(
                f"invalid '{element_type.plain_text()}' and expected floating point or integer "
                "type."
            )
        return cls.wrap(builtin.ComplexType(cast(Any, raw)), element_type.context)

    @property
    def element_type(self) -> Any:
        """The type of the parts."""
        return to_type(self.xdsl.element_type, self.context)


@wrapper_of(builtin.TupleType)
class TupleType(Type):
    """`tuple<f32, i32>`."""

    type_name: ClassVar[str] = "builtin.tuple"

    @classmethod
    def get_tuple(cls, elements: Sequence[Type], context: Any = None) -> Self:
        """Return the tuple type of element types."""
        raw = builtin.TupleType(tuple(map(raw_type, elements)))  # pyright: ignore
        return cls.wrap(raw, resolve_context(context))

    def get_type(self, pos: int) -> Any:
        """Return the type of an element."""
        types = self.xdsl.types.data
        if not 0 <= pos < len(types):
            raise IndexError(f"position {pos} is out of range, the tuple has {len(types)} elements")
        return to_type(types[pos], self.context)

    @property
    def num_types(self) -> int:
        """The number of elements."""
        return len(self.xdsl.types)


@wrapper_of(builtin.FunctionType)
class FunctionType(Type):
    """`(f32) -> i32`."""

    type_name: ClassVar[str] = "builtin.function"

    @classmethod
    def get(cls, inputs: Sequence[Type], results: Sequence[Type], context: Any = None) -> Self:
        """Return a function type."""
        raw = builtin.FunctionType.from_lists(
            [raw_type(each) for each in inputs], [raw_type(each) for each in results]
        )
        return cls.wrap(raw, resolve_context(context))

    @property
    def inputs(self) -> list[Any]:
        """The types of the arguments."""
        return [to_type(each, self.context) for each in self.xdsl.inputs.data]

    @property
    def results(self) -> list[Any]:
        """The types of the results."""
        return [to_type(each, self.context) for each in self.xdsl.outputs.data]


_is_word = re.compile(r"[A-Za-z_][\w$.-]*").fullmatch


class OpaqueType(Type):
    """`!dialect<"text">`, a type of an unregistered dialect."""

    type_name: ClassVar[str] = "builtin.opaque"
    HAS_OWN_TYPEID = True

    @classmethod
    def accepts(cls, raw: Any) -> bool:
        """Whether a type of xDSL is unregistered."""
        return isinstance(raw, builtin.UnregisteredAttr) and bool(raw.is_type.data)

    @classmethod
    def get(cls, dialect_namespace: str, buffer: str, context: Any = None) -> Any:
        """Return the type of a dialect with a text."""
        context = resolve_context(context)
        name = f"{dialect_namespace}.{buffer}"
        if not context.xdsl.is_dialect_registered(dialect_namespace) or not _is_word(buffer):
            return Type.parse(f"!{name}", context)
        # The parser rejects unknown types of registered dialects, so the type is created directly.
        raw_class: Any = builtin.UnregisteredAttr.with_name_and_type(name, True)
        return cls.wrap(raw_class(name, True, True, ""), context)

    @property
    def dialect_namespace(self) -> str:
        """The name of the dialect."""
        return self.text()[1:].partition(".")[0].partition("<")[0]

    @property
    def data(self) -> str:
        """The text after the name of the dialect."""
        body = self.text()[1 + len(self.dialect_namespace) :]
        return body[1:] if body.startswith(".") else body.removeprefix("<").removesuffix(">")


def location_context(loc: Any) -> Any:
    """Return the context of a location, or of the current location if None."""
    return resolve_location(loc).context


def space_of(attribute: Any) -> Any:
    """Return xDSL's memory space for an attribute or None. The integer 0 is dropped, as in MLIR."""
    if attribute is None:
        return NoneAttr()
    raw: Any = raw_attribute(attribute)
    if is_a(raw, builtin.IntegerAttr) and raw.value.data == 0:
        return NoneAttr()
    return raw


def optional_space(raw: Any, context: Any) -> Any:
    """Return the memory space of a type of xDSL, or None."""
    return optional_attribute(raw, context)
