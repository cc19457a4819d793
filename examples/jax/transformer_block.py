"""A transformer block in plain JAX, in bf16 or f32.

It has causal attention of several heads, layer norms and a network with gelu.

$ python examples/jax/transformer_block.py
"""

import jax
import jax.numpy as jnp
import numpy as np

import ttmlir_py.frontends.jax as ttmlir

HEADS = 4


def initial_parameters(width, dtype, seed=0):
    """The weights of a block."""
    generator = np.random.default_rng(seed)

    def matrix(rows, columns):
        return jnp.asarray(generator.normal(0, rows**-0.5, (rows, columns)), dtype)

    return {
        "norm": {"scale": jnp.ones(width, dtype), "bias": jnp.zeros(width, dtype)},
        "attention": {name: matrix(width, width) for name in ("query", "key", "value", "output")},
        "second_norm": {"scale": jnp.ones(width, dtype), "bias": jnp.zeros(width, dtype)},
        "network": {"up": matrix(width, 4 * width), "down": matrix(4 * width, width)},
    }


def layer_norm(parameters, x):
    """Zero mean and unit variance along the last dimension, then scale and bias."""
    mean = jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.mean((x - mean) ** 2, axis=-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * parameters["scale"] + parameters["bias"]


def attention(parameters, x):
    """Causal attention: no position sees a later one."""
    batch, length, width = x.shape

    def heads(name):
        return (x @ parameters[name]).reshape(batch, length, HEADS, -1).swapaxes(1, 2)

    scores = heads("query") @ heads("key").swapaxes(2, 3) * (width // HEADS) ** -0.5
    position = jnp.arange(length)
    is_seen = position[None, :] - position[:, None] <= 0
    weights = jax.nn.softmax(jnp.where(is_seen, scores, -1e9), axis=-1)
    joined = (weights @ heads("value")).swapaxes(1, 2).reshape(batch, length, width)
    return joined @ parameters["output"]


def block(parameters, x):
    """One block."""
    x = x + attention(parameters["attention"], layer_norm(parameters["norm"], x))
    hidden = layer_norm(parameters["second_norm"], x) @ parameters["network"]["up"]
    return x + jax.nn.gelu(hidden) @ parameters["network"]["down"]


def main():
    """Compile the block in both types, and compare every operation with JAX."""
    for dtype in (jnp.float32, jnp.bfloat16):
        parameters = initial_parameters(64, dtype)
        x = jnp.asarray(np.random.default_rng(1).normal(size=(2, 16, 64)), dtype)
        model = ttmlir.compile(block, parameters, x)
        report = model.check(parameters, x)
        print(f"{x.dtype}: {report}")
        report.check()
        print(model.perf())


if __name__ == "__main__":
    main()
