"""The quant dialect: types of elements that are quantized, and casts between them and others."""

from xdsl.ir import Dialect

from ttmlir_py.dialects.quant.casts import *  # noqa: F403
from ttmlir_py.ir.definition.operations import op_classes


class QuantDialect(Dialect):
    """The dialect, with its own words for names that it does not have."""

    def unknown_mnemonic(self, mnemonic: str, is_type: bool) -> str:
        """What the parser says of an attribute or type that is none of the dialect."""
        if is_type:
            return f"unknown quantized type {mnemonic}"
        return "dialect 'quant' provides no attribute parsing hook"


QUANT = QuantDialect("quant", op_classes(globals()), [])
