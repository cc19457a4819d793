"""Attributes of the ttmetal dialect."""

from ttmlir_py.dialects.tt.layout import GridAttr
from ttmlir_py.ir.definition.attribute_format import FormatAttribute


class CoreRangeAttr(FormatAttribute):
    """A rectangle of cores."""

    name = "ttmetal.core_range"
    assembly_format = "`<` custom<DimensionList>($offset) `,` custom<DimensionList>($size) `>`"
    offset: tuple[int, ...]
    size: tuple[int, ...]

    @classmethod
    def of_grid(cls, grid: GridAttr) -> "CoreRangeAttr":
        """Return the range of cores that corresponds to a 2D grid."""
        assert len(grid.shape) == 2, "expected a 2D grid"
        return cls((0, 0), grid.shape)
