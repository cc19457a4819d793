"""Errors for programs that no device supports, reported at the value before lowering."""

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
    """Raise CompilationError at the first unsupported argument or result.

    These have a dynamic shape, or a type of less than 8 bits.
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
    """Return an argument's name in messages: that of its location, or its number."""
    name = location_name(argument.location)
    return f"argument '{name}'" if name else f"argument #{index}"


def place_of(argument: BlockArgument, function: Operation) -> LocationAttr:
    """Return the location of an argument in a file.

    Front ends only name arguments: then it is the location of the first use.
    """
    places: list[LocationAttr] = [argument.location]
    places += [use.operation.location for use in argument.uses]
    found = next((each for each in places if find_file_location(each) is not None), None)
    return function.location if found is None else found


def type_problem(type_: Attribute) -> str | None:
    """Return the reason why no device supports a type, or None.

    These are dynamic sizes, numbers of less than 8 bits, and FP8.
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
