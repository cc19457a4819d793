"""Mistakes of users give one clear line, a non-zero exit code and a way out in every tool."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ttmlir_py.tools import tt_explorer, ttmlir_server, ttnn_standalone, ttrt, tttrace

MLIR = (
    "func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {\n  return %a : tensor<32x32xf32>\n}"
)
TOOLS: dict[str, Callable[[list[str]], int]] = {
    "ttrt": ttrt.main,
    "tttrace": tttrace.main,
    "tt-explorer": tt_explorer.main,
    "ttnn-standalone": ttnn_standalone.main,
}
MISTAKES = {
    "ttrt runn m.ttnn": "did you mean 'run'?",
    "ttrt read m.ttnn --section inptus": "did you mean 'inputs'?",
    "ttrt run m.ttnn --result-fil=x": "did you mean '--result-file'?",
    "ttrt run m.mlir": "this is MLIR text",
    "ttrt run folder": "no .ttnn or .ttm",
    "ttrt run missing.ttnn": "missing.ttnn: error: No such file",
    "ttrt run noise": "not a TTNNBinary",
    "ttrt run empty": "0 bytes, too few for a FlatBuffer",
    "tttrace displya m.mlir": "did you mean 'display'?",
    "tttrace display m.mlir": "not a trace: expected a JSON array of nodes",
    "tttrace display folder": "Is a directory",
    "tttrace validate noise": "not a tensor-access trace",
    "tt-explorer export missing.mlir -o p.html": "No such file",
    "tt-explorer export m.mlir -o none/p.html": "No such file",
    "tt-explorer export m.mlir -o p.html --policy DFSharing": "did you mean 'DF Sharding'?",
    "tt-explorer export m.mlir -o p.html --system-desc n510": "did you mean 'n150'?",
    "tt-explorer export noise -o p.html": "this is no text",
    "ttnn-standalone run m.mlir": "`ttmlir-compile FILE --emit=cpp` writes C++",
    "ttnn-standalone run noise": "this is not a text, expected C++ or Python",
    "ttnn-standalone biuld m.cpp": "did you mean 'build'?",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("m.mlir").write_text(MLIR)
    Path("empty").touch()
    Path("noise").write_bytes(bytes(range(256)) * 4)


@pytest.mark.parametrize("command", MISTAKES)
def test_mistake_in_command_is_reported_in_one_line(
    command: str, capfd: pytest.CaptureFixture[str]
) -> None:
    tool, *arguments = command.split()
    try:
        code = TOOLS[tool](arguments)
    except SystemExit as end:
        code = end.code
    errors = capfd.readouterr().err
    assert code not in (0, None)
    assert "Traceback" not in errors
    (line,) = [each for each in errors.splitlines() if "error:" in each]
    assert MISTAKES[command] in line


def test_unknown_command_without_similar_name_lists_commands(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["ttmlir-server", "xyz"])
    with pytest.raises(SystemExit):
        ttmlir_server.main()
    assert capfd.readouterr().err.endswith("(choose from 'status', 'stop')\n")
