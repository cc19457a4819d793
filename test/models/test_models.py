"""Whole models, compiled, serialized, simulated and compared with the same models in NumPy.

The models' text comes from `benchmarks/models.py`. The NumPy versions share only argument names
with it.
"""

import importlib.util
import re
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import runtime

pytestmark = pytest.mark.slow

Array = np.ndarray
Parameters = dict[str, Array]


def _generators() -> ModuleType:
    path = Path(__file__).parents[2] / "benchmarks" / "models.py"
    spec = importlib.util.spec_from_file_location("benchmark_models", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


models = _generators()


def compiled(text: str) -> runtime.Binary:
    return runtime.load(ttmlir_py.compile(text))


def arguments(text: str) -> dict[str, tuple[int, ...]]:
    """Return the names and shapes of the arguments of the function `text`."""
    found = re.findall(r"%([a-z]\w*): tensor<([\dx]+)x[fi]32>", text)
    return {name: tuple(map(int, shape.split("x"))) for name, shape in found}


def correlation(a: Array, b: Array) -> float:
    """Return Pearson's correlation coefficient of `a` and `b`."""
    return float(np.corrcoef(np.ravel(a).astype(np.float64), np.ravel(b))[0, 1])


def random_weights(shapes: dict[str, tuple[int, ...]], seed: int) -> Parameters:
    """Return random weights of a size that keeps products about as large as their input."""
    rng = np.random.default_rng(seed)
    made: Parameters = {}
    for name, shape in shapes.items():
        fan_in = int(np.prod(shape[1:])) if len(shape) == 4 else shape[0]
        values = rng.normal(size=shape) / np.sqrt(fan_in)
        if name.endswith(("_scale", "norm_weight")):
            values = 1 + 0.1 * rng.normal(size=shape)
        made[name] = values.astype(np.float32)
    return made


# --------------------------------------------------------------------------------------------------


def windows(image: Array, size: int, stride: int, padding: int, fill: float) -> Array:
    """Return all windows of an HxWxC image as an array H' x W' x C x size x size."""
    padded = np.pad(image, ((padding, padding), (padding, padding), (0, 0)), constant_values=fill)
    view = np.lib.stride_tricks.sliding_window_view(padded, (size, size), axis=(0, 1))
    return view[::stride, ::stride]


class ReferenceResNet:
    """A ResNet of bottleneck blocks in float64."""

    def __init__(self, parameters: Parameters):
        self.parameters = {name: array.astype(np.float64) for name, array in parameters.items()}

    def convolution(self, x: Array, name: str, stride: int) -> Array:
        weight = self.parameters[f"{name}_weight"]
        size = weight.shape[-1]
        x = np.einsum("hwcij,ocij->hwo", windows(x, size, stride, size // 2, 0.0), weight)
        scale, shift = (
            self.parameters[f"{name}_{kind}"].reshape(-1) for kind in ("scale", "shift")
        )
        return x * scale + shift

    def block(self, x: Array, name: str, stride: int) -> Array:
        inner = np.maximum(self.convolution(x, f"{name}_a", 1), 0)
        inner = np.maximum(self.convolution(inner, f"{name}_b", stride), 0)
        inner = self.convolution(inner, f"{name}_c", 1)
        if f"{name}_shortcut_weight" in self.parameters:
            x = self.convolution(x, f"{name}_shortcut", stride)
        return np.maximum(inner + x, 0)

    def logits(self, image: Array, blocks: list[int]) -> Array:
        x = np.maximum(self.convolution(image.astype(np.float64), "stem", 2), 0)
        x = windows(x, 3, 2, 1, -np.inf).max(axis=(-1, -2))
        for stage, count in enumerate(blocks):
            for number in range(count):
                stride = 2 if stage > 0 and number == 0 else 1
                x = self.block(x, f"stage{stage}_block{number}", stride)
        features = x.mean(axis=(0, 1))
        return features @ self.parameters["classifier_weight"] + self.parameters["classifier_bias"]


def test_compiled_resnet50_matches_numpy():
    blocks = [3, 4, 6, 3]
    text = models.resnet50(image=32, width=8, blocks=blocks, classes=10)
    parameters = random_weights(arguments(text), seed=0)
    (logits,) = compiled(text).run(parameters)
    expected = ReferenceResNet(parameters).logits(parameters["image"][0], blocks)
    assert logits.shape == (1, 10)
    assert correlation(logits, expected) > 0.99999


# --------------------------------------------------------------------------------------------------


class ReferenceLlama:
    """The prefill step of a Llama in float64."""

    def __init__(self, parameters: Parameters, heads: int, epsilon: float):
        self.parameters = {name: array.astype(np.float64) for name, array in parameters.items()}
        self.heads = heads
        self.epsilon = epsilon

    def norm(self, x: Array, name: str) -> Array:
        root = np.sqrt((x**2).mean(axis=-1, keepdims=True) + self.epsilon)
        return x / root * self.parameters[f"{name}_weight"].reshape(-1)

    def rotate(self, x: Array) -> Array:
        """Rotate each pair (i, i + size / 2) of a head's dimensions by position / 10000^(2i /
        size). The shape of `x` is tokens x heads x size.
        """
        tokens, _, size = x.shape
        angles = np.outer(np.arange(tokens), 10000.0 ** (-2 * np.arange(size // 2) / size))
        turned = (x[..., : size // 2] + 1j * x[..., size // 2 :]) * np.exp(1j * angles)[:, None]
        return np.concatenate([turned.real, turned.imag], axis=-1)

    def attention(self, x: Array, name: str) -> Array:
        tokens, hidden = x.shape
        query, key, value = (
            (x @ self.parameters[f"{name}_{kind}_weight"]).reshape(tokens, self.heads, -1)
            for kind in ("query", "key", "value")
        )
        scores = np.einsum("qhd,khd->hqk", self.rotate(query), self.rotate(key))
        scores /= np.sqrt(hidden // self.heads)
        scores[:, np.triu(np.ones((tokens, tokens), bool), 1)] = -np.inf
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        mixed = np.einsum("hqk,khd->qhd", weights, value).reshape(tokens, hidden)
        return mixed @ self.parameters[f"{name}_output_weight"]

    def feed_forward(self, x: Array, name: str) -> Array:
        gate = x @ self.parameters[f"{name}_gate_weight"]
        up = x @ self.parameters[f"{name}_up_weight"]
        return (gate / (1 + np.exp(-gate)) * up) @ self.parameters[f"{name}_down_weight"]

    def logits(self, tokens: Array, layers: int) -> Array:
        x = self.parameters["embedding_weight"][tokens]
        for number in range(layers):
            name = f"layer{number}"
            x = x + self.attention(self.norm(x, f"{name}_attention_norm"), name)
            x = x + self.feed_forward(self.norm(x, f"{name}_mlp_norm"), name)
        return self.norm(x, "norm") @ self.parameters["head_weight"]


def test_compiled_llama_prefill_matches_numpy():
    layers, hidden, heads, tokens, epsilon = 26, 64, 4, 12, 1e-6
    text = models.llama(
        layers=layers, hidden=hidden, heads=heads, mlp=128, tokens=tokens, vocabulary=100
    )
    parameters = random_weights(arguments(text), seed=1)
    # Rows of an embedding are looked up and not summed, so their values need a normal magnitude.
    parameters["embedding_weight"] *= 10
    size = hidden // heads
    angles = np.outer(np.arange(tokens), 10000.0 ** (-2 * np.arange(size // 2) / size))
    inputs = parameters | {
        "tokens": np.random.default_rng(2).integers(0, 100, (1, tokens)),
        "cosine": np.cos(np.tile(angles, 2))[None, None],
        "sine": np.sin(np.tile(angles, 2))[None, None],
        "mask": np.triu(np.full((1, 1, tokens, tokens), -1e9), 1),
        "scale": np.full((1, 1, 1, 1), size**-0.5),
        "epsilon": np.full((1, 1, 1), epsilon),
    }
    (logits,) = compiled(text).run(inputs)
    expected = ReferenceLlama(parameters, heads, epsilon).logits(inputs["tokens"][0], layers)
    assert logits.shape == (1, tokens, 100)
    assert correlation(logits, expected) > 0.99999


# -------------------------------------------------------------------------------------------------

AUTOENCODER = (784, 128, 64, 12, 3, 12, 64, 128, 784)


def layers_of_products(sizes: tuple[int, ...], batch: int, last: str) -> str:
    """Return a program of matrix products and biases with `relu` after each but the last, and
    `last` after it.
    """
    function = models.Function("forward")
    value = function.argument("input", batch, sizes[0])
    for number, (inputs, outputs) in enumerate(pairwise(sizes)):
        weight = function.argument(f"l{number}_weight", inputs, outputs)
        bias = function.argument(f"l{number}_bias", 1, outputs)
        value = function.elementwise("add", function.matmul(value, weight), bias)
        if number < len(sizes) - 2:
            value = function.elementwise("relu", value)
    if last == "softmax":
        value = function.op("softmax", [value], value.shape, "dimension = 1 : si32")
    else:
        value = function.elementwise(last, value)
    return function.text(value)


@pytest.mark.parametrize(
    ("sizes", "last"),
    [((784, 256, 10), "softmax"), (AUTOENCODER, "tanh")],
    ids=["mnist", "autoencoder"],
)
def test_compiled_matmul_layers_match_numpy(sizes: tuple[int, ...], last: str):
    text = layers_of_products(sizes, 4, last)
    parameters = random_weights(arguments(text), seed=3)
    (result,) = compiled(text).run(parameters)
    x = parameters["input"].astype(np.float64)
    for number in range(len(sizes) - 1):
        x = x @ parameters[f"l{number}_weight"] + parameters[f"l{number}_bias"]
        if number < len(sizes) - 2:
            x = np.maximum(x, 0)
    expected = np.tanh(x) if last == "tanh" else np.exp(x) / np.exp(x).sum(axis=1, keepdims=True)
    assert correlation(result, expected) > 0.99999


@pytest.mark.parametrize("model", ["resnet50", "llama"])
def test_model_of_published_size_compiles(model: str):
    text = getattr(models, model)()
    module = ttmlir_py.parse(text)
    ttmlir_py.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)").run(module)
    ops = text.count('"ttir.')
    assert ops == {"resnet50": 228, "llama": 1360}[model]
    lowered = [op.name for op in module.walk() if op.name.startswith("ttir.")]
    assert not lowered
