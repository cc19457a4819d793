"""Checks for probable mistakes in the input: operations that read an empty tensor, and operands
that were read as destinations but may be biases.

Every text is checked, so importing this module must be fast. It does not import the code of later
revisions, and it imports `rewriting` only in the branches that need it.
"""

from collections.abc import Iterator, Sequence
from typing import Any, cast

from xdsl.ir import Operation, Region, SSAValue

from ttmlir_py.dialects.revisions import IN_PLACE
from ttmlir_py.ir.definition.operations import DestinationStyle, inherits
from ttmlir_py.revisions import REGISTRY, with_destinations, without_destinations

EMPTY_TENSORS = ("tensor.empty", "ttir.empty")
_CASTS = ("builtin.unrealized_conversion_cast", "tensor.cast", "ttir.typecast", "ttir.to_layout")
"""Names of operations whose result is an empty tensor if their input is."""
_ENTERED = {"scf.for": 3, "scf.while": 0}
"""Maps loops to the index of the first operand that becomes an argument of the loop body.

The operands become the last arguments of the body.
"""
CACHES = (*IN_PLACE, "ttir.paged_update_cache", "ttir.paged_fill_cache")
"""Names of operations that write into their first operand."""


def empty_operands(root: Operation, revision: str) -> Iterator[tuple[Operation, str]]:
    """Yield operations that read a tensor created by `tensor.empty`, with a message about the
    operand.

    Empty tensors are followed through casts, loops and branches.
    """
    pending = [
        (each.results[0], each) for each in _ops_in(root.regions) if each.name in EMPTY_TENSORS
    ]
    seen: set[SSAValue] = set()
    while pending:
        value, maker = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        for use in sorted(value.uses, key=lambda use: use.index):
            user, index = use.operation, use.index
            if inherits(user.__class__, DestinationStyle) and user.name not in CACHES:
                start, count = cast(DestinationStyle, user).dps_init_range()
                if start <= index < start + count:
                    continue  # most uses, therefore first
            passed = _passed_on(user, index)
            if passed:
                pending += [(each, maker) for each in passed]
            elif user.name.startswith("ttir.") and not _is_written(user, index):
                yield user, _message(index, maker, revision)


OPTIONAL_LAST = tuple(
    f"{dialect}.{name}"
    for dialect in ("ttir", "ttnn")
    for name in ("conv2d", "conv_transpose2d", "linear")
)
"""Names of operations whose last operand is a bias in one revision, and a destination in
another.
"""
_LAYOUT_CHANGES = (
    *_CASTS,
    "ttnn.to_device",
    "ttnn.to_layout",
    "ttnn.to_memory_config",
    "ttnn.typecast",
)


def doubtful_destinations(root: Operation, revision: str) -> Iterator[tuple[Operation, str]]:
    """Yield operations whose last operand, read as a destination, was perhaps meant as a bias.

    These operations have no other bias. The last operand is doubtful if it was not created as an
    empty tensor.
    """
    for op in _ops_in(root.regions):
        if op.name not in OPTIONAL_LAST or getattr(op, "bias", None) is not None:
            continue
        destinations = _destinations(op)
        if not destinations:
            continue
        value = destinations[0]
        index = tuple(op.operands).index(value)
        maker = value.owner
        while isinstance(maker, Operation) and maker.name in _LAYOUT_CHANGES and maker.operands:
            maker = maker.operands[0].owner
        if isinstance(maker, Operation) and maker.name.endswith(".empty"):
            continue
        yield (
            op,
            f"takes operand #{index} for the destination, as in text of tt-mlir {revision}, and "
            "has no "
            "bias; if it is the bias, choose the revision: "
            f"--tt-mlir={_first_without_destinations()}",
        )


def _ops_in(regions: Sequence[Region]) -> Iterator[Operation]:
    """Yield the ops in `regions`. `control_flow.ops_in` is faster, but importing its module takes
    longer than the checks.
    """
    for region in regions:
        for block in region.blocks:
            for op in block.ops:
                yield op
                if op.regions:
                    yield from _ops_in(op.regions)


def _message(index: int, maker: Operation, revision: str) -> str:
    message = (
        f"reads operand #{index}, an empty tensor of '{maker.name}' whose elements have no values"
    )
    found = REGISTRY[revision]
    if not found.base:
        return f"{message}; in text of tt-mlir {revision} only destinations are written"
    if found.has_destinations:
        return message
    older = [each for each in REGISTRY if each in with_destinations()]
    return (
        f"{message}; if it is meant as destination, the text is older than tt-mlir "
        f"{_first_without_destinations()}: --tt-mlir={older[-1]}"
    )


def _first_without_destinations() -> str:
    return next(each for each in REGISTRY if each in without_destinations())


def _passed_on(user: Operation, index: int) -> Sequence[SSAValue]:
    """Return the values that hold the same tensor as operand `index` of `user`.

    They are the result if `user` is a cast, or block arguments if it is a loop.
    """
    if user.name in _CASTS:
        return user.results if index == 0 else ()
    if (first := _ENTERED.get(user.name)) is not None:
        body = user.regions[0].first_block
        if body is None or index < first:
            return ()
        return body.args[len(body.args) - len(user.operands) + index :][:1]
    if not user.successors:
        return ()
    from ttmlir_py.rewriting.control_flow import branch_ways

    return [
        block.args[index - passed.start]
        for block, passed in branch_ways(user) or ()
        if index in passed and index - passed.start < len(block.args)
    ]


def _is_written(user: Any, index: int) -> bool:
    """Whether `user` does not read the elements of operand `index`, because it only writes them or
    reads the shape.
    """
    value = user.operands[index]
    if user.name in CACHES:
        return index == 0
    if user.name == "ttir.get_dimension_size":
        return True
    if inherits(user.__class__, DestinationStyle):
        return False
    if destinations := _destinations(user):
        return index >= len(user.operands) - len(destinations)
    output: Any = getattr(user, "output", None)
    if any(name == "output" for name, _ in user.get_irdl_definition().operands):
        return value is output if isinstance(output, SSAValue) else value in (output or ())
    return False


def _destinations(op: Operation) -> Sequence[SSAValue]:
    """Return the operands of `op`, an operation of any revision, that it writes into."""
    if isinstance(op, DestinationStyle):
        return op.dps_inits
    destinations: Sequence[SSAValue] = getattr(op, "destinations", ())
    return destinations
