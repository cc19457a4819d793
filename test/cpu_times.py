"""A pytest plugin that measures the CPU time of tests, and leaves slow files out of `make
test-fast`.
"""

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
import tiers

CPU_SECONDS = "cpu_seconds"
"""Property of a test in reports, such as those that `--junitxml` writes."""
STARTED = pytest.StashKey[float]()
SPENT: Counter[str] = Counter()


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of its finished children."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cpu-times",
        type=int,
        default=50 if "CI" in os.environ else 0,
        metavar="N",
        help=(
            "show the N tests that use most CPU time, children included, and the time of each "
            "package (in CI: 50)"
        ),
    )


# ---- measure


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[STARTED] = cpu_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item):
    report: pytest.TestReport = yield
    if report.when == "teardown":
        now = cpu_seconds()
        report.user_properties.append((CPU_SECONDS, now - item.stash.get(STARTED, now)))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    # a test that ends its process has no such report
    SPENT[report.nodeid] += dict(report.user_properties).get(CPU_SECONDS, 0.0)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if count := config.getoption("--cpu-times"):
        terminalreporter.write_sep("=", f"CPU seconds: {sum(SPENT.values()):.0f} in all tests")
        for test, seconds in SPENT.most_common(count):
            terminalreporter.write_line(f"{seconds:7.2f}  {test}")
        for package, seconds in packages(SPENT).most_common():
            terminalreporter.write_line(f"{seconds:7.2f}  {package} (package)")
        for file, seconds in unmarked(config.rootpath, SPENT).items():
            terminalreporter.write_line(f"{seconds:7.2f}  {file} lacks the mark slow")


def packages(spent: Mapping[str, float]) -> Counter[str]:
    """Return the CPU seconds by package: by folder of `test`, or `test` for its own files."""
    sums: Counter[str] = Counter()
    for test, seconds in spent.items():
        folders = test.partition("::")[0].split("/")[1:-1]
        sums[folders[0] if folders else "test"] += seconds
    return sums


# ---- select


def is_slow(file: Path) -> bool:
    """Return True if the test file has the mark `slow`. Reading its text is faster than importing
    it.
    """
    return tiers.SLOW in file.read_text()


def unmarked(root: Path, spent: Mapping[str, float]) -> dict[str, float]:
    """Return the CPU seconds of the files in `root` that should have the mark `slow`, by file."""
    files: Counter[str] = Counter()
    for test, seconds in spent.items():
        files[test.partition("::")[0]] += seconds
    return {
        file: seconds
        for file, seconds in files.most_common()
        if seconds > tiers.SLOW_SECONDS and not is_slow(root / file)
    }


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    is_left_out = tiers.FAST and collection_path.suffix == ".py" and is_slow(collection_path)
    return True if is_left_out else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run files with the mark `early` first, then slow files, so that all processes end at about
    the same time.
    """
    marks = ("early", "slow")
    items.sort(key=lambda item: [item.get_closest_marker(mark) is None for mark in marks])
