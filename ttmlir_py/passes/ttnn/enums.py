"""Enums of the options of TTNN passes."""

from enum import Enum


class WeightDtype(Enum):
    """The format of weights, with the names of later revisions of upstream."""

    NONE = "none"
    BFP_BF8 = "bfp_bf8"
    BFP_BF4 = "bfp_bf4"
