"""Enums of the optimizer's options."""

from enum import Enum


class MemoryLayoutAnalysisPolicy(Enum):
    """The policy that chooses memory layouts."""

    DF_SHARDING = "DFSharding"
    GREEDY_L1_INTERLEAVED = "GreedyL1Interleaved"
    BF_INTERLEAVED = "BFInterleaved"
