"""The operator `GridSample` of ONNX as products with weights of the elements of an image.

Each dimension of the image has a matrix: the weight of each element for each position of the grid.
torch-mlir would gather elements by indices, which the device computes in bf16, and rounds positions
between two elements incorrectly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from ttmlir_py.frontends.onnx_functions import Expansion, Facts, Nodes, attributes

_FLOAT = 1
"""ONNX's number of the type f32."""
_FLOATS = (_FLOAT, 10, 11, 16)
"""ONNX's numbers of the types f32, f16, f64 and bf16."""
_CUBIC = -0.75
"""The slope of the cubic weights."""


@dataclass(frozen=True)
class _Dimension:
    """A dimension of the image, of `size` elements."""

    new: Nodes
    size: int
    mode: str
    padding: str
    aligns: bool
    """Whether -1 and 1 are the centers of the outer elements, not the borders of the image."""

    @property
    def _low(self) -> float:
        return 0.0 if self.aligns else -0.5

    @property
    def _high(self) -> float:
        return self.size - 1.0 if self.aligns else self.size - 0.5

    def weights(self, grid: str) -> str:
        """Return the weights of the elements. `grid` has one row of coordinates for each image."""
        position = self._inside(self._rounded(self._position(grid)))
        if self.mode == "nearest":
            return self._selected(position, self.new.constant(1))
        first = self.new.add("Floor", position)
        rest = self.new.add("Sub", position, first)
        if self.mode == "linear":
            taps = {0: self._polynomial(rest, -1, 1), 1: rest}
        else:
            taps = self._cubic(rest)
        total = ""
        for offset, weight in taps.items():
            index = self.new.add("Add", first, self.new.constant(offset))
            part = self._selected(self._inside(index), weight)
            total = self.new.add("Add", total, part) if total else part
        return total

    def _position(self, grid: str) -> str:
        """Return coordinates, from -1 to 1, as indices of elements."""
        shifted = self.new.add("Add", grid, self.new.constant(1))
        if self.aligns:
            half = self.new.add("Mul", shifted, self.new.constant(0.5))
            return self.new.add("Mul", half, self.new.constant(self.size - 1))
        twice = self.new.add("Mul", shifted, self.new.constant(self.size))
        moved = self.new.add("Sub", twice, self.new.constant(1))
        return self.new.add("Mul", moved, self.new.constant(0.5))

    def _rounded(self, position: str) -> str:
        return self.new.add("Round", position) if self.mode == "nearest" else position

    def _inside(self, position: str) -> str:
        """Move positions outside of the image into it, unless the image is padded by zeros."""
        if self.padding == "zeros":
            return position
        low, high = self.new.constant(self._low), self.new.constant(self._high)
        below, above = self.new.add("Less", position, low), self.new.add("Greater", position, high)
        outside = self.new.add("Or", below, above)
        if self.padding == "border":
            ends = self.new.constant(0), self.new.constant(self.size - 1)
            moved = self.new.add("Min", self.new.add("Max", position, ends[0]), ends[1])
        else:
            moved = self._reflected(position, low, high)
        return self.new.add("Where", outside, moved, position)

    def _reflected(self, position: str, low: str, high: str) -> str:
        """Reflect positions at the borders of the image until they are inside of it."""
        span = self._high - self._low
        if not span:
            return low
        distance = self.new.add("Abs", self.new.add("Sub", position, low))
        times = self.new.add("Floor", self.new.add("Div", distance, self.new.constant(span)))
        covered = self.new.add("Mul", times, self.new.constant(span))
        rest = self.new.add("Sub", distance, covered)
        half = self.new.add("Mul", times, self.new.constant(0.5))
        is_even = self.new.add("Equal", half, self.new.add("Floor", half))
        forward, back = self.new.add("Add", low, rest), self.new.add("Sub", high, rest)
        return self.new.add("Where", is_even, forward, back)

    def _selected(self, index: str, weight: str) -> str:
        """Return `weight` for the element with the index, and zero for all others."""
        indices = self.new.constant(np.arange(self.size).reshape(1, -1, 1))
        is_element = self.new.add("Equal", index, indices)
        return self.new.add("Where", is_element, weight, self.new.constant(0))

    def _cubic(self, rest: str) -> dict[int, str]:
        """Return the weights of the four elements around a position between two elements."""
        a, other = _CUBIC, self._polynomial(rest, -1, 1)
        near, far = (a + 2, -a - 3, 0, 1), (a, -5 * a, 8 * a, -4 * a)
        after, before = (self._polynomial(each, 1, 1) for each in (rest, other))
        return {
            -1: self._polynomial(after, *far),
            0: self._polynomial(rest, *near),
            1: self._polynomial(other, *near),
            2: self._polynomial(before, *far),
        }

    def _polynomial(self, x: str, *factors: float) -> str:
        """Return a polynomial of `x`. `factors` begin with that of the highest power."""
        value = self.new.constant(factors[0])
        for factor in factors[1:]:
            value = self.new.add("Add", self.new.add("Mul", value, x), self.new.constant(factor))
        return value


def _grid_sample(node: Any, facts: Facts, new: Nodes) -> bool:
    """Expand the sampling of an image of any rank at the positions of a grid."""
    x, grid = node.input
    shape, places, element = facts.shape(x), facts.shape(grid), facts.element(x)
    if shape is None or places is None or element not in _FLOATS or not prod(shape + places):
        return False
    given = attributes(node)
    mode = given.get("mode", b"linear").decode().removeprefix("bi")
    padding = given.get("padding_mode", b"zeros").decode()
    count, channels, *sizes = shape
    points = prod(places[1:-1])
    coordinates = new.reshape(new.cast(grid, _FLOAT), [count, points, len(sizes)])
    value, rows = x, channels * prod(sizes)
    for axis in reversed(range(len(sizes))):
        column = len(sizes) - 1 - axis
        along = new.reshape(new.slice(coordinates, column, column + 1, 2), [count, 1, points])
        dimension = _Dimension(new, sizes[axis], mode, padding, bool(given.get("align_corners")))
        weights = dimension.weights(along)
        weights = weights if element == _FLOAT else new.cast(weights, element)
        rows //= sizes[axis]
        if not column:
            value = new.add("MatMul", new.reshape(value, [count, rows, sizes[axis]]), weights)
            continue
        parts = new.reshape(value, [count, rows, sizes[axis], points])
        weighted = new.add("Mul", parts, new.unsqueeze(weights, 1))
        value = new.add("ReduceSum", weighted, new.constant([2], np.int64), keepdims=0)
    new.reshape(value, [count, channels, *places[1:-1]], result=node.output[0])
    return True


GRIDS: Mapping[str, Expansion] = {"GridSample": _grid_sample}
"""Maps the operators of this module to their expansions."""
