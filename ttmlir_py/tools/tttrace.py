"""`tttrace`: shows graph traces, op-execution traces and tensor-access traces."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ttmlir_py.common.files import new_file
from ttmlir_py.runtime.defaults import TENSOR_TRACE
from ttmlir_py.tools.commands import (
    CommandParser,
    command_parser,
    parse_arguments,
    run_commands,
)
from ttmlir_py.tools.progress import ProgressLine
from ttmlir_py.traces import commands
from ttmlir_py.traces.errors import TraceError

_DESCRIPTION = (
    "Show, check, compare and draw traces of runs: graph traces (JSON), as TT-NN and `ttrt run "
    "--graph-trace` write them, "
    "op-execution traces (FlatBuffers), as ND4J and `ttrt run --op-trace` write them, "
    "and tensor-access traces (records of 128 bytes), as llama.cpp writes them."
)
_EPILOG = (
    "Exit codes: 0: success; 1: an error, or traces that differ; 2: wrong usage, "
    "or indices that disagree."
)
_LEVELED = ("levelized", "explorer")
"""Commands that accept a call level, such as `levelized:2`."""
_MODES = ("display", "stats", "validate")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser with all subcommands."""
    parser = command_parser("tttrace", _DESCRIPTION)
    parser.epilog = _EPILOG
    subparsers = parser.add_subparsers(
        title="commands", required=True, metavar="COMMAND", dest="command"
    )
    added: list[tuple[str, str, Callable[[CommandParser], None]]] = [
        *(
            (name, help, partial(_add_graph_options, name=name))
            for name, help in commands.GRAPH_COMMANDS.items()
        ),
        ("parse", "a tensor-access trace in the output of llama.cpp's tool", _add_parse_options),
        *(
            (name, help, partial(_add_analysis_options, name=name))
            for name, help in commands.ANALYSES.items()
        ),
        *((name, help, _add_file_options) for name, help in commands.OPERATION_COMMANDS.items()),
        (
            "to-mlir",
            "the program of an op-execution trace or a graph trace, in the ttnn dialect or TTIR",
            _add_to_mlir_options,
        ),
        ("diff", "the first differences between two traces", _add_difference_options),
    ]
    for name, help, add_options in added:
        described = name not in ("parse", "diff")
        one = subparsers.add_parser(
            name,
            help=help,
            description=help if described else None,
            allow_abbrev=not described,
        )
        one.add_options = partial(add_options, one)
        one.set_defaults(parser=one)
    return parser


def _add_graph_options(parser: CommandParser, name: str) -> None:
    parser.add_argument("file", help="the trace")
    if name in commands.TENSOR_COMMANDS:
        _add_tensor_options(parser)
    if name in ("table", "csv"):
        parser.add_argument("--legacy", action="store_true", help="the table's older form")
    if name in _LEVELED:
        parser.add_argument("--level", type=_count, default=1, help=argparse.SUPPRESS)
    _add_output(parser)


def _add_parse_options(parser: CommandParser) -> None:
    parser.add_argument("file", nargs="?", default=TENSOR_TRACE, help="(default: %(default)s)")
    for mode in _MODES:
        parser.add_argument(f"--{mode}", action="store_true", help=f"{mode} (default: display)")
    parser.add_argument("--table", action="store_true", help="display in columns")
    _add_tensor_options(parser)
    _add_output(parser)


def _add_analysis_options(parser: CommandParser, name: str) -> None:
    parser.add_argument("file", help="the trace")
    if name == "blkparse":
        _add_block_options(parser)
    _add_filters(parser.add_argument)
    if name in ("histogram", "order", "blkparse"):
        _add_limit(parser, 20 if name == "order" else 0)
    _add_output(parser)


def _add_file_options(parser: CommandParser) -> None:
    parser.add_argument("file", help="the trace")
    _add_output(parser)


def _add_difference_options(parser: CommandParser) -> None:
    parser.add_argument("file", help="a trace")
    parser.add_argument("other", help="another one")
    parser.add_argument(
        "--level", type=_count, help="of graph traces: compare functions down to this level"
    )
    parser.add_argument("--limit", type=_count, default=10, help="differences to show")
    _add_output(parser)


def _add_to_mlir_options(parser: CommandParser) -> None:
    parser.add_argument("file", help="the trace")
    help = "top: operations of the trace; leaves: their steps (default: %(default)s)"
    parser.add_argument("--nested", choices=("top", "leaves"), default="top", help=help)
    help = "for a graph trace: convert functions down to this level (default: %(default)s)"
    parser.add_argument("--level", type=_count, default=1, help=help)
    help = "the dialect of the program; TTIR can be compiled again (default: %(default)s)"
    parser.add_argument("--dialect", choices=("ttnn", "ttir"), default="ttnn", help=help)
    parser.add_argument("--system", default="", metavar="BOARD", help="board to compile for")
    parser.add_argument("--name", default="main", help="the function's name (default: %(default)s)")
    _add_output(parser)


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", metavar="FILE", default="-", help="write to a file")


def _add_block_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("blocks", help="the text of blkparse")
    help = "begin of the tensor trace, in seconds of blkparse's text (default: %(default)s)"
    parser.add_argument("--start", type=_seconds, default=0.0, metavar="SECONDS", help=help)
    help = (
        "count reads when they are queued (Q), issued (D) or completed (C) (default: %(default)s)"
    )
    parser.add_argument("--action", choices=("Q", "D", "C"), default="D", help=help)


def _add_limit(parser: argparse.ArgumentParser, default: int = 0) -> None:
    help = "show at most N entries; 0 for all (default: %(default)s)"
    parser.add_argument("--limit", type=_count, default=default, metavar="N", help=help)


def _add_filters(add: Callable[..., object]) -> None:
    add("--layer", type=_layer, metavar="N|NA", help="only entries of this layer")
    add("--token", type=_count, metavar="N", help="only entries of this token")
    add("--operation", type=_operation, metavar="NAME|CODE", help="only entries of this operation")


def _add_tensor_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("tensor-access traces")
    _add_filters(group.add_argument)
    group.add_argument(
        "--num-layers", type=_count, metavar="N", help="number of layers of the model"
    )
    group.add_argument(
        "--csv",
        default="",
        metavar="FILE",
        help="table of the model's tensors, as `tttrace csv MODEL` writes it",
    )
    _add_limit(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of at least 0")
    return int(text)


def _seconds(text: str) -> float:
    try:
        if abs(value := float(text)) < 1e9:
            return value
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds")


def _layer(text: str) -> int:
    from ttmlir_py.traces.tensor.record import NO_LAYER

    return NO_LAYER if text.upper() in ("NA", "N/A") else _count(text)


def _operation(text: str) -> int:
    from ttmlir_py.traces.tensor.record import OPERATION_CODES

    code = OPERATION_CODES.get(text.upper())
    return _count(text.upper().removeprefix("OP")) if code is None else code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code.

    It is 0 for success, 1 for failure, and 2 for wrong usage.
    """
    return run_commands("tttrace", lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    command, colon, level = given[0].partition(":") if given else ("", "", "")
    if colon and command in _LEVELED:
        given[:1] = [command, f"--level={level}"]
    values = parse_arguments(build_parser(), given)
    progress = ProgressLine(sys.stderr, every=0.25) if sys.stderr.isatty() else None
    found = commands.Findings()
    try:
        lines, is_difference = _lines(values, found, progress), values.command == "diff"
        written = _write(lines, values.output, progress)
    except TraceError as error:
        text = str(error)
        located = text if ": error: " in text else f"{values.file}: error: {text}"
        _say(located, progress)
        return 1
    finally:
        if progress:
            progress.clear()
    return 1 if is_difference and written else found.exit_code


def _lines(
    values: argparse.Namespace, found: commands.Findings, progress: ProgressLine | None
) -> Iterator[str]:
    options = (each for each in vars(values) if _is_given(values, each))
    commands.require_taken(values.command, values.file, options)
    for path in filter(None, (values.file, vars(values).get("other"))):
        if note := commands.memory_note(values.command, path):
            _say(f"{path}: note: {note}", progress)
    if values.command == "diff":
        return commands.difference_lines(
            values.file, values.other, values.level, values.limit, _shown(progress)
        )
    if values.command == "to-mlir":
        return _program_lines(values, _shown(progress))
    known = vars(values)
    modes = tuple(mode for mode in _MODES if known.get(mode)) or ("display",)
    if known.get("table"):
        modes = ("table", *(mode for mode in modes if mode != "display"))
    options = commands.Options(
        limit=known.get("limit", 0),
        level=known.get("level", 1),
        legacy=known.get("legacy", False),
        json=known.get("format") == "json",
        layer=known.get("layer"),
        token=known.get("token"),
        operation=known.get("operation"),
        num_layers=known.get("num_layers"),
        blocks=known.get("blocks", ""),
        start=known.get("start", 0.0),
        action=known.get("action", "D"),
        model=known.get("csv", ""),
        progress=_shown(progress),
        note=lambda text: _say(f"{values.file}: note: {text}", progress),
        modes=modes,
    )
    lines = commands.command_lines(values.command, values.file, options, found)
    if commands.is_read_as_records(values.command, values.file):
        _warn_of_partial_record(values.file, progress)
    return lines


def _is_given(values: argparse.Namespace, option: str) -> bool:
    """Whether the user gave an option that only some kinds of traces accept."""
    is_one = option in commands.KIND_OPTIONS
    return is_one and getattr(values, option) != values.parser.get_default(option)


def _program_lines(values: argparse.Namespace, progress: commands.Progress | None) -> Iterator[str]:
    """Yield the text of the program that a trace contains."""
    from ttmlir_py.compiler import system_desc
    from ttmlir_py.traces.programs import file_to_mlir

    try:
        system = system_desc(values.system) if values.system else None
    except ValueError as error:
        raise TraceError(f"tttrace: error: --system: {error}") from None
    module = file_to_mlir(
        values.file,
        level=values.level,
        nested=values.nested,
        dialect=values.dialect,
        system=system,
        name=values.name,
        progress=progress,
    )
    yield from str(module).splitlines()


def _shown(progress: ProgressLine | None) -> commands.Progress | None:
    return None if progress is None else partial(_show_share, progress)


def _show_share(line: ProgressLine, done: int, of: int) -> None:
    line.show(lambda _: f"{done:,} of {of:,} ({100 * done // max(of, 1)} %)")


def _say(text: str, progress: ProgressLine | None) -> None:
    """Print a line to standard error, and remove the progress line first."""
    if progress:
        progress.clear()
    print(text, file=sys.stderr)


def _warn_of_partial_record(path: str, progress: ProgressLine | None) -> None:
    if cut := commands.partial_record(path):
        _say(f"{path}: warning: the last {cut} bytes are not a whole record", progress)


def _write(lines: Iterator[str], output: str, progress: ProgressLine | None) -> int:
    """Write lines to a file, or to standard output for `-`, and return their number."""
    if output == "-":
        shown = progress if sys.stdout.isatty() else None
        return _send(lines, lambda text: print(text, end=""), shown)
    with new_file(output) as file:
        return _send(lines, lambda text: file.write(_bytes(text)))


def _send(
    lines: Iterator[str], write: Callable[[str], object], progress: ProgressLine | None = None
) -> int:
    """Pass each line to `write`, after removing the progress line. Return the number of lines."""
    count = 0
    for line in lines:
        if progress:
            progress.clear()
        write(line + "\n")
        count += 1
    return count


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
