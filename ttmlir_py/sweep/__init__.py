"""Sweeps: unique operations of many models, and cases that run on one or many machines.

    from ttmlir_py import sweep
    cases = sweep.read_table("sweep.toml")
    results = sweep.run(cases, "results.sqlite")

`operations` extracts the unique operations of models. A `Case` is a program with its pipeline
options, board, format and seed, and its name is a hash of these. `running` computes the result of a
case, `isolation` in a child process, and `engines` on many workers. `results` stores results.
"""

from ttmlir_py.sweep.cases import Case
from ttmlir_py.sweep.engines import run
from ttmlir_py.sweep.results import Results
from ttmlir_py.sweep.tables import product, read_table

__all__ = ["Case", "Results", "product", "read_table", "run"]


def __dir__() -> list[str]:
    return sorted(__all__)
