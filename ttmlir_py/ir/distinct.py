"""`distinct[0]<attribute>`, an attribute that is equal only to itself. xDSL does not have it."""

from typing_extensions import override
from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, BuiltinAttribute
from xdsl.printer import Printer


class DistinctAttr(BuiltinAttribute):
    """An attribute that distinguishes references to the same attribute.

    The number in the text is not stored in the attribute. The parser creates one attribute per
    number; the printer numbers attributes in the order in which it prints them.
    """

    name = "distinct"
    referenced: Attribute

    def __init__(self, referenced: Attribute):
        object.__setattr__(self, "referenced", referenced)

    def alias_name(self) -> str | None:
        """Return the name of aliases for this attribute, or None for a distinct unit attribute."""
        return None if isinstance(self.referenced, UnitAttr) else "distinct"

    @override
    def print_builtin(self, printer: Printer) -> None:
        """Print the attribute outside of a module, where its number is always 0."""
        printer.print_string("distinct[0]<")
        if not isinstance(self.referenced, UnitAttr):
            printer.print_attribute(self.referenced)
        printer.print_string(">")

    @override
    def __eq__(self, other: object) -> bool:
        return self is other

    @override
    def __hash__(self) -> int:
        return id(self)
