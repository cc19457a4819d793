"""The revision of TT-NN for which a module is compiled."""

from typing import Final

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from ttmlir_py.revisions import INTERNAL

TARGET_REVISION: Final = "tt.target_revision"
"""The name of the attribute of modules with the revision whose operations they may use."""


MATH_FIDELITY: Final = "tt.math_fidelity"
"""The name of the attribute of modules with the math fidelity of their operations: `hifi4`."""
FP32_DEST_ACC_EN: Final = "tt.fp32_dest_acc_en"
"""The name of the attribute of modules that says whether their operations accumulate in f32."""


def target_revision(op: Operation) -> str:
    """Return the revision for which the module around `op`, or `op` itself, is compiled."""
    scope: Operation | None = op
    while scope is not None:
        given = scope.attributes.get(TARGET_REVISION)
        if isinstance(given, StringAttr):
            return given.data
        scope = scope.parent_op()
    return INTERNAL


def is_for_later(op: Operation) -> bool:
    """Whether the module around `op` may use operations that 2025-02 lacks."""
    return target_revision(op) != INTERNAL
