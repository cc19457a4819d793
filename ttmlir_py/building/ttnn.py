"""Functions that build the ops of the ttnn dialect, such as `ttnn.add(a, b)`."""

from collections.abc import Callable
from typing import Any

from ttmlir_py.building.namespaces import make_function, op_names
from ttmlir_py.dialects.ttnn import TTNN

_OPS = op_names(TTNN)

__all__ = [*_OPS]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Callable[..., Any]:
    """Create the function that builds `ttnn.<name>` at the first use of that function."""
    return make_function(_OPS, globals(), name)


def __dir__() -> list[str]:
    return sorted(_OPS)
