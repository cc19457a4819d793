"""Random bits of a state, by the algorithms of XLA's `RngBitGenerator`.

A state is a tensor `[2, 2]` of 32-bit numbers: a 64-bit key and a 64-bit counter, the lower halves
first.
"""

from collections.abc import Sequence
from math import prod

import numpy as np

from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.later.table import LATER_KERNELS
from ttmlir_py.runtime.kernels.registry import kernel, require_shape

_LOW = 0xFFFFFFFF
_THREEFRY_PARITY = 0x1BD11BDA
_THREEFRY_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PHILOX_FACTORS = (0xD2511F53, 0xCD9E8D57)
_PHILOX_STEPS = (0x9E3779B9, 0xBB67AE85)
_PHILOX_ROUNDS = 10


def _threefry(key: tuple[int, int], low: Array, high: Array) -> tuple[Array, Array]:
    """Return two words for each counter by Threefry-2x32 with 20 rounds."""
    keys = (*key, key[0] ^ key[1] ^ _THREEFRY_PARITY)
    low, high = low + keys[0] & _LOW, high + keys[1] & _LOW
    for number in range(5):
        for distance in _THREEFRY_ROTATIONS[number % 2]:
            low = low + high & _LOW
            high = low ^ ((high << distance | high >> 32 - distance) & _LOW)
        low = low + keys[(number + 1) % 3] & _LOW
        high = high + keys[(number + 2) % 3] + number + 1 & _LOW
    return low, high


def _philox(key: tuple[int, int], low: Array, high: Array) -> tuple[Array, ...]:
    """Return four words for each counter by Philox-4x32 with ten rounds. The key is the upper half
    of the counter as well.
    """
    words = (low, high, np.full_like(low, key[0]), np.full_like(low, key[1]))
    for number in range(_PHILOX_ROUNDS):
        first, second = (
            k + number * step & _LOW for k, step in zip(key, _PHILOX_STEPS, strict=True)
        )
        one, other = words[0] * _PHILOX_FACTORS[0], words[2] * _PHILOX_FACTORS[1]
        words = (
            other >> 32 ^ words[1] ^ first,
            other & _LOW,
            one >> 32 ^ words[3] ^ second,
            one & _LOW,
        )
    return words


def _split(shape: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Return the shape of the counters of Threefry, and the dimension in which each counter has two
    neighbouring words: the first even dimension, or else the first of the largest ones.
    """
    if not shape:
        return (1,), 0
    even = (dim for dim, size in enumerate(shape) if size % 2 == 0)
    dim = next(even, shape.index(max(shape)))
    return (*shape[:dim], -(-shape[dim] // 2), *shape[dim + 1 :]), dim


def _counters(state: Array, count: int) -> tuple[tuple[int, int], Array, Array]:
    """Return the key of a state, and the halves of `count` counters."""
    first, second, low, high = (int(each) & _LOW for each in state.reshape(-1))
    counters = np.arange(count, dtype=np.uint64) + np.uint64(low | high << 32)
    return (first, second), counters & np.uint64(_LOW), counters >> np.uint64(32)


def _state_shape(
    state: Array, *, philox: bool, shape: Sequence[int], gives_state: bool
) -> tuple[int, ...]:
    require_shape((2, 2), state.shape)
    return (2, 2) if gives_state else tuple(shape)


@kernel(
    "RngBitGeneratorOp",
    "initial_state",
    philox="philox",
    shape="shape",
    gives_state="gives_state",
    infer_shape=_state_shape,
    table=LATER_KERNELS,
)
def random_bits(state: Array, *, philox: bool, shape: Sequence[int], gives_state: bool) -> Array:
    """Return random 32-bit numbers of a shape, or the state after them."""
    shape, count = tuple(shape), prod(shape)
    half, dim = _split(shape)
    used = -(-count // 4) if philox else prod(half)
    if gives_state:
        return _advanced(state, used)
    key, low, high = _counters(state, used)
    if philox:
        words = np.stack(_philox(key, low, high), -1).reshape(-1)[:count]
        return words.reshape(shape).astype(np.uint32)
    words = np.stack([each.reshape(half) for each in _threefry(key, low, high)], dim + 1)
    words = words.reshape(*half[:dim], 2 * half[dim], *half[dim + 1 :])
    return np.take(words, range(shape[dim] if shape else 1), dim).reshape(shape).astype(np.uint32)


def _advanced(state: Array, used: int) -> Array:
    """Return a state whose counter is `used` larger."""
    first, second, low, high = (int(each) & _LOW for each in state.reshape(-1))
    counter = (low | high << 32) + used
    return np.array([[first, second], [counter & _LOW, counter >> 32 & _LOW]], np.uint32)
