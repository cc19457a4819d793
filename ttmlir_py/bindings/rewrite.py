"""Rewrite patterns (`ttmlir.rewrite`): patterns of the dialect `pdl`, and patterns that are Python
functions, as of LLVM 22.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from typing_extensions import override
from xdsl.dialects import pdl
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
from ttmlir_py.bindings.ir.operations import Module
from ttmlir_py.bindings.ir.state import resolve_context
from ttmlir_py.bindings.pdl_rewriting import (
    Native,
    NativeFunctions,
    PDLResultList,
    PdlRewriting,
)
from ttmlir_py.rewriting.greedy import GreedyConfig, apply_patterns_greedily

__all__ = [
    "FrozenRewritePatternSet",
    "GreedyRewriteConfig",
    "GreedyRewriteStrictness",
    "GreedySimplifyRegionLevel",
    "PDLModule",
    "PDLResultList",
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

    def leave(self, raw: XdslOperation) -> None:
        """Move behind an operation that will be erased."""
        if self._before is not None and self._before.xdsl is raw:
            following = raw.next_op
            context = self._before.context
            self._before = None if following is None else operation_of(following, context)


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
        self._ip.leave(raw)
        _invalidate(raw)
        self._rewriter.replace(raw, [], [each.xdsl for each in values])

    def erase_op(self, op: Any) -> None:
        """Erase an operation. Raise ValueError if it is in use."""
        raw = raw_operation(op)
        if any(result.first_use is not None for result in raw.results):
            raise ValueError(f"'{op.operation.name}' op operation erased but still has uses")
        self._ip.leave(raw)
        _invalidate(raw)
        self._rewriter.erase(raw)


def _invalidate(raw: XdslOperation) -> None:
    """Make the Python objects of an operation and of those inside it unusable."""
    for each in list(raw.walk()):
        if (found := bound_operation(each)) is not None:
            found.invalidate()


@dataclass(frozen=True)
class _PdlPattern(RewritePattern):
    """A pattern of the dialect `pdl`."""

    pattern: PdlRewriting
    context: Any

    @override
    def match_and_rewrite(self, op: XdslOperation, rewriter: XdslRewriter) -> None:
        match = self.pattern.match(op)
        if match is not None:
            mine = PatternRewriter(operation_of(op, self.context), rewriter)
            if self.pattern.apply(match, op, mine):
                rewriter.has_done_action = True


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


class _Entry(NamedTuple):
    """A pattern of a set."""

    benefit: int
    root: str
    """The name of the operation to match; empty for any operation."""
    pattern: RewritePattern


class FrozenRewritePatternSet(HasCapsule):
    """A set of patterns, which only `freeze` makes."""

    _CAPI_NAME = "rewrite.FrozenRewritePatternSet"
    _entries: list[_Entry]

    def __init__(self) -> None:
        raise TypeError("FrozenRewritePatternSet: No constructor defined!")

    @classmethod
    def of(cls, entries: Iterable[_Entry]) -> FrozenRewritePatternSet:
        """Return the set of patterns. Those of high benefit are tried first."""
        made = cls.__new__(cls)
        made._entries = sorted(entries, key=lambda each: -each.benefit)
        return made

    def of_class(self, op_class: type[XdslOperation]) -> tuple[RewritePattern, ...]:
        """Return the patterns for a class of operations, those of high benefit first.

        Unregistered operations share a class. Patterns of `pdl` compare their names.
        """
        if issubclass(op_class, UnregisteredOp):
            return tuple(e.pattern for e in self._entries if isinstance(e.pattern, _PdlPattern))
        return tuple(e.pattern for e in self._entries if e.root in ("", op_class.name))


class RewritePatternSet(metaclass=CheckedClass):
    """A collection of patterns that are Python functions."""

    def __init__(self, context: Any = None):
        self._context = resolve_context(context)
        self._found: list[_Entry] = []

    def add(self, root: Any, fn: Function, benefit: int = 1) -> None:
        """Add the pattern `fn(op, rewriter)` for an operation, given as its class or its name.

        The pattern matched if it returns a false value. Patterns of high benefit are tried first.
        """
        name = root if isinstance(root, str) else getattr(root, "OPERATION_NAME", None)
        if not isinstance(name, str) or not callable(fn):
            raise TypeError("add(): expected a class or a name of operations, and a function")
        if issubclass(self._context.xdsl.get_operation_class(name), UnregisteredOp):
            raise ValueError(f"add(): operation '{name}' is not registered")
        self._found.append(_Entry(benefit, name, _PythonPattern(fn, self._context)))

    def freeze(self) -> FrozenRewritePatternSet:
        """Return the patterns as a set that does not change."""
        return FrozenRewritePatternSet.of(self._found)


class PDLModule(metaclass=CheckedClass):
    """The patterns of a module in the dialect `pdl`.

    As in LLVM 22, Python functions may be registered that the patterns name. A function gets a
    rewriter, a list to which it appends its results, and the arguments. A false result means that
    the constraint holds, or that the rewrite succeeded.
    """

    def __init__(self, module: Module):
        """Copy the patterns of a module. Raise MLIRError if the module is invalid."""
        if not isinstance(module, Module):
            raise TypeError(f"PDLModule(): expected Module, found {type(module).__name__}")
        module.operation.verify()
        self._context = module.context
        self._module = module.operation.checked.clone()
        self._constraints: dict[str, Native] = {}
        self._rewrites: dict[str, Native] = {}

    def register_constraint_function(self, name: str, fn: Native) -> None:
        """Register the function of `pdl.apply_native_constraint`."""
        self._register(self._constraints, name, fn)

    def register_rewrite_function(self, name: str, fn: Native) -> None:
        """Register the function of `pdl.apply_native_rewrite` or of a rewrite without a body."""
        self._register(self._rewrites, name, fn)

    @staticmethod
    def _register(found: dict[str, Native], name: str, fn: Native) -> None:
        if not isinstance(name, str) or not callable(fn):
            raise TypeError("expected the name of a function, and the function")
        found[name] = fn

    def freeze(self) -> FrozenRewritePatternSet:
        """Return the patterns as a set that does not change.

        Raise MLIRError for a pattern that names a function which is not registered, or that does
        not determine its root.
        """
        functions = NativeFunctions(dict(self._constraints), dict(self._rewrites))
        entries: list[_Entry] = []
        for each in self._module.regions[0].blocks[0].ops:
            if isinstance(each, pdl.PatternOp):
                made = PdlRewriting.of(each, functions, self._context)
                pattern = _PdlPattern(made, self._context)
                entries.append(_Entry(each.benefit.value.data, made.root_name, pattern))
        return FrozenRewritePatternSet.of(entries)


def apply_patterns_and_fold_greedily(
    module: Any, set: FrozenRewritePatternSet, config: GreedyRewriteConfig | None = None
) -> None:
    """Apply patterns inside an operation, fold and erase unused operations, until nothing changes.

    Raise ValueError if the limit of iterations is reached.
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
        raise ValueError("pattern application failed to converge")


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
