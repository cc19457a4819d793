"""`reduce_window`: pooling and running sums."""

from collections.abc import Sequence

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.dialects.tensor_types import Shape, integers, shape_of
from ttmlir_py.dialects.ttir.attributes import PoolingMethodAttr
from ttmlir_py.dialects.ttir.enums import PoolingMethod
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.constants import (
    flat_padding,
    known_number,
)
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.reductions import (
    combiner,
    neutral_element,
)
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.rewriting.attributes import dense_i64_array, i64, segments
from ttmlir_py.rewriting.conversion import UnsupportedError


class Window:
    """The numbers of a `reduce_window`, with what is left out filled in."""

    def __init__(self, op: stablehlo.ReduceWindowOp):
        rank = len(integers(op.window_dimensions))
        ones = (1,) * rank
        self.sizes: Shape = integers(op.window_dimensions)
        self.strides: Shape = integers(op.window_strides) if op.window_strides else ones
        self.base_dilations = integers(op.base_dilations) if op.base_dilations else ones
        self.dilations = integers(op.window_dilations) if op.window_dilations else ones
        self.padding: Sequence[int] = flat_padding(op.padding, rank)

    @property
    def is_dense(self) -> bool:
        """Whether there is a window at each place, without gaps."""
        return all(each == 1 for each in (*self.strides, *self.base_dilations, *self.dilations))


def lower_reduce_window(op: stablehlo.ReduceWindowOp, conversion: Conversion) -> None:
    """`reduce_window` by maximum to a pooling, by add to a running sum."""
    if len(op.operands) != 2:
        raise UnsupportedError("it has several operands")
    cls = combiner(op.body.block)
    if cls not in (stablehlo.MaxOp, stablehlo.AddOp):
        raise UnsupportedError("its region must apply maximum or add")
    element = conversion.types.of(op.results[0]).element_type
    if known_number(op.operands[1], conversion) != neutral_element(cls, element):
        raise UnsupportedError(
            f"its initial value is not known to be the neutral one of '{cls.name}'"
        )
    window = Window(op)
    if not window.sizes:
        conversion.replace(op, op.operands[0])
    elif cls is stablehlo.MaxOp:
        _lower_maximum(op, window, conversion)
    else:
        _lower_sum(op, window, conversion)


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


def _lower_sum(op: stablehlo.ReduceWindowOp, window: Window, conversion: Conversion) -> None:
    dim = running_dimension(window, shape_of(op.operands[0]))
    if dim is None:
        raise UnsupportedError("it adds up windows that are no running sum")
    value = ConversionBuilder(op).into(
        ttir.CumSumOp, (op.operands[0],), result_type(op), dim=i64(dim)
    )
    conversion.replace(op, value)


def running_dimension(window: Window, shape: Shape) -> int | None:
    """The dimension along which each window holds all elements up to its place; None if the windows are others."""
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


LOWERINGS: Lowerings = {stablehlo.ReduceWindowOp: lower_reduce_window}
