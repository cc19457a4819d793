"""`ttnn.operations.moreh`: norms."""

from collections.abc import Sequence

from ttmlir_py.ttnn.library import run
from ttmlir_py.ttnn.tensor import Tensor
from ttmlir_py.ttnn.types import MemoryConfig


def norm(
    input: Tensor,
    p: float = 2.0,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    output: Tensor | None = None,
    memory_config: MemoryConfig | None = None,
    compute_kernel_config: object = None,
) -> Tensor:
    """Return the p-norm over dimensions, by default over all. An infinite `p` is the maximum."""
    dims = None if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    chosen = {"dims": dims, "keep_dim": keepdim, "p": float(p)}
    placement = {"memory_config": memory_config, "output": output}
    return run("operations.moreh.norm", (input,), chosen, **placement)
