"""Helper functions that generate Markdown."""

import inspect
import textwrap
from collections.abc import Iterable, Sequence


def link(heading: str) -> str:
    """Return a link to a heading that is code, with GitHub's anchor."""
    anchor = "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c in "_-")
    return f"[`{heading}`](#{anchor})"


def wrapped(text: str) -> list[str]:
    """Return a paragraph as wrapped lines, followed by an empty line."""
    lines = textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)
    return [*lines, ""]


def paragraphs(cls: type) -> list[str]:
    """Return the lines of a class's own docstring, followed by an empty line; empty without
    docstring.
    """
    doc = vars(cls).get("__doc__")
    return [inspect.cleandoc(doc), ""] if doc else []


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table, or no lines if it has no rows."""
    body = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    if not body:
        return []
    return ["| " + " | ".join(header) + " |", "|---" * len(header) + "|", *body, ""]
