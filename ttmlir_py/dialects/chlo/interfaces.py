"""The base class of CHLO's ops."""

from xdsl.irdl import traits_def
from xdsl.traits import Pure

from ttmlir_py.dialects.stablehlo.interfaces import StableHLOOperation
from ttmlir_py.ir.definition.operation_format import FormattedOperation


class CHLOOp(FormattedOperation, StableHLOOperation):
    """A formatted op; none has effects."""

    traits = traits_def(Pure())
