"""Shape rules of ops that create tensors from attributes, and of allocations."""

from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tensor_types import Shape, joined


def arange_length(start: int, end: int, step: int) -> int:
    """Return the number of elements of an `arange`; the number is rounded towards zero, as in C++.

    Raises VerifyException if it is not positive.
    """
    count = abs(end - start) // abs(step) * (1 if (end - start) * step > 0 else -1)
    if count <= 0:
        raise VerifyException(f"Invalid range: start={start}, end={end}, step={step}")
    return count


def verify_filled(shape: Shape, result: Shape) -> None:
    """Check that `shape`, the attribute of the op, equals the shape of the result."""
    if any(size < 0 for size in shape):
        raise VerifyException(
            f"Sizes of the shape attribute must not be negative, got ({joined(shape, ', ')})"
        )
    if shape != result:
        raise VerifyException(
            f"Shape attribute ({joined(shape, ', ')}) must match the output tensor shape "
            f"({joined(result, ', ')})"
        )


def verify_allocation(size: int, address: int, *, layout_agrees: bool, on_host: bool) -> None:
    """Check that a buffer of `size` bytes at `address` is valid for the layout of its tensor.

    The compiler assigns addresses on the device, the runtime those on the host.
    """
    if size == 0:
        raise VerifyException("Alloc size must be non-zero")
    if not layout_agrees:
        raise VerifyException("Input tensor layout memory space must match alloc memory space")
    if on_host and address != 0:
        raise VerifyException(
            "Allocating from system memory space must have address set to 0, implicitly allocated "
            "by the runtime"
        )
    if not on_host and address == 0:
        raise VerifyException(
            "Allocating from a device memory space must have address set to a non-zero value, "
            "device addresses are statically allocated"
        )
