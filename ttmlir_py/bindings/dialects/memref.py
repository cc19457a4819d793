"""Operations on memory buffers (`memref`)."""

from collections.abc import Sequence
from operator import mul
from typing import Any

from ttmlir_py.bindings.dialects.mixed import constant_of, split_mixed
from ttmlir_py.bindings.ir.attributes import StridedLayoutAttr
from ttmlir_py.bindings.ir.shaped_types import MemRefType
from ttmlir_py.bindings.ir.strides import contiguous
from ttmlir_py.bindings.ir.types import DYNAMIC
from ttmlir_py.bindings.ods import define

_generated: dict[str, Any] = globals()
define(_generated, "memref")
_subview: Any = _generated["subview"]


def _numbers(values: Sequence[Any]) -> list[Any]:
    """Return the values, with Python numbers for constants."""
    found = [constant_of(each) for each in values]
    return [
        value if number is None else number for value, number in zip(values, found, strict=True)
    ]


def _are_known(values: Sequence[Any]) -> bool:
    return all(isinstance(each, int) and each != DYNAMIC for each in values)


def _infer_memref_subview_result_type(
    source_memref_type: Any,
    offsets: Sequence[Any],
    static_sizes: Sequence[Any],
    static_strides: Sequence[Any],
) -> tuple[list[Any], list[Any], list[Any], Any]:
    """Return offsets, sizes and strides with numbers for constants, and the type of the part."""
    source_strides, source_offset = source_memref_type.get_strides_and_offset()
    places, sizes, steps = map(_numbers, (offsets, static_sizes, static_strides))
    if not all(map(_are_known, (sizes, steps, source_strides))):
        raise ValueError("Only inferring from python or mlir integer constant is supported.")
    if _are_known([*places, source_offset]):
        offset = source_offset + sum(map(mul, places, source_strides))
    else:
        offset = DYNAMIC
    strides = list(map(mul, source_strides, steps))
    is_default = strides == contiguous(sizes) and offset == 0
    layout = None if is_default else StridedLayoutAttr.get(offset, strides)
    type = MemRefType.get(
        sizes, source_memref_type.element_type, layout, source_memref_type.memory_space
    )
    return places, sizes, steps, type


def subview(
    source: Any,
    offsets: Sequence[Any] | None,
    sizes: Sequence[Any] | None,
    strides: Sequence[Any] | None,
    *,
    result_type: Any = None,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    """Build a view of a part and return its value.

    Offsets, sizes and strides are Python numbers or values. The type of the result is inferred if
    sizes and strides are constant.
    """
    places, lengths, steps = (list(each or []) for each in (offsets, sizes, strides))
    if result_type is None:
        known = [*_numbers(lengths), *_numbers(steps), *source.type.get_strides_and_offset()[0]]
        if not _are_known(known):
            raise ValueError(
                "mixed static/dynamic offset/sizes/strides requires explicit result type."
            )
        places, lengths, steps, result_type = _infer_memref_subview_result_type(
            source.type, places, lengths, steps
        )
    dynamic, static = zip(*map(split_mixed, (places, lengths, steps)), strict=True)
    return _subview(result_type, source, *dynamic, *static, loc=loc, ip=ip)
