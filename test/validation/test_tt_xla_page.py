"""docs/tt_xla.md: its commands print what it shows."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(r"```console\n(.*?)```", (ROOT / "docs" / "tt_xla.md").read_text(), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_commands_on_tt_xla_page_print_shown_output(block: str, tmp_path: Path):
    shutil.copy(ROOT / "examples" / "tt_xla" / "dump.mlir", tmp_path)
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
