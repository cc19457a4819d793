"""Analyses of tensor-access traces: frequency and order of accesses, layers and experts.

Each analysis reads a trace once or twice. It takes memory only for the distinct tensors of a trace.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.traces.tensor.reader import Filter, TraceFile, fingerprints
from ttmlir_py.traces.tensor.record import (
    COMPONENTS,
    NO_LAYER,
    NOT_APPLICABLE,
    QKV,
    Records,
    component_of,
    name_text,
)
from ttmlir_py.traces.tensor.reports import layer_text

_BAR = 30
"""Width of the longest bar in characters."""
_PAGE = 4096
MOST_JUMPS = 20
"""Default number of jumps that are listed."""


@dataclass(frozen=True, slots=True)
class Group:
    """The accesses to one tensor."""

    first: int
    """Number of the first access in the trace."""
    count: int
    bytes: int


class Groups:
    """A collector of accesses, grouped by 64-bit keys. Its memory depends on the number of distinct
    keys.
    """

    def __init__(self) -> None:
        self._rows: list[NDArray[Any]] = [np.zeros((4, 0), "u8")]
        self._pending = 0

    def add(self, keys: NDArray[Any], numbers: NDArray[Any], sizes: NDArray[Any]) -> None:
        """Add accesses, given their keys, entry numbers and bytes in the order of entries."""
        self._rows.append(_grouped(keys, numbers, np.ones(len(keys), "u8"), sizes))
        self._pending += self._rows[-1].shape[1]
        if self._pending > max(self._rows[0].shape[1], 1 << 16):
            self._merge()

    def _merge(self) -> None:
        self._rows, self._pending = [_grouped(*np.concatenate(self._rows, axis=1))], 0

    def by_count(self) -> Iterator[Group]:
        """Yield the groups, those with the most accesses first.

        Groups with equal counts are in the order of the first access.
        """
        self._merge()
        _, first, counts, sizes = self._rows[0]
        for index in np.lexsort((first, ~counts)).tolist():
            yield Group(int(first[index]), int(counts[index]), int(sizes[index]))

    def __len__(self) -> int:
        self._merge()
        return self._rows[0].shape[1]


def _grouped(
    keys: NDArray[Any], numbers: NDArray[Any], counts: NDArray[Any], sizes: NDArray[Any]
) -> NDArray[Any]:
    """Return an array with a column for each distinct key. The rows are the key, its lowest entry
    number, its count and its total size.
    """
    if not len(keys):
        return np.zeros((4, 0), "u8")
    order = np.lexsort((numbers, keys))
    keys = keys[order].astype("u8")
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    together = (np.add.reduceat(v[order].astype("u8"), starts) for v in (counts, sizes))
    return np.stack([keys[starts], numbers[order][starts].astype("u8"), *together])


def named_groups(trace: TraceFile, groups: Groups, limit: int) -> Iterator[tuple[str, int, Group]]:
    """Yield name, layer and accesses of tensors, the most accessed first.

    At most `limit` tensors; 0 for all.
    """
    for shown, group in enumerate(groups.by_count()):
        if limit and shown == limit:
            return
        record = trace.record_at(group.first)[0]
        name = name_text(bytes(record["tensor_name"])) or "<anonymous>"
        yield name, int(record["layer_id"]), group


def histogram_lines(trace: TraceFile, filter: Filter, limit: int = 0) -> Iterator[str]:
    """Yield accesses and bytes of each tensor, with a bar. All unnamed tensors count as one."""
    groups, total = Groups(), 0
    for numbers, records in trace.selected(filter):
        groups.add(fingerprints(records), np.array(numbers, "u8"), records["size_bytes"])
        total += len(records)
    yield f"{len(groups):,} tensors, {total:,} accesses"
    yield f"{'accesses':>12} {'bytes':>18} {'layer':>6}  tensor"
    most = 0
    for name, layer, group in named_groups(trace, groups, limit):
        most = most or group.count
        bar = "#" * max(_BAR * group.count // most, 1)
        yield f"{group.count:>12,} {group.bytes:>18,} {layer_text(layer):>6}  {name}  {bar}"


# ---- order of the accesses -----------------------------------------------------------------------

_STEPS = ("again", "sequential", "forward", "backward")


def order_lines(trace: TraceFile, filter: Filter, limit: int = MOST_JUMPS) -> Iterator[str]:
    """Yield whether the model's file is read sequentially, from a comparison of consecutive
    accesses.

    `again` is the same tensor. `sequential` begins less than 4 KiB after the end of the previous
    access. All others are jumps, of which the first `limit` (0 for all) are listed.
    """
    counts, distance, farthest = dict.fromkeys(_STEPS, 0), 0, 0
    jumps: list[str] = []
    for pairs in _steps(trace, filter):
        for step in _STEPS:
            counts[step] += int(np.count_nonzero(pairs["step"] == _STEPS.index(step)))
        far = np.abs(pairs["jump"][pairs["step"] >= 2])
        distance += sum(far.tolist())
        farthest = max(farthest, int(far.max(initial=0)))
        for pair in pairs[pairs["step"] >= 2]:
            if limit and len(jumps) >= limit:
                break
            jumps.append(_jump(trace, pair))
    jumped = counts["forward"] + counts["backward"]
    yield (
        "Accesses with bytes in the model's file: "
        f"{sum(counts.values()) + 1 if any(counts.values()) else 0:,}"
    )
    for step in _STEPS:
        yield f"  {step}: {counts[step]:,}"
    yield (
        f"Jumps: {jumped:,}, {distance // max(jumped, 1):,} bytes on average, {farthest:,} at most"
    )
    yield from (f"  {line}" for line in jumps)
    if jumped > len(jumps):
        yield f"  ... {jumped - len(jumps):,} more"


_PAIR = np.dtype([("from", "i8"), ("to", "i8"), ("offset", "i8"), ("jump", "i8"), ("step", "i1")])


def _steps(trace: TraceFile, filter: Filter) -> Iterator[NDArray[Any]]:
    """Yield pairs of consecutive accesses to the model's file, in batches."""
    last: NDArray[Any] | None = None
    for numbers, records in trace.selected(filter):
        inside = (records["file_offset"] != 0) & (records["file_offset"] < 1 << 62)
        found = np.zeros(int(np.count_nonzero(inside)), "i8,i8,i8")
        found["f0"] = np.array(numbers)[inside]
        found["f1"] = records["file_offset"][inside]
        found["f2"] = found["f1"] + records["size_bytes"][inside]
        if last is not None:
            found = np.concatenate([last, found])
        pairs = np.zeros(max(len(found) - 1, 0), _PAIR)
        pairs["from"], pairs["to"] = found["f0"][:-1], found["f0"][1:]
        pairs["offset"], pairs["jump"] = found["f1"][1:], found["f1"][1:] - found["f2"][:-1]
        is_again = found["f1"][1:] == found["f1"][:-1]
        near = (pairs["jump"] >= 0) & (pairs["jump"] < _PAGE)
        pairs["step"] = np.select([is_again, near, pairs["jump"] > 0], [0, 1, 2], 3)
        last = found[-1:]
        yield pairs


def _jump(trace: TraceFile, pair: Any) -> str:
    names = (
        name_text(bytes(trace.record_at(int(pair[end]))["tensor_name"][0])) or "<anonymous>"
        for end in ("from", "to")
    )
    ends = f"#{pair['from']} to #{pair['to']}"
    return f"{ends}: {pair['jump']:+,} bytes to offset {pair['offset']:,}: {' to '.join(names)}"


# ---- accesses by layer and expert ----------------------------------------------------------------

_COLUMNS = (*COMPONENTS, "other")


def component_codes(records: Records) -> NDArray[Any]:
    """Return, for each record, the index of its tensor's type in `COMPONENTS`.

    The type comes from the name, else from `qkv_type`. Other tensors have an index after the last
    type.
    """
    names, inverse = np.unique(records["tensor_name"], return_inverse=True)
    other = len(COMPONENTS)
    places = {type: index for index, type in enumerate(COMPONENTS)}
    told = [places.get(component_of(name_text(name)) or "", other) for name in names.tolist()]
    by_name = np.array(told, np.intp)[inverse]
    by_type = np.full(NOT_APPLICABLE + 1, other)
    for code, type in QKV.items():
        by_type[code] = places[type]
    return np.where(by_name == other, by_type[records["qkv_type"]], by_name)


def layer_lines(trace: TraceFile, filter: Filter) -> Iterator[str]:
    """Yield a table with entries and bytes of each layer, and entries by type of tensor (Q, K,
    ...).
    """
    counts = np.zeros((NO_LAYER + 1, len(_COLUMNS)), np.int64)
    sizes = np.zeros(NO_LAYER + 1, np.uint64)
    for _, records in trace.selected(filter):
        layers = records["layer_id"].astype(np.intp)
        flat = layers * len(_COLUMNS) + component_codes(records)
        found, amounts = np.unique(flat, return_counts=True)
        counts.reshape(-1)[found] += amounts
        np.add.at(sizes, layers, records["size_bytes"].astype(np.uint64))
    yield " ".join([" layer", f"{'entries':>10} {'bytes':>18}", *(f"{n:>9}" for n in _COLUMNS)])
    for layer in np.flatnonzero(counts.any(axis=1)).tolist():
        row = counts[layer].tolist()
        cells = " ".join(f"{count or '-':>9}" for count in row)
        yield f"{layer_text(layer):>6} {sum(row):>10,} {int(sizes[layer]):>18,} {cells}"


def expert_lines(trace: TraceFile, filter: Filter) -> Iterator[str]:
    """Yield the distribution of accesses over the experts of a mixture-of-experts model.

    Columns are entries, their share, the mean score, and how often the expert was ranked first.
    """
    counts = np.zeros(NOT_APPLICABLE + 1, np.int64)
    firsts, scores = counts.copy(), np.zeros(NOT_APPLICABLE + 1, np.uint64)
    for _, records in trace.selected(filter):
        experts = records["expert_id"]
        counts += np.bincount(experts, minlength=len(counts))
        firsts += np.bincount(experts[records["expert_rank"] == 0], minlength=len(counts))
        np.add.at(scores, experts, records["routing_score"].astype(np.uint64))
    known = [each for each in np.flatnonzero(counts).tolist() if each != NOT_APPLICABLE]
    total = int(counts[known].sum())
    without = int(counts[NOT_APPLICABLE])
    yield f"{total:,} accesses of {len(known)} experts, {without:,} accesses without an expert"
    yield f"{'expert':>6} {'entries':>12} {'share':>7} {'mean score':>11} {'first':>12}"
    for each in known:
        count = int(counts[each])
        mean = int(scores[each]) / count
        yield (
            f"{each:>6} {count:>12,} {100 * count / total:>6.1f}% {mean:>11.1f} "
            f"{int(firsts[each]):>12,}"
        )
    if known:
        yield f"Busiest expert: {counts[known].max() * len(known) / total:.2f} times the average"
