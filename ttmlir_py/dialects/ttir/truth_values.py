"""TTIR ops that are folded under the assumption that their operands are 0 or 1."""

from collections.abc import Sequence

from xdsl.ir import Attribute, SSAValue

from ttmlir_py.common.warning_kinds import Kind, WarningKind
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.ttir.interfaces import BinaryIdempotent
from ttmlir_py.dialects.ttir.known_ranges import known_range
from ttmlir_py.ir.narrowing import is_integer_type


class TruthIdempotent(BinaryIdempotent):
    """Base class of ops with `f(x, x) == x` if all elements are 0 or 1.

    Floats are assumed to be 0 or 1; wide integers are not folded.
    """

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """Return `x` for `f(x, x)`, except for integers of more than one bit.

        Law: `f(x, x) == x`, if all elements are 0 or 1.
        """
        element = tensor_type(self.operands[0]).element_type
        is_wide = is_integer_type(element) and element.bitwidth > 1
        return None if is_wide else super().fold()

    def folding_warning(self) -> tuple[Kind, str] | None:
        """Return the warning about folding the op, or None if all elements are known to be 0 or
        1.
        """
        operand = self.operands[0]
        known = known_range(operand)
        if is_integer_type(tensor_type(operand).element_type) or (known and known.is_truth):
            return None
        message = (
            "of a value and itself is replaced by the value, which is right of truth values only: "
            "operand #0 may hold other numbers"
        )
        return WarningKind.TRUTH_VALUES, message
