"""Executable semantics of TTIR and StableHLO, which share no code with the compiler's simulator.

from ttmlir_py import reference
outcome = reference.run(function, inputs)       # outcome.results, outcome.arguments

`ttir` and `stablehlo` are the definition, to be read. `numbers` defines numbers. `programs` runs
functions.
"""

from ttmlir_py.reference.numbers import Array, MeaningError
from ttmlir_py.reference.programs import (
    Outcome,
    Value,
    compute,
    functions,
    is_function,
    numbers_of,
    run,
)

__all__ = [
    "Array",
    "MeaningError",
    "Outcome",
    "Value",
    "compute",
    "functions",
    "is_function",
    "numbers_of",
    "run",
]


def __dir__() -> list[str]:
    return sorted(__all__)
