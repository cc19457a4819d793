"""Conversion between PyTorch tensors and numpy arrays with the same bits."""

from functools import cache
from typing import Any

import ml_dtypes
import numpy as np

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.signature import Array
from ttmlir_py.runtime.errors import InputError

_FLOATS = ("float16", "float32", "float64")
_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool")


@cache
def torch() -> Any:
    """Return PyTorch. Raise ImportError with installation advice if it is missing."""
    return library("torch", "torch")


@cache
def _dtypes() -> dict[Any, Any]:
    """Return a dictionary from PyTorch types to the numpy types that arrays can have."""
    return {getattr(torch(), name): np.dtype(name) for name in (*_FLOATS, *_INTEGERS)}


def is_tensor(value: Any) -> bool:
    """Whether a value is a tensor of PyTorch."""
    return isinstance(value, torch().Tensor)


def array_of(value: Any, place: str = "a tensor") -> Any:
    """Return a tensor's numpy array with the same bits. Other values are returned unchanged.

    Complex numbers become a last dimension with their real and imaginary parts. Raise `InputError`,
    which names `place`, for tensors that no array can hold.
    """
    if not is_tensor(value):
        return value
    tensor = value.detach()
    if tensor.layout != torch().strided or tensor.is_quantized:
        raise InputError(f"{place} is {tensor.layout}, a dense tensor of numbers is expected")
    if tensor.is_complex():
        tensor = torch().view_as_real(tensor.resolve_conj())
    tensor = tensor.cpu().resolve_conj().resolve_neg().contiguous()
    if tensor.dtype == torch().bfloat16:
        return tensor.view(torch().int16).numpy().view(ml_dtypes.bfloat16)
    if tensor.dtype not in _dtypes():
        raise InputError(f"{place} has type {tensor.dtype}, which a compiled model does not take")
    return tensor.numpy()


def tensor_of(array: Array) -> Any:
    """Return a PyTorch tensor with the bits of `array`."""
    array = np.require(array, requirements=["C", "W", "O"])
    if array.dtype == ml_dtypes.bfloat16:
        return torch().from_numpy(array.view(np.int16)).view(torch().bfloat16)
    return torch().from_numpy(array)


def dtype_of(tensor: Any) -> Any:
    """Return the numpy type of `tensor`, or of the parts of complex numbers. Return None if no
    numpy type matches.
    """
    if tensor.dtype == torch().bfloat16:
        return np.dtype(ml_dtypes.bfloat16)
    return _dtypes().get(tensor.dtype.to_real() if tensor.is_complex() else tensor.dtype)
