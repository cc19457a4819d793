"""Hypothesis profiles and garbage collection."""

import gc
import os

import pytest
from hypothesis import settings
from tiers import example_count

from ttmlir_py.passes.contracts import ContractChecks
from ttmlir_py.passes.running.pass_manager import PassRunner

pytest_plugins = ["cpu_times"]

# No deadlines: time says nothing about a law on a busy machine. Continuous integration tries the
# same examples in each run, so that a failure can be repeated; a developer's runs look for new
# ones. `make test-thorough` tries many more.
CI = "CI" in os.environ
settings.register_profile("project", deadline=None, derandomize=CI, max_examples=example_count(20))
settings.load_profile("project")

# IR is full of reference cycles that live as long as their test. Collecting after every 700
# allocations takes a seventh of the suite's time. Objects that outlive a file of tests, such as
# imported modules, are not examined again.
gc.set_threshold(200_000, 20, 100)

# Every run of passes in the process checks what the passes require and ensure.
PassRunner.observers.append(ContractChecks)


@pytest.fixture(scope="module", autouse=True)
def frozen_objects() -> None:
    gc.collect()
    gc.freeze()
