"""The functions of PyTorch that compute expected values, over numpy, for machines without PyTorch.

The functions have PyTorch's names, parameters and results. Random values differ from PyTorch's.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy

from ttmlir_py.frontends.libraries import library

__all__ = ["NumpyLibrary", "Values", "golden_library"]


class Values(numpy.ndarray[Any, Any]):
    """An array with those members of PyTorch's tensors that builders use."""

    def contiguous(self) -> Values:
        """Return the array with its elements stored contiguously."""
        return _values(numpy.ascontiguousarray(self).reshape(self.shape))

    def stride(self) -> tuple[int, ...]:
        """Return the strides in elements."""
        return tuple(each // self.itemsize for each in self.strides)

    def data_ptr(self) -> int:
        """Return the address of the first element."""
        return self.ctypes.data

    def to(self, dtype: Any) -> Values:
        """Return the array converted to another type."""
        return _values(self.astype(dtype))

    def numpy(self) -> Any:
        """Return the elements as a plain array."""
        return self.view(numpy.ndarray)


def _values(array: Any) -> Values:
    return numpy.asarray(array).view(Values)


def _elementwise(function: Callable[..., Any]) -> Callable[..., Values]:
    """Return the function with a result of `Values`, which numpy drops for scalars."""

    def compute(*inputs: Any) -> Values:
        with numpy.errstate(all="ignore"):  # PyTorch does not warn of infinities either
            return _values(function(*inputs))

    return compute


def _gelu(x: Any) -> Any:
    erf: Any = numpy.frompyfunc(math.erf, 1, 1)
    wide: Any = x.astype(numpy.float64)
    bells: Any = erf(wide / math.sqrt(2)).astype(numpy.float64)
    return (wide * 0.5 * (1 + bells)).astype(x.dtype)


def _reciprocal(x: Any) -> Any:
    return 1 / x


def _rsqrt(x: Any) -> Any:
    return 1 / numpy.sqrt(x)


def _relu(x: Any) -> Any:
    return numpy.maximum(x, x.dtype.type(0))


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + numpy.exp(-x))


class NumpyLibrary:
    """The part of PyTorch's namespace that the builder uses."""

    float16, float32, float64 = map(numpy.dtype, ("float16", "float32", "float64"))
    int8, int16, int32, int64 = map(numpy.dtype, ("int8", "int16", "int32", "int64"))
    uint8, uint16, uint32, uint64 = map(numpy.dtype, ("uint8", "uint16", "uint32", "uint64"))

    abs = staticmethod(_elementwise(numpy.abs))
    bitwise_not = staticmethod(_elementwise(numpy.bitwise_not))
    ceil = staticmethod(_elementwise(numpy.ceil))
    cos = staticmethod(_elementwise(numpy.cos))
    exp = staticmethod(_elementwise(numpy.exp))
    expm1 = staticmethod(_elementwise(numpy.expm1))
    floor = staticmethod(_elementwise(numpy.floor))
    isfinite = staticmethod(_elementwise(numpy.isfinite))
    log = staticmethod(_elementwise(numpy.log))
    log1p = staticmethod(_elementwise(numpy.log1p))
    logical_not = staticmethod(_elementwise(numpy.logical_not))
    neg = staticmethod(_elementwise(numpy.negative))
    reciprocal = staticmethod(_elementwise(_reciprocal))
    relu = staticmethod(_elementwise(_relu))
    rsqrt = staticmethod(_elementwise(_rsqrt))
    sigmoid = staticmethod(_elementwise(_sigmoid))
    sign = staticmethod(_elementwise(numpy.sign))
    sin = staticmethod(_elementwise(numpy.sin))
    sqrt = staticmethod(_elementwise(numpy.sqrt))
    tan = staticmethod(_elementwise(numpy.tan))
    tanh = staticmethod(_elementwise(numpy.tanh))

    add = staticmethod(_elementwise(numpy.add))
    bitwise_and = staticmethod(_elementwise(numpy.bitwise_and))
    bitwise_or = staticmethod(_elementwise(numpy.bitwise_or))
    bitwise_xor = staticmethod(_elementwise(numpy.bitwise_xor))
    div = staticmethod(_elementwise(numpy.true_divide))
    eq = staticmethod(_elementwise(numpy.equal))
    ge = staticmethod(_elementwise(numpy.greater_equal))
    gt = staticmethod(_elementwise(numpy.greater))
    le = staticmethod(_elementwise(numpy.less_equal))
    logical_and = staticmethod(_elementwise(numpy.logical_and))
    logical_or = staticmethod(_elementwise(numpy.logical_or))
    logical_xor = staticmethod(_elementwise(numpy.logical_xor))
    lt = staticmethod(_elementwise(numpy.less))
    matmul = staticmethod(_elementwise(numpy.matmul))
    maximum = staticmethod(_elementwise(numpy.maximum))
    minimum = staticmethod(_elementwise(numpy.minimum))
    multiply = staticmethod(_elementwise(numpy.multiply))
    ne = staticmethod(_elementwise(numpy.not_equal))
    pow = staticmethod(_elementwise(numpy.power))
    remainder = staticmethod(_elementwise(numpy.remainder))
    subtract = staticmethod(_elementwise(numpy.subtract))
    where = staticmethod(_elementwise(numpy.where))

    def __init__(self) -> None:
        self.bool = numpy.dtype("bool")  # not a class member: annotations name Python's type
        self.nn = SimpleNamespace(
            functional=SimpleNamespace(gelu=_elementwise(_gelu), leaky_relu=self.leaky_relu)
        )

    @staticmethod
    def leaky_relu(x: Any, negative_slope: float) -> Values:
        """Return the elements, multiplied by the slope where they are negative."""
        return _values(numpy.where(x >= 0, x, x * x.dtype.type(negative_slope)))

    @staticmethod
    def mean(x: Any, dim: Sequence[int], keepdim: bool) -> Values:
        """Return the mean over some dimensions, all if none is given."""
        return _values(numpy.mean(x, axis=tuple(dim) or None, keepdims=keepdim))

    @staticmethod
    def squeeze(x: Any, dim: int) -> Values:
        """Return the array without a dimension if its size is 1."""
        return _values(x.squeeze(dim) if x.shape[dim] == 1 else x)

    @staticmethod
    def unsqueeze(x: Any, dim: int) -> Values:
        """Return the array with a further dimension of size 1."""
        return _values(numpy.expand_dims(x, dim))

    @staticmethod
    def reshape(x: Any, shape: Sequence[int]) -> Values:
        """Return the elements in another shape."""
        return _values(x.reshape(shape))

    @staticmethod
    def clamp(x: Any, min: float | None, max: float | None) -> Values:
        """Return the elements, limited to a range."""
        return _values(numpy.clip(x, min, max))

    @staticmethod
    def softmax(x: Any, dim: int) -> Values:
        """Return the exponentials, divided by their sum over a dimension."""
        powers = numpy.exp(x - x.max(axis=dim, keepdims=True))
        return _values(powers / powers.sum(axis=dim, keepdims=True))

    @staticmethod
    def concat(inputs: Sequence[Any], dim: int) -> Values:
        """Return the arrays joined along a dimension."""
        return _values(numpy.concatenate(inputs, axis=dim))

    @staticmethod
    def manual_seed(seed: int) -> numpy.random.Generator:
        """Return a generator of random numbers."""
        return numpy.random.default_rng(seed)

    @staticmethod
    def randn(shape: Sequence[int], generator: numpy.random.Generator, dtype: Any) -> Values:
        """Return random numbers with a normal distribution."""
        return _values(generator.standard_normal(tuple(shape)).astype(dtype))

    @staticmethod
    def randint(
        low: int, high: int, size: Sequence[int], generator: numpy.random.Generator, dtype: Any
    ) -> Values:
        """Return random integers from `low` to `high - 1`."""
        return _values(generator.integers(low, high, tuple(size), dtype))

    iinfo = staticmethod(numpy.iinfo)


def golden_library() -> Any:
    """Return PyTorch if it is installed, otherwise its substitute."""
    if importlib.util.find_spec("torch") is not None:
        return library("torch", "torch")
    return NumpyLibrary()
