"""A formatter that changes blanks only: indentation by regions, and blanks between tokens.

Comments, line breaks and names stay. So the tokens of the text before and after are the same, and
formatting a formatted text changes nothing.
"""

import re
from collections.abc import Sequence

from ttmlir_py.editing.lines import Line
from ttmlir_py.editing.tokens import MAX_COLUMNS, SUFFIX, Kind, Token

_TIDY = re.compile(
    r"""(?>(?:
      [^\s",=(){}\[\]/-]++
    | [ ](?=[^\s,)\]])
    | "[^"\\]*+"
    | ,(?=[ ]|\Z)
    | [({\[](?!\s)
    | [)}\]]
    | (?<=[ ])->(?=[ ]|\Z)
    | -(?!>)
    | (?<=[ ])=(?=[ ]|\Z)
    | /(?!/)
    )+)""",
    re.VERBOSE | re.ASCII,
)
"""Matches the text of a line whose blanks formatting leaves alone. Other such lines may exist."""
_CLOSERS = re.compile(r"[)}\]\s]*+", re.ASCII)
_STRING = re.compile(r'"[^"]*+"')
_LABEL = re.compile(rf"\^{SUFFIX}", re.ASCII)
_BLANKS = " \t\r\f\v"
_CLOSING = frozenset("})]")
_OPENING = frozenset("{([")
_MAX_BLANK_LINES = 1


def format_lines(lines: Sequence[Line], indent: int = 2) -> list[str]:
    """Return the formatted lines of one text. A line that is too long for tokens stays."""
    formatted: list[str] = []
    depth = blank = 0
    is_continued = False
    for line in lines:
        text = line.text.strip()
        if not text:
            blank += 1
            continue
        if blank and formatted:
            formatted += [""] * min(blank, _MAX_BLANK_LINES)
        blank = 0
        spaced, before, balance, is_continued_after, is_label = _read(line, text)
        margin = max(depth - before, 0)
        if is_continued and not before:
            margin += 2
        if is_label:
            margin = max(margin - 1, 0)
        formatted.append(" " * indent * margin + spaced)
        depth = max(depth + balance, 0)
        is_continued = is_continued_after and not is_label
    while formatted and not formatted[-1]:
        formatted.pop()
    return formatted


def _read(line: Line, text: str) -> tuple[str, int, int, bool, bool]:
    """Return the formatted text of a line without its indentation, and four facts about it.

    The facts are the number of braces that it closes at its start, the number of braces that it
    opens less those that it closes, whether the next line continues it, and whether it starts with
    the name of a block. Tokens, which take most of the time, are made only for a line that `_TIDY`
    does not match.
    """
    if len(line.text) >= MAX_COLUMNS:
        return text, 0, 0, False, False
    start = line.text.lstrip(_BLANKS).rstrip()
    if _TIDY.fullmatch(start) is not None:
        words = _STRING.sub('""', start) if '"' in start else start
        leading = _CLOSERS.match(start)
        before = leading[0].count("}") if leading is not None else 0
        is_continued = (start[-1] in ",=:" and not start.endswith("::")) or start.endswith("->")
        balance = words.count("{") - words.count("}")
        return start, before, balance, is_continued, _LABEL.match(start) is not None
    tokens = line.tokens
    is_continued = _last_word(tokens) in (",", "=", "->", ":")
    return (
        _spaced(line.text, tokens),
        _leading_closers(tokens),
        _balance(tokens),
        is_continued,
        _is_label(tokens),
    )


def _is_label(tokens: Sequence[Token]) -> bool:
    return bool(tokens) and tokens[0].kind is Kind.BLOCK


def _last_word(tokens: Sequence[Token]) -> str:
    words = [token for token in tokens if token.kind is not Kind.COMMENT]
    return words[-1].text if words else ""


def _leading_closers(tokens: Sequence[Token]) -> int:
    count = 0
    for token in tokens:
        if token.text not in _CLOSING:
            break
        count += token.text == "}"
    return count


def _balance(tokens: Sequence[Token]) -> int:
    """Return how many braces a line opens, less those that it closes."""
    count = 0
    for token in tokens:
        if token.kind is Kind.PUNCTUATION:
            count += (token.text == "{") - (token.text == "}")
    return count


def _spaced(text: str, tokens: Sequence[Token]) -> str:
    """Return the tokens of a line with one blank where there were several, and after commas."""
    parts: list[str] = []
    end = tokens[0].start
    before: Token | None = None
    for token in tokens:
        gap = text[end : token.start]
        if before is not None:
            parts.append(_gap(before, token, gap))
        parts.append(token.text)
        end = token.end
        before = token
    return "".join(parts).rstrip()


def _gap(before: Token, token: Token, gap: str) -> str:
    if token.kind is Kind.COMMENT:
        return gap if gap else "  "
    if before.text in _OPENING or token.text == ",":
        return ""
    if token.text in (")", "]"):
        return ""
    if before.text == "," or "->" in (before.text, token.text):
        return " "
    if "=" in (before.text, token.text) and not {before.text, token.text} & {"<", ">"}:
        return " " if before.text != "=" or token.text != "=" else gap[:1]
    return gap[:1].replace("\t", " ")
