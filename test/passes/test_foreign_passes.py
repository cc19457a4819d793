"""Tests of other packages' passes: the example of docs/passes.md is installed and used, and wrong
entry points are reported.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "passes.md").read_text()
SECTION = PAGE.partition("### In a package of your own")[2].partition("### What helps")[0]
BLOCKS = dict(re.findall(r"^```(\w+)\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL))


def installed(folder: Path, code: str, entry_points: str) -> Path:
    """Return a folder for `sys.path` with the package as pip would install it."""
    information = folder / "softmax_counter-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: softmax-counter\nVersion: 1.0\n"
    )
    (information / "entry_points.txt").write_text(entry_points)
    (folder / "softmax_counter.py").write_text(code)
    return folder


def ttopt(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "ttmlir_py.tools.ttopt",
            *arguments,
            "examples/attention_weights.mlir",
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def package(tmp_path: Path) -> Path:
    entry_points = BLOCKS["toml"].replace(
        'project.entry-points."ttmlir_py.passes"', "ttmlir_py.passes"
    )
    return installed(tmp_path, BLOCKS["python"], entry_points.replace('"', ""))


def test_example_plug_in_pass_runs_as_its_page_shows(package: Path):
    command, printed = BLOCKS["console"].splitlines()
    (pipeline,) = re.findall(r"--pass-pipeline='(.*?)'", command)
    done = ttopt(package, f"--pass-pipeline={pipeline}")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.findall(r"attributes {.*}", done.stdout) == [printed]


def test_plug_in_pass_of_installed_package_is_available_as_flag(package: Path):
    done = ttopt(package, "--count-softmax=attribute=k", "--mlir-print-ir-after=count-softmax")
    assert done.returncode == 0, done.stderr
    assert "attributes {k = 1 : i32}" in done.stdout
    assert "IR Dump After CountSoftmax (count-softmax)" in done.stderr


def test_plug_in_pass_in_zip_archive_is_found(package: Path, tmp_path: Path):
    archive = shutil.make_archive(str(tmp_path / "packages"), "zip", package)
    done = ttopt(Path(archive), "--count-softmax=attribute=k")
    assert done.returncode == 0, done.stderr
    assert "attributes {k = 1 : i32}" in done.stdout


def test_plug_in_pass_without_its_package_is_unknown(tmp_path: Path):
    done = ttopt(tmp_path, "--pass-pipeline=builtin.module(count-softmax)")
    assert done.returncode == 1
    assert "'count-softmax' does not refer to a registered pass or pass pipeline" in done.stderr
    done = ttopt(tmp_path, "--count-softmax")
    assert done.returncode == 1
    assert "Unknown command line argument '--count-softmax'" in done.stderr


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("missing_module:Pass", "missing_module:Pass cannot be loaded: No module named"),
        ("softmax_counter:Missing", "cannot be loaded: module 'softmax_counter' has no attribute"),
        ("softmax_counter:dataclass", "softmax_counter:dataclass is not a pass with this name"),
    ],
)
def test_invalid_plug_in_entry_point_is_reported_with_reason(
    tmp_path: Path, target: str, problem: str
):
    path = installed(tmp_path, BLOCKS["python"], f"[ttmlir_py.passes]\ncount-softmax = {target}\n")
    done = ttopt(path, "--count-softmax")
    assert done.returncode == 1
    assert problem in done.stderr
    assert "Traceback" not in done.stderr


RAISES = """
from ttmlir_py.passes.base import Pass
class CountSoftmaxPass(Pass):
    name, cpp_name = "count-softmax", "CountSoftmax"
    def run(self, context, op):
        return {}["missing"]
"""


def test_plug_in_pass_that_raises_is_named_in_error_without_traceback(tmp_path: Path):
    entry = "[ttmlir_py.passes]\ncount-softmax = softmax_counter:CountSoftmaxPass\n"
    done = ttopt(installed(tmp_path, RAISES, entry), "--count-softmax")
    assert done.returncode == 1
    assert done.stdout == ""
    assert (
        "attention_weights.mlir:0:0: error: pass 'count-softmax' of package 'softmax-counter' "
        "(softmax_counter:CountSoftmaxPass) failed with KeyError: 'missing' "
        "(set TTMLIR_PY_TRACEBACK=1 for the traceback)"
    ) in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("flags", [["--help"], ["--help-list"]])
def test_ttopt_help_lists_plug_in_passes(package: Path, flags: list[str]):
    done = ttopt(package, *flags)
    assert done.returncode == 0
    assert re.search(
        r"--count-softmax +- of package 'softmax-counter' \(softmax_counter:", done.stdout
    )


@pytest.mark.parametrize(
    ("code", "problem"),
    [("1 / 0", "ZeroDivisionError: division by zero"), ("def", "SyntaxError: invalid syntax")],
)
def test_plug_in_that_fails_to_load_is_named_in_error(tmp_path: Path, code: str, problem: str):
    entry = "[ttmlir_py.passes]\ncount-softmax = softmax_counter:CountSoftmaxPass\n"
    done = ttopt(installed(tmp_path, code, entry), "--count-softmax")
    assert done.returncode == 1
    assert f"softmax_counter:CountSoftmaxPass cannot be loaded: {problem}" in done.stderr
    assert "Traceback" not in done.stderr


def test_plug_in_cannot_replace_built_in_pass(tmp_path: Path):
    entry = "[ttmlir_py.passes]\ncanonicalize = softmax_counter:CountSoftmaxPass\n"
    done = ttopt(installed(tmp_path, BLOCKS["python"], entry), "--canonicalize")
    assert (done.returncode, done.stderr) == (0, "")
    assert "softmax_count" not in done.stdout
