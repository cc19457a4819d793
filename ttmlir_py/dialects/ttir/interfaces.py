"""Base classes of TTIR ops: purity, destination-passing style, element-wise broadcasting."""

from collections.abc import Sequence
from enum import Enum
from typing import ClassVar

from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, result_def, traits_def, var_operand_def, var_result_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.common import broadcast_all
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.dialects.ttir.ranges import TRUTH, Range
from ttmlir_py.ir.construction import operands_of
from ttmlir_py.ir.definition.constraints import AnyRankedTensor
from ttmlir_py.ir.definition.operations import (
    SEGMENTED_OPERANDS,
    DestinationStyle,
    OdsOperation,
    local_verifier,
)


class TTIROperation(OdsOperation):
    """Base class of all TTIR ops; all are pure."""

    traits = traits_def(Pure())
    MAKES_TRUTH_VALUES: ClassVar[bool] = False
    """Whether all elements of the results are 0 or 1."""
    KEEPS_TRUTH_VALUES: ClassVar[bool] = False
    """Whether all elements of the results are 0 or 1 if all elements of the inputs are."""
    CHOOSES_ELEMENTS: ClassVar[bool] = False
    """Whether each element of the results is an element of an input, up to its format."""

    def elements_range(self) -> Range | None:
        """Return the range of the results' elements if the op alone determines it, otherwise
        None.
        """
        return TRUTH if self.MAKES_TRUTH_VALUES else None


class ResultOp(TTIROperation):
    """An op with one tensor `result`."""

    result = result_def(AnyRankedTensor)


class DestinationStyleOp(DestinationStyle, ResultOp):
    """An op that writes into its last operand `output`; its `result` has that operand's type."""

    output = operand_def(AnyRankedTensor)


class ImplicitBroadcast(Enum):
    """The operands that an op can broadcast itself, so that a broadcast before the op is
    unnecessary.
    """

    NONE = 0
    FIRST_OPERAND = 1
    ALL_OPERANDS = 2


class ElementwiseOp(DestinationStyle, TTIROperation):
    """An op that computes each element from the elements at the same position of its inputs.

    Input shapes are broadcast (NumPy's rule) to the shape of the result.
    """

    DPS_INITS: ClassVar[str] = "outputs"
    INPUTS: ClassVar[tuple[str, ...]]
    """The names of the inputs. The op also has one output operand."""
    IMPLICIT_BROADCAST: ClassVar[ImplicitBroadcast] = ImplicitBroadcast.NONE
    irdl_options = SEGMENTED_OPERANDS
    inputs = var_operand_def(AnyRankedTensor)
    outputs = var_operand_def(AnyRankedTensor)
    results_ = var_result_def(AnyRankedTensor)

    @property
    def result_if_single(self) -> SSAValue | None:
        """The result, or None for an op without output or with several, which is legal but
        meaningless.
        """
        return self.results[0] if len(self.results) == 1 else None

    @local_verifier
    def verify_traits(self) -> None:
        """Check that the inputs broadcast to the shape of the result, and the number of
        operands.
        """
        super().verify_traits()
        inputs, _ = self.dps_init_range()
        shape = broadcast_all(map(shape_of, tuple(operands_of(self))[:inputs]))
        if shape is None:
            raise VerifyException("Operands are not broadcast compatible")
        if self.results and shape != shape_of(self.results[0]):
            raise VerifyException("Result shape must match operand shapes after broadcasting")
        expected = len(self.INPUTS) + 1
        if len(self.operands) != expected:
            raise VerifyException(f"expected {expected} operands, but found {len(self.operands)}")


class Idempotent(ElementwiseOp):
    """Base class of ops with `f(f(x)) == f(x)`."""

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """Return the inner `f(x)` of `f(f(x))`, otherwise None.

        Law: `f(f(x)) == f(x)`.
        """
        return None if _same_type_producer(self) is None else [self.operands[0]]


class Involutive(ElementwiseOp):
    """Base class of ops with `f(f(x)) == x`."""

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """Return `x` for `f(f(x))`, otherwise None.

        Law: `f(f(x)) == x`.
        """
        producer = _same_type_producer(self)
        return None if producer is None else [producer.operands[0]]


class BinaryIdempotent(ElementwiseOp):
    """Base class of ops with `f(x, x) == x`."""

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """Return `x` for `f(x, x)`, otherwise None.

        Law: `f(x, x) == x`.
        """
        lhs, rhs = self.operands[:2]
        result = self.result_if_single
        return [lhs] if lhs is rhs and result is not None and lhs.type == result.type else None


def _same_type_producer(op: ElementwiseOp) -> ElementwiseOp | None:
    """Return the op that defines the input of `op` if it has the same class and all types are
    equal.

    Otherwise return None.
    """
    producer = op.operands[0].owner
    if op.result_if_single is None:
        return None
    if isinstance(producer, ElementwiseOp) and type(producer) is type(op):
        types = {value.type for end in (op, producer) for value in (*end.operands, *end.results)}
        return producer if len(types) == 1 else None
    return None
