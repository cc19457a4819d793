"""The project's dialects and passes for xDSL's own tools, `xdsl-opt` and `xdsl-gui`.

Two universes (sets of dialects and passes) must not define the same name. Excluded are therefore
dialects of xDSL's own universe, and StableHLO's family, because xdsl-jax defines one of them.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from xdsl.passes import ModulePass
from xdsl.universe import XDSL_UNIVERSE, Universe

from ttmlir_py.dialects import dialect_names, load_dialect
from ttmlir_py.passes.registry import PASSES, PIPELINES, get_pass, get_pipeline

__all__ = [
    "TTMLIR_UNIVERSE",
]


CLAIMED: Final = frozenset({"chlo", "sdy", "stablehlo", "vhlo"})
"""Dialects that other packages define, or may define in the future."""

_PASSES: Final[dict[str, Callable[[], type[ModulePass]]]] = {
    **{flag: partial(get_pass, flag) for flag in PASSES},
    **{flag: partial(get_pipeline, flag) for flag in PIPELINES},
}

TTMLIR_UNIVERSE: Final = Universe(
    all_dialects={
        name: partial(load_dialect, name)
        for name in dialect_names()
        if name not in XDSL_UNIVERSE.all_dialects and name not in CLAIMED
    },
    all_passes={
        flag: factory for flag, factory in _PASSES.items() if flag not in XDSL_UNIVERSE.all_passes
    },
)


def __dir__() -> list[str]:
    return sorted(__all__)
