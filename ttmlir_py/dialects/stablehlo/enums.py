"""Enumerations of the stablehlo dialect. Error messages use each docstring as the name of
its enum.
"""

from ttmlir_py.ir.definition.enums import MlirEnum


class ComparisonDirection(MlirEnum):
    """Which comparison operation to perform."""

    EQ = 0, "EQ"
    NE = 1, "NE"
    GE = 2, "GE"
    GT = 3, "GT"
    LE = 4, "LE"
    LT = 5, "LT"


class ComparisonType(MlirEnum):
    """Which comparison type to use."""

    NOTYPE = 0, "NOTYPE"
    FLOAT = 1, "FLOAT"
    TOTALORDER = 2, "TOTALORDER"
    SIGNED = 3, "SIGNED"
    UNSIGNED = 4, "UNSIGNED"


class CustomCallApiVersion(MlirEnum):
    """Custom call API version"""

    API_VERSION_UNSPECIFIED = 0, "API_VERSION_UNSPECIFIED"
    API_VERSION_ORIGINAL = 1, "API_VERSION_ORIGINAL"
    API_VERSION_STATUS_RETURNING = 2, "API_VERSION_STATUS_RETURNING"
    API_VERSION_STATUS_RETURNING_UNIFIED = 3, "API_VERSION_STATUS_RETURNING_UNIFIED"
    API_VERSION_TYPED_FFI = 4, "API_VERSION_TYPED_FFI"


class FftType(MlirEnum):
    """XLA fast fourier transform type."""

    FFT = 0, "FFT"
    IFFT = 1, "IFFT"
    RFFT = 2, "RFFT"
    IRFFT = 3, "IRFFT"


class Precision(MlirEnum):
    """XLA precision for an operand. Has backend specific meaning."""

    DEFAULT = 0, "DEFAULT"
    HIGH = 1, "HIGH"
    HIGHEST = 2, "HIGHEST"


class RngAlgorithm(MlirEnum):
    """XLA PRNG algorithm to be used."""

    DEFAULT = 0, "DEFAULT"
    THREE_FRY = 1, "THREE_FRY"
    PHILOX = 2, "PHILOX"


class RngDistribution(MlirEnum):
    """XLA PRNG distribution to be used."""

    UNIFORM = 1, "UNIFORM"
    NORMAL = 2, "NORMAL"


class Transpose(MlirEnum):
    """Transpose options"""

    TRANSPOSE_INVALID = 0, "TRANSPOSE_INVALID"
    NO_TRANSPOSE = 1, "NO_TRANSPOSE"
    TRANSPOSE = 2, "TRANSPOSE"
    ADJOINT = 3, "ADJOINT"
