import os
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def compiler():
    """Return the path of the C++ compiler, or skip the test."""
    found = shutil.which(os.environ.get("CXX") or "g++") or shutil.which("clang++")
    if not found:
        pytest.skip("no C++ compiler")
    return found
