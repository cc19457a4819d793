"""Validation results of a program for graphs and pages; see docs/validation.md."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ttmlir_py.runtime.errors import SimulationError

if TYPE_CHECKING:
    from ttmlir_py.validation import Verdict

Json = dict[str, Any]


@dataclass(frozen=True)
class Check:
    """A requested validation, with inputs as `validation.compare` takes them.

    `sources` are texts with locations, from the opened one to those derived from it. The first with
    reference semantics is used.
    """

    sources: Sequence[str]
    inputs: str


def check(binary: bytes, wanted: Check, name: str) -> Json:
    """Return the verdict about the program `name` of a binary.

    If there is no verdict, `problem` is the reason.
    """
    from ttmlir_py.ir.diagnostics import CompilationError, OperationError
    from ttmlir_py.schemas import BinaryError
    from ttmlir_py.validation.checking import complaint

    try:
        verdicts = _compared(wanted, binary)
    except OperationError as error:
        return {"problem": complaint(error)}
    except (CompilationError, SimulationError, BinaryError, OSError) as error:
        return {"problem": str(error)}
    except MemoryError:
        return {"problem": "out of memory"}
    found = next((each for each in verdicts if each.target == name), None)
    if found is None:
        return {"problem": f"'{name}' was not compared"}
    return found.as_dict()


def _compared(wanted: Check, binary: bytes) -> Sequence[Verdict]:
    """Return the verdicts about a binary's programs, compared with a source.

    The source is the first one that has reference semantics. Raises like `validation.compare` for
    the last source.
    """
    from ttmlir_py import validation
    from ttmlir_py.compiler import diagnosed
    from ttmlir_py.ir.diagnostics import OperationError

    *first, last = wanted.sources
    for source in first:
        with suppress(OperationError), diagnosed() as context:
            return validation.compare(source, binary, wanted.inputs, context=context)
    with diagnosed() as context:
        return validation.compare(last, binary, wanted.inputs, context=context)


def by_node(verdict: Json, ids: Sequence[str]) -> dict[str, Json]:
    """Return the compared operations by node. `note` has details of a fault."""
    rows: Sequence[Json] = verdict.get("rows", ())
    notes = {(row["op"], row["place"]): row["note"] for row in rows}
    compared: Sequence[Json] = verdict.get("compared", ())
    return {
        ids[int(each["index"])]: {**each, "note": notes.get((each["op"], each["place"]), "")}
        for each in compared
    }
