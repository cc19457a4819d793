"""Enumerations of the ttir dialect. Error messages use each docstring as the name of its enum."""

from ttmlir_py.ir.definition.enums import MlirEnum


class PoolingMethod(MlirEnum):
    """TTIR PoolingMethod"""

    Average = 0, "Average"
    Max = 1, "Max"
