"""`ttir-decompose-for-kernels`: replace ops without a kernel by ops that have one."""

from collections.abc import Callable, Mapping, Sequence
from math import floor, gcd, isnan, prod
from typing import Any, Final, cast

from typing_extensions import override
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    FixedBitwidthType,
    IntegerType,
    NoneAttr,
    Signedness,
    TensorType,
    f32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.dialects.tensor_types import RankedTensor, integers, shape_of, tensor_type
from ttmlir_py.dialects.tt.tile import SI32, TileType
from ttmlir_py.dialects.ttir.generic_region import GenericElementwiseOp
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttir import ttir_to_ttir_decomposition
from ttmlir_py.passes.ttir.builder import TTIRBuilder
from ttmlir_py.passes.ttmetal.layouts import in_generic
from ttmlir_py.passes.ttmetal.moves import MOVES, bounds, is_of_rows, moves_rows, reversed_dims
from ttmlir_py.rewriting.attributes import bool_attr, dense_i64_array, i32_array, si32
from ttmlir_py.rewriting.conversion import ConversionTarget, apply_partial_conversion
from ttmlir_py.rewriting.mutation import for_each_op, replace

Decomposition = Callable[[Any, "_Builder"], SSAValue]
"""A function that builds the value which replaces the result of an op."""


class _Builder(TTIRBuilder):
    """A builder of the ops that replace an op without a kernel."""

    __slots__ = ()

    def swapped(self, value: SSAValue) -> SSAValue:
        """Return `value` with its last two dimensions swapped. A vector counts as a matrix of one
        row.
        """
        *outer, rows, columns = (1, 1, *shape_of(value))[-max(len(shape_of(value)), 2) :]
        value = self.reshaped(value, (*outer, rows, columns))
        rank, shape = len(outer) + 2, (*outer, columns, rows)
        dims = {"dim0": si32(rank - 2), "dim1": si32(rank - 1)}
        return self.dps(ttir.TransposeOp, [value], tensor_type(value), shape, **dims)

    def permuted(self, value: SSAValue, order: Sequence[int]) -> SSAValue:
        """Return `value` with dimensions in the given order, permuted if necessary."""
        return value if list(order) == sorted(order) else self.permute(value, order)

    def typecast(self, value: SSAValue, element: Attribute) -> SSAValue:
        """Return `value` with the element type `element`, cast if necessary."""
        type_ = tensor_type(value)
        if type_.element_type == element:
            return value
        return self.into(ttir.TypecastOp, [value], TensorType(element, type_.get_shape()))

    def again(self, op: Operation, inputs: Sequence[SSAValue], type_: RankedTensor) -> SSAValue:
        """Insert a copy of `op` with other inputs and another result type, and return its
        result.
        """
        return self.into(type(op), inputs, type_, **op.properties)


def _permute(op: ttir.PermuteOp, builder: _Builder) -> SSAValue:
    """Return the permuted input.

    The dimension that becomes the last one is first moved before the last dimension, and swapped
    with it. Then the others are permuted.
    """
    order, last = list(integers(op.permutation)), len(shape_of(op.input)) - 1
    if order == sorted(order):
        return op.input
    others = [dim for dim in order if dim not in (last, order[-1])]
    value = builder.permuted(op.input, [*others, order[-1], last])
    value = builder.swapped(value)
    placed = [*others, last, order[-1]]
    return builder.permuted(value, [placed.index(dim) for dim in order])


def _transpose(op: ttir.TransposeOp, builder: _Builder) -> SSAValue:
    rank = len(shape_of(op.input))
    first, second = (each.value.data % rank for each in (op.dim0, op.dim1))
    order = list(range(rank))
    order[first], order[second] = second, first
    return builder.permuted(op.input, order)


def _reshape(op: ttir.ReshapeOp, builder: _Builder) -> SSAValue:
    """Return the reshaped input: rows are split into chunks, and chunks are joined to rows.

    Both steps work on columns, that is, on the swapped matrix.
    """
    before, after = shape_of(op.input) or (1,), shape_of(op.output) or (1,)
    if before == after:
        return op.input
    count = prod(before)
    part = gcd(before[-1], after[-1])
    rows, pieces = count // before[-1], before[-1] // part
    value = op.input
    if pieces > 1:
        value = builder.swapped(builder.reshaped(value, (rows, before[-1])))
        value = builder.swapped(builder.reshaped(value, (pieces, part, rows)))
        value = builder.permuted(value, (1, 0, 2) if rows > 1 else (0, 1, 2))
    rows, pieces = count // after[-1], after[-1] // part
    if pieces > 1:
        value = builder.reshaped(value, (rows, pieces, part))
        value = builder.permuted(value, (1, 0, 2) if rows > 1 else (0, 1, 2))
        value = builder.reshaped(value, (pieces, rows, part))
        value = builder.swapped(value)
        value = builder.swapped(builder.reshaped(value, (after[-1], rows)))
    return builder.reshaped(value, shape_of(op.output))


def _to_shape(op: ttir.SqueezeOp | ttir.UnsqueezeOp, builder: _Builder) -> SSAValue:
    return builder.reshaped(op.input, shape_of(op.output))


def _on_columns(
    builder: _Builder,
    op: DestinationStyle,
    inputs: Sequence[SSAValue],
    properties: Callable[[int], Mapping[str, Attribute]],
) -> SSAValue:
    """Apply `op`, which works on the last dimension, to swapped matrices, and swap the result back.

    `properties` returns the properties of the op for a given dimension.
    """
    shape = shape_of(op.dps_inits[0])
    inputs = [builder.swapped(each) for each in inputs]
    rank = len(shape_of(inputs[0]))
    swapped = (*shape[:-2], shape[-1], shape[-2] if len(shape) > 1 else 1)
    value = builder.dps(type(op), inputs, tensor_type(inputs[0]), swapped, **properties(rank - 2))
    return builder.reshaped(builder.swapped(value), shape)


def _dimensions(rank: int, dim: int, size: int, others: int) -> list[int]:
    """Return a list of `rank` numbers with `size` at index `dim` and `others` elsewhere."""
    return [size if each == dim else others for each in range(rank)]


def _slice(op: ttir.SliceOp, builder: _Builder) -> SSAValue:
    """Return a slice of all dimensions except the last one, then of the last one."""
    *outer, last = bounds(op)
    shape = shape_of(op.input)
    value, whole = op.input, range(shape[-1])
    if any(kept != range(size) for kept, size in zip(outer, shape, strict=False)):
        kept = [*outer, whole]
        starts, stops, steps = zip(
            *((each.start, each.stop, each.step) for each in kept), strict=True
        )
        value = builder.dps(
            ttir.SliceOp,
            [value],
            tensor_type(value),
            [len(each) for each in kept],
            **_slice_properties(starts, stops, steps),
        )
    if last == whole:
        return value
    sizes = (*shape_of(value)[:-2], shape[-1], (1, *shape_of(value))[-2])

    def properties(dim: int) -> Mapping[str, Attribute]:
        rank = len(sizes)
        stops = [last.stop if each == dim else sizes[each] for each in range(rank)]
        starts, steps = _dimensions(rank, dim, last.start, 0), _dimensions(rank, dim, last.step, 1)
        return _slice_properties(starts, stops, steps)

    return _on_columns(builder, op, [value], properties)


def _slice_properties(
    starts: Sequence[int], stops: Sequence[int], steps: Sequence[int]
) -> Mapping[str, Attribute]:
    names = ("begins", "ends", "step")
    return dict(zip(names, map(i32_array, (starts, stops, steps)), strict=True))


def _concat(op: ttir.ConcatOp, builder: _Builder) -> SSAValue:
    """Return the concatenation of the inputs, cast to one type. Columns are concatenated as
    rows.
    """
    type_ = tensor_type(op.output)
    inputs = [builder.typecast(each, type_.element_type) for each in op.inputs]
    if inputs != list(op.inputs):
        return builder.again(op, inputs, type_)
    if len(op.inputs) == 1:
        return op.inputs[0]
    return _on_columns(builder, op, op.inputs, lambda dim: {"dim": si32(dim)})


def _repeat(op: ttir.RepeatOp, builder: _Builder) -> SSAValue:
    """Return the repeated input. The last dimension is repeated first, while the tensor is small,
    because this swaps dimensions.
    """
    *outer, last = integers(op.repeat_dimensions)
    value = op.input
    if last > 1:
        shape = (*shape_of(value)[:-1], shape_of(value)[-1] * last)
        value = builder.concat([value] * last, len(shape) - 1, shape)
    if all(times == 1 for times in outer):
        return value
    times = {"repeat_dimensions": dense_i64_array([*outer, 1])}
    return builder.dps(ttir.RepeatOp, [value], tensor_type(value), shape_of(op.output), **times)


def _repeat_interleave(op: ttir.RepeatInterleaveOp, builder: _Builder) -> SSAValue:
    return _on_columns(
        builder, op, [op.input], lambda dim: {"repeats": op.repeats, "dim": si32(dim)}
    )


def _reverse(op: ttir.ReverseOp, builder: _Builder) -> SSAValue:
    shape = shape_of(op.input)
    dims = [dim for dim in reversed_dims(op) if shape[dim] > 1]
    value, last = op.input, len(shape) - 1
    outer = {"dimensions": dense_i64_array([dim for dim in dims if dim != last])}
    if any(dim != last for dim in dims):
        value = builder.dps(ttir.ReverseOp, [value], tensor_type(value), shape, **outer)
    if last not in dims:
        return value
    return _on_columns(builder, op, [value], lambda dim: {"dimensions": dense_i64_array([dim])})


def _pad(op: ttir.PadOp, builder: _Builder) -> SSAValue:
    """Return the input with constants concatenated before and after each dimension."""
    value, edges = op.input, integers(op.padding)
    element, number = tensor_type(value).element_type, op.value.value.data
    number = number if isinstance(element, AnyFloat) else int(number)
    for dim, (low, high) in enumerate(zip(edges[::2], edges[1::2], strict=True)):
        shape = list(shape_of(value))
        size = shape[dim]

        def constant(count: int, dim: int = dim, shape: list[int] = shape) -> list[SSAValue]:
            shape[dim] = count
            return [builder.constant(TensorType(element, shape), [number])] if count else []

        parts = [*constant(low), value, *constant(high)]
        shape[dim] = size + low + high
        value = builder.concat(parts, dim, shape) if len(parts) > 1 else value
    return value


def _filled(number: int) -> Decomposition:
    return lambda op, builder: builder.constant(tensor_type(op.result), [number])


def _arange(op: ttir.ArangeOp, builder: _Builder) -> SSAValue:
    """Return the range: one row or column, which is repeated."""
    type_, dim = tensor_type(op.result), op.arange_dimension.value.data
    first, end, step = (each.value.data for each in (op.start, op.end, op.step))
    shape = type_.get_shape()
    sizes = _dimensions(len(shape), dim, shape[dim], 1)
    numbers = list(range(first, end, step))
    value = builder.constant(TensorType(type_.element_type, sizes), numbers)
    times = [size // own for size, own in zip(shape, sizes, strict=True)]
    if prod(times) == 1:
        return value
    factors = {"broadcast_dimensions": DenseArrayBase.from_list(i64, times)}
    return builder.dps(ttir.BroadcastOp, [value], type_, shape, **factors)


def _matmul(op: ttir.MatmulOp, builder: _Builder) -> SSAValue:
    """Return the product with a vector, treated as a matrix of one row or column."""
    left, right, type_ = op.a, op.b, tensor_type(op.output)
    shape = list(type_.get_shape())
    if len(shape_of(right)) == 1:
        right = builder.reshaped(right, (*shape_of(right), 1))
        shape = [*shape_of(left)[:-1], 1]
    if len(shape_of(left)) == 1:
        left = builder.reshaped(left, (1, *shape_of(left)))
        shape = [*shape_of(right)[:-2], 1, shape_of(right)[-1]]
    value = builder.dps(ttir.MatmulOp, [left, right], type_, shape)
    return builder.reshaped(value, type_.get_shape())


def _linear(op: ttir.LinearOp, builder: _Builder) -> SSAValue:
    """Return the product plus the bias, both in f32, so that rounding happens once."""
    type_ = tensor_type(op.output)
    if op.bias is None:
        return builder.into(ttir.MatmulOp, [op.a, op.b], type_)
    wide = TensorType(f32, type_.get_shape())
    product = builder.into(ttir.MatmulOp, [op.a, op.b], wide)
    bias = builder.typecast(op.bias, f32)
    return builder.typecast(builder.into(ttir.AddOp, [product, bias], wide), type_.element_type)


def _softmax(op: ttir.SoftmaxOp, builder: _Builder) -> SSAValue:
    """Return exponentials of differences from the maximum, divided by their sum, all in f32."""
    shape = shape_of(op.input)
    dim = op.dimension.value.data % len(shape)
    reduced = [1 if each == dim else size for each, size in enumerate(shape)]
    along = {"dim_arg": i32_array([dim]), "keep_dim": bool_attr(True)}
    wide = TensorType(f32, shape)
    value = builder.typecast(op.input, f32)
    largest = builder.dps(ttir.MaxOp, [value], wide, reduced, **along)
    powers = builder.into(ttir.ExpOp, [builder.into(ttir.SubtractOp, [value, largest], wide)], wide)
    total = builder.dps(ttir.SumOp, [powers], wide, reduced, **along)
    value = builder.into(ttir.DivOp, [powers, total], wide)
    return builder.typecast(value, tensor_type(op.output).element_type)


def _clamp(op: ttir.ClampOp, builder: _Builder) -> SSAValue:
    """Return integers clamped by a maximum and a minimum.

    Limits become integers as in TTNN: for 16 bits they are rounded to the nearest, ties up, and
    otherwise truncated.
    """
    value, type_ = op.input, tensor_type(op.output)
    element = cast(IntegerType, type_.element_type)
    modulus = 1 << element.bitwidth
    lowest = -modulus // 2 if element == SI32 else 0
    highest = lowest + modulus - 1
    of_one = TensorType(element, [1] * len(type_.get_shape()))
    for kind, limit in ((ttir.MaximumOp, op.min), (ttir.MinimumOp, op.max)):
        number = min(max(limit.value.data, lowest), highest)
        number = floor(number + 0.5) if element.bitwidth == 16 else int(number)
        if number == (lowest if kind is ttir.MaximumOp else highest):
            continue
        if element.signedness.data is Signedness.SIGNED and number >= modulus // 2:
            number -= modulus  # kernels read 8-bit and 16-bit integers as unsigned
        value = builder.into(kind, [value, builder.constant(of_one, [number])], type_)
    return value


def _elements(values: Sequence[SSAValue]) -> list[Attribute]:
    return [tensor_type(each).element_type for each in values]


def _common(elements: Sequence[Attribute]) -> Attribute:
    """Return the type to which TTNN converts operands of the types `elements`.

    It is f32 if any type is a float, else the widest type. si32 is preferred to an unsigned type.
    """
    if all(each == elements[0] for each in elements):
        return elements[0]
    if any(isinstance(each, AnyFloat) for each in elements):
        return f32
    return max(elements, key=lambda each: (cast(FixedBitwidthType, each).bitwidth, each == SI32))


def _unify(op: DestinationStyle, builder: _Builder) -> SSAValue:
    """Return the result of `op` on inputs that are cast to one type.

    An op that becomes a `ttir.generic` needs a result of the same type, so it gets one, which is
    then cast to the type of the result.
    """
    inputs, result = list(op.dps_inputs), tensor_type(op.dps_inits[0])
    if isinstance(op, ttir.WhereOp):
        return _unify_choice(op, builder)
    common = _common(_elements(inputs))
    if isinstance(op, GenericElementwiseOp) and isinstance(common, AnyFloat):
        common = _common([common, result.element_type])
    inputs = [builder.typecast(each, common) for each in inputs]
    computed = result
    if isinstance(op, GenericElementwiseOp):
        computed = TensorType(common, result.get_shape())
    value = builder.again(op, inputs, computed)
    return builder.typecast(value, result.element_type)


def _unify_choice(op: ttir.WhereOp, builder: _Builder) -> SSAValue:
    """Return the selection with operands cast to one type.

    A condition of another type is negated, which makes a boolean of any type, and the two choices
    are swapped.
    """
    condition, chosen, other = op.dps_inputs
    result = tensor_type(op.dps_inits[0])
    common = _common(_elements((chosen, other)))
    if tensor_type(condition).element_type != common:
        negated = TensorType(common, shape_of(condition))
        condition = builder.into(ttir.LogicalNotOp, [condition], negated)
        chosen, other = other, chosen
    values = [condition, *(builder.typecast(each, common) for each in (chosen, other))]
    return builder.again(op, values, result)


def _is_of_one_type(op: DestinationStyle) -> bool:
    inputs, (result,) = _elements(op.dps_inputs), _elements(op.dps_inits)
    same = isinstance(op, GenericElementwiseOp)
    return all(each == inputs[0] for each in inputs) and (not same or result == inputs[0])


def _shared(op: Operation, context: MlirContext) -> bool:
    return ttir_to_ttir_decomposition.LOWERINGS[op.name](op, context)


def _lowering(decompose: Decomposition) -> Callable[[Any, MlirContext], bool]:
    def lower(op: Operation, context: MlirContext) -> bool:
        replace(op, [decompose(op, _Builder(op))])
        return True

    return lower


_DECOMPOSITIONS: Final[Mapping[type[Operation], Decomposition]] = {
    **{op: _unify for op in ttir.TTIR.operations if issubclass(op, ElementwiseOp)},
    ttir.TransposeOp: _transpose,
    ttir.PermuteOp: _permute,
    ttir.ReshapeOp: _reshape,
    ttir.SqueezeOp: _to_shape,
    ttir.UnsqueezeOp: _to_shape,
    ttir.SliceOp: _slice,
    ttir.ConcatOp: _concat,
    ttir.RepeatOp: _repeat,
    ttir.RepeatInterleaveOp: _repeat_interleave,
    ttir.ReverseOp: _reverse,
    ttir.PadOp: _pad,
    ttir.ZerosOp: _filled(0),
    ttir.OnesOp: _filled(1),
    ttir.ArangeOp: _arange,
    ttir.MatmulOp: _matmul,
    ttir.LinearOp: _linear,
    ttir.SoftmaxOp: _softmax,
    ttir.ClampOp: _clamp,
}
_SHARED = (ttir.IndexOp, ttir.SelectOp, ttir.DotGeneralOp, ttir.GetDimensionSizeOp)
_LOWERINGS: Final = {
    **{op: _lowering(each) for op, each in _DECOMPOSITIONS.items()},
    **dict.fromkeys(_SHARED, _shared),
}


def _has_kernel(op: Operation) -> bool:
    """Whether `op` is left alone, because it has a kernel, or its tensors have layouts."""
    if in_generic(op) or not all(map(_is_plain, (*op.operands, *op.results))):
        return True
    if isinstance(op, MOVES):
        elements = _elements((*op.dps_inputs, *op.dps_inits))
        if any(each != elements[0] for each in elements):
            return False
        return moves_rows(op) and not (is_of_rows(op) and _is_identity(op))
    if isinstance(op, ttir.TransposeOp):
        rank = len(shape_of(op.input))
        return {op.dim0.value.data % rank, op.dim1.value.data % rank} == {rank - 2, rank - 1}
    if isinstance(op, ttir.MatmulOp):
        ranks = len(shape_of(op.a)), len(shape_of(op.b))
        return min(ranks) > 1 or (ranks[1] == 2)
    if isinstance(op, ElementwiseOp):
        return _is_of_one_type(op)
    if isinstance(op, ttir.ClampOp):
        limits = op.min.value.data, op.max.value.data
        is_integer = isinstance(tensor_type(op.output).element_type, IntegerType)
        return not is_integer or any(map(isnan, limits))
    return False


def _require_elements(op: Operation) -> None:
    """Raise ValueError if `op` has a tensor without encoding whose element type has no tile
    type.
    """
    if isinstance(op, EmptyOp):
        return  # The op that writes into this tensor gives a better error.
    for value in (*op.operands, *op.results):
        if isinstance(value.type, TensorType) and isinstance(tensor_type(value).encoding, NoneAttr):
            TileType.get(tensor_type(value).element_type)


def _is_plain(value: SSAValue) -> bool:
    """Whether the tensor `value` has no encoding, has elements, and has a static shape.

    Errors of other tensors are reported when layouts are assigned.
    """
    type_ = tensor_type(value)
    return isinstance(type_.encoding, NoneAttr) and all(size > 0 for size in type_.get_shape())


def _is_identity(op: DestinationStyle) -> bool:
    """Whether the permutation or reshape `op` changes nothing."""
    if isinstance(op, ttir.PermuteOp):
        return list(integers(op.permutation)) == list(range(len(shape_of(op.input))))
    return isinstance(op, ttir.ReshapeOp) and shape_of(op.input) == shape_of(op.output)


_TARGET = ConversionTarget(illegal=[op.name for op in _LOWERINGS], legal_if=_has_kernel)


class TTIRDecomposeForKernelsPass(Pass):
    """Decompose ops that have no kernel

    Applies to tensors without encoding. An op that moves elements within rows swaps the last two
    dimensions, moves rows, and swaps them back. So do reshapes and permutations. `zeros`, `ones`
    and `arange` become constants. `index`, `select`, `pad`, `dot_general`, `linear`, `softmax`,
    products with vectors, and `clamp` of integers become other ops. Operands of several types are
    cast to one, as in TTNN. Everything else is left alone.
    """

    name = "ttir-decompose-for-kernels"
    cpp_name = "TTIRDecomposeForKernels"

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        for_each_op(op, _require_elements)
        is_changed = False
        while apply_partial_conversion(op, _TARGET, _LOWERINGS, context):
            is_changed = True
        return is_changed
