"""All tools that read binaries warn of a schema hash that no revision states."""

import subprocess
import sys
from pathlib import Path

import pytest

from ttmlir_py.frontends.model import compile
from ttmlir_py.revisions import REGISTRY
from ttmlir_py.schemas.revisions import convert
from ttmlir_py.target.flatbuffer.system_desc import write_board
from ttmlir_py.tools import tt_explorer, ttrt

TTNN, SYSTEM = "TTNN/binary.fbs", "Common/system_desc.fbs"
TEXT = """func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.abs"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}>
      : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}"""


def with_unknown_hash(path: str, data: bytes) -> bytes:
    known = REGISTRY["2026-10"].schema_hashes[path][0]
    return convert(path, data, "2026-10").replace(known.encode(), b"c0ffee" + known[6:].encode())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hashes")
    binary = compile(TEXT).binary
    (folder / "model.mlir").write_text(TEXT)
    (folder / "model.ttnn").write_bytes(with_unknown_hash(TTNN, binary))
    (folder / "known.ttnn").write_bytes(convert(TTNN, binary, "2026-08"))
    (folder / "board.ttsys").write_bytes(with_unknown_hash(SYSTEM, write_board("n150")))
    return folder


def require_one_warning(errors: str, path: str) -> None:
    warnings = [line for line in errors.splitlines() if "schema hash" in line]
    assert len(warnings) == 1
    assert warnings[0].startswith("warning: unknown schema hash c0ffee")
    assert "is read as 2026-08" in warnings[0]
    for revision in ("2026-09", "2026-10"):
        assert f"{REGISTRY[revision].schema_hashes[path][0][:8]}... ({revision})" in warnings[0]


def run(*command: str) -> subprocess.CompletedProcess[str]:
    tool, *arguments = command
    code = f"import sys; from ttmlir_py.tools.{tool} import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )


def test_ttrt_read_warns_of_unknown_schema_hash(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert ttrt.main(["read", str(folder / "board.ttsys")]) == 0
    require_one_warning(capfd.readouterr().err, SYSTEM)


def test_tt_explorer_warns_of_unknown_schema_hash(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    tt_explorer.main(["export", str(folder / "model.ttnn"), "-o", str(folder / "page.html")])
    require_one_warning(capfd.readouterr().err, TTNN)


def test_ttopt_warns_of_unknown_schema_hash_of_system(folder: Path) -> None:
    flag = f"--ttir-load-system-desc=path={folder / 'board.ttsys'}"
    found = run("ttopt", flag, str(folder / "model.mlir"))
    assert found.returncode == 0
    require_one_warning(found.stderr, SYSTEM)


def test_tttranslate_warns_of_unknown_schema_hash(folder: Path) -> None:
    found = run("tttranslate", "--flatbuffer-to-ttnn", str(folder / "model.ttnn"))
    require_one_warning(found.stderr, TTNN)


def test_file_with_own_schema_hash_is_read_without_warning(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert ttrt.main(["read", str(folder / "known.ttnn")]) == 0
    assert "schema hash" not in capfd.readouterr().err
