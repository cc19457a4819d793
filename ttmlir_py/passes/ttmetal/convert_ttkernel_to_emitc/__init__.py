"""The pass `convert-ttkernel-to-emitc`.

`arithmetic`, `structure` and `kernel` lower one family of ops each.
"""

from dataclasses import dataclass
from typing import Any

from typing_extensions import override
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects.emitc.variables import GlobalOp
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.contracts import without_dialects
from ttmlir_py.passes.ttmetal.convert_ttkernel_to_emitc import arithmetic, kernel, structure
from ttmlir_py.passes.ttmetal.convert_ttkernel_to_emitc.building import Tables
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import (
    ConversionTarget,
    Lowerings,
    apply_partial_conversion,
    erase_unused_casts,
    require_legal,
)

_TRANSACTIONS_TABLE = "ttkernel.noc_transactions_table"
_HOST_LOWERINGS: Lowerings[Tables] = {
    **arithmetic.LOWERINGS,
    **structure.LOWERINGS,
    _TRANSACTIONS_TABLE: kernel.lower_transactions_table,
}
_HOST_TARGET = ConversionTarget(
    illegal=("arith", "memref", "scf", _TRANSACTIONS_TABLE),
    legal=("scf.yield",),
)
"""The ops that the first conversion replaces. `scf.yield` is legal because loops are lowered
together with their terminators.
"""
LOWERED_KERNEL_OPS = (*kernel.LOWERINGS, _TRANSACTIONS_TABLE)
"""Names of the ttkernel ops that become C++."""
_KERNEL_TARGET = ConversionTarget(illegal=("ttkernel",))


def _is_kernel(op: Operation) -> bool:
    """Whether `op` is a function that has a body or takes no inputs."""
    return isinstance(op, FuncOp) and not (op.is_declaration and op.function_type.inputs.data)


_EMITC_TARGET = ConversionTarget(legal=("emitc", "func.return"), legal_if=_is_kernel)


@dataclass(frozen=True)
class ConvertTTKernelToEmitCPass(Pass):
    """Turn the kernels of a module into EmitC: calls of the kernel programming interface.

    Kernels are functions whose arguments are circular buffers. Each becomes a function without
    arguments and results. A buffer becomes a variable that holds the number of its port. First, ops
    of arith, memref and scf become C's operators, arrays and loops. Transaction tables become
    global arrays before the first function. Then every ttkernel op becomes a call. Any other op in
    a function is an error, and so are indices that do not come from arith ops.
    """

    name = "convert-ttkernel-to-emitc"
    cpp_name = "ConvertTTKernelToEmitC"
    ensures = (without_dialects("ttkernel"),)

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        convert_kernels(op)


def convert_kernels(module: Operation) -> None:
    """Convert all functions inside of `module`.

    Raises OperationError for the first op that has no C++ equivalent.
    """
    tables = Tables()
    functions = [op for op in module.walk() if isinstance(op, FuncOp)]
    for function in functions:
        apply_partial_conversion(function, _HOST_TARGET, _HOST_LOWERINGS, tables, inner_first=True)
        erase_unused_casts(function)
        kernel.replace_arguments(function)
        apply_partial_conversion(
            function, _KERNEL_TARGET, kernel.LOWERINGS, tables, inner_first=True
        )
        require_legal(function, _EMITC_TARGET)
    for name, (type, entries) in tables.definitions.items():
        shaped: Any = TensorType(type.element_type, type.shape)
        value: Attribute = DenseIntOrFPElementsAttr.from_list(shaped, entries)
        table = GlobalOp(name, type, value, static=True, const=True)
        Builder(functions[0], module.location).insert(table)
