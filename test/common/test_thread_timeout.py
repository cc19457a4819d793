"""Tools set how long idle threads of matrix products wait before they sleep."""

import os
import subprocess
import sys

import pytest

from ttmlir_py.common import thread_timeout

VARIABLE = thread_timeout.VARIABLE
CODE = f"""
import os, sys
from ttmlir_py.tools import start
sys.argv = ["ttrt", "--version"]
try:
    start.ttrt()
except SystemExit as end:
    print(end.code, os.environ["{VARIABLE}"], "numpy" in sys.modules)
"""


@pytest.mark.parametrize("given", [None, "20"])
def test_tools_shorten_thread_timeout_before_numpy_loads(given: str | None):
    """A value that the user has set in the environment is kept."""
    environment = {key: value for key, value in os.environ.items() if key != VARIABLE}
    if given is not None:
        environment[VARIABLE] = given
    command = [sys.executable, "-c", CODE]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.splitlines()[-1] == f"0 {given or thread_timeout.TIMEOUT} False"
