"""Completion of `ttrt`'s commands and options, and the message about result files."""

import shutil
import subprocess
from pathlib import Path

import pytest
from module_runs import run_module_on_text

import ttmlir_py

pytestmark = pytest.mark.slow

TEXT = """func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = tensor.empty() : tensor<4x4xf32>
  %1 = "ttir.relu"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}"""


def ttrt(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return run_module_on_text("ttmlir_py.tools.ttrt", *arguments, cwd=folder)


def completed(*words: str) -> list[str]:
    """Return bash's completions of the last word of the command line `words`."""
    quoted = " ".join(f"'{each}'" for each in words)
    script = ttrt("--completion", "bash").stdout
    script += (
        f'COMP_WORDS=(ttrt {quoted}); COMP_CWORD={len(words)}; _ttrt; echo "${{COMPREPLY[@]}}"\n'
    )
    found = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    return found.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completion_lists_commands_and_options():
    assert completed("q") == ["query"]
    assert completed("--vers") == ["--version"]
    assert completed("run", "--result-f") == ["--result-file"]
    assert completed("read", "--loo") == []


@pytest.mark.parametrize(
    ("shell", "lines"),
    [
        ("zsh", ["#compdef ttrt", "  compadd -- query read run"]),
        (
            "fish",
            [
                "complete -c ttrt -l version",
                "complete -c ttrt -n '__fish_seen_subcommand_from run' -l loops",
                "complete -c ttrt -n __fish_use_subcommand -f -a 'query read run",
            ],
        ),
    ],
)
def test_completion_scripts_exist_for_zsh_and_fish(shell: str, lines: list[str]):
    done = ttrt(f"--completion={shell}")
    assert (done.returncode, done.stderr) == (0, "")
    for line in lines:
        assert line in done.stdout


def test_completion_for_unknown_shell_is_refused():
    done = ttrt("--completion=tcsh")
    assert done.returncode == 2
    assert "choose from" in done.stderr


@pytest.mark.parametrize(
    ("command", "flags", "files"),
    [
        ("run", (), ["run_results.json", "ttrt_report.xml"]),
        ("perf", (), ["perf_results.json", "ttrt_report.xml"]),
        ("run", ("--result-file=x/r.json",), ["x/r.json", "x/ttrt_report.xml"]),
        ("run", ("--result-file=",), []),
    ],
)
def test_completion_command_lists_files_that_it_writes(
    tmp_path: Path, command: str, flags: tuple[str, ...], files: list[str]
):
    (tmp_path / "m.ttnn").write_bytes(ttmlir_py.compile(TEXT))
    (tmp_path / "x").mkdir()
    done = ttrt(command, "m.ttnn", *flags, folder=tmp_path)
    assert done.returncode == 0
    said = f"ttrt: results are in {' and '.join(files)} (--result-file= writes none)\n"
    assert done.stderr == ("" if flags else said)
    left = sorted(str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*.*"))
    assert left == sorted(["m.ttnn", *files])
