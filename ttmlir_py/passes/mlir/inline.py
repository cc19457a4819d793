"""`inline`: replace calls by the bodies of their callees."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from typing_extensions import override
from xdsl.dialects.builtin import UNKNOWN_LOC, CallSiteLoc, LocationAttr, UnregisteredOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import IsolatedFromAbove, IsTerminator

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects.func import CallOp, FuncOp, ReturnOp
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.running.manager import build_nested_pipeline
from ttmlir_py.passes.running.pass_manager import OpPassManager, PassRunner
from ttmlir_py.rewriting.call_graph import CallGraph, CallNode, UseCounts, calls_in
from ttmlir_py.rewriting.control_flow import ops_in, takes_single_blocks
from ttmlir_py.rewriting.mutation import copy
from ttmlir_py.rewriting.symbols import SymbolTables, is_symbol_table

UNLIMITED = 0xFFFFFFFF

NOT_INLINABLE_DIALECTS = frozenset(("tt", "ttkernel", "ttmetal", "ttnn"))
"""Dialects that do not declare whether their ops may be inlined.

A function that contains such an op is not inlined.
"""


@dataclass(frozen=True)
class InlinePass(Pass):
    """Inline function calls

    Visits functions from callees to callers. Each function is first optimized by
    `default-pipeline`; then its calls are replaced by the bodies of their callees. Private
    functions that are no longer called are erased. The inlined ops get call-site locations, unless
    the call's location is unknown. If a callee has several blocks, the ops after its call move to a
    new block.

    These calls are kept: calls of recursive functions, calls of functions with several blocks
    inside an op whose region takes one block, and calls of functions that contain ops of a dialect
    that does not say whether they may be inlined. A call is also kept, with a warning, if more than
    `max-growth` ops would be added.
    """

    name = "inline"
    cpp_name = "Inliner"
    anchor = None

    default_pipeline: str = option(
        "canonicalize",
        "The optimizer pipeline used for callables that do not have a dedicated optimizer "
        "pipeline in op-pipelines",
    )
    op_pipelines: tuple[str, ...] = option(
        (),
        "Callable operation specific optimizer pipelines (in the form of `dialect.op(pipeline)`)",
    )
    max_iterations: int = option(4, "Maximum number of iterations when inlining within an SCC")
    inlining_threshold: int = option(
        UNLIMITED,
        "If the callee has more ops than this percentage of the caller's, it is not inlined",
    )
    max_growth: int = option(
        100_000,
        "Maximum number of operations that inlining may add (-1: no limit). Calls that exceed it "
        "are kept.",
        own=True,
    )

    @override
    def run_nested(self, runner: PassRunner, op: Operation) -> bool:
        if not is_symbol_table(op):
            raise OperationError(
                op, " was scheduled to run under the inliner, but does not define a symbol table"
            )
        tables = SymbolTables()
        graph = CallGraph(op, tables)
        return _Inliner(self, runner, graph, UseCounts(op, graph, tables)).run()

    def pipeline_for(self, callable_name: str) -> OpPassManager | None:
        """Return the optimizer pipeline for functions called `callable_name` in the IR, such as
        `func.func`.

        None means that the functions are not optimized.
        """
        for text in self.op_pipelines:
            anchor, _, inner = text.strip().partition("(")
            if anchor == callable_name:
                return build_nested_pipeline(anchor, inner.removesuffix(")"))
        if not self.default_pipeline:
            return None
        return build_nested_pipeline(callable_name, self.default_pipeline)


@dataclass
class _Call:
    """A call that may be inlined: the caller, the callee, and the inlined calls that it came
    from.
    """

    op: CallOp
    caller: CallNode
    callee: CallNode
    history: tuple[CallNode, ...] = ()


@dataclass
class _Inliner:
    """The state of one run of the inliner."""

    options: InlinePass
    runner: PassRunner
    graph: CallGraph
    uses: UseCounts
    dead: dict[CallNode, None] = field(default_factory=dict[CallNode, None])
    added: int = 0
    """The number of ops that inlining has copied so far."""
    sizes: dict[CallNode, int] = field(default_factory=dict[CallNode, int])
    """The number of ops of each function. An entry is removed when its function changes."""
    locations: dict[tuple[int, int], CallSiteLoc] = field(
        default_factory=dict[tuple[int, int], CallSiteLoc]
    )
    """The call-site locations that were created, by the ids of their two parts. The locations keep
    the parts alive, so that the ids stay valid.
    """

    def run(self) -> bool:
        """Inline calls from callees to callers, and erase uncalled functions. Return whether any
        changed.
        """
        changed = False
        for component in self.graph.components():
            for _ in range(max(self.options.max_iterations, 1)):
                component = [node for node in component if node not in self.dead]
                self._optimize(component)
                if not self._inline_calls(component):
                    break
                changed = True
        for node in self.dead:
            node.function.detach()
            node.function.erase(safe_erase=False)
        return changed or bool(self.dead)

    def _optimize(self, component: list[CallNode]) -> None:
        """Run the optimizer pipeline on the functions of `component` that contain no other
        functions.
        """
        for node in component:
            if node.children or not node.function.has_trait(IsolatedFromAbove):
                continue
            pipeline = self.options.pipeline_for(node.function.name)
            if pipeline is not None:
                pipeline.run(self.runner, node.function)
            self.sizes.pop(node, None)
            self.uses.recompute(node)

    def _inline_calls(self, component: list[CallNode]) -> bool:
        """Inline calls in the functions of `component`. Return whether any call was inlined."""
        calls: list[_Call] = []
        dead: dict[CallNode, None] = {}
        for node in component:
            if self.uses.is_dead(node):
                dead[node] = None
            else:
                calls += self._resolved(calls_in(node.function.body.blocks, self.graph), node, ())
        inlined_any = False
        for call in calls:  # `calls` grows during the iteration
            if call.caller in dead or call.callee in call.history or not self._should_inline(call):
                continue
            in_place = self.uses.is_discardable_with_one_use(call.callee)
            if not in_place and not self._has_room(call):
                continue
            new_calls = self._inline(call, in_place)
            self.sizes.pop(call.caller, None)
            calls += self._resolved(new_calls, call.caller, (*call.history, call.callee))
            inlined_any = True
            self.uses.inlined(call.callee, call.caller)
            if in_place:
                self.uses.erase(call.callee)
                dead[call.callee] = None
        self.dead.update(dead)
        return inlined_any

    def _resolved(
        self, ops: list[CallOp], caller: CallNode, history: tuple[CallNode, ...]
    ) -> list[_Call]:
        targets = ((op, self.graph.resolve(op)) for op in ops)
        return [_Call(op, caller, callee, history) for op, callee in targets if callee is not None]

    def _should_inline(self, call: _Call) -> bool:
        function = call.callee.function
        if call.op.has_trait(IsTerminator) or call.callee in call.callee.callees:
            return False
        if function.is_ancestor(call.op) or not _has_place_for(function.body, call.op):
            return False
        entry = function.body.first_block
        if entry is None or [x.type for x in entry.args] != [x.type for x in call.op.operands]:
            return False
        if list(function.function_type.outputs) != [x.type for x in call.op.results]:
            return False
        return self._is_profitable(call) and all(map(_may_be_inlined, function.body.walk()))

    def _is_profitable(self, call: _Call) -> bool:
        threshold = self.options.inlining_threshold
        if threshold >= UNLIMITED:
            return True
        return self._size_of(call.callee) * 100 <= self._size_of(call.caller) * threshold

    def _has_room(self, call: _Call) -> bool:
        """Whether `call` can be inlined without exceeding the limit on copied ops.

        If so, the ops of the callee are counted. Otherwise a warning is emitted.
        """
        size, limit = self._size_of(call.callee), self.options.max_growth
        if 0 <= limit < self.added + size:
            message = (
                f"is not inlined: {_counted(size)} would be added to the {_counted(self.added)} "
                "that inlining "
                f"has added so far, which is more than {limit} (option max-growth)"
            )
            self.runner.context.diagnostics.warn(WarningKind.INLINE_LIMIT, call.op, message)
            return False
        self.added += size
        return True

    def _size_of(self, node: CallNode) -> int:
        size = self.sizes.get(node)
        if size is None:
            size = self.sizes[node] = sum(1 for _ in ops_in(node.function.regions))
        return size

    def _inline(self, call: _Call, in_place: bool) -> list[CallOp]:
        """Replace `call` by the blocks of the callee, and return the calls among the inserted ops.

        With `in_place`, the blocks are moved instead of copied.
        """
        region = call.callee.function.body
        blocks = _without_arguments(region, call.op.operands, in_place)
        if call.op.location is not UNKNOWN_LOC:
            for block in blocks:
                for op in block.walk():
                    op.location = self._call_site(op.location, call.op.location)
        calls = calls_in(blocks, self.graph)
        if len(blocks) == 1:
            _replace_by_ops(call.op, blocks[0])
        else:
            _replace_by_blocks(call.op, blocks)
        return calls

    def _call_site(self, callee: LocationAttr, caller: LocationAttr) -> LocationAttr:
        key = (id(callee), id(caller))
        if key not in self.locations:
            self.locations[key] = CallSiteLoc(callee, caller)
        return self.locations[key]


def _counted(count: int) -> str:
    return f"{count} operation{'' if count == 1 else 's'}"


def _may_be_inlined(op: Operation) -> bool:
    return op.dialect_name() not in NOT_INLINABLE_DIALECTS and not isinstance(op, UnregisteredOp)


def _has_place_for(body: Region, call: CallOp) -> bool:
    """Whether the region that contains `call` may contain the blocks of `body`."""
    parent = call.parent_op()
    if parent is None or not _may_be_inlined(parent):
        return False
    is_single = body.first_block is body.last_block
    return is_single or isinstance(parent, FuncOp) or not takes_single_blocks(parent)


def _without_arguments(
    region: Region, values: Sequence[SSAValue], in_place: bool
) -> Sequence[Block]:
    """Move (`in_place`) or copy the blocks out of `region`, and return them.

    `values` replace the arguments of the entry block.
    """
    # Most bodies have one block. Copying only the block is twice as fast as cloning the region.
    if region.first_block is region.last_block and not in_place:
        mapped: dict[SSAValue, SSAValue] = dict(zip(region.block.args, values, strict=True))
        return [Block([copy(op, mapped) for op in region.block.ops])]
    if not in_place:
        original, region = region, Region()
        original.clone_into(region, clone_name_hints=False)
    blocks = list(region.blocks)
    for argument, value in zip(blocks[0].args, values, strict=True):
        argument.replace_all_uses_with(value)
    for argument in reversed(blocks[0].args):
        blocks[0].erase_arg(argument)
    for block in blocks:
        region.detach_block(block)
    return blocks


def _replace_by_ops(call: CallOp, body: Block) -> None:
    """Replace `call` by the ops of `body`, a detached block that ends in a return."""
    *ops, end = body.ops
    block = call.parent
    assert block is not None
    for op in ops:
        op.detach()
    block.insert_ops_before(ops, call)
    for result, value in zip(call.results, end.operands, strict=True):
        result.replace_all_uses_with(value)
    end.drop_all_references()
    call.detach()
    call.erase()


def _replace_by_blocks(call: CallOp, blocks: Sequence[Block]) -> None:
    """Replace `call` by detached `blocks`.

    The ops after the call move to a new block, and the returns branch to it.
    """
    block = call.parent
    assert block is not None
    after = block.split_before(call, arg_types=call.result_types)
    for result, argument in zip(call.results, after.args, strict=True):
        argument.location = call.location
        result.replace_all_uses_with(argument)
    for each in blocks:
        if isinstance(end := each.last_op, ReturnOp):
            # importing `cf` takes longer than the rest of the pass
            from xdsl.dialects.cf import BranchOp

            branch = BranchOp(after, *end.operands)
            branch.location = end.location
            end.detach()
            end.erase()
            each.add_op(branch)
    call.detach()
    call.erase()
    entry, *others = blocks
    region = block.parent
    assert region is not None
    region.insert_block_after(others, block)
    ops = list(entry.ops)
    for op in ops:
        op.detach()
    block.add_ops(ops)
