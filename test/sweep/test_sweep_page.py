"""The examples on docs/sweeps.md run as shown."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ttmlir_py.sweep.results import Results
from ttmlir_py.sweep.tables import read_table
from ttmlir_py.tools import ttmlir_ops, ttmlir_sweep

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/sweeps.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
TOOLS = {"ttmlir-ops": ttmlir_ops, "ttmlir-sweep": ttmlir_sweep}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("page")
    (table,) = [text for kind, text in BLOCKS if kind == "toml"]
    (made / "table.toml").write_text(table)
    (made / "examples").symlink_to(ROOT / "examples")
    return made


def test_commands_of_page_print_what_it_shows(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    (session,) = [text for kind, text in BLOCKS if not kind and "$ ttmlir-ops" in text]
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", session, re.MULTILINE):
        monkeypatch.setattr(sys, "argv", command.split())
        assert TOOLS[sys.argv[0]].main() == 0
        assert capsys.readouterr().out == shown, command
    assert "<title>Sweep of 8 cases</title>" in (folder / "report.html").read_text()
    results = Results(folder / "results.sqlite")
    assert [row.result.status.value for row in results.rows()] == ["PASS"] * 8


def test_table_of_example_has_five_thousand_cases(folder, monkeypatch, capsys, tmp_path):
    """The operations are those that the page's commands extracted. A few of the cases run."""
    text = (ROOT / "examples/sweep/operations.toml").read_text()
    text = text.replace('["ops"]', f'["{folder}/ops"]')
    table = tmp_path / "operations.toml"
    table.write_text(text.replace('["models"]', f'["{ROOT}/examples/sweep/models"]'))
    assert len(read_table(table)) > 5000
    argv = ["ttmlir-sweep", "run", str(table), "-o", str(tmp_path / "r"), "--workers", "1"]
    monkeypatch.setattr(sys, "argv", [*argv, "--sample", "4", "--failures", str(tmp_path / "f")])
    assert ttmlir_sweep.main() == 0
    assert capsys.readouterr().out.startswith("4 cases: 4 run")


def test_python_on_page_runs():
    program, _ = [text for kind, text in BLOCKS if kind == "python"]
    exec(compile(program, "docs/sweeps.md", "exec"), {})


def test_shards_under_pytest_xdist_give_same_table(folder, monkeypatch, tmp_path):
    """The page's commands have extracted the operations and written results before."""
    for name in ("table.toml", "ops"):
        (tmp_path / name).symlink_to(folder / name)
    _, program = [text for kind, text in BLOCKS if kind == "python"]
    (tmp_path / "test_sweep.py").write_text(program)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    settings = ["-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), "-n", "2"]
    command = [sys.executable, "-m", "pytest", *settings, "test_sweep.py"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "3 passed" in ran.stdout
    merged = Results(tmp_path / "all.sqlite")
    counts = [merged.merge(tmp_path / f"shard{shard}.sqlite") for shard in (1, 2, 3)]
    assert max(counts) < sum(counts) == 8
    assert merged.digest() == Results(folder / "results.sqlite").digest()


def test_mistakes_end_tools_with_message(monkeypatch, capsys, tmp_path):
    mistakes = {
        ("ttmlir-ops", "extract", "missing.mlir"): "missing.mlir: no such file",
        ("ttmlir-ops", "list", str(tmp_path)): "no operations.sqlite: write it with",
        ("ttmlir-sweep", "run", "missing.toml"): "missing.toml: No such file",
        ("ttmlir-sweep", "report", "missing.sqlite"): "missing.sqlite: no such file",
        ("ttmlir-sweep", "report", __file__): "cannot be read or written: file is not a database",
    }
    for arguments, message in mistakes.items():
        monkeypatch.setattr(sys, "argv", [*arguments])
        assert TOOLS[arguments[0]].main() == 1
        assert message in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["ttmlir-sweep", "run", "t.toml", "--shard", "3/2"])
    with pytest.raises(SystemExit) as ended:
        ttmlir_sweep.main()
    assert ended.value.code == 2
    assert "expected i/n with 1 <= i <= n" in capsys.readouterr().err
