"""Properties that the loops of several dialects share."""

from typing import Any

from ttmlir_py.bindings.ir.structure import Block


class ForLoop:
    """A loop whose block has the induction variable and the carried values as arguments."""

    regions: Any

    @property
    def body(self) -> Block:
        """The block of the body."""
        return self.regions[0].blocks[0]

    @property
    def induction_variable(self) -> Any:
        """The induction variable."""
        return self.body.arguments[0]

    @property
    def inner_iter_args(self) -> Any:
        """The carried values inside the body."""
        return self.body.arguments[1:]
