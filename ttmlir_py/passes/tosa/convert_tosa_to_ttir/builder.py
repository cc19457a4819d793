"""The builder and the constant operands that all TOSA conversions use."""

from collections.abc import Callable
from typing import Any, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects.ttir.creation import ConstantOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.elements import all_values
from ttmlir_py.passes.ttir.builder import TTIRBuilder
from ttmlir_py.rewriting.conversion import UnsupportedError
from ttmlir_py.rewriting.effects import is_unused
from ttmlir_py.rewriting.mutation import erase

Conversion = Callable[[Any, "TosaBuilder"], SSAValue]
"""A function that builds the result of an op. It raises UnsupportedError if TTIR cannot express the
op.
"""


class Constants:
    """The constants that the pass has converted so far. Those without uses are erased at its
    end.
    """

    def __init__(self, context: MlirContext):
        self.context = context
        self._made: list[Operation] = []

    def add(self, constant: Operation) -> None:
        """Record a converted constant."""
        self._made.append(constant)

    def erase_unused(self) -> None:
        """Erase the recorded constants that have no uses."""
        for constant in self._made:
            if is_unused(constant):
                erase(constant)


class TosaBuilder(TTIRBuilder):
    """A builder of the ops that replace one TOSA op."""

    __slots__ = ("constants",)

    def __init__(self, anchor: Operation, constants: Constants):
        super().__init__(anchor)
        self.constants = constants


def constant_numbers(value: SSAValue, what: str) -> list[Any]:
    """Return the numbers of the constant operand `value`, which messages call `what`.

    Raises UnsupportedError if it is not a constant whose elements are in the text.
    """
    producer = value.owner
    elements: Attribute | None = None
    if isinstance(producer, ConstantOp):
        elements = producer.value
    if not isinstance(elements, DenseIntOrFPElementsAttr):
        raise UnsupportedError(f"{what} must be a constant")
    return list(all_values(cast("DenseIntOrFPElementsAttr[Any]", elements)))
