"""Settings of all tests: Hypothesis profiles, garbage collection, and contract checks of passes."""

import gc
import os

import pytest
from hypothesis import settings
from tiers import example_count

from ttmlir_py.passes.contracts import ContractChecks
from ttmlir_py.passes.running.pass_manager import PassRunner

pytest_plugins = ["cpu_times"]

# Hypothesis examples have no deadline, because a busy machine would make tests fail. Continuous
# integration tries the same examples in each run, so that a failure can be repeated; a developer's
# runs try new ones. `make test-thorough` tries many more.
CI = "CI" in os.environ
settings.register_profile("project", deadline=None, derandomize=CI, max_examples=example_count(20))
settings.load_profile("project")

# IR has many reference cycles that live as long as their test. Python's default, a collection after
# every 700 allocations, takes a seventh of the suite's time. The last generation, which holds
# objects such as imported modules, is collected rarely.
gc.set_threshold(200_000, 20, 100)

# In every test, check that each pass keeps the contract that it declares.
PassRunner.observers.append(ContractChecks)


@pytest.fixture(scope="module", autouse=True)
def frozen_objects() -> None:
    gc.collect()
    gc.freeze()
