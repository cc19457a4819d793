"""Base classes that StableHLO's ops share."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from xdsl.dialects.builtin import IntegerAttr
from xdsl.irdl import traits_def
from xdsl.traits import Pure

from ttmlir_py.dialects.stablehlo.syntax import DIRECTIVES as STABLEHLO_DIRECTIVES
from ttmlir_py.ir.definition.operation_format import CustomDirective, FormattedOperation
from ttmlir_py.ir.definition.operations import OdsOperation
from ttmlir_py.ir.external_models import ResultGroups


class StableHLOOperation(OdsOperation):
    """An op that has no custom form."""


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


FALSE = IntegerAttr(0, 1)
"""`false`."""


def names_of_results(*names: str) -> Callable[[Any], ResultGroups]:
    """What ops with several results call them."""
    groups = [(name, 1) for name in names]
    return lambda _: groups
