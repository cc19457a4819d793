"""Hypothesis profiles, garbage collection, and the report of the tests that use most CPU time."""

import gc
import os
from collections import Counter

import pytest
from hypothesis import settings
from tiers import example_count

from ttmlir_py.passes.contracts import ContractChecks
from ttmlir_py.passes.running.pass_manager import PassRunner

# No deadlines: time says nothing about a law on a busy machine. Continuous integration tries the same examples in each
# run, so that a failure can be repeated; a developer's runs look for new ones. `make test-thorough` tries many more.
CI = "CI" in os.environ
settings.register_profile("project", deadline=None, derandomize=CI, max_examples=example_count(40))
settings.load_profile("project")

# IR is full of reference cycles that live as long as their test. Collecting after every 700 allocations takes a seventh
# of the suite's time. Objects made while collecting tests are never collected again.
gc.set_threshold(200_000, 20, 100)

# Every run of passes in the process checks what the passes require and ensure.
PassRunner.observers.append(ContractChecks)


def pytest_collection_finish() -> None:
    gc.freeze()


CPU_SECONDS = "cpu_seconds"
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
        default=50 if CI else 0,
        metavar="N",
        help="show the N tests that use most CPU time, children included (in CI: 50)",
    )


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
