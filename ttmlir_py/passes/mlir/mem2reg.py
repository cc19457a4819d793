"""`mem2reg`: replace memory slots that hold one value by SSA values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from typing_extensions import override
from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    AnyFloat,
    FloatAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
)
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue

from ttmlir_py.ir.checking.dominance import DominatorTree
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.external_models import models_for
from ttmlir_py.ir.narrowing import is_integer_type, is_memref_type
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.rewriting.control_flow import branch_ways, simplify_region
from ttmlir_py.rewriting.mutation import erase, insert_at_start, replace_uses


@dataclass(frozen=True)
class Mem2RegPass(Pass):
    """Promotes memory slots into values.

    A slot is a `memref.alloca` of one number. It is removed if only loads and stores of the same
    region use it. A load becomes the value that was stored last. Where paths with different values
    join, the block gets an argument. A value that was never stored is 0.
    """

    name = "mem2reg"
    cpp_name = "Mem2Reg"
    anchor = None

    region_simplify: bool = option(True, "Perform control flow optimizations to the region tree")

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        changed = False
        for region in op.regions:
            slots = list(_allocations(region))
            while promoted := {slot for slot in slots if _promote(slot)}:
                changed = True
                slots = [slot for slot in slots if slot not in promoted]
        if changed and self.region_simplify:
            for region in op.regions:
                simplify_region(region)
        return changed


def _allocations(region: Region) -> Iterator[memref.AllocaOp]:
    """Yield the `memref.alloca` ops in `region`, inner regions first."""
    for block in region.blocks:
        for op in block.ops:
            for inner in op.regions:
                yield from _allocations(inner)
            if isinstance(op, memref.AllocaOp) and _element_of(op) is not None:
                yield op


def _element_of(slot: memref.AllocaOp) -> Attribute | None:
    """Return the element type of `slot`, or None if the slot holds more than one element or
    something else than a number.
    """
    type: Attribute = slot.memref.type
    if not is_memref_type(type) or any(size != 1 for size in type.get_shape()):
        return None
    element: Attribute = type.element_type
    known = is_integer_type(element) or isinstance(element, AnyFloat | IndexType)
    return element if known and not isinstance(element, MemRefType) else None


def _promote(slot: memref.AllocaOp) -> bool:
    """Replace `slot` by SSA values, or return False if that is impossible."""
    region = slot.parent_region()
    assert region is not None
    accesses: dict[Operation, None] = {}
    for use in slot.memref.uses:
        op = use.operation
        is_load = isinstance(op, memref.LoadOp)
        is_store = isinstance(op, memref.StoreOp) and op.value is not slot.memref
        if op.parent_region() is not region or not (is_load or is_store):
            return False
        accesses[op] = None
    flow = _ControlFlow(region)
    merges = _merge_blocks(slot, accesses, flow)
    if not accesses or any(
        branch_ways(end) is None for block in merges for end in flow.ends_before(block)
    ):
        return False
    _Promotion(slot, accesses, flow, merges).run()
    return True


class _ControlFlow:
    """The blocks of a region, their predecessors and their dominance."""

    def __init__(self, region: Region):
        self.blocks = list(region.blocks)
        self.tree = DominatorTree(region)
        self.predecessors: dict[Block, list[Block]] = {block: [] for block in self.blocks}
        for block in self.blocks:
            if block.last_op is not None:
                for successor in dict.fromkeys(block.last_op.successors):
                    self.predecessors[successor].append(block)

    def ends_before(self, block: Block) -> list[Operation]:
        """Return the branches after which control may continue at `block`."""
        ends = (predecessor.last_op for predecessor in self.predecessors[block])
        return [end for end in ends if end is not None]

    def frontier(self, blocks: set[Block]) -> set[Block]:
        """Return the iterated dominance frontier of `blocks`: the blocks where a value stored in
        one of them can meet another value.
        """
        parents = {
            child: block for block in self.tree.blocks for child in self.tree.children(block)
        }
        frontiers: dict[Block, set[Block]] = {}
        for block in self.tree.blocks:
            for runner in self.predecessors[block]:
                current: Block | None = runner if self.tree.holds(runner) else None
                while current is not None and current is not parents.get(block):
                    frontiers.setdefault(current, set()).add(block)
                    current = parents.get(current)
        found: set[Block] = set()
        pending = list(blocks)
        while pending:
            for block in frontiers.get(pending.pop(), set()) - found:
                found.add(block)
                pending.append(block)
        return found


def _merge_blocks(
    slot: Operation, accesses: Mapping[Operation, None], flow: _ControlFlow
) -> list[Block]:
    """Return the blocks that need an argument for the value of `slot`, in the order of the region.

    Different values join in these blocks, and the value is read there or later.
    """
    home = slot.parent
    assert home is not None
    stores = {op.parent for op in accesses if isinstance(op, memref.StoreOp)}
    defining = {block for block in stores if block is not None} | {home}
    live: set[Block] = set()
    for block in flow.blocks:
        first = next((op for op in block.ops if op in accesses), None)
        if isinstance(first, memref.LoadOp) and block is not home:
            live.add(block)
    pending = list(live)
    while pending:
        for block in flow.predecessors[pending.pop()]:
            if block not in defining and block not in live:
                live.add(block)
                pending.append(block)
    merges = flow.frontier(defining) & live
    return [block for block in flow.blocks if block in merges]


@dataclass
class _Promotion:
    """The replacement of one slot by SSA values."""

    slot: memref.AllocaOp
    accesses: Mapping[Operation, None]
    flow: _ControlFlow
    merges: list[Block]
    _arguments: dict[Block, SSAValue] = field(default_factory=dict[Block, SSAValue])
    _default: OpResult | None = None

    def run(self) -> None:
        """Replace the loads, pass values to the blocks with an argument, and erase the slot."""
        element = _element_of(self.slot)
        assert element is not None
        for block in self.merges:
            argument = block.insert_arg(element, len(block.args))
            argument.location = self.slot.location
            self._arguments[block] = argument
        entry = self.flow.blocks[0]
        stack: list[tuple[Block, SSAValue | None]] = [(entry, None)]
        while stack:
            block, value = stack.pop()
            value = self._replace_in(block, value)
            stack += [(child, value) for child in reversed(self.flow.tree.children(block))]
        self._replace_unreachable()
        for op in self.accesses:
            erase(op)
        erase(self.slot)
        if self._default is not None and self._default.first_use is None:
            erase(self._default.op)

    def _replace_unreachable(self) -> None:
        """Replace loads in unreachable blocks by the default value, even if a value is stored
        there.
        """
        for block in self.flow.blocks:
            if self.flow.tree.holds(block):
                continue
            for op in block.ops:
                if op in self.accesses and op.results:
                    replace_uses(op.results[0], self._default_value())
            if block.last_op is not None:
                self._pass_on(block.last_op, None)

    def _replace_in(self, block: Block, value: SSAValue | None) -> SSAValue | None:
        """Replace the loads of `block`, at whose start the slot holds `value`.

        Return the value at the end of the block. None stands for the default value.
        """
        value = self._arguments.get(block, value)
        for op in block.ops:
            if op not in self.accesses:
                continue
            if isinstance(op, memref.StoreOp):
                value = op.value
            else:
                replace_uses(op.results[0], value or self._default_value())
        if block.last_op is not None:
            self._pass_on(block.last_op, value)
        return value

    def _pass_on(self, end: Operation, value: SSAValue | None) -> None:
        """Add the value of the slot to the operands of the branch `end`, for each successor that
        has an argument for the slot.
        """
        if not any(block in self._arguments for block in end.successors):
            return
        passed = value or self._default_value()
        ways = branch_ways(end) or []
        operands, counts, added = list(end.operands), list[int](), 0
        for block, numbers in ways:
            takes = block in self._arguments
            counts.append(len(numbers) + takes)
            if takes:
                operands.insert(numbers.stop + added, passed)
                added += 1
        end.operands = operands
        models_for(end.__class__).branches[end.name].resize(end, counts)

    def _default_value(self) -> SSAValue:
        """Return the constant zero, built at the start of the slot's block."""
        if self._default is None:
            element, block = _element_of(self.slot), self.slot.parent
            assert element is not None
            assert block is not None
            zero = FloatAttr(0.0, element) if isinstance(element, AnyFloat) else None
            constant = arith.ConstantOp(zero or _zero_integer(element))
            constant.location = self.slot.location
            self._default = insert_at_start(block, constant).result
        return self._default


def _zero_integer(type: Attribute) -> IntegerAttr:
    assert is_integer_type(type) or isinstance(type, IndexType)
    return IntegerAttr(0, type)
