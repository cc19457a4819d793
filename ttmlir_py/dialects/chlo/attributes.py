"""Attributes of the chlo dialect."""

from xdsl.ir import OpaqueSyntaxAttribute

from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection, ComparisonType
from ttmlir_py.ir.definition.attribute_format import EnumAttr


class CHLOEnumAttr(EnumAttr, OpaqueSyntaxAttribute):
    """Base of the attributes that are an enum: `#chlo<comparison_type FLOAT>`."""

    assembly_format = "$value"

    def __init_subclass__(cls) -> None:
        """Name the class as its ODS definition."""
        super().__init_subclass__()
        cls.ods_name = f"CHLO_{cls.__name__}"


class ComparisonDirectionAttr(CHLOEnumAttr):
    """Which comparison operation to perform."""

    name = "chlo.comparison_direction"
    value: ComparisonDirection


class ComparisonTypeAttr(CHLOEnumAttr):
    """Which comparison type to use."""

    name = "chlo.comparison_type"
    value: ComparisonType
