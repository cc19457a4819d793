"""Conversion of a module to another revision of tt-mlir."""

from xdsl.ir import Operation

from ttmlir_py.passes.revisions.current import ToCurrent
from ttmlir_py.passes.revisions.pinned import ToPinned
from ttmlir_py.revisions import CURRENT


def convert_module(module: Operation, to: str) -> None:
    """Convert a module in place. Raise OperationError for operations without a counterpart."""
    if to == CURRENT:
        ToCurrent().convert(module)
    else:
        ToPinned(normalize=False).convert(module)
