"""What the command-line tools share: flags, input, output, exit.

Flags are scanned as LLVM's tools do (`-x` and `--x` are the same, `--x=value` or `--x value`, order kept),
inputs are split at `// -----`, an output file appears only if all went well, and no failure shows a traceback.
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
from ttmlir_py.common.warning_kinds import KINDS, LEVELS, WarningControl
from ttmlir_py.passes.running.option_text import parse_bool, parse_int
from ttmlir_py.revisions import REGISTRY, identify
from ttmlir_py.tools.completion import SHELLS, completion_script
from ttmlir_py.tools.start import CACHE_VARIABLE

if TYPE_CHECKING:
    from ttmlir_py.ir.context import MlirContext
    from ttmlir_py.result_cache.recording import Recorder

SPLIT_MARKER = "// -----"

end: Callable[[int], NoReturn] = os._exit
"""What ends the process of a tool, with its exit code, when all is written; one whose end somebody waits for may put another there."""
"""Environment variable: when set, a bug shows where it happened."""


class ToolError(Exception):
    """A mistake of the user that ends the tool with this message and exit code 1."""


class Flag(NamedTuple):
    """A command-line option: what it means, how its value looks in help, and its default.

    A value follows `=`; with `takes_next` it may also be the next argument. An `alias` stands for the option of that name. What
    is `hidden` is shown by `--help-hidden` only: what one need not know.
    """

    help: str
    value: str | None = None
    default: str | None = None
    takes_next: bool = True
    alias: str | None = None
    hidden: bool = False

    @property
    def placeholder(self) -> str:
        """How its value is shown behind the name."""
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
        f"Revision of tt-mlir that the text is in: {', '.join(REGISTRY)}, or a date such as 2025-07-14 (default: found from the text)",
        "revision",
    ),
    "version": Flag("Display the version"),
    "w": Flag("Show no warnings"),
    "warm": Flag(
        "As the first argument: let a server that has all loaded do the work (also TTMLIR_WARM=1)"
    ),
    "warnings": Flag(f"Warnings to show: {'|'.join(LEVELS)}", "level", "default"),
    "Werror": Flag("Warnings are errors, all or those of one kind", "kind", takes_next=False),
    "Wno-error": Flag("Take -Werror back", "kind", takes_next=False),
}

WARNING_FLAGS = {
    f"W{no}{name}": Flag(kind.summary) for no in ("", "no-") for name, kind in KINDS.items()
}
"""The flags that turn kinds of warnings on and off; with those of `COMMON_FLAGS`, what `WarningControl` reads."""
_WARNING_FLAGS = {"w", "warnings", "Werror", "Wno-error", *WARNING_FLAGS}


def with_dashes(name: str) -> str:
    """A flag as it is written: one dash before one letter, and before flags for warnings."""
    return f"-{name}" if len(name) == 1 or name.startswith("W") else f"--{name}"


class HelpStyle(NamedTuple):
    """How a tool's options are shown: with those that are hidden, and as one list without headings."""

    hidden: bool = False
    as_list: bool = False


HELP_FLAGS = {
    "help": HelpStyle(),
    "help-hidden": HelpStyle(hidden=True),
    "help-list": HelpStyle(as_list=True),
    "help-list-hidden": HelpStyle(hidden=True, as_list=True),
}


class Given(NamedTuple):
    """An option as it was given: its name and the text after `=`, if any."""

    name: str
    value: str | None


class CommandLine(NamedTuple):
    """The scanned arguments, in order."""

    program: str
    given: tuple[Given, ...]
    positional: tuple[str, ...]

    def last(self, name: str) -> Given | None:
        """The last occurrence of an option."""
        return next((each for each in reversed(self.given) if each.name == name), None)

    def text(self, name: str, default: str = "") -> str:
        """The value of an option."""
        found = self.last(name)
        return default if found is None else found.value or ""

    def flag(self, name: str, default: bool = False) -> bool:
        """The value of a boolean option."""
        found = self.last(name)
        if found is None:
            return default
        try:
            return parse_bool(found.value or "")
        except ValueError as error:
            raise self.bad_value(name, str(error)) from None

    def integer(self, name: str, kind: str = "uint") -> int | None:
        """The value of an integer option, None if it was not given."""
        found = self.last(name)
        if found is None:
            return None
        try:
            return parse_int(found.value or "", kind)
        except ValueError as error:
            raise self.bad_value(name, str(error)) from None

    def items(self, name: str) -> list[str]:
        """The comma separated items of an option, of all its occurrences."""
        return [
            item
            for each in self.given
            if each.name == name
            for item in (each.value or "").split(",")
        ]

    def choice(self, name: str, choices: Sequence[str]) -> str:
        """The value of an option that has one of several, the first by default."""
        found = self.last(name)
        if found is None:
            return choices[0]
        value = found.value or ""
        if value not in choices:
            raise self.bad_value(name, f"Cannot find option named '{value}'!")
        return value

    def revision(self) -> str | None:
        """Return the revision that `--tt-mlir` names, if given. Raises ToolError if unknown."""
        given = self.last("tt-mlir")
        if given is None:
            return None
        try:
            return identify(given.value or "")
        except ValueError as error:
            raise self.bad_value("tt-mlir", str(error)) from None

    def bad_value(self, name: str, problem: str) -> ToolError:
        """The error for an option whose value does not parse."""
        return ToolError(f"{self.program}: for the {with_dashes(name)} option: {problem}")

    def warning_flags(self) -> list[str]:
        """The flags for warnings, as they were given."""
        return [
            f"-{name}" if value is None else f"-{name}={value}"
            for name, value in self.given
            if name in _WARNING_FLAGS
        ]

    def command(self) -> str:
        """The command as a shell takes it, options before the input."""
        import shlex

        options = (
            with_dashes(name) + ("" if value is None else f"={value}") for name, value in self.given
        )
        return shlex.join((self.program, *options, *self.positional))

    def input_file(self) -> str:
        """The one input: a path, or `-` for standard input."""
        if len(self.positional) > 1:
            raise ToolError(
                f"{self.program}: Too many positional arguments specified!\n"
                f"Can specify at most 1 positional arguments: See: {self.program} --help"
            )
        return self.positional[0] if self.positional else "-"


def program_name(argv0: str) -> str:
    """How the tool calls itself in messages."""
    name = os.path.basename(argv0)
    return name.removesuffix(".py") if name not in ("", "-c", "__main__.py") else "ttopt"


def scan(program: str, arguments: Sequence[str], flags: Mapping[str, Flag]) -> CommandLine:
    """Scan the arguments; ToolError for an unknown option or a missing value."""
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
        dashed = with_dashes(_nearest(name, value, flags))
        raise ToolError(
            f"{program}: Unknown command line argument '{argument}'.  Try: '{program} --help'\n"
            f"{program}: Did you mean '{dashed}'?"
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


_WITHOUT_VALUE = (*HELP_FLAGS, "version")
"""Flags that take no value, not even `true`."""


def _nearest(name: str, value: str, flags: Iterable[str]) -> str:
    """The flag that was probably meant, with the value if it takes one; for one that does not, the value is part of the mistake."""

    def distance(flag: str) -> tuple[int, str]:
        given = f"{name}={value}" if flag in _WITHOUT_VALUE and value else name
        return edit_distance(given, flag), flag

    nearest = min(flags, key=distance)
    return f"{nearest}={value}" if value and nearest not in _WITHOUT_VALUE else nearest


def edit_distance(left: str, right: str) -> int:
    """Levenshtein's distance."""
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(right, 1):
            diagonal, row[j] = row[j], min(diagonal + (a != b), row[j] + 1, row[j - 1] + 1)
    return row[-1]


def read_input(path: str) -> str:
    """The text of a file, or of standard input for `-`; ToolError if it cannot be read."""
    try:
        data = read_stream(sys.stdin.buffer) if path == "-" else read_file(path)
    except OSError as error:
        raise ToolError(f"cannot open input file '{path}': {error.strerror}") from None
    return data.decode("utf-8", "surrogateescape")


def write_output(path: str, data: str | bytes) -> None:
    """Write a file, or to standard output for `-`; one that cannot be written to its end stays as it was."""
    data = _encoded(data)
    failed = "open"
    try:
        if path == "-":
            failed = "write"
            sys.stdout.buffer.write(data)
            sys.stdout.flush()
            return
        with new_file(path) as file:
            failed = "write"
            file.write(data)
    except BrokenPipeError:
        raise
    except OSError as error:
        what = "to standard output" if path == "-" else f"output file '{path}'"
        raise ToolError(f"cannot {failed} {what}: {error.strerror}") from None


class Chunk(NamedTuple):
    """A part of a split input, with the name that its locations carry."""

    name: str
    text: str


def _warn(text: str) -> None:
    """Write to the stream that is standard error now: a warm server has had another one."""
    sys.stderr.write(text)


def split_input(
    path: str, text: str, marker: str, warn: Callable[[str], object] = _warn
) -> list[Chunk]:
    """Split at lines with the marker; what nearly is a marker gets a warning, as from MLIR.

    A chunk starts behind the marker, so its first line is the marker's.
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
    """The file name in locations."""
    return "<stdin>" if path == "-" else path


def print_information(
    line: CommandLine, flags: Iterable[str], help_text: Callable[[str, HelpStyle], str]
) -> bool:
    """Answer a flag that asks for information instead of work; whether there was one."""
    help_flag = next((each.name for each in line.given if each.name in HELP_FLAGS), None)
    if help_flag is not None:
        text = help_text(line.program, HELP_FLAGS[help_flag])
    elif line.flag("version"):
        text = version_text() + "\n"
    elif line.last("completion") is not None:
        shell = line.choice("completion", SHELLS)
        text = completion_script(shell, line.program, map(with_dashes, flags))
    else:
        return False
    write_output("-", text)
    return True


def plain_help(
    overview: str, usage: str, flags: Mapping[str, Flag], program: str, style: HelpStyle
) -> str:
    """The text of `--help` of a tool that has its own flags only."""
    lines = [f"OVERVIEW: {overview}", f"USAGE: {program} {usage}", "", "OPTIONS:", ""]
    for name, flag in sorted(flags.items()):
        if style.hidden or not flag.hidden:
            default = f" (default: {flag.default})" if flag.default else ""
            written = f"  {with_dashes(name)}{flag.placeholder}"
            lines.append(f"{written:<44} - {flag.help}{default}")
    return "\n".join(lines) + "\n"


def version_text() -> str:
    """What `--version` prints."""
    from importlib.metadata import version

    return f"ttmlir-py version {version('ttmlir-py')}"


Compile = Callable[[Chunk, "MlirContext"], str | bytes]
"""Gives the output for a chunk, or raises CompilationError after the diagnostics."""


def compile_input(line: CommandLine, compile: Compile, separator: str) -> int:
    """Compile every chunk of the input and write what comes of them; the exit code.

    `separator` is the default of what stands between the outputs of a split input.
    """
    path = line.input_file()
    text = read_input(path)
    if line.last("split-input-file"):
        chunks = split_input(path, text, line.text("split-input-file") or SPLIT_MARKER)
    else:
        chunks = [Chunk(display_name(path), text)]
    results = [_compile_chunk(line, compile, chunk) for chunk in chunks]
    succeeded = all(good for _, good in results)
    target = line.text("o", "-")
    if succeeded or target == "-":
        separator = line.text("output-split-marker", separator) + "\n"
        write_output(target, _encoded(separator).join(_encoded(output) for output, _ in results))
    return 0 if succeeded else 1


def _compile_chunk(line: CommandLine, compile: Compile, chunk: Chunk) -> tuple[str | bytes, bool]:
    """The output for one chunk, and whether all went as it should."""
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
    """Print to standard error how a text is read whose revision is a guess."""
    if "ttir." in chunk.text or "ttnn." in chunk.text:
        from ttmlir_py.dialects.revisions.guesses import guess_note

        if note := guess_note(chunk.text, chunk.name):
            print(note, file=sys.stderr)


_COLORFUL = "ansi|cygwin|linux|(screen|xterm|vt100|rxvt).*|.*color"
"""The terminals that LLVM takes for ones with colors."""


def _is_colorful(stream: TextIO) -> bool:
    """Whether what is written ends up on a terminal with colors."""
    return stream.isatty() and re.fullmatch(_COLORFUL, os.environ.get("TERM", "")) is not None


def _warning_control(line: CommandLine, chunk: Chunk) -> WarningControl:
    """What the flags for warnings ask for.

    An input of `--verify-diagnostics` that announces no warning may have been written where there are none: it gets none without a flag.
    """
    flags = line.warning_flags()
    if not flags and line.flag("verify-diagnostics") and "expected-warning" not in chunk.text:
        flags = ["--warnings=none"]
    try:
        return WarningControl(flags)
    except ValueError as error:
        raise ToolError(f"{line.program}: {error}") from None


def _encoded(output: str | bytes) -> bytes:
    return output.encode("utf-8", "surrogateescape") if isinstance(output, str) else output


_CLOSED_STREAMS = {"stdin": os.O_WRONLY, "stdout": os.O_RDONLY, "stderr": os.O_WRONLY}
"""How to open the null device instead of a closed stream: input and output fail, complaints get lost."""


def prepare_streams() -> None:
    """Make the standard streams fit for what a tool reads and writes: any bytes, in any locale."""
    for name, mode in _CLOSED_STREAMS.items():
        stream = getattr(sys, name)
        if stream is None:  # it was closed when the process started
            stream = os.fdopen(os.open(os.devnull, mode), "r" if name == "stdin" else "w")
            setattr(sys, name, stream)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")


def _internal_error(program: str, error: Exception) -> int:
    """Say that there is a bug, unless an interrupt is behind it; the exit code."""
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
    """What will keep the result of this run for the next one that is the same, if that is asked for."""
    if not tool or not os.environ.get(CACHE_VARIABLE):
        return None
    from ttmlir_py.result_cache.recording import Recorder

    return Recorder(tool)


def _record(recorder: "Recorder", program: str) -> None:
    """Begin to watch; ToolError if there is no sound limit."""
    try:
        recorder.begin()
    except ValueError as error:
        raise ToolError(f"{program}: TTMLIR_CACHE_SIZE: {error}") from None


def run_tool(run: Callable[[str, Sequence[str]], int], tool: str = "") -> None:
    """Run a tool's `run(program, arguments)` as the process's whole work and end the process.

    `tool` is the name of one whose results are kept where that is asked for.
    The collector is off, as the process is short, and `end` skips the interpreter's clean-up.
    """
    import gc

    gc.disable()
    sys.set_int_max_str_digits(0)  # a constant may have any width
    program = program_name(sys.argv[0])
    recorder = _recorder(tool)  # which looks at the streams as they were given
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
        with suppress(KeyboardInterrupt):  # all is done
            recorder.finish(code)
    with suppress(KeyboardInterrupt):
        startup.keep()
    end(code)
