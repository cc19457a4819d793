"""Lowering of 2026-10's random bits to sums, products and bitwise operations of 32-bit words.

The algorithms are those of XLA's `RngBitGenerator`. A state is a tensor `[2, 2]`: a 64-bit key and
a 64-bit counter, the lower halves first.
"""

from collections.abc import Sequence
from math import prod
from typing import Any

from xdsl.dialects.builtin import IntegerType, Signedness, TensorType
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.passes.revisions.state import RevisionBuilder, Table, refuse, result_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir import bits

_WORD = IntegerType(32, Signedness.SIGNED)
_PARITY = 0x1BD11BDA
_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_FACTORS = (0xD2511F53, 0xCD9E8D57)
_STEPS = (0x9E3779B9, 0xBB67AE85)
_PHILOX_ROUNDS = 10
_MOST_WORDS = 1 << 24
"""The number of counters up to which f32 represents each exactly."""


class _Words:
    """Arithmetic on 32-bit words, which are stored as si32 and wrap around."""

    def __init__(self, builder: RevisionBuilder) -> None:
        self._builder = builder

    def _binary(self, cls: type[Operation], one: SSAValue, other: SSAValue | int) -> SSAValue:
        if isinstance(other, int):
            other = self._builder.scalar((other + 2**31) % 2**32 - 2**31, _WORD)
        return self._builder.combine(cls, one, other)

    def add(self, one: SSAValue, other: SSAValue | int) -> SSAValue:
        """Return `one + other`."""
        return self._binary(ttir.AddOp, one, other)

    def multiply(self, one: SSAValue, other: int) -> SSAValue:
        """Return the lower half of `one * other`."""
        return self._binary(ttir.MultiplyOp, one, other)

    def both(self, one: SSAValue, other: SSAValue | int) -> SSAValue:
        """Return `one & other`."""
        return self._binary(ttir.BitwiseAndOp, one, other)

    def either(self, one: SSAValue, other: SSAValue) -> SSAValue:
        """Return `one | other`."""
        return self._binary(ttir.BitwiseOrOp, one, other)

    def differing(self, one: SSAValue, other: SSAValue | int) -> SSAValue:
        """Return the bits in which `one` and `other` differ."""
        return self._binary(ttir.BitwiseXorOp, one, other)

    def right(self, word: SSAValue, distance: int) -> SSAValue:
        """Return a word shifted to the right, filled with zeros."""
        return bits.shifted(self._builder, bits.logical_right, word, word, known=distance)

    def rotated(self, word: SSAValue, distance: int) -> SSAValue:
        """Return a word rotated to the left."""
        left = bits.shifted(self._builder, bits.left, word, word, known=distance)
        return self.either(left, self.right(word, 32 - distance))

    def upper_product(self, word: SSAValue, factor: int) -> SSAValue:
        """Return the upper half of the 64-bit product of unsigned words."""
        low, high = self.both(word, 0xFFFF), self.right(word, 16)
        small, large = factor & 0xFFFF, factor >> 16
        crossed = [self.multiply(low, large), self.multiply(high, small)]
        middle = self.right(self.multiply(low, small), 16)
        for each in crossed:
            middle = self.add(middle, self.both(each, 0xFFFF))
        found = self.add(self.multiply(high, large), self.right(middle, 16))
        for each in crossed:
            found = self.add(found, self.right(each, 16))
        return found

    def advanced(
        self, low: SSAValue, high: SSAValue, distance: SSAValue | int
    ) -> tuple[SSAValue, SSAValue]:
        """Return the halves of a 64-bit number to which a 32-bit number was added."""
        found, rest = self.add(low, distance), self.differing(low, distance)
        carried = self.either(self.both(low, distance), self.both(rest, self.differing(found, -1)))
        return found, self.add(high, self.right(carried, 31))


def _threefry(words: _Words, key: Sequence[SSAValue], low: SSAValue, high: SSAValue):
    """Return two words for each counter by Threefry-2x32 with 20 rounds."""
    keys = (*key, words.differing(words.differing(key[0], key[1]), _PARITY))
    low, high = words.add(low, keys[0]), words.add(high, keys[1])
    for number in range(5):
        for distance in _ROTATIONS[number % 2]:
            low = words.add(low, high)
            high = words.differing(low, words.rotated(high, distance))
        low = words.add(low, keys[(number + 1) % 3])
        high = words.add(words.add(high, keys[(number + 2) % 3]), number + 1)
    return [low, high]


def _philox(words: _Words, key: Sequence[SSAValue], low: SSAValue, high: SSAValue):
    """Return four words for each counter by Philox-4x32 with ten rounds. The key is the upper half
    of the counter as well.
    """
    zero = words.both(low, 0)
    held = [low, high, *(words.add(zero, each) for each in key)]
    for number in range(_PHILOX_ROUNDS):
        first, second = (
            words.add(each, number * step % 2**32) for each, step in zip(key, _STEPS, strict=True)
        )
        upper = [words.upper_product(held[2 * i], each) for i, each in enumerate(_FACTORS)]
        lower = [words.multiply(held[2 * i], each) for i, each in enumerate(_FACTORS)]
        held = [
            words.differing(words.differing(upper[1], held[1]), first),
            lower[1],
            words.differing(words.differing(upper[0], held[3]), second),
            lower[0],
        ]
    return held


def _split(shape: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Return the shape of the counters of Threefry, and the dimension in which each counter has two
    neighbouring words: the first even dimension, or else the first of the largest ones.
    """
    even = (dim for dim, size in enumerate(shape) if size % 2 == 0)
    dim = next(even, shape.index(max(shape)))
    return (*shape[:dim], -(-shape[dim] // 2), *shape[dim + 1 :]), dim


def _rng_bit_generator(builder: RevisionBuilder, op: Any) -> list[SSAValue]:
    """Return the state after the bits, and the bits."""
    is_philox = bool(op.philox.value.data)
    shape = shape_of(op.results[1]) or (1,)
    if shape_of(op.initial_state) != (2, 2):
        raise refuse(op, "a state without two halves of a key and a counter")
    if not 0 < prod(shape) < _MOST_WORDS:
        raise refuse(op, f"{prod(shape)} numbers")
    state = builder.reshape(builder.typecast(op.initial_state, _WORD), (4,))
    first, second, low, high = (builder.part(state, 0, i, i + 1) for i in range(4))
    words = _Words(builder)
    half, dim = ((-(-prod(shape) // 4),), 0) if is_philox else _split(shape)
    numbers = builder.arange(TensorType(_WORD, (prod(half),)), 0)
    counters = words.advanced(low, high, numbers)
    counters = [builder.reshaped(each, half) for each in counters]
    made = (_philox if is_philox else _threefry)(words, (first, second), *counters)
    apart = (*half[: dim + 1], 1, *half[dim + 1 :])
    joined = builder.concat(
        [builder.reshape(each, apart) for each in made],
        dim + 1,
        (*half[: dim + 1], len(made), *half[dim + 1 :]),
    )
    whole = (*half[:dim], len(made) * half[dim], *half[dim + 1 :])
    joined = builder.reshape(joined, whole)
    size = prod(shape) if is_philox else shape[dim]
    found = builder.reshaped(builder.part(joined, dim, 0, size), shape_of(op.results[1]))
    last = words.advanced(low, high, prod(half))
    after = builder.concat([first, second, *last], 0, (4,))
    return [
        builder.typecast(builder.reshape(after, (2, 2)), result_type(op, 0).element_type),
        builder.typecast(found, result_type(op, 1).element_type),
    ]


RANDOM_BITS: Table = {"ttir.rng_bit_generator": _rng_bit_generator}
