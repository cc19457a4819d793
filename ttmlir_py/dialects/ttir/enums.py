"""Enumerations of the ttir dialect. The docstring of each is the summary that error messages name it by."""

from ttmlir_py.ir.definition.enums import MlirEnum


class PoolingMethod(MlirEnum):
    """TTIR PoolingMethod"""

    Average = 0, "Average"
    Max = 1, "Max"
