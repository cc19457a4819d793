"""The base class of CHLO's ops."""

from xdsl.irdl import traits_def
from xdsl.traits import Pure

from ttmlir_py.dialects.stablehlo.interfaces import StableHLOOperation
from ttmlir_py.ir.definition.operation_format import FormattedOperation


class CHLOOp(FormattedOperation, StableHLOOperation):
    """An op with a declared custom form and no effects."""

    traits = traits_def(Pure())
