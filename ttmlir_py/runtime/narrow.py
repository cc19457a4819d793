"""Inputs in 16-bit floating point, stored in their own type and widened to float32 when read.

The widened weights of a program are then never all in memory at once, and matrix products read
widened weights from the cache.
"""

from collections import deque
from collections.abc import Sequence
from functools import cache

import numpy as np

from ttmlir_py.runtime.formats import Array, round_to
from ttmlir_py.runtime.kernels.arithmetic import Arithmetic
from ttmlir_py.runtime.kernels.registry import placeholder
from ttmlir_py.runtime.tensor import Tensor

_LEAST_ROWS = 16
_LEAST_WORK = 1 << 22
"""Minimum number of rows (`_LEAST_ROWS`) and of multiplications for cutting the factor of a
product. For smaller products, libraries use other functions.
"""
_MOST_SPARE = 1 << 22
"""Largest number of elements of the buffer that is kept for the next run: 16 MiB."""
_spare = deque[Array](maxlen=1)
"""The buffer of the run that ended last."""


def is_narrow(tensor: Tensor) -> bool:
    """Whether the values are still stored in the 16-bit type of the tensor's format."""
    return tensor.values.itemsize == 2 and tensor.desc.data_type.kind == "float"


def widened(tensor: Tensor) -> Tensor:
    """Return the tensor with values in float32, the type that kernels take."""
    if not is_narrow(tensor):
        return tensor
    return Tensor(tensor.desc, round_to(tensor.values, tensor.desc.data_type))


class NarrowProducts:
    """Matrix products whose second factor is narrow. All such factors are widened into one buffer.

    Allocating new pages takes longer than widening the numbers. Only products may use this buffer,
    because their results are never views of an operand.
    """

    def __init__(self) -> None:
        self._memory = np.empty(0, np.float32)

    def factor(self, tensor: Tensor) -> tuple[Tensor, Arithmetic | None]:
        """Return the second factor of a product in the form that kernels take, and the arithmetic
        (None for ideal).

        A narrow factor is replaced by zeros of its shape. The arithmetic then has the factor's
        numbers.
        """
        given = tensor.values
        if not is_narrow(tensor) or tensor.per_device or not any(given.strides):
            return tensor, None
        stand_in = Tensor(tensor.desc, placeholder(given.shape, np.float32))
        return stand_in, _WithFactor(self, given)

    def widened(self, values: Array) -> Array:
        """Return narrow values as float32 in the buffer, which overwrites earlier ones."""
        if self._memory.size < values.size:
            self._memory = _memory_for(values.size)
        made = self._memory[: values.size].reshape(values.shape)
        np.copyto(made, values)
        return made

    def end(self) -> None:
        """Make the buffer available to another run."""
        if 0 < self._memory.size <= _MOST_SPARE:
            _spare.append(self._memory)
        self._memory = np.empty(0, np.float32)


def _memory_for(size: int) -> Array:
    """Return an unused array of at least `size` float32 elements.

    It may be the buffer of an earlier run, also of another thread.
    """
    try:
        spare = _spare.pop()
    except IndexError:
        return np.empty(size, np.float32)
    return spare if spare.size >= size else np.empty(size, np.float32)


class _WithFactor(Arithmetic):
    """Ideal arithmetic for a product with one narrow factor, which replaces the product's second
    operand.
    """

    def __init__(self, products: NarrowProducts, factor: Array) -> None:
        self._products = products
        self._factor = factor

    def product(self, a: Array, b: Array, out: Array | None = None) -> Array:
        """Return the product of `a` and the narrow factor.

        Each step widens as many rows as the library sums at once, so that sums are bit-identical to
        those of a widened factor.
        """
        del b
        lengths = self._lengths(a)
        if len(lengths) < 2:
            return super().product(a, self._products.widened(self._factor), out)
        stop = lengths[0]
        total = super().product(a[..., :stop], self._products.widened(self._factor[:stop]), out)
        for length in lengths[1:]:
            start, stop = stop, stop + length
            part = self._products.widened(self._factor[start:stop])
            np.add(total, super().product(a[..., start:stop], part), out=total)
        return total

    def _lengths(self, a: Array) -> Sequence[int]:
        """Return the numbers of factor rows to multiply at once; empty if the factor is widened as
        a whole.
        """
        if self._factor.ndim != 2 or a.ndim < 2 or a.shape[-2] < _LEAST_ROWS:
            return ()
        depth, width = self._factor.shape
        if a.shape[-2] * width * min(depth, _LEAST_ROWS**2) < _LEAST_WORK:
            return ()
        length = summed_at_once()
        return () if length is None else parts_of_sums(depth, length)


def parts_of_sums(depth: int, length: int) -> Sequence[int]:
    """Return the lengths of the parts into which the library cuts a sum of `depth` products.

    Parts have length `length` as long as two of them remain. The rest is cut in halves. The result
    is empty if the library may cut the rest in unequal parts, that is, unless the rest is a
    multiple of 32.
    """
    whole = max(depth // length - 1, 0)
    rest = depth - whole * length
    if rest <= length:
        return [length] * whole + [rest]
    return () if rest % 32 else [length] * whole + [rest // 2] * 2


@cache
def summed_at_once() -> int | None:
    """Return how many products the library sums before adding their sum to earlier ones.

    The result is None if sums are not cut as `parts_of_sums` assumes. The number is measured with
    products that are 1, added to 2**24: float32 loses a single 1, but not the sum of several. The
    number is then checked with products whose sums are all rounded.
    """
    depth, large = 1 << 11, 1 << 24
    left, right = np.ones((16, depth), np.float32), np.ones((depth, 128), np.float32)
    right[0] = large
    length = depth - (int((left @ right).min()) - large)
    if not 32 <= length <= depth // 2:
        return None
    depth = 3 * length + 64
    left, right = _scattered(32, depth), _scattered(depth, 128)
    parts = parts_of_sums(depth, length)
    total, stop = np.zeros((32, 128), np.float32), 0
    for part in parts:
        start, stop = stop, stop + part
        total += left[:, start:stop] @ right[start:stop]
    return length if len(parts) > 1 and np.array_equal(total, left @ right) else None


def _scattered(rows: int, columns: int) -> Array:
    """Return pseudo-random numbers around 0: the fractional parts of multiples of squares."""
    counts = np.arange(rows * columns, dtype=np.float64)
    multiples = counts * counts * (5**0.5 / 2)
    return (multiples - np.floor(multiples) - 0.5).astype(np.float32).reshape(rows, columns)
