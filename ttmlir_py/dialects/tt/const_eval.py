"""Functions that compute what depends on constants only, once for all runs of another function."""

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from ttmlir_py.dialects.func import FuncOp

FUNCTION_TYPE = "tt.function_type"
"""The name of the attribute with which later revisions of upstream mark functions that compute
constants once for all runs.
"""
CONST_EVAL = "const_eval"


def const_eval_name(function: FuncOp) -> str:
    """Return the name of the function that computes the constants of `function`."""
    return f"{function.sym_name.data}_{CONST_EVAL}"


def is_const_eval(op: Operation) -> bool:
    """Whether `op` is a function that computes the constants of another one."""
    return isinstance(op, FuncOp) and op.attributes.get(FUNCTION_TYPE) == StringAttr(CONST_EVAL)
