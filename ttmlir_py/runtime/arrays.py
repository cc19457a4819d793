"""Conversion of the caller's arrays to tensor values: checked, and rounded to the tensor's
format.
"""

from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import ArrayLike

from ttmlir_py.runtime.errors import InputError, shape_text
from ttmlir_py.runtime.formats import FORMATS, Array, DataFormat, round_to


def bind_array(
    place: str,
    given: ArrayLike,
    shape: tuple[int, ...],
    data_type: DataFormat,
    *,
    keep_own: bool = False,
) -> Array:
    """Return `given` as the values of a tensor of this shape and format.

    `place` starts the text of `InputError`. With `keep_own`, an array whose type is the format's
    own is returned unchanged.
    """
    array = as_array(place, given)
    if array.dtype == np.dtype("V2") and data_type.name == "BFloat16":
        # `numpy.save` stores bfloat16 as two raw bytes
        array = array.view(ml_dtypes.bfloat16)
    if array.shape == () and shape == (1,):
        array = array.reshape(shape)  # models may store scalars with shape (1,)
    if array.shape != shape:
        raise InputError(
            f"{place} has shape {shape_text(array.shape)}, expected {shape_text(shape)}"
        )
    floating = array.dtype.kind == "f" or array.dtype == ml_dtypes.bfloat16
    integral = array.dtype.kind in "iu"
    if not (integral if data_type.is_integer else floating) and array.dtype != np.bool_:
        raise InputError(f"{place} has type {array.dtype}, expected {data_type}")
    if array.dtype.kind == "i" and not data_type.is_signed_integer:
        array = _as_unsigned(place, array, data_type)
    if integral and array.size and int(array.max()) > data_type.largest:
        raise InputError(f"{place} holds {array.max()}, too large for {data_type}")
    if integral and array.size and int(array.min()) < data_type.smallest:
        raise InputError(f"{place} holds {array.min()}, too small for {data_type}")
    if keep_own and array.dtype == data_type.external:
        return array
    return round_to(array, data_type)


def as_array(place: str, given: Any) -> Array:
    """Return `given` as a numpy array, converted directly or through DLPack."""
    try:
        array = np.asarray(given)
        return (
            np.from_dlpack(given)
            if array.dtype == object and hasattr(given, "__dlpack__")
            else array
        )
    except (ValueError, TypeError, RuntimeError, BufferError):
        raise InputError(f"{place} is not an array") from None


def _as_unsigned(place: str, array: Array, data_type: DataFormat) -> Array:
    """Return signed integers as unsigned ones with the same bits.

    Negative ones are accepted for 32-bit formats only.
    """
    lowest = int(array.min()) if array.size else 0
    if lowest >= 0:
        return array.astype(f"u{array.itemsize}", copy=False)
    if data_type.name != "UInt32" or lowest < -(1 << 31):
        raise InputError(f"{place} holds {lowest}, too small for {data_type}")
    if int(array.max()) >= 1 << 32:
        raise InputError(f"{place} holds {array.max()}, too large for {data_type}")
    return array.astype(np.int64).astype(np.uint32)


_HOST_FORMATS = {
    **{np.dtype(each.external).name: each for each in FORMATS.values() if each.kind != "block"},
    "float64": FORMATS["Float32"],
    "bool": FORMATS["UInt8"],
    **dict.fromkeys(("int8", "int16", "int32", "int64", "uint64"), FORMATS["UInt32"]),
}
"""Maps numpy types to the formats of host tensors."""


def host_format(place: str, array: Array) -> DataFormat:
    """Return the host format for an array's type. `place` starts the text of `InputError`."""
    data_type = _HOST_FORMATS.get(array.dtype.name)
    if data_type is None:
        raise InputError(f"{place} has elements of type {array.dtype}, which no format holds")
    return data_type
