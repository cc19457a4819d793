"""A linter for prose: it finds habits that make sentences hard to read.

    python test/prose_lint.py [PATHS]           print file:line: pattern: text
    python test/prose_lint.py --count [PATHS]   print a table of patterns and packages

It reads pages (Markdown), and the docstrings, comments, messages and help texts of Python files.
Without paths it reads the whole project. Code spans, code blocks and quotations of up to six words
are not checked.
"""

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CHECKED = ("*.md", "Makefile", "pyproject.toml", "docs", "ttmlir_py", "test", "benchmarks")
CHECKED += ("examples", "scripts", "tools")

ALLOWED: tuple[tuple[str, str, str, str], ...] = (
    (
        "ttmlir_py/dialects/stablehlo/enums.py",
        "docstring-start",
        "Which comparison",
        "the docstring is upstream's summary, which error messages show",
    ),
)
"""Findings that are allowed: the file, the pattern (`*` for all), a piece of the line, and the
reason.
"""

PAGE, DOCSTRING, COMMENT, MESSAGE = "page", "docstring", "comment", "message"
EVERYWHERE = frozenset((PAGE, DOCSTRING, COMMENT, MESSAGE))
LONGEST_LINE = 120
LONGEST_CODE_LINE = 100
LONGEST_PARAGRAPH = 6


@dataclass(frozen=True)
class Pattern:
    """A writing habit to avoid: its regular expression, what to write instead, and the kinds of
    text in which it is looked for.
    """

    name: str
    expression: str
    instead: str
    kinds: frozenset[str] = EVERYWHERE

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The compiled expression. A space in the expression also matches a line break."""
        return re.compile(self.expression.replace(" ", r"\s+"))


_VERB_OF_BEING = "(?:is|are|was|were|has|have|had|be|being)"
_QUANTITY = (
    r"(?:bytes?|[KMG]i?B|flops?|FLOPs?|cycles?|clocks?|[nuµm]s|seconds?|tiles?|elements?|pages?"
    r"|buffers?|times?|L1|DRAM|memory|one|two|\d+)"
)
_UNIT = "(?:bank|core|op|operation|thread|tile|byte|element|device|worker|call|row|line)"

PATTERNS = (
    Pattern(
        "docstring-start",
        r"\A\s*(?:What|Whatever|Who|Whoever|Which|Of|That) (?!\w+[^.\n]*\?)",
        "begin with a verb (functions) or a noun (classes, modules, fields)",
        frozenset((DOCSTRING,)),
    ),
    Pattern(
        "docstring-fragment",
        r"\A\s*(?:Also|And|As|Else|Even|Nobody|Nor|Nothing|Or)\b",
        "write a sentence that does not depend on the name",
        frozenset((DOCSTRING,)),
    ),
    Pattern(
        "is-no",
        r"(?<!there\s)\b(?:is|are) no (?!longer|more|such)\w",
        "is not a",
        frozenset((MESSAGE,)),
    ),
    Pattern(
        "none",
        r"\bnone of\b|(?<!None\sif\s)\bthere (?:is|are) none\b"
        rf"|(?<!there\s)\b{_VERB_OF_BEING} none\b|\bof none\b",
        "say what is missing, unknown or empty, or state the positive",
    ),
    Pattern("stands", r"(?i)\bstands?\b(?!-| for\b)", "is"),
    Pattern("front-door", r"(?i)\bfront[ _-]?doors?\b", "front end, importer"),
    Pattern(
        "what-is-no",
        rf"(?i)\bwhat {_VERB_OF_BEING} (?:no|not|none)\b",
        "name the thing: 'values that are not arrays'",
    ),
    Pattern("of-which-none", r"(?i)\bof (?:which|that|it|them) there (?:is|are)\b", "without ..."),
    Pattern(
        "who",
        r"\bwhoever\b|\bWhoever\b|(?:\A|[.:;,] |\n\n)\s*Who (?!\w+[^.\n]*\?)"
        r"|\b(?:for|of|by|to|from|as|than) who\b",
        "name the person or program: users who ..., callers that ...",
    ),
    Pattern("beside", r"(?i)\bbeside\b", "next to, besides, in addition to"),
    Pattern("anew", r"(?i)\banew\b", "again"),
    Pattern("rate", rf"\b{_QUANTITY} an? {_UNIT}\b(?!-)", "per bank, per core, per op"),
    Pattern("is-told", r"(?i)\b(?:is|are|was|were|be|been) told\b(?! apart)", "receives, reads"),
    Pattern("hears-of", r"(?i)\b(?:hears?|heard) (?:of|from)\b", "observes, receives"),
    Pattern("to-the-letter", r"(?i)\bto the letter\b", "identical"),
)
LINE, CODE_LINE, PARAGRAPH = "long-line", "long-code-line", "long-paragraph"
NAMES = (*(each.name for each in PATTERNS), LINE, CODE_LINE, PARAGRAPH)


@dataclass(frozen=True)
class Text:
    """A piece of prose, its kind, and the line on which it starts."""

    kind: str
    line: int
    text: str


@dataclass(frozen=True)
class Finding:
    """A use of a habit: the file, the line, the pattern and the text that matched."""

    file: str
    line: int
    pattern: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.pattern}: {self.text}"

    def is_allowed_by(self, entry: tuple[str, str, str, str]) -> bool:
        """Return whether an entry of `ALLOWED` permits this finding."""
        file, pattern, piece, _ = entry
        return file == self.file and pattern in ("*", self.pattern) and piece in self.text


def _blank(match: re.Match[str]) -> str:
    """Return the replacement for code or a quotation: a word, followed by the line breaks of the
    match so that line numbers stay right.
    """
    return "CODE" + "\n" * match[0].count("\n")


_QUOTED = re.compile(r'``.+?``|`[^`]*`|"[^"\s]+(?:\s[^"\s]+){0,5}"', re.DOTALL)


def find_in_text(file: str, piece: Text) -> Iterator[Finding]:
    """Yield a finding for each habit in one piece of prose of `file`."""
    text = _QUOTED.sub(_blank, piece.text)
    lines = piece.text.split("\n")
    for pattern in PATTERNS:
        if piece.kind in pattern.kinds:
            for match in pattern.compiled.finditer(text):
                start = match.start() + len(match[0]) - len(match[0].lstrip())
                index = text.count("\n", 0, start)
                yield Finding(file, piece.line + index, pattern.name, lines[index].strip())


def page_findings(file: str, source: str) -> Iterator[Finding]:
    """Yield the findings in the Markdown page `source`, including long lines and long paragraphs.

    A table row may be long, and so may a line without spaces. A paragraph is measured in lines of
    120 columns.
    """
    start, paragraph = 1, list[str]()
    in_code = False
    for number, line in enumerate([*source.splitlines(), ""], 1):
        is_fence = line.lstrip().startswith("```")
        is_prose = not in_code and not is_fence and bool(line.strip())
        is_item = bool(re.match(r"\s*(?:[-*|#]|\d+\.) |\s*\|", line))
        if paragraph and (not is_prose or is_item):
            yield from _paragraph_findings(file, start, paragraph)
            paragraph = []
        if is_fence:
            in_code = not in_code
        if is_prose:
            start = start if paragraph else number
            paragraph.append(line)
            if line.startswith("#"):  # a heading ends at its line
                yield from _paragraph_findings(file, start, paragraph)
                paragraph = []


def _paragraph_findings(file: str, start: int, lines: list[str]) -> Iterator[Finding]:
    if not lines[0].lstrip().startswith("|"):
        for number, line in enumerate(lines, start):
            if len(line) > LONGEST_LINE and " " in line.strip("-* "):
                yield Finding(file, number, LINE, f"{len(line)} columns: {line[:60]}")
        count = sum(-(-len(line) // LONGEST_LINE) for line in lines)
        if count > LONGEST_PARAGRAPH:
            yield Finding(file, start, PARAGRAPH, f"{count} lines: {lines[0][:60]}")
    yield from find_in_text(file, Text(PAGE, start, "\n".join(lines)))


def python_findings(file: str, source: str) -> Iterator[Finding]:
    """Yield the findings in the Python file `source`, including long lines of docstrings and
    comments.

    Long lines of code are ruff's task.
    """
    are_docstrings, constants = set[int](), list[ast.Constant]()
    pending = list[object]([ast.parse(source)])
    while pending:  # a third of the time of ast.walk
        node = pending.pop()
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                constants.append(node)
        elif isinstance(node, ast.AST):
            if isinstance(node, ast.Expr):
                are_docstrings.add(id(node.value))
            pending.extend(vars(node).values())
        elif isinstance(node, list):
            pending.extend(node)
    of_prose = set[int]()
    for node in constants:
        if id(node) in are_docstrings:
            of_prose.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
            yield from find_in_text(file, Text(DOCSTRING, node.lineno, str(node.value)))
        elif file.startswith("ttmlir_py/") and " " in str(node.value):
            yield from find_in_text(file, Text(MESSAGE, node.lineno, str(node.value)))
    for number, line in enumerate(source.splitlines(), 1):
        is_prose = " " in line.strip() and (number in of_prose or line.lstrip().startswith("# "))
        if is_prose and len(line) > LONGEST_CODE_LINE and "noqa: E501" not in line:
            yield Finding(file, number, CODE_LINE, f"{len(line)} columns: {line.strip()[:60]}")
    for piece in _comments(source):
        yield from find_in_text(file, piece)


_STRING_OR_COMMENT = re.compile(
    r'''(?s:("""|\'\'\').*?(?<!\\)(?:\\\\)*\1)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(\#.*)'''
)
"""A string literal, or a comment as group 2: a `#` in a string does not start a comment."""


def _comments(source: str) -> Iterator[Text]:
    """Yield the comments of a Python file. Comments on consecutive lines are one text."""
    start, lines = 0, list[str]()
    number, position = 1, 0
    for match in _STRING_OR_COMMENT.finditer(source):
        if match[2]:
            number += source.count("\n", position, match.start())
            position = match.start()
            if lines and number != start + len(lines):
                yield Text(COMMENT, start, "\n".join(lines))
                lines = []
            start = start if lines else number
            lines.append(match[2].lstrip("#: "))
    if lines:
        yield Text(COMMENT, start, "\n".join(lines))


def other_findings(file: str, source: str) -> Iterator[Finding]:
    """Yield the findings in the comments of a Makefile or TOML file."""
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith("#"):
            yield from find_in_text(file, Text(COMMENT, number, line.lstrip("# ")))


def findings(root: Path, paths: list[Path]) -> Iterator[Finding]:
    """Yield the findings in files and folders, in the order of `paths`."""
    readers = {".md": page_findings, ".py": python_findings, ".toml": other_findings}
    for path in paths:
        files = (
            sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
        )
        for each in files:
            suffix = ".toml" if each.name == "Makefile" else each.suffix
            is_script = not suffix and path.name == "scripts"
            reader = python_findings if is_script else readers.get(suffix)
            if reader and "__pycache__" not in each.parts:
                name = str(each.relative_to(root)) if each.is_relative_to(root) else str(each)
                found = set(reader(name, each.read_text("utf-8")))
                yield from sorted(found, key=lambda each: (each.line, each.pattern))


def package_of(file: str) -> str:
    """Return the package whose row in the table counts the findings of `file`, for example
    `ttmlir_py/passes`.
    """
    parts = Path(file).parts
    if len(parts) == 1:
        return file
    deeper = 2 if parts[0] in ("docs", "ttmlir_py", "test") and len(parts) > 2 else 1
    return "/".join(parts[:deeper])


def table(found: list[Finding]) -> str:
    """Return a Markdown table of the number of findings by package and pattern."""
    counts = Counter((package_of(each.file), each.pattern) for each in found)
    packages = sorted({package for package, _ in counts})
    lines = [f"| package | {' | '.join(NAMES)} | sum |", "|---" * (len(NAMES) + 2) + "|"]
    for package in [*packages, "sum"]:
        numbers = [
            sum(counts[each, name] for each in (packages if package == "sum" else [package]))
            for name in NAMES
        ]
        cells = [*numbers, sum(numbers)]
        lines.append(f"| {package} | {' | '.join(str(each or '') for each in cells)} |")
    return "\n".join(lines)


def main() -> int:
    """Print the findings. Return 1 if there is a finding, or an entry of `ALLOWED` that permits
    nothing.
    """
    parser = argparse.ArgumentParser(description="Find habits that make prose hard to read.")
    parser.add_argument("paths", nargs="*", type=Path, help="files and folders (default: all)")
    parser.add_argument("--count", action="store_true", help="print a table of counts")
    options = parser.parse_args()
    everything = not options.paths
    paths = [path.resolve() for path in options.paths]
    if everything:
        paths = [path for pattern in CHECKED for path in sorted(ROOT.glob(pattern))]
    found, used = list[Finding](), set[tuple[str, str, str, str]]()
    for each in findings(ROOT, paths):
        entries = {entry for entry in ALLOWED if each.is_allowed_by(entry)}
        used |= entries
        if not entries:
            found.append(each)
    print(table(found) if options.count else "\n".join(map(str, found)), end="\n" if found else "")
    unused = [entry for entry in ALLOWED if everything and entry not in used]
    for entry in unused:
        print(f"{entry[0]}: nothing needs this exception: {entry[1]} {entry[2]!r}")
    instead = {each.name: each.instead for each in PATTERNS}
    for name in sorted({each.pattern for each in found} & set(instead)):
        print(f"{name}: {instead[name]}", file=sys.stderr)
    return int(bool(found or unused))


if __name__ == "__main__":
    sys.exit(main())
