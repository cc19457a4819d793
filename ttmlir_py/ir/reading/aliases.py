"""Definitions of attribute and type aliases in a text."""

import re

from xdsl.dialects.builtin import LocationAttr, NameLoc, NoneAttr, StringAttr, UnknownLoc
from xdsl.ir import Attribute

from ttmlir_py.ir.locations import file_location

ALIAS_DEFINITION = re.compile(
    r"""(\#[A-Za-z_$][\w$-]*+)[ ]=[ ]loc\("([^"\\\n\v\f]*+)"
    (?::([0-9]{1,9}+|4294967295):([0-9]{1,9}+|4294967295)|(\(\#[A-Za-z_$][\w$-]*+\))?)\)\n++""",
    re.VERBOSE | re.ASCII,
)
"""Matches a line that defines an alias of a simple location.

That is a file location, or a name with another alias or nothing inside.
"""


class AliasDefinitions(dict[str, Attribute]):
    """Maps aliases to attributes and types. Simple locations are created at their first lookup.

    A file with debug information has thousands of locations, but operations often use few of them.
    Use only `in` and `[]` for lookup.
    """

    def __init__(self) -> None:
        super().__init__()
        self._postponed: dict[str, re.Match[str]] = {}

    def postpone(self, definition: re.Match[str]) -> bool:
        """Record `definition`, a match of ALIAS_DEFINITION, without creating the location.

        Return False if the parser has to process the line because it has an error.
        """
        alias, child = definition.group(1, 5)
        postponed = self._postponed
        if alias in postponed or super().__contains__(alias):
            return False
        if child is not None and (child := child[1:-1]) not in postponed:
            known = self.get(child)
            if not isinstance(known, LocationAttr):
                return False
        postponed[alias] = definition
        return True

    def __contains__(self, alias: object) -> bool:
        return alias in self._postponed or super().__contains__(alias)

    def __missing__(self, alias: str) -> Attribute:
        chain = [self._postponed[alias]]
        while (child := chain[-1][5]) is not None and not super().__contains__(child[1:-1]):
            chain.append(self._postponed[child[1:-1]])
        for definition in reversed(chain):
            self[definition[1]] = self._location(definition)
        return self[alias]

    def _location(self, definition: re.Match[str]) -> LocationAttr:
        """Return the location that `definition` defines; an alias in it is already resolved."""
        name = StringAttr(definition[2])
        if definition[3] is not None:
            return file_location(name, int(definition[3]), int(definition[4]))
        child = NoneAttr() if definition[5] is None else self[definition[5][1:-1]]
        return NameLoc(name, NoneAttr() if isinstance(child, UnknownLoc) else child)
