"""A training step of an equinox network with optax's Adam, including the optimizer state.

$ pip install equinox optax
$ python examples/jax/equinox_training_step.py
"""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax

import ttmlir_py.frontends.jax as ttmlir

OPTIMIZER = optax.adam(1e-2)


def main():
    """Compile the step, run it a few times, and compare with JAX."""
    network = eqx.nn.MLP(2, 1, width_size=32, depth=2, activation=jnp.tanh, key=jax.random.key(0))
    # What JAX differentiates, and the rest: activations and sizes.
    parameters, static = eqx.partition(network, eqx.is_array)

    def loss(parameters, points, heights):
        network = eqx.combine(parameters, static)
        return jnp.mean((jax.vmap(network)(points) - heights) ** 2)

    def training_step(parameters, state, points, heights):
        value, gradients = jax.value_and_grad(loss)(parameters, points, heights)
        updates, state = OPTIMIZER.update(gradients, state)
        return optax.apply_updates(parameters, updates), state, value

    points = jnp.float32(np.random.default_rng(1).uniform(-1, 1, (64, 2)))
    heights = jnp.sin(3 * points[:, :1]) * points[:, 1:]
    state = OPTIMIZER.init(parameters)

    step = ttmlir.compile(training_step, parameters, state, points, heights)
    print(f"compiled: {len(step.program.operations)} operations, {len(step.binary)} bytes")
    report = step.check(parameters, state, points, heights, operations=False)
    print(report)
    expected, expected_state = parameters, state
    for count in range(5):
        parameters, state, value = step(parameters, state, points, heights)
        expected, expected_state, reference = jax.jit(training_step)(
            expected, expected_state, points, heights
        )
        print(f"step {count}: loss {value:.5f} on the simulator, {reference:.5f} in JAX")
    assert np.allclose(value, reference, rtol=1e-2)
    print(step.perf())


if __name__ == "__main__":
    main()
