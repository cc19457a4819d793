"""The complete table of kernels of later revisions. Importing this module fills the table."""

from ttmlir_py.runtime.kernels.later import indexing, normalization, ordering, volumes
from ttmlir_py.runtime.kernels.later.table import LATER_KERNELS

__all__ = ["LATER_KERNELS", "indexing", "normalization", "ordering", "volumes"]
