"""Printing of operations with the options of `get_asm` and `print`."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from xdsl.ir import Operation as XdslOperation

from ttmlir_py.bindings.ir.values import AsmState
from ttmlir_py.ir.writing.attributes import DEFAULT_OPTIONS, PrintOptions
from ttmlir_py.ir.writing.names import numbering_root

_POSITIONS = (
    "large_elements_limit",
    "enable_debug_info",
    "pretty_debug_info",
    "print_generic_op_form",
    "use_local_scope",
    "assume_verified",
    "file",
    "binary",
    "skip_regions",
)
_ELSEWHERE = {"large_resource_limit", "use_name_loc_as_prefix", "state"}


def print_options(
    *,
    large_elements_limit: int | None = None,
    enable_debug_info: bool = False,
    pretty_debug_info: bool = False,
    print_generic_op_form: bool = False,
    use_local_scope: bool = False,
    assume_verified: bool = False,
    skip_regions: bool = False,
    large_resource_limit: int | None = None,
) -> PrintOptions:
    """Return the options of the printer for the keywords of `get_asm`."""
    return PrintOptions(
        generic=print_generic_op_form,
        debug_info=enable_debug_info,
        pretty_debug_info=pretty_debug_info,
        local_scope=use_local_scope,
        elide_elements_if_larger=large_elements_limit,
        elide_resources_if_larger=large_resource_limit
        if large_resource_limit is not None
        else large_elements_limit,
        skip_regions=skip_regions,
        assume_verified=assume_verified,
    )


def operation_text(
    op: XdslOperation, options: PrintOptions = DEFAULT_OPTIONS, context: Any = None
) -> str:
    """Return the text of an operation, with the resources that it uses.

    Like MLIR, print in generic form if the outermost operation that contains it is invalid.
    """
    from ttmlir_py.ir.checking.verifier import is_valid
    from ttmlir_py.ir.writing.printer import print_operation

    if not (options.generic or options.assume_verified or is_valid(_root(op, options))):
        options = replace(options, generic=True)

    if context is None or not context.resources:
        return print_operation(op, options)
    sections = cast(dict[str, dict[str, dict[str, str]]], getattr(op, "resources", {}))
    groups = dict(sections.get("dialect_resources", {}))
    groups["builtin"] = {**context.resources, **groups.get("builtin", {})}
    return print_operation(op, options, {**sections, "dialect_resources": groups})


def _root(op: XdslOperation, options: PrintOptions) -> XdslOperation:
    """Return the operation that is verified when a part of it is printed."""
    if options.local_scope:
        return numbering_root(op)
    while (parent := op.parent_op()) is not None:
        op = parent
    return op


def print_to(
    op: XdslOperation, context: Any, arguments: Sequence[Any], options: Mapping[str, Any]
) -> None:
    """Write the text of an operation to a file, with the arguments of `Operation.print`."""
    given = dict(options)
    positions: Sequence[str] = _POSITIONS
    if arguments and isinstance(arguments[0], AsmState):
        positions = ("state", "file", "binary")
    if len(arguments) > len(positions):
        raise TypeError(f"print() takes at most {len(positions)} positional arguments")
    for name, value in zip(positions, arguments, strict=False):
        if name in given:
            raise TypeError(f"print() got multiple values for argument '{name}'")
        given[name] = value
    if unknown := given.keys() - _ELSEWHERE - set(_POSITIONS):
        raise TypeError(f"print() got an unexpected keyword argument '{min(unknown)}'")
    if given.pop("use_name_loc_as_prefix", False):
        raise ValueError("use_name_loc_as_prefix is not supported")
    file = given.pop("file", None)
    binary = given.pop("binary", False)
    state = given.pop("state", None)
    if state is not None:
        given = {"use_local_scope": state.use_local_scope}
    text = operation_text(op, print_options(**given), context)
    stream: Any = sys.stdout if file is None else file
    stream.write(text.encode("utf-8", "surrogateescape") if binary else text)
