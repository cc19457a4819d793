"""Verifier rules of `scf`: the values that are passed into, between and out of regions."""

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.ir import Attribute, Operation, Region
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.shapes import type_text

Types = Sequence[Attribute]


def _types(values: Any) -> list[Attribute]:
    return [value.type for value in values]


def _end(region: Region, name: str) -> Operation | None:
    """Return the terminator of `region` if it is called `name`, otherwise None.

    The region has one block. The verifier reports other terminators.
    """
    block = region.blocks.last
    last = block.last_op if block is not None else None
    return last if last is not None and last.name == name else None


def _check_edge(source: str, target: str, given: Types, expected: Types) -> None:
    """Check that the values passed from `source` to `target` have the right number and types, with
    the messages of MLIR's RegionBranchOpInterface.
    """
    edge = f"from {source} to {target}"
    if len(given) != len(expected):
        raise VerifyException(
            f" region control flow edge {edge}: source has {len(given)} operands, but target"
            f" successor needs {len(expected)}"
        )
    for number, (first, second) in enumerate(zip(given, expected, strict=True)):
        if first != second:
            raise VerifyException(
                f" along control flow edge {edge}: source type #{number} {type_text([first])} "
                f"should match input type #{number} {type_text([second])}"
            )


def _check_yields(op: Operation, target: str, expected: Types, first: int = 0) -> None:
    """Check the types of the values that the regions yield, from index `first` on."""
    for number, region in enumerate(op.regions[first:], first):
        if (end := _end(region, "scf.yield")) is not None:
            _check_edge(f"Region #{number}", target, _types(end.operands), expected)


def _no_arguments(op: Operation) -> None:
    for number, region in enumerate(op.regions):
        if region.blocks.first is not None and region.blocks.first.args:
            raise VerifyException(f"region #{number} should have no arguments")


def _check_if(op: Any) -> None:
    if op.results and op.regions[1].blocks.first is None:
        raise VerifyException("must have an else block if defining values")
    _no_arguments(op)
    _check_yields(op, "parent results", _types(op.results))


def _check_for(op: Any) -> None:
    results, initial = _types(op.results), _types(op.operands[3:])
    if len(results) != len(initial):
        raise VerifyException("mismatch in number of loop-carried values and defined values")
    block = op.regions[0].blocks.first
    if block is None:
        return
    carried = _types(block.args[1:])
    _compare_iterations("init", "region iter_arg", initial, carried)
    _compare_iterations("region iter_arg", "loop result", carried, results)
    if (end := _end(op.regions[0], "scf.yield")) is not None:
        _compare_iterations("region iter_arg", "yielded value", carried, _types(end.operands))


def _compare_iterations(a: str, b: str, first: Types, second: Types) -> None:
    """Check that loop-carried values have the same types at two points of a loop."""
    if len(first) != len(second):
        raise VerifyException(f"different number of {a}s and {b}s: {len(first)} != {len(second)}")
    for number, (one, other) in enumerate(zip(first, second, strict=True)):
        if one != other:
            raise VerifyException(
                f"{number}-th {a} and {number}-th {b} have different type: {type_text([one])} !="
                f" {type_text([other])}"
            )


def _check_while(op: Any) -> None:
    before, after = op.regions[0].blocks.first, op.regions[1].blocks.first
    if before is None or after is None:
        return
    _check_edge("parent operands", "Region #0", _types(op.operands), _types(before.args))
    condition = _end(op.regions[0], "scf.condition")
    if condition is not None and condition.operands:
        passed = _types(condition.operands[1:])
        _check_edge("Region #0", "parent results", passed, _types(op.results))
        _check_edge("Region #0", "Region #1", passed, _types(after.args))
    _check_yields(op, "Region #0", _types(before.args), 1)


def _check_execute_region(op: Any) -> None:
    block = op.regions[0].blocks.first
    if block is not None and block.args:
        raise VerifyException("region cannot have any arguments")
    for each in op.regions[0].blocks:
        end = each.last_op
        if end is not None and end.name == "scf.yield":
            _check_edge("Region #0", "parent results", _types(end.operands), _types(op.results))


def _check_index_switch(op: Any) -> None:
    cases: list[int] = list(op.cases.get_values())
    for place, value in enumerate(cases):
        if value in cases[:place]:
            raise VerifyException(f"has duplicate case value: {value}")
    _check_yields(op, "parent results", _types(op.results))


def _check_reduce(op: Any) -> None:
    if len(op.args) != len(op.regions):
        raise VerifyException(
            f"expected one reduction for each of {len(op.args)} operands, but found"
            f" {len(op.regions)}"
        )
    for number, (value, region) in enumerate(zip(op.args, op.regions, strict=True)):
        block = region.blocks.first
        if block is None:
            raise VerifyException(
                f"region #{number} ('reductions') failed to verify constraint: region with 1 blocks"
            )
        if _types(block.args) != [value.type] * 2:
            raise VerifyException(
                f"expected two block arguments with type {type_text([value.type])} in the"
                f" {number}-th reduction region"
            )


def _check_reduce_return(op: Any) -> None:
    block = op.parent
    if block is not None and block.args and op.result.type != block.args[0].type:
        raise VerifyException(
            f"must have type {type_text([block.args[0].type])} (the type of the reduction inputs)"
        )


def _check_parallel(op: Any) -> None:
    end = _end(op.regions[0], "scf.reduce")
    if end is not None and len(end.regions) != len(op.results):
        raise VerifyException(
            f"expects number of results: {len(op.results)} to be the same as number of"
            f" reductions: {len(end.regions)}"
        )


CHECKS: dict[str, Callable[[Any], None]] = {
    "scf.execute_region": _check_execute_region,
    "scf.for": _check_for,
    "scf.if": _check_if,
    "scf.index_switch": _check_index_switch,
    "scf.parallel": _check_parallel,
    "scf.reduce": _check_reduce,
    "scf.reduce.return": _check_reduce_return,
    "scf.while": _check_while,
}
"""Maps operation names to checks that run after those of the declaration."""
REPLACED = frozenset({"scf.reduce"})
"""Names of the operations whose checks in `CHECKS` replace xDSL's verifier."""
