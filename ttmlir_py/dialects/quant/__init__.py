"""The quant dialect: quantized element types, and casts between quantized and other elements."""

from xdsl.ir import Dialect

from ttmlir_py.dialects.quant.casts import *  # noqa: F403
from ttmlir_py.ir.definition.operations import op_classes


class QuantDialect(Dialect):
    """The quant dialect, with its own error messages for unknown names."""

    def unknown_mnemonic(self, mnemonic: str, is_type: bool) -> str:
        """Return the parser's error message for the unknown attribute or type `mnemonic`."""
        if is_type:
            return f"unknown quantized type {mnemonic}"
        return "dialect 'quant' provides no attribute parsing hook"


QUANT = QuantDialect("quant", op_classes(globals()), [])
