"""The base class of passes that convert a dialect to TTIR, and a warning that they share."""

from collections.abc import Collection
from dataclasses import dataclass

from xdsl.ir import Operation

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.rewriting.conversion import Report


@dataclass(frozen=True)
class ConversionToTTIRPass(Pass):
    """Base of the passes that convert a dialect to TTIR."""

    report_unsupported: bool = option(
        False,
        "Print a table of the operations that cannot be converted, with count, first place and "
        "reason.",
        own=True,
    )

    @property
    def report(self) -> Report:
        """Return how operations that cannot be converted are reported: as errors for all of them,
        or as a table.
        """
        return Report.TABLE if self.report_unsupported else Report.ALL


def warn_of_dropped_attributes(
    context: MlirContext, root: Operation, kept: Collection[str]
) -> None:
    """Warn of discardable attributes of operations in `root`, because lowerings drop these
    attributes.

    `kept` contains the names of dialects and operations whose attributes are not dropped.
    """
    for op in ops_in(root.regions):
        if op.attributes and op.name not in kept and op.name.partition(".")[0] not in kept:
            for name in op.attributes:
                message = f"its attribute '{name}' is left out: TTIR does not have it"
                context.diagnostics.warn(WarningKind.DROPPED_ATTRIBUTE, op, message)
