"""Kernels of operations of later revisions that have no counterpart in 2025-02.

They are members of the FlatBuffer unions and enums in `schemas/simulator`. An operation with
several results is one operation for each result there.
"""

from ttmlir_py.runtime.kernels.later import indexing, normalization, ordering, volumes
from ttmlir_py.runtime.kernels.later.elementwise import LATER_ELEMENTWISE
from ttmlir_py.runtime.kernels.later.table import LATER_KERNELS

__all__ = [
    "LATER_ELEMENTWISE",
    "LATER_KERNELS",
    "indexing",
    "normalization",
    "ordering",
    "volumes",
]
