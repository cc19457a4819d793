"""Classes for the attributes, types and enums of later revisions, made from their tables."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from types import ModuleType
from typing import Any, cast, get_type_hints

from xdsl.dialects.builtin import ArrayAttr, FloatAttr, IntAttr, IntegerAttr, StringAttr
from xdsl.ir import Attribute as XdslAttribute
from xdsl.ir import TypeAttribute

from ttmlir_py.bindings.dialects.own_attributes import (
    EnumAttribute,
    OwnAttribute,
    OwnType,
    python_enum,
)
from ttmlir_py.bindings.ir.core import to_attribute
from ttmlir_py.bindings.revision import selected
from ttmlir_py.dialects.tt.enums import TTEnumAttr

_NAMES = {
    "ttcore.arg_alloc": "ArgumentAllocationAttr",
    "ttcore.cpu_desc": "CPUDescAttr",
    "ttcore.moe_activation_function": "MoEActivationFunctionAttr",
    "ttcore.shard_type": "MeshShardTypeAttr",
    "ttcore.supportedDataTypes": "DataTypeAttr",
    "ttir.cpu_hoisted_call": "CPUHoistedCallAttr",
    "ttnn.layernorm_sharded_multicore_program_config": (
        "LayerNormShardedMultiCoreProgramConfigAttr"
    ),
    "ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config": (
        "MatmulMultiCoreReuseMultiCast1DProgramConfigAttr"
    ),
    "ttnn.matmul_multi_core_reuse_multi_cast_dram_sharded_program_config": (
        "MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfigAttr"
    ),
    "ttnn.nd_shard_spec": "NDShardSpecAttr",
    "ttnn.sdpa_program_config": "SDPAProgramConfigAttr",
    "ttnn.ttnn_layout": "TTNNLayoutAttr",
}
"""Maps names of attributes to class names that do not follow from them."""


_MORE_PROPERTIES: dict[str, dict[str, str]] = {
    "ttcore.mesh": {"name": "mesh"},
    "ttcore.supportedDataTypes": {"data_type_as_int": "value"},
    "ttcore.tile": {"data_type": "dataType", "data_type_as_int": "dataType"},
}
"""Additional properties of attribute classes, by IR name of the attribute. Each is mapped to the
parameter that it returns.
"""


def class_name(source: Any) -> str:
    """Return the name of the class of the bindings for an attribute class of xDSL."""
    name: str = source.__name__
    return _NAMES.get(source.name, name)


def enums_of(dialect: str) -> dict[str, Any]:
    """Return the enums of a dialect of the selected revision, by name."""
    return {name: python_enum(source) for name, source in _sources(dialect)}


def _sources(dialect: str) -> Iterator[tuple[str, Any]]:
    from ttmlir_py.dialects.revisions.definitions import enum_class
    from ttmlir_py.dialects.revisions.table import names

    for kind in ("enum", "flag"):
        for each in names(kind, selected()):
            if each.partition(".")[0] == dialect:
                yield each.partition(".")[2], enum_class(selected(), each)


def attribute_module(dialect: str) -> ModuleType:
    """Return the module `ir` of a dialect: its attributes and types, and its enums.

    The parameters of an attribute are properties, as Python values where there is one.
    """
    from ttmlir_py.dialects.revisions.definitions import attribute_class
    from ttmlir_py.dialects.revisions.table import names

    module = ModuleType(f"ttmlir.dialects.{dialect}.ir", f"Attributes and types of {dialect}.")
    vars(module).update(enums_of(dialect))
    for kind in ("attr", "type"):
        for each in names(kind, selected()):
            if each.partition(".")[0] == dialect:
                made = _view(attribute_class(selected(), each))
                setattr(module, made.__name__, made)
    return module


def members_of(source: Any) -> tuple[type[Any], dict[str, str]]:
    """Return the base class of the bindings for an attribute class of xDSL, and the parameters that
    its properties return, by name of the property.
    """
    more = _MORE_PROPERTIES.get(source.name, {})
    if issubclass(source, TTEnumAttr):
        return EnumAttribute, more
    is_type: bool = issubclass(cast("type[Any]", source), TypeAttribute)
    fields: list[str] = [name for name, _ in source.get_irdl_definition().parameters]
    return OwnType if is_type else OwnAttribute, {name: name for name in fields} | more


def _view(source: Any) -> Any:
    """Return the class of the bindings for an attribute class of xDSL."""
    base, members = members_of(source)
    own = {"XDSL": source, "__doc__": source.__doc__}
    if base is EnumAttribute:
        own["ENUM"] = get_type_hints(source)["value"]
    own |= {name: _property(parameter) for name, parameter in members.items()}
    return type(class_name(source), (base,), own)


def _property(name: str) -> property:
    return property(lambda self: _value(getattr(self.xdsl, name), self.context), doc=f"`{name}`.")


def _value(raw: Any, context: Any) -> Any:
    """Return a parameter as a Python value, or as an object of the bindings."""
    match raw:
        case IntAttr() | StringAttr():
            return cast("Any", raw).data
        case IntegerAttr() | FloatAttr():
            return cast("Any", raw).value.data
        case ArrayAttr() | tuple() | list():
            return [_value(each, context) for each in cast("Any", raw)]
        case Enum():
            return python_enum(type(raw))(raw.value)
        case XdslAttribute():
            return _downcast(raw, context)
        case _:
            return raw


def _downcast(raw: XdslAttribute, context: Any) -> Any:
    """Return an attribute as an object of the class in its dialect's module, if there is one."""
    from importlib import import_module

    dialect = raw.name.partition(".")[0]
    if dialect in ("ttcore", "ttir", "ttnn"):
        module = import_module(f"ttmlir_py.bindings.dialects.{dialect}").ir
        found = getattr(module, class_name(type(raw)), None)
        if found is not None:
            return found.wrap(raw, context)
    return to_attribute(raw, context)
