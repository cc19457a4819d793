"""`stablehlo-legalize-composite-to-call`: replace composites by calls of their decompositions."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.ir import Operation

from ttmlir_py.dialects.func import CallOp
from ttmlir_py.dialects.stablehlo import CompositeOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.rewriting.mutation import replace


@dataclass(frozen=True)
class StablehloLegalizeCompositeToCallPass(Pass):
    """Replaces composite ops with a call to their decomposition

    The name, version and attributes of the composite are lost. All other ops are left alone.
    """

    name = "stablehlo-legalize-composite-to-call"
    cpp_name = "StablehloLegalizeCompositeToCallPass"
    anchor = "func.func"

    exceptions: tuple[str, ...] = option(
        (), "Names of composites that should not be replaced with calls.", name="except"
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        composites = [
            each
            for each in ops_in(op.regions)
            if isinstance(each, CompositeOp) and each.name_.data not in self.exceptions
        ]
        for each in composites:
            call = Builder(each).op(
                CallOp, each.operands, each.result_types, callee=each.decomposition
            )
            replace(each, call.results)
        return bool(composites)
