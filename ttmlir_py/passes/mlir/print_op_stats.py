"""`print-op-stats`: count operations by name."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from typing_extensions import override
from xdsl.ir import Operation

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.passes.base import Pass, option

_TITLE = "Operations encountered:"


@dataclass(frozen=True)
class PrintOpStatsPass(Pass):
    """Print statistics of operations

    Writes the number of operations of each name to standard error, as a table or as JSON. Nothing
    changes.
    """

    name = "print-op-stats"
    cpp_name = "PrintOpStats"
    anchor = None

    json: bool = option(False, "print the stats as JSON")

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        counts = Counter(operation_name(each) for each in op.walk())
        lines = _json_lines(counts) if self.json else _table_lines(counts)
        sys.stderr.write("\n".join(lines) + "\n")
        return False


def _json_lines(counts: Mapping[str, int]) -> Iterator[str]:
    yield "{"
    names = sorted(counts)
    for name in names:
        yield f'  "{name}" : {counts[name]}{"," if name is not names[-1] else ""}'
    yield "}"


def _table_lines(counts: Mapping[str, int]) -> Iterator[str]:
    """Yield a line per name in `counts`, with the dots after the dialect names aligned."""
    yield _TITLE
    yield "-" * len(_TITLE)
    parts = {name: _parts(name) for name in sorted(counts)}
    widest = max(len(dialect) for dialect, _ in parts.values()) + 2
    longest = max(len(rest) for _, rest in parts.values())
    for name, (dialect, rest) in parts.items():
        before = f"{dialect.rjust(widest)}." if dialect else " " * (widest + 1)
        yield f"{before}{rest.ljust(longest)} , {counts[name]}"


def _parts(name: str) -> tuple[str, str]:
    """Return the dialect, which may be empty, and the rest of an operation name."""
    dialect, dot, rest = name.partition(".")
    return (dialect, rest) if dot and rest else ("", dialect)
