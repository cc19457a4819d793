"""The page docs/debugging_numerics.md shows what the commands print."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

DOCUMENT = (Path(__file__).parents[2] / "docs" / "debugging_numerics.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


def test_commands_on_debugging_numerics_page_print_shown_output(tmp_path):
    for name, text in zip(("variance.mlir", "fixed.mlir"), blocks("mlir"), strict=True):
        (tmp_path / name).write_text(text)
    for name, text in zip(("goldens.py", "debug.py"), blocks("python"), strict=True):
        (tmp_path / name).write_text(text)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    shown = [part for block in blocks("console") for part in re.split(r"^\$ ", block, flags=re.M)]
    commands = [part.partition("\n") for part in shown if part]
    assert len(commands) >= 5
    for command, _, expected in commands:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert done.stdout == expected, command
