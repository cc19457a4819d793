"""`ttrt check`: compares the system that a binary was compiled for with another system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ttmlir_py.ttrt import options
from ttmlir_py.ttrt.common.command import Command, Outcome, describe_error

if TYPE_CHECKING:
    from ttmlir_py.ttrt.flatbuffers import Flatbuffer

MOST_DIFFERENCES = 12
"""Largest number of differing fields that are listed."""


class Check(Command):
    """The command that compares each binary's version and system description with those of systems.

    It has one result for each pair of a binary and a system.
    """

    description = "Check that binaries were compiled for a system, by this version of the compiler."
    examples = """examples:
  ttrt check model.ttnn                                  was it compiled for an n150?
  ttrt check model.ttnn --system-desc default            ... for what is assumed without a description?
  ttrt check binaries/ --system-desc system_desc.ttsys   ... for the machine of this file?
"""  # noqa: E501
    options = options.CHECK

    def check_constraints(self) -> None:
        """Find the binaries and the systems to compare."""
        from ttmlir_py.ttrt.system import load_systems

        super().check_constraints()
        self._systems: Mapping[str, Flatbuffer] = {}
        source = self["--system-desc"]
        try:
            self._systems = load_systems(source)
        except (OSError, ValueError) as error:
            self.report(source, Outcome([], [], "error", describe_error(error)))

    def execute(self) -> None:
        """Compare each binary with each system, and report the results."""
        for path in self.files:
            for name in self._systems:
                self._name = name
                outcome = self.handle(path)
                outcome.details["system_desc"] = name
                for line in outcome.lines:
                    self.logging.info(line)
                self.report(str(path), outcome)
            if self["--save-artifacts"]:
                self.artifacts.copy_binary(path, self.artifact_name(path))

    def process(self, path: Path, outcome: Outcome) -> None:
        """Compare one binary with the current system, and add the differences to `outcome`."""
        from ttmlir_py.ttrt.flatbuffers import Flatbuffer
        from ttmlir_py.ttrt.system import differences

        binary, system = Flatbuffer.load(path), self._systems[self._name]
        found = [] if self["--ignore-version"] else list(_versions(binary, system))
        found += differences(binary.system_desc(), system.system_desc())
        outcome.details["differences"] = found
        if not found:
            outcome.lines.append(f"{path}: matches {self._name}")
            return
        outcome.result = "error"
        fields = "1 field" if len(found) == 1 else f"{len(found)} fields"
        outcome.exception = f"does not match {self._name} in {fields}"
        outcome.lines += [f"{path} and {self._name}:"]
        outcome.lines += [f"  {line}" for line in found[:MOST_DIFFERENCES]]
        if len(found) > MOST_DIFFERENCES:
            outcome.lines.append(f"  ... {len(found) - MOST_DIFFERENCES} more")


def _versions(binary: Flatbuffer, system: Flatbuffer) -> Iterator[str]:
    """Yield a message for each version difference between a binary, a system and the tool."""
    from ttmlir_py.ttrt.flatbuffers import TOOL_VERSION

    for theirs in dict.fromkeys((system.version, TOOL_VERSION)):
        if binary.version != theirs:
            yield f"version: {binary.version}, not {theirs}"
