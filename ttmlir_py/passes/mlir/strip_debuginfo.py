"""`strip-debuginfo`: remove locations."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import UNKNOWN_LOC
from xdsl.ir import Operation

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass


@dataclass(frozen=True)
class StripDebugInfoPass(Pass):
    """Strip debug info from all operations

    The locations of all operations and block arguments become unknown. Nothing else changes.
    """

    name = "strip-debuginfo"
    cpp_name = "StripDebugInfo"
    anchor = None

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        for each in op.walk():
            each.location = UNKNOWN_LOC
            for region in each.regions:
                for block in region.blocks:
                    for argument in block.args:
                        argument.location = UNKNOWN_LOC
