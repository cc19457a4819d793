"""Every command refuses files that it cannot use, in a line that names the file."""

import shlex
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

from ttmlir_py import compiler
from ttmlir_py.tools import (
    tt_explorer,
    ttmlir_compile,
    ttmlir_ops,
    ttmlir_sweep,
    ttmlir_verify,
    ttnn_standalone,
    ttopt,
    ttreduce,
    ttrt,
    tttrace,
    tttranslate,
)
from ttmlir_py.tools.driver import ToolError

pytestmark = pytest.mark.slow

MLIR = """func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.neg"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
"""


def llvm_style(run: Callable[[str, Sequence[str]], int]) -> Callable[[Sequence[str]], int]:
    """Return a function that runs a tool as its console script does, and does not end the
    process.
    """

    def main(arguments: Sequence[str]) -> int:
        try:
            return run("tool", arguments)
        except ToolError as error:
            print(error, file=sys.stderr)
            return 1

    return main


TOOLS: dict[str, Callable[[Sequence[str]], int]] = {
    "tt-explorer": tt_explorer.main,
    "ttmlir-compile": llvm_style(ttmlir_compile.run),
    "ttmlir-verify": llvm_style(ttmlir_verify.run),
    "ttnn-standalone": ttnn_standalone.main,
    "ttopt": llvm_style(ttopt.run),
    "ttreduce": llvm_style(ttreduce.run),
    "ttrt": ttrt.main,
    "tttrace": tttrace.main,
    "tttranslate": llvm_style(tttranslate.run),
}
BROKEN = (
    "broken.mlir",
    "broken.ttnn",
    "empty.ttnn",
    "folder",
    "latin1.mlir",
    "loop.mlir",
    "missing",
    "noise",
    "noise.json",
    "short.ttm",
)
"""Files that are refused by all commands but those that say otherwise."""
TEXTS, BINARIES = ("good.mlir", "empty.mlir"), ("good.ttnn",)
TRACE_COMMANDS = (
    *("display", "stats", "validate", "csv", "table", "tree", "calltrace", "peak", "levelized"),
    *("arguments", "svg", "dot", "memory", "perfetto", "explorer", "parse", "histogram", "order"),
    *("layers", "experts", "heatmap", "summary", "to-mlir"),
)
COMMANDS: dict[str, Sequence[str]] = {
    "tt-explorer -q -p 0 FILE": (*TEXTS, *BINARIES),
    "tt-explorer -q -p 0 --system-desc FILE good.mlir": (),
    "tt-explorer compare FILE": ("good.mlir", *BINARIES),
    "tt-explorer export FILE -o out.json": ("good.mlir", *BINARIES),
    "ttmlir-compile FILE -o out.ttnn": ("good.mlir", "good.ttnn"),
    "ttmlir-compile good.mlir --system=FILE -o out.ttnn": (),
    "ttmlir-verify FILE good.ttnn": ("good.mlir", "good.ttnn"),
    "ttmlir-verify good.mlir FILE": ("good.mlir", "good.ttnn"),
    "ttmlir-verify --inputs=FILE good.mlir good.ttnn": (),
    "ttnn-standalone run FILE": (),
    "ttopt FILE": (*TEXTS, "empty.ttnn"),
    "ttopt --ttir-to-ttnn-backend-pipeline=system-desc-path=FILE good.mlir": (),
    "ttreduce '--test=false {}' FILE": (*TEXTS, "empty.ttnn"),
    "ttrt check FILE": BINARIES,
    "ttrt check good.ttnn --system-desc FILE": (),
    "ttrt debug precision FILE": BINARIES,
    "ttrt perf FILE": BINARIES,
    "ttrt perf good.ttnn --compare FILE": BINARIES,
    "ttrt query --quiet --for FILE": (),
    "ttrt read FILE": BINARIES,
    "ttrt run FILE": BINARIES,
    "ttrt run good.ttnn --inputs FILE": (),
    **{f"tttrace {each} FILE": () for each in TRACE_COMMANDS},
    "tttrace blkparse FILE good.mlir": (),
    "tttrace csv FILE": BINARIES,
    "tttrace diff FILE FILE": ("empty.ttnn", "empty.mlir"),
    "tttranslate --flatbuffer-to-ttnn FILE": BINARIES,
    "tttranslate --ttnn-to-flatbuffer FILE": TEXTS,
}
"""Commands, and the files that they accept or refuse for other reasons."""


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("files")
    binary = compiler.compile(MLIR)
    contents = {
        "broken.mlir": MLIR[:150].encode(),
        "broken.ttnn": binary[: len(binary) // 2],
        "empty.mlir": b"",
        "empty.ttnn": b"",
        "good.mlir": MLIR.encode(),
        "good.ttnn": binary,
        "latin1.mlir": MLIR.encode().replace(b"@f", b"@f\xe9"),
        "noise": bytes(range(256)) * 4,
        "noise.json": bytes(range(255, -1, -1)),
        "short.ttm": binary[:7],
    }
    for name, data in contents.items():
        (made / name).write_bytes(data)
    (made / "folder").mkdir()
    (made / "loop.mlir").symlink_to("loop.mlir")
    return made


@pytest.mark.parametrize("command", COMMANDS)
def test_command_with_bad_file_reports_its_name(
    command: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    if command.startswith("tt-explorer -q"):
        server = pytest.importorskip("ttmlir_py.explorer.server", reason="needs the extra explorer")
        monkeypatch.setattr(server, "serve", lambda *_: None)
    tool, *words = shlex.split(command)
    for name in sorted({*BROKEN, *TEXTS, *BINARIES}.difference(COMMANDS[command])):
        code = exit_code(partial(TOOLS[tool], [each.replace("FILE", name) for each in words]))
        errors = capfd.readouterr().err
        assert code in (1, 2), (name, errors)
        assert name in errors
        assert "error: " in errors or "cannot open input file" in errors or "unknown" in errors
        assert "Traceback" not in errors


def exit_code(run: Callable[[], int]) -> object:
    try:
        return run()
    except SystemExit as end:
        return end.code


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (tt_explorer, "export -o x.html ''"),
        (ttmlir_ops, "extract ''"),
        (ttmlir_ops, "list ''"),
        (ttmlir_sweep, "compare before.sqlite ''"),
        (ttmlir_sweep, "model ''"),
        (ttmlir_sweep, "report ''"),
        (ttmlir_sweep, "run ''"),
        (ttrt, "run ''"),
        (tttrace, "validate ''"),
    ],
    ids=str,
)
def test_command_refuses_an_empty_name(
    tool: ModuleType,
    arguments: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["tool", *shlex.split(arguments)])
    with pytest.raises(SystemExit) as ended:
        tool.main()
    assert ended.value.code == 2
    assert ": the name is empty" in capsys.readouterr().err
