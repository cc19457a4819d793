"""A training step of a network of two layers in plain JAX, with gradients, on the simulator.

$ python examples/jax/training_step.py
"""

from itertools import pairwise

import jax
import jax.numpy as jnp
import numpy as np

import ttmlir_py.frontends.jax as ttmlir


def initial_parameters(sizes, seed=0):
    """Weights and biases of layers of these sizes."""
    generator = np.random.default_rng(seed)
    return [
        {
            "weight": jnp.float32(generator.normal(0, (2 / rows) ** 0.5, (rows, columns))),
            "bias": jnp.zeros(columns),
        }
        for rows, columns in pairwise(sizes)
    ]


def network(parameters, images):
    """Logits, a row for each image."""
    *hidden, last = parameters
    for layer in hidden:
        images = jax.nn.relu(images @ layer["weight"] + layer["bias"])
    return images @ last["weight"] + last["bias"]


def loss(parameters, images, labels):
    """Cross entropy; the labels are one-hot."""
    return -jnp.mean(jnp.sum(jax.nn.log_softmax(network(parameters, images)) * labels, axis=-1))


def training_step(parameters, images, labels, rate):
    """The parameters after a step of gradient descent, and the loss before it."""
    value, gradients = jax.value_and_grad(loss)(parameters, images, labels)
    return jax.tree.map(lambda p, g: p - rate * g, parameters, gradients), value


def main():
    """Compile the step, run it a few times, and compare with JAX."""
    generator = np.random.default_rng(1)
    images = jnp.float32(generator.normal(size=(32, 64)))
    classes = jnp.argmax(images @ jnp.float32(generator.normal(size=(64, 10))), axis=-1)
    labels = jax.nn.one_hot(classes, 10)
    parameters = initial_parameters([64, 128, 10])

    step = ttmlir.compile(training_step, parameters, images, labels, 0.1)
    print(f"compiled: {len(step.program.operations)} operations, {len(step.binary)} bytes")
    print(step.check(parameters, images, labels, 0.1, operations=False))
    expected = parameters
    for count in range(5):
        parameters, value = step(parameters, images, labels, 0.1)
        expected, reference = jax.jit(training_step)(expected, images, labels, 0.1)
        print(f"step {count}: loss {value:.5f} on the simulator, {reference:.5f} in JAX")
    assert np.allclose(value, reference, rtol=1e-3)
    print(step.perf())


if __name__ == "__main__":
    main()
