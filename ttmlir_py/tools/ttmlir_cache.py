"""`ttmlir-cache`: shows and cleans the result cache in the folder named by `TTMLIR_CACHE`.

Its options are those of `ccache`; see `ttmlir_py.result_cache`.
"""

import argparse
import os
import sys

from ttmlir_py.result_cache.store import COUNTS, SIZE_VARIABLE, Store, parse_size
from ttmlir_py.tools.commands import command_parser, parse_arguments, run_commands
from ttmlir_py.tools.driver import ToolError
from ttmlir_py.tools.start import CACHE_VARIABLE

_DESCRIPTION = (
    "Show or clean the result cache of ttopt, tttranslate and ttmlir-compile in "
    "the folder TTMLIR_CACHE. Several options are executed in the order clear, "
    "zero, max-size, show."
)
_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = command_parser("ttmlir-cache", _DESCRIPTION)
    parser.add_argument(
        "-s",
        "--show-stats",
        action="store_true",
        help="print the numbers of hits, misses, failed and uncacheable runs",
    )
    parser.add_argument(
        "-z", "--zero-stats", action="store_true", help="reset the numbers of --show-stats to zero"
    )
    parser.add_argument("-C", "--clear", action="store_true", help="remove all cached results")
    size_help = (
        f"limit the folder from now on, as 500M or 2G (default: 1G; {SIZE_VARIABLE} says "
        f"otherwise for a run)"
    )
    parser.add_argument("-M", "--max-size", type=_size, metavar="SIZE", help=size_help)
    return parser


def _size(text: str) -> int:
    try:
        return parse_size(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"'{text}': {error}") from None


def _amount(size: float) -> str:
    """Return a size in bytes as text with a readable unit."""
    unit = 0
    while size >= 1024 and unit + 1 < len(_UNITS):
        size, unit = size / 1024, unit + 1
    return f"{size:.1f} {_UNITS[unit]}" if unit else f"{size} {_UNITS[unit]}"


def statistics(kept: Store) -> str:
    """Return the text of `--show-stats` for a cache."""
    counts, (objects, size), limit = kept.counts(), kept.use(), kept.limit()
    asked = counts["hits"] + counts["misses"]
    share = f" ({100 * counts['hits'] / asked:.1f} %)" if asked else ""
    rows = [("Folder", kept.folder)]
    rows += [
        (each.capitalize(), f"{counts[each]}{share if each == 'hits' else ''}") for each in COUNTS
    ]
    rows.append(("Size", f"{_amount(size)} of {_amount(limit)}, {objects} files"))
    return "".join(f"{name + ':':<13}{value}\n" for name, value in rows)


def _run(options: argparse.Namespace) -> int:
    folder = os.environ.get(CACHE_VARIABLE)
    if not folder:
        raise ToolError(f"{CACHE_VARIABLE} must be the path of a folder")
    kept = Store(folder)
    try:
        if options.clear:
            kept.clear()
        if options.zero_stats:
            kept.reset_counts()
        if options.max_size is not None:
            kept.set_limit(options.max_size)
        if options.show_stats:
            sys.stdout.write(statistics(kept))
    except OSError as error:
        raise ToolError(f"{error.filename or folder}: {error.strerror}") from None
    except ValueError as error:
        raise ToolError(f"{SIZE_VARIABLE}: {error}") from None
    return 0


def main() -> int:
    """Run the command line, and return the exit code."""

    def run() -> int:
        parser = build_parser()
        options = parse_arguments(parser, None)
        if len(sys.argv) == 1:
            parser.error("expected an option, such as --show-stats")
        return _run(options)

    return run_commands("ttmlir-cache", run)


if __name__ == "__main__":
    sys.exit(main())
