"""The vhlo dialect: StableHLO in portable artifacts, with a version of each operation, attribute
and type.

The dialect is parsed, verified as far as VHLO verifies itself, and printed. It is not converted.
"""

from xdsl.ir import Dialect

from ttmlir_py.dialects.vhlo.ops import OPERATIONS


class VhloDialect(Dialect):
    """The vhlo dialect, with its own error messages for unknown names."""

    def unknown_mnemonic(self, mnemonic: str, is_type: bool) -> str:
        """Return the parser's error message for the unknown attribute or type `mnemonic`."""
        return f"unknown vhlo type: {mnemonic}" if is_type else "unknown vhlo attribute"


VHLO = VhloDialect("vhlo", [*OPERATIONS], [])
