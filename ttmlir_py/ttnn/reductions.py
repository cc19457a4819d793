"""Reductions, orders and losses that binaries of 2025-02 do not have, and gated functions."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from ttmlir_py.runtime.kernels.later.kernels import LATER_KERNELS
from ttmlir_py.ttnn.library import run
from ttmlir_py.ttnn.tensor import Tensor, TtnnError, compute, require_kind, require_tensor
from ttmlir_py.ttnn.types import DataType, MemoryConfig

_UINT16_PLACES = 1 << 16


def _spread(name: str, root: bool) -> Callable[..., Tensor]:
    def function(
        input_tensor: Tensor,
        dim: int | Sequence[int] | None = None,
        keepdim: bool = False,
        *,
        memory_config: MemoryConfig | None = None,
        compute_kernel_config: object = None,
        scalar: float = 1.0,
    ) -> Tensor:
        if scalar != 1.0:
            raise TtnnError(f"ttnn.{name}: a scalar other than 1 is not simulated")
        dims = (dim,) if isinstance(dim, int) else None if dim is None else tuple(dim)
        chosen = {"dims": dims, "keep_dim": keepdim, "root": root}
        return run(name, (input_tensor,), chosen, kernel="var", memory_config=memory_config)

    function.__name__ = function.__qualname__ = name
    return function


var = _spread("var", False)
std = _spread("std", True)
"""Return the standard deviation over dimensions, with the number of elements as divisor."""


def _of_matrices(name: str, kernel: str, **chosen: Any) -> Callable[..., Tensor]:
    def function(
        input_tensor: Tensor,
        *,
        memory_config: MemoryConfig | None = None,
        output_tensor: Tensor | None = None,
        queue_id: int = 0,
    ) -> Tensor:
        place = {"memory_config": memory_config, "output": output_tensor}
        return run(name, (input_tensor,), chosen, kernel=kernel, **place)

    function.__name__ = function.__qualname__ = name
    return function


_MATRIX = {"dims": (-2, -1), "keep_dim": True}
var_hw = _of_matrices("var_hw", "var", root=False, **_MATRIX)
std_hw = _of_matrices("std_hw", "var", root=True, **_MATRIX)
normalize_hw = _of_matrices("normalize_hw", "normalize_hw", axes=(-2, -1))
normalize_global = _of_matrices("normalize_global", "normalize_hw", axes=None)


def argmax(
    input_tensor: Tensor,
    *,
    dim: int | None = None,
    keepdim: bool = False,
    use_multicore: bool = False,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
    queue_id: int = 0,
) -> Tensor:
    """Return the index of the first maximum along `dim`, or in the flattened tensor, as uint32."""
    place = {"dtype": DataType.UINT32, "memory_config": memory_config, "output": output_tensor}
    chosen = {"dim": dim, "keep_dim": keepdim}
    kernel = LATER_KERNELS["ReductionArgMaxOp"]
    return compute("argmax", kernel, (input_tensor,), chosen, like=input_tensor, **place)


def topk(
    input_tensor: Tensor,
    k: int,
    dim: int = -1,
    largest: bool = True,
    sorted: bool = True,
    *,
    out: Sequence[Tensor] | None = None,
    memory_config: MemoryConfig | None = None,
    queue_id: int = 0,
) -> list[Tensor]:
    """Return the `k` largest or smallest elements along `dim`, in order, and their indices.

    Indices are uint16, or uint32 in a dimension of more than 65536 elements.
    """
    require_tensor("topk", input_tensor)
    kernel = LATER_KERNELS["TopKOp"]
    is_long = max(input_tensor.shape, default=0) > _UINT16_PLACES
    formats = (input_tensor.dtype, DataType.UINT32 if is_long else DataType.UINT16)
    found: list[Tensor] = []
    for places, dtype in zip((False, True), formats, strict=True):
        chosen = {"k": k, "dim": dim, "largest": largest, "gives_places": places}
        place = {"like": input_tensor, "dtype": dtype, "memory_config": memory_config}
        place["output"] = None if out is None else out[places]
        found.append(compute("topk", kernel, (input_tensor,), chosen, **place))
    return found


def _gate(name: str) -> Callable[..., Tensor]:
    def function(
        input_tensor: Tensor, dim: int = -1, *, memory_config: MemoryConfig | None = None
    ) -> Tensor:
        chosen = {"dim": dim, "gate": name}
        return run(name, (input_tensor,), chosen, kernel="glu", memory_config=memory_config)

    function.__name__ = function.__qualname__ = name
    return function


glu, reglu, geglu, swiglu = map(_gate, ("glu", "reglu", "geglu", "swiglu"))
"""Return the first half of a dimension times a function of the second half."""


def polyval(
    input_tensor: Tensor, coeffs: Sequence[float], *, memory_config: MemoryConfig | None = None
) -> Tensor:
    """Return the polynomial with these coefficients, the highest power first."""
    chosen = {"coeffs": tuple(coeffs)}
    return run("polyval", (input_tensor,), chosen, memory_config=memory_config)


class LossReductionMode(Enum):
    """The result of a loss: all differences, their sum, or their mean."""

    NONE = 0
    SUM = 1
    MEAN = 2


def _loss(name: str, squared: bool) -> Callable[..., Tensor]:
    def function(
        input_reference: Tensor,
        input_prediction: Tensor,
        *,
        reduction: LossReductionMode = LossReductionMode.NONE,
        memory_config: MemoryConfig | None = None,
        output_tensor: Tensor | None = None,
        queue_id: int = 0,
    ) -> Tensor:
        require_kind(name, "reduction", reduction, LossReductionMode, may_be_none=False)
        chosen = {"squared": squared, "reduction": reduction.name}
        place = {"memory_config": memory_config, "output": output_tensor}
        operands = (input_reference, input_prediction)
        return run(name, operands, chosen, kernel="mse_loss", **place)

    function.__name__ = function.__qualname__ = name
    return function


l1_loss, mse_loss = _loss("l1_loss", False), _loss("mse_loss", True)


def global_avg_pool2d(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = None,
    dtype: DataType | None = None,
) -> Tensor:
    """Return the mean of each channel of N x H x W x C."""
    place = {"memory_config": memory_config, "dtype": dtype}
    return run("global_avg_pool2d", (input_tensor,), **place)
