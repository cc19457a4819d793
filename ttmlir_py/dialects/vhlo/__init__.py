"""The vhlo dialect: StableHLO as portable artifacts hold it, with a version of each operation, attribute and type.

It is read, checked as far as VHLO checks itself, and printed. Nothing converts it.
"""

from xdsl.ir import Dialect

from ttmlir_py.dialects.vhlo.ops import OPERATIONS


class VhloDialect(Dialect):
    """The dialect, with its own words for names that it does not have."""

    def unknown_mnemonic(self, mnemonic: str, is_type: bool) -> str:
        """What the parser says of an attribute or type that is none of the dialect."""
        return f"unknown vhlo type: {mnemonic}" if is_type else "unknown vhlo attribute"


VHLO = VhloDialect("vhlo", [*OPERATIONS], [])
