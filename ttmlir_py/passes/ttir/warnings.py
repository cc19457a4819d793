"""A helper that emits warnings about ops at a location that helps the user."""

from xdsl.dialects.builtin import UnknownLoc
from xdsl.ir import Operation
from xdsl.traits import ConstantLike

from ttmlir_py.common.warning_kinds import Kind
from ttmlir_py.ir.diagnostics import DiagnosticEngine


def warn_at(diagnostics: DiagnosticEngine, kind: Kind, op: Operation, message: str) -> None:
    """Warn about `op` at its location.

    A constant that lost its location when constants were merged is reported at its first user.
    """
    use = next(iter(op.results[0].uses), None) if op.results else None
    if isinstance(op.location, UnknownLoc) and op.has_trait(ConstantLike) and use is not None:
        place = use.operation.location
        diagnostics.warn(kind, place, f"'{op.name}' op {message}")
    else:
        diagnostics.warn(kind, op, message)
