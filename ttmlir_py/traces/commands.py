"""The output lines of the `tttrace` commands.

Importing this module loads neither numpy nor a trace format.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING, Any

from ttmlir_py.common.files import read_file
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.traces.errors import EMPTY, TraceError, one_line
from ttmlir_py.traces.kinds import (
    Kind,
    description_of,
    is_operation_trace,
    is_tensor_trace,
    kind_of,
)
from ttmlir_py.traces.long_traces import MANY, held_in_memory

if TYPE_CHECKING:
    from ttmlir_py.traces.graph.node import Trace
    from ttmlir_py.traces.tensor.reader import Filter, TraceFile
    from ttmlir_py.traces.tensor.reports import Model

Progress = Callable[[int, int], None]
"""Called with the amount read so far and the total: numbers of records, or bytes of JSON."""
GRAPH_COMMANDS = {
    "display": "a line for each node, or for each record with its number",
    "stats": "counts: nodes, functions and memory, or layers, operations and bytes",
    "validate": "check the trace; exit code 2 if names and indices of a tensor trace disagree",
    "csv": "the table as CSV; of a model (.ttnn, .gguf) its tensors, which --csv takes",
    "table": "memory after each event, or the records in columns",
    "tree": "the calls, indented",
    "calltrace": "names of the functions, in the order of their calls",
    "peak": "the peak of L1, and the function where it occurs",
    "levelized": "functions down to a level and tensors, with their edges, as JSON: levelized:2",
    "arguments": "the arguments of all functions, as JSON",
    "svg": "a picture of the graph",
    "dot": "the graph for Graphviz",
    "memory": "a picture (SVG) of memory over time, by buffer",
    "perfetto": "functions and memory for Perfetto",
    "explorer": "the levelized graph for Model Explorer, as JSON: explorer:2",
}
ANALYSES = {
    "histogram": "accesses and bytes of each tensor, the most accessed first",
    "order": "how often the model's file is read sequentially, and where reads jump",
    "layers": "a table of layers: entries, bytes, and entries by type of tensor (Q, K, V, ...)",
    "experts": "how accesses spread over the experts of a mixture",
    "heatmap": "a picture (SVG): bytes by layer and token, or by layer and time",
    "blkparse": "reads of a block device (from blkparse's text), by the tensor accessed before",
}
"""Maps commands that work only on tensor-access traces to their descriptions."""
OPERATION_COMMANDS = {"summary": "tensors and operations, in columns"}
"""Maps commands that work only on op-execution traces to their descriptions."""
TENSOR_COMMANDS = ("display", "stats", "validate", "csv", "table", "parse", *ANALYSES)
_FILTERS = ("layer", "token", "operation")
_TAKEN: dict[Kind, dict[str, tuple[str, ...]]] = {
    Kind.GRAPH: {
        "display": ("limit", "format"),
        "stats": ("format",),
        "validate": (),
        "csv": ("legacy",),
        "table": ("legacy", "format"),
        "to-mlir": ("level",),
        "diff": ("level", "limit"),
    },
    Kind.OPERATION: {
        "display": ("limit", "format"),
        "stats": ("format",),
        "validate": (),
        "csv": (),
        "to-mlir": ("nested",),
        "diff": ("limit",),
    },
    Kind.TENSOR: {
        "display": (*_FILTERS, "limit", "format", "csv"),
        "stats": (*_FILTERS, "format", "csv", "num_layers"),
        "validate": ("format",),
        "csv": (*_FILTERS, "limit"),
        "table": (*_FILTERS, "limit"),
        "diff": ("limit",),
    },
}
"""Maps each kind of trace to its commands, and each command to the options that it accepts.

Only commands that several kinds of traces share are listed.
"""
_IN_WORDS = ("display", "stats", "summary", "table", "tree", "calltrace", "peak")
"""Commands that write text for people."""
KIND_OPTIONS = {each for options in _TAKEN.values() for taken in options.values() for each in taken}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a command line, without the command and the file."""

    limit: int = 0
    """Largest number of entries to show; 0 for all."""
    level: int = 1
    legacy: bool = False
    json: bool = False
    layer: int | None = None
    token: int | None = None
    operation: int | None = None
    num_layers: int | None = None
    model: str = ""
    """Path of a CSV table of a model's tensors; empty if not given."""
    progress: Progress | None = None
    note: Callable[[str], None] | None = None
    """Called with notes for the user about unexpected behaviour. None to omit the notes."""
    blocks: str = ""
    """Path of the text of a block trace."""
    start: float = 0.0
    """Start of the tensor trace, in seconds of the block trace's clock."""
    action: str = "D"
    """The action of block-trace events that are counted: Q, D or C."""
    modes: tuple[str, ...] = ("display",)
    """Modes of the command `parse`: display, stats, validate."""


@dataclass(slots=True)
class Findings:
    """Findings of a command, which are complete after its last line of output."""

    exit_code: int = 0


def _is_of_model(command: str, path: str) -> bool:
    """Whether the command lists the tensors of a model instead of reading a trace."""
    return command == "csv" and path.endswith((".ttnn", ".gguf"))


def is_read_as_records(command: str, path: str) -> bool:
    """Return whether the command reads the file as binary records of a tensor-access trace. Raises
    OSError.
    """
    return command in TENSOR_COMMANDS and not _is_of_model(command, path) and is_tensor_trace(path)


def require_taken(command: str, path: str, options: Iterable[str]) -> None:
    """Raise `TraceError` if one of `options` has no effect for this command and file.

    Raises OSError.
    """
    if _is_of_model(command, path):
        kind, taken = "a model", ()
    else:
        kind = kind_of(path)
        taken = _TAKEN[kind].get(command)
    for each in options:
        if taken is not None and each not in taken:
            raise TraceError(f"is {kind}, of which {command} takes no '--{each.replace('_', '-')}'")


def command_lines(command: str, path: str, options: Options, found: Findings) -> Iterator[str]:
    """Yield the output lines of a command for the trace at `path`.

    Raises OSError, and `TraceError` for an invalid trace.
    """
    lines = _lines(command, path, options, found)
    return map(one_line, lines) if command in _IN_WORDS else lines


def _lines(command: str, path: str, options: Options, found: Findings) -> Iterator[str]:
    if _is_of_model(command, path):
        return _model_lines(path)
    is_tensor = is_tensor_trace(path)
    if command in ("parse", *ANALYSES) and not is_tensor:
        raise TraceError(f"{command}: found {description_of(path)}, expected {Kind.TENSOR}")
    if is_operation_trace(path):
        return _operation_lines(command, path, options)
    if command in OPERATION_COMMANDS:
        raise TraceError(f"{command}: found {description_of(path)}, expected {Kind.OPERATION}")
    if is_tensor:
        if command not in TENSOR_COMMANDS:
            expected = ", ".join(TENSOR_COMMANDS)
            raise TraceError(f"{command}: found {Kind.TENSOR}, which allows only {expected}")
        return _tensor_lines(command, path, options, found)
    return _graph_lines(command, path, options)


def _model_lines(path: str) -> Iterator[str]:
    from ttmlir_py.schemas import BinaryError
    from ttmlir_py.traces.tensor.model_table import binary_tensors, gguf_tensors, model_csv

    if path.endswith(".gguf"):
        with open(path, "rb"):  # raises an error if the file is missing
            yield from model_csv(gguf_tensors(path)).splitlines()
        return
    try:
        yield from model_csv(binary_tensors(read_file(path))).splitlines()
    except (BinaryError, SimulationError) as error:
        raise TraceError(str(error)) from None


# ---- op-execution traces -------------------------------------------------------------------------


def _operation_lines(command: str, path: str, options: Options) -> Iterator[str]:
    from ttmlir_py.traces.operation.commands import operation_lines, rows

    if command == "csv":
        return _csv_lines(rows(path, options.progress))
    return operation_lines(command, path, options.limit, options.json, options.progress)


def memory_note(command: str, path: str) -> str:
    """Return a note about the memory that a command needs for a long trace; empty if the command
    needs little memory.

    Raises OSError and `TraceError`.
    """
    if is_operation_trace(path):
        from ttmlir_py.traces.operation import commands

        return commands.memory_note(command, path)
    if command not in _NODE_SIZES or is_tensor_trace(path):
        return ""
    from ttmlir_py.traces.graph.files import node_count

    count = node_count(path)
    return held_in_memory(count, "nodes", _NODE_SIZES[command]) if count > MANY else ""


# ---- graph traces --------------------------------------------------------------------------------

_NODE_SIZES = {"levelized": 2, "explorer": 4.5, "svg": 2, "dot": 1.2, "to-mlir": 3}
"""Maps commands that hold nodes in memory to the kilobytes that each node takes. These commands
visit nodes in another order than that of the file.
"""


def _open_graph(path: str, progress: Progress | None) -> Trace:
    """Open a graph trace. The nodes of a large file are read on demand."""
    from ttmlir_py.traces.graph import files

    return files.open_trace(path, progress)


def _graph_lines(command: str, path: str, options: Options) -> Iterator[str]:
    from ttmlir_py.traces.graph import (
        arguments,
        explorer,
        files,
        levelized,
        memory_picture,
        pictures,
        summary,
        tables,
    )
    from ttmlir_py.traces.graph.queries import functions

    opened = files.load if command in _NODE_SIZES else files.open_trace
    trace = opened(path, options.progress)
    match command:
        case "display":
            if options.json:
                return map(json.dumps, islice(trace, options.limit or None))
            return summary.node_lines(trace, options.limit)
        case "stats":
            if options.json:
                return _json_lines(summary.summary(trace))
            return summary.summary_lines(trace)
        case "validate":
            return iter([f"{len(trace):,} nodes are valid"])
        case "table":
            if options.json:
                return _json_lines(tables.process_allocations(trace, legacy=options.legacy))
            return tables.table_lines(trace, legacy=options.legacy)
        case "csv":
            return _csv_lines(tables.allocation_rows(trace, legacy=options.legacy))
        case "calltrace":
            return (each.name for each in functions(trace))
        case "tree":
            return tables.tree_lines(trace)
        case "peak":
            return summary.peak_lines(trace)
        case "levelized":
            graph = levelized.LevelizedGraph(trace, options.level)
            return iter(graph.dump().splitlines())
        case "arguments":
            return arguments.argument_lines(trace)
        case "dot":
            return pictures.dot_lines(trace)
        case "memory":
            return memory_picture.memory_lines(trace)
        case "explorer":
            return _json_lines(explorer.model_explorer(trace, options.level))
        case "svg":
            return iter(pictures.svg_text(trace, options.note).splitlines())
        case _:
            return pictures.perfetto_lines(trace)


def _json_lines(value: object) -> Iterator[str]:
    return iter(json.dumps(value, indent=4).splitlines())


def _csv_lines(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    """Yield rows as CSV lines. Values other than numbers and text are written as JSON."""
    import csv

    text = StringIO()
    writer = csv.writer(text, lineterminator="")
    for index, row in enumerate(rows):
        cells = [each if isinstance(each, int | str) else json.dumps(each) for each in row.values()]
        for line in ([list(row)] if index == 0 else []) + [cells]:
            writer.writerow(line)
            yield text.getvalue()
            text.seek(0)
            text.truncate()


def difference_lines(
    left: str, right: str, level: int | None, most: int, progress: Progress | None = None
) -> Iterator[str]:
    """Yield lines with the differences between two traces of the same kind; see `alignment`.

    A `TraceError` names the file.
    """
    kinds = [located(path, lambda p=path: kind_of(p)) for path in (left, right)]
    if kinds[0] != kinds[1]:
        raise TraceError(
            f"{right}: error: is {kinds[1]}, but {left} is {kinds[0]}: only traces of the same "
            "kind can be compared"
        )
    match kinds[0]:
        case Kind.TENSOR:
            from ttmlir_py.traces.tensor import difference as tensor
            from ttmlir_py.traces.tensor.reader import TraceFile

            first, second = (TraceFile(path, progress) for path in (left, right))
            return tensor.difference_lines(first, second, most)
        case Kind.OPERATION:
            from ttmlir_py.traces.operation.difference import difference_lines as operation_lines
            from ttmlir_py.traces.operation.stored import StoredGraph

            one, other = (
                located(p, lambda p=p: StoredGraph(p, progress).executed()) for p in (left, right)
            )
            return operation_lines(one, other, most)
        case _:
            from ttmlir_py.traces.graph.difference import difference_lines

            one, other = (located(p, lambda p=p: _open_graph(p, progress)) for p in (left, right))
            return difference_lines(one, other, level, most)


def located(path: str | os.PathLike[str], load: Callable[[], Any]) -> Any:
    """Return the result of `load`. If it raises a `TraceError`, the error names the file `path`."""
    try:
        return load()
    except TraceError as error:
        raise TraceError(f"{os.fspath(path)}: error: {error}") from None


# ---- tensor-access traces ------------------------------------------------------------------------


def _tensor_lines(command: str, path: str, options: Options, found: Findings) -> Iterator[str]:
    from ttmlir_py.traces.tensor.model_table import read_model_csv
    from ttmlir_py.traces.tensor.reader import Filter, TraceFile

    trace = TraceFile(path, options.progress)
    if next(trace.batches(), None) is None:
        raise TraceError(EMPTY)
    filter = Filter(options.layer, options.token, options.operation)
    model: Model | None = None
    if options.model:
        model = located(options.model, lambda: read_model_csv(options.model))
    if command == "parse":
        return _parse_lines(trace, filter, options, model, found)
    return _mode_lines(command, trace, filter, options, model, found)


def _parse_lines(
    trace: TraceFile, filter: Filter, options: Options, model: Model | None, found: Findings
) -> Iterator[str]:
    """Yield the number of entries and the number of those that pass the filter. Then yield the
    lines of the requested modes.
    """
    counts = trace.counts(filter)
    yield f"Parsed {counts[0]} trace entries"
    for count, part in zip(counts[1:], filter.parts(), strict=True):
        yield f"Filtered to {count} entries for {part}"
    for mode in options.modes:
        yield ""
        yield from _mode_lines(mode, trace, filter, options, model, found)


def _mode_lines(
    command: str,
    trace: TraceFile,
    filter: Filter,
    options: Options,
    model: Model | None,
    found: Findings,
) -> Iterator[str]:
    from ttmlir_py.traces.tensor import reports

    if command in ANALYSES:
        yield from _analysis_lines(command, trace, filter, options)
        return
    match command:
        case "stats":
            counted = reports.statistics(trace, filter, model, options.num_layers)
            yield from _json_lines(counted.as_dict()) if options.json else counted.lines()
        case "validate":
            result = reports.validate(trace)
            found.exit_code = 2 if result.mismatch_count else found.exit_code
            yield from _json_lines(asdict(result)) if options.json else result.lines()
        case "table":
            yield from reports.table_lines(trace, filter, options.limit)
        case "csv":
            yield from _csv_lines(reports.entries(trace, filter, options.limit))
        case _ if options.json:
            yield from map(json.dumps, reports.entries(trace, filter, options.limit))
        case _:
            yield from reports.display_lines(trace, filter, options.limit, model)


def _analysis_lines(
    command: str, trace: TraceFile, filter: Filter, options: Options
) -> Iterator[str]:
    from ttmlir_py.traces.tensor import analyses
    from ttmlir_py.traces.tensor.block_trace import correlation_lines
    from ttmlir_py.traces.tensor.heat_map import heat_map_lines

    match command:
        case "histogram":
            return analyses.histogram_lines(trace, filter, options.limit)
        case "order":
            return analyses.order_lines(trace, filter, options.limit)
        case "layers":
            return analyses.layer_lines(trace, filter)
        case "experts":
            return analyses.expert_lines(trace, filter)
        case "heatmap":
            return heat_map_lines(trace, filter)
        case _:
            blocks = correlation_lines(
                trace,
                filter,
                options.blocks,
                start=options.start,
                action=options.action,
                limit=options.limit,
            )
            return _located_lines(options.blocks, blocks)


def _located_lines(path: str, lines: Iterator[str]) -> Iterator[str]:
    """Yield lines. If `lines` raises a `TraceError`, the error names the file `path`, which is
    another file than the trace.
    """
    try:
        yield from lines
    except TraceError as error:
        raise TraceError(f"{path}: error: {error}") from None


def partial_record(path: str) -> int:
    """Return the number of bytes of an incomplete record at the end of a tensor-access trace.

    Raises `TraceError` for a file without records.
    """
    from ttmlir_py.traces.tensor.layouts import record_size

    return os.path.getsize(path) % record_size(path)
