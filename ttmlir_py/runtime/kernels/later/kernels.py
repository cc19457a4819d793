"""The complete table of kernels for operations that 2025-02 lacks and later revisions have.
Importing this module fills the table.
"""

from ttmlir_py.runtime.kernels.later import (
    attention,
    caches,
    indexing,
    normalization,
    ordering,
    random_bits,
    volumes,
)
from ttmlir_py.runtime.kernels.later.table import LATER_KERNELS

__all__ = [
    "LATER_KERNELS",
    "attention",
    "caches",
    "indexing",
    "normalization",
    "ordering",
    "random_bits",
    "volumes",
]
