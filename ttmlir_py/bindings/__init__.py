"""Drop-in Python: the names `ttmlir`, `ttrt` and `ttnn`, for programs that import them.

    python -m ttmlir_py.bindings program.py arguments

or, in a program or a notebook:

    import ttmlir_py.bindings
    ttmlir_py.bindings.activate()
    from ttmlir.ir import *

Other programs are not affected.
"""

import sys
from pathlib import Path

__all__ = ["activate"]

_SITE = str(Path(__file__).parent / "site")


def activate(replace_installed: bool = False, revision: str | None = None) -> None:
    """Make `ttmlir`, `ttrt` and `ttnn` importable in this process.

    If the real package is installed, it has priority, unless `replace_installed` is set. `revision`
    is the revision of tt-mlir whose dialects `ttmlir` has: 2025-02 by default, or 2026-08 or later.
    Raises ValueError for other revisions.
    """
    if revision is not None:
        from ttmlir_py.bindings.revision import select

        select(revision)
    if _SITE in sys.path:
        if not replace_installed or sys.path[0] == _SITE:
            return
        sys.path.remove(_SITE)
    if replace_installed:
        sys.path.insert(0, _SITE)
    else:
        sys.path.append(_SITE)
