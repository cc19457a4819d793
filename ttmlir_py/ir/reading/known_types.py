"""A memo of types: what the parser made of a text, it need not parse again, and equal types are one object."""

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
"""Types whose text alone says what they are, so that the same text need not be parsed again."""

_PLAIN_TENSOR = re.compile(
    r"tensor<((?:[1-9][0-9]{0,17}+x)*)((?:[su]?i|bf|f)[1-9][0-9]*+)>", re.ASCII
)
"""Tensors whose sizes are all known, and their elements numbers."""


class KnownTypes:
    """The types that were met in one text."""

    def __init__(self) -> None:
        self._by_text: dict[str, TypeAttribute] = {}
        self._types: dict[Attribute, TypeAttribute] = {}

    def get(self, text: str) -> TypeAttribute | None:
        """The type with this text if it was met before, or if it is a tensor's that is easily made."""
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
        """The text, which is a `SIMPLE_TYPE`, is that of the type."""
        self._by_text[text] = type

    def canonical(self, type: Any) -> Any:
        """The one object that stands for all types equal to `type`."""
        return self._types.setdefault(type, type)
