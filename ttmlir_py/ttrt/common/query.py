"""`ttrt query`: shows the system description of a simulated board.

Upstream's command describes the machine that it runs on.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ttmlir_py.revisions import INTERNAL
from ttmlir_py.ttrt import options
from ttmlir_py.ttrt.common.command import Command, Outcome

if TYPE_CHECKING:
    from ttmlir_py.ttrt.binary import SystemDesc
    from ttmlir_py.ttrt.flatbuffers import Flatbuffer


class Query(Command):
    """The command that shows the system description of a board and saves it as a `.ttsys` file."""

    description = "Show the system description of a board, and save it with --save-artifacts."
    examples = """examples:
  ttrt query --system-desc n300
  ttrt query --quiet --save-artifacts       writes ttrt-artifacts/system_desc.ttsys
  ttrt query --quiet --save-artifacts --tt-mlir 2026-08     ... that tt-mlir of 2026-08 reads
  ttrt query --quiet --save-artifacts --for jax-tt-plugin   ... that the installed plugin reads
"""
    options = options.QUERY

    def check_constraints(self) -> None:
        """Do nothing, because there are no files to find."""

    def execute(self) -> None:
        """Create the system description, show it, and save it if requested."""
        from ttmlir_py.ttrt.system import board, unknown_system

        name = self["--system-desc"]
        if name not in options.SYSTEMS:
            self.report(name, Outcome([], [], "error", unknown_system(name)))
            return
        if self["--for"] and not self["--save-artifacts"]:
            problem = "--for is about the saved file: add --save-artifacts"
            self.report(self["--for"], Outcome([], [], "error", problem))
            return
        system = board(name, not self["--disable-eth-dispatch"])
        if not self["--quiet"]:
            self.logging.info(json.dumps(system.view.as_dict(), indent=2))
        if self["--save-artifacts"]:
            from ttmlir_py.schemas import BinaryError

            try:
                data = self._written(system)
            except BinaryError as error:
                self.report(self["--for"] or name, Outcome([], [], "error", str(error)))
                return
            path = self.artifacts.write_system_desc(data)
            self.logging.info("system descriptor saved to %s", path)
        from ttmlir_py.ttrt.binary import SystemDesc

        self.system_desc = SystemDesc(system)
        self.device_ids = list(range(len(system.system_desc()["chip_desc_indices"])))
        self.report(name, Outcome())

    def _written(self, system: Flatbuffer) -> bytes:
        """Return the contents of the `.ttsys` file. Raises BinaryError and OSError."""
        from ttmlir_py.schemas import BinaryError
        from ttmlir_py.ttrt.system import in_form_of

        if not self["--for"]:
            return in_form_of(system, self["--tt-mlir"])
        if self["--tt-mlir"] != INTERNAL:
            raise BinaryError("--for chooses the revision: leave out --tt-mlir")
        from ttmlir_py.ttrt.builds import find_build

        build = find_build(self["--for"])
        if not build.is_known:
            self.logging.warning(
                "the build with schema hash %s... is unknown: the file has the form of tt-mlir %s",
                build.schema_hash[:8],
                build.revision,
            )
        return build.describe(system.data)

    def get_system_desc_as_dict(self) -> dict[str, Any]:
        """Return the system description with the schema's field names. Valid only after this object
        was called: `query()`.
        """
        return json.loads(self.system_desc.as_json())

    system_desc: SystemDesc
    """The system descriptor that the last call of this command created."""
    device_ids: list[int]
    """The numbers of the devices of the system that the last call of this command created."""
