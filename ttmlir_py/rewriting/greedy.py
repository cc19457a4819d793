"""MLIR's greedy pattern driver: fold, rewrite and erase until nothing changes.

The order in which ops are visited affects the output, so it is MLIR's. Ops are taken from a stack
that is seeded in program order. Ops that a change may affect are pushed on top. The folder and
patterns of each class of ops are looked up once. If a class has neither, the driver only checks
whether its ops are used.

@classmethod def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]

Ops of xDSL's own dialects have the patterns of their external model, or those of their
`HasCanonicalizationPatternsTrait`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from typing_extensions import override
from xdsl.context import Context
from xdsl.dialects.builtin import UNKNOWN_LOC, LocationAttr, UnregisteredOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.core import SSAValues
from xdsl.pattern_rewriter import PatternRewriter, PatternRewriterListener, RewritePattern
from xdsl.rewriter import InsertPoint
from xdsl.traits import (
    ConstantLike,
    HasCanonicalizationPatternsTrait,
)

from ttmlir_py.ir.construction import operands_of
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.external_models import Fold, canonicalization_of, is_commutative
from ttmlir_py.rewriting.control_flow import Simplified, ops_in, simplify_region
from ttmlir_py.rewriting.effects import (
    Removal,
    is_trivially_dead,
    is_unused,
    removal_of,
    would_be_trivially_dead,
)
from ttmlir_py.rewriting.folding import (
    ConstantPool,
    folder_of,
    materialize_constant,
    move_constants_last,
    tell_folding,
)

if TYPE_CHECKING:
    from ttmlir_py.ir.actions import ActionHandler

PatternsOf = Callable[[type[Operation]], tuple[RewritePattern, ...]]
"""A function that returns the patterns for an op class, in the order in which they are tried."""


@dataclass(frozen=True)
class GreedyConfig:
    """Limits and settings of the driver. The defaults are MLIR's. -1 means no limit."""

    top_down: bool = True
    max_iterations: int = 10
    max_rewrites: int = -1
    simplify_regions: bool = True


class GreedyResult(NamedTuple):
    """The result of a run of the driver."""

    converged: bool
    """Whether the driver finished before the iteration limit."""
    changed: bool


def canonicalization_patterns_of(cls: type[Operation]) -> tuple[RewritePattern, ...]:
    """Return the canonicalization patterns for ops of class `cls`."""
    if issubclass(cls, UnregisteredOp):
        return ()
    if (patterns := canonicalization_of(cls)) is not None:
        return patterns
    patterns = getattr(cls, "canonicalization_patterns", None)
    if patterns is not None:
        return patterns()
    if (trait := cls.get_trait(HasCanonicalizationPatternsTrait)) is not None:
        return trait.get_patterns(cls)
    return ()


@dataclass(frozen=True, eq=False, repr=False)
class OpClass:
    """The properties of an op class that the driver needs."""

    fold: Fold | None
    patterns: tuple[RewritePattern, ...]
    constant_like: bool
    commutative: bool
    removable: bool
    """Whether unused ops of the class may be erased; for some classes this depends on the op."""
    folds: bool
    """Whether ops of the class have a folder, or operands to sort."""
    active: bool
    """Whether ops of the class may be changed in other ways than by removing them. For some classes
    only ops with operands may be changed.
    """


def _describe(cls: type[Operation], patterns: PatternsOf) -> OpClass:
    if issubclass(cls, UnregisteredOp):
        applicable = patterns(cls)
        return OpClass(None, applicable, False, False, False, False, bool(applicable))
    fold, applicable = folder_of(cls), patterns(cls)
    constant_like, commutative = cls.has_trait(ConstantLike), is_commutative(cls)
    folds = not constant_like and (fold is not None or commutative)
    return OpClass(
        fold,
        applicable,
        constant_like,
        commutative,
        removal_of(cls) is not Removal.NEVER,
        folds,
        folds or (bool(applicable) and not getattr(cls, "PLAIN_WITHOUT_OPERANDS", False)),
    )


def apply_patterns_greedily(
    op: Operation,
    context: Context,
    patterns: PatternsOf,
    config: GreedyConfig | None = None,
) -> GreedyResult:
    """Rewrite the regions of `op` with `patterns`, folding and erasing ops, until nothing
    changes.
    """
    drivers = [GreedyDriver(region, context, patterns, config) for region in op.regions]
    converged = [driver.run() for driver in drivers]
    return GreedyResult(all(converged), any(driver.changed for driver in drivers))


def simplify(op: Operation, context: Context) -> bool:
    """Fold the ops inside of `op`, merge constants and erase dead ops, as MLIR's greedy driver
    does.

    Return whether anything changed.
    """
    return apply_patterns_greedily(op, context, lambda cls: ()).changed


class Worklist:
    """A stack of ops without duplicates, from which ops can be removed.

    A removed op stays in the list but not in the set. This also keeps its id from being reused.
    """

    def __init__(self, ops: list[Operation]):
        self._stack = ops
        self._ids = set(map(id, ops))

    def push(self, op: Operation) -> None:
        """Push `op`, unless it is on the stack."""
        if id(op) not in self._ids:
            self._ids.add(id(op))
            self._stack.append(op)

    def pop(self) -> Operation | None:
        """Remove and return the top op, or None if the list is empty."""
        while self._stack:
            op = self._stack.pop()
            if id(op) in self._ids:
                self._ids.remove(id(op))
                return op
        return None

    def remove(self, op: Operation) -> None:
        """Remove `op` if it is on the stack."""
        self._ids.discard(id(op))


class _Rewriter(PatternRewriter):
    """xDSL's rewriter, except that `inline_block` also notifies the listener of the users of the
    block's arguments, which are replaced, and of the moved ops.
    """

    @override
    def inline_block(
        self, block: Block, insertion_point: InsertPoint, arg_values: Sequence[SSAValue] = ()
    ) -> None:
        for argument, value in zip(block.args, arg_values, strict=True):
            self.replace_all_uses_with(argument, value)
        moved = list(block.ops)
        super().inline_block(block, insertion_point, arg_values)
        for op in moved:
            self.handle_operation_modification(op)


class GreedyDriver:
    """The greedy rewriter of one region, whose parent op is isolated from above."""

    def __init__(
        self,
        region: Region,
        context: Context,
        patterns: PatternsOf,
        config: GreedyConfig | None = None,
    ):
        self._region = region
        self._context = context
        self._actions = context.actions if isinstance(context, MlirContext) else None
        self._patterns = patterns if self._actions is None else _traced(patterns, self._actions)
        self._config = config or GreedyConfig()
        self.changed = False
        """Whether an op was rewritten, erased or moved."""
        self._folded_in_place = False
        self._classes: dict[type[Operation], OpClass] = {}
        self._worklist = Worklist([])
        self._holders: dict[Operation, None] = {}
        """The ops that have regions, as keys."""
        self._constants = ConstantPool(region)
        self._location: LocationAttr = UNKNOWN_LOC
        self._listener = PatternRewriterListener(
            operation_insertion_handler=[self._insert],
            operation_removal_handler=[self._forget],
            operation_modification_handler=[self._push],
        )
        entry = region.first_block
        self._rewriter = None if entry is None else _Rewriter(InsertPoint.at_start(entry))
        if self._rewriter is not None:
            self._rewriter.extend_from_listener(self._listener)

    def run(self) -> bool:
        """Run iterations until nothing changes. Return False if the iteration limit was reached."""
        if self._rewriter is None:
            return True
        iterations = 0
        again = True
        while again:
            if iterations == self._config.max_iterations:
                return False
            iterations += 1
            if self._actions is None:
                again = self._iterate(self._rewriter)
            else:
                iterate = partial(self._iterate, self._rewriter)
                again = self._actions.iterate(iterations, self._region, iterate) or False
        # The listener's methods and the driver refer to each other, which would keep both alive.
        self._worklist = Worklist([])
        return True

    def _iterate(self, rewriter: PatternRewriter) -> bool:
        """Visit all ops, and the ops that changes affect. Return whether another iteration may be
        needed.
        """
        self._constants = ConstantPool(self._region)
        unified = self._seed(rewriter)
        again = self._drain(rewriter)
        if self._config.simplify_regions:
            again |= self._erase_left_over(rewriter)
            again |= self._simplify_regions()
        self.changed |= again or unified or self._constants.moved
        return again

    def _erase_left_over(self, rewriter: PatternRewriter) -> bool:
        """Erase ops that lost their last use when another op was folded in place.

        In-place folding does not notify the driver. Return whether there were any such ops.
        """
        left_over = False
        if self._folded_in_place:
            self._folded_in_place = False
            for op in reversed(list(ops_in((self._region,)))):
                if self._class_of(op).removable and is_trivially_dead(op):
                    rewriter.erase(op)
                    left_over = True
        return left_over

    def _simplify_regions(self) -> bool:
        """Simplify the control flow of all regions. Return whether another iteration may be
        needed.
        """
        again = False
        for region in self._regions():
            simplified = simplify_region(region)
            self.changed |= simplified is not Simplified.NOTHING
            again |= simplified is Simplified.OPS
        return again

    def _regions(self) -> Iterator[Region]:
        """Yield the region and all nested regions, except those erased by an earlier
        simplification.
        """
        yield self._region
        for op in self._holders:
            for region in op.regions:
                if region.parent is not None:
                    yield region

    def _class_of(self, op: Operation) -> OpClass:
        described = self._classes.get(op.__class__)
        if described is None:
            described = self._classes[op.__class__] = _describe(op.__class__, self._patterns)
        return described

    def _seed(self, rewriter: PatternRewriter) -> bool:
        """Merge equal constants and push all ops that may change. Return whether a constant was
        erased.
        """
        changed = False
        pending: list[Operation] = []
        early: set[int] = set()
        top_down, classes = self._config.top_down, self._classes
        self._holders = {}
        for op in ops_in((self._region,), inner_first=not top_down):
            described = classes.get(op.__class__) or self._class_of(op)
            if op.regions:
                self._holders[op] = None
            if described.constant_like:
                users = self._replace_constant(op, described, rewriter)
                if users is not None:
                    changed = True
                    for user in users:  # Users come first, even before ops whose results they use.
                        self._add_with_parents(user, pending, early)
                    continue
            happens = described.active or (
                described.removable and is_unused(op) and would_be_trivially_dead(op)
            )
            if happens or (described.patterns and operands_of(op)):
                if not top_down:
                    self._add_with_parents(op, pending, early)
                elif id(op) not in early:
                    pending.append(op)
        if top_down:
            pending.reverse()
        self._worklist = Worklist(pending)
        return changed

    def _add_with_parents(self, op: Operation, pending: list[Operation], added: set[int]) -> None:
        """Append `op` and the ops around it to `pending`, except those whose ids are in `added`."""
        for each in self._with_parents(op):
            if id(each) not in added:
                added.add(id(each))
                pending.append(each)

    def _with_parents(self, op: Operation) -> Iterator[Operation]:
        """Yield `op` and the ops around it, from the innermost to the outermost inside of the
        driver's region.
        """
        parent: Operation | None = op
        while parent is not None:
            yield parent
            if parent.parent_region() is self._region:
                break
            parent = parent.parent_op()

    def _replace_constant(
        self, op: Operation, described: OpClass, rewriter: PatternRewriter
    ) -> list[Operation] | None:
        """Insert the constant `op` into the pool of constants.

        If an equal constant exists, replace `op` by it and return the users of `op`.
        """
        value = described.fold(op) if described.fold is not None else None
        if not value or not isinstance(value[0], Attribute):
            return None
        existing = self._constants.insert(op, value[0])
        if existing is op:
            return None
        users = [use.operation for use in op.results[0].uses]
        rewriter.replace(op, [], existing.results)
        return users

    def _drain(self, rewriter: PatternRewriter) -> bool:
        """Process ops until the worklist is empty. Return whether anything changed."""
        changed = False
        rewrites = 0
        while rewrites != self._config.max_rewrites:
            op = self._worklist.pop()
            if op is None:
                break
            described = self._classes.get(op.__class__) or self._class_of(op)
            if described.removable and is_trivially_dead(op):
                rewriter.erase(op)
                changed = True
            elif described.folds and self._fold(op, described, rewriter):
                changed = True
            elif described.patterns and self._rewrite(op, described, rewriter):
                changed = True
                rewrites += 1
            # An erased op and its results refer to each other, which would keep both alive.
            if op.parent is None:
                op.results = SSAValues()
        return changed

    def _rewrite(self, op: Operation, described: OpClass, rewriter: PatternRewriter) -> bool:
        rewriter.has_done_action = False
        rewriter.insertion_point = _before(op)
        self._location = op.location
        for pattern in described.patterns:
            pattern.match_and_rewrite(op, rewriter)
            if rewriter.has_done_action:
                return True
        return False

    def _fold(self, op: Operation, described: OpClass, rewriter: PatternRewriter) -> bool:
        """Fold `op`, if it has a folder, and insert the resulting constants before it.

        Return whether that changed anything.
        """
        folded = described.fold(op) if described.fold is not None else None
        if folded is None:
            if described.commutative and move_constants_last(op, self._is_constant):
                self._push(op)
                return True
            return False
        if not folded:
            self._folded_in_place = True
            self._push(op)
            return True
        values: list[SSAValue] = []
        created: list[Operation] = []
        for value, result in zip(folded, op.results, strict=True):
            if isinstance(value, Attribute):
                constant = materialize_constant(self._context, op, value, result.type)
                if constant is None:
                    return False
                created.append(constant)
                value = constant.results[0]
            values.append(value)
        tell_folding(self._context, op)
        self._location = op.location
        rewriter.insertion_point = InsertPoint.before(op)
        rewriter.replace(op, created, values)
        return True

    def _is_constant(self, value: SSAValue) -> bool:
        owner = value.owner
        return isinstance(owner, Operation) and self._class_of(owner).constant_like

    def _insert(self, op: Operation) -> None:
        """Push an op that was inserted, and give it a location.

        An op without a location gets that of the op which the current pattern matched.
        """
        if op.location is UNKNOWN_LOC:
            op.location = self._location
        if op.regions:
            self._holders.update((inner, None) for inner in op.walk() if inner.regions)
        self._push(op)

    def _push(self, op: Operation) -> None:
        """Push `op` and the ops around it, up to the driver's region."""
        for each in self._with_parents(op):
            self._worklist.push(each)

    def _forget(self, op: Operation) -> None:
        """Remove an op that is being erased, with its inner ops, from the worklist.

        The ops that define its operands are pushed, because they may have lost their last use.
        """
        for region in reversed(op.regions):
            for block in reversed(region.blocks):
                for inner in reversed(list(block.ops)):
                    self._forget(inner)
                    inner.operands = ()
        for operand in op.operands:
            owner = operand.owner
            if isinstance(owner, Operation) and _at_most_one_other_user(operand, op):
                self._push(owner)
        self._worklist.remove(op)
        if op.regions:
            self._holders.pop(op, None)
        self._constants.forget(op)


@dataclass(frozen=True)
class _TracedPattern(RewritePattern):
    """A pattern that runs as an action, so that observers see its application."""

    pattern: RewritePattern
    actions: ActionHandler

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        run = partial(self.pattern.match_and_rewrite, op, rewriter)
        self.actions.apply_pattern(self.pattern, op, run, rewriter)


def _traced(patterns: PatternsOf, actions: ActionHandler) -> PatternsOf:
    return lambda cls: tuple(_TracedPattern(pattern, actions) for pattern in patterns(cls))


def _before(op: Operation) -> InsertPoint:
    """Return `InsertPoint.before(op)` without its checks, which take longer than most patterns."""
    point = object.__new__(InsertPoint)
    object.__setattr__(point, "block", op.parent)
    object.__setattr__(point, "insert_before", op)
    return point


def _at_most_one_other_user(value: SSAValue, op: Operation) -> bool:
    """Whether at most one op other than `op` uses `value`.

    If a use was just removed, this means that patterns which need a single use may match now.
    """
    other: Operation | None = None
    for use in value.uses:
        user = use.operation
        if user is op or user is other:
            continue
        if other is not None:
            return False
        other = user
    return True


def patterns_for(patterns: Iterable[tuple[type[Operation], RewritePattern]]) -> PatternsOf:
    """Return a function that finds the patterns for an op class in `patterns`, pairs of class and
    pattern.
    """
    table: dict[type[Operation], tuple[RewritePattern, ...]] = {}
    for cls, pattern in patterns:
        table[cls] = (*table.get(cls, ()), pattern)
    return lambda cls: table.get(cls, ())
