"""A simulator of a Tensix chip that runs and checks the kernels of TTMetal binaries.

`load` opens a `.ttm` file. Its `run` returns a program's outputs, or reports which kernel breaks
which rule of the machine and where. Importing this package loads no large module. See
docs/tensix.md.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttmlir_py.tensix.binary import MetalBinary

__all__ = ["load"]


def load(source: str | PathLike[str] | bytes) -> MetalBinary:
    """Load a `.ttm` file, given as a path or as bytes.

    Raises `OSError` if the file cannot be read and `schemas.BinaryError` if it is not a TTMetal
    binary.
    """
    from ttmlir_py.tensix.binary import MetalBinary

    return MetalBinary.load(source)


def __dir__() -> list[str]:
    return sorted(__all__)
