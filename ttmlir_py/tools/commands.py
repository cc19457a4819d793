"""Shared parts of the tools that use argparse, such as `ttrt` and `ttnn-standalone`."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from ttmlir_py.common import interrupts
from ttmlir_py.common.library_warnings import LibraryWarningsPrinted
from ttmlir_py.common.suggestions import suggestion
from ttmlir_py.tools.driver import SHELLS, ToolError, prepare_streams, version_text


class _Version(argparse.Action):
    """An argparse action that prints the version, which is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(version_text())
        parser.exit()


class _Completion(argparse.Action):
    """An argparse action that prints a completion script for a shell."""

    def __call__(
        self, parser: argparse.ArgumentParser, _: argparse.Namespace, values: Any, *__: Any
    ) -> None:
        from ttmlir_py.tools.completion import commands_script

        commands: dict[str, list[str]] = {}
        for action in _actions_of(parser):
            if action.nargs == argparse.PARSER:
                parsers: dict[str, argparse.ArgumentParser] = vars(action)["choices"]
                commands |= {name: _options_of(each) for name, each in parsers.items()}
        sys.stdout.write(commands_script(values, parser.prog, _options_of(parser), commands))
        parser.exit()


def _actions_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    if isinstance(parser, CommandParser):
        parser.add_later_options()
    return parser._actions  # pyright: ignore[reportPrivateUsage]


def _options_of(parser: argparse.ArgumentParser) -> list[str]:
    return [text for action in _actions_of(parser) for text in action.option_strings]


class CommandParser(argparse.ArgumentParser):
    """An argument parser whose errors suggest the nearest known command or value.

    Its help raises OSError if it cannot be written, which argparse ignores.
    """

    add_options: Callable[[], None] | None = None
    """Adds the options, called before the first use. Of a tool's commands, a run uses one."""

    def add_later_options(self) -> None:
        """Call `add_options`, once."""
        add, self.add_options = self.add_options, None
        if add is not None:
            add()

    def parse_known_args(self, *arguments: Any, **keywords: Any) -> Any:
        """Parse the arguments like argparse, with all options."""
        self.add_later_options()
        return super().parse_known_args(*arguments, **keywords)

    def _print_message(self, message: str, file: Any = None) -> None:
        stream = file or sys.stderr
        if message and stream is not None:
            stream.write(message)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            choices = map(str, action.choices or ())
            error.message += suggestion(str(value), choices)
            raise


def command_parser(program: str, description: str) -> CommandParser:
    """Return an argparse parser without subcommands, which the caller adds. `program` is its
    name.
    """
    parser = CommandParser(prog=program, description=description, allow_abbrev=False)
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    parser.add_argument(
        "--completion",
        action=_Completion,
        choices=SHELLS,
        metavar="SHELL",
        help=f"print a completion script for this shell and exit: {', '.join(SHELLS)}",
    )
    return parser


def parse_arguments(
    parser: argparse.ArgumentParser, arguments: Sequence[str] | None
) -> argparse.Namespace:
    """Return the values of the arguments. Exit with a message if they are invalid."""
    given = sys.argv[1:] if arguments is None else arguments
    parsed, unknown = parser.parse_known_args(given)
    used = [parser, *_chosen_command(parser, given)]
    if unknown:
        known = [text for each in used for text in _options_of(each)]
        advice = suggestion(unknown[0].partition("=")[0], known)
        parser.error(f"unrecognized arguments: {' '.join(unknown)}{advice}")
    for name, value in vars(parsed).items():
        if value == []:  # argparse turns `--name=--` into an empty list
            parser.error(f"argument {name}: expected one argument")
    for action in (action for each in used for action in _actions_of(each)):
        values: object = getattr(parsed, action.dest, None)
        if not action.option_strings and (
            values == "" or (isinstance(values, list) and "" in values)
        ):
            parser.error(f"argument {action.metavar or action.dest}: the name is empty")
    return parsed


def _chosen_command(
    parser: argparse.ArgumentParser, given: Sequence[str]
) -> list[argparse.ArgumentParser]:
    """Return the parser of the command that `given` names, if the tool has commands."""
    for action in _actions_of(parser):
        if action.nargs == argparse.PARSER:
            parsers: dict[str, argparse.ArgumentParser] = vars(action)["choices"]
            return [parsers[each] for each in given if each in parsers][:1]
    return []


def run_commands(program: str, run: Callable[[], int]) -> int:
    """Call `run`, the body of a tool that uses argparse, and return its exit code.

    A failure to write output is reported in one line. A pipe that was closed early is not an error.
    """
    prepare_streams()
    with LibraryWarningsPrinted():
        return _exit_code(program, run)


def _exit_code(program: str, run: Callable[[], int]) -> int:
    try:
        interrupts.raise_interrupts()
        try:
            return run()
        finally:  # also runs after --help, which exits
            sys.stdout.flush()
    except ToolError as error:
        message = str(error)
    except KeyboardInterrupt:
        return interrupts.EXIT_CODE
    except OSError as error:
        message = f"{error.filename or 'standard output'}: {error.strerror}"
        if error.filename is None:
            # Python flushes stdout at exit, which would fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 1
    except Exception as error:
        if interrupts.caused(error):
            return interrupts.EXIT_CODE
        raise
    with suppress(OSError):
        print(f"{program}: error: {message}", file=sys.stderr)
    return 1
