"""The elements of `ttnn.constant` in the form in which calls of the TTNN library pass them."""

from typing import Any

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, i1

from ttmlir_py.common.data_formats import FORMATS, Format
from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.elements import all_values
from ttmlir_py.ir.resources import dense_elements
from ttmlir_py.passes.ttnn.layouts import layout_of


def format_of(op: ttnn.ConstantOp) -> Format:
    """Return the data format in which the constant is stored."""
    return FORMATS[layout_of(tensor_type(op.result)).get_data_type().name]


def held_elements(op: ttnn.ConstantOp) -> DenseIntOrFPElementsAttr[Any]:
    """Return the elements of the constant in the program's type.

    Raises ValueError if the program does not contain the elements, or the library has no function
    for them.
    """
    if op.device is None:
        raise ValueError("cannot be translated: the ttnn API makes constants on devices only")
    try:
        elements = dense_elements(op, op.properties["value"])
    except ValueError as error:
        raise ValueError(f"cannot be translated: {error}") from None
    if elements is None:
        raise ValueError("cannot be translated: its attribute does not contain all elements")
    return elements


def stored_numbers(op: ttnn.ConstantOp) -> list[int] | list[float]:
    """Return the elements in row-major order, as floats or as the integers that are stored.

    Raises ValueError like `held_elements`.
    """
    elements = held_elements(op)
    numbers = all_values(elements)
    if elements.get_element_type() == i1:
        numbers = [abs(each) for each in numbers]
    format_ = format_of(op)
    if format_.kind != "integer":
        return [float(each) for each in numbers]
    if format_.is_signed_integer:
        return [int(each) for each in numbers]
    return [int(each) % (1 << format_.bits) for each in numbers]
