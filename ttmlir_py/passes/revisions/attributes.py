"""Conversion of attributes and types between 2026-08 and 2025-02."""

from collections.abc import Callable
from functools import cache
from inspect import get_annotations
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    MemRefType,
    NoneAttr,
    TensorType,
)
from xdsl.ir import Attribute

from ttmlir_py.dialects import load_dialect
from ttmlir_py.dialects.revisions import DIALECTS
from ttmlir_py.dialects.revisions.definitions import attribute_class
from ttmlir_py.dialects.revisions.table import attribute_row
from ttmlir_py.ir.definition.attribute_format import EnumAttr, FormatAttribute
from ttmlir_py.ir.definition.enums import MlirEnum, MlirFlag
from ttmlir_py.revisions import PINNED

SYSTEM_DESC = "ttcore.system_desc"
"""The attribute of modules that describes the system."""


@cache
def _pinned_classes() -> dict[str, type[Attribute]]:
    return {each.name: each for name in DIALECTS[PINNED] for each in load_dialect(name).attributes}


def pinned_attribute(attribute: Any) -> Any:
    """Return the attribute or type of 2025-02. Raise ValueError if it has no counterpart."""
    return _converted(attribute, pinned_attribute, _to_pinned)


def current_attribute(attribute: Any) -> Any:
    """Return the attribute or type of 2026-08. Raise ValueError if it has no counterpart."""
    return _converted(attribute, current_attribute, _to_current)


_MESHES = ("tt.mesh_sharding", "ttcore.mesh_sharding", "ttcore.tensor_mesh")
"""Encodings that name the mesh of a tensor. In 2025-02 all tensors are on the device's mesh."""


def _without_mesh(encoding: Any) -> Any:
    """Return the encoding without the mesh. Raise ValueError for sharded axes."""
    if encoding.name not in _MESHES:
        return encoding
    axes: Any = getattr(encoding, "tensor_mesh_sharding_axis", ())
    if any(each.shard_shape != 1 for each in axes):
        raise ValueError(f"attribute '{encoding.name}' with sharded axes has no counterpart")
    return NoneAttr()


def _converted(
    attribute: Any, again: Callable[[Any], Any], own: Callable[[FormatAttribute], Any]
) -> Any:
    """Convert the contents of a builtin attribute or type. Return it unchanged if nothing
    changes.
    """
    if isinstance(attribute, FormatAttribute):
        return own(attribute)
    if isinstance(attribute, ArrayAttr):
        values = [again(each) for each in cast(Any, attribute).data]
        return ArrayAttr(values)
    if isinstance(attribute, DictionaryAttr):
        return DictionaryAttr({name: again(each) for name, each in attribute.data.items()})
    if isinstance(attribute, TensorType):
        ranked = cast(Any, attribute)
        encoding = _without_mesh(ranked.encoding)
        encoding = again(encoding)
        if encoding is ranked.encoding:
            return ranked
        return TensorType(ranked.element_type, ranked.get_shape(), encoding)
    if isinstance(attribute, FunctionType):
        return FunctionType.from_lists(
            [again(each) for each in attribute.inputs], [again(each) for each in attribute.outputs]
        )
    if isinstance(attribute, MemRefType) and (
        isinstance(cast(Any, attribute).element_type, FormatAttribute)
        or isinstance(attribute.memory_space, FormatAttribute)
    ):
        memref, make = cast(Any, attribute), cast(Any, MemRefType)
        return make(
            again(memref.element_type),
            memref.get_shape(),
            memref.layout,
            again(memref.memory_space),
        )
    return cast(Any, attribute)


def _to_pinned(attribute: Any) -> Any:
    name = attribute.name.replace("ttcore.", "tt.", 1)
    cls = _pinned_classes().get(name)
    if cls is type(attribute):
        return attribute
    return _rebuilt(attribute, cls, pinned_attribute, "2025-02")


def _to_current(attribute: Any) -> Any:
    name = (
        attribute.name.replace("tt.", "ttcore.", 1)
        if attribute.name[:3] == "tt."
        else attribute.name
    )
    cls = attribute_class(name) if attribute_row(name) else None
    if cls is type(attribute):
        return attribute
    return _rebuilt(attribute, cls, current_attribute, "2026-08")


def _rebuilt(attribute: Any, cls: Any, again: Callable[[Any], Any], revision: str) -> Any:
    """Return an attribute of another class with the same parameters."""
    if cls is None or cls.parameter_names != cast(Any, type(attribute)).parameter_names:
        raise ValueError(f"attribute '{attribute.name}' has no counterpart in {revision}")
    if isinstance(attribute, EnumAttr):
        enum = _enum_of(cls)
        return cls(_member(attribute.value, enum, revision))
    return cls(*(_parameter(each, again) for each in attribute.parameters))


def _enum_of(cls: Any) -> Any:
    """Return the enum whose members the attributes of a class hold."""
    annotations: list[dict[str, Any]] = [get_annotations(base) for base in cls.__mro__]
    return next(each["value"] for each in annotations if "value" in each)


def _member(value: MlirEnum | MlirFlag, enum: Any, revision: str) -> Any:
    found = enum.from_keyword(value.keyword)
    if found is None:
        raise ValueError(f"'{value.keyword}' is no {enum.summary()} in {revision}")
    return found


def _parameter(value: Any, again: Callable[[Any], Any]) -> Any:
    if isinstance(value, tuple):
        return tuple(_parameter(each, again) for each in cast(tuple[Any, ...], value))
    return again(value) if isinstance(value, Attribute) else value
