"""Compare parts of networks, compiled for the simulated chip and run there, with numpy, and with
TTNN to a tolerance.
"""

from collections.abc import Callable, Sequence

import ml_dtypes
import numpy as np
import pytest
from tiers import share

import ttmlir_py
from ttmlir_py import runtime, tensix

pytestmark = pytest.mark.slow

TYPES = {"f32": (np.float32, 2.0**-20), "bf16": (ml_dtypes.bfloat16, 2.0**-5)}
"""The numpy type, and the tolerance relative to the largest number, for some roundings in
sequence.
"""
TTMETAL = ("ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")
Shape = tuple[int, ...]


class Function:
    """Writes the text of a TTIR function: a call writes an op. Values are names with shapes."""

    def __init__(self, element: str, *arguments: Shape):
        self._element, self._shapes, self._lines = element, dict[str, Shape](), list[str]()
        self.arguments = [self._value(f"%a{n}", shape) for n, shape in enumerate(arguments)]

    def _value(self, name: str, shape: Shape) -> str:
        self._shapes[name] = shape
        return name

    def _type(self, name: str) -> str:
        return f"tensor<{'x'.join(map(str, (*self._shapes[name], self._element)))}>"

    def shape(self, name: str) -> Shape:
        return self._shapes[name]

    def __call__(self, op: str, shape: Sequence[int], *operands: str, attributes: str = "") -> str:
        number = len(self._lines)
        result, empty = (self._value(f"%{kind}{number}", tuple(shape)) for kind in "re")
        self._lines.append(f"{empty} = tensor.empty() : {self._type(empty)}")
        names = (*operands, empty)
        types = ", ".join(map(self._type, names))
        fields = f"<{{{attributes}}}>" if attributes else ""
        self._lines.append(
            f'{result} = "ttir.{op}"({", ".join(names)}) {fields} : ({types}) -> {self._type(result)}'
        )
        return result

    def elementwise(self, op: str, *operands: str) -> str:
        shape = np.broadcast_shapes(*map(self.shape, operands))
        segments = f"operandSegmentSizes = array<i32: {len(operands)}, 1>"
        return self(op, shape, *operands, attributes=segments)

    def reduced(self, op: str, operand: str) -> str:
        """Write a reduction of the last dimension, which is kept with size 1."""
        *outer, _ = self.shape(operand)
        attributes = f"dim_arg = [{len(outer)} : i32], keep_dim = true"
        return self(op, (*outer, 1), operand, attributes=attributes)

    def matmul(self, left: str, right: str) -> str:
        (*outer, rows, _), (*_, columns) = self.shape(left), self.shape(right)
        return self("matmul", (*outer, rows, columns), left, right)

    def transposed(self, operand: str) -> str:
        *outer, rows, columns = self.shape(operand)
        attributes = "dim0 = -2 : si32, dim1 = -1 : si32"
        return self("transpose", (*outer, columns, rows), operand, attributes=attributes)

    def constant(self, number: float) -> str:
        result = self._value(f"%c{len(self._lines)}", (1,))
        type_ = self._type(result)
        self._lines.append(
            f'{result} = "ttir.constant"() <{{value = dense<{number:e}> : {type_}}}> : () -> {type_}'
        )
        return result

    def returning(self, result: str) -> str:
        arguments = ", ".join(f"{name}: {self._type(name)}" for name in self.arguments)
        body = "\n  ".join(self._lines)
        type_ = self._type(result)
        return f"func.func @f({arguments}) -> {type_} {{\n  {body}\n  return {result} : {type_}\n}}"


def softmax(f: Function, x: str) -> str:
    powers = f.elementwise("exp", f.elementwise("subtract", x, f.reduced("max", x)))
    return f.elementwise("div", powers, f.reduced("sum", powers))


def layer_norm(f: Function, x: str, scale: str, bias: str) -> str:
    centred = f.elementwise("subtract", x, f.reduced("mean", x))
    variance = f.reduced("mean", f.elementwise("multiply", centred, centred))
    factor = f.elementwise("rsqrt", f.elementwise("add", variance, f.constant(1e-5)))
    normal = f.elementwise("multiply", centred, factor)
    return f.elementwise("add", f.elementwise("multiply", normal, scale), bias)


def attention(f: Function, query: str, key: str, value: str) -> str:
    scores = f.matmul(query, f.transposed(key))
    return f.matmul(softmax(f, f.elementwise("multiply", scores, f.constant(0.125))), value)


def mlp(f: Function, x: str, *weights: str) -> str:
    first, bias, second, other_bias = weights
    hidden = f.elementwise("relu", f.elementwise("add", f.matmul(x, first), bias))
    return softmax(f, f.elementwise("add", f.matmul(hidden, second), other_bias))


def _softmax(x: np.ndarray) -> np.ndarray:
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def _layer_norm(x: np.ndarray, scale: np.ndarray, bias: np.ndarray) -> np.ndarray:
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * scale + bias


def _attention(query: np.ndarray, key: np.ndarray, value: np.ndarray) -> np.ndarray:
    return _softmax(query @ key.swapaxes(-1, -2) * 0.125) @ value


def _mlp(x: np.ndarray, *weights: np.ndarray) -> np.ndarray:
    first, bias, second, other_bias = weights
    return _softmax(np.maximum(x @ first + bias, 0) @ second + other_bias)


Model = Callable[..., str]
MODELS: list[tuple[Model, Callable[..., np.ndarray], list[Shape]]] = [
    (softmax, _softmax, [(2, 33, 70)]),
    (softmax, _softmax, [(7, 1000)]),
    (layer_norm, _layer_norm, [(3, 20, 100), (100,), (100,)]),
    (attention, _attention, [(2, 33, 64)] * 3),
    (mlp, _mlp, [(33, 100), (100, 70), (70,), (70, 10), (10,)]),
    (mlp, _mlp, [(64, 784), (784, 256), (256,), (256, 10), (10,)]),
]


@pytest.mark.parametrize(
    ("model", "of_numpy", "shapes", "element"),
    share([(*model, element) for model in MODELS for element in TYPES], 4),
)
def test_compiled_network_part_matches_numpy_and_ttnn(
    model: Model, of_numpy: Callable[..., np.ndarray], shapes: list[Shape], element: str
):
    type_, relative = TYPES[element]
    random = np.random.default_rng(3)
    arrays = [
        (random.standard_normal(shape) / np.sqrt(shape[-2] if len(shape) == 2 else 1)).astype(type_)
        for shape in shapes
    ]
    function = Function(element, *shapes)
    text = function.returning(model(function, *function.arguments))
    (got,) = tensix.load(ttmlir_py.compile(text, *TTMETAL)).run(arrays)
    (of_ttnn,) = runtime.load(ttmlir_py.compile(text)).run(arrays)
    expected = of_numpy(*(each.astype(np.float64) for each in arrays))
    near = relative * np.abs(expected).max()
    assert got.shape == expected.shape
    assert np.abs(got.astype(np.float64) - expected).max() <= near
    assert np.abs(got.astype(np.float64) - of_ttnn.astype(np.float64)).max() <= near
