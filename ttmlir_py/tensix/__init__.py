"""A simulated Tensix chip: runs the kernels of TTMetal binaries, thread by thread, and checks what they do.

`load` opens a `.ttm` file; its `run` gives the outputs of a program, or says which kernel breaks which rule of the machine,
and where. Importing this package is light. See docs/tensix.md.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttmlir_py.tensix.binary import MetalBinary

__all__ = ["load"]


def load(source: str | PathLike[str] | bytes) -> MetalBinary:
    """Open a `.ttm` file, or its bytes, for running.

    Raises `OSError` when the file cannot be read and `schemas.BinaryError` when it is no TTMetal binary.
    """
    from ttmlir_py.tensix.binary import MetalBinary

    return MetalBinary.load(source)


def __dir__() -> list[str]:
    return sorted(__all__)
