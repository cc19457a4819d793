"""`symbol-dce`: erase symbols that nothing refers to."""

from dataclasses import dataclass, field

from typing_extensions import override
from xdsl.ir import Operation

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.statistics import Statistic
from ttmlir_py.rewriting.symbols import (
    SymbolTables,
    SymbolUses,
    body_ops,
    is_symbol_table,
    symbol_name,
    visibility,
)


@dataclass(frozen=True)
class SymbolDCEPass(Pass):
    """Eliminate dead symbols

    Erases private symbols that are not referred to, directly or through other symbols, by a public
    symbol or by an op that is not a symbol. Nested symbols count as private where their table is
    not visible from outside.
    """

    name = "symbol-dce"
    cpp_name = "SymbolDCE"
    anchor = None

    num_dce = Statistic("num-dce'd", "Number of symbols DCE'd")

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        if not is_symbol_table(op):
            raise OperationError(
                op, " was scheduled to run under SymbolDCE, but does not define a symbol table"
            )
        hidden = op.parent_op() is None or symbol_name(op) is None or visibility(op) == "private"
        liveness = _Liveness()
        liveness.mark(op, hidden)
        for table in list(op.walk()):
            if is_symbol_table(table):
                for symbol in body_ops(table):
                    if symbol_name(symbol) is not None and symbol not in liveness.live:
                        symbol.detach()
                        symbol.erase(safe_erase=False)
                        self.num_dce.add()


@dataclass
class _Liveness:
    """The analysis of live symbols: the symbols found to be live so far."""

    live: set[Operation] = field(default_factory=set[Operation])
    _tables: SymbolTables = field(default_factory=SymbolTables)
    _uses: SymbolUses = field(default_factory=SymbolUses)

    def mark(self, table: Operation, hidden: bool) -> None:
        """Mark the live symbols of the symbol table `table`.

        With `hidden`, nothing outside of the pass's root operation can refer to the symbols.
        """
        pending: list[Operation] = []
        for op in body_ops(table):
            if symbol_name(op) is None:
                pending.append(op)
            elif not (visibility(op) == "private" or (hidden and visibility(op) == "nested")):
                self.live.add(op)
                pending.append(op)
        while pending:
            op = pending.pop()
            if is_symbol_table(op):
                private = symbol_name(op) is None or visibility(op) == "private"
                self.mark(op, hidden or private)
            parent = op.parent_op()
            for _, reference in self._uses.of(op):
                for symbol in self._tables.lookup(parent or op, reference):
                    if symbol not in self.live:
                        self.live.add(symbol)
                        pending.append(symbol)
