"""The simulator: loads TTNN binaries and runs their programs on numpy.

`load` is the entry point; numpy is imported when it is first called.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from ttmlir_py.runtime.errors import InputError, KernelError, SimulationError

if TYPE_CHECKING:
    from ttmlir_py.runtime.binary import Binary

__all__ = ["InputError", "KernelError", "SimulationError", "load"]


def load(source: str | PathLike[str] | bytes) -> Binary:
    """Open a `.ttnn` file, or its bytes, for running.

    Raises `OSError` when the file cannot be read and `schemas.BinaryError` when it is no TTNN binary.
    """
    from ttmlir_py.runtime.binary import Binary

    return Binary.load(source)
