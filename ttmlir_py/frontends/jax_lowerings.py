"""Lowerings of JAX primitives that differ from JAX's for the CPU, in JAX's own operations.

On a CPU, JAX draws random numbers in loops over vectors of shift amounts, counts with 64 bits, and
calls LAPACK. The lowerings here compute the same with 32-bit arithmetic and without calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from math import prod
from typing import Any

import numpy as np

from ttmlir_py.frontends import jax_factorizations as factorizations
from ttmlir_py.frontends import jax_special_functions as special_functions
from ttmlir_py.frontends.jax_gathers import lower_gather
from ttmlir_py.frontends.libraries import library

_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
"""Rotations of Threefry's rounds (Salmon et al., Parallel random numbers: as easy as 1, 2, 3)."""
_PARITY = 0x1BD11BDA
_PHILOX_FACTORS = (0xD2511F53, 0xCD9E8D57)
_PHILOX_WEYL = (0x9E3779B9, 0xBB67AE85)

Rule = tuple[Any, Any]
"""A primitive with its lowering."""


def _numpy() -> Any:
    return library("jax.numpy")


def threefry(key0: Any, key1: Any, count0: Any, count1: Any) -> tuple[Any, Any]:
    """Return 64 random bits for each pair of counts: Threefry-2x32 with 20 rounds, unrolled."""
    keys = (key0, key1, key0 ^ key1 ^ np.uint32(_PARITY))
    x, y = count0 + keys[0], count1 + keys[1]
    for group in range(5):
        for rotation in _ROTATIONS[group % 2]:
            x = x + y
            y = x ^ ((y << np.uint32(rotation)) | (y >> np.uint32(32 - rotation)))
        x = x + keys[(group + 1) % 3]
        y = y + keys[(group + 2) % 3] + np.uint32(group + 1)
    return x, y


def counts(*, shape: tuple[int, ...]) -> tuple[Any, Any]:
    """Return the high and low 32 bits of the numbers from 0, in an array of `shape`."""
    if prod(shape) >= 2**32:
        raise NotImplementedError(f"random numbers of the shape {shape}: more than 2^32 of them")
    low = library("jax.lax").iota(np.uint32, prod(shape)).reshape(shape)
    return _numpy().zeros_like(low), low


def _high_product(a: Any, factor: int) -> Any:
    """Return the high 32 bits of the products of ui32 numbers and `factor`."""
    low_mask, half = np.uint32(0xFFFF), np.uint32(16)
    a_low, a_high = a & low_mask, a >> half
    f_low, f_high = np.uint32(factor & 0xFFFF), np.uint32(factor >> 16)
    middle = a_high * f_low + ((a_low * f_low) >> half)
    other = a_low * f_high + (middle & low_mask)
    return a_high * f_high + (middle >> half) + (other >> half)


def philox(counters: list[Any], key: list[Any]) -> list[Any]:
    """Return 128 random bits for each counter of four words: Philox-4x32 with 10 rounds."""
    x0, x1, x2, x3 = counters
    k0, k1 = key
    for index in range(10):
        if index:
            k0 = k0 + np.uint32(_PHILOX_WEYL[0])
            k1 = k1 + np.uint32(_PHILOX_WEYL[1])
        high0, high1 = (
            _high_product(x0, _PHILOX_FACTORS[0]),
            _high_product(x2, _PHILOX_FACTORS[1]),
        )
        low0, low1 = x0 * np.uint32(_PHILOX_FACTORS[0]), x2 * np.uint32(_PHILOX_FACTORS[1])
        x0, x1, x2, x3 = high1 ^ x1 ^ k0, low1, high0 ^ x3 ^ k1, low0
    return [x0, x1, x2, x3]


def rng_bit_generator(key: Any, *, shape: tuple[int, ...], **_: Any) -> tuple[Any, Any]:
    """Return the next state of a generator of four words, and random bits: Philox, as in XLA.

    Each counter of four words gives four elements. Its low half counts from the state's last two
    words, and its high half is the key, the state's first two words.
    """
    numpy = _numpy()
    words = [key[index] for index in range(4)]
    blocks = -(-prod(shape) // 4)

    def counted(steps: Any) -> list[Any]:
        low = words[2] + steps
        # the carry of an unsigned sum, without an unsigned comparison
        carry = ((words[2] & steps) | ((words[2] | steps) & ~low)) >> np.uint32(31)
        return [low, words[3] + carry]

    counters = [*counted(library("jax.lax").iota(np.uint32, blocks)), *words[:2]]
    found = numpy.stack(philox(counters, words[:2]), axis=-1).reshape(-1)
    bits = found[: prod(shape)].reshape(shape)
    return numpy.stack([*words[:2], *counted(np.uint32(blocks))]), bits


def is_lowered(equation: Any) -> bool:
    """Whether this module has a lowering for `equation`: a `rng_bit_generator` or a factorization
    of supported types.
    """
    if equation.primitive.name == "rng_bit_generator":
        return equation.invars[0].aval.shape == (4,) and equation.params["dtype"] == np.uint32
    return factorizations.is_lowered(equation)


@cache
def overrides() -> tuple[Rule, ...]:
    """Return the primitives that have a lowering in this module, each with the lowering, for
    `LoweringParameters`.
    """
    lower: Callable[..., Any] = library("jax.interpreters.mlir").lower_fun
    gather = library("jax.extend.core.primitives").gather_p
    return (
        (gather, lower_gather),
        *(
            (primitive, lower(rule, multiple_results=primitive.multiple_results))
            for primitive, rule in _rules()
        ),
    )


def _rules() -> Iterator[tuple[Any, Callable[..., Any]]]:
    primitives = library("jax.extend.core.primitives")
    yield primitives.threefry2x32_p, threefry
    yield primitives.rng_bit_generator_p, rng_bit_generator
    yield from factorizations.rules()
    yield from special_functions.rules()
    for name in ("jax._src.random.prng", "jax._src.prng"):  # JAX 0.10 moved this private module
        with suppress(ImportError):
            yield library(name).iota_2x32_shape_p, counts
            return
