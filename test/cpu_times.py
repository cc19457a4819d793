"""A pytest plugin that measures the CPU time of tests and selects those of `make test-fast`."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from tiers import share

FAST_CASES = Path(__file__).with_name("fast_cases.txt")
"""Lists the slow tests, those whose cases together take more than `BUDGET`, each with the number of
its cases that `make test-fast` runs.

`make fast-cases` measures and writes the file, so that nobody has to mark slow tests. A test
without a line is fast.
"""
BUDGET = 0.1
"""The CPU seconds that all cases of one test together may take in `make test-fast`."""
WHOLE = ("test/test_architecture.py",)
"""Files of which `make test-fast` runs all tests."""
CPU_SECONDS = "cpu_seconds"
STARTED = pytest.StashKey[float]()
SPENT: Counter[str] = Counter()


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of its finished children."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def test_of(case: str) -> str:
    """Return the name of the test that `case` belongs to: the name of the case without
    parameters.
    """
    return case.partition("[")[0]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cpu-times",
        type=int,
        default=50 if "CI" in os.environ else 0,
        metavar="N",
        help="show the N tests that use most CPU time, children included (in CI: 50)",
    )
    parser.addoption("--fast", action="store_true", help=f"run the cases that {FAST_CASES} names")
    parser.addoption("--write-fast-cases", action="store_true", help=f"update {FAST_CASES}")


# ---- measure


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[STARTED] = cpu_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item):
    report: pytest.TestReport = yield
    now = cpu_seconds()
    report.user_properties.append((CPU_SECONDS, now - item.stash.get(STARTED, now)))
    item.stash[STARTED] = now
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    SPENT[report.nodeid] += dict(report.user_properties)[CPU_SECONDS]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if count := config.getoption("--cpu-times"):
        terminalreporter.write_sep("=", f"CPU seconds: {sum(SPENT.values()):.0f} in all tests")
        for test, seconds in SPENT.most_common(count):
            terminalreporter.write_line(f"{seconds:7.2f}  {test}")
    if config.getoption("--write-fast-cases"):
        counts = updated(read_fast_cases(), SPENT)
        FAST_CASES.write_text("".join(f"{counts[test]:3} {test}\n" for test in sorted(counts)))


# ---- select


def read_fast_cases() -> dict[str, int]:
    lines = FAST_CASES.read_text().splitlines() if FAST_CASES.exists() else []
    return {test: int(count) for count, test in (line.split(maxsplit=1) for line in lines)}


def updated(known: Mapping[str, int], spent: Mapping[str, float]) -> dict[str, int]:
    """Return the number of cases to run, by slow test: new numbers for the tests measured in
    `spent`, and the `known` numbers for tests of files that did not run.
    """
    measured: dict[str, list[float]] = {}
    for case, seconds in spent.items():
        measured.setdefault(test_of(case), []).append(seconds)
    files = {test.partition("::")[0] for test in measured}
    counts = {
        test: count
        for test, count in known.items()
        if test.partition("::")[0] not in files and Path(test.partition("::")[0]).exists()
    }
    for test, times in measured.items():
        if sum(times) > BUDGET and not test.startswith(WHOLE):
            counts[test] = int(BUDGET * len(times) / sum(times))
    return counts


def fast_items(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return those of `items` that `make test-fast` runs, in their order."""
    counts, cases = read_fast_cases(), dict[str, list[pytest.Item]]()
    for item in items:
        cases.setdefault(test_of(item.nodeid), []).append(item)
    chosen = {
        item.nodeid
        for test, found in cases.items()
        for item in (share(found, counts[test]) if test in counts else found)
    }
    return [item for item in items if item.nodeid in chosen]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--fast"):
        chosen = fast_items(items)
        kept = {*chosen}
        config.hook.pytest_deselected(items=[each for each in items if each not in kept])
        items[:] = chosen
