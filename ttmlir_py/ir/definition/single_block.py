"""Operations whose regions are single blocks with an implicit terminator.

In MLIR, they have the trait `SingleBlockImplicitTerminator`.
"""

from typing import ClassVar

from typing_extensions import override
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.definition.operations import OdsOperation
from ttmlir_py.ir.diagnostics import OperationError, note


class SingleBlockOp(OdsOperation):
    """Base class of ops whose regions are single blocks that end with the same kind of op."""

    TERMINATOR: ClassVar[str]
    """The name of the op that ends each block."""

    @override
    def verify_(self) -> None:
        """Check the regions before all other invariants."""
        self.verify_blocks()
        super().verify_()

    def verify_blocks(self) -> None:
        """Check that each region has at most one block."""
        for number, region in enumerate(self.regions):
            first = region.blocks.first
            if first is not None and first.next_block is not None:
                raise VerifyException(f"expects region #{number} to have 0 or 1 blocks")

    def verify_regions(self) -> None:
        """Check that each block ends with the terminator."""
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
