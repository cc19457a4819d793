"""Attributes of the chlo dialect."""

from xdsl.ir import OpaqueSyntaxAttribute

from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection, ComparisonType
from ttmlir_py.ir.definition.attribute_format import EnumAttr


class CHLOEnumAttr(EnumAttr, OpaqueSyntaxAttribute):
    """Base class of enum attributes: `#chlo<comparison_type FLOAT>`."""

    assembly_format = "$value"

    def __init_subclass__(cls) -> None:
        """Set the ODS name of a subclass, such as `CHLO_ComparisonTypeAttr`, from its own name."""
        super().__init_subclass__()
        cls.ods_name = f"CHLO_{cls.__name__}"


class ComparisonDirectionAttr(CHLOEnumAttr):
    """The comparison operation to perform."""

    name = "chlo.comparison_direction"
    value: ComparisonDirection


class ComparisonTypeAttr(CHLOEnumAttr):
    """The type of comparison to perform."""

    name = "chlo.comparison_type"
    value: ComparisonType
