"""docs/adding_an_op.md, applied to a copy of the package: it adds an element-wise op."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "adding_an_op.md").read_text()
EDITS = re.findall(r"^```diff (\S+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
SESSION = "".join(re.findall(r"^```pycon\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
GENERATED = re.search(
    r"^generated:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE
)
PLACES = "test/test_elementwise_places.py"
EACH_PLACE = "from test_elementwise_places import *; test_each_operation_has_every_place()"
CHECKS = Path(__file__).with_name("added_op.py")
"""Further checks, which run in the copy."""


def apply(tree: Path, path: str, edit: str) -> None:
    """Apply a diff without line numbers: its context is found once in the file."""
    before = "".join(line[1:] or "\n" for line in edit.splitlines(True) if line[0] != "+")
    after = "".join(line[1:] or "\n" for line in edit.splitlines(True) if line[0] != "-")
    text = (tree / path).read_text()
    assert text.count(before) == 1, (
        f"docs/adding_an_op.md: {path} has its context not once:\n{before}"
    )
    (tree / path).write_text(text.replace(before, after))


def run(tree: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run Python on the package of a copy."""
    command = [sys.executable, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{tree / 'test'}"}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)


def copy(tree: Path, edits: list[tuple[str, str]]) -> Path:
    """Copy the package and the test of places, and apply edits."""
    kept = shutil.ignore_patterns("compiled_modules*", "generated_code*")
    shutil.copytree(ROOT / "ttmlir_py", tree / "ttmlir_py", ignore=kept)
    (tree / "test").mkdir()
    shutil.copy(ROOT / PLACES, tree / "test")
    for path, edit in edits:
        apply(tree, path, edit)
    return tree


def generate(tree: Path) -> None:
    """Write the generated files of a copy."""
    assert GENERATED is not None
    for module in re.findall(r"python -m (\S+)", GENERATED.group(1)):
        done = run(tree, "-m", module)
        assert done.returncode == 0, done.stderr


def test_page_adds_an_operation(tmp_path: Path) -> None:
    assert len(EDITS) == 5
    tree = copy(tmp_path, EDITS)
    generate(tree)
    (tree / "session.txt").write_text(SESSION)
    session = run(tree, "-m", "doctest", "session.txt")
    assert session.returncode == 0, session.stdout
    checks = run(tree, CHECKS)
    assert checks.returncode == 0, checks.stderr
    places = run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", PLACES)
    assert places.returncode == 0, places.stdout


def test_missing_place_is_named(tmp_path: Path) -> None:
    tree = copy(tmp_path, EDITS)
    for path, _ in EDITS:
        added = (tree / path).read_text()
        shutil.copy(ROOT / path, tree / path)
        error = run(tree, "-c", EACH_PLACE).stderr
        named = re.findall(r"^softplus lacks .* (\S+)$", error, re.MULTILINE | re.IGNORECASE)
        assert named == [path], error
        (tree / path).write_text(added)
