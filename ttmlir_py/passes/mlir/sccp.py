"""`sccp`: sparse conditional constant propagation, within and across functions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.dialects import cf, scf
from xdsl.dialects.builtin import UNKNOWN_LOC, UnregisteredOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import ConstantLike

from ttmlir_py.dialects.func import CallOp, FuncOp, ReturnOp
from ttmlir_py.dialects.upstream.arith_folding import FOLDERS, integer_of
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.narrowing import is_integer_attr
from ttmlir_py.passes.base import Pass
from ttmlir_py.rewriting.control_flow import branch_ways, ops_in
from ttmlir_py.rewriting.effects import would_be_trivially_dead
from ttmlir_py.rewriting.folding import (
    folder_of,
    insertion_region,
    materialize_constant,
    tell_folding,
)
from ttmlir_py.rewriting.symbols import SymbolTables, SymbolUses, is_symbol_table, visibility


@dataclass(frozen=True)
class SCCPPass(Pass):
    """Sparse Conditional Constant Propagation

    Finds values that are constant on every path, and replaces them by constants at the start of
    their function. A branch counts as not taken until its condition may allow it. The analysis
    follows branches of `cf`, the regions of `scf.if`, `scf.for` and `scf.while`, and calls. The
    arguments of a private function are the values that all its calls pass. Unreachable blocks, and
    results of other ops with regions, are left alone.
    """

    name = "sccp"
    cpp_name = "SCCP"
    anchor = None

    def run(self, context: MlirContext, op: Operation) -> bool:
        """Propagate constants in `op`. Return whether any value was replaced."""
        solver = _Solver(op)
        solver.solve()
        return _Rewriter(solver, context).run(op)


class Constant(NamedTuple):
    """A constant, with an op of the dialect that can create a constant op for it."""

    value: Attribute
    origin: Operation


UNKNOWN = None
"""The state of a value that is not constant.

A value that was not reached yet has no state.
"""
State = Constant | None


@dataclass
class _Solver:
    """The analysis: states of values and reached blocks, computed with a worklist."""

    root: Operation
    states: dict[SSAValue, State] = field(default_factory=dict[SSAValue, State])
    _live: set[Block] = field(default_factory=set[Block])
    _pending: list[Operation] = field(default_factory=list[Operation])
    _callees: dict[Operation, FuncOp] = field(default_factory=dict[Operation, FuncOp])
    _callers: dict[Operation, list[CallOp]] = field(default_factory=dict[Operation, list[CallOp]])
    _known_callers: set[Operation] = field(default_factory=set[Operation])
    """The private functions that only calls refer to, so that all their calls are known."""

    def solve(self) -> None:
        """Visit ops until no state of a value or block changes."""
        self._resolve_calls()
        for region in self.root.regions:
            self._enter(region)
        while self._pending:
            op = self._pending.pop()
            if op.parent in self._live:
                self._visit(op)

    def _resolve_calls(self) -> None:
        """Find the callees of all calls, and the private functions that only calls refer to."""
        tables, uses = SymbolTables(), SymbolUses()
        referenced: set[Operation] = set()
        for op in (ops := [self.root, *ops_in(self.root.regions)]):
            if isinstance(op, CallOp):
                *_, callee = tables.lookup(op, op.callee) or (None,)
                if isinstance(callee, FuncOp) and self._has_body_inside(callee):
                    self._callees[op] = callee
                    self._callers.setdefault(callee, []).append(op)
                continue
            for reference in uses.directly_in(op):
                referenced.update(tables.lookup(op.parent_op() or op, reference))
        for op in ops:
            private = isinstance(op, FuncOp) and op is not self.root and self._sees_all_uses(op)
            if private and op not in referenced:
                self._known_callers.add(op)

    def _has_body_inside(self, function: FuncOp) -> bool:
        return self.root.is_ancestor(function) and not function.is_declaration

    def _sees_all_uses(self, function: FuncOp) -> bool:
        kind = visibility(function)
        table = function.parent_op()
        hidden = table is not None and is_symbol_table(table) and table.parent is None
        return kind == "private" or (kind == "nested" and hidden)

    def constant(self, value: SSAValue) -> Attribute | None:
        """Return the constant that `value` is known to have, or None."""
        state = self.states.get(value)
        return None if state is None else state.value

    def _join(self, value: SSAValue, state: State) -> None:
        """Merge `state` into the state of `value`: different constants become UNKNOWN."""
        if value in self.states:
            old = self.states[value]
            if old is None or (state is not None and old.value == state.value):
                return
            state = UNKNOWN
        self.states[value] = state
        self._pending.extend(use.operation for use in value.uses)

    def _join_all(self, values: Iterable[SSAValue], sources: Iterable[SSAValue]) -> None:
        """Merge the states of the values `sources` into the states of the values at the same
        indices.
        """
        for value, source in zip(values, sources, strict=True):
            if source in self.states:
                self._join(value, self.states[source])

    def _unknown(self, values: Iterable[SSAValue]) -> None:
        for value in values:
            self._join(value, UNKNOWN)

    def _reach(self, block: Block | None) -> None:
        if block is not None and block not in self._live:
            self._live.add(block)
            self._pending.extend(reversed(list(block.ops)))

    def _enter(self, region: Region) -> None:
        """Mark the entry block of `region` as reached. The arguments of the block become
        unknown.
        """
        block = region.first_block
        if block is not None:
            self._unknown(block.args)
            self._reach(block)

    def _visit(self, op: Operation) -> None:
        if isinstance(op, CallOp):
            self._visit_call(op)
        elif isinstance(op, FuncOp):
            self._visit_function(op)
        elif isinstance(op, ReturnOp):
            self._pending.extend(self._callers.get(op.parent_op() or op, ()))
        elif isinstance(op, scf.YieldOp | scf.ConditionOp):
            parent = op.parent_op()
            if parent is not None:
                self._visit(parent)
        elif isinstance(op, scf.IfOp | scf.ForOp | scf.WhileOp):
            if all(operand in self.states for operand in op.operands):
                self._visit_structured(op)
        elif op.successors:
            if all(operand in self.states for operand in op.operands):
                self._visit_branch(op)
        elif op.regions:
            for region in op.regions:
                self._enter(region)
            self._unknown(op.results)
        elif op.results:
            self._visit_computation(op)

    def _visit_call(self, call: CallOp) -> None:
        callee = self._callees.get(call)
        if callee is None:
            self._unknown(call.results)
            return
        if callee in self._known_callers:
            entry = callee.body.blocks[0]
            self._join_all(entry.args, call.operands)
            self._reach(entry)
        for block in callee.body.blocks:
            terminator = block.last_op
            if block in self._live and isinstance(terminator, ReturnOp):
                self._join_all(call.results, terminator.operands)

    def _visit_function(self, function: FuncOp) -> None:
        if function not in self._known_callers:
            self._enter(function.body)

    def _visit_structured(self, op: scf.IfOp | scf.ForOp | scf.WhileOp) -> None:
        if isinstance(op, scf.IfOp):
            condition = integer_of(self.constant(op.cond))
            if condition != 0:
                self._reach(op.true_region.first_block)
            if condition != 1:
                self._reach(op.false_region.first_block)
            self._join_yielded(op.true_region, op.results)
            self._join_yielded(op.false_region, op.results)
        elif isinstance(op, scf.ForOp):
            body = op.body.block
            self._unknown(body.args[:1])
            self._join_all(body.args[1:], op.iter_args)
            self._join_all(op.results, op.iter_args)
            self._reach(body)
            self._join_yielded(op.body, body.args[1:])
            self._join_yielded(op.body, op.results)
        else:
            self._visit_while(op)

    def _visit_while(self, op: scf.WhileOp) -> None:
        before, after = op.before_region.block, op.after_region.block
        self._join_all(before.args, op.arguments)
        self._reach(before)
        self._join_yielded(op.after_region, before.args)
        last = before.last_op
        if not isinstance(last, scf.ConditionOp) or not self._is_reached(last.operands):
            return
        condition = integer_of(self.constant(last.condition))
        if condition != 0:
            self._join_all(after.args, last.args)
            self._reach(after)
        if condition != 1:
            self._join_all(op.results, last.args)

    def _is_reached(self, operands: Iterable[SSAValue]) -> bool:
        return all(operand in self.states for operand in operands)

    def _join_yielded(self, region: Region, values: Sequence[SSAValue]) -> None:
        block = region.first_block
        last = None if block is None or block not in self._live else block.last_op
        if isinstance(last, scf.YieldOp) and self._is_reached(last.operands):
            self._join_all(values, last.operands)

    def _visit_branch(self, op: Operation) -> None:
        """Mark the blocks that the branch `op` may continue in as reached.

        If an op branches to the same block twice, with different operands, both branches count as
        possible.
        """
        ways = branch_ways(op)
        if ways is None:
            for block in op.successors:
                self._unknown(block.args)
                self._reach(block)
            return
        chosen = self._chosen(op)
        blocks = {block for block, _ in ways} if chosen is None else {ways[chosen][0]}
        for block, numbers in ways:
            if block in blocks:
                self._join_all(block.args, [op.operands[number] for number in numbers])
                self._reach(block)

    def _chosen(self, op: Operation) -> int | None:
        """Return the index of the successor that the branch `op` takes, or None if it is
        unknown.
        """
        if op.name in ("cf.cond_br", "llvm.cond_br"):
            condition = integer_of(self.constant(op.operands[0]))
            return None if condition is None else 1 - condition
        if isinstance(op, cf.SwitchOp):
            flag = self.constant(op.flag)
            if not is_integer_attr(flag):
                return None
            values = () if op.case_values is None else op.case_values.get_values()
            number = flag.value.data
            return next((i for i, value in enumerate(values, 1) if value == number), 0)
        return None

    def _visit_computation(self, op: Operation) -> None:
        if not self._is_reached(op.operands):
            return
        folded = self._fold(op)
        if not folded:
            self._unknown(op.results)
            return
        for result, value in zip(op.results, folded, strict=True):
            if isinstance(value, Attribute):
                self._join(result, Constant(value, op))
            elif value in self.states:
                self._join(result, self.states[value])

    def _fold(self, op: Operation) -> Sequence[SSAValue | Attribute] | None:
        with_constants = FOLDERS.get(op.__class__)
        if with_constants is not None:
            return with_constants(op, [self.constant(operand) for operand in op.operands])
        fold = folder_of(op.__class__)
        return None if fold is None or isinstance(op, UnregisteredOp) else fold(op)


@dataclass
class _Rewriter:
    """The rewriter that replaces values by the constants found."""

    solver: _Solver
    context: MlirContext
    _constants: dict[tuple[Region, str, Attribute, Attribute], SSAValue] = field(
        default_factory=dict[tuple[Region, str, Attribute, Attribute], SSAValue]
    )
    _changed: bool = False

    def run(self, root: Operation) -> bool:
        """Replace the constant values inside of `root`, outer ops first. Return whether there were
        any.
        """
        pending = self._blocks_of(root)
        while pending:
            block = pending.pop()
            for op in list(block.ops):
                replaced = [self._replace(result, block) for result in op.results]
                if any(replaced):
                    tell_folding(self.context, op)
                if replaced and all(replaced) and would_be_trivially_dead(op):
                    op.detach()
                    op.erase()
                else:
                    pending += self._blocks_of(op)
            for argument in block.args:
                self._replace(argument, block)
        return self._changed

    @staticmethod
    def _blocks_of(op: Operation) -> list[Block]:
        return [block for region in op.regions for block in reversed(list(region.blocks))]

    def _replace(self, value: SSAValue, block: Block) -> bool:
        state = self.solver.states.get(value)
        constant = None if state is None else self._constant(state, value.type, block)
        if constant is None:
            return False
        value.replace_all_uses_with(constant)
        self._changed = True
        return True

    def _constant(self, state: Constant, type_: Attribute, block: Block) -> SSAValue | None:
        """Return the result of a constant op for `state`, or None if the op cannot be built.

        The op is at the start of the isolated region around `block`.
        """
        region = insertion_region(block)
        key = (region, state.origin.dialect_name(), state.value, type_)
        known = self._constants.get(key)
        if known is None:
            new = materialize_constant(self.context, state.origin, state.value, type_)
            if new is None or not new.has_trait(ConstantLike):
                return None
            new.location = UNKNOWN_LOC
            first = region.blocks[0].first_op
            assert first is not None
            region.blocks[0].insert_op_before(new, first)
            known = self._constants[key] = new.results[0]
        return known
