"""`ttrt read`: shows the contents of a binary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from ttmlir_py.ttrt import options
from ttmlir_py.ttrt.common.command import Command, Outcome
from ttmlir_py.ttrt.common.versions import check_version
from ttmlir_py.ttrt.options import SECTIONS

if TYPE_CHECKING:
    from ttmlir_py.ttrt.common.files import Binary
    from ttmlir_py.ttrt.flatbuffers import Flatbuffer


class Read(Command):
    """The command that reads sections of `.ttnn`, `.ttm`, `.ttb` and `.ttsys` files."""

    description = (
        "Show sections of a .ttnn, .ttm, .ttb or .ttsys file, or of all such files in a directory."
    )
    examples = """examples:
  ttrt read model.ttnn                      versions, tensors and operations of every program
  ttrt read --section mlir model.ttnn       the IR that the binary was made from
  ttrt read --json model.ttnn               everything, as JSON
"""
    options = options.READ
    read_actions: ClassVar[list[str]] = list(SECTIONS)
    suffixes = (".ttnn", ".ttm", ".ttb", ".ttsys")

    def process(self, path: Path, outcome: Outcome) -> None:
        """Show the requested sections of one file."""
        from ttmlir_py.ttrt.flatbuffers import Flatbuffer

        binary = Flatbuffer.load(path)
        check_version(self, binary, outcome)
        section = self["--section"]
        outcome.lines.append(
            self._program_section(binary, section)
            if binary.is_program
            else _system_section(binary, section)
        )
        if self["--save-artifacts"] and binary.is_program:
            self.artifacts.copy_binary(path, self.artifact_name(path))

    def all(self, binary: Binary) -> None:
        """Log everything in a binary."""
        self.show(binary, "all")

    def version(self, binary: Binary) -> None:
        """Log the version and hash of the compiler that wrote a binary."""
        self.show(binary, "version")

    def system_desc(self, binary: Binary) -> None:
        """Log the system for which a binary was compiled."""
        self.show(binary, "system_desc")

    def mlir(self, binary: Binary) -> None:
        """Log the IR of a binary."""
        self.show(binary, "mlir")

    def cpp(self, binary: Binary) -> None:
        """Log the C++ code of a binary."""
        self.show(binary, "cpp")

    def inputs(self, binary: Binary) -> None:
        """Log the inputs of the programs of a binary."""
        self.show(binary, "inputs")

    def outputs(self, binary: Binary) -> None:
        """Log the outputs of the programs of a binary."""
        self.show(binary, "outputs")

    def op_stats(self, binary: Binary) -> None:
        """Log the numbers of operations of a binary."""
        self.show(binary, "op_stats")

    def show(self, binary: Binary, section: str) -> None:
        """Log a section of a binary. Raise `BinaryError`."""
        file: Flatbuffer = binary.fbb.flatbuffer
        shown = (
            self._program_section(file, section)
            if file.is_program
            else _system_section(file, section)
        )
        self.logging.info(shown)

    def _program_section(self, binary: Flatbuffer, section: str) -> str:
        from ttmlir_py.runtime.binary import open_binary
        from ttmlir_py.runtime.summary import JSON_SECTIONS, SECTIONS

        if self["--json"] and section == "all":
            return json.dumps(binary.native.as_dict(), indent=2)
        opened = open_binary(binary.view)
        if self["--json"]:
            return json.dumps(JSON_SECTIONS[section](opened), indent=2)
        return "\n".join(SECTIONS[section](opened))


def _system_section(system: Flatbuffer, section: str) -> str:
    from ttmlir_py.schemas import BinaryError

    match section:
        case "all":
            shown = system.native.as_dict()
        case "system_desc":
            shown = system.system_desc()
        case "version":
            shown = {"version": system.version, "ttmlir_git_hash": system.revision}
        case _:
            raise BinaryError(f"a system descriptor has no section '{section}'")
    return json.dumps(shown, indent=2)
