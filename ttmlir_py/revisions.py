"""The registry of the revisions of tt-mlir whose text and binaries are read.

A `Revision` states what other packages need to know of one. `register` adds a revision. Text and
binaries of any revision are converted to the form of `INTERNAL`, which passes work in.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from ttmlir_py.common.suggestions import alternatives, unknown_name

INTERNAL: Final = "2025-02"
"""The revision that passes, translations and the simulator work in."""
INTERNAL_COMMIT: Final = "432970159250d62759af5f44470ca15c60590504"
"""The commit of tt-mlir that files written here state."""

ModuleStep = Callable[[Any], None]
"""Changes a module in place. Raises OperationError for an operation that it cannot convert."""
BinaryStep = Callable[[dict[str, Any]], dict[str, Any]]
"""Converts the root table of a binary. Raises BinaryError for a field that it cannot convert."""
_NOTHING: Mapping[str, Any] = {}


class Revision(NamedTuple):
    """A revision of tt-mlir, stated by its differences from another one."""

    id: str
    """The year and month by which users name it, such as `2026-08`."""
    since: str
    """The first day whose text it covers, such as `2025-11-27`; empty for the first revision."""
    until: str
    """The last day whose text it covers."""
    base: str = ""
    """Identifier of the revision whose op table and schemas this one modifies."""
    table: str = ""
    """Path of the definitions (an `.ods` file), relative to `dialects/revisions`.

    Empty for the first revision, whose definitions are Python classes.
    """
    dialects: tuple[str, ...] = ("ttcore", "ttir", "ttnn")
    """The dialects that differ between revisions."""
    replaces_base: bool = False
    """Whether `table` lists all definitions, instead of only those that differ from the base's."""
    has_destinations: bool = False
    """Whether operations of TTIR write into a destination operand."""
    is_written: bool = True
    """Whether programs can be converted to this revision."""
    refuses_unknown_properties: bool = False
    """Whether an unknown property of an operation is an error. Otherwise it is dropped, as in
    MLIR.
    """
    widens_small_integers: bool = False
    """Whether devices store signed integers of 8 and 16 bits as si32. Otherwise they are
    unsigned.
    """
    verifiers: Mapping[str, Callable[[Any], None]] = _NOTHING
    """Verifiers that differ from the base's, by name of the operation, attribute or type."""
    to_base: ModuleStep | None = None
    """Converts this revision's operations to the base's, before they are renamed."""
    from_base: ModuleStep | None = None
    """Converts the base's operations to this revision's, after they were renamed."""
    schemas: str = ""
    """Folder of the FlatBuffers schemas, relative to `ttmlir_py/schemas`; empty for that folder
    itself.
    """
    root_fields: Mapping[str, int] = _NOTHING
    """Number of root table fields of each schema. Files of schemas not listed are not read."""
    schema_hashes: Mapping[str, Sequence[str]] = _NOTHING
    """Values of `schema_hash` for each schema whose number of fields does not identify the
    revision.
    """
    binary_to_base: BinaryStep | None = None
    """Converts the root table of a binary. Without it, tables and fields are converted by name."""
    binary_from_base: BinaryStep | None = None


REGISTRY: Final[dict[str, Revision]] = {}
"""All revisions by identifier, in the order of their dates."""


def register(revision: Revision) -> None:
    """Add a revision. Raises ValueError if its identifier is taken or its base is unusable."""
    if revision.id in REGISTRY:
        raise ValueError(f"revision '{revision.id}' is registered twice")
    if revision.base and revision.base not in REGISTRY:
        raise ValueError(f"revision '{revision.id}': base '{revision.base}' is not registered")
    if revision.base and not revision.replaces_base and not REGISTRY[revision.base].table:
        raise ValueError(f"revision '{revision.id}': base '{revision.base}' has no table to change")
    _replace((*REGISTRY.values(), revision))


def unregister(revision: str) -> None:
    """Remove a revision that `register` added.

    Its definitions stay in caches, so do not register another one by its identifier.
    """
    _replace(each for each in REGISTRY.values() if each.id != revision)


def _replace(revisions: Iterable[Revision]) -> None:
    ordered = sorted(revisions, key=lambda each: each.since)
    REGISTRY.clear()
    REGISTRY.update((each.id, each) for each in ordered)
    for derived in (written, with_destinations, without_destinations, with_dialect):
        derived.cache_clear()


@cache
def written() -> tuple[str, ...]:
    """Return the identifiers of the revisions to which programs can be converted."""
    return tuple(each.id for each in REGISTRY.values() if each.is_written)


@cache
def with_destinations() -> frozenset[str]:
    """Return the identifiers of the revisions whose TTIR operations write into a destination
    operand.
    """
    return frozenset(each.id for each in REGISTRY.values() if each.has_destinations)


@cache
def without_destinations() -> frozenset[str]:
    """Return the identifiers of the revisions whose TTIR operations have no destination operand."""
    return frozenset(REGISTRY) - with_destinations()


@cache
def with_dialect(name: str) -> frozenset[str]:
    """Return the revisions that have a dialect."""
    return frozenset(each.id for each in REGISTRY.values() if name in each.dialects)


def lineage(revision: str) -> Iterator[Revision]:
    """Yield a revision, its base, the base of that, and so on."""
    while revision:
        found = REGISTRY[revision]
        yield found
        revision = found.base


def without_destinations_from(revision: str) -> str:
    """Return the nearest revision below `revision`, or itself, whose TTIR has no destinations."""
    return next(each.id for each in lineage(revision) if not each.has_destinations)


def chain(
    source: str, target: str, others: Iterable[tuple[str, str]] = ()
) -> list[tuple[str, str]]:
    """Return the shortest chain of neighbours from one revision to another.

    A revision and its base are neighbours, and so are the pairs of `others`.
    """
    edges = list(others)
    for each in REGISTRY.values():
        if each.base:
            edges += [(each.id, each.base), (each.base, each.id)]
    before = {source: source}
    pending = [source]
    for start in pending:
        new = [end for edge, end in edges if edge == start and end not in before]
        before.update(dict.fromkeys(new, start))
        pending += new
    steps: list[tuple[str, str]] = []
    while target != source:
        steps.append((before[target], target))
        target = before[target]
    return steps[::-1]


_DATE = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])(-(?:0[1-9]|[12]\d|3[01]))?")


def identify(text: str) -> str:
    """Return the revision with this identifier, or the one that covers a day or a month.

    Raises ValueError, which lists the choices.
    """
    if text in REGISTRY:
        return text
    if (date := _DATE.fullmatch(text)) is None:
        raise ValueError(unknown_name("revision", text, REGISTRY))
    first, last = (text, text) if date[1] else (f"{text}-01", f"{text}-31")
    covering = [each for each in REGISTRY.values() if each.since <= last and first <= each.until]
    if not covering:
        newest = max(REGISTRY.values(), key=lambda each: each.until)
        raise ValueError(
            f"unknown revision '{text}': the latest is {newest.id}, for text until {newest.until}"
        )
    if len(covering) > 1:
        changes = " and ".join(each.since for each in covering[1:])
        raise ValueError(
            f"ambiguous revision '{text}': the text changed on {changes}, "
            f"expected {alternatives([each.id for each in covering])} or a day"
        )
    return covering[0].id


def require_written(text: str) -> str:
    """Return the revision like `identify`. Raises ValueError also for one that is only read."""
    found = identify(text)
    if not REGISTRY[found].is_written:
        raise ValueError(f"revision '{found}' is only read: expected {alternatives(written())}")
    return found


_TTNN, _SYSTEM, _TTMETAL = "TTNN/binary.fbs", "Common/system_desc.fbs", "TTMetal/binary.fbs"

register(
    Revision(
        id="2025-02",
        since="",
        until="2025-02-18",
        dialects=("tt", "ttir", "ttnn"),
        has_destinations=True,
        root_fields={_TTNN: 4, _SYSTEM: 4, _TTMETAL: 4},
    )
)
register(
    Revision(
        id="2026-08",
        since="2025-11-27",
        until="2026-08-21",
        base="2025-02",
        table="2026-08.ods",
        replaces_base=True,
        schemas="2026-08",
        root_fields={_TTNN: 6, _SYSTEM: 5},
        widens_small_integers=True,
    )
)
register(
    Revision(
        id="2026-09",
        since="2026-08-22",
        until="2026-10-18",
        base="2026-08",
        table="2026-09.ods",
        schemas="2026-09",
        root_fields={_TTNN: 6, _SYSTEM: 5},
        schema_hashes={
            _TTNN: ("0e7c6fd538f27d0c196cacdc62c6d0963c1d0e9a687690fbeecc93834ea66fa9",),
            _SYSTEM: ("581145f4d9f6add291f4b93d5086ab607966956083183969294417dd67e7e041",),
        },
        widens_small_integers=True,
        refuses_unknown_properties=True,
    )
)
register(
    Revision(
        id="2026-10",
        since="2026-10-20",
        until="2026-10-26",
        base="2026-09",
        table="2026-10.ods",
        schemas="2026-10",
        root_fields={_TTNN: 6, _SYSTEM: 5},
        schema_hashes={
            _TTNN: ("912b70aa54f878b01d094638d22c35ee6e20c7e7f1813913242a47e7f79c9bd2",),
            _SYSTEM: ("f0b54f1568f8f39c9910f4e652cd40fa551fdb1bf4172fab3710429031c23159",),
        },
        widens_small_integers=True,
        refuses_unknown_properties=True,
    )
)
register(
    Revision(
        id="2026-10-19",
        since="2026-10-19",
        until="2026-10-19",
        base="2026-10",
        table="2026-10-19.ods",
        schemas="2026-10-19",
        root_fields={_TTNN: 6, _SYSTEM: 5},
        schema_hashes={
            _TTNN: ("305ea0bf66325da6c4d7b60dbc393196d24227ab7e59ab2ee84ce6755c995ca8",),
            _SYSTEM: ("50a866cfc4035ea6997811f1843ea9e280b30ace418072780875fa86d90fc1e6",),
        },
        widens_small_integers=True,
        refuses_unknown_properties=True,
    )
)
register(
    Revision(
        id="2025-11",
        since="2025-07-30",
        until="2025-11-26",
        base="2026-08",
        table="2025-11.ods",
        has_destinations=True,
        is_written=False,
        refuses_unknown_properties=True,
    )
)
register(
    Revision(
        id="2025-07",
        since="2025-06-17",
        until="2025-07-29",
        base="2025-11",
        table="2025-07.ods",
        has_destinations=True,
        is_written=False,
        refuses_unknown_properties=True,
    )
)
register(
    Revision(
        id="2025-06",
        since="2025-03-18",
        until="2025-06-16",
        base="2025-07",
        table="2025-06.ods",
        dialects=("tt", "ttir", "ttnn"),
        has_destinations=True,
        is_written=False,
        refuses_unknown_properties=True,
    )
)
register(
    Revision(
        id="2025-03",
        since="2025-02-19",
        until="2025-03-17",
        base="2025-06",
        table="2025-03.ods",
        dialects=("tt", "ttir", "ttnn"),
        has_destinations=True,
        is_written=False,
        refuses_unknown_properties=True,
    )
)
