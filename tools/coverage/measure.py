"""Measure which operators compile and compute the right values, and write the tables.

`python tools/coverage/measure.py docs/coverage SOURCE...` writes a page for each source. Nothing in
the tables is written by hand: each cell is the outcome of a compilation or a run. The sources are
`dialects` (the examples of StableHLO, CHLO, TOSA and TTIR, which take half a minute), `torch` and
`onnx` (which take several minutes and need the libraries).
"""

import argparse
import importlib
import re
import sys
import textwrap
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

PAGES = {
    "dialects": ("stablehlo", "chlo", "tosa", "ttir", "revisions"),
    "torch": ("torch",),
    "onnx": ("onnx",),
}
"""The pages of each source, which is a module next to this file."""

Table = tuple[str, str, tuple[str, ...], list[tuple[str, ...]]]
"""The title of a page, its introduction, the header of its table, and the rows."""


def page(table: Table) -> str:
    """Return the Markdown text of a page."""
    title, introduction, header, rows = table
    lines = [f"# {title}", "", introduction.strip(), "", summary(header, rows), ""]
    lines += ["| " + " | ".join(header) + " |", "|---" * len(header) + "|"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def summary(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Return a sentence with the number of rows that each column accepts."""
    parts = []
    for column, name in enumerate(header[1:], 1):
        counts = Counter(row[column] for row in rows)
        good = counts["yes"] + counts["lowered"]
        if good:
            parts.append(f"{name} {good}")
    return textwrap.fill(f"Of {len(rows)} operators: {', '.join(parts)}.", 100)


def reason(error: BaseException) -> str:
    """Return the message of an error, as one line without its location and colours."""
    text = str(error).strip().split("\n")[0]
    text = text.rpartition("error: ")[2] or type(error).__name__
    text = re.sub(r"^\S+\.py:\d+: ", "", text)
    text = text.replace("`", "'").replace("<", "‹").replace(">", "›")
    return text if len(text) <= 160 else text[:157] + "..."


def measured(source: str) -> dict[str, str]:
    """Return the pages of a source by name."""
    module = importlib.import_module(f"measure_{source}")
    return {name: page(module.table(name)) for name in PAGES[source]}


def main() -> None:
    """Write the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pages are written")
    parser.add_argument("sources", nargs="+", choices=PAGES)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for source in options.sources:
        for name, text in measured(source).items():
            (options.folder / f"{name}.md").write_text(text)
            print(options.folder / f"{name}.md")


if __name__ == "__main__":
    main()
