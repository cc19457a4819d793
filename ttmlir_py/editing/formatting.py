"""A formatter that changes blanks only: indentation by regions, and blanks between tokens.

Comments, line breaks and names stay. So the tokens of the text before and after are the same, and
formatting a formatted text changes nothing.
"""

from collections.abc import Sequence

from ttmlir_py.editing.structure import Line
from ttmlir_py.editing.tokens import MAX_COLUMNS, Kind, Token

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
        tokens = line.tokens if len(line.text) < MAX_COLUMNS else []
        before = _leading_closers(tokens)
        margin = max(depth - before, 0)
        if is_continued and not before:
            margin += 2
        if tokens and tokens[0].kind is Kind.BLOCK:
            margin = max(margin - 1, 0)
        formatted.append(" " * indent * margin + (_spaced(line.text, tokens) if tokens else text))
        depth = max(depth + _balance(tokens), 0)
        last = _last_word(tokens)
        is_continued = last in (",", "=", "->", ":") and not _is_label(tokens)
    while formatted and not formatted[-1]:
        formatted.pop()
    return formatted


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
