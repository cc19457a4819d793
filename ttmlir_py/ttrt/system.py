"""The system descriptions that `ttrt query` shows and `ttrt check` compares binaries with."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from ttmlir_py.common.suggestions import unknown_name
from ttmlir_py.schemas import BinaryError, load_schema, write
from ttmlir_py.schemas.revisions import convert
from ttmlir_py.ttrt.common.command import find_files
from ttmlir_py.ttrt.flatbuffers import Flatbuffer
from ttmlir_py.ttrt.options import SYSTEMS


def load_systems(source: str) -> dict[str, Flatbuffer]:
    """Return systems by name. `source` is a board, a `.ttsys` file, or a directory of such files.

    Raises OSError and `BinaryError`.
    """
    if source in SYSTEMS:
        return {source: board(source)}
    if not Path(source).suffix and not os.path.exists(source):
        raise BinaryError(unknown_system(source))
    systems = {str(path): Flatbuffer.load(path) for path in find_files(source, (".ttsys",))}
    for path, system in systems.items():
        if system.is_program:
            raise BinaryError(f"{path} is not a system descriptor")
    return systems


def load_system(source: str) -> Flatbuffer:
    """Return the system of a board or of a `.ttsys` file. Raise OSError and `BinaryError`."""
    systems = load_systems(source)
    if len(systems) > 1:
        raise BinaryError(f"one system is needed, this directory has {len(systems)}")
    return next(iter(systems.values()))


def unknown_system(name: str) -> str:
    """Return the error message for an unknown system name."""
    return unknown_name("system", name, SYSTEMS)


def board(name: str, dispatch_on_ethernet: bool = True) -> Flatbuffer:
    """Return the system descriptor of a board by name, one of `SYSTEMS`.

    `dispatch_on_ethernet` applies to boards with chips that are not on PCIe: ethernet cores
    dispatch programs there. Otherwise a row of worker cores dispatches them, as on all other
    boards.
    """
    from ttmlir_py.target.flatbuffer.system_desc import write_board

    system = Flatbuffer.load(write_board(name))
    if dispatch_on_ethernet:
        return system
    root = system.view.as_dict()
    description = root["system_desc"]
    if not all("PCIE" in str(each) for each in description["chip_capabilities"]):
        for chip in description["chip_descs"]:
            chip["grid_size"]["y"] -= 1
    return Flatbuffer.load(write(load_schema("Common/system_desc.fbs"), root))


def in_form_of(system: Flatbuffer, revision: str) -> bytes:
    """Return the bytes of a system descriptor file, converted to the schemas of `revision`.

    Raises `BinaryError` for contents that those schemas cannot express.
    """
    return convert("Common/system_desc.fbs", system.data, revision)


def system_desc_of(binary: Flatbuffer) -> bytes:
    """Return the bytes of a `.ttsys` file with the system that `binary` was compiled for."""
    root = {
        "version": binary.view.version,
        "ttmlir_git_hash": binary.revision,
        "product_identifier": "unknown",
        "system_desc": binary.view.system_desc and binary.system_desc(),
    }
    return write(load_schema("Common/system_desc.fbs"), root)


def differences(ours: Any, theirs: Any, place: str = "") -> Iterator[str]:
    """Yield one line per field in which two descriptions differ, such as
    `chip_descs[0].l1_size: 1499136, not 1024`.

    `place` is the path of the compared values.
    """
    tables = _tables(ours, theirs)
    if tables:
        for name in dict.fromkeys([*tables[0], *tables[1]]):
            step = f"{place}.{name}" if place else name
            yield from differences(tables[0].get(name), tables[1].get(name), step)
    elif ours != theirs:
        lists = _lists(ours, theirs)
        yield from (
            _list_differences(*lists, place)
            if lists
            else (f"{place}: {_value(ours)}, not {_value(theirs)}",)
        )


def _list_differences(ours: list[Any], theirs: list[Any], place: str) -> Iterator[str]:
    """Yield the differences of two lists.

    Lists of records are compared record by record. For other lists only the first difference is
    shown.
    """
    if len(ours) != len(theirs):
        yield f"{place}: {len(ours)} entries, not {len(theirs)}"
    elif all(map(_is_record, [*ours, *theirs])):
        for index, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            yield from differences(a, b, f"{place}[{index}]")
    else:
        different = [index for index, each in enumerate(ours) if each != theirs[index]]
        first = different[0]
        yield (
            f"{place}[{first}]: {_value(ours[first])}, not {_value(theirs[first])}"
            f" ({len(different)} of {len(ours)} entries differ)"
        )


def _tables(ours: Any, theirs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return cast(dict[str, Any], ours), cast(dict[str, Any], theirs)
    return None


def _lists(ours: Any, theirs: Any) -> tuple[list[Any], list[Any]] | None:
    if isinstance(ours, list) and isinstance(theirs, list):
        return cast(list[Any], ours), cast(list[Any], theirs)
    return None


def _is_record(value: Any) -> bool:
    """Whether `value` is a table with lists or texts, instead of a coordinate."""
    table = _tables(value, value)
    return table is not None and any(isinstance(each, list | str) for each in table[0].values())


def _value(value: Any) -> str:
    table = _tables(value, value)
    if table:
        return " ".join(f"{name}={_value(each)}" for name, each in table[0].items())
    return "absent" if value is None else str(value)
