"""The accuracy of single compiled operations, relative to their float64 semantics, in units in the
last place.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from ttmlir_py.compiler import compile
from ttmlir_py.reference.meanings import MEANINGS
from ttmlir_py.reference.ttir import BINARY, TERNARY, UNARY
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.comparison import ulp
from ttmlir_py.runtime.formats import FORMATS, Array
from ttmlir_py.runtime.numerics import DeviceNumerics

WAYS: Mapping[str, DeviceNumerics | None] = {"ideal": None, "device": DeviceNumerics()}
"""Maps the names of the two ways to run an operation to the numerics that they use; None is exact
arithmetic.
"""
TYPES = {"bf16": "BFloat16", "f32": "Float32"}
"""Maps names of element types to the names of their tensor formats."""
_NUMPY = {"bf16": ml_dtypes.bfloat16, "f32": np.float32}
_WHOLE = ("bitwise_", "typecast")
"""Name prefixes of functions that are not measured, because they take integers or do not depend on
the type of number.
"""
_NO_WARNINGS = ("-Wno-remainder-sign",)
SAMPLES = 1 << 16
_SLOPE = float(np.float32(0.1))
_WITH_PARAMETERS: Mapping[str, tuple[str, Callable[[Array], Array]]] = {
    "clamp": (
        "min = -1.5 : f32, max = 2.5 : f32",
        lambda x: MEANINGS["ttir.clamp"](x, min=-1.5, max=2.5),
    ),
    "leaky_relu": (
        f"parameter = {_SLOPE} : f32, operandSegmentSizes = array<i32: 1, 1>",
        lambda x: MEANINGS["ttir.leaky_relu"]([x], parameter=_SLOPE),
    ),
}
"""Maps a unary function with attributes to their text, and to the resulting function of one
array.
"""


@dataclass(frozen=True, slots=True)
class Error:
    """A summary of how much results deviate from the exact ones."""

    largest: float
    """The largest error, in units in the last place of the exact result.

    Results count only if the exact result and the operands are normal numbers or zeros. The error
    is infinite if such a result is not finite.
    """
    place: tuple[float, ...]
    """The operands with the largest error; empty for results that depend on many operands."""
    nearest: float
    """The share of results that are correct to half a unit, the best possible accuracy."""
    others: int
    """The number of wrong results for subnormal numbers, infinities and NaN as operand or exact
    result.
    """


@dataclass(frozen=True, slots=True)
class Measured:
    """The results of one operation for many operands."""

    name: str
    element: str
    operands: Sequence[Array]
    """The operands as float64 arrays."""
    exact: Array
    results: Mapping[str, Array]
    """Maps the names in `WAYS` to the results as float64 arrays."""
    elementwise: bool
    unit: Array | None = None
    """The unit in which errors are measured, if it is the same for a block of numbers. None if each
    exact result has its own unit.
    """

    def units(self, way: str) -> Array:
        """Return the error of each result of `way` in units in the last place.

        The error is NaN if a number is not normal.
        """
        unit = ulp(self.exact, FORMATS[TYPES[self.element]]) if self.unit is None else self.unit
        with np.errstate(all="ignore"):
            error = np.abs(self.results[way] - self.exact) / unit
        return np.where(self._normal, error, np.nan)

    @property
    def _normal(self) -> Array:
        given: Sequence[Array] = self.operands if self.elementwise else ()
        normal = _is_normal(self.exact, self.element)
        for each in given:
            normal = normal & _is_normal(each, self.element)
        return normal

    def error(self, way: str) -> Error:
        """Return a summary of the errors of the results computed in the way `way`."""
        units, normal = self.units(way).ravel(), self._normal.ravel()
        counted = np.where(np.isnan(units), -1.0, units)
        counted[normal & np.isnan(units)] = np.inf
        place = int(counted.argmax())
        with np.errstate(all="ignore"):
            rounded = self.exact.astype(_NUMPY[self.element]).astype(np.float64).ravel()
        got = self.results[way].ravel()
        wrong = (got != rounded) & ~(np.isnan(got) & np.isnan(rounded)) & ~normal
        return Error(
            float(counted[place]),
            tuple(float(each.ravel()[place]) for each in self.operands) if self.elementwise else (),
            float(np.mean(counted[normal] <= 0.5)),
            int(wrong.sum()),
        )


def _is_normal(values: Array, element: str) -> Array:
    sizes = np.abs(values)
    largest = (2 - 2.0 ** (1 - FORMATS[TYPES[element]].precision)) * 2.0**127
    return (sizes == 0) | ((sizes >= 2.0**-126) & (sizes <= largest))


def unary_functions() -> dict[str, Callable[[Array], Array]]:
    """Map names to element-wise functions of one real number, with fixed parameters where
    needed.
    """
    known = {name: each for name, each in UNARY.items() if not name.startswith(_WHOLE)}
    with_parameters = {name: each for name, (_, each) in _WITH_PARAMETERS.items()}
    return dict(sorted((known | with_parameters).items()))


def binary_functions() -> dict[str, Callable[[Array, Array], Array]]:
    """Map names to element-wise functions of two real numbers."""
    return {name: each for name, each in sorted(BINARY.items()) if not name.startswith(_WHOLE)}


def measure_unary(name: str, element: str) -> Measured:
    """Return the results of a function for all bf16 numbers, or as many f32 numbers.

    The f32 numbers have evenly spread bit patterns.
    """
    patterns = np.arange(SAMPLES, dtype=np.uint16)
    values = patterns.view(ml_dtypes.bfloat16)
    if element == "f32":
        values = ((patterns.astype(np.uint32) << 16) | 0x5A5A).view(np.float32)
    return _measured(name, element, [values.reshape(256, 256)], unary_functions()[name])


def measure_binary(name: str, element: str) -> Measured:
    """Return the results of a function for pairs of numbers of both signs, with magnitudes up to
    2^8.

    Only positive numbers are used if the lowering is a different function for negative ones.
    """
    rng = np.random.default_rng(0)
    pair = [
        (rng.uniform(-1, 1, (256, 256)) * 2.0 ** rng.integers(-8, 9, (256, 256))) for _ in range(2)
    ]
    if name == "power":
        pair = [np.abs(pair[0]), np.clip(pair[1], -8, 8)]
    if name == "remainder":
        pair = [np.abs(each) for each in pair]
    return _measured(name, element, [each.astype(_NUMPY[element]) for each in pair], BINARY[name])


def measure_where(element: str) -> Measured:
    """Return the results of selecting between two numbers by a third, which is 0 for every other
    element.
    """
    rng = np.random.default_rng(0)
    chosen = np.arange(SAMPLES).reshape(256, 256) % 2
    operands = [chosen, *(rng.standard_normal((256, 256)) for _ in range(2))]
    given = [each.astype(_NUMPY[element]) for each in operands]
    return _measured("where", element, given, TERNARY["where"])


CASTS = (("f32", "bf16"), ("bf16", "f32"))
"""The pairs of element types between which conversions are measured."""


def measure_cast(source: str, target: str) -> Measured:
    """Return the results of converting numbers of both signs, with magnitudes up to 2^8."""
    rng = np.random.default_rng(0)
    numbers = rng.uniform(-1, 1, (256, 256)) * 2.0 ** rng.integers(-8, 9, (256, 256))
    given = numbers.astype(_NUMPY[source])
    wide = given.astype(np.float64)
    attributes = "operandSegmentSizes = array<i32: 1, 1>"
    results = _run_alone("typecast", target, [given], wide.shape, attributes, source)
    return Measured(f"{source} to {target}", target, [wide], wide, results, elementwise=True)


BLOCKS = {"bfp_bf8": 7, "bfp_bf4": 3}
"""Maps block formats to their number of mantissa bits, without sign and shared exponent."""
_BLOCK = 16
_STORE = """#dram = #ttnn.buffer_type<dram>
#given = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<8x8x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
#made = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<8x8x!tt.tile<32x32, {name}>, #dram>, <interleaved>>
func.func @f(%0: tensor<256x256xbf16, #given>) -> tensor<256x256xbf16, #made> {{
  %1 = "ttnn.typecast"(%0) <{{dtype = #tt.supportedDataTypes<{name}>}}> : (tensor<256x256xbf16, #given>) -> tensor<256x256xbf16, #made>
  return %1 : tensor<256x256xbf16, #made>
}}
"""  # noqa: E501


def measure_block(name: str) -> Measured:
    """Return normally distributed bf16 numbers after storing them in a block format.

    Errors are measured in units in the last place of the largest number in the block of 16.
    """
    numbers = np.random.default_rng(0).standard_normal((256, 256)).astype(ml_dtypes.bfloat16)
    wide = numbers.astype(np.float64)
    _, exponent = np.frexp(np.abs(wide).reshape(-1, _BLOCK).max(axis=1))
    unit = np.repeat(np.ldexp(1.0, exponent - BLOCKS[name]), _BLOCK).reshape(wide.shape)
    pipeline = "builtin.module(ttir-load-system-desc,ttir-implicit-device)"
    results = _run(compile(_STORE.format(name=name), pipeline), [numbers])
    return Measured(name, "bf16", [wide], wide, results, elementwise=True, unit=unit)


def _measured(
    name: str, element: str, operands: Sequence[Array], function: Callable[..., Array]
) -> Measured:
    segments = f"operandSegmentSizes = array<i32: {len(operands)}, 1>"
    attributes, _ = _WITH_PARAMETERS.get(name, (segments, None))
    shapes = [each.shape for each in operands]
    with np.errstate(all="ignore"):
        wide = [each.astype(np.float64) for each in operands]
        exact = np.asarray(function(*wide)).astype(np.float64)
    results = _run_alone(name, element, operands, shapes[0], attributes)
    return Measured(name, element, wide, exact, results, elementwise=True)


@dataclass(frozen=True, slots=True)
class Sum:
    """An operation whose results are sums of many numbers."""

    name: str
    title: str
    shapes: Sequence[tuple[int, ...]]
    result: tuple[int, ...]
    attributes: str
    arguments: Mapping[str, Any]
    """The arguments of the operation's reference semantics other than operands."""


_ROWS: Mapping[str, Any] = {"dim_arg": [1], "result_shape": (32, 1)}
_ROWS_TEXT = "dim_arg = [1 : i32], keep_dim = true"
_SIDES = ("stride_height", "stride_width", "dilation_height", "dilation_width", "groups")
_PADDING = ("padding_left", "padding_right", "padding_top", "padding_bottom")
_WINDOW = dict.fromkeys((*_SIDES, *_PADDING), 1)
SUMS = (
    Sum("sum", "sum of 2048", [(32, 2048)], (32, 1), _ROWS_TEXT, _ROWS),
    Sum("mean", "mean of 2048", [(32, 2048)], (32, 1), _ROWS_TEXT, _ROWS),
    Sum(
        "softmax",
        "softmax of 512",
        [(32, 512)],
        (32, 512),
        "dimension = 1 : si32",
        {"dimension": 1},
    ),
    *(
        Sum("matmul", f"matmul of 32x{n} and {n}x32", [(32, n), (n, 32)], (32, 32), "", {})
        for n in (128, 512, 2048)
    ),
    Sum(
        "conv2d",
        "convolution of 3x3 over 64 channels",
        [(1, 16, 16, 64), (32, 64, 3, 3)],
        (1, 16, 16, 32),
        ", ".join(f"{name} = {value} : si32" for name, value in _WINDOW.items()),
        {"bias": None, "result_shape": (1, 16, 16, 32), **_WINDOW},
    ),
    *(
        Sum(
            "cumsum",
            f"cumulative sum of {n}",
            [(32, n)],
            (32, n),
            "dim = 1 : i64",
            {"dim": 1},
        )
        for n in (512, 4096)
    ),
)


def measure_sum(case: Sum, element: str) -> Measured:
    """Return the results of the operation for numbers from 0 to 1, whose sums have no
    cancellation.
    """
    rng = np.random.default_rng(0)
    operands = [rng.random(shape).astype(_NUMPY[element]) for shape in case.shapes]
    wide = [each.astype(np.float64) for each in operands]
    exact = np.asarray(MEANINGS[f"ttir.{case.name}"](*wide, **case.arguments))
    results = _run_alone(case.name, element, operands, case.result, case.attributes)
    return Measured(case.title, element, wide, exact, results, elementwise=False)


def _run_alone(
    name: str,
    element: str,
    operands: Sequence[Array],
    result: tuple[int, ...],
    attributes: str,
    given: str | None = None,
) -> dict[str, Array]:
    """Return the results of the compiled operation for each of `WAYS`.

    Operands have the element type of the result unless `given` names another.
    """
    types = [_type(each.shape, given or element) for each in operands]
    out = _type(result, element)
    arguments = ", ".join(f"%{index}: {each}" for index, each in enumerate(types))
    names = ", ".join(f"%{index}" for index in range(len(types)))
    properties = f"<{{{attributes}}}> " if attributes else ""
    data = compile(
        f"func.func @f({arguments}) -> {out} {{\n"
        f"  %empty = tensor.empty() : {out}\n"
        f'  %r = "ttir.{name}"({names}, %empty) {properties}: '
        f"({', '.join([*types, out])}) -> {out}\n  return %r : {out}\n}}\n",
        warnings=_NO_WARNINGS,
    )
    return _run(data, operands)


def _run(data: bytes, operands: Sequence[Array]) -> dict[str, Array]:
    """Return the results of running the binary `data` for each of `WAYS`."""
    binary = TTNNBinary.load(data)
    given = [np.asarray(each) for each in operands]
    with np.errstate(all="ignore"):
        return {
            way: binary.run(given, numerics=numerics)[0].astype(np.float64)
            for way, numerics in WAYS.items()
        }


def _type(shape: tuple[int, ...], element: str) -> str:
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"
