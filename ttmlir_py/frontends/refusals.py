"""Errors for argument and result types that the device does not support, raised before lowering."""

import re
from collections.abc import Iterator

from xdsl.dialects.builtin import DYNAMIC_INDEX, LocationAttr
from xdsl.ir import Attribute, BlockArgument, Operation

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.locations import find_file_location, location_name
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.ir.unregistered import operation_name

_NARROW_FLOAT = re.compile(r"f[468]E")


def refuse(module: ModuleOp, context: MlirContext) -> None:
    """Raise CompilationError for the first unsupported argument or result.

    Dynamic shapes and element types of less than 8 bits are unsupported.
    """
    for function in module.ops:
        if isinstance(function, FuncOp):
            for where, message in _problems(function):
                context.diagnostics.emit_error(where, message)
                raise CompilationError


def _problems(function: FuncOp) -> Iterator[tuple[LocationAttr, str]]:
    block = function.body.blocks.first
    for index, argument in enumerate(block.args if block is not None else ()):
        if problem := type_problem(argument.type):
            yield place_of(argument, function), f"{argument_text(argument, index)} {problem}"
    for op in function.walk():
        for result in op.results:
            if problem := type_problem(result.type):
                yield op.location, f"the result of '{operation_name(op)}' {problem}"


def argument_text(argument: BlockArgument, index: int) -> str:
    """Return the text that names an argument in messages: `argument 'x'`, or its number."""
    name = location_name(argument.location)
    return f"argument '{name}'" if name else f"argument #{index}"


def place_of(argument: BlockArgument, function: Operation) -> LocationAttr:
    """Return a location in a file for `argument`: its own, or that of its first use.

    Front ends may give an argument a name but no file. If no use has a location in a file, return
    the location of the function.
    """
    places: list[LocationAttr] = [argument.location]
    places += [use.operation.location for use in argument.uses]
    found = next((each for each in places if find_file_location(each) is not None), None)
    return function.location if found is None else found


def type_problem(type_: Attribute) -> str | None:
    """Return why no device supports `type_`, or None if it is supported.

    Dynamic sizes, element types of less than 8 bits and FP8 are unsupported.
    """
    if not is_tensor_type(type_):
        return None
    element = type_.element_type
    name = str(element)
    is_narrow = name.lstrip("su") in ("i2", "i4")
    if is_narrow or _NARROW_FLOAT.match(name):
        return (
            f"has the type '{type_}', and the device computes with no {name}: "
            f"use {'i8 or i32' if is_narrow else 'bf16 or f32'}, and convert outside of the program"
        )
    if DYNAMIC_INDEX in type_.get_shape():
        dimension = list(type_.get_shape()).index(DYNAMIC_INDEX)
        return (
            f"has the type '{type_}', whose dimension {dimension} is dynamic: "
            "programs are compiled for fixed sizes, so compile one for each"
        )
    return None
