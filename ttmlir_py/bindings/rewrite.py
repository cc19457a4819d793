"""Rewrite patterns (`ttmlir.rewrite`): patterns that are Python functions, as of LLVM 22.

Patterns of the dialect `pdl` are refused, because ttmlir_py has no `pdl`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, NoReturn

from typing_extensions import override
from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation as XdslOperation
from xdsl.pattern_rewriter import PatternRewriter as XdslRewriter
from xdsl.pattern_rewriter import RewritePattern
from xdsl.rewriter import InsertPoint

from ttmlir_py.bindings.ir.building import value_of
from ttmlir_py.bindings.ir.capsules import HasCapsule
from ttmlir_py.bindings.ir.foreign_self import CheckedClass
from ttmlir_py.bindings.ir.insertion import InsertionPoint
from ttmlir_py.bindings.ir.links import bound_operation, operation_of, raw_operation, view_of
from ttmlir_py.bindings.ir.state import resolve_context
from ttmlir_py.rewriting.greedy import GreedyConfig, apply_patterns_greedily

__all__ = [
    "FrozenRewritePatternSet",
    "GreedyRewriteConfig",
    "GreedyRewriteStrictness",
    "GreedySimplifyRegionLevel",
    "PDLModule",
    "PatternRewriter",
    "RewritePatternSet",
    "apply_patterns_and_fold_greedily",
    "walk_and_apply_patterns",
]

Function = Callable[[Any, "PatternRewriter"], object]
"""A pattern: it receives an operation and a rewriter. A false result means that it matched."""


class GreedyRewriteStrictness(Enum):
    """The operations that the greedy driver may rewrite."""

    ANY_OP = 0
    EXISTING_AND_NEW_OPS = 1
    EXISTING_OPS = 2


class GreedySimplifyRegionLevel(Enum):
    """The extent to which the greedy driver simplifies control flow."""

    DISABLED = 0
    NORMAL = 1
    AGGRESSIVE = 2


@dataclass
class GreedyRewriteConfig(metaclass=CheckedClass):
    """Limits and settings of the greedy driver; -1 means no limit."""

    max_iterations: int = 10
    max_num_rewrites: int = -1
    use_top_down_traversal: bool = False
    enable_folding: bool = True
    strictness: GreedyRewriteStrictness = GreedyRewriteStrictness.ANY_OP
    region_simplification_level: GreedySimplifyRegionLevel = GreedySimplifyRegionLevel.AGGRESSIVE
    enable_constant_cse: bool = True

    def checked(self) -> GreedyConfig:
        """Return the settings of the driver. Raise NotImplementedError for others."""
        if not self.enable_folding or not self.enable_constant_cse:
            raise NotImplementedError("the greedy driver always folds and merges constants")
        if self.strictness is not GreedyRewriteStrictness.ANY_OP:
            raise NotImplementedError(f"{self.strictness} is not supported, expected ANY_OP")
        level = self.region_simplification_level
        return GreedyConfig(
            top_down=self.use_top_down_traversal,
            max_iterations=self.max_iterations,
            max_rewrites=self.max_num_rewrites,
            simplify_regions=level is not GreedySimplifyRegionLevel.DISABLED,
        )


class _ReportingPoint(InsertionPoint):
    """An insertion point before an operation that reports new operations to a rewriter."""

    def __init__(self, operation: Any, rewriter: XdslRewriter):
        super().__init__(operation)
        self._rewriter = rewriter

    @override
    def insert_raw(self, raw: Any) -> None:
        super().insert_raw(raw)
        self._rewriter.has_done_action = True
        self._rewriter.handle_operation_insertion(raw)


class PatternRewriter(metaclass=CheckedClass):
    """The changes that a pattern may make to the operation that it matches."""

    def __init__(self, operation: Any, rewriter: XdslRewriter):
        self._context = operation.context
        self._rewriter = rewriter
        self._ip = _ReportingPoint(operation, rewriter)

    @property
    def ip(self) -> InsertionPoint:
        """The insertion point before the operation."""
        return self._ip

    def replace_op(self, op: Any, new_op: Any) -> None:
        """Replace an operation by another one, or its results by values."""
        raw = raw_operation(op)
        if hasattr(new_op, "operation"):
            values = list(new_op.operation.results)
        else:
            values = [value_of(each) for each in new_op]
        if len(values) != len(raw.results):
            raise ValueError(
                f"replace_op(): {len(values)} values for the {len(raw.results)} results of "
                f"'{op.operation.name}'"
            )
        _invalidate(raw)
        self._rewriter.replace(raw, [], [each.xdsl for each in values])

    def erase_op(self, op: Any) -> None:
        """Erase an operation. Raise ValueError if it is in use."""
        raw = raw_operation(op)
        if any(result.first_use is not None for result in raw.results):
            raise ValueError(f"'{op.operation.name}' op operation erased but still has uses")
        _invalidate(raw)
        self._rewriter.erase(raw)


def _invalidate(raw: XdslOperation) -> None:
    """Make the Python objects of an operation and of those inside it unusable."""
    for each in list(raw.walk()):
        if (found := bound_operation(each)) is not None:
            found.invalidate()


@dataclass(frozen=True)
class _PythonPattern(RewritePattern):
    """A pattern that calls a Python function."""

    function: Function
    context: Any

    @override
    def match_and_rewrite(self, op: XdslOperation, rewriter: XdslRewriter) -> None:
        operation = operation_of(op, self.context)
        mine = PatternRewriter(operation, rewriter)
        if not self.function(view_of(op, self.context), mine):
            rewriter.has_done_action = True


Patterns = dict[str, tuple[_PythonPattern, ...]]


class FrozenRewritePatternSet(HasCapsule):
    """A set of patterns, which only `freeze` makes."""

    _CAPI_NAME = "rewrite.FrozenRewritePatternSet"
    _patterns: Patterns

    def __init__(self) -> None:
        raise TypeError("FrozenRewritePatternSet: No constructor defined!")

    @classmethod
    def of(cls, patterns: Patterns) -> FrozenRewritePatternSet:
        """Return the set of `patterns`, which are grouped by the name of their root operation."""
        made = cls.__new__(cls)
        made._patterns = patterns
        return made

    def of_class(self, op_class: type[XdslOperation]) -> tuple[RewritePattern, ...]:
        """Return the patterns for a class of operations, those of high benefit first."""
        return self._patterns.get(op_class.name, ())


class RewritePatternSet(metaclass=CheckedClass):
    """A collection of patterns that are Python functions."""

    def __init__(self, context: Any = None):
        self._context = resolve_context(context)
        self._found: defaultdict[str, list[tuple[int, Function]]] = defaultdict(list)

    def add(self, root: Any, fn: Function, benefit: int = 1) -> None:
        """Add the pattern `fn(op, rewriter)` for an operation, given as its class or its name.

        The pattern matched if it returns a false value. Patterns of high benefit are tried first.
        """
        name = root if isinstance(root, str) else getattr(root, "OPERATION_NAME", None)
        if not isinstance(name, str) or not callable(fn):
            raise TypeError("add(): expected a class or a name of operations, and a function")
        if issubclass(self._context.xdsl.get_operation_class(name), UnregisteredOp):
            raise ValueError(f"add(): operation '{name}' is not registered")
        self._found[name].append((benefit, fn))

    def freeze(self) -> FrozenRewritePatternSet:
        """Return the patterns as a set that does not change."""
        patterns: Patterns = {}
        for name, given in self._found.items():
            ordered = sorted(given, key=lambda each: -each[0])
            patterns[name] = tuple(_PythonPattern(fn, self._context) for _, fn in ordered)
        return FrozenRewritePatternSet.of(patterns)


def apply_patterns_and_fold_greedily(
    module: Any, set: FrozenRewritePatternSet, config: GreedyRewriteConfig | None = None
) -> None:
    """Apply patterns inside an operation, fold and erase unused operations, until nothing changes.

    Raise RuntimeError if the limit of iterations is reached.
    """
    raw = raw_operation(module)
    known = [each for each in raw.walk() if bound_operation(each) is not None]
    settings = (config or GreedyRewriteConfig()).checked()
    context = module.operation.context.xdsl
    result = apply_patterns_greedily(raw, context, set.of_class, settings)
    living = {id(each) for each in raw.walk()}
    for each in known:
        found = bound_operation(each)
        if id(each) not in living and found is not None:
            found.invalidate()
    if not result.converged:
        raise RuntimeError("pattern application failed to converge")


def walk_and_apply_patterns(op: Any, set: FrozenRewritePatternSet) -> None:
    """Apply patterns once to each operation inside an operation, inner ones first.

    New operations are not visited.
    """
    root = raw_operation(op)
    for each in list(root.walk(region_first=True)):
        if each is root or not root.is_ancestor(each):
            continue
        rewriter = XdslRewriter(InsertPoint.before(each))
        for pattern in set.of_class(type(each)):
            pattern.match_and_rewrite(each, rewriter)
            if rewriter.has_done_action:
                break


def _refuse(what: str) -> NoReturn:
    raise NotImplementedError(
        f"{what} needs patterns of the pdl dialect, which ttmlir_py does not have. Use "
        "RewritePatternSet with Python functions"
    )


class PDLModule(metaclass=CheckedClass):
    """A module of patterns in the dialect `pdl`, which is refused."""

    def __init__(self, module: Any):
        """Raise NotImplementedError."""
        _refuse("PDLModule")

    def freeze(self) -> FrozenRewritePatternSet:
        """Return the patterns of the module."""
        _refuse("PDLModule.freeze")
