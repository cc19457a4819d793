"""Semantics of operations that only later revisions have: the dialect `later`."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from ttmlir_py.reference import special_functions, ttir
from ttmlir_py.reference.meanings import SEVERAL_RESULTS, op
from ttmlir_py.reference.numbers import Array, MeaningError

SEVERAL_RESULTS.add("later.split_heads")


def silu(x: Array) -> Array:
    """Return `x * sigmoid(x)`, which is 0 for minus infinity."""
    return np.where(x == -np.inf, 0.0, x * ttir.sigmoid(x))


_UNARY: Mapping[str, Callable[[Array], Array]] = MappingProxyType(
    {
        "Acos": np.arccos,
        "Asin": np.arcsin,
        "Asinh": np.arcsinh,
        "Atan": np.arctan,
        "Erf": special_functions.of_each(math.erf),
        "Erfc": special_functions.of_each(math.erfc),
        "Round": np.rint,
        "Silu": silu,
    }
)


@op("later.unary")
def unary(input: Array, *, function: str) -> Array:
    """Return the function of each element that the attribute `function` names."""
    if function not in _UNARY:
        raise MeaningError(f"the semantics of the function {function} are unknown")
    return _UNARY[function](input)


@op("later.binary")
def binary(lhs: Array, rhs: Array, *, function: str) -> Array:
    """Return the function of elements at the same position that `function` names."""
    if function != "Atan2":
        raise MeaningError(f"the semantics of the function {function} are unknown")
    return np.arctan2(lhs, rhs)


@op("later.gather")
def gather(input: Array, index: Array, *, dim: int) -> Array:
    """Return the elements of `input` at the places `index` along `dim`."""
    return np.take_along_axis(input, index.astype(np.int64), axis=dim)


@op("later.argmax")
def argmax(input: Array, *, dim: int, result_shape: tuple[int, ...]) -> Array:
    """Return the first place of the maximum along `dim`. NaN is the maximum."""
    return np.argmax(input, axis=dim).reshape(result_shape)


def _affine(x: Array, weight: Array | None, bias: Array | None) -> Array:
    x = x if weight is None else x * weight
    return x if bias is None else x + bias


@op("later.rms_norm")
def rms_norm(input: Array, weight: Array | None, *, epsilon: float) -> Array:
    """Return `x` divided by the root of the mean square of its last dimension."""
    square = np.square(input).sum(axis=-1, keepdims=True) / input.shape[-1]
    return _affine(input * (square + epsilon) ** -0.5, weight, None)


@op("later.layer_norm")
def layer_norm(input: Array, weight: Array | None, bias: Array | None, *, epsilon: float) -> Array:
    """Return the last dimension with mean 0 and variance 1, times `weight`, plus `bias`."""
    count = input.shape[-1]
    centered = input - input.sum(axis=-1, keepdims=True) / count
    variance = np.square(centered).sum(axis=-1, keepdims=True) / count
    return _affine(centered * (variance + epsilon) ** -0.5, weight, bias)


@op("later.scaled_dot_product_attention")
def scaled_dot_product_attention(
    query: Array, key: Array, value: Array, mask: Array | None, *, scale: float, is_causal: bool
) -> Array:
    """Return the mean of the rows of `value`, weighted by how much each key is like the query."""
    scores = np.einsum("bhqd,bhkd->bhqk", query, key) * scale
    if mask is not None:
        scores = scores + mask
    if is_causal:
        rows, columns = np.indices(scores.shape[-2:])
        scores = np.where(columns > rows, -np.inf, scores)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return np.einsum("bhqk,bhkd->bhqd", weights, value)


@op("later.concatenate_heads")
def concatenate_heads(input: Array) -> Array:
    """Return the rows of all heads next to each other."""
    return np.concatenate([input[:, head] for head in range(input.shape[1])], axis=-1)


@op("later.split_heads")
def split_heads(input: Array, *, result_shape: tuple[int, ...]) -> list[Array]:
    """Return the heads of query, key and value."""
    _, heads, _, size = result_shape
    columns = [input[..., at : at + size] for at in range(0, input.shape[-1], size)]
    return [np.stack(columns[at : at + heads], axis=1) for at in range(0, 3 * heads, heads)]


@op("later.rotary_embedding")
def rotary_embedding(input: Array, cosines: Array, sines: Array) -> Array:
    """Return `x` with each pair of an element of the first half and one of the second half turned
    by an angle.
    """
    half = input.shape[-1] // 2
    first, second = input[..., :half], input[..., half:]
    return np.concatenate(
        (
            first * cosines[..., :half] - second * sines[..., :half],
            second * cosines[..., half:] + first * sines[..., half:],
        ),
        axis=-1,
    )
