"""`stablehlo-complex-to-real`: compute complex numbers as pairs of real numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, cast

from typing_extensions import override
from xdsl.ir import Block, Operation, Region, SSAValue

from ttmlir_py.dialects import func, stablehlo
from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection
from ttmlir_py.dialects.stablehlo.rules.common import element_type, real_type, tensor
from ttmlir_py.dialects.tensor_types import integers, shape_of
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_any_tensor_type
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.combiners import combiner
from ttmlir_py.passes.stablehlo.stablehlo_complex_to_real.functions import FUNCTIONS, product
from ttmlir_py.passes.stablehlo.stablehlo_complex_to_real.parts import (
    Parts,
    Reals,
    is_complex,
    is_zero,
)
from ttmlir_py.rewriting.attributes import dense_i64_array, i64
from ttmlir_py.rewriting.control_flow import ops_in, ops_of
from ttmlir_py.rewriting.mutation import (
    erase,
    insert_before,
    replace_uses,
    set_operand,
    set_type,
)

_BY_PARTS = (
    *(stablehlo.AddOp, stablehlo.SubtractOp, stablehlo.NegOp, stablehlo.SelectOp),
    *(stablehlo.BroadcastOp, stablehlo.BroadcastInDimOp, stablehlo.ReshapeOp),
    *(stablehlo.TransposeOp, stablehlo.ReverseOp, stablehlo.SliceOp, stablehlo.ConcatenateOp),
    *(stablehlo.PadOp, stablehlo.DynamicSliceOp, stablehlo.DynamicUpdateSliceOp),
    *(stablehlo.GatherOp, stablehlo.TorchIndexSelectOp, stablehlo.AllGatherOp),
    *(stablehlo.AllToAllOp, stablehlo.CollectivePermuteOp, stablehlo.CollectiveBroadcastOp),
)
"""Ops that compute both parts separately."""
_SUMS = (
    *(stablehlo.ReduceOp, stablehlo.ReduceWindowOp, stablehlo.ScatterOp),
    *(stablehlo.AllReduceOp, stablehlo.ReduceScatterOp, stablehlo.CrossReplicaSumOp),
)
"""Ops that compute both parts separately if their regions only add or select numbers."""
_PASSING = (
    *(stablehlo.WhileOp, stablehlo.IfOp, stablehlo.CaseOp, stablehlo.ReduceOp, stablehlo.MapOp),
    *(stablehlo.OptimizationBarrierOp, stablehlo.ReturnOp),
)
"""Ops that take and return the two parts in place of a complex number, as do their regions."""
_PRODUCTS = (stablehlo.DotOp, stablehlo.DotGeneralOp, stablehlo.ConvolutionOp)


class StableHLOComplexToRealPass(Pass):
    """Compute complex numbers as pairs of real numbers.

    Arguments and results of functions become real tensors with a last dimension of size 2: the real
    part, then the imaginary part. Fourier transforms become products with constant matrices. Sizes
    above 128 are split into their factors. An op that has no form in real numbers is an error.
    """

    name = "stablehlo-complex-to-real"
    cpp_name = "StableHLOComplexToRealPass"

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        functions = [each for each in ops_in(op.regions) if isinstance(each, func.FuncOp)]
        found = [each for each in functions if _has_complex_numbers(each)]
        for each in found:
            _Replacement(each).run()
        return bool(found)


def _has_complex_numbers(function: func.FuncOp) -> bool:
    type_ = function.function_type
    if any(map(is_complex, (*type_.inputs, *type_.outputs))):
        return True
    return any(is_complex(each.type) for op in ops_in(function.regions) for each in op.results)


class _Replacement:
    """The replacement of all complex numbers in one function."""

    def __init__(self, function: func.FuncOp):
        self._function = function
        self._parts: dict[SSAValue, Parts] = {}
        self._old: list[Operation] = []
        """Replaced ops, which replaced ops use."""

    def run(self) -> None:
        function = self._function
        for block in function.body.blocks:
            old = [each for each in block.args if is_complex(each.type)]
            for argument in old:
                joined = block.insert_arg(_joined_type(argument.type), argument.index)
                joined.location = argument.location
                self._parts[argument] = _split(Reals.at_start(block, function.location), joined)
            self._visit(block)
            self._erase()
            for argument in old:
                block.erase_arg(argument)
        type_ = function.function_type
        inputs, outputs = (
            [_joined_type(each) if is_complex(each) else each for each in types]
            for types in (type_.inputs, type_.outputs)
        )
        function.function_type = type(type_).from_lists(inputs, outputs)

    def _erase(self) -> None:
        for op in reversed(self._old):
            erase(op)
        self._old.clear()

    def _visit(self, block: Block) -> None:
        for op in ops_of(block):
            values = (*op.operands, *op.results)
            if any(is_complex(each.type) for each in values):
                self._replace(op)
            else:
                for region in op.regions:
                    for inner in region.blocks:
                        self._visit(inner)

    def _replace(self, op: Operation) -> None:
        b = Reals(op)
        operands = [self._parts.get(each, each) for each in op.operands]
        try:
            results = self._results(b, op, operands)
        except ValueError as error:
            raise OperationError(op, f"is not computed for complex numbers: {error}") from None
        if results is None:
            raise OperationError(
                op,
                "has no form in real numbers: compute with real and imaginary parts",
            )
        for old, new in zip(op.results, results, strict=True):
            if isinstance(new, Parts):
                self._parts[old] = new
            else:
                replace_uses(old, new)
        self._old.append(op)

    def _results(
        self, b: Reals, op: Operation, operands: Sequence[Parts | SSAValue]
    ) -> Sequence[Parts | SSAValue] | None:
        """Return what replaces the results of `op`, or None if nothing does."""
        if isinstance(op, _BY_PARTS) or (isinstance(op, _SUMS) and _only_adds(op.regions)):
            return _by_parts(op, operands)
        if isinstance(op, stablehlo.ReduceOp) and combiner(op.regions[0].block) is stablehlo.MulOp:
            return [_product_of_elements(b, op, *cast("Sequence[Parts]", operands))]
        if isinstance(op, _PASSING):
            return self._with_parts(op, operands)
        if isinstance(op, stablehlo.SortOp):
            return self._with_parts(op, operands, arguments=2)
        if isinstance(op, func.ReturnOp | func.CallOp):
            return _joining(b, op, operands)
        if isinstance(op, _PRODUCTS):
            return [_product(b, op, *cast("Sequence[Parts]", operands))]
        if (formula := FUNCTIONS.get(op.__class__)) is not None:
            return [formula(b, *operands)]
        found = _conversion(b, op, operands)
        return None if found is None else [found]

    def _with_parts(
        self, op: Operation, operands: Sequence[Parts | SSAValue], *, arguments: int = 1
    ) -> Sequence[Parts | SSAValue]:
        """Return the results of an op like `op` with the parts in place of complex numbers.

        `arguments` is the number of a region's consecutive arguments for one operand.
        """
        regions: list[Region] = []
        for region in list(op.regions):
            regions.append(op.detach_region(region))
        types: list[Any] = []
        for each in op.results:
            real = real_type(each.type) if is_complex(each.type) else each.type
            types += [real] * (2 if is_complex(each.type) else 1)
        new = type(op).create(
            operands=[part for each in operands for part in _flat(each)],
            result_types=types,
            properties=dict(op.properties),
            attributes=dict(op.attributes),
            regions=regions,
        )
        new.location = op.location
        insert_before(op, new)
        for region in regions:
            for block in region.blocks:
                self._take_parts(block, arguments)
        left = iter(new.results)
        return [
            Parts(next(left), next(left)) if is_complex(each.type) else next(left)
            for each in op.results
        ]

    def _take_parts(self, block: Block, count: int) -> None:
        """Replace complex arguments of `block`, `count` at a time, by their parts.

        The block takes all real parts of such a group first.
        """
        old = list(block.args)
        complex_ = [each for each in old if is_complex(each.type)]
        for start in range(0, len(complex_), count):
            group = complex_[start : start + count]
            index, type_ = group[0].index, real_type(group[0].type)
            new = [block.insert_arg(type_, index) for _ in range(2 * count)]
            new.sort(key=lambda each: each.index)
            for number, argument in enumerate(group):
                parts = Parts(new[number], new[count + number])
                for each in parts:
                    cast("Any", each).location = argument.location
                self._parts[argument] = parts
        outer, self._old = self._old, []
        self._visit(block)
        self._erase()
        self._old = outer
        for argument in complex_:
            block.erase_arg(argument)


def _flat(value: Parts | SSAValue) -> tuple[SSAValue, ...]:
    return value if isinstance(value, Parts) else (value,)


def _only_adds(regions: Sequence[Region]) -> bool:
    """Whether regions only add numbers or return arguments."""
    return all(isinstance(each, stablehlo.AddOp | stablehlo.ReturnOp) for each in ops_in(regions))


def _by_parts(op: Operation, operands: Sequence[Parts | SSAValue]) -> Sequence[Parts | SSAValue]:
    """Return the results of `op` for the real parts, and for the imaginary parts."""
    copies: list[Operation] = []
    for part in (0, 1):
        copy = op.clone()
        copy.location = op.location
        for index, each in enumerate(operands):
            if isinstance(each, Parts):
                set_operand(copy, index, each[part])
        for each in (copy, *ops_in(copy.regions)):
            for result in each.results:
                _make_real(result)
        for region in copy.regions:
            for block in region.blocks:
                for argument in block.args:
                    _make_real(argument)
        copies.append(insert_before(op, copy))
    return [
        Parts(re, im) if is_complex(old.type) else re
        for old, re, im in zip(op.results, *(each.results for each in copies), strict=True)
    ]


def _make_real(value: SSAValue) -> None:
    if is_any_tensor_type(value.type):
        set_type(value, real_type(value.type))


def _joining(
    b: Reals, op: Operation, operands: Sequence[Parts | SSAValue]
) -> Sequence[Parts | SSAValue]:
    """Return the results of a call or return with joined parts."""
    joined = [_joined(b, each) if isinstance(each, Parts) else each for each in operands]
    types = [_joined_type(each.type) if is_complex(each.type) else each.type for each in op.results]
    new = type(op).create(
        operands=joined,
        result_types=types,
        properties=dict(op.properties),
        attributes=dict(op.attributes),
    )
    b.insert(new)
    return [
        _split(b, value) if is_complex(old.type) else value
        for old, value in zip(op.results, new.results, strict=True)
    ]


def _joined_type(type_: Any) -> Any:
    """Return the real type with a last dimension of size 2 for a complex type."""
    return tensor((*type_.get_shape(), 2), element_type(real_type(type_)))


def _joined(b: Reals, z: Parts) -> SSAValue:
    shape = shape_of(z.re)
    return b.value(
        stablehlo.ConcatenateOp,
        [b.reshape(each, (*shape, 1)) for each in z],
        tensor((*shape, 2), element_type(z.re.type)),
        dimension=i64(len(shape)),
    )


def _split(b: Reals, value: SSAValue) -> Parts:
    shape = shape_of(value)[:-1]
    return Parts(*(b.reshape(b.slice_last(value, each, each + 1), shape) for each in (0, 1)))


def _product(b: Reals, op: Operation, x: Parts, y: Parts) -> Parts:
    """Return the result of the bilinear op `op`. Products with imaginary parts that are constant 0
    are left out.
    """

    def of(left: SSAValue, right: SSAValue) -> SSAValue:
        return b.value(
            type(op), (left, right), real_type(op.results[0].type), **dict(op.properties)
        )

    if is_zero(x.im):
        return Parts(of(x.re, y.re), of(x.re, y.im))
    if is_zero(y.im):
        return Parts(of(x.re, y.re), of(x.im, y.re))
    return Parts(b.subtract(of(x.re, y.re), of(x.im, y.im)), b.add(of(x.re, y.im), of(x.im, y.re)))


def _product_of_elements(b: Reals, op: stablehlo.ReduceOp, z: Parts, start: Parts) -> Parts:
    """Return the product of all elements along dimensions: that of the halves, until one element
    is left.
    """
    shape, reduced = shape_of(z.re), integers(op.dimensions)
    kept = [each for each in range(len(shape)) if each not in reduced]
    sizes, count = [shape[each] for each in kept], prod(shape[each] for each in reduced)

    def row(x: SSAValue) -> SSAValue:
        return b.reshape(b.transpose(x, [*kept, *reduced]), (*sizes, count))

    def column(x: SSAValue) -> SSAValue:
        type_, dimensions = tensor((*sizes, 1), element_type(x.type)), dense_i64_array(())
        return b.value(stablehlo.BroadcastInDimOp, (x,), type_, broadcast_dimensions=dimensions)

    found, z = Parts(*map(column, start)), Parts(*map(row, z))
    while count:
        if count % 2:
            found = product(b, found, Parts(*(b.slice_last(x, count - 1, count) for x in z)))
        if count > 1:
            (re, other_re), (im, other_im) = map(b.halves, z)
            z = product(b, Parts(re, im), Parts(other_re, other_im))
        count //= 2
    return Parts(*(b.reshape(x, sizes) for x in found))


def _conversion(
    b: Reals, op: Operation, operands: Sequence[Parts | SSAValue]
) -> Parts | SSAValue | None:
    """Return the result of an op that makes complex numbers, or takes them apart; None for
    others.
    """
    if isinstance(op, stablehlo.ComplexOp):
        re, im = cast("Sequence[SSAValue]", operands)
        return Parts(re, im)
    if isinstance(op, stablehlo.RealOp | stablehlo.ImagOp):
        (z,) = cast("Sequence[Parts]", operands)
        return z.re if isinstance(op, stablehlo.RealOp) else z.im
    if isinstance(op, stablehlo.ConstantOp):
        return _constant(b, op)
    if isinstance(op, stablehlo.IotaOp):
        type_ = real_type(op.output.type)
        return b.complex(b.value(type(op), (), type_, **dict(op.properties)))
    if isinstance(op, stablehlo.ConvertOp):
        return _converted(b, op, operands[0])
    if isinstance(op, stablehlo.CompareOp):
        return _compared(b, op, *cast("Sequence[Parts]", operands))
    if isinstance(op, stablehlo.FftOp):
        # It loads numpy, which programs without transforms do not need.
        from ttmlir_py.passes.stablehlo.stablehlo_complex_to_real.fourier import transform

        return transform(b, op, operands[0])
    return None


def _constant(b: Reals, op: stablehlo.ConstantOp) -> Parts:
    type_: Any = real_type(op.output.type)
    data = cast("Any", op.value).data.data
    size = type_.element_type.size
    parts = (
        b"".join(data[at : at + size] for at in range(start, len(data), 2 * size))
        for start in (0, size)
    )
    return Parts(*(b.constant(type_, each) for each in parts))


def _converted(b: Reals, op: stablehlo.ConvertOp, operand: Parts | SSAValue) -> Parts | SSAValue:
    type_ = real_type(op.result.type)

    def convert(x: SSAValue) -> SSAValue:
        return x if x.type == type_ else b.value(stablehlo.ConvertOp, (x,), type_)

    if not isinstance(operand, Parts):
        return b.complex(convert(operand))
    if not is_complex(op.result.type):
        return convert(operand.re)
    return Parts(*map(convert, operand))


def _compared(b: Reals, op: stablehlo.CompareOp, x: Parts, y: Parts) -> SSAValue:
    direction = op.comparison_direction.value
    if direction not in (ComparisonDirection.EQ, ComparisonDirection.NE):
        raise ValueError("they have no order")
    re, im = (b.compare(direction, *each) for each in zip(x, y, strict=True))
    is_equal = direction is ComparisonDirection.EQ
    return b.binary(stablehlo.AndOp if is_equal else stablehlo.OrOp, re, im)


__all__ = ["StableHLOComplexToRealPass"]
