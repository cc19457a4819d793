"""Conversion of function types. Errors are reported at the argument or returned value instead of
the function.
"""

from collections.abc import Callable, Iterable

from xdsl.ir import Attribute, BlockArgument, Operation

from ttmlir_py.dialects import func
from ttmlir_py.ir.diagnostics import OperationError

Convert = Callable[[Attribute], Attribute]


def argument_type(argument: BlockArgument, convert: Convert) -> Attribute:
    """Return the type of `argument`, converted by `convert`.

    A ValueError of `convert` becomes an error at the argument.
    """
    try:
        return convert(argument.type)
    except ValueError as error:
        raise OperationError(argument.location, f"argument #{argument.index}: {error}") from None


def result_types(
    function: func.FuncOp, types: Iterable[Attribute], convert: Convert
) -> list[Attribute]:
    """Return the result types `types` of `function`, converted by `convert`.

    A ValueError of `convert` becomes an error at the returned value.
    """
    converted: list[Attribute] = []
    for index, type_ in enumerate(types):
        try:
            converted.append(convert(type_))
        except ValueError as error:
            raise OperationError(
                returned_location(function, index), f"result #{index}: {error}"
            ) from None
    return converted


def returned_location(function: func.FuncOp, index: int) -> Attribute:
    """Return the location of the returned value with the index `index`, or of the function if it
    has no body.
    """
    for block in function.body.blocks:
        if isinstance(block.last_op, func.ReturnOp):
            value = block.last_op.operands[index]
            if isinstance(value, BlockArgument):
                return value.location
            if isinstance(owner := value.owner, Operation):
                return owner.location
    return function.location
