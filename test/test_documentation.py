"""The pages in docs: their links, interactive examples, quotations of code and flags are right."""

import doctest
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from module_runs import run_module_on_text

from ttmlir_py.passes.registry import PASSES, PIPELINES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
BLOCK = re.compile(r"^```(\w*)(?: \S+)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
QUOTE = re.compile(r"^```(?!diff )\w+ (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
"""Matches a code block that quotes a file: the file name follows the language. Diffs are excluded;
`test_extension_pages.py` applies them.
"""
HELP = [
    *(("ttopt",), ("tttranslate",), ("ttmlir_compile",), ("ttmlir_verify",), ("ttreduce",)),
    *(("ttrt", command) for command in ("read", "run", "query", "perf", "check", "debug")),
    ("ttmlir_cache", "-s"),
    ("ttmlir_ops", "extract"),
    *(("ttmlir_sweep", command) for command in ("run", "model", "compare")),
    ("revision_draft", "."),
    ("tttrace", "parse"),
    ("tttrace", "blkparse"),
    ("tttrace", "to-mlir"),
    *(("tt_explorer", command) for command in ("-q", "export")),
    *(("ttnn_standalone", command) for command in ("run", "build", "flags")),
]
OTHER_FLAGS = {
    "--pass",
    "--defaults-json",
    "--repeat",
    "--cpu",
    "--sizes",
    "--count",
    "--round-trip",
    "--faults",
    "--replace-installed",
    "--corpus",
    "--extra-index-url",
}
"""Flags on the pages that no tool of the project has: a placeholder, and flags of flatc, of
scripts, of benchmarks and of `python -m ttmlir_py.bindings`.
"""

pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def anchors(page):
    """Return the anchors that GitHub gives to the headings of `page`."""
    headings = re.findall(r"^#+ (.*)$", BLOCK.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


@pages
def test_page_links_lead_to_existing_anchors(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", BLOCK.sub("", page.read_text())):
        if not target.startswith("https://"):
            path, _, anchor = target.partition("#")
            linked = page.parent / path if path else page
            assert linked.exists(), target
            assert not anchor or anchor in anchors(linked), target


@pages
def test_interactive_examples_print_what_page_shows(page):
    """All examples of one page run in one session, in order."""
    blocks = BLOCK.findall(page.read_text())
    session = "\n".join(text for kind, text in blocks if kind == "python" and ">>> " in text)
    example = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    shown = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(example, out=shown.append)
    assert not runner.failures, "".join(shown)


@pytest.mark.parametrize("name", ["python_kernels", "python_tutorial", "upstream_python"])
def test_python_program_on_page_runs(name, tmp_path):
    """The Python blocks of a page are one program, which checks its own results."""
    if name == "upstream_python":
        pytest.importorskip("torch")
    blocks = BLOCK.findall((ROOT / f"docs/{name}.md").read_text())
    program = tmp_path / "program.py"
    program.write_text("\n\n".join(text for kind, text in blocks if kind == "python"))
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr


@pages
def test_quotes_of_code_on_pages_equal_source(page):
    for path, text in QUOTE.findall(page.read_text()):
        source = (ROOT / path).read_text()
        for part in text.split("    ...\n"):
            assert part in source, path


def test_flags_named_on_pages_exist():
    known = set(OTHER_FLAGS)
    for tool, *command in HELP:
        help_flag = "--help" if command else "--help-hidden"
        done = run_module_on_text(f"ttmlir_py.tools.{tool}", *command, help_flag)
        assert done.returncode == 0
        text = done.stdout
        known.update(re.findall(r"(?<![\w-])--[a-z][\w-]*", text))
    for page in PAGES:
        named = set(re.findall(r"`(--[a-z][\w-]*\w)", BLOCK.sub("", page.read_text())))
        assert named <= known, page


def test_every_pass_is_described_on_passes_page():
    page = (ROOT / "docs" / "passes.md").read_text()
    assert [flag for flag in (*PASSES, *PIPELINES) if flag not in page] == []


def test_documentation_index_lists_every_page():
    index = (ROOT / "docs" / "README.md").read_text()
    listed = set(re.findall(r"\]\(([^)]+)\)", index))
    pages = [*ROOT.glob("docs/*.md"), *ROOT.glob("docs/dialects/*.md")]
    names = {str(page.relative_to(ROOT / "docs")) for page in pages} - {"README.md"}
    assert sorted(names - listed) == []


def test_files_of_release_name_one_version():
    number = r"(\d+\.\d+\.\d+)"
    named = {
        "pyproject.toml": rf'^version = "{number}"$',
        "CITATION.cff": rf"^version: {number}$",
        "CHANGELOG.md": rf"^## {number}$",
        "docs/install.md": rf"ttmlir_py-{number}-py3",
    }
    versions = {
        name: re.findall(pattern, (ROOT / name).read_text(), re.MULTILINE)
        for name, pattern in named.items()
    }
    versions["CHANGELOG.md"] = versions["CHANGELOG.md"][:1]  # older ones follow
    assert {version for each in versions.values() for version in each} == {
        versions["pyproject.toml"][0]
    }
    assert all(versions.values())


def test_site_shows_file_name_of_code_block(monkeypatch):
    pytest.importorskip("sphinx", reason="site/build.py needs it")
    monkeypatch.syspath_prepend(ROOT / "site")
    page = ROOT / "docs" / "adding_an_op.md"
    text = runpy.run_path(str(ROOT / "site" / "build.py"))["linked"](page, page.read_text(), set())
    assert "```{code-block} diff\n:caption: ttmlir_py/dialects/ttir/elementwise.py\n" in text
    assert not QUOTE.search(text)
