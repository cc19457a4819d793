"""Elements of constants that a file stores in its metadata.

A constant `dense_resource<blob>` names a blob, whose content is in `{-# dialect_resources #-}`.
"""

from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    IndexType,
    IntegerType,
)
from xdsl.ir import Attribute, Operation

from ttmlir_py.ir.elements import ELIDED
from ttmlir_py.ir.module import ModuleOp

_START = len('"0x') + 2 * 4
"""Offset of the elements in a blob's text, after the quote, `0x` and eight digits of alignment."""


class ResourceError(ValueError):
    """An error for a constant whose elements are missing from the metadata or have the wrong
    size.
    """


def dense_elements(op: Operation, value: Attribute) -> DenseIntOrFPElementsAttr[Any] | None:
    """Return the elements of the constant `value` in `op`: `value` itself, or the content of its
    blob.

    Blobs are little-endian and row-major. Returns None for other kinds of constants. Raises
    `ResourceError` for a missing blob.
    """
    if isinstance(value, DenseIntOrFPElementsAttr):
        return cast("DenseIntOrFPElementsAttr[Any]", value)
    if not isinstance(value, DenseResourceAttr):
        return None
    name, type_ = value.resource_handle.data, cast(Any, value.type)
    text = _blob_text(op, name)
    if text is None:
        if name == ELIDED:
            raise ResourceError("its elements were left out when the text was printed")
        raise ResourceError(f"the file holds no resource '{name}'")
    element = type_.get_element_type()
    if not isinstance(element, AnyFloat | IntegerType | IndexType | ComplexType):
        raise ResourceError(f"elements of '{element}' are not read from resources")
    count, size = prod(type_.get_shape()), element.compile_time_size
    held = (len(text) - _START - 1) // 2
    if held != count * size:
        raise ResourceError(
            f"the resource '{name}' holds {held} bytes, which {count} elements of "
            f"'{element}' do not have"
        )
    return DenseIntOrFPElementsAttr(type_, BytesAttr(bytes.fromhex(text[_START:-1])))


def _blob_text(op: Operation, name: str) -> str | None:
    """Return the text of the blob `name`, which the parser has checked, or None."""
    top = op.get_toplevel_object()
    if not isinstance(top, ModuleOp):
        return None
    return top.resources.get("dialect_resources", {}).get("builtin", {}).get(name)
