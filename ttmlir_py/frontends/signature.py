"""The signature of a model: shapes, numpy types and names of its arguments and results.

The device has fewer types than models: scalars become tensors of one element, booleans bf16, 64-bit
integers 32-bit ones, f64 becomes f32, and complex numbers become pairs. Callers pass and receive
the model's types.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import FunctionType, TensorType
from xdsl.ir import Attribute

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.ir.locations import location_name
from ttmlir_py.runtime.errors import InputError, shape_text
from ttmlir_py.runtime.formats import DataFormat

Array = NDArray[Any]

_DTYPES: dict[str, Any] = {
    **{"f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16},
    **{f"i{bits}": np.dtype(f"int{bits}") for bits in (8, 16, 32, 64)},
    **{f"si{bits}": np.dtype(f"int{bits}") for bits in (8, 16, 32, 64)},
    **{f"ui{bits}": np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64)},
    "i1": np.bool_,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}
"""Maps MLIR element types to numpy types.

Signless integers become signed, as in JAX and StableHLO.
"""

ARRAY_DTYPES = frozenset(map(np.dtype, _DTYPES.values()))
"""All numpy types that arguments and results can have."""


def as_reals(array: Array) -> Array:
    """Return complex numbers as pairs along a new last dimension, other arrays unchanged."""
    if array.dtype.kind != "c":
        return array
    return np.stack([np.real(array), np.imag(array)], -1)


def stored(array: Array, data_type: DataFormat) -> Array:
    """Return an argument in the device's format `data_type`.

    Signed 8- and 16-bit integers are reinterpreted as unsigned ones with the same bits. Complex
    numbers become pairs along a new last dimension.
    """
    array = as_reals(array)
    is_narrow = array.dtype.kind == "i" and array.itemsize < 4
    if is_narrow and data_type.is_integer and data_type.bits == 8 * array.itemsize:
        return array.view(f"u{array.itemsize}")
    return array


@dataclass(frozen=True, slots=True)
class ArrayType:
    """The shape, numpy type and optional name of an argument or result."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    name: str | None = None

    def __str__(self) -> str:
        return f"{self.dtype}[{','.join(map(str, self.shape))}]"

    def accept(self, place: str, value: Any) -> Array:
        """Return `value` as an array of this shape and type.

        Accepted are types whose values all fit, Python numbers, and integers of any width whose
        actual values fit. Otherwise raise `InputError` with a message that starts with `place`.
        """
        array = np.asarray(value)
        if array.shape != self.shape:
            raise InputError(
                f"{place} has shape {shape_text(array.shape)}, expected {shape_text(self.shape)}"
            )
        if array.dtype == self.dtype:
            return array
        if self.dtype.kind in "iu" and array.dtype.kind in "iu":
            limits = np.iinfo(self.dtype)
            if array.size and (array.min() < limits.min or array.max() > limits.max):
                wrong = array.min() if array.min() < limits.min else array.max()
                raise InputError(f"{place} holds {wrong}, which {self.dtype} cannot represent")
            return array.astype(self.dtype)
        is_number = isinstance(value, int) or (isinstance(value, float) and self.dtype.kind != "i")
        is_number = is_number and self.dtype.kind not in "bu"
        # JAX also accepts float64 arrays for float32 arguments
        is_double = array.dtype == np.float64 and self.dtype == np.float32
        if is_number or is_double or np.can_cast(array.dtype, self.dtype):
            return array.astype(self.dtype)
        raise InputError(f"{place} has type {array.dtype}, expected {self.dtype}")

    def require_shape(self, place: str, value: Any, remedy: str) -> None:
        """Raise `InputError`, with the advice `remedy`, if the shape of `value` differs from this
        one.
        """
        shape = np.shape(value)
        if shape != self.shape:
            found, expected = shape_text(shape), shape_text(self.shape)
            raise InputError(f"{place} has shape {found}, expected {expected}: {remedy}")

    def require_type(self, place: str, value: Any) -> None:
        """Raise `InputError` if `value` is an array of another type, even if its values fit.

        JAX or PyTorch would compute something else for that type. Python numbers have no type and
        pass. Integers of other widths pass too, because `accept` checks their values.
        """
        dtype = getattr(value, "dtype", None)
        if dtype is None or dtype == self.dtype or isinstance(value, int | float):
            return
        if self.dtype.kind in "iu" and np.dtype(dtype).kind in "iu":
            return
        raise InputError(f"{place} has type {dtype}, expected {self.dtype}")

    def restore(self, array: Array) -> Array:
        """Return a result of the device in this shape and type.

        Unsigned integers of the device are reinterpreted as signed ones with the same bits, if this
        type is signed.
        """
        if self.dtype.kind == "c":
            pairs = np.ascontiguousarray(array, dtype=f"f{self.dtype.itemsize // 2}")
            return pairs.view(self.dtype).reshape(self.shape)
        array = array.reshape(self.shape)
        if self.dtype.kind == "i" and array.dtype.kind == "u":
            array = array.view(f"i{array.itemsize}")
        return array != 0 if self.dtype == np.bool_ else array.astype(self.dtype)


@dataclass(frozen=True, slots=True)
class Signature:
    """The name, arguments and results of a function, in order."""

    function: str
    arguments: Sequence[ArrayType]
    results: Sequence[ArrayType]

    def __str__(self) -> str:
        arguments = ", ".join(
            f"{each.name or f'arg{index}'}: {each}" for index, each in enumerate(self.arguments)
        )
        return f"{self.function}({arguments}) -> ({', '.join(map(str, self.results))})"

    @classmethod
    def of(cls, function: str, type_: FunctionType, names: Sequence[str | None]) -> Signature:
        """Return the signature of a function. Raise ValueError for types that numpy arrays cannot
        have.
        """
        inputs = zip(type_.inputs, names, strict=True)
        return cls(
            function,
            [_array_type(type_, name) for type_, name in inputs],
            [_array_type(type_) for type_ in type_.outputs],
        )


def wrong_arguments(given: Sequence[str], expected: Mapping[str, str]) -> str:
    """Return a message that names the arguments that a call lacks, and those it has too many.

    Arguments are given by their places in the call, such as `args[0]['w']`. `expected` maps the
    places of the compiled arguments to their names. Return an empty text if the places agree.
    """
    differences = {
        "missing": [f"({name})" for place, name in expected.items() if place not in given],
        "unexpected": [place for place in given if place not in expected],
    }
    text = "; ".join(f"{word} {', '.join(some)}" for word, some in differences.items() if some)
    return text and f"found {len(given)} arguments, expected {len(expected)}: {text}"


def argument_names(function: FuncOp) -> list[str | None]:
    """Return the name of each argument of `function`, taken from its location: `loc("x")`."""
    body = function.body.blocks.first
    return [location_name(argument.location) for argument in body.args] if body is not None else []


def _array_type(type_: Attribute, name: str | None = None) -> ArrayType:
    match type_:
        case TensorType() if str(type_.element_type) in _DTYPES and -1 not in type_.get_shape():
            dtype = np.dtype(_DTYPES[str(type_.element_type)])
            return ArrayType(type_.get_shape(), dtype, name)
        case _:
            raise ValueError(f"arrays cannot have the type '{type_}'")
