"""The prose linter: each pattern finds its habit and accepts plain sentences."""

import subprocess
import sys

import prose_lint
import pytest

BAD = {
    "docstring-start": (
        '"""What an op is told."""',
        '"""Whatever it was."""',
        '"""Of that class."""',
    ),
    "docstring-fragment": ('"""Also where it ends."""', '"""As by a cast."""', '"""Or others."""'),
    "is-no": ('fail("the file is no table")', 'fail("is no number of bytes")'),
    "none": (
        "# of a value there is none",
        "# it has none",
        "# names of none",
        "# none of them ran",
    ),
    "stands": ("# it stands in the table", "# as they stand"),
    "front-door": ("# a front door for JAX", "# the frontdoors"),
    "what-is-no": ("# Refuse what is no array.", "# what has none"),
    "of-which-none": ("# a file, of which there is no copy", "# of that there are two"),
    "who": ("# Who reads it closes it.", "# whoever asks", "# a default for who forgets it"),
    "beside": ("# a file beside the old one",),
    "anew": ("# read it anew",),
    "rate": ("# bytes a bank", "# 220 tiles a core", "# FLOP and cycles an op", "# L1 a bank"),
    "is-told": ("# it is told of an event", "# the worker was\n# told so"),
    "hears-of": ("# the server hears of it",),
    "to-the-letter": ("# MLIR's text to the letter",),
    "long-code-line": ("# " + " ".join(["word"] * 30),),
}
GOOD = '''"""Whether a value is an array: return None if there is none."""

# A stand-in for numpy; `x` stands for one value, and "what is no array" is a quotation.
# Who closes the file? A caller, who owns it. Values are told apart by type. A byte a reader needs.
# Return that of which the caller made use. Once a second, standalone, besides.
'''
LONG_WORDS = "word " * 30
PAGES = {
    "long-line": (LONG_WORDS, f"- {LONG_WORDS}"),
    "long-paragraph": ("A line.\n" * 7, "x " * 400, "- An item.\n" + "  that continues\n" * 6),
    "beside": ("A file\nbeside another", "| a | beside |"),
}
GOOD_PAGE = f"""# Title

| a | {LONG_WORDS} |
|---|---|

```
{LONG_WORDS} beside
```

{"A line." * 5}
{"- An item." * 5}
https://{"x" * 130}
"""


def patterns_of(findings):
    return {each.pattern for each in findings}


def test_every_prose_lint_pattern_has_bad_example():
    assert {*BAD, *PAGES} == set(prose_lint.NAMES)


@pytest.mark.parametrize("name", BAD)
def test_prose_lint_reports_habits_in_python_files(name):
    for source in BAD[name]:
        assert name in patterns_of(prose_lint.python_findings("ttmlir_py/x.py", source)), source


@pytest.mark.parametrize("name", PAGES)
def test_prose_lint_reports_habits_in_pages(name):
    for source in PAGES[name]:
        assert name in patterns_of(prose_lint.page_findings("x.md", source)), source


def test_prose_lint_accepts_plain_text():
    assert list(prose_lint.python_findings("x.py", GOOD)) == []
    assert list(prose_lint.page_findings("x.md", GOOD_PAGE)) == []


def test_prose_lint_checks_messages_in_package_only():
    source = 'raise ValueError(f"{file}: of values there is none", """\\n""")\nname = "beside"\n'
    found = prose_lint.python_findings("ttmlir_py/x.py", source)
    assert patterns_of(found) == {"none"}
    assert list(prose_lint.python_findings("test/x.py", source)) == []


def test_prose_lint_reports_long_lines_in_docstrings_and_comments_only():
    text = "word " * 24
    assert list(prose_lint.python_findings("x.py", f'IR = """\n{text}\n"""\n')) == []
    assert list(prose_lint.python_findings("x.py", f'IR = "{text}"\n')) == []
    for prose in (f'"""{text}"""', f'"""A.\n\n{text}\n"""', f"# {text}"):
        assert patterns_of(prose_lint.python_findings("x.py", prose)) == {"long-code-line"}
        noted = f"{prose}  # noqa: E501" if "\n" not in prose else ""
        assert list(prose_lint.python_findings("x.py", noted)) == []


def test_prose_lint_finding_has_line_of_words():
    found = prose_lint.python_findings("x.py", '"""A file.\n\nIt stands\nbeside it.\n"""\n')
    assert [(each.line, each.pattern) for each in found] == [(3, "stands"), (4, "beside")]


def test_prose_lint_command_reports_findings_and_counts(tmp_path):
    (tmp_path / "page.md").write_text("A file beside it.\n")
    command = [sys.executable, prose_lint.__file__, str(tmp_path)]
    shown = subprocess.run(command, capture_output=True, text=True)
    assert shown.returncode == 1
    assert shown.stdout == f"{tmp_path}/page.md:1: beside: A file beside it.\n"
    counted = subprocess.run([*command, "--count"], capture_output=True, text=True)
    assert counted.stdout.splitlines()[-1].replace("|  ", "").startswith("| sum | 1 | 1 |")
    (tmp_path / "page.md").write_text("A file.\n")
    assert subprocess.run(command).returncode == 0
