"""`ttrt`: reads, runs, estimates and checks compiled binaries; here are its command lines."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from ttmlir_py.tools.driver import prepare_streams
from ttmlir_py.ttrt import API
from ttmlir_py.ttrt.common.command import Command
from ttmlir_py.ttrt.options import Option

_DESCRIPTION = (
    "Inspect compiled binaries and run them on a simulator of Tenstorrent's hardware. "
    "Results are printed, and written as JSON; the exit code is 0 if all went well, 1 if anything failed."
)


def build_parser() -> argparse.ArgumentParser:
    """The command line's parser: one subcommand each."""
    parser = argparse.ArgumentParser(prog="ttrt", description=_DESCRIPTION, allow_abbrev=False)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    API.initialize_apis()
    for name, command in API.registered_apis.items():
        subparser = commands.add_parser(
            name.lower(),
            help=_first_sentence(command.description),
            description=command.description,
            epilog=command.examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        subparser.set_defaults(command=command)
        for option in command.options:
            _add_option(subparser, option)
    return parser


def _first_sentence(text: str) -> str:
    return text[0].lower() + text[1:].split(", or ")[0].rstrip(".")


def _add_option(parser: argparse.ArgumentParser, option: Option) -> None:
    if not option.name.startswith("-"):
        parser.add_argument(option.name, help=option.help)
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
    """The parser's errors as argparse wants them to show their text."""

    def convert(text: str) -> Any:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit code: 0 success, 1 failure, 2 wrong usage."""
    prepare_streams()
    values = vars(build_parser().parse_args(arguments))
    make: type[Command] = values.pop("command")
    try:
        command = make(values)
    except OSError as error:
        print(f"ttrt: error: cannot write {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    try:
        code, _ = command()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # else the reader of a pipe went away
            print(f"ttrt: error: cannot write standard output: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes at exit
        return 1
    return code


if __name__ == "__main__":
    sys.exit(main())
