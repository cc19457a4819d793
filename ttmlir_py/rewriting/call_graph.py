"""The call graph of functions, and its strongly connected components, callees first."""

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
    """A function with a body. `callees` are the functions that it calls. None is an unknown
    callee.
    """

    function: FuncOp
    children: "list[CallNode]" = field(default_factory=list["CallNode"])
    callees: "dict[CallNode, None]" = field(default_factory=dict["CallNode", None])

    @property
    def successors(self) -> "Iterator[CallNode]":
        """Yield called and nested functions, in program order."""
        yield from {**self.callees, **dict.fromkeys(self.children)}


class CallGraph:
    """The call graph of all functions with bodies inside of an op."""

    def __init__(self, root: Operation, tables: SymbolTables):
        self.nodes: dict[Operation, CallNode] = {}
        """The node of each function, in program order. Nested functions are included."""
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
        """Return the callee of a call, or None if it has no body or does not exist."""
        symbols = self._tables.lookup(call, call.callee)
        return self.nodes.get(symbols[-1]) if symbols else None

    def components(self) -> list[list[CallNode]]:
        """Return the strongly connected components, callees first."""
        search = _ComponentSearch()
        for root in self.top_level:
            search.visit(root)
        return search.components


class _ComponentSearch:
    """Tarjan's algorithm, without recursion."""

    def __init__(self) -> None:
        self.components: list[list[CallNode]] = []
        self._index: dict[CallNode, int] = {}
        self._low: dict[CallNode, int] = {}
        self._open: dict[CallNode, None] = {}
        """The visited nodes that are not in a component yet, in order."""

    def visit(self, root: CallNode) -> None:
        """Search depth-first from a node, unless it was visited before."""
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
        """Close a component: the open nodes from `node` on, last visited first."""
        component: list[CallNode] = []
        while node in self._open:
            component.append(self._open.popitem()[0])
        self.components.append(component)


def calls_in(blocks: Iterable[Block], graph: CallGraph) -> list[CallOp]:
    """Return the calls in blocks in the inliner's order, without those in nested functions."""
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
    """The number of references to each discardable function, by the function that refers to it."""

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
        """Count the references in a function again after it changed."""
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
        """Whether the function has no references and may be discarded."""
        return self._total.get(node) == 0

    def is_discardable_with_one_use(self, node: CallNode) -> bool:
        """Whether the function may be discarded once its only reference is gone."""
        return self._total.get(node) == 1

    def inlined(self, callee: CallNode, caller: CallNode) -> None:
        """Record that a call was replaced by a copy of the callee's body."""
        if callee in self._total:
            self._total[callee] -= 1
            self._by_user[caller][callee] -= 1
        for target, count in self._by_user[callee].items():
            # otherwise it was discarded in the meantime, and has no uses left
            if target in self._total:
                self._by_user[caller][target] += count
                self._total[target] += count

    def erase(self, node: CallNode) -> None:
        """Record that a function, with the references in it, was discarded."""
        for child in node.children:
            self.erase(child)
        self._subtract(self._by_user.pop(node))
        self._total.pop(node, None)
