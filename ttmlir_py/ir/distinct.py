"""`distinct[0]<attribute>`, which xDSL does not have: an attribute that is equal to nothing but itself."""

from typing_extensions import override
from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, BuiltinAttribute
from xdsl.printer import Printer


class DistinctAttr(BuiltinAttribute):
    """Tells apart what refers to the same attribute.

    The number in the text is no part of it: a parser makes one attribute for each number, a printer counts those it meets.
    """

    name = "distinct"
    referenced: Attribute

    def __init__(self, referenced: Attribute):
        object.__setattr__(self, "referenced", referenced)

    def alias_name(self) -> str | None:
        """The name of its aliases; one of a unit attribute has none."""
        return None if isinstance(self.referenced, UnitAttr) else "distinct"

    @override
    def print_builtin(self, printer: Printer) -> None:
        """Print it outside of a module, where it is the first one."""
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
