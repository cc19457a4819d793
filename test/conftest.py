"""Settings of all property tests, and of the garbage collector."""

import gc
import os

from hypothesis import settings
from tiers import THOROUGH

# Time says nothing about a law on a busy machine. Continuous integration tries the same examples each time, so that what
# fails there fails again; a developer's runs keep looking for new ones. `make test-thorough` tries many more.
CI = "CI" in os.environ
settings.register_profile("project", deadline=None, derandomize=CI, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile("thorough" if THOROUGH else "project")

# IR is full of cycles that live as long as their test: looking for what has died in them is a seventh of the suite's time
# when it is done each 700 objects. What the tests themselves are is never looked at again.
gc.set_threshold(200_000, 20, 100)


def pytest_collection_finish() -> None:
    gc.freeze()
