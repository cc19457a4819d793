"""MLIR's greedy pattern driver: fold, rewrite and erase until nothing changes.

The order in which ops are visited decides what the output looks like, so it is MLIR's: ops are taken from a
stack that is seeded in the order of the program; what a change may affect is pushed on top. A class of ops is
asked once for its folder and patterns, and ops that have neither cost nothing but the look at their uses.

    def fold(self) -> Sequence[SSAValue | Attribute] | None       # an empty list: changed in place
    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]

Ops of xDSL's own dialects are asked for their `HasFolder` and `HasCanonicalizationPatternsTrait` instead.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from xdsl.context import Context
from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.dialects.builtin import UNKNOWN_LOC, UnregisteredOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, PatternRewriterListener, RewritePattern
from xdsl.rewriter import InsertPoint
from xdsl.traits import (
    Commutative,
    ConstantLike,
    HasCanonicalizationPatternsTrait,
    HasFolder,
    IsolatedFromAbove,
)
from xdsl.utils.worklist import Worklist

from ttmlir_py.passes.cfg import ops_in, simplify_region
from ttmlir_py.passes.effects import Removal, is_trivially_dead, is_unused, removal_of

FoldResult = Sequence[SSAValue | Attribute]
Fold = Callable[[Any], FoldResult | None]
PatternsOf = Callable[[type[Operation]], tuple[RewritePattern, ...]]
"""The patterns that apply to a class of ops, best first."""


@dataclass(frozen=True)
class GreedyConfig:
    """How far the driver goes; the defaults are MLIR's. -1 is no limit."""

    top_down: bool = True
    max_iterations: int = 10
    max_rewrites: int = -1
    simplify_regions: bool = True


class GreedyResult(NamedTuple):
    """How a run of the driver ended."""

    converged: bool
    """Whether nothing was left to do before the iteration limit was hit."""
    changed: bool


def folder_of(cls: type[Operation]) -> Fold | None:
    """The function that folds ops of a class, if they fold."""
    if issubclass(cls, UnregisteredOp):
        return None
    if cls.name.startswith("arith."):
        from ttmlir_py.passes.arith_folding import FOLDERS, fold_arith

        if cls in FOLDERS:
            return fold_arith
    if (trait := cls.get_trait(HasFolder)) is not None:
        return trait.fold
    return getattr(cls, "fold", None)


def canonicalization_patterns_of(cls: type[Operation]) -> tuple[RewritePattern, ...]:
    """The canonicalization patterns of a class of ops."""
    if issubclass(cls, UnregisteredOp):
        return ()
    patterns = getattr(cls, "canonicalization_patterns", None)
    if patterns is not None:
        return patterns()
    if (trait := cls.get_trait(HasCanonicalizationPatternsTrait)) is not None:
        return trait.get_patterns(cls)
    return ()


@dataclass(frozen=True)
class OpClass:
    """What the driver knows of a class of ops."""

    fold: Fold | None
    patterns: tuple[RewritePattern, ...]
    constant_like: bool
    commutative: bool
    removal: Removal
    active: bool
    """Whether anything can happen to an op of the class besides its removal."""


def _describe(cls: type[Operation], patterns: PatternsOf) -> OpClass:
    if issubclass(cls, UnregisteredOp):
        return OpClass(None, (), False, False, Removal.NEVER, False)
    fold, applicable = folder_of(cls), patterns(cls)
    constant_like, commutative = cls.has_trait(ConstantLike), cls.has_trait(Commutative)
    return OpClass(
        fold,
        applicable,
        constant_like,
        commutative,
        removal_of(cls),
        commutative or bool(applicable) or (fold is not None and not constant_like),
    )


def apply_patterns_greedily(
    op: Operation,
    context: Context,
    patterns: PatternsOf,
    config: GreedyConfig | None = None,
) -> GreedyResult:
    """Rewrite the regions of `op` until nothing changes."""
    drivers = [GreedyDriver(region, context, patterns, config) for region in op.regions]
    converged = [driver.run() for driver in drivers]
    return GreedyResult(all(converged), any(driver.changed for driver in drivers))


class GreedyDriver:
    """Rewrites one region, whose parent op is isolated from above."""

    def __init__(
        self,
        region: Region,
        context: Context,
        patterns: PatternsOf,
        config: GreedyConfig | None = None,
    ):
        self._region = region
        self._context = context
        self._patterns = patterns
        self._config = config or GreedyConfig()
        self.changed = False
        """Whether anything was rewritten, erased or moved."""
        self._classes: dict[type[Operation], OpClass] = {}
        self._worklist = Worklist[Operation]()
        self._constants = ConstantPool(region)
        self._listener = PatternRewriterListener(
            operation_insertion_handler=[self._push],
            operation_removal_handler=[self._forget],
            operation_modification_handler=[self._push],
        )
        self._rewriter = (
            PatternRewriter(InsertPoint.at_start(region.block)) if region.blocks else None
        )
        if self._rewriter is not None:
            self._rewriter.extend_from_listener(self._listener)

    def run(self) -> bool:
        """Iterate until nothing changes; False if the iteration limit was hit."""
        if self._rewriter is None:
            return True
        iterations = 0
        changed = True
        while changed:
            if iterations == self._config.max_iterations:
                return False
            iterations += 1
            self._constants = ConstantPool(self._region)
            changed = self._seed(self._rewriter)
            changed |= self._drain(self._rewriter)
            if self._config.simplify_regions:
                changed |= simplify_region(self._region)
            self.changed |= changed or self._constants.moved
        return True

    def _class_of(self, op: Operation) -> OpClass:
        described = self._classes.get(op.__class__)
        if described is None:
            described = self._classes[op.__class__] = _describe(op.__class__, self._patterns)
        return described

    def _seed(self, rewriter: PatternRewriter) -> bool:
        """Unify the constants and push all ops to which something may happen; whether a constant went."""
        changed = False
        pending: list[Operation] = []
        classes = self._classes
        for op in ops_in((self._region,), inner_first=not self._config.top_down):
            described = classes.get(op.__class__) or self._class_of(op)
            if described.constant_like and not self._keep_constant(op, described, rewriter):
                changed = True
            elif described.active or self._is_dead(op, described):
                pending.append(op)
        self._worklist = Worklist()
        for op in reversed(pending) if self._config.top_down else pending:
            self._worklist.push(op)
        return changed

    def _keep_constant(self, op: Operation, described: OpClass, rewriter: PatternRewriter) -> bool:
        """Register a constant op, at the front of its scope, or replace it by an equal one."""
        value = described.fold(op) if described.fold is not None else None
        if not value or not isinstance(value[0], Attribute):
            return True
        existing = self._constants.insert(op, value[0])
        if existing is op:
            return True
        rewriter.replace(op, [], existing.results)
        return False

    @staticmethod
    def _is_dead(op: Operation, described: OpClass) -> bool:
        removal = described.removal
        if removal is Removal.NEVER or not is_unused(op):
            return False
        return removal is Removal.ALWAYS or is_trivially_dead(op)

    def _drain(self, rewriter: PatternRewriter) -> bool:
        """Process ops until the worklist is empty; whether anything changed."""
        changed = False
        rewrites = 0
        while self._worklist and rewrites != self._config.max_rewrites:
            op = self._worklist.pop()
            described = self._class_of(op)
            if self._is_dead(op, described):
                rewriter.erase(op)
                changed = True
            elif self._fold(op, described, rewriter):
                changed = True
            elif described.patterns and self._rewrite(op, described, rewriter):
                changed = True
                rewrites += 1
        return changed

    def _rewrite(self, op: Operation, described: OpClass, rewriter: PatternRewriter) -> bool:
        rewriter.has_done_action = False
        for pattern in described.patterns:
            rewriter.insertion_point = InsertPoint.before(op)
            pattern.match_and_rewrite(op, rewriter)
            if rewriter.has_done_action:
                return True
        return False

    def _fold(self, op: Operation, described: OpClass, rewriter: PatternRewriter) -> bool:
        """Fold the op, if it folds; constants that result are put in its place."""
        if described.constant_like:
            return False
        folded = described.fold(op) if described.fold is not None else None
        if folded is None:
            if described.commutative and self._constants_last(op):
                self._push(op)
                return True
            return False
        if not folded:
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
        rewriter.insertion_point = InsertPoint.before(op)
        rewriter.replace(op, created, values)
        return True

    def _constants_last(self, op: Operation) -> bool:
        """Move constant operands of a commutative op to the end; whether the order changed."""
        operands = list(op.operands)
        ordered = sorted(operands, key=self._is_constant)
        if all(a is b for a, b in zip(operands, ordered, strict=True)):
            return False
        op.operands = ordered
        return True

    def _is_constant(self, value: SSAValue) -> bool:
        owner = value.owner
        return isinstance(owner, Operation) and self._class_of(owner).constant_like

    def _push(self, op: Operation) -> None:
        """Push an op and the ops around it, up to the region."""
        parents: Operation | None = op
        while parents is not None:
            self._worklist.push(parents)
            if parents.parent_region() is self._region:
                break
            parents = parents.parent_op()

    def _forget(self, op: Operation) -> None:
        """An op is about to be erased: look again at what defines its operands."""
        for operand in op.operands:
            owner = operand.owner
            if isinstance(owner, Operation) and _at_most_one_other_user(operand, op):
                self._push(owner)
        for inner in op.walk():
            self._worklist.remove(inner)
            self._constants.forget(inner)


def _at_most_one_other_user(value: SSAValue, op: Operation) -> bool:
    """Whether at most one op besides `op` uses the value: then there may be something new to find."""
    other: Operation | None = None
    for use in value.uses:
        user = use.operation
        if user is op or user is other:
            continue
        if other is not None:
            return False
        other = user
    return True


def materialize_constant(
    context: Context, op: Operation, value: Attribute, result_type: Attribute
) -> Operation | None:
    """The constant op with which the dialect of `op` expresses an attribute; it has the location of `op`."""
    dialect = context.get_optional_dialect(op.dialect_name())
    interface = dialect.get_interface(ConstantMaterializationInterface) if dialect else None
    constant = interface.materialize_constant(value, result_type) if interface else None
    if constant is not None:
        constant.location = op.location
    return constant


@dataclass
class ConstantPool:
    """The constant ops of a region: equal ones are one op, at the start of the isolated region that holds them."""

    region: Region
    moved: bool = False
    """Whether an op was moved to the front."""
    _by_value: dict[tuple[Region, str, Attribute, Attribute], Operation] = field(
        default_factory=dict[tuple[Region, str, Attribute, Attribute], Operation]
    )
    _owned: dict[Operation, tuple[Region, str, Attribute, Attribute]] = field(
        default_factory=dict[Operation, tuple[Region, str, Attribute, Attribute]]
    )

    def insert(self, op: Operation, value: Attribute) -> Operation:
        """The op that stands for this constant: `op`, moved to the front if need be, or an earlier one."""
        block = op.parent
        assert block is not None
        scope = insertion_region(block)
        key = (scope, op.dialect_name(), value, op.results[0].type)
        existing = self._by_value.get(key)
        if existing is not None:
            existing.location = UNKNOWN_LOC
            return existing
        front = scope.block if scope.first_block is scope.last_block else scope.blocks[0]
        if op.parent is not front or (op.prev_op is not None and op.prev_op not in self._owned):
            op.detach()
            _insert_first(front, op)
            self.moved = True
            op.location = UNKNOWN_LOC
        self._by_value[key] = op
        self._owned[op] = key
        return op

    def forget(self, op: Operation) -> None:
        """The op is about to be erased."""
        key = self._owned.pop(op, None)
        if key is not None:
            del self._by_value[key]


def _insert_first(block: Block, op: Operation) -> None:
    first = block.first_op
    if first is None:
        block.add_op(op)
    else:
        block.insert_op_before(op, first)


def insertion_region(block: Block) -> Region:
    """The region at whose start a constant is put: the innermost one whose op keeps values of outer regions out."""
    region = block.parent
    assert region is not None
    while (parent := region.parent_op()) is not None:
        outer = parent.parent_region()
        if parent.has_trait(IsolatedFromAbove) or outer is None or keeps_constants(parent):
            break
        region = outer
    return region


def keeps_constants(op: Operation) -> bool:
    """Whether constants stay in the regions of an op that is not isolated: those of `ttir.generic` are kernels."""
    return op.name == "ttir.generic"


def patterns_for(patterns: Iterable[tuple[type[Operation], RewritePattern]]) -> PatternsOf:
    """Group patterns by the class of ops that they are for."""
    table: dict[type[Operation], tuple[RewritePattern, ...]] = {}
    for cls, pattern in patterns:
        table[cls] = (*table.get(cls, ()), pattern)
    return lambda cls: table.get(cls, ())
