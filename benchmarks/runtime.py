"""The time of the simulator relative to plain numpy, and to PyTorch if installed, in float32.

    python benchmarks/runtime.py [--repeat N] [--network NAME]

`mlp` is 256 x 1024 through 4096, 4096 and 1000 features. `resnet50` is ResNet-50 at its usual size
(one image of 224 x 224, 53 convolutions with folded batch normalization, 25.5 million weights).
Each network is written once, as calls on a back end. One back end writes TTIR, which is compiled
and simulated; the others compute. The back ends take turns, and the least times of N runs are
compared. The outputs must agree. Compiling, loading and decoding are not counted.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import ttmlir_py


def mlp(net: Any) -> Any:
    x = net.input(256, 1024)
    for features in (4096, 4096):
        x = net.relu(net.dense(x, features))
    return net.dense(x, 1000)


def resnet50(net: Any) -> Any:
    x = net.relu(net.conv(net.input(1, 224, 224, 3), 64, 7, 2))
    x = net.max_pool(x)
    for stage, blocks in enumerate((3, 4, 6, 3)):
        width = 64 << stage
        for block in range(blocks):
            stride = 2 if stage and not block else 1
            y = net.relu(net.conv(x, width, 1, 1))
            y = net.relu(net.conv(y, width, 3, stride))
            y = net.conv(y, 4 * width, 1, 1)
            x = net.relu(net.add(y, x if block else net.conv(x, 4 * width, 1, stride)))
    return net.dense(net.mean(x), 1000)


NETWORKS: dict[str, Callable[[Any], Any]] = {"mlp": mlp, "resnet50": resnet50}


class Recorder:
    """A back end that writes the network as TTIR, and creates its inputs: image and weights."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []
        self.lines: list[str] = []

    def input(self, *shape: int) -> tuple[str, tuple[int, ...]]:
        self.shapes.append(shape)
        return f"%arg{len(self.shapes) - 1}", shape

    def _op(self, name: str, operands: list, shape: tuple[int, ...], attributes: str = "") -> Any:
        out, result = f"%e{len(self.lines)}", f"%r{len(self.lines)}"
        types = [_type(each[1]) for each in operands]
        properties = f"<{{{attributes}}}> " if attributes else ""
        self.lines.append(
            f"{out} = tensor.empty() : {_type(shape)}\n"
            f'{result} = "ttir.{name}"({", ".join([each[0] for each in operands] + [out])}) {properties}: '  # noqa: E501
            f"({', '.join([*types, _type(shape)])}) -> {_type(shape)}"
        )
        return result, shape

    def relu(self, x: Any) -> Any:
        return self._op("relu", [x], x[1], "operandSegmentSizes = array<i32: 1, 1>")

    def add(self, x: Any, y: Any) -> Any:
        return self._op("add", [x, y], x[1], "operandSegmentSizes = array<i32: 2, 1>")

    def dense(self, x: Any, features: int) -> Any:
        weight, bias = self.input(x[1][-1], features), self.input(1, features)
        return self._op("linear", [x, weight, bias], (x[1][0], features))

    def conv(self, x: Any, channels: int, size: int, stride: int) -> Any:
        batch, height, width, depth = x[1]
        weight, bias = self.input(channels, depth, size, size), self.input(1, 1, 1, channels)
        shape = (batch, -(-height // stride), -(-width // stride), channels)
        attributes = _window(stride, size // 2) + ", groups = 1 : si32"
        return self._op("conv2d", [x, weight, bias], shape, attributes)

    def max_pool(self, x: Any) -> Any:
        batch, height, width, channels = x[1]
        attributes = (
            _window(2, 1) + ", kernel_height = 3 : si32, kernel_width = 3 : si32, ceil_mode = false"
        )
        return self._op("max_pool2d", [x], (batch, height // 2, width // 2, channels), attributes)

    def mean(self, x: Any) -> Any:
        shape = (x[1][0], x[1][3])
        return self._op("mean", [x], shape, "dim_arg = [1 : i32, 2 : i32], keep_dim = false")

    def module(self, result: Any) -> Any:
        arguments = ", ".join(f"%arg{i}: {_type(shape)}" for i, shape in enumerate(self.shapes))
        return ttmlir_py.parse(
            f"func.func @net({arguments}) -> {_type(result[1])} {{\n"
            + "\n".join(self.lines)
            + f"\nreturn {result[0]} : {_type(result[1])}\n}}"
        )

    def arrays(self) -> list[np.ndarray]:
        """Return random inputs. Weights are scaled so that values keep their magnitude in the
        network.
        """
        rng = np.random.default_rng(0)
        first, *weights = self.shapes
        fans = [shape[0] if len(shape) == 2 else np.prod(shape[1:]) for shape in weights]
        scaled = [
            rng.standard_normal(shape, np.float32) * np.float32((1 / fan) ** 0.5)
            for shape, fan in zip(weights, fans, strict=True)
        ]
        return [rng.standard_normal(first, np.float32), *scaled]


def _type(shape: tuple[int, ...]) -> str:
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


def _window(stride: int, padding: int) -> str:
    values = {f"stride_{side}": stride for side in ("height", "width")}
    values |= {f"dilation_{side}": 1 for side in ("height", "width")}
    values |= {f"padding_{side}": padding for side in ("left", "right", "top", "bottom")}
    return ", ".join(f"{name} = {value} : si32" for name, value in values.items())


class Numpy:
    """The layers in numpy: images are channels-last, and a convolution is one matrix product."""

    def __init__(self, arrays: list[np.ndarray]) -> None:
        self.arrays = iter(arrays)

    def input(self, *_shape: int) -> np.ndarray:
        return next(self.arrays)

    def relu(self, x: np.ndarray) -> np.ndarray:
        return np.maximum(x, 0)

    def add(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return x + y

    def dense(self, x: np.ndarray, _features: int) -> np.ndarray:
        return x @ self.input() + self.input()

    def _windows(self, x: np.ndarray, size: int, stride: int, value: float) -> np.ndarray:
        pad = size // 2
        x = np.pad(x, ((0, 0), (pad, pad), (pad, pad), (0, 0)), constant_values=value)
        view = np.lib.stride_tricks.sliding_window_view(x, (size, size), axis=(1, 2))
        return view[:, ::stride, ::stride]

    def conv(self, x: np.ndarray, channels: int, size: int, stride: int) -> np.ndarray:
        weight, bias = self.input(), self.input()
        if size == 1:
            return x[:, ::stride, ::stride] @ weight.reshape(channels, -1).T + bias
        windows = self._windows(x, size, stride, 0)
        columns = windows.reshape(-1, weight[0].size)
        return (columns @ weight.reshape(channels, -1).T).reshape(*windows.shape[:3], -1) + bias

    def max_pool(self, x: np.ndarray) -> np.ndarray:
        return self._windows(x, 3, 2, -np.inf).max(axis=(4, 5))

    def mean(self, x: np.ndarray) -> np.ndarray:
        return x.mean(axis=(1, 2))


class Torch:
    """The layers in PyTorch, with channels-first images, as is usual there."""

    def __init__(self, arrays: list[np.ndarray]) -> None:
        import torch

        self.functional = torch.nn.functional
        tensors = [torch.from_numpy(array) for array in arrays]
        if tensors[0].ndim == 4:
            tensors[0] = tensors[0].permute(0, 3, 1, 2).contiguous()
        self.tensors = iter(tensors)

    def input(self, *_shape: int) -> Any:
        return next(self.tensors)

    def relu(self, x: Any) -> Any:
        return x.relu()

    def add(self, x: Any, y: Any) -> Any:
        return x + y

    def dense(self, x: Any, _features: int) -> Any:
        return x @ self.input() + self.input()

    def conv(self, x: Any, _channels: int, size: int, stride: int) -> Any:
        weight, bias = self.input(), self.input().reshape(-1)
        return self.functional.conv2d(x, weight, bias, stride=stride, padding=size // 2)

    def max_pool(self, x: Any) -> Any:
        return self.functional.max_pool2d(x, 3, stride=2, padding=1)

    def mean(self, x: Any) -> Any:
        return x.mean(dim=(2, 3))


def simulated(recorder: Recorder, result: Any) -> Any:
    """Return the compiled and decoded network."""
    binary = ttmlir_py.runtime.load(ttmlir_py.compile(recorder.module(result)))
    _ = binary.programs[0].operations
    return binary


def measure(network: Callable[[Any], Any], repeat: int) -> dict[str, float]:
    """Return the least seconds of each back end. Raises AssertionError if their outputs differ."""
    recorder = Recorder()
    result = network(recorder)
    binary, arrays = simulated(recorder, result), recorder.arrays()
    runs: dict[str, Callable[[], Any]] = {
        "simulator": lambda: binary.run(arrays)[0],
        "numpy": lambda: network(Numpy(arrays)),
    }
    try:
        import torch  # noqa: F401

        runs["torch"] = lambda: network(Torch(arrays)).numpy()
    except ImportError:
        pass
    least = dict.fromkeys(runs, float("inf"))
    outputs = {}
    for _ in range(repeat):
        for name, run in runs.items():
            started = time.perf_counter()
            outputs[name] = run()
            least[name] = min(least[name], time.perf_counter() - started)
    for name, output in outputs.items():
        expected = outputs["numpy"]
        error = np.abs(output - expected).max() / np.abs(expected).max()
        assert error < 1e-4, f"{name} differs from numpy by {error}"
    return least


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("--network", choices=list(NETWORKS))
    options = parser.parse_args()
    for name in [options.network] if options.network else NETWORKS:
        least = measure(NETWORKS[name], options.repeat)
        for back_end, seconds in least.items():
            ratio = least["simulator"] / seconds
            note = "" if back_end == "simulator" else f"   simulator / {back_end} = {ratio:.2f}"
            print(f"{name:<10} {back_end:<10} {1000 * seconds:8.1f} ms{note}")


if __name__ == "__main__":
    main()
