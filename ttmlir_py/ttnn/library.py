"""Calls of kernels for functions that TT-NN has and binaries lack."""

from collections.abc import Sequence
from typing import Any

from ttmlir_py.runtime.kernels.library import attention, movement, statistics
from ttmlir_py.runtime.kernels.library.table import LIBRARY_KERNELS
from ttmlir_py.ttnn.tensor import Operand, Tensor, compute

KERNEL_MODULES = (attention, movement, statistics)
"""The modules that fill the table of kernels."""


def run(
    name: str,
    operands: Sequence[Operand],
    attributes: dict[str, Any] | None = None,
    /,
    **placement: Any,
) -> Tensor:
    """Run a kernel as the API function `name`.

    The keyword `kernel` names the kernel, if it has another name. `placement` is passed to
    `tensor.compute`. The result is like the first operand by default.
    """
    kernel = LIBRARY_KERNELS[placement.pop("kernel", name)]
    placement.setdefault("like", operands[0])
    return compute(name, kernel, operands, attributes or {}, **placement)
