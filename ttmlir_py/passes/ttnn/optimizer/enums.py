"""Enums of the optimizer's options."""

from enum import Enum


class MemoryLayoutAnalysisPolicy(Enum):
    """The policy that chooses memory layouts."""

    DF_SHARDING = "DFSharding"
    GREEDY_L1_INTERLEAVED = "GreedyL1Interleaved"
    BF_INTERLEAVED = "BFInterleaved"
    AUTO = "auto"
    """The policy, or none, whose program has the shortest estimated time."""
