"""Rewrite patterns (`ttmlir.rewrite`): the names of LLVM 20, which refuse to work.

MLIR compiles patterns of the dialect `pdl` and applies them greedily. ttmlir_py has no `pdl`.
"""

from __future__ import annotations

from typing import Any, NoReturn

__all__ = ["FrozenRewritePatternSet", "PDLModule", "apply_patterns_and_fold_greedily"]


def _refuse(what: str) -> NoReturn:
    raise NotImplementedError(
        f"{what} needs patterns of the pdl dialect, which ttmlir_py does not have. Run a pass "
        "(ttmlir.passmanager), or change operations in Python"
    )


class FrozenRewritePatternSet:
    """A set of patterns, which only `PDLModule.freeze` makes."""

    def __init__(self) -> None:
        raise TypeError("FrozenRewritePatternSet: No constructor defined!")


class PDLModule:
    """A module of patterns."""

    def __init__(self, module: Any):
        """Raise NotImplementedError."""
        _refuse("PDLModule")

    def freeze(self) -> FrozenRewritePatternSet:
        """Return the patterns of the module."""
        _refuse("PDLModule.freeze")


def apply_patterns_and_fold_greedily(module: Any, set: FrozenRewritePatternSet) -> None:
    """Raise NotImplementedError."""
    _refuse("apply_patterns_and_fold_greedily")
