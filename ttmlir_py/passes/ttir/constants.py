"""The numbers of TTIR constants, and constants made from numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from math import prod
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    Signedness,
    TensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import RankedTensor, shape_of, tensor_type
from ttmlir_py.ir.elements import LARGEST_FULL_SPLAT, splat_data
from ttmlir_py.ir.floats import float_of_bits
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.ir.resources import ResourceError, dense_elements

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[Any]

LARGEST_SPLAT_RESOURCE = 4096
"""Constants in a file's metadata with more elements than this are not examined for equal
elements.
"""


def is_constant(value: SSAValue) -> bool:
    """Whether `value` is the result of a `ttir.constant` whose elements are known."""
    return isinstance(value.owner, ttir.ConstantOp)


def elements_of(value: SSAValue) -> DenseIntOrFPElementsAttr[Any] | None:
    """Return the elements of a constant, or None for another value or unknown elements."""
    op = value.owner
    if not isinstance(op, ttir.ConstantOp):
        return None
    try:
        return dense_elements(op, op.value)
    except ResourceError:
        return None


def splat_number(value: SSAValue) -> float | None:
    """Return the number that all elements of `value` are, or None if they differ or are unknown.

    Booleans (i1) and numbers other than integers and floats count as unknown.
    """
    op = value.owner
    # classes are compared, because `isinstance` with an op's class takes longer than the rest
    if op.__class__ in (ttir.ZerosOp, ttir.OnesOp):
        return float(op.__class__ is ttir.OnesOp)
    if op.__class__ is not ttir.ConstantOp:
        return None
    op = cast(ttir.ConstantOp, op)
    is_large = prod(shape_of(value)) > LARGEST_SPLAT_RESOURCE
    if isinstance(op.value, DenseResourceAttr) and is_large:
        return None
    elements = elements_of(value)
    data = None if elements is None else splat_data(elements)
    if elements is None or data is None:
        return None
    element: Attribute = elements.get_element_type()
    if is_integer_type(element):
        return None if element.bitwidth == 1 else element.unpack(data, 1)[0]
    if isinstance(element, AnyFloat) and element.bitwidth <= 64:
        return float_of_bits(int.from_bytes(data, "little"), element)
    return None


_FLOATS = (BFloat16Type, Float16Type, Float32Type, Float64Type)
"""The types of floats for which `numpy_type` returns a type."""


def has_numpy_type(element: Attribute) -> bool:
    """Whether `numpy_type` returns a type for `element`. This does not load numpy."""
    return element.bitwidth >= 8 if is_integer_type(element) else isinstance(element, _FLOATS)


def numpy_type(element: Attribute) -> np.dtype[Any] | None:
    """Return numpy's type for elements of the type `element`, or None for other types and i1."""
    import ml_dtypes
    import numpy as np

    if is_integer_type(element):
        width, is_unsigned = element.bitwidth, element.signedness.data is Signedness.UNSIGNED
        return np.dtype(f"{'u' if is_unsigned else 'i'}{width // 8}") if width >= 8 else None
    floats: dict[type[Attribute], Any] = {
        BFloat16Type: ml_dtypes.bfloat16,
        Float16Type: np.float16,
        Float32Type: np.float32,
        Float64Type: np.float64,
    }
    found = floats.get(type(element))
    return None if found is None else np.dtype(found)


def array_of(value: SSAValue) -> Array | None:
    """Return the elements of a constant as a read-only array of its shape and type, or None."""
    import numpy as np

    elements = elements_of(value)
    kind = None if elements is None else numpy_type(elements.get_element_type())
    if elements is None or kind is None:
        return None
    flat = np.frombuffer(elements.data.data, kind)
    shape = shape_of(value)
    return np.broadcast_to(flat, shape) if flat.size == 1 else flat.reshape(shape)


def elements_attribute(type_: RankedTensor, array: Array) -> Attribute:
    """Return the attribute of a constant of type `type_` with the elements of `array`."""
    data = BytesAttr(_elements_bytes(array))
    return cast(Attribute, DenseIntOrFPElementsAttr(cast(Any, type_), data))


def _elements_bytes(array: Array) -> bytes:
    """Return the elements of `array`, row by row, without a second copy of them on the way."""
    if array.flags.c_contiguous:
        return array.tobytes()
    buffer = BytesIO()
    for part in array:
        buffer.write(part.tobytes())
    return buffer.getvalue()


def splat_attribute(type_: RankedTensor, number: float) -> Attribute | None:
    """Return the attribute of a constant of type `type_` with all elements equal to `number`.

    Return None for types that numpy lacks.
    """
    element = type_.element_type
    if not isinstance(element, AnyFloat) and not is_integer_type(element):
        return None
    if not has_numpy_type(element):
        return None
    whole = int(number) if is_integer_type(element) else number
    if prod(type_.get_shape()) * element.compile_time_size <= LARGEST_FULL_SPLAT:
        return cast(Attribute, DenseIntOrFPElementsAttr.from_list(cast(Any, type_), [whole]))
    one = DenseIntOrFPElementsAttr.from_list(cast(Any, TensorType(element, [1])), [whole])
    return cast(Attribute, DenseIntOrFPElementsAttr(cast(Any, type_), one.data))


def with_type(op: ttir.ConstantOp, type_: RankedTensor) -> Attribute | None:
    """Return the elements of `op` for a type of another shape, or None if they are unknown."""
    value = op.value
    if isinstance(value, DenseResourceAttr):
        return DenseResourceAttr(value.resource_handle, type_)
    if isinstance(value, DenseIntOrFPElementsAttr):  # pyright: ignore[reportUnnecessaryIsInstance]
        data = cast("DenseIntOrFPElementsAttr[Any]", value).data
        return cast(Attribute, DenseIntOrFPElementsAttr(cast(Any, type_), data))
    return None


Function = Callable[..., Any]


def computed(op: Operation, function: Function, operands: Sequence[SSAValue]) -> Attribute | None:
    """Return `function` of constant operands in the type of the result of `op`, or None.

    Floats are computed in float64 and rounded once.
    """
    import numpy as np

    result = tensor_type(op.results[0])
    kind = numpy_type(result.element_type)
    arrays = [array_of(each) for each in operands]
    if kind is None or any(each is None or each.dtype != kind for each in arrays):
        return None
    wide = kind if kind.kind in "iu" else np.dtype(np.float64)
    with np.errstate(all="ignore"):
        found = function(*(cast("Array", each).astype(wide) for each in arrays)).astype(kind)
    return elements_attribute(result, np.broadcast_to(found, result.get_shape()))
