"""Short names for types (`ttmlir.extras.types`): `T.i32()`, `T.tensor(2, 3, T.f32())`."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ttmlir_py.bindings.ir import types as _types
from ttmlir_py.bindings.ir.attributes import StridedLayoutAttr, StringAttr
from ttmlir_py.bindings.ir.core import Attribute, Type
from ttmlir_py.bindings.ir.shaped_types import (
    MemRefType,
    RankedTensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from ttmlir_py.bindings.ir.types import (
    BF16Type,
    ComplexType,
    F16Type,
    F32Type,
    F64Type,
    FunctionType,
    IndexType,
    IntegerType,
    NoneType,
    OpaqueType,
    TupleType,
)


def i(width: int) -> Any:
    """Return the signless integer type of a width."""
    return IntegerType.get_signless(width)


def si(width: int) -> Any:
    """Return the signed integer type of a width."""
    return IntegerType.get_signed(width)


def ui(width: int) -> Any:
    """Return the unsigned integer type of a width."""
    return IntegerType.get_unsigned(width)


def _small_float(name: str) -> Callable[[], Any]:
    """Return a function that returns a type of 8 bits; its class is defined from a table."""
    return partial(getattr(_types, name).get)


bool = partial(i, 1)
i8, i16, i32, i64 = (partial(i, width) for width in (8, 16, 32, 64))
si8, si16, si32, si64 = (partial(si, width) for width in (8, 16, 32, 64))
ui8, ui16, ui32, ui64 = (partial(ui, width) for width in (8, 16, 32, 64))
index = partial(IndexType.get)
none = partial(NoneType.get)
f16 = partial(F16Type.get)
f32 = partial(F32Type.get)
f64 = partial(F64Type.get)
bf16 = partial(BF16Type.get)
f8E5M2 = _small_float("Float8E5M2Type")
f8E4M3 = _small_float("Float8E4M3Type")
f8E4M3FN = _small_float("Float8E4M3FNType")
f8E4M3B11FNUZ = _small_float("Float8E4M3B11FNUZType")


def complex(type: Type) -> Any:
    """Return the complex type of an element type."""
    return ComplexType.get(type)


def opaque(dialect_namespace: str, type_data: str) -> Any:
    """Return a type of an unregistered dialect."""
    return OpaqueType.get(dialect_namespace, type_data)


def _split(shape: Sequence[Any], element_type: Type | None) -> builtins.tuple[Sequence[int], Type]:
    """Return the sizes and the element type, which is the last argument or a keyword."""
    given = len(shape) > 0 and isinstance(shape[-1], Type)
    if given == (element_type is not None):
        raise ValueError(
            "Either element_type must be provided explicitly XOR last arg to tensor type "
            "constructor must be the element type."
        )
    return (shape[:-1], shape[-1]) if element_type is None else (shape, element_type)


def vector(
    *shape: Any,
    element_type: Type | None = None,
    scalable: Sequence[Any] | None = None,
    scalable_dims: Sequence[int] | None = None,
) -> Any:
    """Return a vector type of sizes and an element type."""
    sizes, element = _split(shape, element_type)
    return VectorType.get(sizes, element, scalable=scalable, scalable_dims=scalable_dims)


def tensor(*shape: Any, element_type: Type | None = None, encoding: str | None = None) -> Any:
    """Return a tensor type of sizes and an element type, unranked without sizes."""
    sizes, element = _split(shape, element_type)
    if sizes:
        encoded = None if encoding is None else StringAttr.get(encoding)
        return RankedTensorType.get(sizes, element, encoding=encoded)
    if encoding is not None:
        raise ValueError("UnrankedTensorType does not support encoding.")
    return UnrankedTensorType.get(element)


def memref(
    *shape: Any,
    element_type: Type | None = None,
    memory_space: int | None = None,
    layout: StridedLayoutAttr | None = None,
) -> Any:
    """Return a memref type of sizes and an element type, unranked without sizes."""
    sizes, element = _split(shape, element_type)
    space = None if memory_space is None else Attribute.parse(str(memory_space))
    if sizes:
        return MemRefType.get(sizes, element, memory_space=space, layout=layout)
    return UnrankedMemRefType.get(element, memory_space=space)


def tuple(*elements: Type) -> Any:
    """Return the tuple type of element types."""
    return TupleType.get_tuple(elements)


def function(*, inputs: Sequence[Type], results: Sequence[Type]) -> Any:
    """Return a function type."""
    return FunctionType.get(inputs, results)
