"""The dialects of revisions other than 2025-02, defined by tables of differences.

`load_dialect` returns a dialect of a revision. `detection` finds the revision of a text.
"""

from functools import cache
from typing import Final

from xdsl.ir import Dialect

from ttmlir_py.dialects import load_dialect as load_first
from ttmlir_py.revisions import REGISTRY

IN_PLACE: Final = ("ttir.update_cache", "ttir.fill_cache")
"""Names of operations that return the new cache in 2025-02, and change the cache in place since
2026-08.
"""


@cache
def load_dialect(revision: str, name: str) -> Dialect:
    """Return the dialect called `name` as it is defined in `revision`."""
    found = REGISTRY[revision]
    if not found.base:
        return load_first(name)
    if found.has_destinations and name != "ttnn":
        from ttmlir_py.dialects.revisions.destinations import destination_dialect

        return destination_dialect(revision, name)
    from ttmlir_py.dialects.revisions.definitions import RevisionDialect

    return RevisionDialect(revision, name)
