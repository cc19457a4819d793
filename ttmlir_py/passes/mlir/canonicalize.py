"""`canonicalize`: fold and canonicalize all operations until nothing changes."""

from dataclasses import dataclass
from enum import Enum

from typing_extensions import override
from xdsl.ir import Operation
from xdsl.pattern_rewriter import RewritePattern

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.rewriting.greedy import (
    GreedyConfig,
    apply_patterns_greedily,
    canonicalization_patterns_of,
)


class RegionSimplify(Enum):
    """The degree to which the blocks of regions are simplified."""

    DISABLED = "disabled"
    NORMAL = "normal"
    AGGRESSIVE = "aggressive"


@dataclass(frozen=True)
class CanonicalizePass(Pass):
    """Canonicalize operations

    Applies the folders and canonicalization patterns of all ops until nothing changes. Erases ops
    without uses and effects, and unreachable blocks. Merges equal constants and moves them to the
    start of their function. The operation that the pass runs on is not changed, only the ops inside
    of it. `disable-patterns` and `enable-patterns` name patterns by their class.
    """

    name = "canonicalize"
    cpp_name = "Canonicalizer"
    anchor = None

    top_down: bool = option(True, "Seed the worklist in general top-down order")
    region_simplify: RegionSimplify = option(
        RegionSimplify.NORMAL, "Perform control flow optimizations to the region tree"
    )
    max_iterations: int = option(
        10, "Max. iterations between applying patterns / simplifying regions"
    )
    max_num_rewrites: int = option(-1, "Max. number of pattern rewrites within an iteration")
    test_convergence: bool = option(
        False, "Test only: Fail pass on non-convergence to detect cyclic pattern"
    )
    disable_patterns: tuple[str, ...] = option(
        (), "Labels of patterns that should be filtered out during application"
    )
    enable_patterns: tuple[str, ...] = option(
        (),
        "Labels of patterns that should be used during application, all other patterns are "
        "filtered out",
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        config = GreedyConfig(
            self.top_down,
            self.max_iterations,
            self.max_num_rewrites,
            self.region_simplify is not RegionSimplify.DISABLED,
        )
        result = apply_patterns_greedily(op, context, self._patterns_of, config)
        if self.test_convergence and not result.converged:
            raise CompilationError
        return result.changed

    def _patterns_of(self, cls: type[Operation]) -> tuple[RewritePattern, ...]:
        return tuple(filter(self._is_enabled, canonicalization_patterns_of(cls)))

    def _is_enabled(self, pattern: RewritePattern) -> bool:
        label = pattern.__class__.__name__
        return label not in self.disable_patterns and (
            not self.enable_patterns or label in self.enable_patterns
        )
