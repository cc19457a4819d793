"""Classes and functions for the operations of a dialect, as `mlir-tblgen` generates them.

The text of the classes is generated from definitions when the module of a dialect is imported.
"""

import linecache
from typing import Any

from ttmlir_py.bindings.ir.attributes import UnitAttr
from ttmlir_py.bindings.ir.context import Dialect
from ttmlir_py.bindings.ir.operations import OpView
from ttmlir_py.bindings.ir.registration import register_dialect, register_operation
from ttmlir_py.bindings.ods import derived, later, support, table
from ttmlir_py.bindings.ods.source import module_text
from ttmlir_py.bindings.ods.spec import OperationSpec
from ttmlir_py.bindings.revision import fix

__all__ = ["define", "specifications"]


def specifications(dialect: str) -> list[OperationSpec]:
    """Return the specifications of a dialect's operations."""
    if table.has_dialect(dialect):
        return table.specifications(dialect)
    source = later if later.has_dialect(dialect) else derived
    return source.specifications(dialect)


def define(namespace: dict[str, Any], dialect: str, *others: str) -> None:
    """Define the classes and functions of a dialect's operations in a module.

    `others` are further public names of the module.
    """
    fix()
    dialect_class = type("_Dialect", (Dialect,), {"DIALECT_NAMESPACE": dialect})
    dialect_class.__module__ = f"ttmlir.dialects._{dialect}_ops_gen"
    register_dialect(dialect_class)
    helpers: dict[str, Any] = {
        "_Dialect": dialect_class,
        "_ods_OpView": OpView,
        "_ods_register": register_operation,
        "_ods_context": support.get_default_loc_context,
        "_ods_attribute": support.attribute,
        "_ods_value": support.get_op_result_or_value,
        "_ods_values": support.get_op_results_or_values,
        "_ods_result": support.get_op_result_or_op_results,
        "_ods_segmented": support.segmented,
        "_ods_equally": support.equally_sized,
        "_ods_unit": UnitAttr.get,
    }
    namespace.update(helpers)
    specs = specifications(dialect)
    text = module_text(specs)
    file_name = f"<operations of {dialect}>"
    linecache.cache[file_name] = (len(text), None, text.splitlines(keepends=True), file_name)
    exec(compile(text, file_name, "exec"), namespace)
    names = [name for each in specs for name in (each.class_name, each.function_name)]
    namespace["__all__"] = [*names, *others]
