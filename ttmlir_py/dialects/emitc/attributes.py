"""Attributes of the EmitC dialect: opaque C text and comparison operators."""

from ttmlir_py.ir.definition.attribute_format import FormatAttribute
from ttmlir_py.ir.definition.enums import MlirEnum


class CmpPredicate(MlirEnum):
    """EmitC comparison operators"""

    eq = 0, "eq"
    ne = 1, "ne"
    lt = 2, "lt"
    le = 3, "le"
    gt = 4, "gt"
    ge = 5, "ge"
    three_way = 6, "three_way"


class OpaqueAttr(FormatAttribute):
    """A C expression or name, emitted verbatim."""

    name = "emitc.opaque"
    ods_name = "EmitC_OpaqueAttr"
    assembly_format = "`<` $value `>`"
    value: str
