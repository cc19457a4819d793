"""`inline`: replace calls by the bodies of the functions called."""

from dataclasses import dataclass, field

from typing_extensions import override
from xdsl.dialects.builtin import CallSiteLoc, LocationAttr, UnregisteredOp
from xdsl.ir import Operation, SSAValue
from xdsl.traits import IsolatedFromAbove, IsTerminator

from ttmlir_py.dialects.func import CallOp, ReturnOp
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import OpPassManager, Pass, PassRunner, option
from ttmlir_py.passes.running.manager import build_nested_pipeline
from ttmlir_py.rewriting.call_graph import CallGraph, CallNode, UseCounts, calls_in
from ttmlir_py.rewriting.symbols import SymbolTables, is_symbol_table

UNLIMITED = 0xFFFFFFFF

NOT_INLINABLE_DIALECTS = frozenset(("tt", "ttkernel", "ttmetal", "ttnn"))
"""Dialects that do not say whether their ops may be inlined; a function that holds such an op is kept."""


@dataclass(frozen=True)
class InlinePass(Pass):
    """Inline function calls

    Visits functions from callees to callers. Each is first optimized by `default-pipeline`, then the calls in it are
    replaced by the bodies of the functions called; private functions that are no longer called are erased. The ops
    get call-site locations. Kept are calls of recursive functions, of functions with several blocks, and of functions
    that hold ops of a dialect that does not say whether they may be inlined.
    """

    name = "inline"
    cpp_name = "Inliner"
    anchor = None

    default_pipeline: str = option(
        "canonicalize",
        "The optimizer pipeline used for callables that do not have a dedicated optimizer pipeline in op-pipelines",
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
        """The optimizer pipeline for functions of that op name."""
        for text in self.op_pipelines:
            anchor, _, inner = text.strip().partition("(")
            if anchor == callable_name:
                return build_nested_pipeline(anchor, inner.removesuffix(")"))
        if not self.default_pipeline:
            return None
        return build_nested_pipeline(callable_name, self.default_pipeline)


@dataclass
class _Call:
    """A call to consider: who calls whom, and which inlined calls it came from."""

    op: CallOp
    caller: CallNode
    callee: CallNode
    history: tuple[CallNode, ...] = ()


@dataclass
class _Inliner:
    """The state of one run."""

    options: InlinePass
    runner: PassRunner
    graph: CallGraph
    uses: UseCounts
    dead: dict[CallNode, None] = field(default_factory=dict[CallNode, None])
    locations: dict[tuple[int, int], CallSiteLoc] = field(
        default_factory=dict[tuple[int, int], CallSiteLoc]
    )
    """The call-site locations by what they are made of, which they keep alive."""

    def run(self) -> bool:
        """Inline from callees to callers, then erase the functions that nobody calls; whether any of this happened."""
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
        """Run the optimizer pipeline on the functions that hold no others."""
        for node in component:
            if node.children or not node.function.has_trait(IsolatedFromAbove):
                continue
            pipeline = self.options.pipeline_for(node.function.name)
            if pipeline is not None:
                pipeline.run(self.runner, node.function)
            self.uses.recompute(node)

    def _inline_calls(self, component: list[CallNode]) -> bool:
        """Inline what can be in the functions of a component; whether anything was."""
        calls: list[_Call] = []
        dead: dict[CallNode, None] = {}
        for node in component:
            if self.uses.is_dead(node):
                dead[node] = None
            else:
                calls += self._resolved(calls_in(node.function, self.graph), node, ())
        inlined_any = False
        for call in calls:  # grows while it is walked
            if call.caller in dead or call.callee in call.history or not self._should_inline(call):
                continue
            in_place = self.uses.is_discardable_with_one_use(call.callee)
            new_calls = self._inline(call, in_place)
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
        region = function.regions[0]
        if call.op.has_trait(IsTerminator) or call.callee in call.callee.callees:
            return False
        if region.first_block is not region.last_block or function.is_ancestor(call.op):
            return False
        entry = region.block
        if [x.type for x in entry.args] != [x.type for x in call.op.operands]:
            return False
        terminator = entry.last_op
        if not isinstance(terminator, ReturnOp):
            return False
        if [x.type for x in terminator.operands] != [x.type for x in call.op.results]:
            return False
        return self._is_profitable(call) and all(
            op.dialect_name() not in NOT_INLINABLE_DIALECTS and not isinstance(op, UnregisteredOp)
            for op in function.walk()
        )

    def _is_profitable(self, call: _Call) -> bool:
        threshold = self.options.inlining_threshold
        if threshold >= UNLIMITED:
            return True
        callee, caller = (_op_count(x.function) for x in (call.callee, call.caller))
        return callee * 100 <= caller * threshold

    def _inline(self, call: _Call, in_place: bool) -> list[CallOp]:
        """Put the callee's ops before the call, erase the call, and return the calls among them."""
        entry = call.callee.function.regions[0].block
        values: dict[SSAValue, SSAValue] = dict(zip(entry.args, call.op.operands, strict=True))
        if in_place:
            for argument, operand in values.items():
                argument.replace_all_uses_with(operand)
            body = list(entry.ops)
            for op in body:
                op.detach()
        else:
            body = [op.clone(values, clone_name_hints=False) for op in entry.ops]
        *body, terminator = body
        for op in body:
            for inner in op.walk():
                inner.location = self._call_site(inner.location, call.op.location)
        block = call.op.parent
        assert block is not None
        block.insert_ops_before(body, call.op)
        for result, value in zip(call.op.results, terminator.operands, strict=True):
            result.replace_all_uses_with(value)
        terminator.drop_all_references()
        call.op.detach()
        call.op.erase()
        return [op for each in body for op in each.walk() if isinstance(op, CallOp)]

    def _call_site(self, callee: LocationAttr, caller: LocationAttr) -> LocationAttr:
        key = (id(callee), id(caller))
        if key not in self.locations:
            self.locations[key] = CallSiteLoc(callee, caller)
        return self.locations[key]


def _op_count(function: Operation) -> int:
    return sum(1 for _ in function.walk()) - 1
