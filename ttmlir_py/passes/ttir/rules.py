"""Rewrite rules of TTIR: functions that return the value which replaces the result of an op.

    def double_transpose(op: ttir.TransposeOp, builder: RuleBuilder) -> SSAValue | None: ...

A rule returns None if it does not apply. Rules only see ops on tensors of static shape without a
layout. Each pass of the simplification has a table `RULES` of rules by class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any, TypeVar

from typing_extensions import override
from xdsl.dialects.builtin import NoneAttr, TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.rewriter import InsertPoint

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import (
    TILE_HEIGHT,
    TILE_WIDTH,
    RankedTensor,
    Shape,
    ranked_tensor,
    shape_of,
    tensor_type,
)
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.ir.definition.operations import inherits
from ttmlir_py.passes.ttir.builder import TTIRBuilder
from ttmlir_py.rewriting.greedy import PatternsOf, canonicalization_patterns_of

OperationT = TypeVar("OperationT", bound=Operation)


class RuleBuilder(TTIRBuilder):
    """A builder whose ops the greedy driver visits again."""

    __slots__ = ("_rewriter",)

    def __init__(self, anchor: Operation, rewriter: PatternRewriter):
        super().__init__(anchor)
        self._rewriter = rewriter

    @override
    def insert(self, op: OperationT) -> OperationT:
        """Insert `op` before the op that the rule matched, and return it."""
        op.location = self.location
        assert self.anchor is not None
        self._rewriter.insert(op, InsertPoint.before(self.anchor))
        return op

    def again(self, op: Operation, inputs: Sequence[SSAValue], shape: Sequence[int]) -> SSAValue:
        """Return the result of an op like `op`, on other inputs and with another shape."""
        return self.dps(op.__class__, inputs, tensor_type(op.results[0]), shape, **op.properties)


Rule = Callable[[Any, RuleBuilder], SSAValue | None]
Rules = Mapping[type[Operation], Sequence[Rule]]


@dataclass(frozen=True)
class RulePattern(RewritePattern):
    """A pattern that replaces the result of an op by the value that `rule` returns."""

    rule: Rule

    @override
    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if len(op.results) != 1 or not all(_is_plain(value) for value in op.operands):
            return
        value = self.rule(op, RuleBuilder(op, rewriter))
        if value is not None:
            rewriter.replace(op, [], [value])


def _is_plain(value: SSAValue) -> bool:
    """Whether `value` is a tensor of static shape without layout and without a size of 0."""
    type_ = value.type
    return (
        isinstance(type_, TensorType)
        and isinstance(type_.encoding, NoneAttr)
        and all(size > 0 for size in type_.get_shape())
    )


def patterns_of(tables: Iterable[Rules]) -> PatternsOf:
    """Return the patterns for an op class: the rules of all tables for it and its base classes, and
    its canonicalization patterns.
    """
    listed = list(tables)

    @cache
    def find(cls: type[Operation]) -> tuple[RewritePattern, ...]:
        rules = tuple(
            RulePattern(rule)
            for table in listed
            for base, rules in table.items()
            if inherits(cls, base)
            for rule in rules
        )
        return (*canonicalization_patterns_of(cls), *rules)

    return find


def inputs_of(op: Operation) -> Sequence[SSAValue]:
    """Return the operands of an op in destination-passing style, without the destination."""
    return op.operands[:-1]


def users_of(value: SSAValue) -> Iterator[Operation]:
    """Yield the op of each use of `value`."""
    return (use.operation for use in value.uses)


def is_used_once(value: SSAValue) -> bool:
    """Whether `value` has exactly one use."""
    return value.get_user_of_unique_use() is not None


def is_elementwise(op: object) -> bool:
    """Whether `op` computes each element of its result from the elements at the same position."""
    return isinstance(op, ElementwiseOp | ttir.ClampOp)


def element_of(value: SSAValue) -> Attribute:
    """Return the element type of the tensor `value`."""
    return tensor_type(value).element_type


def with_shape(value: SSAValue, shape: Sequence[int]) -> RankedTensor:
    """Return the type of `value` with another shape."""
    return ranked_tensor(element_of(value), tuple(shape))


def tiles_of(shape: Sequence[int]) -> int:
    """Return the number of tiles that a tensor of this shape has on the device."""
    *leading, rows, columns = (1, 1, *shape)
    return prod(leading) * -(-rows // TILE_HEIGHT) * -(-columns // TILE_WIDTH)


def is_as_dense(shape: Sequence[int], other: Sequence[int]) -> bool:
    """Whether a tensor of `shape` needs at most a quarter more tiles than one of shape `other`."""
    return 4 * tiles_of(shape) <= 5 * tiles_of(other)


def unit_map(source: Shape, target: Shape) -> dict[int, int] | None:
    """Return the dimension of `source` for each dimension of `target` that is longer than 1.

    Return None if the shapes differ in more than dimensions of size 1.
    """
    long_source = [dim for dim, size in enumerate(source) if size != 1]
    long_target = [dim for dim, size in enumerate(target) if size != 1]
    if [source[dim] for dim in long_source] != [target[dim] for dim in long_target]:
        return None
    return dict(zip(long_target, long_source, strict=True))


def small_shape(value: SSAValue) -> Shape:
    """Return a shape of the rank of `value` with one element."""
    return (1,) * len(shape_of(value))


def made_by(value: SSAValue, cls: type[OperationT]) -> OperationT | None:
    """Return the op that makes `value` if it is of class `cls`, otherwise None."""
    owner = value.owner
    return owner if isinstance(owner, cls) else None
