"""Arguments that are the same in all runs, and tensors that ops change in place."""

from xdsl.ir import BlockArgument, SSAValue

from ttmlir_py.dialects import func, ttnn
from ttmlir_py.dialects.tt.const_eval import parameters
from ttmlir_py.rewriting.destination_style import is_destination_style


def is_written(value: SSAValue) -> bool:
    """Whether an op changes the tensor `value` in place, such as a cache."""
    for use in value.uses:
        op = use.operation
        if is_destination_style(op.__class__) and use.index == len(op.operands) - 1:
            return True
        if not op.results and not isinstance(op, func.ReturnOp | ttnn.DeallocateOp):
            return True
    return False


def unwritten_parameters(function: func.FuncOp) -> list[BlockArgument]:
    """Return the parameters of `function` that no op changes in place."""
    return [each for each in parameters(function) if not is_written(each)]
