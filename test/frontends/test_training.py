"""Small networks that are trained on the simulator reach the losses of PyTorch and JAX."""

import copy

import numpy as np
import pytest
from tiers import THOROUGH, share

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

STEPS = 50 if THOROUGH else 3
TOLERANCE = 1e-2
"""The bound on the difference of the last losses, relative to the loss of the library."""


def assert_trained_alike(name: str, ours: list[float], theirs: list[float]) -> None:
    """Compare the last losses. The library's training must have made progress."""
    print(f"{name}: {ours[-1]:.7g}, the library's {theirs[-1]:.7g}, at first {theirs[0]:.7g}")
    assert theirs[-1] < theirs[0] * (0.9 if THOROUGH else 1)
    assert abs(ours[-1] - theirs[-1]) <= TOLERANCE * abs(theirs[-1])


def torch_networks():
    """Return networks of PyTorch by name, each with an example and its number of classes."""
    torch = pytest.importorskip("torch", reason="the extra torch is not installed")
    pytest.importorskip("torch_mlir", reason="the extra torch is not installed")
    nn = torch.nn
    dense = nn.Sequential(nn.Linear(8, 32), nn.GELU(), nn.LayerNorm(32), nn.Linear(32, 3))
    convolutional = nn.Sequential(
        *(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(8, 8, 3, 2, 1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten()),
        nn.Linear(8, 3),
    )
    layer = nn.TransformerEncoderLayer(16, 2, 32, 0.0, batch_first=True)
    attention = nn.Sequential(nn.Embedding(11, 16), layer, nn.Flatten(), nn.Linear(96, 3))
    return {
        "dense": (dense, torch.randn(16, 8)),
        "convolutional": (convolutional, torch.randn(8, 3, 8, 8)),
        "attention": (attention, torch.randint(0, 11, (8, 6))),
    }


CASES = [
    (name, each) for name in ("dense", "convolutional", "attention") for each in ("SGD", "Adam")
]


@pytest.mark.parametrize(("name", "optimizer"), share(CASES, 1))
def test_torch_training_ends_with_loss_of_pytorch(name: str, optimizer: str):
    torch = pytest.importorskip("torch", reason="the extra torch is not installed")
    torch.manual_seed(0)
    network, examples = torch_networks()[name]
    labels = torch.arange(len(examples)) % 3
    torch._dynamo.reset()

    def losses(is_compiled: bool) -> list[float]:
        trained, found = copy.deepcopy(network), list[float]()
        settings = {"lr": 0.02, "momentum": 0.9} if optimizer == "SGD" else {"lr": 0.001}
        update = getattr(torch.optim, optimizer)(trained.parameters(), **settings)

        def loss_of(inputs):
            return torch.nn.functional.cross_entropy(trained(inputs), labels)

        function = torch.compile(loss_of, backend="ttmlir") if is_compiled else loss_of
        for _ in range(STEPS):
            update.zero_grad()
            loss = function(examples)
            loss.backward()
            update.step()
            found.append(loss.item())
        return found

    assert_trained_alike(f"{name}, {optimizer}", losses(True), losses(False))


def jax_networks():
    """Return networks of JAX by name, each with parameters, an example and a function."""
    jax = pytest.importorskip("jax", reason="the extra jax is not installed")
    numpy, generator = jax.numpy, np.random.default_rng(0)

    def matrix(*shape: int):
        size = np.prod(shape[:-1])
        return (generator.standard_normal(shape) / np.sqrt(size)).astype(np.float32)

    def dense(weights, x):
        return jax.nn.gelu(x @ weights["in"] + weights["bias"]) @ weights["out"]

    def convolutional(weights, x):
        layout = ("NHWC", "HWIO", "NHWC")
        x = jax.lax.conv_general_dilated(x, weights["in"], (1, 1), "SAME", dimension_numbers=layout)
        x = jax.nn.relu(x)
        x = jax.lax.conv_general_dilated(x, weights["on"], (2, 2), "SAME", dimension_numbers=layout)
        return jax.nn.relu(x).reshape(len(x), -1) @ weights["out"]

    def attention(weights, x):
        x = weights["in"][x]
        q, k, v = (x @ weights[each] for each in "qkv")
        scores = jax.nn.softmax(q @ k.swapaxes(-1, -2) / 4.0)
        return (x + scores @ v).reshape(len(x), -1) @ weights["out"]

    numbers = generator.integers(0, 11, (8, 6), np.int32)
    return {
        "dense": (
            {"in": matrix(8, 32), "bias": numpy.zeros(32), "out": matrix(32, 3)},
            matrix(16, 8),
            dense,
        ),
        "convolutional": (
            {"in": matrix(3, 3, 3, 8), "on": matrix(3, 3, 8, 8), "out": matrix(128, 3)},
            matrix(8, 8, 8, 3),
            convolutional,
        ),
        "attention": (
            {
                "in": matrix(11, 16),
                **{each: matrix(16, 16) for each in "qkv"},
                "out": matrix(96, 3),
            },
            numbers,
            attention,
        ),
    }


@pytest.mark.parametrize(("name", "optimizer"), share(CASES, 1))
def test_jax_training_ends_with_loss_of_jax(name: str, optimizer: str):
    jax = pytest.importorskip("jax", reason="the extra jax is not installed")
    import ttmlir_py.frontends.jax as ttmlir

    numpy, tree = jax.numpy, jax.tree.map
    weights, examples, function = jax_networks()[name]
    labels = np.arange(len(examples), dtype=np.int32) % 3

    def loss_of(weights, x):
        logarithms = jax.nn.log_softmax(function(weights, x))
        return -numpy.take_along_axis(logarithms, labels[:, None], 1).mean()

    def momentum(state, x):
        weights, speed = state
        loss, slopes = jax.value_and_grad(loss_of)(weights, x)
        speed = tree(lambda v, g: 0.9 * v + g, speed, slopes)
        return loss, (tree(lambda w, v: w - 0.1 * v, weights, speed), speed)

    def adam(state, x):
        weights, first, second, count = state
        loss, slopes = jax.value_and_grad(loss_of)(weights, x)
        first = tree(lambda m, g: 0.9 * m + 0.1 * g, first, slopes)
        second = tree(lambda v, g: 0.999 * v + 0.001 * g * g, second, slopes)
        count = count + 1.0

        def updated(w, m, v):
            m, v = m / (1 - 0.9**count), v / (1 - 0.999**count)
            return w - 0.003 * m / (numpy.sqrt(v) + 1e-8)

        return loss, (tree(updated, weights, first, second), first, second, count)

    zeros = tree(numpy.zeros_like, weights)
    start = (weights, zeros) if optimizer == "SGD" else (weights, zeros, zeros, numpy.zeros(()))
    step = momentum if optimizer == "SGD" else adam

    def losses(step) -> list[float]:
        state, found = start, list[float]()
        for _ in range(STEPS):
            loss, state = step(state, examples)
            found.append(float(loss))
        return found

    ours, theirs = losses(ttmlir.compile(step, start, examples)), losses(jax.jit(step))
    assert_trained_alike(f"{name}, {optimizer}", ours, theirs)
