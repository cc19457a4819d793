"""The revision of tt-mlir whose dialects the bindings define: one per process."""

from ttmlir_py.revisions import INTERNAL, REGISTRY, identify

__all__ = ["fix", "is_later", "select", "selected"]


class _Selected:
    """The selected revision, and whether dialects of it are defined."""

    name: str = INTERNAL
    is_fixed: bool = False


def selected() -> str:
    """Return the selected revision, 2025-02 by default."""
    return _Selected.name


def is_later() -> bool:
    """Whether the selected revision is another one than 2025-02."""
    return _Selected.name != INTERNAL


def select(revision: str) -> None:
    """Select a revision, before modules of `ttmlir` are imported.

    Raises ValueError for a revision that is unknown or that has destinations, and RuntimeError if
    modules of another one are already imported.
    """
    name = identify(revision)
    if name == _Selected.name:
        return
    if REGISTRY[name].has_destinations:
        raise ValueError(f"revision {name}: the bindings have 2025-02, and 2026-08 or later")
    if _Selected.is_fixed:
        raise RuntimeError(
            f"activate: dialects of {_Selected.name} are already imported, so that those of "
            f"{name} cannot be"
        )
    _Selected.name = name


def fix() -> None:
    """Refuse other selections from now on, because a dialect of the selected revision was
    defined.
    """
    _Selected.is_fixed = True
