"""Enumerations of the dialects: each case has a name, a keyword in the text, and an integer
value.
"""

from enum import Enum, Flag
from functools import cache
from typing import Any, Self


class _Words:
    """The properties that ordinary enums and bit enums have in common."""

    keyword: Any

    @classmethod
    def summary(cls) -> str:
        """Return the description of the enum for error messages, which is the docstring of the
        class.
        """
        return cls.__doc__ or cls.__name__

    @classmethod
    def is_integer_attribute(cls) -> bool:
        """Whether parameters of this enum are written as integer attributes, such as `3 : i32`."""
        return False

    def __str__(self) -> str:
        return self.keyword


class MlirEnum(_Words, Enum):
    """Base class of the enums of ODS.

    Members are declared as `Case = value, "keyword"`; `.value` is the integer.
    """

    _value_: int
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
        """Return the member that is written as `keyword`, or None."""
        return next((member for member in cls if member.keyword == keyword), None)

    @property
    def case_name(self) -> str:
        """The name of the case in the ODS definition (Python cannot have a member called
        `None`).
        """
        return self.name.removesuffix("_")


class MlirFlag(_Words, Flag):
    """Base class of the bit enums of ODS: several members may be set at once, written as `a|b`."""

    _value_: int
    _keyword: str

    def __new__(cls, value: int, keyword: str = "") -> Self:
        """Create a member. Combinations are created by `Flag` and have no keyword."""
        member = object.__new__(cls)
        member._value_ = value
        member._keyword = keyword
        return member

    @property
    def keyword(self) -> str:  # pyrefly: ignore[bad-override]
        """The keywords of the bits that are set, lowest bit first, joined with `|`."""
        return "|".join(member._keyword for member in type(self) if member in self)

    @classmethod
    def from_keyword(cls, keyword: str) -> Self | None:
        """Return the combination of bits that is written as `keyword`, or None."""
        result = cls(0)
        for part in keyword.split("|"):
            member = next((m for m in cls if m._keyword == part.strip()), None)
            if member is None:
                return None
            result |= member
        return result

    @property
    def case_name(self) -> str:
        """The name of the case in the ODS definition; empty for a combination of cases."""
        return self.name or ""
