"""Names of the factors in sharding rules: `i` to `z`, then `z_1`, `z_2`, ..."""

import re

from xdsl.parser import AttrParser

from ttmlir_py.ir.definition.custom_form import complain, parse_any_keyword

_FIRST, _LAST = "i", "z"
_COUNT = ord(_LAST) - ord(_FIRST)
"""The index of the factor `z`; names of later factors have a number."""
_SYMBOL = re.compile(r"z_([1-9][0-9]{0,17})|([i-z])")


def factor_symbol(index: int) -> str:
    """Return the name of the factor with the given index."""
    return chr(ord(_FIRST) + index) if index <= _COUNT else f"z_{index - _COUNT}"


def _indices(parser: AttrParser, word: str) -> tuple[int, ...]:
    """Return the indices of the factors in `word`, such as `ij`."""
    found: list[int] = []
    position = 0
    while position < len(word):
        match = _SYMBOL.match(word, position)
        if match is None:
            complain(parser, f"expecting symbol from 'i' to 'z'. Received: '{word[position]}'")
        number, letter = match.groups()
        found.append(_COUNT + int(number) if number else ord(letter) - ord(_FIRST))
        position = match.end()
    return tuple(found)


def parse_factors(parser: AttrParser) -> tuple[int, ...]:
    """Parse the factors of a dimension, such as `ij`; return an empty tuple if they are missing."""
    word = parser.parse_optional_identifier()
    return () if word is None else _indices(parser, word)


def parse_factor(parser: AttrParser, expected: int | None = None) -> int:
    """Parse one factor and return its index, which must be `expected` if that is given."""
    word = parse_any_keyword(parser)
    indices = _indices(parser, word)
    first = indices[0] if indices else -1
    if expected is not None and first != expected:
        complain(
            parser,
            f"expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {{i=#, j=#, "
            f"...}}). Expecting factor index symbol '{factor_symbol(expected)}', received: "
            f"'{factor_symbol(first)}'",
        )
    if len(indices) > 1:
        complain(parser, f"expecting single factor symbol: {word[1:]}")
    return first
