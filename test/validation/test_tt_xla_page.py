"""Tests that commands in docs/tt_xla.md and docs/tenstorrent_compiler.md print the shown output."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "tt_xla"


def blocks(page: str) -> list[str]:
    text = (ROOT / "docs" / page).read_text()
    return re.findall(r"```console\n(.*?)```", text, re.DOTALL)


STEPS = [each for each in blocks("tenstorrent_compiler.md") if "ttmlir-verify" in each]
CASES = [(EXAMPLES, each) for each in blocks("tt_xla.md")]
CASES += [(EXAMPLES / "cummax", each) for each in STEPS]


@pytest.mark.parametrize(("folder", "block"), CASES)
def test_commands_on_tt_xla_page_print_shown_output(folder: Path, block: str, tmp_path: Path):
    for source in folder.glob("*.mlir"):
        shutil.copy(source, tmp_path)
    for command in block.split("$ ")[1:]:
        line, _, shown = command.partition("\n")
        tool, *arguments = shlex.split(line)
        module = f"ttmlir_py.tools.{tool.replace('-', '_')}"
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.stdout == shown
        assert done.returncode == int("WRONG" in shown)
