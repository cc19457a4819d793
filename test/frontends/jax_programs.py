"""JAX programs as users write them: networks, losses and training steps, each with its
arguments.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

_random = np.random.default_rng(0)


class Program(NamedTuple):
    """A function and its arguments. `refused` is the error message if the function cannot be
    compiled.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    refused: str | None


PROGRAMS: dict[str, Program] = {}


def program(*arguments: Any, refused: str | None = None) -> Callable[[Callable[..., Any]], None]:
    def add(function: Callable[..., Any]) -> None:
        PROGRAMS[function.__name__] = Program(function, arguments, refused)

    return add


def normal(*shape: int, scale: float = 1.0) -> np.ndarray:
    return (scale * _random.standard_normal(shape)).astype(np.float32)


def integers(high: int, *shape: int) -> np.ndarray:
    return _random.integers(0, high, shape).astype(np.int32)


def layer(inputs: int, outputs: int) -> dict[str, np.ndarray]:
    return {"w": normal(inputs, outputs, scale=inputs**-0.5), "b": normal(outputs, scale=0.1)}


def apply(params: Any, x: Any) -> Any:
    return x @ params["w"] + params["b"]


def layer_norm(x: Any, scale: Any = 1.0, shift: Any = 0.0) -> Any:
    centered = x - x.mean(-1, keepdims=True)
    return centered * lax.rsqrt((centered**2).mean(-1, keepdims=True) + 1e-5) * scale + shift


def attend(q: Any, k: Any, v: Any, *, causal: bool = False) -> Any:
    scores = jnp.einsum("...qd,...kd->...qk", q, k) * q.shape[-1] ** -0.5
    if causal:
        rows, columns = (lax.broadcasted_iota(jnp.int32, scores.shape[-2:], i) for i in (0, 1))
        scores = jnp.where(columns - rows <= 0, scores, -1e9)
    return jnp.einsum("...qk,...kd->...qd", jax.nn.softmax(scores), v)


def heads(x: Any, count: int) -> Any:
    return x.reshape(*x.shape[:-1], count, -1).swapaxes(-2, -3)


def joined(x: Any) -> Any:
    x = x.swapaxes(-2, -3)
    return x.reshape(*x.shape[:-2], -1)


def convolve(x: Any, w: Any, stride: int = 1, padding: str = "SAME", groups: int = 1) -> Any:
    numbers = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(
        x, w, (stride, stride), padding, dimension_numbers=numbers, feature_group_count=groups
    )


def max_pool(x: Any, size: int = 2, stride: int = 2, padding: str = "VALID") -> Any:
    return lax.reduce_window(
        x, -jnp.inf, lax.max, (1, size, size, 1), (1, stride, stride, 1), padding
    )


def cross_entropy(logits: Any, labels: Any) -> Any:
    chosen = jax.nn.log_softmax(logits) * jax.nn.one_hot(labels, logits.shape[-1])
    return -chosen.sum(-1).mean()


def block_params(width: int) -> dict[str, Any]:
    names = ("q", "k", "v", "o")
    return {
        **{name: normal(width, width, scale=width**-0.5) for name in names},
        "up": layer(width, 4 * width),
        "down": layer(4 * width, width),
    }


def transformer_block(params: Any, x: Any, activation: Callable[..., Any], *, causal: bool) -> Any:
    y = layer_norm(x)
    q, k, v = (heads(y @ params[name], 2) for name in "qkv")
    x = x + joined(attend(q, k, v, causal=causal)) @ params["o"]
    return x + apply(params["down"], activation(apply(params["up"], layer_norm(x))))


MLP = [layer(16, 32), layer(32, 32), layer(32, 10)]
BLOCK = block_params(32)
X = normal(8, 16)
LABELS = integers(10, 8)
TOKENS = normal(2, 12, 32)
IMAGE = normal(2, 16, 16, 3)


def mlp(params: Any, x: Any, activation: Callable[..., Any] = jax.nn.relu) -> Any:
    for each in params[:-1]:
        x = activation(apply(each, x))
    return apply(params[-1], x)


# ---- networks


@program(MLP, X)
def classifier(params, x):
    return jax.nn.softmax(mlp(params, x))


@program(MLP, X)
def classifier_with_gelu(params, x):
    return mlp(params, x, lambda y: jax.nn.gelu(y, approximate=False))


@program(MLP, X)
def classifier_with_tanh_gelu(params, x):
    return mlp(params, x, jax.nn.gelu)


@program(MLP, X)
def classifier_with_silu(params, x):
    return mlp(params, x, jax.nn.silu)


@program(MLP, X)
def prediction(params, x):
    logits = mlp(params, x)
    return jnp.argmax(logits, -1), logits.max(-1)


@program(BLOCK, TOKENS)
def encoder_block(params, x):
    return transformer_block(params, x, jax.nn.gelu, causal=False)


@program(BLOCK, TOKENS)
def decoder_block(params, x):
    return transformer_block(params, x, jax.nn.relu, causal=True)


@program([block_params(32) for _ in range(2)], normal(50, 32), integers(50, 2, 12))
def language_model(blocks, table, ids):
    x = table[ids]
    for params in blocks:
        x = transformer_block(params, x, jax.nn.silu, causal=True)
    return layer_norm(x) @ table.T


@program(normal(2, 8, 32), normal(2, 12, 32), {n: normal(32, 32, scale=0.2) for n in "qkv"})
def cross_attention(x, memory, params):
    return attend(x @ params["q"], memory @ params["k"], memory @ params["v"])


@program(normal(2, 4, 12, 16), normal(2, 4, 12, 16), normal(2, 4, 12, 16))
def attention_with_rotary_positions(q, k, v):
    angles = jnp.arange(12)[:, None] * 10000.0 ** (-jnp.arange(8) / 8)

    def rotate(x):
        a, b = jnp.split(x, 2, -1)
        cos, sin = jnp.cos(angles), jnp.sin(angles)
        return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1)

    return attend(rotate(q), rotate(k), v, causal=True)


@program(normal(1, 2, 16, 8), normal(1, 2, 16, 8), normal(1, 2, 1, 8), np.int32(5))
def decoding_step(keys, values, x, position):
    keys = lax.dynamic_update_slice(keys, x, (0, 0, position, 0))
    values = lax.dynamic_update_slice(values, x * 0.5, (0, 0, position, 0))
    scores = jnp.einsum("bhqd,bhkd->bhqk", x, keys)
    scores = jnp.where(jnp.arange(16) <= position, scores, -1e9)
    return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores), values), keys


@program(normal(6, 4, 8), layer(24, 64), normal(4, 16))
def lstm(xs, params, start):
    def step(state, x):
        h, c = state
        i, f, g, o = jnp.split(apply(params, jnp.concatenate([x, h], -1)), 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    return lax.scan(step, (start, start * 0), xs)[1]


@program(normal(6, 4, 8), layer(24, 32), layer(24, 16), normal(4, 16))
def gru(xs, gates, candidate, start):
    def step(h, x):
        r, z = jnp.split(jax.nn.sigmoid(apply(gates, jnp.concatenate([x, h], -1))), 2, -1)
        new = jnp.tanh(apply(candidate, jnp.concatenate([x, r * h], -1)))
        return (1 - z) * h + z * new, None

    return lax.scan(step, start, xs)[0]


@program(IMAGE, normal(3, 3, 3, 8, scale=0.3), normal(3, 3, 8, 16, scale=0.1), layer(256, 10))
def convolutional_network(x, first, second, last):
    x = max_pool(jax.nn.relu(convolve(x, first)))
    x = max_pool(jax.nn.relu(convolve(x, second)))
    return apply(last, x.reshape(2, -1))


@program(normal(2, 8, 8, 16), normal(3, 3, 16, 16, scale=0.1), normal(3, 3, 16, 16, scale=0.1))
def residual_block(x, first, second):
    return jax.nn.relu(x + convolve(jax.nn.relu(convolve(x, first)), second))


@program(normal(2, 8, 8, 16), normal(3, 3, 1, 16, scale=0.3), normal(1, 1, 16, 32, scale=0.3))
def separable_convolution(x, depthwise, pointwise):
    return jax.nn.relu6(convolve(jax.nn.relu6(convolve(x, depthwise, groups=16)), pointwise))


@program(normal(2, 8, 8, 16), layer(16, 4), layer(4, 16))
def squeeze_and_excitation(x, down, up):
    gate = jax.nn.sigmoid(apply(up, jax.nn.relu(apply(down, x.mean((1, 2))))))
    return x * gate[:, None, None, :]


@program(normal(2, 8, 8, 4), normal(4), normal(4), normal(4), np.abs(normal(4)) + 0.5)
def batch_norm_and_pooling(x, scale, shift, mean, variance):
    x = (x - mean) / jnp.sqrt(variance + 1e-5) * scale + shift
    average = lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4
    return average, max_pool(x, 3, 2, "SAME")


@program(normal(1, 16, 16, 3), normal(4, 4, 3, 32, scale=0.2), normal(17, 32), normal(1, 1, 32))
def patches_of_a_vision_transformer(x, w, positions, token):
    patches = convolve(x, w, 4, "VALID").reshape(1, 16, 32)
    return layer_norm(jnp.concatenate([token, patches], 1) + positions)


@program(normal(4, 16), layer(16, 8), layer(4, 16), normal(4, 4))
def variational_autoencoder(x, encoder, decoder, noise):
    mean, log_variance = jnp.split(apply(encoder, x), 2, -1)
    z = mean + jnp.exp(0.5 * log_variance) * noise
    loss = -0.5 * (1 + log_variance - mean**2 - jnp.exp(log_variance)).sum(-1)
    return jax.nn.sigmoid(apply(decoder, z)), loss


@program(normal(6, 8), (normal(6, 6) > 0).astype(np.float32), normal(8, 8))
def graph_convolution(x, adjacency, w):
    connected = adjacency + jnp.eye(6, dtype=jnp.float32)
    return jax.nn.relu((connected / connected.sum(1, keepdims=True)) @ x @ w)


@program(normal(8, 16), layer(16, 4), normal(4, 16, 16, scale=0.2))
def mixture_of_experts(x, gate, experts):
    weights = jax.nn.softmax(apply(gate, x))
    return jnp.einsum("be,bed->bd", weights, jnp.einsum("bd,edf->bef", x, experts))


@program(normal(8, 4, 16), normal(16))
def pooling_with_attention(x, query):
    return (jax.nn.softmax(x @ query, 1)[..., None] * x).sum(1)


# ---- losses and numeric functions


@program(normal(8, 16), normal(8, 16))
def contrastive_loss(a, b):
    a, b = (each / jnp.linalg.norm(each, axis=-1, keepdims=True) for each in (a, b))
    return cross_entropy(a @ b.T / 0.1, jnp.arange(8))


@program(normal(8, 10), LABELS)
def label_smoothing(logits, labels):
    wanted = jax.nn.one_hot(labels, 10) * 0.9 + 0.01
    return -(wanted * jax.nn.log_softmax(logits)).sum(-1).mean()


@program(normal(32, 4), normal(5, 4))
def step_of_k_means(points, centers):
    distances = ((points[:, None] - centers[None]) ** 2).sum(-1)
    chosen = jax.nn.one_hot(jnp.argmin(distances, 1), 5)
    return chosen.T @ points / jnp.maximum(chosen.sum(0), 1.0)[:, None]


@program(normal(16, 4), normal(3, 4), normal(3, scale=0.1))
def likelihood_of_a_mixture(x, means, weights):
    squares = ((x[:, None] - means[None]) ** 2).sum(-1)
    return jax.scipy.special.logsumexp(jax.nn.log_softmax(weights) - 0.5 * squares, axis=1)


@program(np.abs(normal(8, 8)) + 0.1)
def power_iteration(a):
    def step(_, x):
        y = a @ x
        return y / jnp.sqrt((y * y).sum())

    return lax.fori_loop(0, 8, step, jnp.ones((8, 1)) / jnp.sqrt(8.0))


@program(np.abs(normal(6, 6)))
def sinkhorn(costs):
    def step(_, k):
        k = k / k.sum(1, keepdims=True)
        return k / k.sum(0, keepdims=True)

    return lax.fori_loop(0, 5, step, jnp.exp(-costs))


@program(normal(4, 2), np.float32(0.05))
def pendulum(state, step):
    def euler(state, _):
        angle, speed = state[:, :1], state[:, 1:]
        return state + step * jnp.concatenate([speed, -jnp.sin(angle)], 1), None

    return lax.scan(euler, state, None, length=10)[0]


@program(normal(16, 4), normal(12, 4))
def kernel_matrix(x, y):
    return jnp.exp(-0.5 * ((x[:, None] - y[None]) ** 2).sum(-1))


@program(normal(4, 24))
def statistics(x):
    return x.mean(1), x.std(1), x.var(0), jnp.cumsum(x, 1), jnp.any(x > 2, 1), x.prod(0)


@program(integers(100, 4, 8) - 50, integers(100, 4, 8) - 50)
def integer_arithmetic(a, b):
    return a + b, a - b, a * b, jnp.maximum(a, b), a < b, jnp.abs(a), jnp.clip(a, -9, 9)


# ---- training steps


@program(MLP, X, LABELS)
def step_of_gradient_descent(params, x, labels):
    loss, gradient = jax.value_and_grad(lambda p: cross_entropy(mlp(p, x), labels))(params)
    return loss, jax.tree.map(lambda p, g: p - 0.1 * g, params, gradient)


@program(layer(16, 4), layer(16, 4), X, normal(8, 4))
def step_with_momentum(params, velocity, x, y):
    gradient = jax.grad(lambda p: ((apply(p, x) - y) ** 2).mean())(params)
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, gradient)
    return jax.tree.map(lambda p, v: p - 0.01 * v, params, velocity), velocity


@program(layer(16, 4), jax.tree.map(np.zeros_like, layer(16, 4)), X, normal(8, 4), np.float32(3))
def step_of_adam(params, moments, x, y, count):
    gradient = jax.grad(lambda p: jnp.abs(apply(p, x) - y).mean())(params)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments, gradient)
    second = jax.tree.map(lambda m, g: 0.999 * m + 0.001 * g * g, moments, gradient)
    rate = 1e-2 * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    return jax.tree.map(lambda p, m, s: p - rate * m / (jnp.sqrt(s) + 1e-8), params, first, second)


@program(BLOCK, normal(2, 6, 32), normal(2, 6, 32))
def step_of_a_transformer(params, x, y):
    def loss(params):
        return ((transformer_block(params, x, jax.nn.gelu, causal=True) - y) ** 2).mean()

    value, gradient = jax.value_and_grad(loss)(params)
    return value, jax.tree.map(lambda p, g: p - 0.05 * g, params, gradient)


@program(normal(2, 8, 8, 3), normal(3, 3, 3, 4, scale=0.3), layer(256, 10), integers(10, 2))
def step_of_a_convolutional_network(x, kernel, last, labels):
    def loss(kernel, last):
        y = jnp.tanh(convolve(x, kernel)).reshape(2, -1)
        return cross_entropy(apply(last, y), labels)

    return jax.value_and_grad(loss, (0, 1))(kernel, last)


@program(normal(8, 16), normal(16), normal(16), normal(8, 16))
def gradient_of_layer_norm(x, scale, shift, cotangent):
    def loss(x, scale, shift):
        return (layer_norm(x, scale, shift) * cotangent).sum()

    return jax.grad(loss, (0, 1, 2))(x, scale, shift)


@program(normal(5, 4, 8), normal(8, 8, scale=0.3), normal(4, 8))
def gradient_through_time(xs, w, start):
    def loss(w):
        step = lambda h, x: (jnp.tanh(h @ w + x), None)  # noqa: E731
        return (lax.scan(step, start, xs)[0] ** 2).sum()

    return jax.value_and_grad(loss)(w)


@program(normal(10, 16), integers(10, 5), normal(5, 16))
def gradient_of_an_embedding(table, ids, cotangent):
    return jax.grad(lambda table: (table[ids] * cotangent).sum())(table)


@program(normal(6, 4), integers(6, 3), normal(3, 4), np.int32(-2))
def written_places(x, rows, values, column):
    x = jnp.asarray(x).at[rows].max(values).at[2:4].set(0.5).at[:, column].add(1.0)
    return x.at[rows, 0].set(7.0), jnp.bincount(rows, length=6), x.at[1, 2].multiply(3.0)


@program(normal(4, 8))
def largest_three(x):
    return lax.top_k(x, 3)


@program(normal(4, 8), integers(3, 8), normal(8))
def sorted_values(x, keys, values):
    by_both = jnp.lexsort((values, keys))
    return jnp.sort(x, 0), jnp.argsort(x, 1, descending=True), jnp.median(x, 1), by_both


@program(normal(1, 8, 8, 4))
def gradient_of_max_pooling(x):
    def loss(x):
        return jnp.sin(max_pool(x)).sum() + jnp.cos(max_pool(x, 3, 2, "SAME")).sum()

    return jax.grad(loss)(x)


@program(normal(2, 9, 8, 4), normal(3, 3, 4, 6, scale=0.3), normal(3, 3, 1, 6, scale=0.3))
def gradient_of_strided_convolutions(x, first, depthwise):
    def loss(x, first, depthwise):
        y = jax.nn.relu(convolve(x, first, 2))
        return (convolve(y, depthwise, 2, groups=6) ** 2).sum()

    return jax.grad(loss, (0, 1, 2))(x, first, depthwise)


@program(normal(1, 4, 4, 3), normal(3, 3, 3, 5, scale=0.3), normal(2, 10, 3), normal(4, 3, 6))
def upsampling_and_convolution_along_time(x, kernel, series, taps):
    wide = lax.conv_transpose(x, kernel, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    numbers = ("NWC", "WIO", "NWC")
    along = lax.conv_general_dilated(series, taps, (1,), [(3, 0)], dimension_numbers=numbers)
    return wide, along


# ---- programs that are refused


@program(BLOCK, normal(2, 4, 12, 8), normal(2, 4, 12, 8), normal(2, 1, 32), np.int32(7))
def step_of_decoding_with_a_cache(params, keys, values, x, place):
    q, k, v = (heads(layer_norm(x) @ params[name], 4) for name in "qkv")
    keys = lax.dynamic_update_slice_in_dim(keys, k, place, 2)
    values = lax.dynamic_update_slice_in_dim(values, v, place, 2)
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, keys) * q.shape[-1] ** -0.5
    scores = jnp.where(jnp.arange(keys.shape[2]) <= place, scores, -jnp.inf)
    x = x + joined(jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores), values)) @ params["o"]
    return keys, values, x


LIMITS = np.array(
    [[5, -7, 2**31 - 1, -(2**31), 2**31 - 1], [2**24 + 1, 2**24, 2**24 + 1, -1, 0], [-(2**31)] * 5],
    np.int32,
)


@program(LIMITS, LIMITS.view(np.uint32), LIMITS.astype(np.uint8))
def extreme_places_of_integers(x, unsigned, small):
    places = [(jnp.argmax(each, 1), jnp.argmin(each, 0)) for each in (x, unsigned, small, x > 0)]
    return places, lax.cummax(x, 1), lax.cummin(x, 1), jnp.cumprod(x, 1)


@program(np.tile(LIMITS, (1, 60)), np.linspace(-3, 9, 300, dtype=np.float32)[None] % 1.7)
def running_values_of_long_rows(integers, floats):
    running = [(lax.cummax(each, 1), lax.cummin(each, 1, True)) for each in (integers, floats)]
    return running, jnp.cumprod(integers, 1)


@program(LIMITS, LIMITS.view(np.uint32))
def windows_of_integers(x, unsigned):
    limits = [(x, np.int32, -(2**31), 2**31 - 1), (unsigned, np.uint32, 0, 2**32 - 1)]
    return [
        lax.reduce_window(value, dtype(init), combine, (2, 3), (1, 2), "SAME")
        for value, dtype, low, high in limits
        for init, combine in ((0, lax.add), (low, lax.max), (high, lax.min), (1, lax.mul))
    ]


@program(integers(256, 4, 8).astype(np.uint8), normal(4, 1))
def weights_of_four_bits(packed, scale):
    low, high = packed & 15, packed >> 4
    weights = jnp.stack([low, high], -1).reshape(4, 16).astype(jnp.int32) - 8
    return weights * scale, jnp.bitwise_count(packed), lax.clz(weights.astype(jnp.uint32))


@program(normal(4, 40), (integers(256, 40, 3) - 128).astype(np.int8))
def quantized_product(x, weights):
    scale = jnp.max(jnp.abs(x)) / 127
    numbers = jnp.clip(jnp.round(x / scale), -128, 127).astype(jnp.int8)
    product = lax.dot_general(
        numbers, weights, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32
    )
    return numbers, product, product.astype(jnp.int8), weights.astype(jnp.float32) * scale


@program(normal(4, 4), refused="stablehlo.fft")
def spectrum(x):
    return jnp.abs(jnp.fft.rfft(x))


@program(normal(4))
def noise(x):
    return x + jax.random.normal(jax.random.key(3, impl="threefry2x32"), (4,))


@program(normal(4))
def noise_of_a_generator(x):
    return x + jax.random.normal(jax.random.key(3, impl="rbg"), (4,))
