"""Matrix products."""

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.registry import (
    Kernel,
    broadcast_shape,
    kernel,
    promote,
    require_shape,
    shape_text,
)


def _product_shape(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Shape of a @ b by `numpy.matmul`'s rules for vectors, matrices and batches."""
    if not a or not b or a[-1] != b[-2 if len(b) > 1 else 0]:
        raise KernelError(f"cannot multiply {shape_text(a)} by {shape_text(b)}")
    batch = broadcast_shape([a[:-2], b[:-2]])
    return batch + (a[-2:-1] if len(a) > 1 else ()) + (b[-1:] if len(b) > 1 else ())


_PRODUCT = Kernel(work="product")


@kernel("MatmulOp", "in0", "in1", columns=_PRODUCT, takes_shape=True)
def matmul(a: Array, b: Array, *, result_shape: tuple[int, ...]) -> Array:
    """Product a @ b over the last two dimensions, batch dimensions broadcast; accumulates in float32."""
    require_shape(_product_shape(a.shape, b.shape), result_shape)
    return np.matmul(*promote(a, b))


@kernel("LinearOp", "in0", "in1", "bias?", columns=_PRODUCT, takes_shape=True)
def linear(a: Array, b: Array, bias: Array | None, *, result_shape: tuple[int, ...]) -> Array:
    """Product a @ b plus a bias that broadcasts; the sum is rounded once."""
    product_shape = _product_shape(a.shape, b.shape)
    if bias is None:
        return matmul(a, b, result_shape=result_shape)
    require_shape(broadcast_shape([product_shape, bias.shape]), result_shape)
    product, bias = promote(matmul(a, b, result_shape=product_shape), bias)
    return np.add(product, bias, out=product if product.shape == result_shape else None)
