"""`print-ir`: print the program between passes."""

import sys
from dataclasses import dataclass, replace

from typing_extensions import override
from xdsl.ir import Operation

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.writing.printer import print_operation
from ttmlir_py.passes.base import Pass, option


@dataclass(frozen=True)
class PrintIRPass(Pass):
    """Print IR on the debug stream

    Writes the operation to standard error, after a line with an optional label. Nothing changes.
    """

    name = "print-ir"
    cpp_name = "PrintIRPass"
    anchor = None

    label: str = option("", "Label")

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        options = replace(context.diagnostics.print_options, local_scope=True)
        label = f" {self.label}" if self.label else ""
        text = print_operation(op, options)
        sys.stderr.write(f"// -----// IR Dump{label} //----- //\n{text}\n")
        return False
