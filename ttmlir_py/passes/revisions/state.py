"""The builder and the errors that all conversions between revisions share."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import TensorType, bf16, f32
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_integer_attr
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import ConversionBuilder
from ttmlir_py.rewriting.attributes import bool_attr, i32_array

Lowering = Callable[["RevisionBuilder", Any], SSAValue | Sequence[SSAValue]]
"""A function that inserts ops for a 2026-08 operation before it, and returns the new results."""


class RevisionBuilder(ConversionBuilder):
    """A builder that inserts ops before an operation of a revision that is being converted."""

    __slots__ = ("is_for_reference", "mesh", "normalizes")

    mesh: tuple[int, ...]
    """The shape of the mesh of devices on which the program runs."""
    normalizes: bool
    """Whether element types become those of devices, so that casts may become redundant."""

    is_for_reference: bool
    """Whether the converted program is only run by the reference semantics, so that it may contain
    StableHLO operations.
    """

    def f32(self, value: SSAValue) -> SSAValue:
        """Return the value cast to f32."""
        return self.typecast(value, f32)

    def combine(self, cls: type[Operation], lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Return the result of the element-wise op `cls` on `lhs` and `rhs`, which broadcast."""
        shape = _broadcast(shape_of(lhs), shape_of(rhs))
        return self.dps(cls, (lhs, rhs), tensor_type(lhs), shape)

    def number(self, number: float, like: SSAValue) -> SSAValue:
        """Return a one-element constant with the element type of `like`."""
        return self.splat(number, cast(Any, TensorType(tensor_type(like).element_type, (1,))))

    def scaled(self, value: SSAValue, factor: float) -> SSAValue:
        """Return `value * factor`."""
        return self.binary(ttir.MultiplyOp, value, self.number(factor, value))

    def shifted(self, value: SSAValue, summand: float) -> SSAValue:
        """Return `value + summand`."""
        return self.binary(ttir.AddOp, value, self.number(summand, value))

    def reduce(
        self, cls: type[Operation], value: SSAValue, dims: Sequence[int], *, keep: bool = True
    ) -> SSAValue:
        """Return the reduction of `value` over `dims` by the op `cls`.

        With `keep`, the reduced dimensions remain, with size 1.
        """
        rank = len(shape_of(value))
        along = sorted(dim % rank for dim in dims)
        shape = [1 if i in along else size for i, size in enumerate(shape_of(value))]
        if not keep:
            shape = [size for i, size in enumerate(shape) if i not in along]
        attributes = {"dim_arg": i32_array(along), "keep_dim": bool_attr(keep)}
        return self.dps(cls, (value,), tensor_type(value), shape, **attributes)

    def nonzero(self, value: SSAValue) -> SSAValue:
        """Return a bf16 mask that is true where `value` is not 0."""
        return self.into(
            ttir.NotEqualOp, (value, self.number(0, value)), TensorType(bf16, shape_of(value))
        )

    def stretched(self, value: SSAValue, shape: Sequence[int]) -> SSAValue:
        """Return `value` broadcast to `shape`. Leading dimensions of `value` may be missing."""
        own = (1,) * (len(shape) - len(shape_of(value))) + shape_of(value)
        value = self.reshaped(value, own)
        return value if own == tuple(shape) else self.broadcast(value, shape)


def _broadcast(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    rank = max(len(left), len(right))
    pairs = zip(
        (1,) * (rank - len(left)) + tuple(left),
        (1,) * (rank - len(right)) + tuple(right),
        strict=True,
    )
    return tuple(b if a == 1 else a for a, b in pairs)


def refuse(op: Operation, why: str) -> OperationError:
    """Return the error for `op`, which cannot be converted, with the reason `why`."""
    return OperationError(op, f"of tt-mlir 2026-08 has no counterpart in 2025-02: {why}")


def one_or_more(attribute: Attribute, count: int) -> tuple[int, ...]:
    """Return `count` numbers from `attribute`: one integer, which is repeated, or an array."""
    if is_integer_attr(attribute):
        return (attribute.value.data,) * count
    return integers(cast(Any, attribute))


def result_type(op: Operation, index: int = 0) -> Any:
    """Return the type of result `index` of `op`, which is a tensor type."""
    return tensor_type(op.results[index])


Table = Mapping[str, Lowering]
"""Maps operation names to the functions that lower them."""
