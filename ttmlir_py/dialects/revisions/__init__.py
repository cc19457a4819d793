"""Revisions of tt-mlir in which texts are written. A table per revision lists its differences from
2025-02.

`load_dialect` returns a dialect of a revision. `detection` finds the revision of a text.
"""

from functools import cache
from typing import TYPE_CHECKING, Final

from ttmlir_py.revisions import CURRENT, EARLY, LATE, PINNED

if TYPE_CHECKING:
    from xdsl.ir import Dialect

DIALECTS: Final = {
    PINNED: ("tt", "ttir", "ttnn"),
    EARLY: ("tt", "ttir", "ttnn"),
    LATE: ("ttcore", "ttir", "ttnn"),
    CURRENT: ("ttcore", "ttir", "ttnn"),
}
"""The dialects that differ between revisions."""
IN_PLACE: Final = ("ttir.update_cache", "ttir.fill_cache")
"""Operations that update a cache in place in the later revision, but return it in 2025-02."""


@cache
def load_dialect(revision: str, name: str) -> "Dialect":
    """Return the dialect of that name in a revision."""
    if revision == PINNED or (revision == EARLY and name == "ttnn"):
        from ttmlir_py.dialects import load_dialect as load_pinned

        return load_pinned(name)
    if revision in (EARLY, LATE) and name != "ttnn":
        from ttmlir_py.dialects.revisions.destinations import destination_dialect

        return destination_dialect(revision, name)
    from ttmlir_py.dialects.revisions.definitions import RevisionDialect

    return RevisionDialect(name)
