"""The device's arithmetic: the matrix unit, which rounds intermediate sums.

A product of 8x16 and 16x16 values is added to the destination register, Dst. Unless Dst is `wide`,
a sum is therefore rounded to bf16 after every 16 terms, in each fidelity phase. A tile of 32 has
two such steps per phase, and the phases follow each other. Operands of products arrive in blocks of
tiles along the inner dimension. With several blocks, the packer adds each block's sum to the sum in
L1, which rounds it again, and Dst starts from zero.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod

import numpy as np
from typing_extensions import override

from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.arithmetic import Arithmetic, Axes
from ttmlir_py.runtime.registers import BF16, cut, flushed, phases, round_in_place, source, stored

STEP = 16
"""Number of terms added to Dst at once."""
TILE = 32
_PANEL = 1 << 16
"""Number of sums that are computed at once, so that they stay in the cache."""


@dataclass(frozen=True, slots=True)
class MatrixUnit(Arithmetic):
    """Arithmetic of kernels on the device. Only float32 values are computed differently from ideal
    arithmetic.
    """

    passes: int
    """Number of fidelity phases: 1 (LoFi) to 4 (HiFi4)."""
    wide: bool
    """Whether the destination register, Dst, has 32 bits instead of 16."""
    block: int | None = None
    """Number of tiles of a product's inner dimension in a block, or None for a single block."""

    def _stored(self, values: Array) -> Array:
        return values if self.wide else stored(values)

    @override
    def product(self, a: Array, b: Array, out: Array | None = None) -> Array:
        if a.dtype != np.float32:
            return Arithmetic.product(self, a, b, out)
        made = self._product(a, b)
        if out is None:
            return made
        out[...] = made
        return out

    def _product(self, a: Array, b: Array) -> Array:
        a, b = source(a, self.wide), source(b, self.wide)
        pairs = [(left, right) for right, left in phases(b, a, self.passes)]
        if self.wide:
            return np.asarray(sum(np.matmul(*pair) for pair in pairs))
        return _in_batches(pairs, self._block_sums)

    def _block_sums(self, pairs: list[tuple[Array, Array]], out: Array) -> None:
        """Compute (n, M, K) @ (n, K, N) into `out`, block by block. Each block starts with a zeroed
        Dst.
        """
        depth = pairs[0][0].shape[-1]
        block = self.block * TILE if self.block else max(depth, 1)
        term, total = np.empty_like(out), np.zeros_like(out)
        for start in range(0, depth, block):
            end = min(start + block, depth)
            for tile in range(start, end, TILE):
                for a, b in pairs:
                    for at in range(tile, min(tile + TILE, end), STEP):
                        inner = slice(at, min(at + STEP, end))
                        np.matmul(a[..., inner], b[..., inner, :], out=term)
                        total += term
                        round_in_place(total)
            if not start:
                out[...] = total
            else:
                out += total
                round_in_place(out)
            total.fill(0)

    @override
    def add(self, a: Array, b: Array, out: Array | None = None) -> Array:
        """Add as a step of a composed kernel. Unless Dst is `wide`, operands and result are
        bf16.
        """
        if a.dtype != np.float32:
            return Arithmetic.add(self, a, b, out)
        total = self._stored(source(a, self.wide) + source(b, self.wide))
        if out is None:
            return total
        out[...] = total
        return out

    @override
    def multiply(self, a: Array, b: Array) -> Array:
        if a.dtype != np.float32:
            return Arithmetic.multiply(self, a, b)
        pairs = phases(source(a, self.wide), source(b, self.wide), self.passes)
        total = np.float32(0)
        for left, right in pairs:
            total = self._stored(total + left * right)
        return np.asarray(total)

    @override
    def divide(self, a: Array, b: Array) -> Array:
        """Return `a` multiplied by the reciprocal of `b`, which the vector unit computes."""
        return self.multiply(a, self.function(1 / b)) if a.dtype == np.float32 else a / b

    @override
    def function(self, values: Array) -> Array:
        """Truncate values to the bits of Dst, as stores of the vector unit do. The matrix unit
        rounds.
        """
        if values.dtype != np.float32:
            return values
        return flushed(values) if self.wide else cut(values, BF16)

    @override
    def sum(self, x: Array, axes: Axes, keep: bool) -> Array:
        if x.dtype != np.float32:
            return Arithmetic.sum(self, x, axes, keep)
        return self._reduced(x, axes, keep, 1.0)

    @override
    def mean(self, x: Array, axes: Axes, keep: bool) -> Array:
        """Return the sum of products with 1 / n, a bf16 number.

        Over several dimensions, the sum is multiplied by 1 / n at the end.
        """
        if x.dtype != np.float32:
            return Arithmetic.mean(self, x, axes, keep)
        count = prod(x.shape[axis] for axis in axes)
        share = 1 / max(count, 1)
        if len(axes) == 1:
            return self._reduced(x, axes, keep, share)
        total = self._reduced(x, axes, keep, 1.0)
        return self.function(total * np.float32(share))

    def _reduced(self, x: Array, axes: Axes, keep: bool, factor: float) -> Array:
        """Return the sums of the elements multiplied by `factor`.

        Rows and columns are reduced at once, other dimensions one by one, the last one first.
        """
        if not axes or not x.size:
            return Arithmetic.sum(self, x, axes, keep)
        scaler = stored(np.full((1, 1), factor, np.float32))
        for axis in sorted(axes, reverse=True):
            rows = np.moveaxis(x, axis, -1)
            terms = np.broadcast_to(scaler, (rows.shape[-1], 1))
            x = np.expand_dims(self._sums(rows, terms), axis)
        return x if keep else x.reshape([n for i, n in enumerate(x.shape) if i not in axes])

    def _sums(self, rows: Array, terms: Array) -> Array:
        unit = MatrixUnit(self.passes, self.wide)
        return unit.product(rows, terms)[..., 0]

    @override
    def running_sum(self, x: Array, axis: int) -> Array:
        if x.dtype != np.float32 or self.wide:
            return Arithmetic.running_sum(self, x, axis)
        rows = np.ascontiguousarray(np.moveaxis(source(x, self.wide), axis, 0))
        for index in range(1, len(rows)):
            rows[index] += rows[index - 1]
            round_in_place(rows[index])
        return np.moveaxis(rows, 0, axis)


def _in_batches(
    pairs: list[tuple[Array, Array]], sums: Callable[[list[tuple[Array, Array]], Array], None]
) -> Array:
    """Return products of arrays of any rank, computed by a function for three dimensions, part by
    part.
    """
    a, b = pairs[0]
    shape = (*np.broadcast_shapes(a.shape[:-2], b.shape[:-2]),)
    rows = a.shape[-2:-1] if a.ndim > 1 else ()
    columns = b.shape[-1:] if b.ndim > 1 else ()
    flat = [_three(left, right, shape) for left, right in pairs]
    (count, height, _), width = flat[0][0].shape, flat[0][1].shape[-1]
    out = np.zeros((count, height, width), np.float32)
    for part, across, down in _panels(count, height, width):
        panel = np.zeros_like(out[part, across, down])
        sums([(left[part, across], right[part, :, down]) for left, right in flat], panel)
        out[part, across, down] = panel
    return out.reshape(shape + rows + columns)


def _three(a: Array, b: Array, batch: tuple[int, ...]) -> tuple[Array, Array]:
    """Return the operands of a product as (n, M, K) and (n, K, N).

    A batch of matrices times a single matrix is one product.
    """
    a = a[None] if a.ndim == 1 else a
    b = b[:, None] if b.ndim == 1 else b
    if b.ndim == 2:
        return a.reshape(1, -1, a.shape[-1]), b[None]
    left = np.broadcast_to(a, batch + a.shape[-2:]).reshape(-1, *a.shape[-2:])
    return left, np.broadcast_to(b, batch + b.shape[-2:]).reshape(-1, *b.shape[-2:])


def _panels(count: int, height: int, width: int) -> Iterator[tuple[slice, slice, slice]]:
    """Yield slices that cut (count, height, width) into parts of at most `_PANEL` sums."""
    across = min(width, _PANEL // min(max(height, 1), TILE))
    down = min(height, max(_PANEL // max(across, 1), 1))
    batch = max(_PANEL // max(across * down, 1), 1)
    for first in range(0, count, batch):
        for row in range(0, height, max(down, 1)):
            for column in range(0, width, max(across, 1)):
                yield (
                    slice(first, first + batch),
                    slice(row, row + down),
                    slice(column, column + across),
                )
