"""Decorators that build the body of an operation from a Python function (`ttmlir.extras.meta`)."""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

from ttmlir_py.bindings.ir.insertion import InsertionPoint
from ttmlir_py.bindings.ir.kinds import is_a
from ttmlir_py.bindings.ods.support import get_op_result_or_op_results

__all__ = ["region_op"]


def region_op(
    op_constructor: Callable[..., Any], terminator: Callable[[list[Any]], Any] | None = None
) -> Callable[..., Any]:
    """Return a decorator of functions whose calls build the first region of an operation.

    The decorator takes the arguments of `op_constructor`. The annotations of the function are the
    types of the block's arguments. `terminator` builds the terminator from the results.
    """

    def decorate(*arguments: Any, **options: Any) -> Any:
        if len(arguments) == 1 and not options and inspect.isfunction(arguments[0]):
            return build(op_constructor(), arguments[0])
        op = op_constructor(*arguments, **options)
        return partial(build, op)

    def build(op: Any, function: Callable[..., Any]) -> Any:
        parameters = inspect.signature(function, eval_str=True).parameters.values()
        types = [each.annotation for each in parameters]
        if inspect.Parameter.empty in types:
            raise ValueError(f"{function.__name__}: each parameter needs a type as its annotation")
        block = op.regions[0].blocks.append(*types, arg_locs=[op.location] * len(types))
        with InsertionPoint(block):
            results = function(*block.arguments)
            if terminator is not None:
                listed = list(results) if is_a(results, list, tuple) else [results]
                terminator([] if results is None else listed)
        return get_op_result_or_op_results(op)

    return decorate
