"""The syntax of options: values as in LLVM, and lists of options as in MLIR."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttmlir_py.ir.diagnostics import Diagnostic

_INTEGER = re.compile(r"(-?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0o?([0-7]+)|(0|[1-9][0-9]*))")
_RADIX = (16, 2, 8, 10)
_RANGE = {"long": (-(1 << 63), 1 << 63), "uint": (0, 1 << 32)}


class OptionError(ValueError):
    """An error for an option that does not exist, or whose value is invalid.

    `complaint` is the text that LLVM's option parser prints after the program's name. `message`
    follows `error: ` in the diagnostic. Each line of `advice` becomes a note.
    """

    def __init__(self, message: str = "", complaint: str | None = None, advice: str = ""):
        super().__init__("\n".join(filter(None, (complaint or message.rstrip(), advice))))
        self.message = message
        self.complaint = complaint
        self.advice = advice

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The error as a diagnostic, as in `CompilationError.diagnostics`."""
        # The tools read options before they load the compiler.
        from ttmlir_py.ir.diagnostics import unlocated

        return unlocated(self, self.complaint or self.message.rstrip(), self.advice.splitlines())

    def within(self, failure: str) -> OptionError:
        """Return an error with the same text, followed by a line that names the action that
        failed.
        """
        return OptionError(f"{self.message}\n{failure}\n", self.complaint, self.advice)


def unknown_option(owner: str, key: str, names: Sequence[str]) -> OptionError:
    """Return the error for an option `key` that the pass or pipeline `owner` does not have.

    `names` are the options that it has.
    """
    from ttmlir_py.common.suggestions import question

    lines = [*filter(None, [question(key, names)])]
    listed = f"the options {', '.join(sorted(names))}" if names else "no options"
    lines.append(f"'{owner}' has {listed}")
    message = f"<Pass-Options-Parser>: no such option {key}\n"
    return OptionError(message, advice="\n".join(lines))


def value_error(name: str, problem: str, advice: str = "") -> OptionError:
    """Return the error for a value of option `name` that is invalid."""
    return OptionError(complaint=f"for the --{name} option: {problem}", advice=advice)


def unknown_value(name: str, text: str, values: Sequence[str]) -> OptionError:
    """Return the error for a value of option `name` that is not in `values`."""
    from ttmlir_py.common.suggestions import alternatives, suggestion

    advice = f"expected {alternatives(values)}{suggestion(text, values)}"
    return value_error(name, f"Cannot find option named '{text}'!", advice)


def parse_bool(text: str) -> bool:
    """Parse a boolean: empty, `true` or `1` is true, `false` or `0` is false.

    Raise ValueError in LLVM's words for other texts.
    """
    if text in ("", "true", "TRUE", "True", "1"):
        return True
    if text in ("false", "FALSE", "False", "0"):
        return False
    raise ValueError(f"'{text}' is invalid value for boolean argument! Try 0 or 1")


def parse_int(text: str, kind: str = "long") -> int:
    """Parse a decimal number, or a hexadecimal, octal or binary number with a prefix.

    Raise ValueError in LLVM's words if it is outside of the range of the C type `kind`.
    """
    match = _INTEGER.fullmatch(text)
    if match is not None:
        index = match.lastindex or 0
        digits = match[index]
        low, high = _RANGE[kind]
        # Longer numbers do not fit the type, and Python refuses to convert thousands of digits.
        if len(digits) <= 64:
            value = int(match[1] + digits, _RADIX[index - 2])
            if low <= value < high:
                return value
    raise ValueError(f"'{text}' value invalid for {kind} argument!")


def _matching_brace(text: str, start: int) -> int:
    """Return the index of the `}` that closes the `{` at `start`, or the length of `text`.

    Quoted text is skipped.
    """
    depth, index = 1, start + 1
    while index < len(text):
        if text[index] in "'\"":
            index = _skip_quote(text, index)
        elif text[index] == "{":
            depth += 1
        elif text[index] == "}":
            depth -= 1
            if depth == 0:
                return index
        index += 1
    return index


def _skip_quote(text: str, index: int) -> int:
    """Return the index of the quote that closes the one at `index`, or `index` if it is not
    closed.
    """
    end = text.find(text[index], index + 1)
    return index if end < 0 else end


def _strip_escapes(text: str) -> str:
    """Return `text` without the quotes or braces around it."""
    if len(text) >= 2 and text[0] + text[-1] in ("''", '""', "{}"):
        return text[1:-1].strip()
    return text


def split_options(text: str) -> Iterator[tuple[str, str | None]]:
    """Split `a=b c={d e} f` into keys and values. A key without `=` has the value None."""
    index = 0
    while index < len(text):
        match = re.compile(r"[^ =]*").match(text, index)
        assert match is not None
        key, index = match[0], match.end()
        if index == len(text) or text[index] == " ":
            index += 1
            if key:
                yield key, None
            continue
        start = index = index + 1
        while index < len(text) and text[index] != " ":
            if text[index] in "'\"":
                index = _skip_quote(text, index)
            elif text[index] == "{":
                index = _matching_brace(text, index)
            index += 1
        if key:
            yield key, _strip_escapes(text[start:index].strip())


_CLOSING: Mapping[str, str] = {"{": "}", "(": ")", "[": "]"}


def split_list(text: str) -> list[str]:
    """Split `text` at commas outside of brackets and quotes."""
    items: list[str] = []
    start, index, stack = 0, 0, ""
    while index < len(text):
        char = text[index]
        if char in "'\"":
            index = _skip_quote(text, index)
        elif char in _CLOSING:
            stack += _CLOSING[char]
        elif stack and char == stack[-1]:
            stack = stack[:-1]
        elif char == "," and not stack:
            items.append(text[start:index])
            start = index + 1
        index += 1
    items.append(text[start:])
    return items
