"""Reports about tensor-access traces: entries, statistics, and consistency of names and indices."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ttmlir_py.traces.tensor.model_table import ModelTensor
from ttmlir_py.traces.tensor.reader import Filter, TraceFile, fingerprints
from ttmlir_py.traces.tensor.record import (
    COMPONENTS,
    NO_INDEX,
    NO_LAYER,
    Records,
    component_of,
    name_text,
    operation_name,
)

MOST_MISMATCHES = 10
Model = dict[str, ModelTensor]
"""Maps names to the tensors of a model."""


def layer_text(layer: int) -> str:
    """Return the number of a layer as text, or `N/A` for `NO_LAYER`."""
    return "N/A" if layer == NO_LAYER else str(layer)


def _limited(trace: TraceFile, filter: Filter, limit: int) -> Iterator[tuple[int, Any]]:
    """Yield the entries to show, each with its number: at most `limit` entries, or all for 0."""
    left = limit or -1
    for numbers, records in trace.selected(filter):
        for number, record in zip(numbers, records.tolist(), strict=True):
            yield number, dict(zip(records.dtype.names or (), record, strict=True))
            left -= 1
            if left == 0:
                return


def display_lines(
    trace: TraceFile, filter: Filter, limit: int = 0, model: Model | None = None
) -> Iterator[str]:
    """Yield a block of lines for each entry, with blank lines between blocks."""
    for shown, (number, entry) in enumerate(_limited(trace, filter, limit)):
        if shown:
            yield ""
        name, index = name_text(entry["tensor_name"]), entry["tensor_idx"]
        yield f"Entry #{number}:"
        yield f"  Timestamp: {_seconds(entry['timestamp_ns'])}s"
        yield f"  Layer: {layer_text(entry['layer_id'])}"
        yield f"  Operation: {operation_name(entry['operation_type'])}"
        yield f"  Tensor: {name or '<anonymous>'}"
        yield f"  Size: {entry['size_bytes']:,} bytes"
        yield f"  Thread: {entry['thread_id']}"
        yield f"  Tensor Index: {'N/A' if index == NO_INDEX else index} (Path B)"
        if model and name in model:
            yield f"  CSV: {_correlated(entry, model[name])}"


def _seconds(nanoseconds: int) -> str:
    """Return a time as text in seconds with 6 decimals, correctly rounded."""
    micros = (nanoseconds + 500) // 1000
    return f"{micros // 1_000_000}.{micros % 1_000_000:06}"


def _correlated(entry: dict[str, Any], known: ModelTensor) -> str:
    """Return a line with the size and offset that the model's table gives for an entry's tensor.

    Values that differ from the entry are marked.
    """
    size = "" if known.size_bytes == entry["size_bytes"] else " (differs)"
    offset = "" if known.file_offset == entry["file_offset"] else " (differs)"
    return (
        f"layer {layer_text(known.layer)}, {known.size_bytes:,} bytes{size}, {known.component}, "
        f"file offset {known.file_offset}{offset}"
    )


_COLUMNS = {"#": 4, "Time(ms)": 10, "Tok": 4, "Lay": 3, "Op": 7, "Size": 8, "TIdx": 5}
_NAME_WIDTH = 40
_RULE = "-" * 95


def table_lines(trace: TraceFile, filter: Filter, limit: int = 0) -> Iterator[str]:
    """Yield a header, and a line for each entry."""
    yield " ".join([*(f"{name:>{width}}" for name, width in _COLUMNS.items()), "Tensor Name"])
    yield _RULE
    for number, entry in _limited(trace, filter, limit):
        layer, index = entry["layer_id"], entry["tensor_idx"]
        cells = (
            number,
            f"{entry['timestamp_ns'] / 1e6:.3f}",
            entry["token_id"],
            "-" if layer == NO_LAYER else layer,
            operation_name(entry["operation_type"]),
            size_text(entry["size_bytes"]),
            "-" if index == NO_INDEX else index,
        )
        name = name_text(entry["tensor_name"]) or "<anonymous>"
        if len(name) > _NAME_WIDTH:
            name = name[: _NAME_WIDTH - 3] + "..."
        row = (f"{cell:>{width}}" for cell, width in zip(cells, _COLUMNS.values(), strict=True))
        yield " ".join([*row, name])


def size_text(size: int) -> str:
    """Return a size in bytes as text: `512B`, `1.5KB`, `3.0MB`."""
    if size < 1 << 10:
        return f"{size}B"
    return f"{size / (1 << 10):.1f}KB" if size < 1 << 20 else f"{size / (1 << 20):.1f}MB"


def entries(trace: TraceFile, filter: Filter, limit: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the entries as dictionaries for JSON, with all fields and the entry's number."""
    for number, entry in _limited(trace, filter, limit):
        yield {"entry": number, **entry, "tensor_name": name_text(entry["tensor_name"])}


@dataclass(slots=True)
class Statistics:
    """Counts over the entries of a trace."""

    total: int = 0
    layers: dict[int, int] = field(default_factory=dict[int, int])
    """Maps layers to numbers of entries; `NO_LAYER` is the last one."""
    operations: dict[str, int] = field(default_factory=dict[str, int])
    components: dict[str, int] = field(default_factory=dict[str, int])
    """Maps types of tensors to numbers of entries; see `record.COMPONENTS`."""
    total_bytes: int = 0
    unique_names: int = 0
    layer_count: int = 0
    """Number of layers of the model: the given number, or the highest known layer plus 1."""
    covered: int = 0
    """Number of tensors in the model's table that were accessed."""
    model_size: int | None = None
    """Number of tensors in the model's table, or None without a table."""

    @property
    def accessed(self) -> list[int]:
        """Return the numbers of the layers that were accessed."""
        return [layer for layer in self.layers if layer != NO_LAYER]

    def as_dict(self) -> dict[str, Any]:
        """Return the statistics as a dictionary for JSON."""
        return {
            "total_entries": self.total,
            "entries_per_layer": {layer_text(k): count for k, count in self.layers.items()},
            "layers_accessed": self.accessed,
            "num_layers": self.layer_count,
            "entries_per_operation": self.operations,
            "tensor_types": self.components,
            "total_bytes": self.total_bytes,
            "average_bytes": self.total_bytes // max(self.total, 1),
            "unique_named_tensors": self.unique_names,
            **(
                {}
                if self.model_size is None
                else {"covered": self.covered, "model": self.model_size}
            ),
        }

    def lines(self) -> Iterator[str]:
        """Yield the statistics as lines of text."""
        yield f"Total entries: {self.total:,}"
        yield "Entries per layer:"
        yield from (f"  Layer {layer_text(k)}: {count:,}" for k, count in self.layers.items())
        accessed = self.accessed
        listed = ", ".join(map(str, accessed)) or "none"
        yield f"Layers accessed: {listed} ({len(accessed)}/{self.layer_count})"
        known = set(accessed)
        missing = [str(layer) for layer in range(self.layer_count) if layer not in known]
        if missing:
            yield f"Missing: {', '.join(missing)}"
        yield "Entries per operation:"
        yield from (f"  {name}: {count:,}" for name, count in self.operations.items())
        yield "Tensor types:"
        yield from (f"  {name}: {count:,}" for name, count in self.components.items())
        absent = [name for name in COMPONENTS if name not in self.components]
        if absent:
            yield f"Missing tensor types: {', '.join(absent)}"
        yield f"Total bytes: {self.total_bytes:,}"
        yield f"Average bytes: {self.total_bytes // max(self.total, 1):,}"
        yield f"Unique named tensors: {self.unique_names:,}"
        if self.model_size is not None:
            share = 100 * self.covered / max(self.model_size, 1)
            yield f"Model coverage: {share:.1f}% ({self.covered}/{self.model_size} tensors)"


class _Distinct:
    """A counter of distinct numbers.

    Its memory grows with the number of distinct numbers. For n added numbers it takes O(n log n)
    time.
    """

    def __init__(self) -> None:
        self._known = np.zeros(0, "u8")
        self._pending: list[np.ndarray] = []
        self._pending_count = 0

    def add(self, numbers: np.ndarray) -> None:
        """Add numbers. They are sorted when there are as many new ones as known ones."""
        self._pending.append(np.unique(numbers))
        self._pending_count += len(self._pending[-1])
        if self._pending_count > max(len(self._known), 1 << 16):
            self.count()

    def count(self) -> int:
        """Return the number of distinct numbers."""
        together = np.concatenate([self._known, *self._pending])
        self._pending, self._pending_count = [], 0
        together.sort()
        is_first = np.ones(len(together), bool)
        np.not_equal(together[1:], together[:-1], out=is_first[1:])
        self._known = together[is_first]
        return len(self._known)


def statistics(
    trace: TraceFile, filter: Filter, model: Model | None = None, num_layers: int | None = None
) -> Statistics:
    """Return statistics of the entries that a filter selects, from one pass over the trace."""
    result = Statistics(model_size=None if model is None else len(model))
    layers, operations = np.zeros(1 << 16, np.int64), np.zeros(1 << 8, np.int64)
    names, covered = _Distinct(), set[str]()
    for _, records in trace.selected(filter):
        result.total += len(records)
        result.total_bytes += int(records["size_bytes"].sum(dtype=np.uint64))
        layers += np.bincount(records["layer_id"], minlength=1 << 16)
        operations += np.bincount(records["operation_type"], minlength=1 << 8)
        named = records[records["tensor_name"] != b""]
        names.add(fingerprints(named))
        _count_components(result, named, model or {}, covered)
    result.layers = {int(k): int(layers[k]) for k in np.flatnonzero(layers)}
    result.operations = {
        operation_name(int(k)): int(operations[k]) for k in np.flatnonzero(operations)
    }
    result.components = {k: result.components[k] for k in COMPONENTS if k in result.components}
    result.unique_names, result.covered = names.count(), len(covered)
    in_model = [each.layer for each in (model or {}).values() if each.layer != NO_LAYER]
    result.layer_count = num_layers or max([*in_model, *result.accessed], default=-1) + 1
    if in_model and num_layers is None:
        result.layer_count = max(in_model) + 1
    return result


def _count_components(result: Statistics, named: Records, model: Model, covered: set[str]) -> None:
    found, counts = np.unique(named["tensor_name"], return_counts=True)
    for data, count in zip(found.tolist(), counts.tolist(), strict=True):
        name = name_text(data)
        if name in model:
            covered.add(name)
        component = component_of(name)
        if component is not None:
            result.components[component] = result.components.get(component, 0) + count


@dataclass(slots=True)
class Validation:
    """The result of checking that each tensor index has only one name."""

    entries: int = 0
    unique_indices: int = 0
    unindexed: int = 0
    mismatch_count: int = 0
    mismatches: list[str] = field(default_factory=list[str])
    """The first mismatches, as lines of text."""

    def lines(self) -> Iterator[str]:
        """Yield the result as lines of text."""
        yield f"Entries validated: {self.entries:,}"
        yield f"Unique indices: {self.unique_indices:,}"
        if not self.entries:
            yield "The trace has no entries: nothing was validated"
        elif self.unindexed == self.entries:
            yield "Path B is not populated: no entry has a tensor index"
        elif not self.mismatch_count:
            yield "Path A and Path B agree in all entries"
        else:
            yield f"Mismatches: {self.mismatch_count:,}"
            yield from (f"  {line}" for line in self.mismatches)
            if self.mismatch_count > len(self.mismatches):
                yield f"  ... and {self.mismatch_count - len(self.mismatches):,} more"


def validate(trace: TraceFile) -> Validation:
    """Check that each entry has the same name as the first entry with its tensor index."""
    result = Validation()
    known, first, prints = np.zeros(0, "u4"), np.zeros(0, "i8"), np.zeros(0, "u8")
    for start, records in trace.batches():
        result.entries += len(records)
        rows = np.flatnonzero(records["tensor_idx"] != NO_INDEX)
        result.unindexed += len(records) - len(rows)
        indexed = records[rows]
        found = fingerprints(indexed)
        fresh, at = np.unique(indexed["tensor_idx"], return_index=True)
        places = np.searchsorted(known, fresh)
        is_new = np.append(known, [0])[places] != fresh
        is_new |= places == len(known)
        places, at = places[is_new], at[is_new]
        known = np.insert(known, places, fresh[is_new])
        first = np.insert(first, places, start + rows[at])
        prints = np.insert(prints, places, found[at])
        places = np.searchsorted(known, indexed["tensor_idx"])
        wrong = np.flatnonzero(prints[places] != found)
        result.mismatch_count += len(wrong)
        for row in wrong[: MOST_MISMATCHES - len(result.mismatches)]:
            reference = trace.record_at(int(first[places[row]]))["tensor_name"][0]
            names = (name_text(bytes(indexed["tensor_name"][row])), name_text(bytes(reference)))
            index = int(indexed["tensor_idx"][row])
            result.mismatches.append(_mismatch(start + int(rows[row]), index, *names))
    result.unique_indices = len(known)
    return result


def _mismatch(number: int, index: int, name: str, reference: str) -> str:
    return f"Entry {number}: idx={index}, Path A='{name}', Path B='{reference}'"
