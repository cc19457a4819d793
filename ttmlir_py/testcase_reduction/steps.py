"""The steps of a reduction. Each lists parts of a module that can be removed, or edits to try."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.rewriting.mutation import erase, replace_uses
from ttmlir_py.rewriting.symbols import symbol_name
from ttmlir_py.testcase_reduction.cutting import (
    bypass,
    can_be_cut,
    cut,
    erase_dead,
    is_free,
    is_source,
    keep_results,
    operations,
    referred_names,
    refresh_signature,
)
from ttmlir_py.testcase_reduction.simplifying import (
    attribute_names,
    dimension_sizes,
    remove_attribute,
    resize,
    resizings,
    simpler,
)

Edit = Callable[[ModuleOp], None]
"""A function that changes a copy of the module, or raises if the module does not allow the
change.
"""


@dataclass(frozen=True)
class Parts:
    """Parts of a module that can be removed.

    `remove` removes the parts with the given numbers, which are less than `count`.
    """

    count: int
    remove: Callable[[ModuleOp, Collection[int]], None]


Step = Callable[[ModuleOp], Parts | Iterator[Edit]]
"""A function that returns parts to remove together, or edits to try one by one.

It is called again after a success.
"""


def symbols(module: ModuleOp) -> Parts:
    """Return functions and other symbols as removable parts."""

    def named(other: ModuleOp) -> list[Operation]:
        return [op for op in operations(other) if symbol_name(op) is not None]

    def remove(other: ModuleOp, going: Collection[int]) -> None:
        for op in [op for i, op in enumerate(named(other)) if i in going]:
            if op.parent is not None:
                erase(op)

    return Parts(len(named(module)), remove)


def _cutting(chosen: Callable[[Operation], bool], module: ModuleOp) -> Parts:
    numbers = [i for i, op in enumerate(operations(module)) if can_be_cut(op) and chosen(op)]
    return Parts(len(numbers), lambda other, going: cut(other, {numbers[each] for each in going}))


def outer_operations(module: ModuleOp) -> Parts:
    """Return operations directly in functions as removable parts.

    Constants and similar operations that become unused are removed with them.
    """
    return _cutting(lambda op: not is_source(op) and isinstance(op.parent_op(), FuncOp), module)


def all_operations(module: ModuleOp) -> Parts:
    """Return all operations, including those in regions, as removable parts."""
    return _cutting(lambda _: True, module)


def bypasses(module: ModuleOp) -> Parts:
    """Return operations that can be replaced by an operand as removable parts."""
    numbers = [
        i
        for i, op in enumerate(operations(module))
        if can_be_cut(op)
        and op.results
        and all(any(each.type == result.type for each in op.operands) for result in op.results)
    ]

    def remove(other: ModuleOp, going: Collection[int]) -> None:
        ops = operations(other)
        for op in [ops[numbers[each]] for each in sorted(going, reverse=True)]:
            bypass(op)
        erase_dead(other)

    return Parts(len(numbers), remove)


def results(module: ModuleOp) -> Parts:
    """Return results of functions as removable parts."""

    def places(other: ModuleOp) -> list[tuple[FuncOp, int]]:
        referred = referred_names(other)
        return [
            (op, index)
            for op in operations(other)
            if isinstance(op, FuncOp) and is_free(op, referred)
            for index in _returned(op)
        ]

    def remove(other: ModuleOp, going: Collection[int]) -> None:
        kept: dict[FuncOp, list[int]] = {}
        for number, (function, index) in enumerate(places(other)):
            kept.setdefault(function, [])
            if number not in going:
                kept[function].append(index)
        for function, indices in kept.items():
            keep_results(function, indices)
            refresh_signature(function)
        erase_dead(other)

    return Parts(len(places(module)), remove)


def _returned(function: FuncOp) -> range:
    """Return the indices of the results of a function."""
    returned = function.get_return_op()
    return range(0 if returned is None else len(returned.operands))


def attributes(module: ModuleOp) -> Parts:
    """Return attributes of the module and its operations as removable parts."""

    def places(other: ModuleOp) -> list[tuple[Operation, str]]:
        return [(op, name) for op in [other, *operations(other)] for name in attribute_names(op)]

    def remove(other: ModuleOp, going: Collection[int]) -> None:
        for number, (op, name) in enumerate(places(other)):
            if number in going:
                remove_attribute(op, name)

    return Parts(len(places(module)), remove)


def dead(module: ModuleOp) -> Iterator[Edit]:
    """Yield an edit that removes dead operations."""
    yield erase_dead


def numbers(module: ModuleOp) -> Iterator[Edit]:
    """Yield edits that each simplify one number or constant."""
    for number, op in enumerate(operations(module)):
        for name, value in op.properties.items():
            for other in simpler(value):
                yield partial(_set_property, number, name, other)


def _set_property(number: int, name: str, value: Attribute, module: ModuleOp) -> None:
    operations(module)[number].properties[name] = value


def shapes(module: ModuleOp) -> Iterator[Edit]:
    """Yield edits that change sizes of dimensions."""
    for sizes in resizings(dimension_sizes(module)):
        for with_numbers in (False, True):
            yield partial(resize, sizes=sizes, with_numbers=with_numbers)


def arguments(module: ModuleOp) -> Iterator[Edit]:
    """Yield edits that merge arguments of a function of the same type: all, then pairs."""
    referred = referred_names(module)
    for number, op in enumerate(operations(module)):
        if isinstance(op, FuncOp) and is_free(op, referred):
            pairs = [
                (first.index, second.index)
                for i, second in enumerate(op.args)
                for first in op.args[:i]
                if first.type == second.type
            ]
            if len(pairs) > 1:
                yield partial(_merge, number, pairs)
            for pair in pairs:
                yield partial(_merge, number, [pair])


def _merge(number: int, pairs: Sequence[tuple[int, int]], module: ModuleOp) -> None:
    function = operations(module)[number]
    assert isinstance(function, FuncOp)
    arguments = function.args
    for first, second in pairs:
        replace_uses(arguments[second], arguments[first])
    erase_dead(module)


STEPS: Sequence[Step] = (
    dead,
    symbols,
    outer_operations,
    results,
    bypasses,
    shapes,
    all_operations,
    results,
    arguments,
    attributes,
    numbers,
)
"""All steps, ordered by how much they usually remove."""
