"""Removal of operations from functions such that the rest is still a valid function.

A used result of a removed operation becomes a function argument, and an unused result of a kept one
is returned. Thus any choice of operations is a program. The signature of a referenced function
stays; there another value of the same type replaces a result, if one exists.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, UnregisteredOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.rewriting.effects import is_trivially_dead
from ttmlir_py.rewriting.mutation import erase, replace_uses
from ttmlir_py.rewriting.symbols import SymbolUses, symbol_name


class CannotCutError(Exception):
    """An error for a used result that no value can replace."""


def operations(module: ModuleOp) -> list[Operation]:
    """Return all operations of the module, in order. Other functions refer to them by index."""
    return list(ops_in(module.regions))


def is_terminator(op: Operation) -> bool:
    """Whether `op` ends a block."""
    return op.has_trait(IsTerminator, value_if_unregistered=False) or bool(op.successors)


def referred_names(module: ModuleOp) -> set[str]:
    """Return the names of symbols to which attributes in the module refer."""
    uses = SymbolUses()
    found: set[str] = set()
    for op in operations(module):
        for reference in uses.directly_in(op):
            found.add(reference.root_reference.data)
            found.update(each.data for each in reference.nested_references.data)
    return found


def is_free(op: Operation | None, referred: Collection[str]) -> bool:
    """Whether `op` is a function whose signature may change. It may if no reference in `referred`
    names the function.
    """
    return isinstance(op, FuncOp) and op.sym_name.data not in referred


def enclosing_function(op: Operation) -> FuncOp | None:
    """Return the function that contains `op`, or None."""
    parent = op.parent_op()
    while parent is not None and not isinstance(parent, FuncOp):
        parent = parent.parent_op()
    return parent


def body_of(function: FuncOp) -> Block | None:
    """Return the only block of a function, or None if it has several blocks."""
    blocks = function.body.blocks
    return blocks.first if blocks.first is blocks.last else None


def cut(module: ModuleOp, numbers: Collection[int]) -> None:
    """Remove the operations with the indices `numbers`.

    Raises CannotCutError if a used result has no replacement.
    """
    ops = operations(module)
    going = {ops[number] for number in numbers}
    _cut(going, referred_names(module), {op: i for i, op in enumerate(ops)})


def _cut(going: set[Operation], referred: Collection[str], order: dict[Operation, int]) -> None:
    """Remove the operations `going`, the last ones first."""
    functions: dict[FuncOp, None] = {}
    for op in sorted(going, key=lambda each: order[each], reverse=True):
        function = enclosing_function(op)
        if function is not None:
            functions[function] = None
            if is_free(function, referred):
                _drop_from_return(op, function)
        for result in op.results:
            if result.first_use is not None:
                replace_uses(result, _replacement(result, op, function, referred, order))
        erase(op)
    for function in functions:
        if is_free(function, referred):
            return_what_is_unused(function)
            refresh_signature(function)


def _drop_from_return(op: Operation, function: FuncOp) -> None:
    """Remove the results of `op` from the values that `function` returns."""
    returned = function.get_return_op()
    if returned is not None and body_of(function) is not None:
        kept = [each for each in returned.operands if each.owner is not op]
        keep_results(function, [i for i, each in enumerate(returned.operands) if each in kept])


def _replacement(
    value: SSAValue,
    op: Operation,
    function: FuncOp | None,
    referred: Collection[str],
    order: dict[Operation, int],
) -> SSAValue:
    """Return the value that replaces the result `value` of `op`. Raises CannotCutError."""
    if is_free(function, referred) and function is not None:
        return add_argument(function, value.type)
    for candidate in (*op.operands, *_visible(op, function, order)):
        if candidate.type == value.type and candidate.owner is not op:
            return candidate
    raise CannotCutError


def _visible(
    op: Operation, function: FuncOp | None, order: dict[Operation, int]
) -> Iterator[SSAValue]:
    """Yield the function's arguments, and the results of operations before `op` in its block."""
    if function is not None:
        yield from function.args
    if op.parent is not None:
        for each in op.parent.ops:
            if each is op:
                return
            yield from each.results


def add_argument(function: FuncOp, type_: Attribute) -> BlockArgument:
    """Add an argument at the end and return it. Call `refresh_signature` afterwards."""
    entry = function.body.blocks.first
    assert entry is not None
    if function.arg_attrs is not None:
        function.properties["arg_attrs"] = ArrayAttr([*function.arg_attrs, DictionaryAttr({})])
    return entry.insert_arg(type_, len(entry.args))


def keep_results(function: FuncOp, kept: Sequence[int]) -> None:
    """Make `function` return only its results `kept`. Call `refresh_signature` afterwards."""
    returned = function.get_return_op()
    assert returned is not None
    returned.operands = [returned.operands[index] for index in kept]
    if function.res_attrs is not None:
        function.properties["res_attrs"] = ArrayAttr([function.res_attrs.data[i] for i in kept])


def keep_arguments(function: FuncOp, kept: Collection[int]) -> None:
    """Remove unused arguments except those at the indices `kept`. Call `refresh_signature`
    afterwards.
    """
    if function.arg_attrs is not None:
        attributes = [each for i, each in enumerate(function.arg_attrs) if i in kept]
        function.properties["arg_attrs"] = ArrayAttr(attributes)
    (entry, *_) = function.body.blocks
    for argument in [each for each in entry.args if each.index not in kept]:
        entry.erase_arg(argument)


def return_what_is_unused(function: FuncOp) -> None:
    """Return unused results of operations from the function, so that the operations are not erased
    as dead. This is for operations with operands.
    """
    block, returned = body_of(function), function.get_return_op()
    if block is None or returned is None:
        return
    more = [
        result
        for op in block.ops
        if op.operands or op.regions
        for result in op.results
        if result.first_use is None
    ]
    returned.operands = [*returned.operands, *more]
    if function.res_attrs is not None:
        empty = [DictionaryAttr({})] * len(more)
        function.properties["res_attrs"] = ArrayAttr([*function.res_attrs, *empty])
    for op in reversed(list(block.ops)):
        if not op.operands and not op.regions and is_trivially_dead(op):
            erase(op)


def refresh_signature(function: FuncOp) -> None:
    """Update the function's type from its arguments and results, and remove empty attributes."""
    function.update_function_type()
    for name in ("arg_attrs", "res_attrs"):
        held = cast("ArrayAttr[DictionaryAttr] | None", function.properties.get(name))
        if held is not None and not any(each.data for each in held):
            del function.properties[name]


def erase_dead(module: ModuleOp) -> None:
    """Erase dead operations, and unused arguments of functions to which nothing refers."""
    for op in reversed(operations(module)):
        if op.parent is not None and is_trivially_dead(op) and symbol_name(op) is None:
            erase(op)
    referred = referred_names(module)
    for function in list(ops_in(module.regions)):
        if isinstance(function, FuncOp) and is_free(function, referred):
            if function.is_declaration:
                erase(function)
                continue
            kept = [each.index for each in function.args if each.first_use is not None]
            keep_arguments(function, kept)
            refresh_signature(function)


def is_source(op: Operation) -> bool:
    """Whether `op` creates a value without inputs: a constant, an empty tensor or a device."""
    return not op.operands and not op.regions and not isinstance(op, UnregisteredOp)


def extract(
    function: FuncOp,
    chosen: Collection[Operation],
    arguments: Sequence[SSAValue] = (),
    returned: Sequence[SSAValue] | None = None,
    *,
    is_copied: Callable[[Operation], bool] = is_source,
) -> tuple[ModuleOp, list[SSAValue]]:
    """Return a module with the operations `chosen` as a function, and the values that it takes.

    A sequence of operations is in program order, and all are in one block of `function`. Other
    collections contain operations of its body. `arguments` come first among the values. By default,
    the function returns the values that no chosen operation reads, otherwise those in `returned`.
    Operations that are read and satisfy `is_copied` are copied too, and so are the symbols that are
    referenced.
    """
    block = Block(arg_types=[each.type for each in arguments])
    values: dict[SSAValue, SSAValue] = dict(zip(arguments, block.args, strict=True))
    taken = list(arguments)
    if not isinstance(chosen, Sequence):
        chosen = [op for op in function.body.block.ops if op in chosen]
    for op in chosen:
        for operand in (*op.operands, *_captured(op)):
            if operand in values:
                continue
            owner = operand.owner
            if isinstance(owner, Operation) and is_copied(owner):
                block.add_op(owner.clone(values))
            else:
                values[operand] = block.insert_arg(operand.type, len(block.args))
                taken.append(operand)
        block.add_op(op.clone(values))
    made = FuncOp(function.sym_name.data, ([], []), Region(block))
    block.add_op(ReturnOp(*(values[each] for each in returned or ())))
    if returned is None:
        return_what_is_unused(made)
    made.update_function_type()
    made.location = function.location
    module = ModuleOp([made])
    parent = function.parent_op()
    if parent is not None:
        module.attributes.update(parent.attributes)
        module.body.block.add_ops(op.clone() for op in _referenced(module, function))
    return module, taken


def _captured(op: Operation) -> Iterator[SSAValue]:
    """Yield the values from outside of `op` that operations in its regions read."""
    if not op.regions:
        return
    inner = set(ops_in(op.regions))
    for each in inner:
        for operand in each.operands:
            owner = operand.owner
            parent = owner if isinstance(owner, Operation) else owner.parent_op()
            if parent is not op and parent not in inner:
                yield operand


def _referenced(module: ModuleOp, function: FuncOp) -> list[Operation]:
    """Return the symbols next to `function` to which `module` refers, directly or not."""
    assert function.parent is not None
    named = referred_names(module)
    if not named:
        return []
    symbols = {symbol_name(op): op for op in function.parent.ops if op is not function}
    found: dict[Operation, None] = {}
    while named:
        new = {name: op for name in named if (op := symbols.get(name)) and op not in found}
        found |= dict.fromkeys(new.values())
        named = {name for op in new.values() for name in _names_in(op)}
    return [op for op in function.parent.ops if op in found]


def _names_in(op: Operation) -> Iterator[str]:
    """Yield the names of the symbols to which `op` and the operations in its regions refer."""
    uses = SymbolUses()
    for each in (op, *ops_in(op.regions)):
        for reference in uses.directly_in(each):
            yield reference.root_reference.data


def can_be_cut(op: Operation) -> bool:
    """Whether `op` may be removed: it is neither a symbol nor a terminator."""
    return not is_terminator(op) and symbol_name(op) is None


def bypass(op: Operation) -> None:
    """Replace the results of `op` by operands of the same type.

    Raises CannotCutError if no operand has the type of a result.
    """
    for result in op.results:
        passed = next((each for each in op.operands if each.type == result.type), None)
        if passed is None:
            raise CannotCutError
        replace_uses(result, passed)
    erase(op)
