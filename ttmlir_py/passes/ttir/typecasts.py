"""Warnings about typecasts to u16, which round floats and saturate integers."""

from collections.abc import Callable

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.ttir.known_ranges import known_range
from ttmlir_py.ir.diagnostics import DiagnosticEngine

Warn = Callable[[ttir.TypecastOp, DataType, DataType, DiagnosticEngine], None]
"""A function that warns about a typecast between two data types if its result may surprise."""

_INTEGERS = (DataType.UInt32, DataType.UInt16, DataType.UInt8, DataType.Int32)
_WIDE = (DataType.UInt32, DataType.Int32)


def warn_of_rounding(
    op: ttir.TypecastOp, source: DataType, target: DataType, diagnostics: DiagnosticEngine
) -> None:
    """Warn about floats that become u16, because a typecast to u32 rounds in another way."""
    if target is DataType.UInt16 and source not in _INTEGERS:
        message = "of floats to u16 rounds to nearest, while one to u32 truncates"
        diagnostics.warn(WarningKind.TYPECAST_ROUNDING, op, message)


def warn_of_saturation(
    op: ttir.TypecastOp, source: DataType, target: DataType, diagnostics: DiagnosticEngine
) -> None:
    """Warn about 32-bit integers that saturate when they become u16."""
    if target is not DataType.UInt16 or source not in _WIDE:
        return
    known = known_range(op.operands[0])
    if known is None or known.low < 0 or known.high > 0xFFFF:
        message = f"of {source.keyword} to u16 saturates, instead of keeping the lowest 16 bits"
        diagnostics.warn(WarningKind.TYPECAST_ROUNDING, op, message)
