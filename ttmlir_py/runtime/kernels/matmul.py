"""Matrix products."""

from collections.abc import Mapping, Sequence
from typing import Any

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.arithmetic import IDEAL, Arithmetic
from ttmlir_py.runtime.kernels.registry import (
    Cost,
    Kernel,
    Step,
    broadcast_shape,
    kernel,
    promote,
    require_shape,
    shape_text,
)


def _product_shape(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape of `a @ b`, following `numpy.matmul` for vectors, matrices and batches."""
    if not a or not b or a[-1] != b[-2 if len(b) > 1 else 0]:
        raise KernelError(f"cannot multiply {shape_text(a)} by {shape_text(b)}")
    batch = broadcast_shape([a[:-2], b[:-2]])
    return batch + (a[-2:-1] if len(a) > 1 else ()) + (b[-1:] if len(b) > 1 else ())


_PRODUCT = Cost(work="product")


def _matmul_shape(a: Array, b: Array, *, result_shape: tuple[int, ...]) -> tuple[int, ...]:
    return require_shape(_product_shape(a.shape, b.shape), result_shape)


@kernel("MatmulOp", "in0", "in1", cost=_PRODUCT, takes_shape=True, infer_shape=_matmul_shape)
def matmul(a: Array, b: Array, *, arithmetic: Arithmetic = IDEAL) -> Array:
    """Return the matrix product over the last two dimensions. Batch dimensions are broadcast.

    Ideal arithmetic accumulates in float32.
    """
    return arithmetic.product(*promote(a, b))


def _linear_shape(
    a: Array, b: Array, bias: Array | None, *, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    shape = _product_shape(a.shape, b.shape)
    if bias is not None:
        shape = broadcast_shape([shape, bias.shape])
    return require_shape(shape, result_shape)


def _linear_steps(shapes: Sequence[tuple[int, ...]], _: Mapping[str, Any]) -> Sequence[Step]:
    """Return the steps of `linear`: the product, then the sum if there is a bias."""
    if len(shapes) < 3:
        return ()
    return Step("MatmulOp", None, (0, 1)), Step("EltwiseOp", "Add", (3, 2))


@kernel(
    "LinearOp",
    *("in0", "in1", "bias?"),
    columns=Kernel(steps=_linear_steps),
    cost=_PRODUCT,
    takes_shape=True,
    infer_shape=_linear_shape,
)
def linear(
    a: Array,
    b: Array,
    bias: Array | None,
    *,
    result_shape: tuple[int, ...],
    arithmetic: Arithmetic = IDEAL,
) -> Array:
    """Return the matrix product plus a broadcast bias. The sum is rounded once."""
    product = matmul(a, b, arithmetic=arithmetic)
    if bias is None:
        return product
    product, bias = promote(product, bias)
    return arithmetic.add(product, bias, product if product.shape == result_shape else None)
