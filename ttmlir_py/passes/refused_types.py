"""Errors for types of arguments and results that the device does not support.

Each error is reported at the argument or the returned value, not at the function. Front ends call
`refuse` before they lower a program, and passes convert types with `argument_type` and
`result_types`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from xdsl.dialects.builtin import DYNAMIC_INDEX, LocationAttr
from xdsl.ir import Attribute, BlockArgument, Operation

from ttmlir_py.dialects import func
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.ir.locations import find_file_location, location_name
from ttmlir_py.ir.memo import IdentityMemo
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.rewriting.control_flow import ops_in

Convert = Callable[[Attribute], Attribute]

_NARROW_FLOAT = re.compile(r"f[468]E")


def refuse(module: ModuleOp, context: MlirContext, *, for_device: bool = True) -> None:
    """Emit an error for each argument of an unsupported type, or for the first such result.

    Dynamic shapes are unsupported, and `for_device` also FP8 and elements of less than 8 bits.
    Raise CompilationError after an error.
    """
    functions = [each for each in module.ops if isinstance(each, func.FuncOp)]
    errors = [each for function in functions for each in _argument_errors(function, for_device)]
    if not errors and for_device:
        results = (each for function in functions for each in _result_errors(function))
        errors = [*islice(results, 1)]
    for location, message in errors:
        context.diagnostics.emit_error(location, message)
    if errors:
        raise CompilationError


def _argument_errors(function: func.FuncOp, for_device: bool) -> Iterator[tuple[LocationAttr, str]]:
    block = function.body.blocks.first
    for argument in block.args if block is not None else ():
        if problem := _problem(argument.type, for_device):
            yield _location(argument, function), f"{_argument_text(argument)} {problem}"


def _result_errors(function: func.FuncOp) -> Iterator[tuple[LocationAttr, str]]:
    problem_of = IdentityMemo[Attribute, str | None](lambda each: _problem(each, for_device=True))
    for op in ops_in(function.regions):
        for result in op.results:
            if problem := problem_of(result.type):
                yield op.location, f"the result of '{operation_name(op)}' {problem}"


def _argument_text(argument: BlockArgument) -> str:
    """Return the text that names an argument in messages: `argument 'x'`, or its number."""
    name = location_name(argument.location)
    return f"argument '{name}'" if name else f"argument #{argument.index}"


def _location(argument: BlockArgument, function: Operation) -> LocationAttr:
    """Return a location in a file for `argument`: its own, or that of its first use.

    Front ends may give an argument a name but no file. Without any such use, return the location of
    the function.
    """
    places: list[LocationAttr] = [argument.location]
    places += [use.operation.location for use in argument.uses]
    found = next((each for each in places if find_file_location(each) is not None), None)
    return function.location if found is None else found


def _problem(type_: Attribute, for_device: bool) -> str | None:
    """Return why `type_` is unsupported, or None if it is supported."""
    if not is_tensor_type(type_):
        return None
    element = type_.element_type
    name = str(element)
    is_narrow = name.lstrip("su") in ("i2", "i4")
    if for_device and (is_narrow or _NARROW_FLOAT.match(name)):
        return (
            f"has the type '{type_}', and the device computes with no {name}: "
            f"use {'i8 or i32' if is_narrow else 'bf16 or f32'}, and convert outside of the program"
        )
    if DYNAMIC_INDEX in type_.get_shape():
        return (
            f"has a dynamic dimension, {type_}: programs are compiled for one shape, so that it "
            "needs a number"
        )
    return None


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
                _returned_location(function, index), f"result #{index}: {error}"
            ) from None
    return converted


def _returned_location(function: func.FuncOp, index: int) -> Attribute:
    """Return the location of returned value `index`, or of the function if it has no body."""
    for block in function.body.blocks:
        if isinstance(block.last_op, func.ReturnOp):
            value = block.last_op.operands[index]
            if isinstance(value, BlockArgument):
                return value.location
            if isinstance(owner := value.owner, Operation):
                return owner.location
    return function.location
