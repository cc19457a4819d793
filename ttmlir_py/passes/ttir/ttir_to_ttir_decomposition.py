"""`ttir-to-ttir-decomposition`: replace composite TTIR ops by ops that the backends
lower directly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce, wraps
from math import gcd, inf, prod
from typing import Any

from typing_extensions import override
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    Signedness,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.dialects.tensor_types import (
    TILE_HEIGHT,
    TILE_WIDTH,
    RankedTensor,
    integers,
    ranked_tensor,
    shape_of,
    tensor_type,
)
from ttmlir_py.dialects.tt.target import is_for_later
from ttmlir_py.dialects.ttir.attributes import ConvolutionLayoutAttr
from ttmlir_py.dialects.ttir.enums import PoolingMethod
from ttmlir_py.dialects.ttir.known_ranges import known_range
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.contracts import without_operations
from ttmlir_py.passes.ttir.builder import TTIRBuilder
from ttmlir_py.passes.ttir.windows import combine_windows
from ttmlir_py.rewriting.attributes import bool_attr, dense_i64_array, i32, i32_array, si32
from ttmlir_py.rewriting.conversion import ConversionTarget, apply_partial_conversion
from ttmlir_py.rewriting.folding import materialize_constant
from ttmlir_py.rewriting.mutation import replace

Results = Sequence[SSAValue] | None
"""The values that replace an op's results, or None if the op cannot be decomposed."""
Lowering = Callable[[Any, MlirContext], bool]


class TTIRToTTIRDecompositionPass(Pass):
    """Decompose composite TTIR ops

    Ensures that there are no `index`, `select`, `reverse`, `convolution`, `pooling`, `gather`,
    `dot_general`, `reduce_and` and `get_dimension_size` ops, and that `arange` ops have the shape
    1x1x1xN. An op that cannot be decomposed is an error. All other ops are left alone.
    """

    name = "ttir-to-ttir-decomposition"
    cpp_name = "TTIRToTTIRDecomposition"
    ensures = (
        without_operations(
            *("ttir.index", "ttir.select", "ttir.reverse", "ttir.convolution", "ttir.pooling"),
            *("ttir.gather", "ttir.dot_general", "ttir.reduce_and", "ttir.get_dimension_size"),
        ),
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        return apply_partial_conversion(op, _TARGET, LOWERINGS, context, context)


_LEGAL_DIALECTS = frozenset({"builtin", "func", "later", "ttir"})


def _is_legal(op: Operation) -> bool:
    """Whether `op` may remain. `arange` may if it counts along the last dimension of 1x1x1xN."""
    name = op.name
    if name not in LOWERINGS:
        return name == "tensor.empty" or name.partition(".")[0] in _LEGAL_DIALECTS
    if not isinstance(op, ttir.ArangeOp):
        return False
    shape = tensor_type(op.result).get_shape()
    return op.arange_dimension.value.data == 3 and len(shape) == 4 and shape[:3] == (1, 1, 1)


class DecompositionBuilder(TTIRBuilder):
    """A builder of the ops that replace one op, with access to the context."""

    __slots__ = ("context",)

    def __init__(self, anchor: Operation, context: MlirContext):
        super().__init__(anchor)
        self.context = context


def _lowering(decompose: Callable[[Any, DecompositionBuilder], Results]) -> Lowering:
    """Return a lowering that replaces an op by the values that `decompose` returns."""

    @wraps(decompose)
    def lower(op: Operation, context: MlirContext) -> bool:
        values = decompose(op, DecompositionBuilder(op, context))
        if values is None:
            return False
        replace(op, values)
        return True

    return lower


def _permutation(source: Sequence[int], target: Sequence[int]) -> list[int]:
    """Return the permutation that reorders dimensions labelled `source` to the order `target`."""
    return [source.index(label) for label in target]


def _inverse(permutation: Sequence[int]) -> list[int]:
    return sorted(range(len(permutation)), key=permutation.__getitem__)


def _fold_dimension_size(op: ttir.GetDimensionSizeOp, builder: DecompositionBuilder) -> Results:
    """Return the size of the dimension as a constant.

    Law: `get_dimension_size(x, d) == constant(shape(x)[d])`.
    """
    folded = op.fold()
    if not folded or not isinstance(value := folded[0], Attribute):
        return None
    constant = materialize_constant(builder.context, op, value, op.result.type)
    return None if constant is None else builder.insert(constant).results


def _index(op: ttir.IndexOp, builder: DecompositionBuilder) -> Results:
    """Return a `slice` that takes all elements of the other dimensions.

    Law: `index(x, d, begin, end, step) == slice(x, begins, ends, steps)`.
    """
    shape, dim = shape_of(op.input), op.dim.value.data
    begins, ends, steps = [0] * len(shape), list(shape), [1] * len(shape)
    begins[dim], ends[dim] = op.begin.value.data, op.end.value.data
    steps[dim] = op.step.value.data
    return [_slice(builder, op.input, op.output, op.result.type, begins, ends, steps)]


def _slice(
    builder: DecompositionBuilder,
    value: SSAValue,
    output: SSAValue,
    result_type: Attribute,
    begins: Sequence[int],
    ends: Sequence[int],
    steps: Sequence[int],
) -> SSAValue:
    return builder.value(
        ttir.SliceOp,
        (value, output),
        result_type,
        begins=i32_array(begins),
        ends=i32_array(ends),
        step=i32_array(steps),
    )


def _select(op: ttir.SelectOp, builder: DecompositionBuilder) -> Results:
    """Return one `slice` for each stride, concatenated if there are several.

    Law: `select(x, d, b, n, s) == concat([x[b : b + n], x[b + s : b + s + n], ...], d)`.
    """
    shape = shape_of(op.input)
    dim = op.dim.value.data % len(shape)
    size, begin, length = shape[dim], op.begin.value.data, op.length.value.data
    stride = op.stride.value.data or size
    slices = [
        builder.part(op.input, dim, start, min(start + length, size))
        for start in range(begin, size, stride)
    ]
    return slices if len(slices) == 1 else [builder.concat(slices, dim, shape_of(op.result))]


def _reverse(op: ttir.ReverseOp, builder: DecompositionBuilder) -> Results:
    """Return the input, reversed along one dimension after the other.

    Each takes about two steps for each bit of its size. A dimension with few elements inside of it
    is moved to the front first, because tiles of small inner dimensions are mostly padding.

    Law: `reverse(x, [a, b]) == reverse(reverse(x, [a]), [b])`.
    """
    shape, value = shape_of(op.result), op.input
    if is_for_later(op):
        return [reduce(partial(_gathered_from_end, builder), integers(op.dimensions), value)]
    for dim in integers(op.dimensions) if prod(shape) else ():
        outer, inner = prod(shape[:dim]), prod(shape[dim + 1 :])
        if outer == 1 or inner >= TILE_HEIGHT * TILE_WIDTH:
            value = builder.reshaped(_reversed(builder, value, outer, shape[dim], inner), shape)
            continue
        order = [dim, *(other for other in range(len(shape)) if other != dim)]
        value = builder.permute(value, order)
        moved = shape_of(value)
        value = builder.reshaped(_reversed(builder, value, 1, shape[dim], outer * inner), moved)
        value = builder.permute(value, _inverse(order))
    return [value]


def _gathered_from_end(builder: DecompositionBuilder, value: SSAValue, dim: int) -> SSAValue:
    """Return `value` reversed along `dim`, by the places of its elements.

    Law: `reverse(x, [d]) == gather(x, size - 1 - place, d)`.
    """
    # Programs for 2025-02 do not need these ops.
    from ttmlir_py.dialects import later

    type_, shape = tensor_type(value), shape_of(value)
    size = shape[dim]
    if prod(shape) == 0 or size == 1:
        return value
    place = IntegerType(16 if size <= 1 << 16 else 32, Signedness.UNSIGNED)
    places = builder.constant(ranked_tensor(place, (size,)), range(size - 1, -1, -1))
    line = [size if i == dim else 1 for i in range(len(shape))]
    factors = [1 if i == dim else each for i, each in enumerate(shape)]
    index = builder.dps(
        ttir.BroadcastOp,
        (builder.reshaped(places, line),),
        ranked_tensor(place, tuple(line)),
        shape,
        broadcast_dimensions=dense_i64_array(factors),
    )
    return builder.value(later.GatherOp, (value, index), type_, dim=i32(dim))


def _reversed(
    builder: DecompositionBuilder, value: SSAValue, outer: int, size: int, inner: int
) -> SSAValue:
    """Return a tensor of outer x size x inner elements with the middle dimension reversed.

    The result may have any shape. If `size` is even, neighbours are exchanged, then the pairs are
    reversed. If it is odd, the last element comes first.
    """
    if size == 1:
        return value
    columns = gcd(inner, TILE_WIDTH)
    is_even = size % 2 == 0
    length = 2 if is_even else size
    shape = (outer * size // length, length, inner // columns, columns)
    value = builder.reshaped(value, shape)
    last = builder.part(value, 1, length - 1, length)
    rest = builder.part(value, 1, 0, length - 1)
    if is_even:
        swapped = builder.concat([last, rest], 1, shape)
        return _reversed(builder, swapped, outer, size // 2, 2 * inner)
    rest_shape = shape_of(rest)
    rest = builder.reshaped(_reversed(builder, rest, outer, size - 1, inner), rest_shape)
    return builder.concat([last, rest], 1, shape)


def _arange(op: ttir.ArangeOp, builder: DecompositionBuilder) -> Results:
    """Return the range: count along the last of four dimensions, then transpose, reshape and
    broadcast.

    Law: `arange(d) == broadcast(reshape(transpose(arange(3), d, 3)))`.
    """
    target = tensor_type(op.result)
    shape, dim = target.get_shape(), op.arange_dimension.value.data
    start, end, step = op.start.value.data, op.end.value.data, op.step.value.data
    length = int((end - start) / step)
    current = [1, 1, 1, length]
    counted = TensorType(target.element_type, current, target.encoding)
    properties = op.properties | {"arange_dimension": IntegerAttr(3, i64)}
    value = builder.value(ttir.ArangeOp, (), counted, **properties)
    position = dim - len(shape) + len(current)
    # the reshape moves the range to dimensions in front of the last four
    if 0 <= position < 3:
        current[position], current[3] = length, 1
        dims = {"dim0": si32(position), "dim1": si32(3)}
        value = builder.dps(ttir.TransposeOp, [value], target, current, **dims)
    if len(shape) != len(current):
        current = [length if i == dim else 1 for i in range(len(shape))]
        value = builder.reshape(value, current)
    if list(shape) != current:
        factors = [size // old for size, old in zip(shape, current, strict=True)]
        times = dense_i64_array(factors)
        value = builder.dps(ttir.BroadcastOp, [value], target, shape, broadcast_dimensions=times)
    return [value]


def _reduce_and(op: ttir.ReduceAndOp, builder: DecompositionBuilder) -> Results:
    """Return the product of booleans, which is their conjunction.

    Raises OperationError for integers that may be other numbers than 0 and 1.

    Law: `reduce_and(x) == prod(x)`, if all elements are 0 or 1.
    """
    _require_truth(op, builder)
    return [builder.into(ttir.ProdOp, [op.input], op.result.type, **op.properties)]


def _require_truth(op: ttir.ReduceAndOp, builder: DecompositionBuilder) -> None:
    """Raise OperationError if the operand may not hold booleans.

    For floats, which often hold booleans, a warning is emitted instead.
    """
    known = known_range(op.input)
    if known is not None and known.is_truth:
        return
    problem = (
        "is lowered to a product, which is right of truth values only: operand #0 may hold other"
    )
    if isinstance(tensor_type(op.input).element_type, IntegerType):
        raise OperationError(op, f"{problem} integers")
    builder.context.diagnostics.warn(WarningKind.TRUTH_VALUES, op, f"{problem} numbers")


def _dot_general(op: ttir.DotGeneralOp, builder: DecompositionBuilder) -> Results:
    """Return a `matmul` of permuted and reshaped operands, reshaped to the result.

    The operands become (batch, rows, contracted) and (batch, contracted, columns). A product of no
    elements is 0. A result that is a scalar has the shape of the op's type, [] or [1].

    Law: `dot_general(a, b) == reshape(matmul(reshape(permute(a)), reshape(permute(b))))`.
    """
    lhs_batch, rhs_batch = integers(op.batch_dims_lhs), integers(op.batch_dims_rhs)
    lhs_contract, rhs_contract = integers(op.contract_dims_lhs), integers(op.contract_dims_rhs)
    lhs_free = _free_dimensions(op.lhs, lhs_batch, lhs_contract)
    rhs_free = _free_dimensions(op.rhs, rhs_batch, rhs_contract)
    lhs_shape, rhs_shape = shape_of(op.lhs), shape_of(op.rhs)

    def sizes(shape: Sequence[int], dims: Sequence[int]) -> list[int]:
        return [shape[dim] for dim in dims]

    batch = sizes(lhs_shape, lhs_batch)
    shape = (*batch, *sizes(lhs_shape, lhs_free), *sizes(rhs_shape, rhs_free))
    _require_shape(op, shape)
    result = tensor_type(op.result)
    if 0 in (*lhs_shape, *rhs_shape):
        return [_zeros(builder, result)]
    rows, columns = prod(sizes(lhs_shape, lhs_free)), prod(sizes(rhs_shape, rhs_free))
    lhs, rhs = _dot_operands(op, builder)
    left = _permuted(builder, lhs, [*lhs_batch, *lhs_free, *lhs_contract])
    right = _permuted(builder, rhs, [*rhs_batch, *rhs_contract, *rhs_free])
    left = builder.reshape(left, [*batch, rows, prod(sizes(lhs_shape, lhs_contract))])
    right = builder.reshape(
        right, [*sizes(rhs_shape, rhs_batch), prod(sizes(rhs_shape, rhs_contract)), columns]
    )
    product = builder.dps(ttir.MatmulOp, [left, right], tensor_type(lhs), [*batch, rows, columns])
    if not result.get_shape():
        # TTIR's reshapes cannot make scalars. The maximum of one element can, and is exact.
        return [builder.into(ttir.MaxOp, [product], result, keep_dim=bool_attr(False))]
    return [builder.reshape(product, result.get_shape())]


def _require_shape(op: ttir.DotGeneralOp, shape: Sequence[int]) -> None:
    """Raise OperationError unless the result of `op` has this shape, ignoring sizes of 1."""
    declared = shape_of(op.result)
    if [size for size in shape if size != 1] != [size for size in declared if size != 1]:
        raise OperationError(op, f"gives a tensor of shape {[*shape]}, not {[*declared]}")


def _dot_operands(
    op: ttir.DotGeneralOp, builder: DecompositionBuilder
) -> tuple[SSAValue, SSAValue]:
    """Return both operands, cast to the result's element type if it differs."""
    element = tensor_type(op.result).element_type
    if tensor_type(op.lhs).element_type == element:
        return op.lhs, op.rhs
    lhs, rhs = (
        builder.into(ttir.TypecastOp, [value], ranked_tensor(element, shape_of(value)))
        for value in (op.lhs, op.rhs)
    )
    return lhs, rhs


def _permuted(
    builder: DecompositionBuilder, value: SSAValue, permutation: Sequence[int]
) -> SSAValue:
    """Return `value` with its dimensions permuted, even if the order does not change. A scalar is
    returned unchanged.
    """
    return builder.permute(value, permutation) if permutation else value


def _zeros(builder: DecompositionBuilder, type_: RankedTensor) -> SSAValue:
    """Return a tensor of zeros of type `type_`, which is an empty tensor if it has no elements."""
    if 0 in type_.get_shape():
        return builder.value(EmptyOp, (), type_)
    return builder.constant(type_, [0])


def _free_dimensions(value: SSAValue, batch: Sequence[int], contracted: Sequence[int]) -> list[int]:
    """Return the dimensions of `value` that are neither batch nor contracted."""
    return [
        dim for dim in range(len(shape_of(value))) if dim not in batch and dim not in contracted
    ]


def _gather(op: ttir.GatherOp, builder: DecompositionBuilder) -> Results:
    """Return an `embedding` for a gather of whole rows of a table; its result has rank 3.

    Law: `gather(table, ids) == reshape(embedding(ids, table))`, if the slices are rows.
    """
    shape, index_shape = [*shape_of(op.result)], [*shape_of(op.start_indices)]
    slice_sizes = integers(op.slice_sizes)
    if len(shape) > 1 and (len(slice_sizes) < 2 or slice_sizes[:2] != (1, shape[-1])):
        return None
    if integers(op.offset_dims) != (len(shape) - 1,) or integers(op.collapsed_slice_dims) != (0,):
        return None
    has_vectors = len(shape) == len(index_shape)
    if has_vectors:
        if index_shape[-1] != 1:
            return None
        index_shape = index_shape[:-1]
    _require_rows(op, index_shape)
    indices: SSAValue = op.start_indices
    if len(shape) == 3:
        if has_vectors:
            indices = builder.reshape(indices, index_shape)
        return [builder.value(ttir.EmbeddingOp, (indices, op.input, op.output), op.result.type)]
    count, width = prod(index_shape), shape[-1]
    ids, type_ = builder.reshape(indices, [1, count]), tensor_type(op.result)
    taken = builder.dps(ttir.EmbeddingOp, (ids, op.input), type_, (1, count, width))
    return [builder.reshape(taken, shape)]


def _require_rows(op: ttir.GatherOp, index_shape: Sequence[int]) -> None:
    """Raise OperationError unless the gather takes whole rows of a matrix, one for each index."""
    index_map, table = integers(op.start_index_map), shape_of(op.input)
    if index_map != (0,):
        raise OperationError(
            op,
            "start_index_map must be [0], the rows of a table, to be lowered; it is "
            f"{[*index_map]}",
        )
    rows = (*index_shape, *table[1:])
    if len(table) != 2 or rows != shape_of(op.result):
        raise OperationError(
            op,
            f"must pick whole rows of a matrix to be lowered: indices {[*index_shape]} into "
            f"{[*table]} give {[*rows]}, not {[*shape_of(op.result)]}",
        )


def _convolution(op: ttir.ConvolutionOp, builder: DecompositionBuilder) -> Results:
    """Return a `conv2d` on permuted tensors for a convolution over one or two spatial dimensions.

    Law: `convolution(x, w) == permute(conv2d(permute(x), permute(w)))`.
    """
    layout = op.convolution_layout
    if any(integers(op.window_reversal)) or op.batch_group_count.value.data != 1:
        return None
    dilation = integers(op.input_dilation)
    if any(each != 1 for each in dilation):
        raise OperationError(op, f"input_dilation must be 1 to be lowered; it is {[*dilation]}")
    if len(layout.inputSpatialDimensions) == 2:
        return _convolution_2d(op, builder)
    if len(layout.inputSpatialDimensions) == 1 and op.bias is None:
        return _convolution_1d(op, builder)
    return None


def _convolution_1d(op: ttir.ConvolutionOp, builder: DecompositionBuilder) -> Results:
    """Return a 2-D convolution for a 1-D one; the second spatial dimension has size 1."""
    layout = op.convolution_layout
    wide = builder.reshape(op.input, [*shape_of(op.input), 1])
    kernel = builder.reshape(op.weight, [*shape_of(op.weight), 1])
    wide_layout = ConvolutionLayoutAttr(
        layout.inputBatchDimension,
        layout.inputFeatureDimension,
        (*layout.inputSpatialDimensions, 3),
        layout.kernelOutputFeatureDimension,
        layout.kernelInputFeatureDimension,
        (*layout.kernelSpatialDimensions, 3),
        layout.outputBatchDimension,
        layout.outputFeatureDimension,
        (*layout.outputSpatialDimensions, 3),
    )
    properties = op.properties | {
        "window_strides": dense_i64_array([*integers(op.window_strides), 1]),
        "padding": dense_i64_array([*integers(op.padding), 0, 0]),
        "input_dilation": dense_i64_array([*integers(op.input_dilation), 1]),
        "weight_dilation": dense_i64_array([*integers(op.weight_dilation), 1]),
        "window_reversal": DenseArrayBase.from_list(IntegerType(1), [0, 0]),
        "convolution_layout": wide_layout,
    }
    shape = shape_of(op.output)
    value = builder.dps(
        ttir.ConvolutionOp, [wide, kernel], tensor_type(op.output), [*shape, 1], **properties
    )
    convolution = value.owner
    assert isinstance(convolution, ttir.ConvolutionOp)
    (value,) = _convolution_2d(convolution, DecompositionBuilder(convolution, builder.context))
    replace(convolution, [value])
    return [builder.reshape(value, shape)]


BATCH, FEATURE, HEIGHT, WIDTH = -1, -2, 0, 1
"""Labels of the dimensions of a convolution's input.

In a kernel, BATCH labels the output feature.
"""


def _convolution_2d(op: ttir.ConvolutionOp, builder: DecompositionBuilder) -> list[SSAValue]:
    layout = op.convolution_layout
    input_labels = _labels(
        layout.inputBatchDimension, layout.inputFeatureDimension, layout.inputSpatialDimensions
    )
    kernel_labels = _labels(
        layout.kernelOutputFeatureDimension,
        layout.kernelInputFeatureDimension,
        layout.kernelSpatialDimensions,
    )
    permutation = _permutation(input_labels, (BATCH, HEIGHT, WIDTH, FEATURE))
    strides, dilations = integers(op.window_strides), integers(op.weight_dilation)
    top, bottom, left, right = integers(op.padding)[:4]
    source = builder.permute(op.input, permutation)
    kernel = builder.permute(
        op.weight, _permutation(kernel_labels, (BATCH, FEATURE, HEIGHT, WIDTH))
    )
    shape = shape_of(op.result)
    height, width = layout.outputSpatialDimensions
    order = (layout.outputBatchDimension, height, width, layout.outputFeatureDimension)
    value = builder.dps(
        ttir.Conv2dOp,
        [source, kernel, *([] if op.bias is None else [op.bias])],
        tensor_type(op.input),
        [shape[dim] for dim in order],
        stride_height=si32(strides[HEIGHT]),
        stride_width=si32(strides[WIDTH]),
        dilation_height=si32(dilations[HEIGHT]),
        dilation_width=si32(dilations[WIDTH]),
        groups=si32(op.feature_group_count.value.data),
        padding_left=si32(left),
        padding_right=si32(right),
        padding_top=si32(top),
        padding_bottom=si32(bottom),
    )
    output_labels = _labels(
        layout.outputBatchDimension, layout.outputFeatureDimension, layout.outputSpatialDimensions
    )
    back = dense_i64_array(_permutation((BATCH, HEIGHT, WIDTH, FEATURE), output_labels))
    return [builder.value(ttir.PermuteOp, (value, op.output), op.result.type, permutation=back)]


def _labels(batch: int, feature: int, spatial: Sequence[int]) -> list[int]:
    """Return the label of each dimension, given the positions of batch, feature and spatial
    dimensions.
    """
    labels = {batch: BATCH, feature: FEATURE, spatial[0]: HEIGHT, spatial[1]: WIDTH}
    return [labels[dim] for dim in range(len(labels))]


def _pooling(op: ttir.PoolingOp, builder: DecompositionBuilder) -> Results:
    """Return a `max_pool2d` on permuted tensors for pooling over two of four dimensions.

    Other windows are computed by `maximum` of slices.

    Law: `pooling(x) == permute(max_pool2d(permute(x)))`.
    """
    if op.pooling_method.value is not PoolingMethod.Max:
        return None
    _require_plain_pooling(op)
    return _max_pool2d(op, builder) or _combined_pooling(op, builder)


def _combined_pooling(op: ttir.PoolingOp, builder: DecompositionBuilder) -> Results:
    """Return the maximum of each window, computed from slices of the float tensor."""
    numbers = (op.window_dimensions, op.window_strides, op.window_dilations)
    window = list(zip(*map(integers, numbers), strict=True))
    padding = integers(op.padding)
    results: list[SSAValue] = []
    for value in op.inputs:
        if not isinstance(tensor_type(value).element_type, AnyFloat) or min(padding) < 0:
            return None
        result = combine_windows(builder, value, ttir.MaximumOp, -inf, window, padding)
        if result is None:
            return None
        results.append(result)
    return results


def _max_pool2d(op: ttir.PoolingOp, builder: DecompositionBuilder) -> Results:
    """Return a `max_pool2d` for pooling over two of four dimensions, or None for other poolings."""
    window, strides = integers(op.window_dimensions), integers(op.window_strides)
    padding, dilations = integers(op.padding), integers(op.window_dilations)
    spatial = [dim for dim, size in enumerate(window) if size > 1]
    strided = [dim for dim, stride in enumerate(strides) if stride > 1]
    ranks = {len(window), len(strides), *(len(shape_of(value)) for value in op.inputs)}
    if len(spatial) != 2 or strided != spatial or ranks != {4} or len(padding) != 8:
        return None
    height, width = spatial
    batch, channel = (dim for dim in range(4) if dim not in spatial)
    if any(padding[2 * dim] or padding[2 * dim + 1] for dim in (batch, channel)):
        return None
    permutation = [batch, height, width, channel]
    properties = {
        "kernel_height": window[height],
        "kernel_width": window[width],
        "stride_height": strides[height],
        "stride_width": strides[width],
        "dilation_height": dilations[height],
        "dilation_width": dilations[width],
        "padding_top": padding[2 * height],
        "padding_bottom": padding[2 * height + 1],
        "padding_left": padding[2 * width],
        "padding_right": padding[2 * width + 1],
    }
    attributes = {name: si32(value) for name, value in properties.items()}
    attributes["ceil_mode"] = IntegerAttr.from_bool(False)
    result_type = tensor_type(op.results[0])
    pooled_shape = [result_type.get_shape()[dim] for dim in permutation]
    results: list[SSAValue] = []
    for value in op.inputs:
        value = builder.permute(value, permutation)
        value = builder.dps(ttir.MaxPool2dOp, [value], result_type, pooled_shape, **attributes)
        results.append(builder.permute(value, _inverse(permutation)))
    return results


def _require_plain_pooling(op: ttir.PoolingOp) -> None:
    """Raise OperationError if the pooling dilates its source."""
    dilation = integers(op.base_dilations)
    if any(each != 1 for each in dilation):
        raise OperationError(op, f"base_dilations must be 1 to be lowered; it is {[*dilation]}")


LOWERINGS: dict[str, Lowering] = {
    "ttir.arange": _lowering(_arange),
    "ttir.convolution": _lowering(_convolution),
    "ttir.dot_general": _lowering(_dot_general),
    "ttir.gather": _lowering(_gather),
    "ttir.get_dimension_size": _lowering(_fold_dimension_size),
    "ttir.index": _lowering(_index),
    "ttir.pooling": _lowering(_pooling),
    "ttir.reduce_and": _lowering(_reduce_and),
    "ttir.reverse": _lowering(_reverse),
    "ttir.select": _lowering(_select),
}
_TARGET = ConversionTarget(illegal=[*LOWERINGS], legal_if=_is_legal)
