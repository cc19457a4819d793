"""The programs in the README run, and the commands of its walk-through print what the README
shows.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
WALK_THROUGH = (ROOT / "docs" / "first_program.md").read_text()


def blocks(language: str, page: str = WALK_THROUGH) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def comparable(text: str) -> list[str]:
    """Return the lines of `text` without times. They are sorted, because a summary sorts operations
    by time.
    """
    return sorted(
        re.sub(r" +\d+\.\d+ ms", " # ms", line).rstrip() for line in text.splitlines() if line
    )


def commands() -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            pairs.append((command, output))
    return pairs


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the walk-through's commands run as in a checkout of the project."""
    folder = tmp_path_factory.mktemp("checkout")
    (folder / "examples").symlink_to(ROOT / "examples")
    (folder / "out").mkdir()
    return folder


def test_console_examples_print_what_readme_shows(checkout: Path):
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    shown = commands()
    assert len(shown) >= 5
    for command, expected in shown:
        if "ttnn-standalone" in command and shutil.which("g++") is None:
            continue  # skipped because this command compiles C++
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=checkout,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert comparable(done.stdout) == comparable(expected), command


def test_readme_python_example_runs(checkout: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(checkout)
    (program,) = blocks("python")
    scope: dict[str, object] = {}
    exec(program, scope)
    weights = np.asarray(scope["weights"], np.float32)
    assert weights.shape == (1, 8, 77, 77)
    np.testing.assert_allclose(weights.sum(axis=-1), 1.0, atol=0.02)


@pytest.mark.parametrize("library", ["jax", "torch"])
def test_readme_models_compile_and_check(library: str, capsys: pytest.CaptureFixture[str]):
    pytest.importorskip(library, reason="the front end needs the library")
    (program,) = [each for each in blocks("py", README) if f"frontends.{library}" in each]
    exec(program, {"__name__": "readme"})
    assert "FAILED" not in capsys.readouterr().out


@pytest.mark.parametrize("library", ["jax", "torch"])
def test_first_program_of_front_end_page_runs(library: str):
    pytest.importorskip(library, reason="the front end needs the library")
    scope: dict[str, Any] = {"__name__": "page"}
    exec(blocks("py", (ROOT / "docs" / f"{library}.md").read_text())[0], scope)
    assert scope["logits"].shape == (1, 10)


def test_readme_is_short():
    prose = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    assert len(prose.split()) <= 700


def test_readme_links_lead_to_files():
    prose = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)#]+)\)", prose)
    missing = [link for link in links if "://" not in link and not (ROOT / link).exists()]
    assert links
    assert not missing
