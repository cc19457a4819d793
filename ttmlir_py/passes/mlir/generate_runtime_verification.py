"""`generate-runtime-verification`: change nothing, because no op of upstream's tool has such
checks.
"""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.ir import Operation

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass


@dataclass(frozen=True)
class GenerateRuntimeVerificationPass(Pass):
    """Generate additional runtime op verification checks

    Changes nothing. MLIR's dialects declare their checks in extensions (for `memref` and `linalg`),
    and `ttmlir-opt` does not register them.
    """

    name = "generate-runtime-verification"
    cpp_name = "GenerateRuntimeVerification"
    anchor = None

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        return False
