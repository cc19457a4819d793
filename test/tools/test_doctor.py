"""`ttmlir doctor` reports versions, missing parts with commands, and whether the tools work."""

import json
import re
import shlex
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ttmlir_py.tools import doctor
from ttmlir_py.tools.ttmlir import main

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def report() -> list[doctor.Finding]:
    return doctor.findings()


def found(report: list[doctor.Finding], name: str) -> doctor.Finding:
    [finding] = [each for each in report if each.name == name]
    return finding


def test_working_installation_has_no_errors(report: list[doctor.Finding]):
    assert doctor.works(report)
    assert found(report, "xdsl").state == "ok"
    assert "runs on the simulator" in found(report, "sample").text
    assert [each.name for each in report if each.section == "extras"]
    assert doctor.text(report).endswith("The tools work.\n")


def test_install_page_lists_every_extra():
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "docs/install.md").read_text(), re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`([\w-]+)`", row)]
    assert sorted(listed) == sorted(metadata["optional-dependencies"])


def test_json_has_every_finding(report: list[doctor.Finding]):
    data = json.loads(doctor.json_text(report))
    assert data["works"] is True
    assert [each["name"] for each in data["findings"]] == [each.name for each in report]
    assert set(data["findings"][0]) == {"section", "name", "state", "text", "remedy"}


def test_every_missing_part_has_command_that_is_valid_in_shells(report: list[doctor.Finding]):
    for each in report:
        if each.state == "missing" and each.section in ("extras", "programs"):
            assert shlex.split(each.remedy)[:2] in (["pip", "install"], ["apt", "install"])


@pytest.mark.parametrize(
    ("installed", "bounds", "is_within"),
    [
        ("0.74.3", "~=0.74.0", True),
        ("0.75.0", "~=0.74.0", False),
        ("0.73.9", "~=0.74.0", False),
        ("2.4.6", "<3,>=1.26", True),
        ("3.0", "<3,>=1.26", False),
        ("1.26", "<3,>=1.26.0", True),
        ("2.13.0+cpu", ">=2.13", True),
        ("20261001", ">=20261001", True),
        ("4.1", "==4.1.0", True),
        ("4.1", "!=4.1", False),
        ("1.0", "", True),
    ],
)
def test_version_bounds(installed: str, bounds: str, is_within: bool):
    assert doctor._is_within(installed, bounds) is is_within


def test_missing_and_old_packages_are_named(monkeypatch: pytest.MonkeyPatch):
    versions = {"xdsl": "0.60.0", "numpy": "2.0", "jax": "0.1"}

    def version(name: str) -> str:
        if name not in versions:
            raise PackageNotFoundError(name)
        return versions[name]

    requires = ["xdsl~=0.74.0", "numpy<3,>=1.26", "lark>=1", "jax>=0.4; extra == 'jax'"]
    monkeypatch.setattr(doctor, "version", version)
    metadata: Any = SimpleNamespace(requires=requires)
    packages = {each.name: each for each in doctor._requirements(metadata)}
    assert {name: each.state for name, each in packages.items()} == {
        **{"xdsl": "error", "numpy": "ok", "lark": "error"}
    }
    assert packages["xdsl"].text == "0.60.0, expected ~=0.74.0"
    assert packages["xdsl"].remedy == "pip install 'xdsl~=0.74.0'"
    [extra] = doctor._extras(metadata)
    assert (extra.state, extra.remedy) == ("missing", "pip install 'ttmlir-py[jax]'")
    assert not doctor.works(list(packages.values()))


def test_broken_compiler_is_an_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doctor, "_SAMPLE", "func.func @main(")
    assert doctor._sample_run().state == "error"


def test_caches_show_folder_of_results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv(doctor.CACHE_VARIABLE, str(tmp_path))
    assert str(tmp_path) in found(list(doctor._caches()), "results").text


def test_command_prints_report_and_returns_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    wrong = [doctor.Finding("packages", "xdsl", "error", "is not installed", "pip install xdsl")]
    monkeypatch.setattr(doctor, "findings", lambda: wrong)
    monkeypatch.setattr("sys.argv", ["ttmlir", "doctor"])
    assert main() == 1
    shown = capsys.readouterr().out
    assert "error   xdsl  is not installed" in shown
    assert "-> pip install xdsl" in shown
    assert shown.endswith("1 errors: the tools may not work.\n")
