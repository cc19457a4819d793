"""A module in another revision of tt-mlir."""

from xdsl.ir import Operation

from ttmlir_py.passes.revisions.current import ToCurrent
from ttmlir_py.passes.revisions.pinned import ToPinned
from ttmlir_py.revisions import CURRENT


def convert_module(module: Operation, to: str) -> None:
    """Convert in place what is not in the revision. Raises OperationError for what has no counterpart."""
    if to == CURRENT:
        ToCurrent().convert(module)
    else:
        ToPinned(normalize=False).convert(module)
