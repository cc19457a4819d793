"""Translation validation: whether a compiled program computes the same as its source, and which
operation and pass is wrong.

    from ttmlir_py import validation
    for verdict in validation.compare("m.mlir", "m.ttnn", "randn:0"):
        print(verdict)
"""

from ttmlir_py.validation.comparing import compare, compare_modules, mark
from ttmlir_py.validation.passes import PassBisection, PassValidation
from ttmlir_py.validation.verdict import Compared, Kind, Row, Verdict

__all__ = [
    "Compared",
    "Kind",
    "PassBisection",
    "PassValidation",
    "Row",
    "Verdict",
    "compare",
    "compare_modules",
    "mark",
]


def __dir__() -> list[str]:
    return sorted(__all__)
