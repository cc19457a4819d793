"""`ttrt`: reads, runs, estimates and checks binaries."""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ttmlir_py.tools.commands import command_parser, parse_arguments, run_commands
from ttmlir_py.tools.driver import ToolError
from ttmlir_py.ttrt import API
from ttmlir_py.ttrt.common.command import Command
from ttmlir_py.ttrt.common.util import REPORT_FILE
from ttmlir_py.ttrt.options import Option

_DESCRIPTION = (
    "Inspect compiled binaries and run them on a simulator of Tenstorrent's hardware. "
    "Results are printed, and written as JSON; the exit code is 0 if all went well, 1 if anything "
    "failed."
)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser with all subcommands."""
    parser = command_parser("ttrt", _DESCRIPTION)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    API.initialize_apis()
    for name, command in API.registered_apis.items():
        positional = [each.name for each in command.options if not each.name.startswith("-")]
        subparser = commands.add_parser(
            name.lower(),
            usage=" ".join(("%(prog)s [options]", *positional)),
            help=_first_sentence(command.description),
            description=command.description,
            epilog=command.examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        subparser.set_defaults(command=command)
        subparser.add_options = partial(_add_options, subparser, command.options)
    return parser


def _add_options(parser: argparse.ArgumentParser, options: Iterable[Option]) -> None:
    for option in options:
        _add_option(parser, option)


def _first_sentence(text: str) -> str:
    return text[0].lower() + text[1:].split(", or ")[0].rstrip(".")


def _add_option(parser: argparse.ArgumentParser, option: Option) -> None:
    if not option.name.startswith("-"):
        parser.add_argument(option.name, help=option.help, choices=option.choices or None)
        return
    default = "off" if option.parse is None else option.default
    text = option.help if default == "" else f"{option.help} (default: {default})"
    text = text.replace("%", "%%")
    if option.parse is None:
        parser.add_argument(option.name, dest=option.name, action="store_true", help=text)
    else:
        parser.add_argument(
            option.name,
            dest=option.name,
            type=_converter(option.parse),
            default=option.default,
            choices=option.choices or None,
            metavar=option.metavar,
            help=text,
        )


def _converter(parse: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a function that calls `parse`, and converts its errors to those of argparse, which
    shows their text.
    """

    def convert(text: str) -> Any:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code.

    It is 0 for success, 1 for failure, and 2 for wrong usage.
    """
    return run_commands("ttrt", lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    values = vars(parse_arguments(build_parser(), arguments))
    make: type[Command] = values.pop("command")
    try:
        command = make(values)
    except OSError as error:
        raise ToolError(f"cannot write {error.filename}: {error.strerror}") from None
    code = command()[0]
    if code == 0 and command.name in ("run", "perf"):
        _tell_of_results(command["--result-file"])
    return code


def _tell_of_results(name: str) -> None:
    """Print the names of the result files, if they have default names."""
    if name in ("run_results.json", "perf_results.json") and Path(name).exists():
        files = f"{name} and {REPORT_FILE}"
        print(f"ttrt: results are in {files} (--result-file= writes none)", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
