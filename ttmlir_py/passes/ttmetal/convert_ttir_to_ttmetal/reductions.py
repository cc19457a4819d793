"""Lowering of reductions of one dimension, which is kept with size 1.

First the tiles along the dimension are combined, then the elements within a tile. The vector unit
combines tiles one by one. If the last tile has padding, a mask selects the neutral element there,
so that the padding does not affect the result, even if it is NaN. The matrix unit reduces the
elements within a tile, by a sum or a maximum. A minimum is the negated maximum of negated numbers.
Dimensions before the last two need the first step only, so integers can be reduced along them as
well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, prod
from typing import Final, NamedTuple

import numpy as np
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttir import (
    AddOp,
    MaximumOp,
    MaxOp,
    MeanOp,
    MinimumOp,
    MinOp,
    MultiplyOp,
    ProdOp,
    ReduceAndOp,
    SumOp,
)
from ttmlir_py.dialects.ttir.reduction import ReductionOp
from ttmlir_py.dialects.ttkernel.attributes import ReduceDimAttr, ReduceTypeAttr
from ttmlir_py.dialects.ttkernel.circular_buffers import (
    CBPopFrontOp,
    CBPushBackOp,
    CBReserveBackOp,
    CBWaitFrontOp,
)
from ttmlir_py.dialects.ttkernel.compute import (
    ReduceInitOp,
    ReduceTileOp,
    UnaryOpInitCommonOp,
)
from ttmlir_py.dialects.ttkernel.enums import ReduceDim, ReduceType
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import ComputeBuilder
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.elementwise import (
    FLOATS,
    WIDE,
    Step,
    casts,
    casts_back,
    row_of,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.memory import Operand
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.streams import (
    Buffers,
    Constant,
    Stream,
    StreamProgram,
    TileIndex,
    acquire,
    apply,
    choose,
    held_tile,
    next_tile,
    pack,
    require_floats,
)
from ttmlir_py.passes.ttmetal.layouts import TILE_SIZE
from ttmlir_py.passes.ttmetal.matrices import Matrices
from ttmlir_py.passes.ttmetal.reductions import reduced_dims
from ttmlir_py.rewriting.conversion import Lowerings, UnsupportedError


@dataclass(frozen=True)
class _Kind:
    """The functions that compute a reduction, such as a sum."""

    combine: str
    """The name of the vector unit's function that combines two tiles."""
    neutral: float = 0.0
    pool: ReduceType | None = None
    """The matrix unit's reduction within a tile, or None if the matrix unit cannot do it."""
    around: str = ""
    """The name of a function applied before and after the matrix unit's reduction; empty for no
    function.
    """
    each: str = ""
    """The name of a function applied to all numbers before the reduction and to the result; or
    empty.
    """
    of_integers: type[Operation] | None = None
    """The element-wise op that combines two integers, or None if integers are not supported."""


_KINDS: Final[Mapping[type[ReductionOp], _Kind]] = {
    SumOp: _Kind("add_binary_tile", 0.0, ReduceType.Sum, of_integers=AddOp),
    MeanOp: _Kind("add_binary_tile", 0.0, ReduceType.Sum),
    MaxOp: _Kind("binary_max_tile", -inf, ReduceType.Max, of_integers=MaximumOp),
    MinOp: _Kind(
        "binary_min_tile", inf, ReduceType.Max, around="negative_tile", of_integers=MinimumOp
    ),
    ProdOp: _Kind("mul_binary_tile", of_integers=MultiplyOp),
    ReduceAndOp: _Kind(
        "binary_max_tile", 0.0, ReduceType.Max, each="logical_not_tile", of_integers=MaximumOp
    ),
}
_F32_TILE = TileType((TILE_SIZE, TILE_SIZE), DataType.Float32)


class _Combination(NamedTuple):
    """The steps that combine two tiles in registers 0 and 1."""

    computed: DataType
    before: Sequence[Step]
    """The steps applied to each tile after it is copied; they name register 0."""
    steps: Sequence[Step]
    after: Sequence[Step]
    """The steps applied to the result."""

    @classmethod
    def of(cls, op: ReductionOp, source: DataType) -> _Combination:
        """Return the steps for the element type `source`. Raises UnsupportedError if there is no
        kernel.
        """
        kind = _KINDS[type(op)]
        each = (Step.read(kind.each),) if kind.each else ()
        if source in FLOATS:
            return cls(DataType.Float32, each, (Step.read(f"{kind.combine} 0 1 0"),), each)
        if kind.of_integers is None:
            raise UnsupportedError(
                f"no kernel computes '{op.name}' of elements of type '{source.keyword}'"
            )
        row, computed = row_of(kind.of_integers, source)
        back = casts_back(computed, source)
        return cls(computed, (*casts(source, computed), *each), row.steps, (*each, *back))


class _Reduction:
    """The program for a reduction of one dimension."""

    def __init__(self, op: ReductionOp):
        self._op, self._kind = op, _KINDS[type(op)]
        self._source, self._result = Matrices.of(op.input), Matrices.of(op.output)
        shape = shape_of(op.input)
        dims = reduced_dims(op)
        if len(dims) != 1:
            raise UnsupportedError("only one dimension is reduced (see --ttir-split-reductions)")
        self._size = shape[dims[0]]
        self._axis = dims[0] - len(shape)
        """The reduced dimension, counted from the end."""
        self._require_kept(dims[0])
        operand = Operand.of(op.input)
        source = operand.tile.dataType
        self._combination = _Combination.of(op, source)
        if source in FLOATS:
            require_floats(op, Operand.of(op.output))
        elif Operand.of(op.output).tile.dataType is not source:
            raise UnsupportedError("a reduction of integers cannot change their type")
        if self._is_within_tiles and (self._kind.pool is None or source not in FLOATS):
            name = source.keyword
            raise UnsupportedError(
                f"elements of type '{name}' can be reduced only along dimensions before the "
                "last two"
            )
        self._valid = self._size % TILE_SIZE if self._is_within_tiles else 0
        """The number of valid rows or columns in the last tile, or 0 if all are valid."""
        self._tiles = {-1: self._source.columns, -2: self._source.rows}.get(self._axis, self._size)
        self._program = StreamProgram(
            op,
            [Stream(operand, self._sequence)],
            list(self._constants()),
            [_F32_TILE] if self._is_within_tiles else [],
            is_wide=self._combination.computed in WIDE,
        )

    def _require_kept(self, dim: int) -> None:
        """Raise UnsupportedError unless dimension `dim`, which is reduced, is kept.

        Its size must be 1, or that of a tile whose first row or column counts.
        """
        kept = [*shape_of(self._op.input)]
        result = [*shape_of(self._op.output)]
        sizes = (1, TILE_SIZE) if self._is_within_tiles else (1,)
        if result not in ([*kept[:dim], size, *kept[dim + 1 :]] for size in sizes):
            raise UnsupportedError(
                "the result must keep the reduced dimensions (keep_dim), with size 1"
            )

    @property
    def _is_within_tiles(self) -> bool:
        return self._axis >= -2

    def replace(self) -> None:
        """Replace the op by the program."""
        self._program.replace(self._init, self._tile)

    def _sequence(self, row: int, column: int) -> Iterator[TileIndex]:
        source = self._source
        if self._axis == -1:
            for each in range(source.columns):
                yield source.clamped(row, each)
            return
        matrix, inner = self._result.matrix_of(row)
        if self._axis == -2:
            for each in range(source.rows):
                yield source.tile(matrix, each, column)
            return
        stride = prod(source.shape[self._axis + 1 : -2])
        outer, inside = divmod(matrix, stride)
        for each in range(self._size):
            number = (outer * self._size + each) * stride + inside
            yield source.tile(number, inner, column)

    def _constants(self) -> Iterator[Constant]:
        """Yield the constant tiles: a mask and the neutral element if the last tile has padding,
        then the factor of the reduction within a tile, or of a mean.
        """
        if self._valid:
            whole, part = TILE_SIZE, self._valid
            yield Constant.mask(*((whole, part) if self._axis == -1 else (part, whole)))
            yield Constant.splat(self._kind.neutral)
        is_mean = isinstance(self._op, MeanOp)
        if self._is_within_tiles or is_mean:
            yield Constant.splat(float(np.float32(1) / np.float32(self._size)) if is_mean else 1.0)

    def _init(self, kernel: ComputeBuilder, buffers: Buffers) -> None:
        kernel.call(UnaryOpInitCommonOp, buffers.sources[0], buffers.target)

    def _tile(self, kernel: ComputeBuilder, buffers: Buffers) -> None:
        kind, (source,) = self._kind, buffers.sources
        acquire(kernel)
        self._next(kernel, source, buffers, 0, is_last=self._tiles == 1)
        repeated = self._tiles - (2 if self._valid else 1)
        if repeated > 0:
            _, body = kernel.count(repeated)
            self._next(body, source, buffers, 1, is_last=False)
            self._combine(body)
            body.end_loop()
        if self._valid and self._tiles > 1:
            self._next(kernel, source, buffers, 1, is_last=True)
            self._combine(kernel)
        if not self._is_within_tiles:
            self._finish_outer(kernel, buffers)
            return
        if kind.around:
            apply(kernel, Step.read(kind.around))
        self._reduce_tile(kernel, buffers)

    def _next(
        self,
        kernel: ComputeBuilder,
        source: SSAValue,
        buffers: Buffers,
        register: int,
        *,
        is_last: bool,
    ) -> None:
        """Insert the copy of the next tile to `register`. Its padding is replaced by the neutral
        element.
        """
        next_tile(kernel, source, register)
        for step in self._combination.before:
            apply(kernel, step, self._combination.computed, register)
        if is_last and self._valid:
            mask, neutral = buffers.constants[:2]
            choose(kernel, mask, neutral, register)

    def _combine(self, kernel: ComputeBuilder) -> None:
        for step in self._combination.steps:
            apply(kernel, step, self._combination.computed)

    def _finish_outer(self, kernel: ComputeBuilder, buffers: Buffers) -> None:
        if isinstance(self._op, MeanOp):
            held_tile(kernel, buffers.constants[-1], 1)
            apply(kernel, Step.read("mul_binary_tile 0 1 0"))
        for step in self._combination.after:
            apply(kernel, step, self._combination.computed)
        pack(kernel, buffers.target)

    def _reduce_tile(self, kernel: ComputeBuilder, buffers: Buffers) -> None:
        """Pack the combined tile into a buffer, which ends the first section. Then insert a second
        section, which reduces the elements within that tile.
        """
        (combined,), scaler, one = buffers.intermediates, buffers.constants[-1], kernel.i32(1)
        kernel.call(CBReserveBackOp, combined, one)
        pack(kernel, combined)
        kernel.call(CBPushBackOp, combined, one)
        kernel.call(CBWaitFrontOp, combined, one)
        assert self._kind.pool is not None
        attributes = {
            "reduce_type": ReduceTypeAttr(self._kind.pool),
            "reduce_dim": ReduceDimAttr(ReduceDim.Row if self._axis == -1 else ReduceDim.Col),
        }
        kernel.call(ReduceInitOp, combined, scaler, buffers.target, **attributes)
        zero = kernel.i32(0)
        acquire(kernel)
        kernel.call(ReduceTileOp, combined, scaler, zero, zero, zero, **attributes)
        for function in (self._kind.around, self._kind.each):
            if function:
                apply(kernel, Step.read(function))
        pack(kernel, buffers.target)
        kernel.call(CBPopFrontOp, combined, one)


def _lower_reduction(op: ReductionOp, state: None) -> None:
    _Reduction(op).replace()


LOWERINGS: Lowerings[None] = dict.fromkeys(_KINDS, _lower_reduction)
