"""What validation says of a program, as graphs and pages show it: docs/validation.md."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

Json = dict[str, Any]


@dataclass(frozen=True)
class Check:
    """What a program is compared with: its source, TTIR with locations, on inputs as `validation.compare` takes them."""

    source: str
    inputs: str


def json_values(value: Any) -> Any:
    """Data whose infinities and NaNs are texts, as JSON has no such numbers."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {key: json_values(each) for key, each in cast("Mapping[str, Any]", value).items()}
    if isinstance(value, tuple | list):
        return [json_values(each) for each in cast("Sequence[Any]", value)]
    return value


def check(binary: bytes, wanted: Check, name: str) -> Json:
    """The verdict on a program of a binary, by name; `problem` says why there is none."""
    from ttmlir_py import validation
    from ttmlir_py.ir.diagnostics import CompilationError, OperationError
    from ttmlir_py.runtime.errors import SimulationError
    from ttmlir_py.schemas import BinaryError

    try:
        verdicts = validation.compare(wanted.source, binary, wanted.inputs)
    except (CompilationError, OperationError, SimulationError, BinaryError, OSError) as error:
        return {"problem": str(error)}
    except MemoryError:
        return {"problem": "out of memory"}
    found = next((each for each in verdicts if each.target == name), None)
    if found is None:
        return {"problem": f"'{name}' was not compared"}
    return json_values(found.as_dict())


def by_node(verdict: Json, ids: Sequence[str]) -> dict[str, Json]:
    """What was compared, by the nodes of the program's operations; `note` says more of what is wrong."""
    rows: Sequence[Json] = verdict.get("rows", ())
    notes = {(row["op"], row["place"]): row["note"] for row in rows}
    compared: Sequence[Json] = verdict.get("compared", ())
    return {
        ids[int(each["index"])]: {**each, "note": notes.get((each["op"], each["place"]), "")}
        for each in compared
    }
