"""Comparison of two sweeps: what became wrong, slower or less precise, and in which models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ttmlir_py.sweep.outcome import Status
from ttmlir_py.sweep.results import Results, Row

_TINY_PCC = 1e-9


@dataclass(frozen=True)
class Thresholds:
    """The changes from which a sweep counts as worse."""

    pass_rate: float = 0.0
    """The allowed drop of the pass rate, as a share of the cases."""
    time: float = 0.15
    """The allowed growth of a case's estimated time, as a share."""
    seconds: float | None = None
    """The allowed growth of the total measured seconds, as a share; None: not compared."""
    pcc: float = 0.001
    """The allowed drop of a case's correlation."""


@dataclass(frozen=True)
class Change:
    """A case that differs in two sweeps."""

    before: Row
    after: Row
    kind: str
    """One of `KINDS`."""
    text: str
    models: Sequence[str]


KINDS = ("fails", "slower", "less precise", "passes", "faster", "other failure")
_WORSE = KINDS[:3]


@dataclass
class Comparison:
    """The differences between two sweeps."""

    thresholds: Thresholds
    before: Counter[Status] = field(default_factory=Counter[Status])
    after: Counter[Status] = field(default_factory=Counter[Status])
    seconds: tuple[float, float] = (0.0, 0.0)
    changes: list[Change] = field(default_factory=list[Change])
    missing: int = 0
    """The number of cases that only the first sweep has."""
    new: int = 0
    """The number of cases that only the second sweep has."""

    @property
    def is_worse(self) -> bool:
        """Whether a threshold is exceeded, or cases are missing."""
        return bool(list(self.reasons()))

    def reasons(self) -> Iterator[str]:
        """Yield why the second sweep is worse."""
        allowed = self.thresholds
        rates = [_pass_rate(each) for each in (self.before, self.after)]
        if rates[0] - rates[1] > allowed.pass_rate:
            yield f"pass rate {rates[0]:.2%} -> {rates[1]:.2%}"
        for kind in _WORSE[1:]:
            if count := sum(each.kind == kind for each in self.changes):
                yield f"{count} case{'s' * (count > 1)} {kind}"
        before, after = self.seconds
        if allowed.seconds is not None and after > before * (1 + allowed.seconds):
            yield f"measured time {before:.1f} s -> {after:.1f} s"
        if self.missing:
            yield f"{self.missing} cases have no result any more"

    def lines(self, limit: int = 20) -> Iterator[str]:
        """Yield the report in Markdown: the verdict, and a table of operations for each kind."""
        reasons = list(self.reasons())
        yield f"{'WORSE: ' + '; '.join(reasons) if reasons else 'not worse'}"
        if self.new:
            yield f"{self.new} cases are new"
        for kind in KINDS:
            found = [each for each in self.changes if each.kind == kind]
            if not found:
                continue
            yield from ("", f"{kind} ({len(found)} cases)", "")
            yield "| operation | cases | first case | change | models |"
            yield "|---|---|---|---|---|"
            groups: dict[str, list[Change]] = {}
            for each in found:
                groups.setdefault(each.after.name, []).append(each)
            ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
            for name, changes in ordered[:limit]:
                first = changes[0]
                row = first.after
                case = f"{row.id[:16]} {row.options_name} {row.board} {row.format} {row.seed}"
                yield f"| {name} | {len(changes)} | {case} | {first.text} | {_named(changes)} |"
            if len(ordered) > limit:
                yield f"| ... {len(ordered) - limit} more operations | | | | |"


def _named(changes: Sequence[Change]) -> str:
    models = Counter(model for each in changes for model in each.models)
    shown = [name for name, _ in sorted(models.items(), key=lambda item: (-item[1], item[0]))]
    more = f" and {len(shown) - 5} more" if len(shown) > 5 else ""
    return ", ".join(shown[:5]) + more


def compare(
    before: Results,
    after: Results,
    thresholds: Thresholds | None = None,
    *,
    versions: tuple[str | None, str | None] = (None, None),
) -> Comparison:
    """Compare the cases that two sweeps have, each in a version (default: its latest)."""
    found = Comparison(thresholds or Thresholds())
    old = {row.id: row for row in before.rows(versions[0])}
    new = {row.id: row for row in after.rows(versions[1])}
    found.missing, found.new = len(old.keys() - new.keys()), len(new.keys() - old.keys())
    seconds = [0.0, 0.0]
    for key, row in new.items():
        if key not in old:
            continue
        found.before[old[key].result.status] += 1
        found.after[row.result.status] += 1
        seconds[0] += old[key].seconds
        seconds[1] += row.seconds
        for kind, text in _changes(old[key], row, found.thresholds):
            found.changes.append(Change(old[key], row, kind, text, [*after.origins(row.program)]))
    found.seconds = seconds[0], seconds[1]
    return found


def _changes(before: Row, after: Row, allowed: Thresholds) -> Iterator[tuple[str, str]]:
    a, b = before.result, after.result
    if a.status is not b.status or (a.message != b.message and b.status is not Status.PASS):
        kind = "passes" if b.status is Status.PASS else "other failure"
        kind = "fails" if a.status is Status.PASS else kind
        where = f" at {b.wrong}" if b.wrong else ""
        yield kind, f"{a.status} -> {b.status}: {b.message}{where}".rstrip(": ").replace("|", "/")
    if a.nanoseconds is not None and b.nanoseconds is not None:
        text = f"{a.nanoseconds:.0f} ns -> {b.nanoseconds:.0f} ns"
        if b.nanoseconds > a.nanoseconds * (1 + allowed.time):
            yield "slower", text
        elif a.nanoseconds > b.nanoseconds * (1 + allowed.time):
            yield "faster", text
    if a.pcc is not None and b.pcc is not None and a.pcc - b.pcc > allowed.pcc + _TINY_PCC:
        yield "less precise", f"PCC {a.pcc:.6f} -> {b.pcc:.6f}"


def _pass_rate(counts: Counter[Status]) -> float:
    total = counts.total() - counts[Status.NOT_RUN]
    return counts[Status.PASS] / total if total else 1.0
