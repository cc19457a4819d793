"""`symbol-privatize`: make symbols private."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.rewriting.symbols import symbol_name

_VISIBILITY = "sym_visibility"


@dataclass(frozen=True)
class SymbolPrivatizePass(Pass):
    """Mark symbols private

    All symbols in the regions of the operation become private, except those in `exclude`. Nested
    symbols do not change.
    """

    name = "symbol-privatize"
    cpp_name = "SymbolPrivatize"
    anchor = None

    exclude: tuple[str, ...] = option(
        (), "Comma separated list of symbols that should not be marked private"
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        for region in op.regions:
            for block in region.blocks:
                for symbol in block.ops:
                    name = symbol_name(symbol)
                    if name is not None and name not in self.exclude:
                        _make_private(symbol)


def _make_private(symbol: Operation) -> None:
    is_property = isinstance(symbol, IRDLOperation) and (
        _VISIBILITY in symbol.get_irdl_definition().properties
    )
    target = symbol.properties if is_property else symbol.attributes
    target[_VISIBILITY] = StringAttr("private")
