"""The extension of VS Code: its settings name what the server knows, and its own test passes."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "editors" / "vscode"


def test_extension_calls_commands_that_the_server_has():
    pytest.importorskip("pygls", reason="the language server needs the extra lsp")
    from ttmlir_py.language_server import server

    source = (FOLDER / "src" / "extension.ts").read_text()
    assert f'"{server.LIST_PASSES}"' in source
    assert f'"{server.SHOW_PASS}"' in source
    manifest = json.loads((FOLDER / "package.json").read_text())
    assert set(manifest["contributes"]["configuration"]["properties"]) == {
        "ttmlir.server",
        "ttmlir.revision",
        "ttmlir.costs",
    }


@pytest.mark.skipif(
    not (FOLDER / "node_modules").is_dir() or shutil.which("node") is None,
    reason="the packages of the extension are not installed: npm install in editors/vscode",
)
def test_extension_protocol_test_passes():
    server = Path(sys.executable).parent / "ttmlir-lsp"
    done = subprocess.run(
        ["node", "test/protocol.mjs", str(server)], cwd=FOLDER, capture_output=True, text=True
    )
    assert done.stdout == "ok\n", done.stderr
