"""The steps in the pages about extending the compiler work: tests apply them to copies of the
package.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import test_elementwise_places

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
GENERATED = re.search(
    r"^generated:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE
)
PLACES = f"test/{test_elementwise_places.__name__}.py"
EACH_PLACE = (
    f"import {test_elementwise_places.__name__} as places; "
    f"places.{test_elementwise_places.test_elementwise_operation_is_in_every_table.__name__}()"
)
EVERY_TEST_OF_PLACES = f"""
import {test_elementwise_places.__name__} as places
tests = [each for name, each in vars(places).items() if name.startswith("test_")]
assert tests
for each in tests:
    each()
"""
"""A program without pytest, whose plug-ins take longer to import than the tests to run."""
CHECKS = Path(__file__).with_name("added_op.py")
"""A script with further checks of the added op, which runs in the copy."""


def blocks(page: str, language: str) -> list[tuple[str, str]]:
    """Return the code blocks of `page` in `language`, each with the file name that follows the
    language.
    """
    pattern = rf"^```{language} ?(\S*)\n(.*?)^```"
    return re.findall(pattern, (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)


def apply(tree: Path, path: str, edit: str) -> None:
    """Apply the diff `edit` to the file `path` of the copy in `tree`. The diff has no line numbers:
    the lines that it changes must be in the file exactly once, or the file must be new.
    """
    file, lines = tree / path, edit.splitlines(keepends=True)
    before = "".join(line[1:] or "\n" for line in lines if line[0] != "+")
    after = "".join(line[1:] or "\n" for line in lines if line[0] != "-")
    text = file.read_text() if before else ""
    assert (text.count(before) == 1) if before else not file.exists(), (
        f"{path} does not have the context of the diff once:\n{edit}"
    )
    file.write_text(text.replace(before, after) if before else after)


def run(tree: Path, *arguments: object) -> str:
    """Run Python with `arguments` on the copy in `tree`, check that it succeeds, and return its
    output.
    """
    done = start(tree, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def start(tree: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{tree / 'test'}"}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)


def copy(tree: Path, edits: list[tuple[str, str]]) -> Path:
    """Copy the package and test_elementwise_places.py to `tree`, apply `edits`, and return the
    copy's path.

    Files that another process is writing to a folder of compiled files are left out: they are
    renamed at any time.
    """
    partial = shutil.ignore_patterns("*.pyc.*")
    shutil.copytree(ROOT / "ttmlir_py", tree / "ttmlir_py", ignore=partial)
    (tree / "test").mkdir()
    shutil.copy(ROOT / PLACES, tree / "test")
    for path, edit in edits:
        apply(tree, path, edit)
    return tree


def follow(page: str, tree: Path) -> None:
    """Apply the diffs of `page` to a copy in `tree`, write the generated files, and run the page's
    interactive examples.
    """
    copy(tree, blocks(page, "diff"))
    assert GENERATED is not None
    for module in re.findall(r"python -m (\S+)", GENERATED.group(1)):
        run(tree, "-m", module)
    (tree / "session.txt").write_text("".join(text for _, text in blocks(page, "pycon")))
    assert "\n>>> " in (tree / "session.txt").read_text()
    run(tree, "-m", "doctest", "session.txt")


def test_steps_of_adding_an_op_page_add_an_operation(tmp_path: Path) -> None:
    follow("docs/adding_an_op.md", tmp_path)
    run(tmp_path, CHECKS)
    run(tmp_path, "-c", EVERY_TEST_OF_PLACES)


def test_missing_table_entry_of_new_operation_is_named_by_failing_test(tmp_path: Path) -> None:
    edits = blocks("docs/adding_an_op.md", "diff")
    tree = copy(tmp_path, edits)
    assert len(edits) == 5
    for path, _ in edits:
        added = (tree / path).read_text()
        shutil.copy(ROOT / path, tree / path)
        error = start(tree, "-c", EACH_PLACE).stderr
        named = re.findall(r"^softplus lacks .* (\S+)$", error, re.MULTILINE | re.IGNORECASE)
        assert named == [path], error
        (tree / path).write_text(added)


def test_steps_of_passes_page_add_a_pass(tmp_path: Path) -> None:
    follow("docs/passes.md", tmp_path)
    help_text = run(tmp_path, "-m", "ttmlir_py.tools.ttopt", "--help")
    assert re.search(r"--count-ops +- +Print the number of operations", help_text)
