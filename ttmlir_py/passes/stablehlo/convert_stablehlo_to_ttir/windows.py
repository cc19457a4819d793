"""Lowering of `reduce_window` to pooling, running sums, or combined slices."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from xdsl.dialects.builtin import IntegerType, Signedness, bf16, f32, i32
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.dialects.tensor_types import Shape, integers, shape_of, tensor_type
from ttmlir_py.dialects.ttir.attributes import PoolingMethodAttr
from ttmlir_py.dialects.ttir.enums import PoolingMethod
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.combiners import (
    combiner,
    neutral_element,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.constants import (
    flat_padding,
    known_number,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.data_movement import require_static
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.empty_tensors import (
    has_elements,
    unless_empty,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.later_operations import (
    pooled_sum,
    running,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.reductions import (
    replace_by_initial_values,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import is_boolean
from ttmlir_py.passes.ttir.windows import MOST_SLICES, combine_windows
from ttmlir_py.rewriting.attributes import dense_i64_array, i64, segments
from ttmlir_py.rewriting.conversion import UnsupportedError

_WORD = 32


def _is_word(element: Attribute) -> bool:
    """Whether `element` is an integer type that TTNN can add and compare exactly. TTNN's pooling
    rounds such integers to bf16.
    """
    return is_integer_type(element) and element.width.data == _WORD


class Window:
    """The attributes of a `reduce_window`, including defaults."""

    def __init__(self, op: stablehlo.ReduceWindowOp):
        rank = len(integers(op.window_dimensions))
        ones = (1,) * rank
        self.sizes: Shape = integers(op.window_dimensions)
        self.strides: Shape = integers(op.window_strides) if op.window_strides else ones
        self.base_dilations = integers(op.base_dilations) if op.base_dilations else ones
        self.dilations = integers(op.window_dilations) if op.window_dilations else ones
        self.padding: Sequence[int] = flat_padding(op.padding, rank)

    def mirrored(self) -> Window:
        """Return the window with low and high padding exchanged."""
        other = copy(self)
        pairs = zip(self.padding[::2], self.padding[1::2], strict=True)
        other.padding = [size for low, high in pairs for size in (high, low)]
        return other

    @property
    def is_dense(self) -> bool:
        """Whether a window starts at each position, and windows have no gaps between their
        elements.
        """
        return all(each == 1 for each in (*self.strides, *self.base_dilations, *self.dilations))


def lower_reduce_window(op: stablehlo.ReduceWindowOp, conversion: Conversion) -> None:
    """Lower `reduce_window`.

    A maximum becomes a pooling, and a sum over all elements before each position a running sum.
    Other windows become slices that are combined.
    """
    inits = op.operands[len(op.results) :]
    if not has_elements(op.operands[0]):
        replace_by_initial_values(op, inits, conversion)
        return
    if len(inits) != 1:
        raise UnsupportedError("it has several operands")
    cls = combiner(op.body.block)
    if cls is None or cls not in _COMBINED:
        raise UnsupportedError("its region must apply add, maximum, minimum or multiply")
    element = conversion.types.of(op.results[0]).element_type
    if known_number(op.operands[1], conversion) != neutral_element(cls, element):
        raise UnsupportedError(
            f"its initial value is not known to be the neutral one of '{cls.name}'"
        )
    if cls is stablehlo.AddOp and is_boolean(element):
        raise UnsupportedError("its region adds booleans, which is a logical or, unlike TTIR's sum")
    window = Window(op)
    if not window.sizes:
        conversion.replace(op, op.operands[0])
    elif conversion.is_for_later and (
        _lower_running(op, window, cls, conversion) or _lower_sums(op, window, cls, conversion)
    ):
        return
    elif cls is stablehlo.MaxOp and not _is_word(result_type(op).element_type):
        _lower_maximum(op, window, conversion)
    elif cls is not stablehlo.AddOp or not _lower_running_sum(op, window, conversion):
        _lower_by_slices(op, window, cls, conversion)


def _lower_running(
    op: stablehlo.ReduceWindowOp, window: Window, cls: type[Operation], conversion: Conversion
) -> bool:
    """Lower a combination of all elements up to each position, or from it on.

    Return False if later revisions have no op for it.
    """
    value, shape = op.operands[0], shape_of(op.operands[0])
    for given, reverse in ((window, False), (window.mirrored(), True)):
        dim = running_dimension(given, shape)
        if dim is not None:
            found = running(ConversionBuilder(op), cls, value, dim, reverse=reverse)
            if found is not None:
                conversion.replace(op, found)
            return found is not None
    return False


def _lower_sums(
    op: stablehlo.ReduceWindowOp, window: Window, cls: type[Operation], conversion: Conversion
) -> bool:
    """Lower sums of windows of an image to a pooling. Return False for other windows."""
    type_ = result_type(op)
    is_of_image = len(window.sizes) == 4 and cls is stablehlo.AddOp
    if not is_of_image or type_.element_type not in (f32, bf16):
        return False
    for given, others in ((window.sizes, 1), (window.strides, 1)):
        if (given[0], given[3]) != (others, others):
            return False
    *outer, last_low, last_high = window.padding
    low_and_high = (*outer[:2], last_low, last_high)
    dilations = (*window.base_dilations, *window.dilations)
    if any(low_and_high) or any(each != 1 for each in dilations) or min(outer) < 0:
        return False
    top, bottom, left, right = outer[2:]
    kernel, stride = window.sizes[1:3], window.strides[1:3]
    if 2 * max(top, bottom) > kernel[0] or 2 * max(left, right) > kernel[1]:
        return False  # the library allows padding up to half a window
    found = pooled_sum(
        ConversionBuilder(op), op.operands[0], kernel, stride, (top, left, bottom, right)
    )
    if found.type != type_:
        return False
    conversion.replace(op, found)
    return True


def _lower_maximum(op: stablehlo.ReduceWindowOp, window: Window, conversion: Conversion) -> None:
    builder, type_ = ConversionBuilder(op), result_type(op)
    output = builder.value(EmptyOp, (), type_)
    value = builder.value(
        ttir.PoolingOp,
        (op.operands[0], output),
        type_,
        operandSegmentSizes=segments(1, 1),
        pooling_method=PoolingMethodAttr(PoolingMethod.Max),
        window_dimensions=dense_i64_array(window.sizes),
        window_strides=dense_i64_array(window.strides),
        base_dilations=dense_i64_array(window.base_dilations),
        window_dilations=dense_i64_array(window.dilations),
        padding=dense_i64_array(window.padding),
    )
    conversion.replace(op, value)


_COMBINED: dict[type[Operation], type[Operation]] = {
    stablehlo.AddOp: ttir.AddOp,
    stablehlo.MaxOp: ttir.MaximumOp,
    stablehlo.MinOp: ttir.MinimumOp,
    stablehlo.MulOp: ttir.MultiplyOp,
}


def _lower_running_sum(
    op: stablehlo.ReduceWindowOp, window: Window, conversion: Conversion
) -> bool:
    """Lower a running sum from the start, or from the end as the reversed sum of the reversed
    tensor.

    Return False if `op` is something else.
    """
    builder, shape = ConversionBuilder(op), shape_of(op.operands[0])
    dim = running_dimension(window, shape)
    if dim is not None:
        conversion.replace(op, _running_sum(builder, op.operands[0], dim))
        return True
    dim = running_dimension(window.mirrored(), shape)
    if dim is None:
        return False
    dimensions = {"dimensions": dense_i64_array([dim])}
    type_ = result_type(op)
    value = builder.into(ttir.ReverseOp, op.operands[:1], type_, **dimensions)
    value = _running_sum(builder, value, dim)
    conversion.replace(op, builder.into(ttir.ReverseOp, (value,), type_, **dimensions))
    return True


def _running_sum(builder: ConversionBuilder, value: SSAValue, dim: int) -> SSAValue:
    """Return the running sum of `value` along `dim`.

    TTNN's running sum saturates in u16, so u16 takes the low bits of a 32-bit sum.
    """
    type_ = tensor_type(value)
    if type_.element_type != _U16:
        return builder.into(ttir.CumSumOp, (value,), type_, dim=i64(dim))
    value = builder.typecast(value, i32)
    value = builder.into(ttir.CumSumOp, (value,), tensor_type(value), dim=i64(dim))
    value = builder.binary(ttir.BitwiseAndOp, value, builder.scalar((1 << 16) - 1, i32))
    return builder.typecast(value, _U16)


_U16 = IntegerType(16, Signedness.UNSIGNED)


def _lower_by_slices(
    op: stablehlo.ReduceWindowOp,
    window: Window,
    cls: type[Operation],
    conversion: Conversion,
) -> None:
    """Lower windows that TTIR has no op for: combine slices by `cls`.

    A minimum of integers is the complement of a maximum of complements, because padding is in f32,
    which holds the neutral element of the maximum only.
    """
    type_ = result_type(op)
    original = tensor_type(op.results[0]).element_type
    held: Attribute = type_.element_type
    is_integer = _is_word(held)
    if is_integer_type(held) and not is_integer:
        raise UnsupportedError(f"its elements are integers with fewer than {_WORD} bits")
    require_static(shape_of(op.operands[0]))
    if any(each != 1 for each in window.base_dilations) or min(window.padding) < 0:
        raise UnsupportedError("it dilates its operand, or has negative padding")
    builder, operand = ConversionBuilder(op), op.operands[0]
    is_complement = is_integer and cls is stablehlo.MinOp
    if is_complement:
        cls, operand = stablehlo.MaxOp, builder.unary(ttir.BitwiseNotOp, operand)
    neutral = neutral_element(cls, held if is_integer else original)
    numbers = list(zip(window.sizes, window.strides, window.dilations, strict=True))
    value = None
    if neutral is not None:
        value = combine_windows(builder, operand, _COMBINED[cls], neutral, numbers, window.padding)
    if value is None or value.type != type_:
        raise UnsupportedError(f"its windows would become more than {MOST_SLICES} slices")
    if is_complement:
        value = builder.unary(ttir.BitwiseNotOp, value)
    conversion.replace(op, value)


def running_dimension(window: Window, shape: Shape) -> int | None:
    """Return the dimension along which each window holds all elements up to its position.

    Return None for other windows.
    """
    if not window.is_dense:
        return None
    wide = [dim for dim, size in enumerate(window.sizes) if size != 1]
    if not wide:
        sizes_of_one = [dim for dim, size in enumerate(shape) if size == 1]
        return sizes_of_one[0] if sizes_of_one and not any(window.padding) else None
    (dim, *others) = wide
    expected = [0] * len(window.padding)
    expected[2 * dim] = window.sizes[dim] - 1
    is_running = window.sizes[dim] == shape[dim] and list(window.padding) == expected
    return dim if is_running and not others else None


LOWERINGS: Lowerings = unless_empty({stablehlo.ReduceWindowOp: lower_reduce_window})
