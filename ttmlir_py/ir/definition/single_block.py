"""Operations whose regions are single blocks with a known terminator: MLIR's
`SingleBlockImplicitTerminator`.
"""

from typing import ClassVar

from typing_extensions import override
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.definition.operations import OdsOperation
from ttmlir_py.ir.diagnostics import OperationError, note


class SingleBlockOp(OdsOperation):
    """An op whose regions are single blocks that end with one kind of op."""

    TERMINATOR: ClassVar[str]
    """The name of the terminator."""

    @override
    def verify_(self) -> None:
        """Check the regions before anything else."""
        self.verify_blocks()
        super().verify_()

    def verify_blocks(self) -> None:
        """Check that regions have at most one block."""
        for number, region in enumerate(self.regions):
            first = region.blocks.first
            if first is not None and first.next_block is not None:
                raise VerifyException(f"expects region #{number} to have 0 or 1 blocks")

    def verify_regions(self) -> None:
        """Check that the blocks end with the terminator."""
        for region in self.regions:
            last = region.blocks.last.last_op if region.blocks.last is not None else None
            if last is not None and last.name != self.TERMINATOR:
                implied = (
                    "in custom textual format, the absence of terminator implies "
                    f"'{self.TERMINATOR}'"
                )
                raise OperationError(
                    self,
                    f"expects regions to end with '{self.TERMINATOR}', found '{last.name}'",
                    (note(self.location, implied),),
                )
