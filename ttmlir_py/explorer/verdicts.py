"""What validation says of a program, as graphs and pages show it: docs/validation.md."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ttmlir_py.validation import Verdict

Json = dict[str, Any]


@dataclass(frozen=True)
class Check:
    """What a program is compared with, on inputs as `validation.compare` takes them.

    `sources` are texts with locations, what was opened before what became of it: the first that has a meaning is taken.
    """

    sources: Sequence[str]
    inputs: str


def check(binary: bytes, wanted: Check, name: str) -> Json:
    """The verdict on a program of a binary, by name; `problem` says why there is none."""
    from ttmlir_py.ir.diagnostics import CompilationError, OperationError
    from ttmlir_py.runtime.errors import SimulationError
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


def _compared(wanted: Check, binary: bytes) -> "Sequence[Verdict]":
    """The verdicts on a binary's programs, compared with the first source that has a meaning. Raises, as `validation.compare` does of the last."""
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
    """What was compared, by the nodes of the program's operations; `note` says more of what is wrong."""
    rows: Sequence[Json] = verdict.get("rows", ())
    notes = {(row["op"], row["place"]): row["note"] for row in rows}
    compared: Sequence[Json] = verdict.get("compared", ())
    return {
        ids[int(each["index"])]: {**each, "note": notes.get((each["op"], each["place"]), "")}
        for each in compared
    }
