"""Enumerations of the sdy dialect. The docstring of each is the summary that error messages name it by."""

from ttmlir_py.ir.definition.enums import MlirEnum


class PropagationDirection(MlirEnum):
    """propagation direction enum"""

    NONE = 0, "NONE"
    FORWARD = 1, "FORWARD"
    BACKWARD = 2, "BACKWARD"
    BOTH = 3, "BOTH"
