"""The call graph of functions, with its strongly connected components in callee-first order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import cast

from xdsl.ir import Block, Operation

from ttmlir_py.dialects.func import CallOp, FuncOp
from ttmlir_py.rewriting.control_flow import ops_of
from ttmlir_py.rewriting.symbols import (
    SymbolTables,
    SymbolUses,
    body_ops,
    is_symbol_table,
    symbol_name,
    visibility,
)


@dataclass(eq=False)
class CallNode:
    """A function with a body.

    `children` are the functions nested in it, and the keys of `callees` are the functions that it
    calls.
    """

    function: FuncOp
    children: list[CallNode] = field(default_factory=list["CallNode"])
    callees: dict[CallNode, None] = field(default_factory=dict["CallNode", None])

    @property
    def successors(self) -> Iterator[CallNode]:
        """Yield the functions that this function calls or contains, in program order."""
        yield from {**self.callees, **dict.fromkeys(self.children)}


class CallGraph:
    """The call graph of all functions with bodies inside of one op."""

    def __init__(self, root: Operation, tables: SymbolTables):
        self.nodes: dict[Operation, CallNode] = {}
        """Maps each function, also nested ones, to its node, in program order."""
        self.top_level: list[CallNode] = []
        self._tables = tables
        self._collect(root, None)
        self._connect(root, None)

    def _collect(self, op: Operation, parent: CallNode | None) -> None:
        if isinstance(op, FuncOp):
            if op.is_declaration:
                return
            node = self.nodes[op] = CallNode(op)
            (self.top_level if parent is None else parent.children).append(node)
            parent = node
        for region in op.regions:
            for block in region.blocks:
                for inner in ops_of(block):
                    if inner.regions:
                        self._collect(inner, parent)

    def _connect(self, op: Operation, caller: CallNode | None) -> None:
        if op.__class__ is CallOp:
            target = self.resolve(cast(CallOp, op))
            if caller is not None and target is not None:
                caller.callees[target] = None
            return
        caller = self.nodes.get(op, caller)
        for region in op.regions:
            for block in region.blocks:
                for inner in ops_of(block):
                    if inner.regions or inner.__class__ is CallOp:
                        self._connect(inner, caller)

    def resolve(self, call: CallOp) -> CallNode | None:
        """Return the node of the function that `call` calls.

        Returns None if the function has no body or does not exist.
        """
        symbols = self._tables.lookup(call, call.callee)
        return self.nodes.get(symbols[-1]) if symbols else None

    def components(self) -> list[list[CallNode]]:
        """Return the strongly connected components, callees first."""
        search = _ComponentSearch()
        for root in self.top_level:
            search.visit(root)
        return search.components


class _ComponentSearch:
    """Tarjan's search for strongly connected components, without recursion."""

    def __init__(self) -> None:
        self.components: list[list[CallNode]] = []
        self._index: dict[CallNode, int] = {}
        self._low: dict[CallNode, int] = {}
        self._open: dict[CallNode, None] = {}
        """The visited nodes that are not in a component yet, in the order of visits."""

    def visit(self, root: CallNode) -> None:
        """Search depth-first from `root`, unless `root` was visited before."""
        if root in self._index:
            return
        path = [self._enter(root)]
        while path:
            node, successors = path[-1]
            for successor in successors:
                if successor not in self._index:
                    path.append(self._enter(successor))
                    break
                if successor in self._open:
                    self._low[node] = min(self._low[node], self._index[successor])
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    self._low[parent] = min(self._low[parent], self._low[node])
                if self._low[node] == self._index[node]:
                    self._close(node)

    def _enter(self, node: CallNode) -> tuple[CallNode, Iterator[CallNode]]:
        self._index[node] = self._low[node] = len(self._index)
        self._open[node] = None
        return node, iter(tuple(node.successors))

    def _close(self, node: CallNode) -> None:
        """Complete a component. It consists of `node` and all open nodes that were visited after
        it. The last one visited comes first.
        """
        component: list[CallNode] = []
        while node in self._open:
            component.append(self._open.popitem()[0])
        self.components.append(component)


def calls_in(blocks: Iterable[Block], graph: CallGraph) -> list[CallOp]:
    """Return the calls in `blocks` in the order in which MLIR's inliner visits them.

    Calls in nested functions of `graph` are left out.
    """
    calls: list[CallOp] = []
    pending = list(blocks)
    while pending:
        for inner in ops_of(pending.pop()):
            if inner.__class__ is CallOp:
                calls.append(cast(CallOp, inner))
            elif inner.regions and inner not in graph.nodes:
                pending.extend(block for region in inner.regions for block in region.blocks)
    return calls


class UseCounts:
    """The number of references to each function that may be discarded, per referring function.

    When the number of a function reaches 0, the function can be erased.
    """

    def __init__(self, root: Operation, graph: CallGraph, tables: SymbolTables):
        self._graph = graph
        self._tables = tables
        self._symbol_uses = SymbolUses()
        self._total: dict[CallNode, int] = {}
        self._by_user: dict[CallNode, Counter[CallNode]] = {}
        always_live: set[CallNode] = set()
        self._find_discardable(root, root.parent is None, always_live)
        for node in always_live:
            self._total.pop(node, None)
        for node in graph.nodes.values():
            self.recompute(node)

    def _find_discardable(
        self, table: Operation, all_uses_visible: bool, always_live: set[CallNode]
    ) -> None:
        for op in body_ops(table):
            if (node := self._graph.nodes.get(op)) is not None:
                private = visibility(op) == "private"
                if private or (all_uses_visible and visibility(op) == "nested"):
                    self._total[node] = 0
            elif not isinstance(op, FuncOp):
                always_live.update(self._references(op))
            if is_symbol_table(op):
                hidden = symbol_name(op) is None or visibility(op) == "private"
                self._find_discardable(op, all_uses_visible or hidden, always_live)

    def _references(self, op: Operation) -> Iterable[CallNode]:
        for _, reference in self._symbol_uses.of(op):
            symbols = self._tables.lookup(op.parent_op() or op, reference)
            if symbols and (node := self._graph.nodes.get(symbols[-1])) is not None:
                yield node

    def recompute(self, node: CallNode) -> None:
        """Count the references in the function of `node` again, after the function has changed."""
        self._subtract(self._by_user.get(node, Counter()))
        used: Counter[CallNode] = Counter()
        if self._total:
            used.update(x for x in self._references(node.function) if x in self._total)
        self._by_user[node] = used
        for target, count in used.items():
            self._total[target] += count

    def _subtract(self, used: Counter[CallNode]) -> None:
        for target, count in used.items():
            if target in self._total:
                self._total[target] -= count

    def is_dead(self, node: CallNode) -> bool:
        """Whether the function of `node` has no references and may be discarded."""
        return self._total.get(node) == 0

    def is_discardable_with_one_use(self, node: CallNode) -> bool:
        """Whether the function of `node` may be discarded once its only reference is gone."""
        return self._total.get(node) == 1

    def inlined(self, callee: CallNode, caller: CallNode) -> None:
        """Update the counts after a call in `caller` was replaced by a copy of the body of
        `callee`.
        """
        if callee in self._total:
            self._total[callee] -= 1
            self._by_user[caller][callee] -= 1
        for target, count in self._by_user[callee].items():
            # A missing target was discarded before, and has no references left.
            if target in self._total:
                self._by_user[caller][target] += count
                self._total[target] += count

    def erase(self, node: CallNode) -> None:
        """Update the counts after the function of `node`, and the references in it, were erased."""
        for child in node.children:
            self.erase(child)
        self._subtract(self._by_user.pop(node))
        self._total.pop(node, None)
