"""Enums of the options of TTNN passes."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from ttmlir_py.dialects.tt.enums import DataType


class BlockFormat(Enum):
    """A format in which blocks of numbers share an exponent, with the names of later revisions of
    upstream.
    """

    NONE = "none"
    BFP_BF8 = "bfp_bf8"
    BFP_BF4 = "bfp_bf4"


class TargetRevision(Enum):
    """A revision for which programs can be compiled."""

    R2025_02 = "2025-02"
    R2026_10 = "2026-10"


class OptionalMathFidelity(Enum):
    """A math fidelity, or none, with the names of later revisions of upstream."""

    UNDEFINED = "undefined"
    LOFI = "lofi"
    HIFI2 = "hifi2"
    HIFI3 = "hifi3"
    HIFI4 = "hifi4"


class OptionalBool(Enum):
    """A truth value, or none, with the names of later revisions of upstream."""

    UNSET = "unset"
    TRUE = "true"
    FALSE = "false"


DATA_TYPES: Mapping[BlockFormat, DataType] = MappingProxyType(
    {BlockFormat.BFP_BF8: DataType.BFP_BFloat8, BlockFormat.BFP_BF4: DataType.BFP_BFloat4}
)
