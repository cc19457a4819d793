"""Enumerations of the sdy dialect. Error messages use each docstring as the name of its enum."""

from ttmlir_py.ir.definition.enums import MlirEnum


class PropagationDirection(MlirEnum):
    """propagation direction enum"""

    NONE = 0, "NONE"
    FORWARD = 1, "FORWARD"
    BACKWARD = 2, "BACKWARD"
    BOTH = 3, "BOTH"
