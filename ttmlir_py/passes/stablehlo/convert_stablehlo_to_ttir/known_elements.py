"""Constant evaluation of TTIR ops on small integer tensors, with which JAX checks index bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import NamedTuple, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import Shape, integers, shape_of, tensor_type
from ttmlir_py.ir.elements import all_values
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import Elements
from ttmlir_py.rewriting.attributes import int_value

MOST_ELEMENTS = 1024
"""The maximum number of elements of a tensor that is evaluated."""
_DEEPEST = 64


class KnownElements(NamedTuple):
    """The elements of a constant tensor in row-major order, and its shape."""

    elements: tuple[int, ...]
    shape: Shape

    def at(self, place: Sequence[int]) -> int:
        """Return the element at the index `place`. Dimensions of size 1 are broadcast."""
        index = 0
        padded = place[len(place) - len(self.shape) :]
        for size, each in zip(self.shape, padded, strict=True):
            index = index * size + (each if size != 1 else 0)
        return self.elements[index]


def known_elements(value: SSAValue, left: int = _DEEPEST) -> KnownElements | None:
    """Return the elements of a tensor of integers or booleans, or None if they are unknown.

    `left` is the number of ops that the search may still follow.
    """
    owner, shape = value.owner, shape_of(value)
    if not left or not isinstance(owner, Operation) or prod(shape) > MOST_ELEMENTS:
        return None
    if isinstance(owner, ttir.ConstantOp):
        return _of_constant(owner)
    inputs = _inputs(owner)
    if inputs is None:
        return None
    known = [known_elements(each, left - 1) for each in inputs]
    operands = [each for each in known if each is not None]
    if not operands or len(operands) != len(known):
        return None
    if isinstance(owner, ttir.ReshapeOp):
        return KnownElements(operands[0].elements, shape)
    places = product(*map(range, shape))
    compute = _POINTWISE.get(owner.__class__)
    if compute is not None:
        found = [int(compute(*(each.at(place) for each in operands))) for place in places]
        fits = all(-(2**31) <= number < 2**31 for number in found)
        return KnownElements(tuple(found), shape) if fits else None
    return _moved(owner, operands, places, shape)


def _of_constant(op: ttir.ConstantOp) -> KnownElements | None:
    value = op.properties["value"]
    if not isinstance(value, DenseIntOrFPElementsAttr):
        return None
    numbers: Sequence[float] = all_values(cast(Elements, value))
    if not all(float(number).is_integer() for number in numbers):
        return None
    return KnownElements(tuple(map(int, numbers)), shape_of(op.result))


def _inputs(op: Operation) -> Sequence[SSAValue] | None:
    """Return the inputs of `op` if it can be evaluated here, otherwise None."""
    element = tensor_type(op.results[0]).element_type
    if isinstance(op, ttir.TypecastOp) and not is_integer_type(element):
        return None
    if op.__class__ in _POINTWISE or isinstance(op, _MOVING):
        return op.operands[:-1]
    return None


_MOVING = (ttir.ReshapeOp, ttir.BroadcastOp, ttir.ConcatOp, ttir.SliceOp, ttir.PermuteOp)


def _moved(
    op: Operation,
    operands: Sequence[KnownElements],
    places: product[tuple[int, ...]],
    shape: Shape,
) -> KnownElements | None:
    """Return the result of `op`, an op that moves elements, or None for other ops.

    `places` are the indices of the result's elements.
    """
    match op:
        case ttir.BroadcastOp():
            return KnownElements(tuple(operands[0].at(place) for place in places), shape)
        case ttir.PermuteOp():
            order = integers(op.permutation)
            sources = ([place[order.index(dim)] for dim in range(len(order))] for place in places)
            return KnownElements(tuple(operands[0].at(place) for place in sources), shape)
        case ttir.SliceOp():
            begins, steps = integers(op.begins), integers(op.step)
            sources = (
                [b + p * s for b, p, s in zip(begins, place, steps, strict=True)]
                for place in places
            )
            return KnownElements(tuple(operands[0].at(place) for place in sources), shape)
        case ttir.ConcatOp():
            return _joined(operands, int_value(op.dim), shape)
        case _:
            return None


def _joined(operands: Sequence[KnownElements], dim: int, shape: Shape) -> KnownElements:
    rows = prod(shape[:dim])
    elements: list[int] = []
    for row in range(rows):
        for each in operands:
            size = len(each.elements) // rows
            elements += each.elements[row * size : (row + 1) * size]
    return KnownElements(tuple(elements), shape)


def _where(condition: int, a: int, b: int) -> int:
    return a if condition else b


_POINTWISE: dict[type[Operation], Callable[..., int]] = {
    ttir.EqualOp: int.__eq__,
    ttir.NotEqualOp: int.__ne__,
    ttir.GreaterEqualOp: int.__ge__,
    ttir.GreaterThanOp: int.__gt__,
    ttir.LessEqualOp: int.__le__,
    ttir.LessThanOp: int.__lt__,
    ttir.WhereOp: _where,
    ttir.TypecastOp: int,
    ttir.AddOp: int.__add__,
    ttir.SubtractOp: int.__sub__,
}
