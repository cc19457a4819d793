"""Inlining of calls, so that each source operation can be compared with the compiled one."""

from xdsl.dialects.builtin import CallSiteLoc
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.reference.programs import called, functions, returned

LIMIT = 200_000
"""The maximum number of operations after inlining."""


def without_calls(module: ModuleOp) -> ModuleOp:
    """Return `module` if it has no calls, otherwise a copy with calls inlined.

    The operations get the locations of MLIR's inliner. Calls in regions are not inlined. Raises
    OperationError for recursion or if too many operations result.
    """
    if not any(called(op) for each in functions(module) for op in each.body.block.ops):
        return module
    copy = module.clone()
    done: dict[FuncOp, bool] = {}
    for function in functions(copy):
        _flatten(function, done)
    return copy


def _flatten(function: FuncOp, done: dict[FuncOp, bool]) -> None:
    """Inline the calls of a function, after those of the functions that it calls.

    `done` maps each visited function to whether it is complete.
    """
    if function in done:
        if not done[function]:
            raise OperationError(function, "calls itself")
        return
    done[function] = False
    size = 0
    for op in list(function.body.block.ops):
        if callee := called(op):
            _flatten(callee, done)
            size += _expand(op, callee)
        if size > LIMIT:
            raise OperationError(function, f"has more than {LIMIT} operations after inlining")
    done[function] = True


def _expand(call: Operation, function: FuncOp) -> int:
    """Inline the called function, and return the number of operations inserted.

    The operations of a hoisted function, which returns nothing, all derive from the operation that
    the call replaces, and get its location.
    """
    end = function.body.block.last_op
    is_hoisted = bool(call.results) and end is not None and not end.operands
    block = call.parent_block()
    assert block is not None
    values: dict[SSAValue, SSAValue] = dict(
        zip(function.body.block.args, call.operands, strict=True)
    )
    count = 0
    for op in list(function.body.block.ops):
        count += 1
        if isinstance(op, ReturnOp):
            for result, value in zip(call.results, returned(function), strict=True):
                result.replace_all_uses_with(values.get(value, value))
            break
        copy = op.clone(values)
        for each in copy.walk():
            each.location = (
                call.location if is_hoisted else CallSiteLoc(each.location, call.location)
            )
        block.insert_op_before(copy, call)
    block.erase_op(call)
    return count
