"""The pass `tt-set-target-revision`: choose the revision of TT-NN that runs the program."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from ttmlir_py.dialects.tt.target import TARGET_REVISION
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.ttnn.enums import TargetRevision


@dataclass(frozen=True)
class TTSetTargetRevisionPass(Pass):
    """Choose the revision of TT-NN that runs the program

    Sets the attribute `tt.target_revision` of the module. Passes that follow use what this revision
    supports: layout changes of all formats on the device, and operations that 2025-02 lacks. The
    binary has the form of the revision.
    """

    name = "tt-set-target-revision"
    cpp_name = "TTSetTargetRevision"
    changes_attributes_only = True

    revision: TargetRevision = option(
        TargetRevision.R2025_02, "The revision of the program's operations and of its binary."
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        if self.revision is not TargetRevision.R2025_02:
            op.attributes[TARGET_REVISION] = StringAttr(self.revision.value)
