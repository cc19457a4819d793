"""Settings of all tests: Hypothesis profiles, garbage collection, and contract checks of passes."""

import gc
import os
import signal
from collections.abc import Sequence

import pytest
from hypothesis import settings
from tiers import example_count

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.contracts import ContractChecks
from ttmlir_py.passes.running.pass_manager import Instrumentation, PassRunner

pytest_plugins = ["cpu_times"]

# Hypothesis examples have no deadline, because a busy machine would make tests fail. Continuous
# integration tries the same examples in each run, so that a failure can be repeated; a developer's
# runs try new ones. `make test-thorough` tries many more.
CI = "CI" in os.environ
settings.register_profile("project", deadline=None, derandomize=CI, max_examples=example_count(7))
settings.load_profile("project")

# XLA compiles small programs that run once: its optimizations take more time than they save.
os.environ.setdefault(
    "XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
)

# IR has many reference cycles that live as long as their test. Python's default, a collection after
# every 700 allocations, takes a seventh of the suite's time. The last generation, which holds
# objects such as imported modules, is collected rarely.
gc.set_threshold(200_000, 20, 100)

# A shell without job control lets the commands that it starts in the background ignore these
# signals. The tools that tests start and interrupt would inherit this.
for number, handler in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGQUIT, signal.SIG_DFL),
):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, handler)

_initialize = PassRunner.__init__


def _initialize_with_checks(
    self: PassRunner,
    context: MlirContext,
    verify_each: bool = True,
    instrumentations: Sequence[Instrumentation] = (),
) -> None:
    _initialize(self, context, verify_each, (ContractChecks(context), *instrumentations))


# In every test, check that each pass keeps the contract that it declares.
PassRunner.__init__ = _initialize_with_checks


@pytest.fixture(scope="module", autouse=True)
def frozen_objects() -> None:
    gc.collect()
    gc.freeze()
