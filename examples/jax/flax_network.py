"""A convolutional network of flax for digits, compiled with its parameters as arguments.

It has convolutions, batch norms and pooling.

$ pip install flax
$ python examples/jax/flax_network.py
"""

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np

import ttmlir_py.frontends.jax as ttmlir


class Network(nn.Module):
    """Two convolutions and two dense layers for images of one channel."""

    classes: int = 10

    @nn.compact
    def __call__(self, images):
        """Logits, a row for each image."""
        x = images
        for features in (8, 16):
            x = nn.Conv(features, (3, 3))(x)
            x = nn.BatchNorm(use_running_average=True)(x)
            x = nn.avg_pool(nn.relu(x), (2, 2), strides=(2, 2))
        x = nn.relu(nn.Dense(32)(x.reshape(len(x), -1)))
        return nn.Dense(self.classes)(x)


def main():
    """Compile the network, and compare every operation with JAX."""
    images = jnp.float32(np.random.default_rng(0).normal(size=(4, 16, 16, 1)))
    network = Network()
    variables = network.init(jax.random.key(0), images)

    model = ttmlir.compile(network.apply, variables, images)
    report = model.check(variables, images)
    print(report)
    report.check()
    np.testing.assert_allclose(
        model(variables, images), network.apply(variables, images), rtol=1e-3, atol=1e-3
    )
    print(model.perf())


if __name__ == "__main__":
    main()
