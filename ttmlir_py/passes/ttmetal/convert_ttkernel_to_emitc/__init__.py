"""The pass `convert-ttkernel-to-emitc`: `arithmetic`, `structure` and `kernel` lower one family of ops each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType
from xdsl.ir import Attribute, Block, Operation

from ttmlir_py.dialects.emitc.variables import GlobalOp
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttmetal.convert_ttkernel_to_emitc import arithmetic, kernel, structure
from ttmlir_py.passes.ttmetal.convert_ttkernel_to_emitc.building import Tables, erase_dead_casts
from ttmlir_py.rewriting.mutation import insert_before

if TYPE_CHECKING:
    from ttmlir_py.ir.context import MlirContext

Lowerings = Mapping[str, Callable[[Any, Tables], bool | None]]

_HOST_DIALECTS = ("arith", "memref", "scf")
_HOST_LOWERINGS: Lowerings = {
    **arithmetic.LOWERINGS,
    **structure.LOWERINGS,
    "ttkernel.noc_transactions_table": kernel.lower_transactions_table,
}
_KERNEL_DIALECTS = ("ttkernel",)


@dataclass(frozen=True)
class ConvertTTKernelToEmitCPass(Pass):
    """Turn the kernels of a module into EmitC: calls of the kernel programming interface.

    Kernels are functions whose arguments are circular buffers. Each becomes a function without arguments and results: a
    buffer is a variable that holds the number of its port. First ops of arith, memref and scf become C's operators,
    arrays and loops, and transaction tables global arrays in front of the first function; then every ttkernel op becomes a
    call. Any other op in a function is an error, as are indices that do not come from arith ops.
    """

    name = "convert-ttkernel-to-emitc"
    cpp_name = "ConvertTTKernelToEmitC"

    def run(self, context: "MlirContext", op: Operation) -> None:
        """Convert the functions of a module, then define the tables they need."""
        convert_kernels(op)


def convert_kernels(module: Operation) -> None:
    """Convert all functions inside of a module; OperationError at the first op that C++ has no counterpart for."""
    tables = Tables()
    functions = [op for op in module.walk() if isinstance(op, FuncOp)]
    for function in functions:
        _convert_blocks(function, _HOST_LOWERINGS, _HOST_DIALECTS, tables)
        erase_dead_casts(function)
        if function.is_declaration and function.function_type.inputs.data:
            raise _not_legal(function)
        kernel.replace_arguments(function)
        _convert_blocks(function, kernel.LOWERINGS, _KERNEL_DIALECTS, tables)
        _check_legality(function)
    for name, (type, entries) in tables.definitions.items():
        shaped: Any = TensorType(type.element_type, type.shape)
        value: Attribute = DenseIntOrFPElementsAttr.from_list(shaped, entries)
        table = GlobalOp(name, type, value, static=True, const=True)
        table.location = module.location
        insert_before(functions[0], table)


def _convert_blocks(
    parent: Operation, lowerings: Lowerings, dialects: tuple[str, ...], tables: Tables
) -> None:
    """Lower the ops of some dialects: what is in an op before the op itself, which moves it."""
    for region in parent.regions:
        for block in region.blocks:
            _convert_block(block, lowerings, dialects, tables)


def _convert_block(
    block: Block, lowerings: Lowerings, dialects: tuple[str, ...], tables: Tables
) -> None:
    op = block.first_op
    while op is not None:
        following = op.next_op
        name = operation_name(op)
        lowering = lowerings.get(name)
        is_illegal = name.partition(".")[0] in dialects and name not in structure.TERMINATORS
        if lowering is None and is_illegal:
            raise _not_legal(op, " that was explicitly marked illegal")
        _convert_blocks(op, lowerings, dialects, tables)
        if lowering is not None and lowering(op, tables) is False:
            raise _not_legal(op, " that was explicitly marked illegal")
        op = following


def _check_legality(function: FuncOp) -> None:
    for op in function.walk():
        name = operation_name(op)
        if name not in ("func.func", "func.return") and not name.startswith("emitc."):
            raise _not_legal(op)


def _not_legal(op: Operation, reason: str = "") -> OperationError:
    message = f"failed to legalize operation '{operation_name(op)}'{reason}"
    return OperationError(op, message, op_prefix=False)
