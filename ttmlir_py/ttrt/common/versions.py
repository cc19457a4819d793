"""Checks of a binary's version and system, which several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttmlir_py.ttrt.common.command import Command, Outcome, Skipped

if TYPE_CHECKING:
    from ttmlir_py.ttrt.flatbuffers import Flatbuffer


def check_version(command: Command, binary: Flatbuffer, outcome: Outcome) -> None:
    """Warn about a binary of another version, or raise `Skipped` if the command requires equal
    versions.
    """
    difference = None if command["--ignore-version"] else binary.version_difference()
    if difference:
        _object(command, difference, outcome)


def check_system(
    command: Command, binary: Flatbuffer, system: Flatbuffer, outcome: Outcome
) -> None:
    """Warn about a binary for another system, or raise `Skipped` if the command requires equal
    systems.
    """
    from ttmlir_py.ttrt.system import differences

    found = list(differences(binary.system_desc(), system.system_desc()))
    if found:
        others = f", and {len(found) - 1} more fields differ" if found[1:] else ""
        name = command["--system-desc"]
        _object(command, f"was not compiled for {name}: {found[0]}{others}", outcome)


def _object(command: Command, message: str, outcome: Outcome) -> None:
    if command["--strict"]:
        raise Skipped(message)
    outcome.warnings.append(message)
