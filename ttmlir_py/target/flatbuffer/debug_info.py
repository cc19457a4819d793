"""Texts of operations for the debug information in binaries."""

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.ir.memo import Kinds
from ttmlir_py.ir.writing.names import ValueNames
from ttmlir_py.ir.writing.printer import MlirPrinter, PrintOptions

# Larger constants are elided in the texts of operations.
ELIDED_ELEMENTS = 16


def operation_printer(function: FuncOp, kinds: Kinds | None = None) -> MlirPrinter:
    """Return a printer for single operations of a function.

    It prints an operation without its regions, with its location and the function's value names.
    `kinds` maps operations of the function to their kinds, as far as known.
    """
    options = PrintOptions(
        debug_info=True, elide_elements_if_larger=ELIDED_ELEMENTS, skip_regions=True
    )
    return MlirPrinter(options, ValueNames(function), kinds)
