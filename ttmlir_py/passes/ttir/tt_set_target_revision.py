"""The pass `tt-set-target-revision`: choose the revision of TT-NN that runs the program."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from ttmlir_py.dialects.tt.target import FP32_DEST_ACC_EN, MATH_FIDELITY, TARGET_REVISION
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.ttnn.enums import OptionalBool, OptionalMathFidelity, TargetRevision
from ttmlir_py.rewriting.attributes import bool_attr


@dataclass(frozen=True)
class TTSetTargetRevisionPass(Pass):
    """Choose the revision of TT-NN that runs the program

    Sets the attribute `tt.target_revision` of the module. Passes that follow use what this revision
    supports: layout changes of all formats on the device, and operations that 2025-02 lacks. The
    binary has the form of the revision.

    The math fidelity and the accumulation in f32 are those of all operations of the binary that
    have a compute configuration. If they are not given, the runtime chooses them.
    """

    name = "tt-set-target-revision"
    cpp_name = "TTSetTargetRevision"
    changes_attributes_only = True

    revision: TargetRevision = option(
        TargetRevision.R2025_02, "The revision of the program's operations and of its binary."
    )
    math_fidelity: OptionalMathFidelity = option(
        OptionalMathFidelity.UNDEFINED, "The number of passes of products in the matrix unit."
    )
    fp32_dest_acc_en: OptionalBool = option(OptionalBool.UNSET, "Accumulate in f32.")

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        if self.revision is TargetRevision.R2025_02:
            return
        op.attributes[TARGET_REVISION] = StringAttr(self.revision.value)
        if self.math_fidelity is not OptionalMathFidelity.UNDEFINED:
            op.attributes[MATH_FIDELITY] = StringAttr(self.math_fidelity.value)
        if self.fp32_dest_acc_en is not OptionalBool.UNSET:
            op.attributes[FP32_DEST_ACC_EN] = bool_attr(self.fp32_dest_acc_en is OptionalBool.TRUE)
