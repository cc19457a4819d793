"""Test every StableHLO op on every integer type, as the front ends compile it: results equal those
of XLA bit for bit, are warned of, or the op is refused.

Operands are numbers near the powers of two at which formats end. Each form and type is a program.
"""

import re
from collections.abc import Sequence

import numpy as np
import pytest
from passes.integer_rows import all_forms
from passes.stablehlo_rows import Array, Row, by_xla, lines_of, program, stored
from tiers import share

from ttmlir_py import CompilationError, runtime
from ttmlir_py.compiler import create_context, diagnosed, parse, translate
from ttmlir_py.frontends.levels import Level, lower
from ttmlir_py.ir.diagnostics import Diagnostic, Severity
from ttmlir_py.ir.locations import find_file_location
from ttmlir_py.runtime import DeviceNumerics

pytestmark = pytest.mark.slow

CELLS = [(name, element) for name, (_, elements) in all_forms().items() for element in elements]
OF_ALL = -1
"""The key of warnings of the whole function, which apply to all rows."""
NUMERICS = {"exact": None, "device": DeviceNumerics()}


class RefusedError(Exception):
    """Raised for a refused program, with the name of the refused operation."""


def compiled(rows: list[Row]) -> tuple[bytes, set[int]]:
    """Return the binary, and the rows with warnings. Raises RefusedError."""
    context, owners = create_context(), lines_of(rows)
    with (
        context.diagnostics.collect() as diagnostics,
        diagnosed(context, ["--warnings=all"]),
    ):
        try:
            module = parse(program(rows), context=context)
            lower(module, Level.TTNN, context, options={}, system="n150")
            binary = translate(module, context=context)
        except CompilationError:
            raise RefusedError(refused_operation(diagnostics)) from None
    places = [find_file_location(each.location) for each in diagnostics]
    assert all(re.search(r"\[-W[a-z-]+\]$", each.message) for each in diagnostics)
    lines = {place.line.data for place in places if place is not None}
    assert len(lines) > 0 or not diagnostics
    warned = {owners[line - 1] for line in lines}
    return binary, set(range(len(rows))) if OF_ALL in warned else warned


def simulated(binary: bytes, rows: list[Row], numerics: DeviceNumerics | None) -> list[Array]:
    arrays = [np.atleast_1d(stored(each)) for row in rows for each in row.arguments]
    results = runtime.load(binary).run(arrays, numerics=numerics)
    return [np.asarray(each) for each in results]


def is_equal(ours: Array, theirs: Array) -> bool:
    """Return whether all bits are equal. Booleans are compared as numbers, and 8 and 16 bits
    without sign.
    """
    ours = ours.reshape(theirs.shape)
    if theirs.dtype == np.bool_:
        return np.array_equal(ours, theirs.astype(ours.dtype))
    if ours.dtype.kind == "u" and ours.itemsize == theirs.itemsize < 4:
        ours = ours.view(theirs.dtype)
    return np.array_equal(ours.astype(theirs.dtype), theirs)


def refused_operation(diagnostics: Sequence[Diagnostic]) -> str:
    """Return the name of the operation in an error message."""
    (error,) = [each for each in diagnostics if each.severity is Severity.ERROR]
    found = re.search(r"'((?:stablehlo|chlo|ttir|ttnn)\.[a-z_0-9]+)'", error.message)
    assert found, error
    return found[1]


def verdicts(rows: list[Row]) -> tuple[set[str], list[str]]:
    """Return the outcomes of a cell's rows, and the rows that differ without a warning."""
    try:
        binary, warned = compiled(rows)
    except RefusedError as error:
        return {f"refused: {error}"}, []
    wanted, found, silent = by_xla(rows), set[str](), list[str]()
    for mode, numerics in NUMERICS.items():
        results = simulated(binary, rows, numerics)
        for number, (row, ours, theirs) in enumerate(zip(rows, results, wanted, strict=True)):
            if number in warned:
                found.add("warned")
            elif is_equal(ours, theirs):
                found.add("equal")
            else:
                silent.append(f"{mode}: {row.body}\n{ours}\n{theirs}")
    return found, silent


@pytest.mark.parametrize(("name", "element"), share(CELLS, 12))
def test_stablehlo_integer_op_matches_xla_or_warns_or_is_refused(name: str, element: str):
    _, silent = verdicts([*all_forms()[name][0](element)])
    assert not silent, f"{len(silent)} rows differ: {silent[0]}"


@pytest.mark.parametrize(
    ("name", "element"),
    [
        *(("gather by i32", "i16"), ("gather of single elements", "i8"), ("scatter of rows", "i8")),
        ("reduce by and from another number", "i8"),
        ("reduce by or to one element", "ui32"),
        ("reduce by xor to one element", "i16"),
        ("reduce by xor of many", "i32"),
        ("reduce by xor to one element", "i1"),
    ],
)
def test_selection_or_bitwise_reduction_of_integers_is_exact(name: str, element: str):
    found, silent = verdicts([*all_forms()[name][0](element)])
    assert (found, silent) == ({"equal"}, [])
