"""The pass `ttnn-const-eval`: compute what depends on constants and parameters only once, in a
function of its own.
"""

from collections.abc import Container, Iterator, Sequence

from typing_extensions import override
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    StringAttr,
    TensorType,
)
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue

from ttmlir_py.dialects import func, ttnn
from ttmlir_py.dialects.tt.const_eval import (
    CONST_EVAL,
    FUNCTION_TYPE,
    const_eval_name,
    parameters,
)
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.contracts import ONE_BLOCK
from ttmlir_py.passes.ttnn.parameters import is_written, unwritten_parameters
from ttmlir_py.rewriting.destination_style import is_destination_style


class TTNNConstEvalPass(Pass):
    """Compute what depends on constants and parameters only once

    The ops of a function `@f` that need no argument, or only parameters, move into a new function
    `@f_const_eval`. Parameters are arguments with `tt.argument_type = "parameter"` or `"constant"`.
    The new function takes all of them, or none if it needs none. Its results become the last
    arguments of `@f`. A binary then has two programs: the host runs the second one once, keeps its
    results on the device, and passes them to each run of the first one. The simulator and `ttrt` do
    so. Tensors that an op changes in place, private functions and functions of several blocks are
    left alone.
    """

    name = "ttnn-const-eval"
    cpp_name = "TTNNConstEval"
    requires = (ONE_BLOCK,)

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        functions = [each for each in op.walk() if isinstance(each, func.FuncOp)]
        names = {each.sym_name.data for each in functions}
        changed = False
        for function in functions:
            if not function.is_private and const_eval_name(function) not in names:
                changed |= _split(function)
        return changed


def _split(function: func.FuncOp) -> bool:
    """Move the constant ops of `function` into a new function. Return whether there are any."""
    block = function.body.blocks.first
    if block is None or block is not function.body.blocks.last:
        return False
    given = parameters(function)
    constant = list(_constant_ops(block, set(unwritten_parameters(function))))
    inside = set(constant)
    values = [
        result
        for op in constant
        if not isinstance(op, ttnn.EmptyOp)
        for result in op.results
        if any(use.operation not in inside for use in result.uses)
    ]
    if not values:
        return False
    reads = any(operand in given for op in constant for operand in op.operands)
    for value in values:
        argument = block.insert_arg(value.type, len(block.args))
        argument.location = function.location
        for use in tuple(value.uses):
            if use.operation not in inside:
                use.operation.operands[use.index] = argument
    _insert_function(function, constant, values, given if reads else ())
    if function.arg_attrs is not None:
        empty = [DictionaryAttr({})] * len(values)
        function.arg_attrs = ArrayAttr([*function.arg_attrs.data, *empty])
    function.update_function_type()
    return True


def _constant_ops(block: Block, given: Container[SSAValue]) -> Iterator[Operation]:
    """Yield the ops that need only arguments in `given` and write no tensor of others, in program
    order.

    Each comes after the empty tensors into which it writes.
    """
    constant: set[Operation] = set()
    for op in block.ops:
        if not op.results or op.regions or isinstance(op, ttnn.EmptyOp | ttnn.GetDeviceOp):
            continue
        if any(not isinstance(each.type, TensorType) or is_written(each) for each in op.results):
            continue
        empties: list[Operation] = []
        for operand in op.operands:
            owner = operand.owner
            if isinstance(owner, ttnn.GetDeviceOp) or owner in constant or operand in given:
                continue
            is_own = operand.get_user_of_unique_use() is op and is_destination_style(op.__class__)
            if not isinstance(owner, ttnn.EmptyOp) or not is_own:
                break
            empties.append(owner)
        else:
            constant.add(op)
            yield from empties
            yield op


def _insert_function(
    function: func.FuncOp,
    ops: Sequence[Operation],
    values: Sequence[SSAValue],
    given: Sequence[BlockArgument],
) -> None:
    """Insert a function of `ops` that takes `given` and returns `values` after `function`."""
    block = Block(arg_types=[each.type for each in given])
    own: dict[SSAValue, SSAValue] = dict(zip(given, block.args, strict=True))
    for each in block.args:
        each.location = function.location
    devices: dict[SSAValue, SSAValue] = {}
    for op in ops:
        op.detach()
        for index, operand in enumerate(op.operands):
            if isinstance(operand.owner, ttnn.GetDeviceOp):
                if operand not in devices:
                    copy = operand.owner.clone()
                    copy.location = operand.owner.location
                    block.add_op(copy)
                    devices[operand] = copy.results[0]
                op.operands[index] = devices[operand]
            elif operand in own:
                op.operands[index] = own[operand]
        block.add_op(op)
    returned = func.ReturnOp(*values)
    block.add_op(returned)
    types = FunctionType.from_lists([each.type for each in given], [value.type for value in values])
    new = func.FuncOp(const_eval_name(function), types, Region(block))
    new.attributes[FUNCTION_TYPE] = StringAttr(CONST_EVAL)
    returned.location = new.location = function.location
    assert function.parent is not None
    function.parent.insert_op_after(new, function)
