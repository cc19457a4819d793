"""The formats in which binaries store expected values."""

from collections.abc import Sequence
from types import FrameType
from typing import Any

__all__ = ["dtype_name", "stored_values", "tensor_of_caller"]

_FLOATS = {"float32": "Float32", "float16": "Float16", "bfloat16": "BFloat16"}
_INTEGERS = {1: ("uint8", "UInt8"), 2: ("uint16", "UInt16")}
_WIDEST = ("uint32", "UInt32")


def dtype_name(dtype: Any) -> str:
    """Return the name of a type of PyTorch or numpy, such as `float32`."""
    return str(getattr(dtype, "__name__", dtype)).removeprefix("torch.")


def stored_values(torch: Any, values: Any, *, is_argument: bool) -> tuple[Any, str]:
    """Return expected values in a format of binaries, and the name of the format.

    Programs hold integers without sign, of at most 32 bits: an argument has that format, and the
    result of an operation is the number as f32. Upstream stores the bytes of all values as f32.
    """
    name = dtype_name(values.dtype)
    if name in _FLOATS:
        return values, _FLOATS[name]
    if "int" not in name:
        return values.to(torch.float32), "Float32"
    unsigned, format = _INTEGERS.get(values.dtype.itemsize, _WIDEST)
    mask = torch.iinfo(getattr(torch, unsigned)).max
    numbers = values.to(torch.int64) & mask
    if is_argument:
        return numbers.to(getattr(torch, unsigned)), format
    return numbers.to(torch.float32), "Float32"


def tensor_of_caller(
    torch: Any, frame: FrameType, address: int, shape: Sequence[int], strides: Sequence[int]
) -> Any:
    """Return the tensor with this address, shape and strides in a variable of the caller, or in an
    attribute `tensor` of a variable.

    Return None if no variable holds it, or if variables hold views of different types, so that
    nothing tells which one is meant.
    """
    found: dict[Any, Any] = {}
    variables: dict[str, Any] = frame.f_locals
    for value in variables.values():
        held: tuple[Any, ...] = (value, getattr(value, "tensor", None))
        for each in held:
            if (
                isinstance(each, torch.Tensor)
                and each.data_ptr() == address
                and (*each.shape,) == (*shape,)
                and (*each.stride(),) == (*strides,)
            ):
                found[each.dtype] = each
    return next(iter(found.values())) if len(found) == 1 else None
