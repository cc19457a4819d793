"""The tiers of tests: which files and how many cases run in each."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import cpu_times
import pytest
import tiers

BUSY = """
import time

import pytest


def spend():
    start = time.process_time()
    while time.process_time() < start + 0.05:
        pass


@pytest.fixture
def spent():
    spend()


def test_a(spent):
    spend()
"""


@pytest.mark.parametrize(
    ("count", "expected"), [(0, []), (1, [0]), (2, [0, 9]), (4, [0, 3, 6, 9]), (10, [*range(10)])]
)
def test_items_that_a_test_tier_selects_are_evenly_spaced(
    count: int, expected: list[int], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tiers, "THOROUGH", False)
    assert tiers.share(range(10), count) == expected
    monkeypatch.setattr(tiers, "THOROUGH", True)
    assert tiers.share(range(10), count) == [*range(10)]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a folder with a slow and a fast test file."""
    (tmp_path / "test_slow.py").write_text(f"import pytest\n\npytestmark = {tiers.SLOW}\n")
    (tmp_path / "test_fast.py").write_text("import pytest\n")
    return tmp_path


@pytest.mark.parametrize(("is_fast", "expected"), [(True, [True, None]), (False, [None, None])])
def test_fast_test_tier_ignores_files_with_slow_mark(
    files: Path, is_fast: bool, expected: list[bool | None], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tiers, "FAST", is_fast)
    paths = [files / "test_slow.py", files / "test_fast.py"]
    assert [cpu_times.pytest_ignore_collect(path) for path in paths] == expected


def test_slow_files_without_slow_mark_are_listed(files: Path):
    half = tiers.SLOW_SECONDS / 2
    spent = {
        "test_slow.py::test_a": 3 * half,
        "test_fast.py::test_a[x::y]": half,
        "test_fast.py::test_b": half,
    }
    assert cpu_times.unmarked(files, spent) == {}
    spent["test_fast.py::test_b"] += half
    assert cpu_times.unmarked(files, spent) == {"test_fast.py": 3 * half}


def test_cpu_times_are_added_by_package():
    spent = {
        "test/test_a.py::test_a": 1.0,
        "test/ir/test_b.py::test_b[x/y]": 2.0,
        "test/ir/reading/test_c.py::test_c": 4.0,
    }
    assert cpu_times.packages(spent) == {"test": 1.0, "ir": 6.0}


def test_cpu_time_of_test_is_in_junit_report(pytestconfig: pytest.Config, tmp_path: Path):
    (tmp_path / "test_busy.py").write_text(BUSY)
    report, folder = tmp_path / "report.xml", pytestconfig.rootpath / "test"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "cpu_times", f"--junitxml={report}", tmp_path],
        env={**os.environ, "PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0
    (found,) = ElementTree.parse(report).iter("property")
    assert found.get("name") == cpu_times.CPU_SECONDS
    assert 0.09 < float(found.get("value", "")) < 10  # clocks are rounded
