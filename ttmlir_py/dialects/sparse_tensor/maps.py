"""The map from dimensions to levels of a sparse tensor:
`(d0, d1) -> (d1 : dense, d0 : compressed)`.
"""

from typing import NamedTuple

from xdsl.ir import Attribute
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
)
from xdsl.parser import AttrParser

from ttmlir_py.dialects.sparse_tensor.levels import Level, parse_level
from ttmlir_py.ir import affine
from ttmlir_py.ir.affine import parse_affine_expression


class DimensionsToLevels(NamedTuple):
    """The parsed text after `map =`."""

    map: AffineMap
    """The map from dimension coordinates to level coordinates."""
    inverse: tuple[AffineExpr, ...]
    """The dimensions as functions of the levels, as far as the text gives them."""
    levels: tuple[Level, ...]
    slices: tuple[Attribute | None, ...]
    """For each dimension, the slice in the text, or None."""


def parse_map(parser: AttrParser) -> DimensionsToLevels:
    """Parse `[s0]{l0, l1}(d0 = l0 : slice, d1 = l1) -> (l0 = d0 : dense, l1 = d1 : compressed)`."""
    symbols, forward = list[str](), list[str]()
    dimensions, inverse = list[str](), list[AffineExpr]()
    slices = list[Attribute | None]()

    def bind(names: list[str]) -> None:
        position = parser.pos
        name = parser.parse_optional_identifier()
        if name is None:
            parser.raise_error("expected bare identifier", position)
        if name in (*symbols, *forward, *dimensions):
            parser.raise_error(f"redefinition of identifier '{name}'", position)
        names.append(name)

    def parse_dimension() -> None:
        bind(dimensions)
        if parser.parse_optional_punctuation("=") is not None:
            inverse.append(parse_affine_expression(parser, forward, symbols))
        has_slice = parser.parse_optional_punctuation(":") is not None
        slices.append(_parse_slice(parser) if has_slice else None)

    parser.parse_optional_comma_separated_list(parser.Delimiter.SQUARE, lambda: bind(symbols))
    parser.parse_optional_comma_separated_list(parser.Delimiter.BRACES, lambda: bind(forward))
    parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, parse_dimension, " in dimension-specifier list"
    )
    parser.parse_punctuation("->")
    position = parser.pos
    levels: list[tuple[AffineExpr, Level]] = []

    def parse_one() -> None:
        if forward:
            _parse_forward(parser, forward, len(levels))
        expression = parse_affine_expression(parser, dimensions, symbols)
        parser.parse_punctuation(":")
        levels.append((expression, parse_level(parser)))

    parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_one, " in level-specifier list")
    if forward and len(forward) != len(levels):
        parser.raise_error(
            "Level-rank mismatch between forward-declarations and specifiers. Declared "
            f"{len(forward)} level-variables; but got {len(levels)} level-specifiers.",
            position,
        )
    results = tuple(expression for expression, _ in levels)
    return DimensionsToLevels(
        AffineMap(len(dimensions), len(symbols), results),
        tuple(inverse),
        tuple(level for _, level in levels),
        tuple(slices),
    )


def _parse_slice(parser: AttrParser) -> Attribute:
    position = parser.pos
    attribute = parser.parse_attribute()
    if attribute.name != "sparse_tensor.slice":
        parser.raise_error("expected SparseTensorDimSliceAttr", position)
    return attribute


def _parse_forward(parser: AttrParser, forward: list[str], count: int) -> None:
    """Parse the `l0 =` that may precede a level. Levels must be in the order of their
    declaration.
    """
    position = parser.pos
    name = parser.parse_optional_identifier()
    if name is None:
        parser.raise_error("expected bare identifier", position)
    if name not in forward:
        parser.raise_error(f"use of undeclared identifier '{name}'", position)
    if forward.index(name) != count:
        parser.raise_error(
            f"Level-variable ordering mismatch. The variable '{name}' was forward-declared as the "
            f"{_nth(forward.index(name))} level; but is bound by the {_nth(count)} specification.",
            position,
        )
    parser.parse_punctuation("=")


def _nth(number: int) -> str:
    return {1: "1st", 2: "2nd"}.get(number, f"{number}th")


def block_sizes(map_: AffineMap) -> tuple[int, ...] | None:
    """Return the block size of each dimension (0 without blocks), or None if `map_` has no block
    structure.

    With blocks, each dimension is one level, or two: `d floordiv size` and later `d mod size`.
    """
    sizes: dict[int, int] = {}
    remainders, plain = set[int](), set[int]()
    for result in map_.results:
        match result:
            case AffineDimExpr(position):  # pyrefly: ignore[bad-match]
                plain.add(position)
            # pyrefly: ignore[bad-match]
            case AffineBinaryOpExpr(kind, AffineDimExpr(position), AffineConstantExpr(size)):
                if kind is AffineBinaryOpKind.FloorDiv and size > 0 and position not in sizes:
                    sizes[position] = size
                elif kind is AffineBinaryOpKind.Mod and sizes.get(position) == size:
                    remainders.add(position)
                else:
                    return None
            case _:
                return None
    if not remainders or remainders != sizes.keys() or plain & sizes.keys():
        return None
    return tuple(sizes.get(position, 0) for position in range(map_.num_dims))


def inverse_of(map_: AffineMap) -> tuple[AffineExpr, ...] | None:
    """Return the dimensions as functions of the levels for permutations and blocks; None for other
    maps.
    """
    if len(map_.results) == map_.num_dims:
        permuted = affine.inverse_permutation(map_)
        return None if permuted is None else permuted.results
    if (sizes := block_sizes(map_)) is None:
        return None
    levels = [affine.dim(number) for number in range(len(map_.results))]
    places = [
        [
            level
            for level, result in zip(levels, map_.results, strict=True)
            if position in affine.dims_used(result)
        ]
        for position in range(map_.num_dims)
    ]
    if not all(places):
        return None
    return tuple(
        affine.add(affine.mul(found[0], affine.constant(size)), found[1]) if size else found[0]
        for found, size in zip(places, sizes, strict=True)
    )
