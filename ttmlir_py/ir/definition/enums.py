"""Enumerations of the dialects: each case has a name, a keyword in the text, and an integer
value.
"""

from enum import Enum, Flag
from functools import cache
from typing import Any, Self


class _Words:
    """Properties that both kinds of enums share."""

    keyword: Any

    @classmethod
    def summary(cls) -> str:
        """Return the description of the enum in error messages, which is the class's docstring."""
        return cls.__doc__ or cls.__name__

    @classmethod
    def is_integer_attribute(cls) -> bool:
        """Whether a parameter of this enum is printed as a builtin integer attribute, such as `3 :
        i32`.
        """
        return False

    def __str__(self) -> str:
        return self.keyword


class MlirEnum(_Words, Enum):
    """An ODS enum: members are declared as `Case = value, "keyword"`; `.value` is the integer."""

    keyword: str

    def __new__(cls, value: int, keyword: str) -> Self:
        """Create a member whose value is only the integer, so that `cls(3)` finds it."""
        member = object.__new__(cls)
        member._value_ = value
        member.keyword = keyword
        return member

    @classmethod
    @cache
    def from_keyword(cls, keyword: str) -> Self | None:
        """Return the member with this keyword, or None."""
        return next((member for member in cls if member.keyword == keyword), None)

    @property
    def case_name(self) -> str:
        """The case name as upstream spells it (Python cannot have a member called `None`)."""
        return self.name.removesuffix("_")


class MlirFlag(_Words, Flag):
    """An ODS bit enum: several members may be set at once, spelled `a|b`."""

    _keyword: str

    def __new__(cls, value: int, keyword: str = "") -> Self:
        """Create a member. `Flag` itself creates combinations, which have no keyword of
        their own.
        """
        member = object.__new__(cls)
        member._value_ = value
        member._keyword = keyword
        return member

    @property
    def keyword(self) -> str:
        """The keywords of the bits that are set, lowest bit first, joined with `|`."""
        return "|".join(member._keyword for member in type(self) if member in self)

    @classmethod
    def from_keyword(cls, keyword: str) -> Self | None:
        """Return the combination with this text, or None."""
        result = cls(0)
        for part in keyword.split("|"):
            member = next((m for m in cls if m._keyword == part.strip()), None)
            if member is None:
                return None
            result |= member
        return result

    @property
    def case_name(self) -> str:
        """The case name as upstream spells it; empty for a combination."""
        return self.name or ""
