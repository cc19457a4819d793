import re
import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "runtime")]

RESULTS = re.compile(r"ttrt: results are in .*\n")
"""Matches the line of `run` and `perf` about result files, which test_completion.py tests."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Run each test in an empty folder, without the environment variables of ttrt."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TTRT_LOGGER_LEVEL", raising=False)
    monkeypatch.delenv("TT_MLIR_HOME", raising=False)


@pytest.fixture
def tt(capsys):
    """Return a function that runs a command line and returns its exit code, standard output, and
    standard error without the line about result files.
    """
    from ttmlir_py.tools import ttrt

    def run(*arguments):
        code = ttrt.main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, RESULTS.sub("", captured.err)

    return run


@pytest.fixture
def relu(tmp_path):
    from ttrt_binaries import relu_program, save

    return save("relu.ttnn", relu_program())
