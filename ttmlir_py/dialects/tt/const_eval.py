"""Functions that compute what depends on constants and parameters only, once for all runs of
another function.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr
from xdsl.ir import BlockArgument, Operation

from ttmlir_py.dialects.func import FuncOp

FUNCTION_TYPE = "tt.function_type"
"""The name of the attribute with which later revisions of upstream mark functions that compute
constants once for all runs.
"""
CONST_EVAL = "const_eval"
ARGUMENT_TYPE = "tt.argument_type"
"""The name of the attribute of arguments that says whether they are the same in all runs.

Later revisions of upstream have an enum for it.
"""
ARGUMENT_TYPES = ("input", "parameter", "constant", "default")
PARAMETER_TYPES = ("parameter", "constant")
"""The types of arguments that are the same in all runs."""


def const_eval_name(function: FuncOp) -> str:
    """Return the name of the function that computes the constants of `function`."""
    return f"{function.sym_name.data}_{CONST_EVAL}"


def is_const_eval(op: Operation) -> bool:
    """Whether `op` is a function that computes the constants of another one."""
    return isinstance(op, FuncOp) and op.attributes.get(FUNCTION_TYPE) == StringAttr(CONST_EVAL)


def parameters(function: FuncOp) -> list[BlockArgument]:
    """Return the arguments of `function` that are marked as the same in all runs."""
    given = function.arg_attrs or ()
    types = [attributes.data.get(ARGUMENT_TYPE) for attributes in given]
    return [
        argument
        for argument, type_ in zip(function.args, types, strict=False)
        if isinstance(type_, StringAttr) and type_.data in PARAMETER_TYPES
    ]


def set_argument_types(function: FuncOp, types: Sequence[str]) -> None:
    """Mark the arguments of `function` with these types, one for each."""
    given = function.arg_attrs or [DictionaryAttr({})] * len(types)
    function.arg_attrs = ArrayAttr(
        DictionaryAttr({**attributes.data, ARGUMENT_TYPE: StringAttr(type_)})
        for attributes, type_ in zip(given, types, strict=True)
    )
