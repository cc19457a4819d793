"""Rewrite rules of TTIR: functions that return the value which replaces the result of an op.

    def double_transpose(op: ttir.TransposeOp, builder: RuleBuilder) -> SSAValue | None: ...

A rule returns None if it does not apply. Rules only see ops on tensors of static shape without a
layout. Each pass of the simplification has a table `RULES` of rules by class, and `apply_rules`
applies them until nothing changes.

The docstring of a rule states its law, and why the rule cannot be applied forever ("Ends: ..."). If
rules are applied more often than a budget allows, this is an error with the name of the rule.

Locations name the source of the new ops. The ops that a rule makes get the location of the op that
they replace, whose value the last one has. The last one also gets the locations of all other ops
that are not needed any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import prod
from typing import Any, TypeVar, cast

from typing_extensions import override
from xdsl.dialects.builtin import NoneAttr, TensorType, UnknownLoc
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.rewriter import InsertPoint

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor import EmptyOp
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
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.operations import inherits
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.locations import fuse, fused_parts
from ttmlir_py.ir.memo import IdentityMemo
from ttmlir_py.passes.ttir.builder import TTIRBuilder
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.rewriting.greedy import (
    PatternsOf,
    apply_patterns_greedily,
    canonicalization_patterns_of,
)

OperationT = TypeVar("OperationT", bound=Operation)

_APPLICATIONS_PER_OP = 64
"""The largest number of applications of rules for each op of the program.

1,500 random programs need less than 1.
"""
_SPARE_APPLICATIONS = 1024
"""The number of applications that every program may need in addition."""


class RuleBuilder(TTIRBuilder):
    """A builder whose ops the greedy driver visits again."""

    __slots__ = ("_rewriter", "inserted")

    def __init__(self, anchor: Operation, rewriter: PatternRewriter):
        super().__init__(anchor)
        self._rewriter = rewriter
        self.inserted: list[Operation] = []
        """The ops that the rule has made, without empty tensors."""

    @override
    def insert(self, op: OperationT) -> OperationT:
        """Insert `op` before the op that the rule matched, and return it."""
        op.location = self.location
        assert self.anchor is not None
        self._rewriter.insert(op, InsertPoint.before(self.anchor))
        if not isinstance(op, EmptyOp):
            self.inserted.append(op)
        return op

    def again(self, op: Operation, inputs: Sequence[SSAValue], shape: Sequence[int]) -> SSAValue:
        """Return the result of an op like `op`, on other inputs and with another shape."""
        return self.dps(op.__class__, inputs, tensor_type(op.results[0]), shape, **op.properties)


Rule = Callable[[Any, RuleBuilder], SSAValue | None]
Rules = Mapping[type[Operation], Sequence[Rule]]


@dataclass
class Budget:
    """The applications of rules to a program so far, by rule, and their limit."""

    limit: int
    used: Counter[str] = field(default_factory=Counter[str])
    total: int = 0

    def charge(self, rule: Rule, op: Operation) -> None:
        """Count an application of `rule` to `op`. Raise OperationError beyond the limit."""
        self.used[rule.__name__] += 1
        self.total += 1
        if self.total > self.limit:
            listed = ", ".join(f"{name} ({count})" for name, count in self.used.most_common(3))
            raise OperationError(
                op,
                f"simplification did not end after {self.limit} applications of rules, most "
                f"often of {listed}; compile with simplify=false, and report this program",
                op_prefix=False,
            )


@dataclass(frozen=True, eq=False)
class RulePattern(RewritePattern):
    """A pattern that replaces the result of an op by the value that a rule returns.

    The rules of a class are one pattern, because testing the types takes longer than most rules.
    """

    rules: Sequence[Rule]
    is_plain: Callable[[Attribute], bool]
    """Returns whether rules see the ops on tensors of a type."""
    budget: Budget

    @override
    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if len(op.results) != 1 or not all(self.is_plain(each.type) for each in op.operands):
            return
        builder = RuleBuilder(op, rewriter)
        for rule in self.rules:
            value = rule(op, builder)
            if value is None:
                if rewriter.has_done_action:
                    return
                continue
            self.budget.charge(rule, op)
            if builder.inserted:
                _locate(builder.inserted[-1], _replaced(op))
            rewriter.replace(op, [], [value])
            return


def _replaced(op: Operation) -> list[Operation]:
    """Return the ops that are not needed after `op` is replaced, the last one first.

    Constants and empty tensors are left out, because they compute nothing.
    """
    found, pending = {op: None}, [op]
    while pending:
        for value in pending.pop().operands:
            owner = value.owner
            if (
                isinstance(owner, Operation)
                and owner not in found
                and not isinstance(owner, EmptyOp | ttir.ConstantOp)
                and all(user in found for user in users_of(value))
            ):
                found[owner] = None
                pending.append(owner)
    return list(found)


def _locate(made: Operation, replaced: Sequence[Operation]) -> None:
    """Add the locations of the replaced ops to that of `made`, which has the value of the first
    one.

    An op that moves past others only gets its own place, not those of the ops that it passes.
    """
    op, *others = replaced
    if isinstance(op.location, UnknownLoc):
        return
    moved = [each for each in others if type(each) is type(made)]
    origins = [fused_parts(each.location)[-1] for each in moved]
    made.location = fuse([op.location, *(origins or [each.location for each in others])])


def _is_plain(type_: Attribute) -> bool:
    """Whether a type is a tensor of static shape without layout and without a size of 0."""
    return (
        isinstance(type_, TensorType)
        and isinstance(type_.encoding, NoneAttr)
        and all(size > 0 for size in type_.get_shape())
    )


def apply_rules(op: Operation, context: MlirContext, tables: Iterable[Rules]) -> bool:
    """Apply the rules of all tables inside of `op` until nothing changes. Return whether they
    changed anything.

    Raise OperationError if the rules do not end.
    """
    count = sum(1 for _ in ops_in(op.regions))
    budget = Budget(_SPARE_APPLICATIONS + _APPLICATIONS_PER_OP * count)
    patterns = _patterns_of(tables, budget, are_actions=context.actions is not None)
    return apply_patterns_greedily(op, context, patterns).changed


def _patterns_of(tables: Iterable[Rules], budget: Budget, *, are_actions: bool) -> PatternsOf:
    """Return the patterns for an op class: the rules of all tables for it and its base classes, and
    its canonicalization patterns.

    With `are_actions`, each rule is a pattern of its own, so that debug counters can skip it.
    """
    listed = list(tables)
    is_plain = IdentityMemo(_is_plain)

    @cache
    def find(cls: type[Operation]) -> tuple[RewritePattern, ...]:
        rules = [
            rule
            for table in listed
            for base, rules in table.items()
            if inherits(cls, base)
            for rule in rules
        ]
        groups = [[rule] for rule in rules] if are_actions or not rules else [rules]
        own = (RulePattern(group, is_plain, budget) for group in groups)
        return (*canonicalization_patterns_of(cls), *own)

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
    return cast(OperationT, owner) if inherits(owner.__class__, cls) else None
