"""A memo of types by their text.

The same text is parsed once, and equal types are one object.
"""

import re
from typing import Any

from xdsl.ir import Attribute, TypeAttribute

from ttmlir_py.ir.construction import tensor_type

SIMPLE_TYPE = re.compile(
    r"""(?:tensor|memref|vector)<[^<>"\n]*+(?>(?:<[^<>"\n]*+>[^<>"\n]*+)*)>
    | (?:[su]?i[0-9]++|bf16|f[0-9]++|index)(?![A-Za-z0-9_$.])
    | !\w++(?![\w$.<-])""",
    re.VERBOSE | re.ASCII,
)
"""Matches a type that depends only on its text, so that the same text need not be parsed again."""

_PLAIN_TENSOR = re.compile(
    r"tensor<((?:[1-9][0-9]{0,17}+x)*)((?:[su]?i|bf|f)[1-9][0-9]*+)>", re.ASCII
)
"""Matches a tensor type with static sizes and numeric elements."""


class KnownTypes:
    """The types that occur in one text."""

    def __init__(self) -> None:
        self._by_text: dict[str, TypeAttribute] = {}
        self._types: dict[Attribute, TypeAttribute] = {}

    def get(self, text: str) -> TypeAttribute | None:
        """Return the type with this text, if it is known or a simple tensor type; otherwise
        None.
        """
        known = self._by_text.get(text)
        if known is not None:
            return known
        match = _PLAIN_TENSOR.fullmatch(text)
        element = None if match is None else self._by_text.get(match[2])
        if match is None or element is None:
            return None
        shape = [int(size) for size in match[1].split("x")[:-1]]
        known = self._by_text[text] = self.canonical(tensor_type(element, shape))
        return known

    def remember(self, text: str, type: TypeAttribute) -> None:
        """Record `type` as the type with the given text, which must match `SIMPLE_TYPE`."""
        self._by_text[text] = type

    def canonical(self, type: Any) -> Any:
        """Return the first recorded type that is equal to `type`, so that equal types are one
        object.
        """
        return self._types.setdefault(type, type)
