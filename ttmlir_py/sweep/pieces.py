"""Pieces of programs as programs of their own: single operations, and connected ones."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    StringAttr,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.elements import splat_data
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.rewriting.symbols import symbol_name
from ttmlir_py.testcase_reduction.cutting import extract, is_source, is_terminator

SMALL = 64
"""The largest number of elements of a constant that becomes part of the operation that reads it."""
CONTROL_FLOW = frozenset(
    f"{dialect}.{name}"
    for dialect in ("stablehlo", "scf", "affine")
    for name in ("case", "for", "forall", "if", "while", "parallel", "index_switch")
)
"""Operations whose bodies consist of operations that count by themselves."""
PRODUCTS = ("matmul", "linear", "dot_general", "dot")
CONVOLUTIONS = ("conv2d", "conv_transpose2d", "convolution")
PATTERNS: dict[str, tuple[tuple[tuple[str, ...], ...], ...]] = {
    "attention": (
        (("scaled_dot_product_attention", "scaled_dot_product_attention_decode"),),
        (PRODUCTS, ("softmax",), PRODUCTS),
        (PRODUCTS, ("exponential", "exp"), PRODUCTS),
    ),
    "conv-bn": (
        (CONVOLUTIONS, ("batch_norm", "batch_norm_inference", "batch_norm_training")),
        (CONVOLUTIONS, ("multiply", "subtract"), ("add",)),
    ),
    "mlp": (
        (PRODUCTS, ("relu", "gelu", "silu", "sigmoid", "tanh", "logistic", "maximum"), PRODUCTS),
    ),
}
"""Maps names of pieces to patterns: stages of operations without their dialect, in data flow order.

At most `REACH` operations may be between two stages, and they may not be of the first stage.
"""
REACH = 12


@dataclass(frozen=True)
class Piece:
    """Operations of a block in program order, which form a program."""

    ops: Sequence[Operation]
    function: FuncOp

    @property
    def inner(self) -> int:
        """The number of operations in the regions of the operations, such as those of a reducer."""
        return sum(_inner(op) for op in self.ops)

    def key(self) -> Hashable:
        """Return a key that is equal for pieces with equal programs, or None if it is unknown."""
        return key_of(self.ops[0]) if len(self.ops) == 1 else None

    def module(self) -> ModuleOp:
        """Return the program: a function `main` that takes the operands and returns the results."""
        last = self.ops[-1]
        returned = last.results if len(self.ops) == 1 else _results(self.ops)
        module, _ = extract(self.function, self.ops, (), returned, is_copied=is_copied)
        made = next(op for op in module.ops if isinstance(op, FuncOp))
        if all(symbol_name(op) != "main" for op in module.ops):
            made.properties["sym_name"] = StringAttr("main")
        for op in ops_in(module.regions):
            _describe(op)
        is_lowered = any(op.name.startswith("ttnn.") for op in ops_in(module.regions))
        if not is_lowered:
            module.attributes.clear()
        elif self.function.parent is not None:
            devices = [op for op in self.function.parent.ops if _is_device(op)]
            module.body.block.insert_ops_before([op.clone() for op in devices], made)
        return module


def _is_device(op: Operation) -> bool:
    return op.name.endswith(".device") and symbol_name(op) is not None


def _results(ops: Sequence[Operation]) -> list[SSAValue]:
    """Return the results that operations outside of `ops` read, or that none reads."""
    inside = {each for op in ops for each in (op, *ops_in(op.regions))}
    return [
        result
        for op in ops
        for result in op.results
        if not result.uses or any(use.operation not in inside for use in result.uses)
    ]


def _inner(op: Operation) -> int:
    if not op.regions or op.name in CONTROL_FLOW:
        return 0
    return sum(not is_terminator(each) for each in ops_in(op.regions))


def operations(module: ModuleOp) -> Iterator[Piece]:
    """Yield each operation of the module's functions as a piece, in order.

    The body of control flow counts by itself. The regions of other operations belong to them.
    """
    for function in ops_in(module.regions):
        if isinstance(function, FuncOp):
            for block in function.body.blocks:
                for op in _operations_in(block):
                    yield Piece((op,), function)


def _operations_in(block: Block) -> Iterator[Operation]:
    for op in block.ops:
        if is_terminator(op) or isinstance(op, FuncOp):
            continue
        yield op
        if op.name in CONTROL_FLOW:
            for region in op.regions:
                for inner in region.blocks:
                    yield from _operations_in(inner)


def is_copied(op: Operation) -> bool:
    """Whether `op` becomes part of the operations that read it: a constant with few elements, an
    empty tensor, or a device.
    """
    return is_source(op) and all(map(_is_small, (*op.properties.values(), *op.attributes.values())))


def _is_small(attribute: Attribute) -> bool:
    if isinstance(attribute, DenseResourceAttr):
        return False
    if not isinstance(attribute, DenseIntOrFPElementsAttr):
        return True
    elements = cast("DenseIntOrFPElementsAttr[Any]", attribute)
    return len(elements) <= SMALL or splat_data(elements) is not None


def is_described(op: Operation) -> bool:
    """Whether the value of the constant `op` is left out of its program, because it is large."""
    return is_source(op) and not is_copied(op)


def _describe(op: Operation) -> None:
    """Replace the values of a large constant by zeros."""
    if not is_described(op):
        return
    for held in (op.properties, op.attributes):
        for name, value in held.items():
            if not _is_small(value):
                type_: Any = tensor_type(op.results[0])
                held[name] = DenseIntOrFPElementsAttr.from_list(type_, [0])


def key_of(op: Operation) -> Hashable:
    """Return a key of one operation: its type, attributes, operand and result types with layouts.

    Operands that are copied count with their own keys, and equal operands with their positions. The
    key is None for an operation with regions or references to symbols, whose program tells.
    """
    if op.regions or "call" in op.name or "load_cached" in op.name:
        return None
    numbers: dict[SSAValue, int] = {}
    operands: list[Hashable] = []
    for operand in op.operands:
        owner = operand.owner
        held: Hashable = operand.type
        if isinstance(owner, Operation) and is_copied(owner):
            held = key_of(owner)
        operands.append((numbers.setdefault(operand, len(numbers)), held))
    if is_described(op):
        return (op.name, tuple(result.type for result in op.results))
    return (
        op.name,
        tuple(operands),
        tuple(result.type for result in op.results),
        frozenset(op.properties.items()),
        frozenset(op.attributes.items()),
    )


def connected(module: ModuleOp, names: Collection[str]) -> Iterator[tuple[str, Piece]]:
    """Yield the connected pieces with the given names of `PATTERNS`, without overlaps.

    Raises ValueError for an unknown name.
    """
    if unknown := [name for name in names if name not in PATTERNS]:
        raise ValueError(f"unknown piece '{unknown[0]}': expected {', '.join(PATTERNS)}")
    for function in ops_in(module.regions):
        if not isinstance(function, FuncOp):
            continue
        for block in function.body.blocks:
            for name in names:
                taken: set[Operation] = set()
                for op in block.ops:
                    found = _match(op, PATTERNS[name]) if op not in taken else None
                    if found and not found & taken:
                        taken |= found
                        ordered = [each for each in block.ops if each in found]
                        yield name, Piece(ordered, function)


def _match(op: Operation, patterns: Sequence[Sequence[Sequence[str]]]) -> set[Operation] | None:
    for stages in patterns:
        if _mnemonic(op) in stages[0] and (found := _paths(op, stages)):
            return found
    return None


def _mnemonic(op: Operation) -> str:
    return op.name.partition(".")[2]


def _paths(start: Operation, stages: Sequence[Sequence[str]]) -> set[Operation] | None:
    """Return all operations between `start` and the last stage, or None without a match."""
    found, current = {start}, start
    for stage in stages[1:]:
        reached = _forward(current, stage, stages[0])
        if reached is None:
            return None
        found.add(reached)
        current = reached
    return found | _between(start, current)


def _forward(op: Operation, stage: Sequence[str], first: Sequence[str]) -> Operation | None:
    """Return the nearest user of `op` in `stage`, at most `REACH` steps away."""
    front = [op]
    for _ in range(REACH):
        users = {
            use.operation: None for each in front for result in each.results for use in result.uses
        }
        front = [each for each in users if each.parent is op.parent and not is_terminator(each)]
        for each in front:
            if _mnemonic(each) in stage:
                return each
        front = [each for each in front if _mnemonic(each) not in first]
    return None


def _between(start: Operation, end: Operation) -> set[Operation]:
    """Return the operations on paths from `start` to `end` in their block."""
    after, within = {start}, False
    assert start.parent is not None
    for op in start.parent.ops:
        if within and any(operand.owner in after for operand in op.operands):
            after.add(op)
        within = within or op is start
        if op is end:
            break
    before, pending = {end}, [end]
    while pending:
        for operand in pending.pop().operands:
            owner = operand.owner
            if isinstance(owner, Operation) and owner in after and owner not in before:
                before.add(owner)
                pending.append(owner)
    return before
