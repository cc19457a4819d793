"""The signature of a model in its own terms: shapes, numpy types and names of arguments and
results.

Devices have fewer types than models. On a device, scalars are tensors of one element, booleans are
bf16, 64-bit integers have 32 bits, and f64 is f32. Callers still pass and get the model's types.
"""

from collections.abc import Sequence
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
}
"""numpy types by MLIR type.

Signless integers become signed, as in JAX and StableHLO.
"""

ARRAY_DTYPES = frozenset(map(np.dtype, _DTYPES.values()))
"""The types of arguments and results."""


def stored(array: Array, data_type: DataFormat) -> Array:
    """Return an argument in a format of the device.

    Signed integers of 8 and 16 bits are stored as their bits.
    """
    is_narrow = array.dtype.kind == "i" and array.itemsize < 4
    if is_narrow and data_type.is_integer and data_type.bits == 8 * array.itemsize:
        return array.view(f"u{array.itemsize}")
    return array


@dataclass(frozen=True, slots=True)
class ArrayType:
    """The type of an argument or a result: its shape, its numpy type, and its name, if any."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    name: str | None = None

    def __str__(self) -> str:
        return f"{self.dtype}[{','.join(map(str, self.shape))}]"

    def accept(self, place: str, value: Any) -> Array:
        """Return a value as an array of this shape and type.

        The type may be another one whose values this one holds. Python numbers have any type, and
        integers of any width are accepted if their values fit. Otherwise raise `InputError` with a
        message that starts with `place`.
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
                raise InputError(f"{place} holds {wrong}, which {self.dtype} does not")
            return array.astype(self.dtype)
        is_number = isinstance(value, int) or (isinstance(value, float) and self.dtype.kind != "i")
        is_number = is_number and self.dtype.kind not in "bu"
        # JAX accepts these as well
        is_double = array.dtype == np.float64 and self.dtype == np.float32
        if is_number or is_double or np.can_cast(array.dtype, self.dtype):
            return array.astype(self.dtype)
        raise InputError(f"{place} has type {array.dtype}, expected {self.dtype}")

    def require_shape(self, place: str, value: Any, remedy: str) -> None:
        """Raise `InputError`, with advice, for an array of another shape."""
        shape = np.shape(value)
        if shape != self.shape:
            found, expected = shape_text(shape), shape_text(self.shape)
            raise InputError(f"{place} has shape {found}, expected {expected}: {remedy}")

    def require_type(self, place: str, value: Any) -> None:
        """Raise `InputError` for an array of another type, even if its values fit.

        The library would compute something else for it. Python numbers have no type. Integers of
        other widths are left to `accept`, which checks their values.
        """
        dtype = getattr(value, "dtype", None)
        if dtype is None or dtype == self.dtype or isinstance(value, int | float):
            return
        if self.dtype.kind in "iu" and np.dtype(dtype).kind in "iu":
            return
        raise InputError(f"{place} has type {dtype}, expected {self.dtype}")

    def restore(self, array: Array) -> Array:
        """Return a device's result in the model's own shape and type.

        Unsigned integers of the device become signed integers with the same bits, if the model has
        these.
        """
        array = array.reshape(self.shape)
        if self.dtype.kind == "i" and array.dtype.kind == "u":
            array = array.view(f"i{array.itemsize}")
        return array != 0 if self.dtype == np.bool_ else array.astype(self.dtype)


@dataclass(frozen=True, slots=True)
class Signature:
    """A callable function: its name, and its arguments and results in order."""

    function: str
    arguments: Sequence[ArrayType]
    results: Sequence[ArrayType]

    @classmethod
    def of(cls, function: str, type_: FunctionType, names: Sequence[str | None]) -> "Signature":
        """Return the signature of a function of this type. Raise ValueError for types that arrays
        lack.
        """
        inputs = zip(type_.inputs, names, strict=True)
        return cls(
            function,
            [_array_type(type_, name) for type_, name in inputs],
            [_array_type(type_) for type_ in type_.outputs],
        )


def argument_names(function: FuncOp) -> list[str | None]:
    """Return the names of a function's arguments, from their locations: `loc("x")`."""
    body = function.body.blocks.first
    return [location_name(argument.location) for argument in body.args] if body is not None else []


def _array_type(type_: Attribute, name: str | None = None) -> ArrayType:
    match type_:
        case TensorType() if str(type_.element_type) in _DTYPES and -1 not in type_.get_shape():
            dtype = np.dtype(_DTYPES[str(type_.element_type)])
            return ArrayType(type_.get_shape(), dtype, name)
        case _:
            raise ValueError(f"no array has the type '{type_}'")
