"""Shared parts of the LLVM-style command-line tools: flags, input, output and exit.

Flags are scanned as in LLVM's tools: `-x` and `--x` are equal, values are given as `--x=value` or
`--x value`, and the order is kept. Inputs are split at `// -----`. An output file appears only
after success, and no failure shows a traceback.
"""

import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TextIO

from ttmlir_py import startup
from ttmlir_py.common import interrupts
from ttmlir_py.common.files import new_file, read_file, read_stream
from ttmlir_py.common.interrupts import TRACEBACK_VARIABLE
from ttmlir_py.common.suggestions import (
    MISSPELLING,
    alternatives,
    edit_distance,
    quoted,
    sharing_words,
    suggestion,
)
from ttmlir_py.common.warning_kinds import KINDS, LEVELS, WarningControl
from ttmlir_py.passes.running.option_text import parse_bool, parse_int
from ttmlir_py.revisions import REGISTRY, identify
from ttmlir_py.tools.start import CACHE_VARIABLE

if TYPE_CHECKING:
    from ttmlir_py.ir.context import MlirContext
    from ttmlir_py.result_cache.recording import Recorder

SPLIT_MARKER = "// -----"
SHELLS = ("bash", "zsh", "fish")
"""The shells that `tools.completion` supports."""

end: Callable[[int], NoReturn] = sys.exit if sys.platform == "emscripten" else os._exit
"""Ends the process of a tool after all output is written. The warm server replaces this
function. In a browser, the interpreter must stay alive for the next run.
"""


class ToolError(Exception):
    """A user's mistake, which ends the tool with this message and exit code 1."""


class Flag(NamedTuple):
    """A command-line option: its help text, the placeholder of its value, and its default.

    A value follows `=`. With `takes_next` it may also be the next argument. An `alias` is another
    name of an option. Options that are `hidden` are rarely needed, so only `--help-hidden` shows
    them.
    """

    help: str
    value: str | None = None
    default: str | None = None
    takes_next: bool = True
    alias: str | None = None
    hidden: bool = False

    @property
    def placeholder(self) -> str:
        """Return the placeholder of the value, which help shows after the option's name."""
        return "" if self.value is None else f"=<{self.value}>"


COMMON_FLAGS = {
    "allow-unregistered-dialect": Flag("Allow operations of dialects that are not registered"),
    "color": Flag("Use colors in diagnostics (default: if they go to a terminal)"),
    "completion": Flag(f"Print a completion script for this shell: {', '.join(SHELLS)}", "shell"),
    "h": Flag("Alias for --help", alias="help", hidden=True),
    "help": Flag("Display available options (--help-hidden for more)"),
    "help-hidden": Flag("Display all available options", hidden=True),
    "help-list": Flag("Display list of available options (--help-list-hidden for more)"),
    "help-list-hidden": Flag("Display list of all available options", hidden=True),
    "o": Flag("Output file", "filename", "-"),
    "split-input-file": Flag(f"Process the parts between lines '{SPLIT_MARKER}' separately"),
    "verify-diagnostics": Flag("Check diagnostics against the comments // expected-error {{...}}"),
    "tt-mlir": Flag(
        (
            f"Revision of tt-mlir that the text is in: {', '.join(REGISTRY)}, or a date such as "
            f"2025-07-14 (default: found from the text)"
        ),
        "revision",
    ),
    "version": Flag("Display the version"),
    "w": Flag("Show no warnings"),
    "warm": Flag(
        "As the first argument: run in a server that has loaded the compiler (also TTMLIR_WARM=1)"
    ),
    "warnings": Flag(f"Warnings to show: {'|'.join(LEVELS)}", "level", "default"),
    "Werror": Flag(
        "Make warnings errors: all warnings, or those of one kind", "kind", takes_next=False
    ),
    "Wno-error": Flag("Undo -Werror, or -Werror=<kind>", "kind", takes_next=False),
}

WARNING_FLAGS = {
    f"W{no}{name}": Flag(kind.summary) for no in ("", "no-") for name, kind in KINDS.items()
}
"""Flags that enable and disable kinds of warnings.

Together with the warning flags in `COMMON_FLAGS` they are the input of `WarningControl`.
"""
_WARNING_FLAGS = {"w", "warnings", "Werror", "Wno-error", *WARNING_FLAGS}


def with_dashes(name: str) -> str:
    """Return a flag with dashes: one dash for single letters and warning flags, else two."""
    return f"-{name}" if len(name) == 1 or name.startswith("W") else f"--{name}"


class HelpStyle(NamedTuple):
    """The style of a help text: with hidden options or not, as one list or with headings."""

    hidden: bool = False
    as_list: bool = False


HELP_FLAGS = {
    "help": HelpStyle(),
    "help-hidden": HelpStyle(hidden=True),
    "help-list": HelpStyle(as_list=True),
    "help-list-hidden": HelpStyle(hidden=True, as_list=True),
}


class Given(NamedTuple):
    """An occurrence of an option on the command line: its name, and the text after `=` or None."""

    name: str
    value: str | None


class CommandLine(NamedTuple):
    """The scanned command line: options and inputs, in order."""

    program: str
    given: tuple[Given, ...]
    positional: tuple[str, ...]

    def last(self, name: str) -> Given | None:
        """Return the last occurrence of an option, or None."""
        return next((each for each in reversed(self.given) if each.name == name), None)

    def text(self, name: str, default: str = "") -> str:
        """Return the value of an option's last occurrence, or `default`."""
        found = self.last(name)
        return default if found is None else found.value or ""

    def flag(self, name: str, default: bool = False) -> bool:
        """Return the value of a boolean option, or `default`. Raises ToolError for other values."""
        found = self.last(name)
        if found is None:
            return default
        try:
            return parse_bool(found.value or "")
        except ValueError as error:
            raise self.bad_value(name, str(error)) from None

    def integer(self, name: str, kind: str = "uint") -> int | None:
        """Return the value of an integer option, or None if it is missing.

        Raises ToolError for other values; `kind` is the type that the message names.
        """
        found = self.last(name)
        if found is None:
            return None
        try:
            return parse_int(found.value or "", kind)
        except ValueError as error:
            raise self.bad_value(name, str(error)) from None

    def items(self, name: str) -> list[str]:
        """Return the comma-separated items of all occurrences of an option."""
        return [
            item
            for each in self.given
            if each.name == name
            for item in (each.value or "").split(",")
        ]

    def choice(self, name: str, choices: Sequence[str]) -> str:
        """Return the value of an option that must be one of `choices`. The first is the default.

        Raises ToolError for other values.
        """
        found = self.last(name)
        if found is None:
            return choices[0]
        value = found.value or ""
        if value not in choices:
            error = self.bad_value(name, f"Cannot find option named '{value}'!")
            listed = f"{alternatives(choices)}{suggestion(value, choices)}"
            raise ToolError(f"{error}\n{self.program}: expected {listed}")
        return value

    def revision(self) -> str | None:
        """Return the revision in `--tt-mlir`, or None if not given. Raises ToolError if it is
        unknown.
        """
        given = self.last("tt-mlir")
        if given is None:
            return None
        try:
            return identify(given.value or "")
        except ValueError as error:
            raise self.bad_value("tt-mlir", str(error)) from None

    def bad_value(self, name: str, problem: str) -> ToolError:
        """Return the error for an option with an invalid value. `problem` describes it."""
        return ToolError(f"{self.program}: for the {with_dashes(name)} option: {problem}")

    def warning_flags(self) -> list[str]:
        """Return the warning flags in the order in which they were given."""
        return [
            f"-{name}" if value is None else f"-{name}={value}"
            for name, value in self.given
            if name in _WARNING_FLAGS
        ]

    def command(self) -> str:
        """Return the command in shell syntax, with options before the input."""
        import shlex

        options = (
            with_dashes(name) + ("" if value is None else f"={value}") for name, value in self.given
        )
        return shlex.join((self.program, *options, *self.positional))

    def input_file(self) -> str:
        """Return the only input, which is a path, or `-` for standard input.

        Raises ToolError for several inputs.
        """
        if len(self.positional) > 1:
            raise ToolError(
                f"{self.program}: Too many positional arguments specified!\n"
                f"Can specify at most 1 positional arguments: See: {self.program} --help"
            )
        return self.positional[0] if self.positional else "-"


def program_name(argv0: str) -> str:
    """Return the name of the tool for messages, from the path of its script."""
    name = os.path.basename(argv0)
    return name.removesuffix(".py") if name not in ("", "-c", "__main__.py") else "ttopt"


def scan(program: str, arguments: Sequence[str], flags: Mapping[str, Flag]) -> CommandLine:
    """Scan the arguments. Raises ToolError for an unknown option or a missing value."""
    given: list[Given] = []
    positional: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            positional.extend(rest)
        elif argument == "-" or not argument.startswith("-"):
            positional.append(argument)
        else:
            given.append(_scan_option(program, argument, rest, flags))
    return CommandLine(program, tuple(given), tuple(positional))


def _scan_option(
    program: str, argument: str, rest: Iterator[str], flags: Mapping[str, Flag]
) -> Given:
    name, equals, value = argument.lstrip("-").partition("=")
    if name == "warm":
        raise CommandLine(program, (), ()).bad_value(name, "must be the first argument")
    if name not in flags or argument.startswith("---"):
        if "canonicalize" in flags:
            _refuse_pass(program, name)
        dashed = quoted([with_dashes(each) for each in _nearest(name, value, flags)])
        raise ToolError(
            f"{program}: Unknown command line argument '{argument}'.  Try: '{program} --help'\n"
            f"{program}: Did you mean {dashed}?"
        )
    if equals:
        if (flags[name].alias or name) in _WITHOUT_VALUE:
            line = CommandLine(program, (), ())
            raise line.bad_value(name, f"does not allow a value! '{value}' specified.")
        return Given(flags[name].alias or name, value)
    if flags[name].value is None or not flags[name].takes_next:
        return Given(flags[name].alias or name, None)
    following = next(rest, None)
    if following is None:
        raise CommandLine(program, (), ()).bad_value(name, "requires a value!")
    return Given(flags[name].alias or name, following)


def _refuse_pass(program: str, name: str) -> None:
    """Raise ToolError if a flag is a pass or pipeline that is not implemented."""
    from ttmlir_py.passes.not_implemented import refusal

    if reason := refusal(name):
        raise ToolError(f"{program}: --{name} cannot be run: {reason}")


_WITHOUT_VALUE = (*HELP_FLAGS, "version")
"""Flags that accept no value, not even `true`."""


def _nearest(name: str, value: str, flags: Iterable[str]) -> list[str]:
    """Return the known flags that are most similar to a wrong one, with the value if they take one.

    As in LLVM, it is the flag that differs in the fewest characters. If it is no misspelling, flags
    that share words with the wrong one are preferred. For a flag without value, the value counts as
    part of the mistake.
    """

    def distance(flag: str) -> tuple[int, str]:
        given = f"{name}={value}" if flag in _WITHOUT_VALUE and value else name
        return edit_distance(given, flag), flag

    nearest = min(flags, key=distance)
    found, (difference, _) = [nearest], distance(nearest)
    if difference > MISSPELLING:
        is_near = 3 * difference <= len(name) + 2
        found = sharing_words(name, flags, found if is_near else []) or found
    return [f"{each}={value}" if value and each not in _WITHOUT_VALUE else each for each in found]


def read_input(path: str) -> str:
    """Return the text of a file, or of standard input for `-`. Raises ToolError if it cannot be
    read.
    """
    try:
        data = read_stream(sys.stdin.buffer) if path == "-" else read_file(path)
    except OSError as error:
        raise ToolError(f"cannot open input file '{path}': {error.strerror}") from None
    return data.decode("utf-8", "surrogateescape")


def write_output(path: str, *parts: str | bytes) -> None:
    """Write `parts` one after another to a file, or to standard output for `-`. If writing fails,
    an old file is kept.
    """
    failed = "open"
    try:
        if path == "-":
            failed = "write"
            sys.stdout.buffer.writelines(_encoded(parts))
            sys.stdout.flush()
            return
        with new_file(path) as file:
            failed = "write"
            file.writelines(_encoded(parts))
    except BrokenPipeError:
        raise
    except OSError as error:
        what = "to standard output" if path == "-" else f"output file '{path}'"
        raise ToolError(f"cannot {failed} {what}: {error.strerror}") from None


class Chunk(NamedTuple):
    """A part of a split input, with the file name for its locations."""

    name: str
    text: str


def _warn(text: str) -> None:
    """Write to the current standard error. In a warm server, it changes from run to run."""
    sys.stderr.write(text)


def split_input(
    path: str, text: str, marker: str, warn: Callable[[str], object] = _warn
) -> list[Chunk]:
    """Split a text at lines with `marker`. `warn` is called for lines that resemble it, as in MLIR.

    A chunk starts after the marker, so its first line is the rest of the marker's line.
    """
    stem, suffix = marker[:-2], marker[-2:]
    parts = text.split(stem) if stem else [text]
    starts: list[int] = []
    offset = 0
    for part in parts:
        if part and not starts:
            starts.append(offset)
        elif part.startswith(suffix) and len(part) > len(suffix):
            starts.append(offset + len(suffix))
        elif part:
            warn(_near_miss(path, text, offset))
        offset += len(part) + len(stem)
    ends = [start - len(marker) for start in starts[1:]] + [len(text)]
    return [_chunk(path, text, start, end) for start, end in zip(starts, ends, strict=False)]


def _chunk(path: str, text: str, start: int, end: int) -> Chunk:
    line = text.count("\n", 0, start) + 1
    return Chunk(f"within split at {display_name(path)}:{line} offset ", text[start:end])


def _near_miss(path: str, text: str, offset: int) -> str:
    line_start = text.rfind("\n", 0, offset) + 1
    line = text[line_start:].split("\n", 1)[0]
    column = offset - line_start
    where = f"{display_name(path)}:{text.count(chr(10), 0, offset) + 1}:{column + 1}"
    return f"{where}: warning: near miss with file split marker\n{line}\n{' ' * column}^\n"


def display_name(path: str) -> str:
    """Return the file name for locations: `path`, or `<stdin>` for `-`."""
    return "<stdin>" if path == "-" else path


def print_information(
    line: CommandLine, flags: Iterable[str], help_text: Callable[[str, HelpStyle], str]
) -> bool:
    """Print the information that a flag such as `--help` requests. Return whether a flag requests
    any.
    """
    help_flag = next((each.name for each in line.given if each.name in HELP_FLAGS), None)
    if help_flag is not None:
        text = help_text(line.program, HELP_FLAGS[help_flag])
    elif line.flag("version"):
        text = version_text() + "\n"
    elif line.last("completion") is not None:
        from ttmlir_py.tools.completion import completion_script

        shell = line.choice("completion", SHELLS)
        text = completion_script(shell, line.program, map(with_dashes, flags))
    else:
        return False
    write_output("-", text)
    return True


def plain_help(
    overview: str, usage: str, flags: Mapping[str, Flag], program: str, style: HelpStyle
) -> str:
    """Return the `--help` text of a tool that runs no passes."""
    lines = [f"OVERVIEW: {overview}", f"USAGE: {program} {usage}", "", "OPTIONS:", ""]
    for name, flag in sorted(flags.items()):
        if style.hidden or not flag.hidden:
            default = f" (default: {flag.default})" if flag.default else ""
            written = f"  {with_dashes(name)}{flag.placeholder}"
            lines.append(f"{written:<44} - {flag.help}{default}")
    return "\n".join(lines) + "\n"


def version_text() -> str:
    """Return the text of `--version`."""
    from importlib.metadata import version

    return f"ttmlir-py version {version('ttmlir-py')}"


Compile = Callable[[Chunk, "MlirContext"], str | bytes]
"""Returns the output for a chunk. Raises CompilationError after emitting diagnostics."""


def compile_input(line: CommandLine, compile: Compile, separator: str, end: str = "") -> int:
    """Compile every chunk of the input, write the outputs, and return the exit code.

    `separator` is the default separator between the outputs of a split input. `end` follows each
    output that is not empty.
    """
    path = line.input_file()
    text = read_input(path)
    if line.last("split-input-file"):
        chunks = split_input(path, text, line.text("split-input-file") or SPLIT_MARKER)
    else:
        chunks = [Chunk(display_name(path), text)]
    from ttmlir_py.common.library_warnings import LibraryWarningsPrinted  # --help runs without it

    with LibraryWarningsPrinted():
        results = [_compile_chunk(line, compile, chunk) for chunk in chunks]
    succeeded = all(good for _, good in results)
    target = line.text("o", "-")
    if succeeded or target == "-":
        separator = line.text("output-split-marker", separator) + "\n"
        parts = [part for output, _ in results for part in (separator, output, output and end)]
        write_output(target, *parts[1:])
    return 0 if succeeded else 1


def _compile_chunk(line: CommandLine, compile: Compile, chunk: Chunk) -> tuple[str | bytes, bool]:
    """Return the output for one chunk, and whether it succeeded."""
    from ttmlir_py.compiler import create_context
    from ttmlir_py.ir.diagnostics import CompilationError

    context = create_context(
        allow_unregistered=line.flag("allow-unregistered-dialect"),
        revision=line.revision(),
    )
    engine = context.diagnostics
    engine.prints = True
    engine.color = line.flag("color", _is_colorful(sys.stderr))
    engine.warnings = _warning_control(line, chunk)
    if not line.flag("verify-diagnostics"):
        engine.print_op_on_diagnostic = line.flag("mlir-print-op-on-diagnostic", True)
        if context.requested_revision is None and not line.last("w"):
            _note_guess(chunk)
        try:
            with engine.run():
                return compile(chunk, context), True
        except CompilationError:
            return "", False

    from ttmlir_py.tools.expected_diagnostics import ExpectedDiagnostics

    engine.print_op_on_diagnostic = False
    expected = ExpectedDiagnostics(chunk.name, chunk.text)
    output = ""
    with engine.handler(expected.handle), suppress(CompilationError), engine.run():
        output = compile(chunk, context)
    return output, expected.report()


def _note_guess(chunk: Chunk) -> None:
    """Print to standard error which revision was guessed for a text, and why."""
    if "ttir." in chunk.text or "ttnn." in chunk.text:
        from ttmlir_py.dialects.revisions.detection import guess_note

        if note := guess_note(chunk.text, chunk.name):
            print(note, file=sys.stderr)


_COLORFUL = "ansi|cygwin|linux|(screen|xterm|vt100|rxvt).*|.*color"
"""Names of terminals that LLVM considers colorful."""


def _is_colorful(stream: TextIO) -> bool:
    """Whether a stream is a terminal that can show colors."""
    return stream.isatty() and re.fullmatch(_COLORFUL, os.environ.get("TERM", "")) is not None


def _warning_control(line: CommandLine, chunk: Chunk) -> WarningControl:
    """Return the warnings that the flags enable.

    With `--verify-diagnostics`, an input that expects no warning shows warnings only if a flag
    enables them, because it may have been written for a tool without warnings.
    """
    flags = line.warning_flags()
    if not flags and line.flag("verify-diagnostics") and "expected-warning" not in chunk.text:
        flags = ["--warnings=none"]
    try:
        return WarningControl(flags)
    except ValueError as error:
        raise ToolError(f"{line.program}: {error}") from None


def _encoded(parts: Iterable[str | bytes]) -> Iterator[bytes]:
    """Yield the bytes of `parts`. A long text is encoded piece by piece, because it may take most
    of the memory.
    """
    for part in parts:
        if isinstance(part, bytes):
            yield part
        else:
            for start in range(0, len(part), _PIECE):
                yield part[start : start + _PIECE].encode("utf-8", "surrogateescape")


_PIECE = 1 << 20
"""Number of characters that are encoded at once."""


_CLOSED_STREAMS = {"stdin": os.O_WRONLY, "stdout": os.O_RDONLY, "stderr": os.O_WRONLY}
"""Modes in which the null device is opened to replace a closed stream.

Reading input and writing output then fail, and messages are discarded.
"""


def prepare_streams() -> None:
    """Configure the standard streams so that they accept any bytes in any locale."""
    for name, mode in _CLOSED_STREAMS.items():
        stream = getattr(sys, name)
        if stream is None:  # the stream was closed when the process started
            stream = os.fdopen(os.open(os.devnull, mode), "r" if name == "stdin" else "w")
            setattr(sys, name, stream)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")


def _internal_error(program: str, error: Exception) -> int:
    """Report an internal error, and return the exit code. An interrupt in its cause is not
    reported.
    """
    if interrupts.caused(error):
        return interrupts.EXIT_CODE
    if os.environ.get(TRACEBACK_VARIABLE):
        raise error
    summary = f"{type(error).__name__}: {error}".splitlines()[0]
    sys.stderr.write(
        f"{program}: internal error: {summary} (set {TRACEBACK_VARIABLE}=1 for the traceback)\n"
    )
    return 1


def _recorder(tool: str) -> "Recorder | None":
    """Return the recorder that stores this run's result in the result cache, or None if
    disabled.
    """
    if not tool or not os.environ.get(CACHE_VARIABLE):
        return None
    from ttmlir_py.result_cache.recording import Recorder

    return Recorder(tool)


def _record(recorder: "Recorder", program: str) -> None:
    """Start recording. Raises ToolError if the cache's size limit is invalid."""
    try:
        recorder.begin()
    except ValueError as error:
        raise ToolError(f"{program}: TTMLIR_CACHE_SIZE: {error}") from None


def run_tool(run: Callable[[str, Sequence[str]], int], tool: str = "") -> None:
    """Run a tool's `run(program, arguments)` and end the process.

    `tool` names a tool whose results can be cached. The garbage collector is off, because the
    process is short, and `end` skips the interpreter's clean-up.
    """
    import gc

    gc.disable()
    sys.set_int_max_str_digits(0)  # integer constants may have any width
    program = program_name(sys.argv[0])
    recorder = _recorder(tool)  # must be created before the streams are replaced
    prepare_streams()
    try:
        interrupts.raise_interrupts()
        if recorder:
            _record(recorder, program)
        code = run(program, sys.argv[1:])
    except ToolError as error:
        sys.stderr.write(f"{error}\n")
        code = 1
    except KeyboardInterrupt:
        code = interrupts.EXIT_CODE
    except BrokenPipeError:
        code = 1
    except RecursionError:
        sys.stderr.write(f"{program}: input is nested too deeply\n")
        code = 1
    except MemoryError:
        sys.stderr.write(f"{program}: out of memory\n")
        code = 1
    except Exception as error:
        code = _internal_error(program, error)
    with suppress(OSError):
        sys.stderr.flush()
    if recorder:
        with suppress(KeyboardInterrupt):  # an interrupt after all work has no effect
            recorder.finish(code)
    with suppress(KeyboardInterrupt):
        startup.keep()
    end(code)
