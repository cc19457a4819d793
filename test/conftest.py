"""Settings of all property tests."""

import os

from hypothesis import settings

# Time says nothing about a law on a busy machine. Continuous integration tries the same examples each time, so that what
# fails there fails again; a developer's runs keep looking for new ones.
settings.register_profile("project", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("project")
