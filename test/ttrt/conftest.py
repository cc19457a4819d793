import re
import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "runtime")]

RESULTS = re.compile(r"ttrt: results are in .*\n")
"""The message of `run` and `perf` about the files that they write: test_completion.py tests it."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Result files and artifacts go to the working directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TTRT_LOGGER_LEVEL", raising=False)
    monkeypatch.delenv("TT_MLIR_HOME", raising=False)


@pytest.fixture
def tt(capsys):
    """Runs a command line: (exit code, standard output, standard error without the note on result
    files).
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
