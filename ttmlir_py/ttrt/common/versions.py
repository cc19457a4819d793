"""The comparison of versions that the commands share."""

from typing import TYPE_CHECKING

from ttmlir_py.ttrt.common.command import Command, Outcome, Skipped

if TYPE_CHECKING:
    from ttmlir_py.ttrt.flatbuffers import Flatbuffer


def check_version(command: Command, binary: "Flatbuffer", outcome: Outcome) -> None:
    """Warn about a binary of another version; raises Skipped if the command is strict."""
    difference = None if command["--ignore-version"] else binary.version_difference()
    if difference and command["--strict"]:
        raise Skipped(difference)
    if difference:
        outcome.warnings.append(difference)
