"""Base classes of StableHLO's and CHLO's ops: verification, and inference of result types."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Attribute
from xdsl.irdl import traits_def
from xdsl.traits import OpTrait, Pure

from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    all_compatible,
    most_specific_type,
    types_text,
)
from ttmlir_py.dialects.stablehlo.rules.traits import Check
from ttmlir_py.dialects.stablehlo.syntax import DIRECTIVES as STABLEHLO_DIRECTIVES
from ttmlir_py.ir.definition.operation_format import CustomDirective, FormattedOperation
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier
from ttmlir_py.ir.diagnostics import DiagnosticEngine, OperationError
from ttmlir_py.ir.external_models import ResultGroups

FALSE = IntegerAttr(0, 1)
"""The boolean attribute `false`."""


class HloCommutative(OpTrait):
    """The trait of commutative ops in StableHLO.

    Unlike MLIR's `Commutative`, it does not let folding move constants to the end.
    """


class RuleError(OperationError):
    """A violation of an op's own rules; the message does not name the op."""

    def __init__(self, op: OdsOperation, violation: Violation):
        super().__init__(op.location, str(violation))


class InferenceError(OperationError):
    """A failure to infer result types, reported as the reason and then the op."""

    def __init__(self, op: OdsOperation, reason: str):
        super().__init__(op, "failed to infer returned types")
        self.reason = reason

    def emit(self, engine: DiagnosticEngine) -> None:
        """Emit the reason at the op's location, and then the error on the op."""
        assert isinstance(self.op, OdsOperation)
        engine.emit_error(self.op.location, self.reason)
        super().emit(engine)


class StableHLOOperation(OdsOperation):
    """Base class of StableHLO's ops, which are verified in StableHLO's order.

    Traits are checked first, then the op's own rules, and last the inferred result types.
    """

    CHECKS: ClassVar[tuple[Check, ...]] = ()
    """The checks of the op's traits, in order. They are local, as `local_verifier` describes."""
    REGION_CHECKS: ClassVar[tuple[Check, ...]] = ()
    """The checks of the op's traits that run after its regions were verified."""

    @local_verifier
    def verify_traits(self) -> None:
        """Run the checks in `CHECKS`."""
        super().verify_traits()
        for check in self.CHECKS:
            check(self)

    @local_verifier
    def verify_op(self) -> None:
        """Check the op's own rules. The message of a violation does not name the op."""
        try:
            self.check_rules()
        except Violation as violation:
            raise RuleError(self, violation) from violation

    @local_verifier
    def check_rules(self) -> None:
        """Check the op's own rules. Raises `Violation`."""

    @local_verifier
    def verify_with_regions(self) -> None:
        """Check the inferred result types, unless the op has regions, which are verified first."""
        super().verify_with_regions()
        if not self.regions:
            self._verify_inferred()

    def verify_regions(self) -> None:
        """Run the checks in `REGION_CHECKS`, then check the inferred result types."""
        for check in self.REGION_CHECKS:
            check(self)
        self._verify_inferred()

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the inferred result types, or None if the op does not infer them. Raises
        `Violation`.
        """
        return None

    def _verify_inferred(self) -> None:
        try:
            types = self.infer_types()
        except Violation as violation:
            raise InferenceError(self, str(violation)) from violation
        written = [result.type for result in self.results]
        if types is not None and not self.fits(types, written):
            raise InferenceError(
                self,
                f"'{self.name}' op inferred type(s) {types_text(types)} are incompatible with "
                f"return type(s) of operation {types_text(written)}",
            )

    @classmethod
    def fits(cls, inferred: Sequence[Attribute], written: Sequence[Attribute]) -> bool:
        """Whether the result types `written` are compatible with `inferred`."""
        return all_compatible(inferred, written)


class SameTypeInferred(StableHLOOperation):
    """Base class of ops whose result has the type of the operands."""

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the inferred result type: the most specific of the operand types."""
        return [most_specific_type([operand.type for operand in self.operands])]


class FormattedOp(FormattedOperation, StableHLOOperation):
    """An op with a declared custom form."""

    DIRECTIVES: ClassVar[Mapping[str, CustomDirective]] = STABLEHLO_DIRECTIVES
    FORM: ClassVar[str] = "operands attr-dict `:` functional-type(operands, results)"


class PureOp(FormattedOp):
    """A formatted op without effects."""

    traits = traits_def(Pure())


class PureGenericOp(StableHLOOperation):
    """An op without effects and without a custom form."""

    traits = traits_def(Pure())


def names_of_results(*names: str) -> Callable[[Any], ResultGroups]:
    """Return a function that names the results of an op, one name per result."""
    groups = [(name, 1) for name in names]
    return lambda _: groups
