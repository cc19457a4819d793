"""The text of a convolution's dimension numbers: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`."""

from collections.abc import Sequence
from typing import Any

from xdsl.parser import AttrParser

from ttmlir_py.ir.definition.custom_form import complain, parse_any_keyword, parse_optional_i64

_OPERANDS = (("b", "f"), ("i", "o"), ("b", "f"))
"""The letters of the two non-spatial dimensions of input, kernel and output."""
_MOST_NAMED = 10
"""The maximum number of missing dimensions that a message names."""


def dimensions_text(parameters: Sequence[Any]) -> str:
    """Return the text of the dimension numbers.

    `parameters` holds, for each of three tensors, the indices of its two lettered dimensions and of
    its spatial dimensions.
    """
    texts: list[str] = []
    for place, letters in enumerate(_OPERANDS):
        first, second, spatial = parameters[3 * place : 3 * place + 3]
        names = {first: letters[0], second: letters[1]}
        names.update((number, str(index)) for index, number in enumerate(spatial))
        texts.append(f"[{', '.join(names.get(number, '?') for number in range(len(names)))}]")
    return f"{texts[0]}x{texts[1]}->{texts[2]}"


def parse_dimensions(parser: AttrParser) -> list[Any]:
    """Parse the dimension numbers into the nine parameters of `ConvDimensionNumbersAttr`."""
    parameters = _parse_operand(parser, *_OPERANDS[0])
    parser.parse_keyword("x")
    parameters += _parse_operand(parser, *_OPERANDS[1])
    parser.parse_punctuation("->")
    return parameters + _parse_operand(parser, *_OPERANDS[2])


def _parse_operand(parser: AttrParser, first: str, second: str) -> list[Any]:
    """Parse the dimension numbers of one tensor, such as `[b, 0, 1, f]`."""
    missing = [first, second]
    lettered: dict[str, int] = {}
    spatial: dict[int, int] = {}
    parser.parse_punctuation("[")
    while True:
        _parse_dimension(parser, missing, lettered, spatial, len(lettered) + len(spatial))
        if parser.parse_optional_punctuation(",") is None:
            break
    if missing:
        complain(parser, f"Expected dimensions {', '.join(missing)} not specified")
    parser.parse_punctuation("]")
    count = max(spatial, default=-1) + 1
    skipped: list[int] = []
    for number in range(count) if count > len(spatial) else ():
        if number not in spatial:
            skipped.append(number)
            if len(skipped) == _MOST_NAMED:
                break
    if skipped:
        numbers = ", ".join(map(str, skipped))
        complain(parser, f"Expected spatial dimensions {numbers} not specified")
    return [lettered[first], lettered[second], tuple(spatial[n] for n in range(count))]


def _parse_dimension(
    parser: AttrParser,
    missing: list[str],
    lettered: dict[str, int],
    spatial: dict[int, int],
    place: int,
) -> None:
    """Parse one letter or number of the list, and record its index `place`."""
    position = parser.pos
    number = parse_optional_i64(parser)
    if number is not None:
        if number < 0:
            complain(parser, f"Unexpected dimension {number}", position)
        if number in spatial:
            complain(parser, f"Duplicate entries for spatial dimension {number}", position)
        spatial[number] = place
        return
    keyword = parse_any_keyword(parser)
    if len(keyword) != 1 or not missing:
        complain(parser, f"Unexpected keyword {keyword}", position)
    if keyword not in missing:
        complain(
            parser, f"Unexpected dimension {keyword}, expecting {', '.join(missing)}", position
        )
    missing.remove(keyword)
    lettered[keyword] = place
