"""Reference semantics of TTNN operations, defined by the TTIR operations that lower to them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py import reference
from ttmlir_py.dialects.shape_rules.common import integer_pair
from ttmlir_py.dialects.shape_rules.images import windowed_size
from ttmlir_py.dialects.shape_rules.windows import Window, transposed_output_size, window_of
from ttmlir_py.dialects.tensor_types import Shape, ranked_tensor, shape_of, tensor_type
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.reference.numbers import converted
from ttmlir_py.reference.programs import Lookup, Value, mapped

MOVES = {"ttnn.from_device", "ttnn.to_device", "ttnn.to_layout", "ttnn.to_memory_config"}
"""Names of operations that return the numbers of their first operand."""
FULL = "ttnn.full"
OTHER_MEANING = {"ttnn.remainder"}
"""Names of operations with other semantics than the TTIR operation of the same name (a modulo)."""
RENAMED: Mapping[str, str] = {
    "ttnn.embedding_bw": "ttir.embedding_backward",
    "ttnn.moreh_cumsum": "ttir.cumsum",
    "ttnn.pow": "ttir.power",
    "ttnn.to_dtype": "ttir.typecast",
    "ttnn.upsample": "ttir.upsample2d",
}
"""Maps operations to their TTIR names, where these differ."""


@dataclass(frozen=True)
class Images:
    """The differences of a TTNN operation on flattened images from the TTIR operation.

    The shape is (1, 1, N*H*W, C) in TTNN, and (N, H, W, C) in TTIR.
    """

    input: Shape
    result: Shape
    properties: Mapping[str, Attribute]
    """The attributes that replace or extend those of the TTNN operation."""


def has_meaning(op: Operation) -> bool:
    """Whether TTIR's reference semantics define `op`."""
    if op.name in OTHER_MEANING or not (op.results or op.operands):
        return False
    known = op.name == FULL or op.name in MOVES or reference.is_function(_Restated(op).as_operation)
    return known and all(is_tensor_type(each.type) for each in op.results)


def meaning(op: Operation, held: Lookup) -> Value:
    """Return the reference result of `op`. Raises OperationError."""
    if op.name in MOVES:
        return held(op.operands[0])
    if op.name == FULL:
        (result,) = op.results
        number = np.float64(cast(Any, op).fillValue.value.data)
        return converted(np.full(shape_of(result), number), tensor_type(result).element_type)
    try:
        if op.name in IMAGES:
            return _of_images(op, IMAGES[op.name](op), held)
        return reference.compute(_Restated(op).as_operation, held)[0]
    except AttributeError:
        raise OperationError(op, "has other operands in TTIR") from None


class _Restated:
    """A TTNN operation restated as the TTIR operation, without destinations.

    It has only what the reference semantics read.
    """

    def __init__(self, op: Operation) -> None:
        self.name = RENAMED.get(op.name) or op.name.replace("ttnn.", "ttir.", 1)
        self.properties, self.attributes = op.properties, op.attributes
        self.results: Sequence[SSAValue] = op.results or op.operands[:1]
        self._op = op

    def __getattr__(self, name: str) -> Any:
        return getattr(self._op, name)

    @property
    def as_operation(self) -> Operation:
        """The object as an operation, for the reference semantics."""
        return cast(Operation, self)


def _of_images(op: Operation, images: Images, held: Lookup) -> Value:
    """Return the flattened result of an operation on flattened images."""
    (result,) = op.results
    flattened = tensor_type(result)
    restated = _Restated(op)
    restated.properties = {**op.properties, **images.properties}
    restated.results = Block(arg_types=[ranked_tensor(flattened.element_type, images.result)]).args

    def unflattened(value: SSAValue) -> Value:
        is_input = value is op.operands[0]
        return mapped(lambda x: x.reshape(images.input), held(value)) if is_input else held(value)

    (made,) = reference.compute(restated.as_operation, unflattened)
    return mapped(lambda x: x.reshape(flattened.get_shape()), made)


def _window(op: Any, channels: Sequence[IntegerAttr], *, ceil_mode: bool = False) -> Images:
    """Return the differences for an operation with a sliding window; opposite sides have equal
    padding.
    """
    high, wide = op.padding_height, op.padding_width
    batch, *size = (each.value.data for each in (op.batch_size, op.input_height, op.input_width))

    kernel = (op.kernel_height.value.data, op.kernel_width.value.data)
    rows, columns = windowed_size(size, kernel, window_of(op), ceil_mode=ceil_mode)
    taken, made = (each.value.data for each in channels)
    padding = {"padding_top": high, "padding_bottom": high}
    padding |= {"padding_left": wide, "padding_right": wide}
    return Images((batch, *size, taken), (batch, rows, columns, made), padding)


def _transposed(op: Any) -> Images:
    """Return the differences for a transposed convolution, of which only the result is
    flattened.
    """
    source = shape_of(op.input)
    stride, padding, added, dilation = (
        integer_pair(each) for each in (op.stride, op.padding, op.output_padding, op.dilation)
    )
    above, beside = padding
    window = Window(stride, dilation, (above, above, beside, beside))
    size = transposed_output_size(source, shape_of(op.weight), window, added)
    return Images(source, (source[0], *size, op.out_channels.value.data), {})


IMAGES: Mapping[str, Callable[[Any], Images]] = {
    "ttnn.conv2d": lambda op: _window(op, (op.in_channels, op.out_channels)),
    "ttnn.conv_transpose2d": _transposed,
    "ttnn.max_pool2d": lambda op: _window(
        op, (op.channels, op.channels), ceil_mode=bool(op.ceil_mode.value.data)
    ),
}
"""Maps operations on flattened images to functions that return their differences from TTIR's
operation.
"""
