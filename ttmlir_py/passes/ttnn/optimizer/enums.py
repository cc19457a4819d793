"""Choices that the optimizer offers."""

from enum import Enum


class MemoryLayoutAnalysisPolicy(Enum):
    """How the optimizer chooses memory layouts."""

    DF_SHARDING = "DFSharding"
    GREEDY_L1_INTERLEAVED = "GreedyL1Interleaved"
    BF_INTERLEAVED = "BFInterleaved"
