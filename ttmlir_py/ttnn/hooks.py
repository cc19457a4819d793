"""Hooks around operations, fallback functions, and the configuration of the library."""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ttmlir_py.ttnn.tensor import TtnnError, observed_by

Hook = Callable[..., object]


def get_fallback_function(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function that computes an operation on the host: here the operation itself."""
    if not callable(operation):
        raise TypeError(f"{type(operation).__name__} is not an operation")
    return operation


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation, as hooks receive it."""

    python_fully_qualified_name: str


class _HookCaller:
    """Calls hooks before or after each operation. Implements `observers.CallWatcher`."""

    def __init__(self, before: Hook | None, after: Hook | None) -> None:
        self._before, self._after = before, after
        self._calls: list[Mapping[str, object]] = []

    def begin(
        self, name: str, operands: Sequence[object], attributes: Mapping[str, object]
    ) -> None:
        self._calls.append(attributes)
        if self._before is not None:
            self._before(Operation(f"ttnn.{name}"), tuple(operands), dict(attributes))

    def end(self, name: str, operands: Sequence[object], result: object) -> None:
        attributes = self._calls.pop()
        if self._after is not None:
            self._after(Operation(f"ttnn.{name}"), tuple(operands), dict(attributes), result)

    def fail(self, error: BaseException) -> None:
        self._calls.pop()


@contextmanager
def register_pre_operation_hook(hook: Hook) -> Generator[None]:
    """Within the block, call `hook(operation, operands, attributes)` before each operation."""
    with observed_by(_HookCaller(hook, None)):
        yield


@contextmanager
def register_post_operation_hook(hook: Hook) -> Generator[None]:
    """Within the block, call `hook(operation, operands, attributes, result)` after each
    operation.
    """
    with observed_by(_HookCaller(None, hook)):
        yield


@dataclass(slots=True)
class Config:
    """The configuration of TT-NN. It changes nothing in the simulator."""

    cache_path: Path = Path.home() / ".cache" / "ttnn"
    model_cache_path: Path = Path.home() / ".cache" / "ttnn" / "models"
    tmp_dir: Path = Path("/tmp/ttnn")
    enable_model_cache: bool = False
    enable_fast_runtime_mode: bool = True
    throw_exception_on_fallback: bool = False
    enable_logging: bool = False
    enable_graph_report: bool = False
    enable_detailed_buffer_report: bool = False
    enable_detailed_tensor_report: bool = False
    enable_comparison_mode: bool = False
    comparison_mode_should_raise_exception: bool = False
    comparison_mode_pcc: float = 0.9999
    root_report_path: Path = Path("generated/ttnn/reports")
    report_name: str | None = None


CONFIG = Config()
_NAMES = {each.name for each in fields(Config)}


@contextmanager
def manage_config(name: str, value: object) -> Generator[None]:
    """Within the block, set a field of the configuration. Raises TtnnError for unknown fields."""
    if name not in _NAMES:
        raise TtnnError(f"ttnn.manage_config: unknown configuration key '{name}'")
    before = getattr(CONFIG, name)
    setattr(CONFIG, name, value)
    try:
        yield
    finally:
        setattr(CONFIG, name, before)
