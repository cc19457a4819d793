"""`--verify-diagnostics`: compares the diagnostics of a run with comments in the input.

    // expected-error @below {{text that the message contains}}

The kinds are error, warning, remark and note. With `-re`, `{{...}}` inside the text is a regular
expression. `@+N`, `@-N`, `@above`, `@below` select the line, `@unknown` a diagnostic without
position.
"""

import re
import sys
from dataclasses import dataclass
from typing import TextIO

from ttmlir_py.ir.diagnostics import Diagnostic
from ttmlir_py.ir.locations import find_file_location

_DIRECTIVE = re.compile(
    r"expected-(error|note|remark|warning)(-re)? *(?:@([+-][0-9]+|above|below|unknown))? "
    r"*\{\{(.*)\}\}$"
)


@dataclass
class Expectation:
    """A comment that expects diagnostics: its kind, text and line, and the diagnostics it
    matched.
    """

    kind: str
    text: str
    pattern: re.Pattern[str]
    position: tuple[int, int]
    line: int | None
    matched: bool = False


class ExpectedDiagnostics:
    """The expected diagnostics of one input.

    `handle` receives the actual diagnostics, and `report` reports differences.
    """

    def __init__(self, name: str, text: str, stream: TextIO | None = None):
        self._name = name
        self._lines = text.split("\n")
        self._stream = stream or sys.stderr
        self._succeeded = True
        self._expectations = self._find_directives()

    def handle(self, diagnostic: Diagnostic) -> None:
        """Match a diagnostic and its notes with the expectations."""
        for each in (diagnostic, *diagnostic.notes):
            self._compare(each)

    def report(self) -> bool:
        """Report expected diagnostics that are missing. Return True if all diagnostics were
        expected.
        """
        for each in self._expectations:
            if not each.matched:
                message = f'expected {each.kind} "{each.text}" was not produced'
                self._error(each.position, message, len(each.text))
        return self._succeeded

    def _compare(self, diagnostic: Diagnostic) -> None:
        kind, message = diagnostic.severity.value, diagnostic.message
        location = find_file_location(diagnostic.location)
        line = column = None
        if location is not None and location.filename.data == self._name:
            line, column = location.line.data, location.column.data
        near_miss = None
        for each in self._expectations:
            if each.line == line and not each.matched and each.pattern.search(message):
                if each.kind == kind:
                    each.matched = True
                    return
                near_miss = each
        if kind == "note" and message.startswith("did you mean "):
            return  # MLIR has no suggestions, so its tests do not expect them
        if near_miss is not None:
            problem = f"'{kind}' diagnostic emitted when expecting a '{near_miss.kind}'"
            self._error(near_miss.position, problem)
        else:
            position = None if line is None or column is None else (line, column)
            self._error(position, f"unexpected {kind}: {message}")

    def _error(self, position: tuple[int, int] | None, message: str, width: int = 1) -> None:
        self._succeeded = False
        if position is None:
            self._stream.write(f"<unknown>:0: error: {message}\n")
            return
        line, column = position
        self._stream.write(f"{self._name}:{line}:{column}: error: {message}\n")
        if 0 < line <= len(self._lines):
            source = self._lines[line - 1]
            marks = "~" * (min(width, len(source) - column + 1) - 1)
            self._stream.write(f"{source}\n{' ' * (column - 1)}^{marks}\n")

    def _find_directives(self) -> list[Expectation]:
        found: list[Expectation] = []
        below: list[Expectation] = []
        last_plain_line = 1
        for number, line in enumerate(self._lines, 1):
            match = _DIRECTIVE.search(line.rstrip())
            if match is None:
                for each in below:
                    each.line = number
                below.clear()
                last_plain_line = number
                continue
            kind, regex, where, text = match.groups()
            position = (number, match.start() + 1)
            try:
                pattern = _compile(text) if regex else re.compile(re.escape(text))
            except re.error as error:
                self._error(position, f"invalid regex: {error.msg}", len(text))
                continue
            each = Expectation(kind, text, pattern, position, number)
            found.append(each)
            if where == "unknown":
                each.line = None
            elif where == "above":
                each.line = last_plain_line
            elif where == "below":
                each.line = len(self._lines)
                below.append(each)
            elif where:
                each.line = number + int(where)
        return found


def _compile(text: str) -> re.Pattern[str]:
    """Return a regular expression for an `-re` comment: literal text with expressions in
    `{{...}}`.
    """
    parts = re.split(r"\{\{(.*?)\}\}", text)
    return re.compile("".join(f"({x})" if i % 2 else re.escape(x) for i, x in enumerate(parts)))
