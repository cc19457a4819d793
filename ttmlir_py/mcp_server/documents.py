"""The pages of the documentation, and the search for words in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_WORD = re.compile(r"[a-z0-9_.-]{2,}")
_HEADING = re.compile(r"^#{1,4} +(.+?) *$", re.MULTILINE)


@cache
def pages() -> Mapping[str, str]:
    """Map names of pages, such as `dialects/ttir.md`, to their text.

    They come with the package, or are in the checkout that contains it.
    """
    package = Path(__file__).parents[1]
    folders = (package / "docs", package.parent / "docs")
    folder = next((each for each in folders if (each / "README.md").is_file()), None)
    if folder is None:
        return {}
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.md"))
    }


@cache
def _sections() -> list[tuple[str, str, str]]:
    """Return page, title and text of each section."""
    found: list[tuple[str, str, str]] = []
    for page, text in pages().items():
        headings = list(_HEADING.finditer(text))
        for index, heading in enumerate(headings):
            end = headings[index + 1].start() if index + 1 < len(headings) else len(text)
            found.append((page, heading[1], text[heading.end() : end].strip()))
    return found


def sections(query: str) -> list[tuple[str, str, str]]:
    """Return the sections that contain words of `query`, best first: page, title and text.

    A word counts more in a title, and in a short section. Sections with more of the words come
    first.
    """
    words = set(_WORD.findall(query.lower()))
    scored: list[tuple[float, int, tuple[str, str, str]]] = []
    for index, section in enumerate(_sections()):
        page, title, text = (each.lower() for each in section)
        matched = [word for word in words if word in text or word in title or word in page]
        if matched:
            score = sum(5 * (word in title) + 2 * (word in page) for word in matched)
            score += sum(min(text.count(word), 5) for word in matched) * 300 / (300 + len(text))
            scored.append((len(matched) * 100 + score, -index, section))
    scored.sort(reverse=True)
    return [section for _, _, section in scored]
