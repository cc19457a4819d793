"""Simplification of attributes and types: fewer attributes, smaller numbers, splat constants,
smaller tensors.
"""

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BytesAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    TensorType,
)
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import ranked_tensor
from ttmlir_py.ir.elements import element_size, splat_data
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.narrowing import (
    is_array,
    is_float_attr,
    is_integer_attr,
    is_integer_type,
    is_tensor_type,
)
from ttmlir_py.rewriting.mutation import set_type
from ttmlir_py.testcase_reduction.cutting import operations

Sizes = Mapping[int, int]
"""Maps each size of a dimension that changes to the new size."""
KEPT = {
    *("sym_name", "function_type", "operandSegmentSizes", "resultSegmentSizes"),
    "op_name__",  # the attribute that holds the name of an unregistered operation
}
"""Names of attributes that define an operation, which are not removed."""


def attribute_names(op: Operation) -> list[str]:
    """Return the names of the attributes and properties of `op` that a reduction tries to remove.
    The verifier rejects a result that needs them.
    """
    return [name for name in (*op.attributes, *op.properties) if name not in KEPT]


def remove_attribute(op: Operation, name: str) -> None:
    """Remove the attribute or property `name` of `op`."""
    (op.attributes if name in op.attributes else op.properties).pop(name, None)


def simpler(attribute: Attribute) -> Iterator[Attribute]:
    """Yield simpler attributes that may replace `attribute`, the simplest first."""
    if is_integer_attr(attribute):
        is_bool = is_integer_type(attribute.type) and attribute.type.bitwidth == 1
        for number in (0,) if is_bool else (0, 1):
            if abs(attribute.value.data) > number:
                yield IntegerAttr(number, attribute.type)
    elif is_float_attr(attribute):
        for number in (0.0, 1.0):
            if attribute.value.data not in (0.0, number):
                yield FloatAttr(number, attribute.type)
    elif isinstance(attribute, DenseIntOrFPElementsAttr):
        yield from _splats(cast("DenseIntOrFPElementsAttr[Any]", attribute))


def _splats(attribute: DenseIntOrFPElementsAttr[Any]) -> Iterator[Attribute]:
    """Yield a constant that repeats the first element. Yield nothing if all elements are equal
    already.
    """
    if splat_data(attribute) is None and attribute.data.data:
        size = element_size(attribute)
        yield _constant(attribute, attribute.get_type(), attribute.data.data[:size])


def _constant(
    attribute: DenseIntOrFPElementsAttr[Any], type_: Attribute, data: bytes
) -> DenseIntOrFPElementsAttr[Any]:
    """Return a constant that repeats the element with the bytes `data`."""
    count = prod(cast("TensorType[Attribute]", type_).get_shape())
    made: Any = DenseIntOrFPElementsAttr
    return made(type_, BytesAttr(data * count))


def dimension_sizes(module: ModuleOp) -> list[int]:
    """Return the sizes of tensor dimensions that are greater than one, the largest first."""
    found: set[int] = set()
    for op in operations(module):
        for type_ in _types(op):
            if is_tensor_type(type_):
                found.update(type_.get_shape())
    return sorted((size for size in found if size > 1), reverse=True)


def _types(op: Operation) -> Iterator[Attribute]:
    for result in op.results:
        yield result.type
    for region in op.regions:
        for block in region.blocks:
            for argument in block.args:
                yield argument.type


def resize(module: ModuleOp, sizes: Sizes, *, with_numbers: bool) -> None:
    """Change sizes of dimensions in the whole module.

    With `with_numbers`, equal integers in attributes, such as shapes and bounds, change as well.
    """
    change = _Resizing(sizes, with_numbers)
    for op in operations(module):
        for result in op.results:
            set_type(result, change.attribute(result.type))
        for region in op.regions:
            for block in region.blocks:
                for argument in block.args:
                    set_type(argument, change.attribute(argument.type))
        for name, value in op.properties.items():
            if name not in KEPT:
                op.properties[name] = change.attribute(value)
    for op in operations(module):
        if isinstance(op, FuncOp) and op.body.blocks:
            op.update_function_type()


class _Resizing:
    """A rewriter that changes sizes of dimensions in attributes."""

    def __init__(self, sizes: Sizes, with_numbers: bool) -> None:
        self._sizes = sizes
        self._with_numbers = with_numbers

    def attribute(self, attribute: Attribute) -> Attribute:
        """Return the attribute with changed sizes, or `attribute` itself if no size changes."""
        if is_tensor_type(attribute):
            return self._tensor(attribute)
        if isinstance(attribute, DenseIntOrFPElementsAttr):
            return self._elements(cast("DenseIntOrFPElementsAttr[Any]", attribute))
        if self._with_numbers:
            return self._numbers(attribute)
        return attribute

    def _tensor(self, type_: TensorType[Attribute]) -> TensorType[Attribute]:
        shape = type_.get_shape()
        changed = tuple(self._sizes.get(size, size) for size in shape)
        if shape == changed:
            return type_
        return ranked_tensor(type_.element_type, changed, type_.encoding)

    def _elements(self, attribute: DenseIntOrFPElementsAttr[Any]) -> Attribute:
        type_ = self.attribute(attribute.get_type())
        if type_ is attribute.get_type() or not attribute.data.data:
            return attribute
        size = element_size(attribute)
        return _constant(attribute, type_, attribute.data.data[:size])

    def _numbers(self, attribute: Attribute) -> Attribute:
        if is_integer_attr(attribute) and not isinstance(attribute.type, IndexType):
            number = attribute.value.data
            return IntegerAttr(self._sizes.get(number, number), attribute.type)
        if is_array(attribute):
            return ArrayAttr([self.attribute(each) for each in attribute])
        if isinstance(attribute, DenseArrayBase):
            return self._dense_array(cast("DenseArrayBase[Any]", attribute))
        return attribute

    def _dense_array(self, attribute: DenseArrayBase[Any]) -> Attribute:
        element = cast(Attribute, attribute.elt_type)
        if not is_integer_type(element):
            return cast(Attribute, attribute)
        values = [self._sizes.get(each, each) for each in attribute.get_values()]
        return DenseArrayBase.from_list(element, values)


def resizings(sizes: list[int]) -> Iterator[Sizes]:
    """Yield changes of sizes to try: all scaled by a factor, then one at a time, smallest first."""
    for factor in (32, 16, 8, 4, 2):
        scaled = {size: size // factor for size in sizes if size % factor == 0 and size > factor}
        if scaled:
            yield scaled
    for size in sizes:
        tried = {each for each in (1, 2, size // 2) if 0 < each < size}
        for smaller in sorted(tried):
            yield {size: smaller}
