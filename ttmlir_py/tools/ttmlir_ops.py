"""`ttmlir-ops`: the unique operations of models, as small programs and a table."""

from __future__ import annotations

import argparse
import sqlite3
import sys
import time
from collections.abc import Sequence

from ttmlir_py.tools.commands import command_parser, parse_arguments, run_commands
from ttmlir_py.tools.driver import ToolError
from ttmlir_py.tools.progress import ProgressLine

_DESCRIPTION = "Extract the unique operations of models. See docs/sweeps.md."


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = command_parser("ttmlir-ops", _DESCRIPTION)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    extract = commands.add_parser("extract", help="extract operations into a folder")
    extract.add_argument(
        "models",
        nargs="+",
        metavar="MODEL",
        help="a file or folder: StableHLO, TTIR or TTNN text, binaries, traces, dumps, OpTest JSON",
    )
    extract.add_argument("-o", "--output", default="ops", metavar="FOLDER", help="default: ops")
    extract.add_argument(
        "--pieces",
        metavar="NAMES",
        default="",
        help="extract connected pieces instead: attention, conv-bn, mlp",
    )
    extract.add_argument("--parquet", metavar="FILE", help="also write the table as Parquet")
    shown = commands.add_parser("list", help="list the operations in a folder")
    shown.add_argument("folder", metavar="FOLDER")
    shown.add_argument("--models", action="store_true", help="list the models instead")
    return parser


def _extract(options: argparse.Namespace) -> int:
    from ttmlir_py.sweep.operations import Operations, write_parquet
    from ttmlir_py.sweep.sources import ModelError, find

    pieces: Sequence[str] = [each for each in options.pieces.split(",") if each]
    try:
        models = find(options.models)
    except ModelError as error:
        raise ToolError(str(error)) from None
    kept, failed = Operations(options.output), 0
    line = ProgressLine(sys.stderr, 0.2) if sys.stderr.isatty() else None
    start = time.monotonic()
    for number, model in enumerate(models):
        if line is not None:
            line.show(lambda _, n=number, m=model.name: f"{n} of {len(models)} models: {m}")
        try:
            kept.add_file(model, pieces)
        except ModelError as error:
            failed += 1
            print(error, file=sys.stderr)
        except ValueError as error:
            raise ToolError(str(error)) from None
    if line is not None:
        line.clear()
    count, total, unique = kept.counts()
    ratio = f", {total / unique:.1f} of each" if unique else ""
    print(f"{count} models, {total} operations, {unique} unique{ratio}")
    print(f"{options.output}: {time.monotonic() - start:.1f} s", file=sys.stderr)
    if options.parquet:
        try:
            write_parquet(kept, options.parquet)
        except ImportError:
            raise ToolError("--parquet needs pyarrow: pip install 'ttmlir-py[parquet]'") from None
    kept.close()
    return 1 if failed else 0


def _list(options: argparse.Namespace) -> int:
    from pathlib import Path

    from ttmlir_py.sweep.operations import TABLE, Operations

    if not (Path(options.folder) / TABLE).is_file():
        raise ToolError(f"{options.folder}: no {TABLE}: write it with ttmlir-ops extract")
    kept = Operations(options.folder)
    if options.models:
        for name, revisions, count, error in kept.models():
            print(f"{count:>8}  {name}  {error or revisions}")
    else:
        for each in kept.rows():
            models = ", ".join(each.origins)
            print(f"{sum(each.origins.values()):>8}  {each.hash[:16]}  {each.name}  {models}")
    kept.close()
    return 0


def main() -> int:
    """Run the command line, and return the exit code."""

    def run() -> int:
        options = parse_arguments(build_parser(), None)
        try:
            return _extract(options) if options.command == "extract" else _list(options)
        except sqlite3.Error as error:
            raise ToolError(f"the table cannot be read or written: {error}") from None

    return run_commands("ttmlir-ops", run)


if __name__ == "__main__":
    sys.exit(main())
