"""`snapshot-op-locations`: write the program to a file, and use its lines as locations."""

import os
import tempfile
from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, NameLoc, StringAttr
from xdsl.ir import Operation

from ttmlir_py.common.files import write_file
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.locations import fuse
from ttmlir_py.ir.writing.op_lines import positioned_text
from ttmlir_py.passes.base import Pass, option


@dataclass(frozen=True)
class LocationSnapshotPass(Pass):
    """Generate new locations from the current IR

    Writes the program to a file. Without a file name it is a new file in the temporary folder. The
    location of each operation becomes its line and column in that file. With a tag, the location
    becomes a fused location of the old one and the new one, which has the tag as its name. Block
    arguments keep their locations.
    """

    name = "snapshot-op-locations"
    cpp_name = "LocationSnapshot"
    anchor = None

    filename: str = option("", "The filename to print the generated IR")
    tag: str = option(
        "",
        "A tag to use when fusing the new locations with the original. If unset, the locations "
        "are replaced.",
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        text, positions = positioned_text(op, context.diagnostics.print_options)
        path = self.filename or _temporary_file()
        try:
            write_file(path, text)
        except OSError as error:
            message = f"cannot open output file '{path}': {error.strerror}"
            raise OperationError(op, message, op_prefix=False) from error
        file = StringAttr(path)
        for each, (line, column) in positions.items():
            location = FileLineColLoc(file, IntAttr(line), IntAttr(column))
            if self.tag:
                each.location = fuse((each.location, NameLoc(StringAttr(self.tag), location)))
            else:
                each.location = location


def _temporary_file() -> str:
    descriptor, path = tempfile.mkstemp(suffix=".tmp.mlir", prefix="mlir_snapshot-")
    os.close(descriptor)
    return path
