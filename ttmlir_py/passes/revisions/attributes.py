"""Conversion of attributes and types between revisions of tt-mlir."""

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
from ttmlir_py.dialects.revisions.definitions import attribute_class
from ttmlir_py.dialects.revisions.table import attribute_row
from ttmlir_py.ir.definition.attribute_format import EnumAttr, FormatAttribute
from ttmlir_py.ir.definition.enums import MlirEnum, MlirFlag
from ttmlir_py.revisions import REGISTRY

SYSTEM_DESC = "ttcore.system_desc"
"""The name of the module attribute that describes the system."""
OLD_SYSTEM_DESC = "tt.system_desc"
"""The same before 2025-06-17."""


_FIRST = "2025-02"


@cache
def _first_classes() -> dict[str, type[Attribute]]:
    names = REGISTRY[_FIRST].dialects
    return {each.name: each for name in names for each in load_dialect(name).attributes}


def _class_in(revision: str, name: str) -> type[Attribute] | None:
    """Return the class of the attribute or type `name` in `revision`, or None if the revision lacks
    it.
    """
    if revision == _FIRST:
        return _first_classes().get(name)
    return attribute_class(revision, name) if attribute_row(name, revision) else None


_MESHES = ("tt.mesh_sharding", "ttcore.mesh_sharding", "ttcore.tensor_mesh")
"""Names of tensor encodings that contain a mesh.

In 2025-02 all tensors are on the mesh of the device.
"""


class AttributeConverter:
    """A converter of attributes and types to a revision.

    `renamed` maps names of attributes and types to those of the revision. With `drops_mesh`,
    encodings that name a mesh are removed.
    """

    def __init__(
        self, revision: str, renamed: Callable[[str], str], *, drops_mesh: bool = False
    ) -> None:
        self._revision = revision
        self._renamed = renamed
        self._drops_mesh = drops_mesh

    def __call__(self, attribute: Any) -> Any:
        """Return the attribute or type of the target revision for `attribute`.

        An attribute that is the same in both revisions is returned as is. Raises ValueError if the
        target revision has no such attribute.
        """
        if isinstance(attribute, FormatAttribute):
            return self._own(attribute)
        if isinstance(attribute, ArrayAttr):
            values = [self(each) for each in cast(Any, attribute).data]
            return ArrayAttr(values)
        if isinstance(attribute, DictionaryAttr):
            return DictionaryAttr({name: self(each) for name, each in attribute.data.items()})
        if isinstance(attribute, TensorType):
            ranked = cast(Any, attribute)
            encoding = _without_mesh(ranked.encoding) if self._drops_mesh else ranked.encoding
            encoding = self(encoding)
            if encoding is ranked.encoding:
                return ranked
            return TensorType(ranked.element_type, ranked.get_shape(), encoding)
        if isinstance(attribute, FunctionType):
            inputs = [self(each) for each in attribute.inputs]
            return FunctionType.from_lists(inputs, [self(each) for each in attribute.outputs])
        if isinstance(attribute, MemRefType) and (
            isinstance(cast(Any, attribute).element_type, FormatAttribute)
            or isinstance(attribute.memory_space, FormatAttribute)
        ):
            memref, make = cast(Any, attribute), cast(Any, MemRefType)
            element_type, space = self(memref.element_type), self(memref.memory_space)
            return make(element_type, memref.get_shape(), memref.layout, space)
        return cast(Any, attribute)

    def _own(self, attribute: Any) -> Any:
        """Return the converted `attribute`, which belongs to a dialect that differs between
        revisions.
        """
        cls: Any = _class_in(self._revision, self._renamed(attribute.name))
        if cls is type(attribute):
            return attribute
        if cls is None or cls.parameter_names != cast(Any, type(attribute)).parameter_names:
            raise ValueError(f"attribute '{attribute.name}' has no counterpart in {self._revision}")
        if isinstance(attribute, EnumAttr):
            return cls(_member(attribute.value, _enum_of(cls), self._revision))
        return cls(*map(self._parameter, attribute.parameters))

    def _parameter(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(self._parameter, cast(tuple[Any, ...], value)))
        return self(value) if isinstance(value, Attribute) else value


def is_later_system(name: str, value: Attribute) -> bool:
    """Whether a module attribute describes the system in a form that 2025-02 does not have."""
    if name == OLD_SYSTEM_DESC:
        return type(value) is not _class_in(_FIRST, name)
    return name == SYSTEM_DESC


def _without_mesh(encoding: Any) -> Any:
    """Return `encoding` without its mesh.

    Raises ValueError for sharded axes, because the tensor type then has the shape of all shards
    together.
    """
    if encoding.name not in _MESHES:
        return encoding
    axes: Any = getattr(encoding, "tensor_mesh_sharding_axis", ())
    if any(each.shard_shape != 1 for each in axes):
        raise ValueError(f"attribute '{encoding.name}' with sharded axes has no counterpart")
    return NoneAttr()


def _name_2025_02(name: str) -> str:
    return name.replace("ttcore.", "tt.", 1)


def _name_2026_08(name: str) -> str:
    return name.replace("tt.", "ttcore.", 1) if name.startswith("tt.") else name


attribute_2025_02 = AttributeConverter("2025-02", _name_2025_02, drops_mesh=True)
attribute_2026_08 = AttributeConverter("2026-08", _name_2026_08, drops_mesh=True)


def _enum_of(cls: Any) -> Any:
    """Return the enum to whose members attributes of class `cls` refer."""
    annotations: list[dict[str, Any]] = [get_annotations(base) for base in cls.__mro__]
    return next(each["value"] for each in annotations if "value" in each)


def enum_attribute(revision: str, name: str, keyword: str) -> Attribute:
    """Return the attribute `name` of `revision` with the enum member `keyword`. Raises
    ValueError.
    """
    cls: Any = _class_in(revision, name)
    enum = _enum_of(cls)
    found = enum.from_keyword(keyword)
    if found is None:
        raise ValueError(f"'{keyword}' is not a {enum.summary()} in {revision}")
    return cls(found)


def _member(value: MlirEnum | MlirFlag, enum: Any, revision: str) -> Any:
    found = enum.from_keyword(value.keyword)
    if found is None:
        raise ValueError(f"'{value.keyword}' is not a {enum.summary()} in {revision}")
    return found
