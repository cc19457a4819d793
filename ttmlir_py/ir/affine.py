"""Affine expressions and maps that fold, print and parse as in MLIR, and the algebra that layouts
use.

The data classes are xDSL's (`AffineExpr`, `AffineMap`, `AffineSet`); their Python operators
simplify differently from MLIR, so attributes built with them would neither print nor compare as
MLIR's do. Build expressions with `add`, `mul`, `floordiv`, `ceildiv` and `mod` of this module
instead.
"""

import math
from collections.abc import Callable, Sequence

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineConstraintExpr,
    AffineConstraintKind,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
    AffineSymExpr,
)
from xdsl.parser.affine_parser import AffineParser
from xdsl.parser.attribute_parser import AttrParser
from xdsl.utils.exceptions import ParseError
from xdsl.utils.mlir_lexer import MLIRToken, MLIRTokenKind

from ttmlir_py.ir.literals import unsigned_value

_Kind = AffineBinaryOpKind


def constant(value: int) -> AffineExpr:
    """Return the affine expression that is the constant `value`."""
    return AffineConstantExpr(value)


def dim(position: int) -> AffineExpr:
    """Return the affine expression `d<position>`, a dimension."""
    return AffineDimExpr(position)


def symbol(position: int) -> AffineExpr:
    """Return the affine expression `s<position>`, a symbol."""
    return AffineSymExpr(position)


# Each builder applies MLIR's folding rules in MLIR's order. A `_fold_*` function returns None if no
# rule applies.


def is_symbolic_or_constant(expr: AffineExpr) -> bool:
    """Whether `expr` contains no dimension, only symbols and constants."""
    if isinstance(expr, AffineBinaryOpExpr):
        return is_symbolic_or_constant(expr.lhs) and is_symbolic_or_constant(expr.rhs)
    return isinstance(expr, AffineConstantExpr | AffineSymExpr)


def largest_known_divisor(expr: AffineExpr) -> int:
    """Return the largest number known to divide every value of `expr`; 0 if `expr` is the constant
    0.
    """
    if isinstance(expr, AffineConstantExpr):
        return abs(expr.value)
    if not isinstance(expr, AffineBinaryOpExpr):
        return 1
    left = largest_known_divisor(expr.lhs)
    if expr.kind is _Kind.Mul:
        return left * largest_known_divisor(expr.rhs)
    if expr.kind in (_Kind.Add, _Kind.Mod):
        return math.gcd(left, largest_known_divisor(expr.rhs))
    divisor = _constant_value(expr.rhs)
    return left // abs(divisor) if divisor and left % divisor == 0 and left else 1


def _constant_value(expr: AffineExpr) -> int | None:
    return expr.value if isinstance(expr, AffineConstantExpr) else None


def _operands(expr: AffineExpr, kind: AffineBinaryOpKind) -> tuple[AffineExpr, AffineExpr] | None:
    if isinstance(expr, AffineBinaryOpExpr) and expr.kind is kind:
        return expr.lhs, expr.rhs
    return None


def _constant_operand(expr: AffineExpr, kind: AffineBinaryOpKind) -> tuple[AffineExpr, int] | None:
    """If `expr` is `x kind c` with a constant `c`, return `(x, c)`, otherwise None."""
    if isinstance(expr, AffineBinaryOpExpr) and expr.kind is kind:
        value = _constant_value(expr.rhs)
        return None if value is None else (expr.lhs, value)
    return None


def add(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """Return `lhs + rhs`."""
    left, right = _constant_value(lhs), _constant_value(rhs)
    if left is not None and right is not None:
        return constant(left + right)
    if left is not None or (is_symbolic_or_constant(lhs) and not is_symbolic_or_constant(rhs)):
        return add(rhs, lhs)
    return _fold_add(lhs, rhs, right) or AffineBinaryOpExpr(_Kind.Add, lhs, rhs)


def _fold_add(lhs: AffineExpr, rhs: AffineExpr, right: int | None) -> AffineExpr | None:
    if right == 0:
        return lhs
    sum_with_constant = _constant_operand(lhs, _Kind.Add)
    # `(x + c1) + c2` becomes `x + (c1 + c2)`
    if sum_with_constant is not None and right is not None:
        return add(sum_with_constant[0], constant(sum_with_constant[1] + right))
    left_term, left_factor = _constant_operand(lhs, _Kind.Mul) or (lhs, 1)
    right_term, right_factor = _constant_operand(rhs, _Kind.Mul) or (rhs, 1)
    if left_term == right_term:  # `x * c1 + x * c2` becomes `x * (c1 + c2)`
        return mul(left_term, constant(left_factor + right_factor))
    if sum_with_constant is not None:  # `(x + c) + y` becomes `(x + y) + c`
        return add(add(sum_with_constant[0], rhs), constant(sum_with_constant[1]))
    modulus = _modulus_of_remainder(lhs, rhs)
    return None if modulus is None else mod(lhs, modulus)


def _modulus_of_remainder(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr | None:
    """If `lhs + rhs` has the form `lhs - (lhs floordiv c) * c`, which is `lhs mod c`, return `c`,
    otherwise None.

    `rhs` is then `(lhs floordiv c) * -c` with a constant `c`, or `((lhs floordiv c) * c) * -1` with
    any expression `c`.
    """
    product = _constant_operand(rhs, _Kind.Mul)
    if product is None:
        return None
    quotient, factor = product
    if factor < 0 and _constant_operand(quotient, _Kind.FloorDiv) == (lhs, -factor):
        return constant(-factor)
    if factor == -1 and (inner := _operands(quotient, _Kind.Mul)) is not None:
        division, multiplier = inner
        if _operands(division, _Kind.FloorDiv) == (lhs, multiplier):
            return multiplier
    return None


def mul(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """Return `lhs * rhs`. Multiplication is never distributed over sums."""
    left, right = _constant_value(lhs), _constant_value(rhs)
    if left is not None and right is not None:
        return constant(left * right)
    if left is not None or not is_symbolic_or_constant(rhs):
        if is_symbolic_or_constant(lhs):
            return mul(rhs, lhs)
        return AffineBinaryOpExpr(_Kind.Mul, lhs, rhs)
    if right == 1:
        return lhs
    if right == 0:
        return rhs
    product = _constant_operand(lhs, _Kind.Mul)
    if product is not None and right is not None:  # `(x * c1) * c2` becomes `x * (c1 * c2)`
        return mul(product[0], constant(product[1] * right))
    if product is not None:  # `(x * c) * y` becomes `(x * y) * c`
        return mul(mul(product[0], rhs), constant(product[1]))
    return AffineBinaryOpExpr(_Kind.Mul, lhs, rhs)


def neg(expr: AffineExpr) -> AffineExpr:
    """Return `-expr`, which is `expr * -1`."""
    return mul(expr, constant(-1))


def sub(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """Return `lhs - rhs`, which is `lhs + rhs * -1`."""
    return add(lhs, neg(rhs))


def floordiv(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """Return `lhs floordiv rhs`."""
    divisor = _constant_value(rhs)
    if divisor:
        folded = _fold_division(lhs, divisor, lambda value: value // divisor)
        if folded is not None:
            return folded
        if (terms := _operands(lhs, _Kind.Add)) is not None and any(
            largest_known_divisor(term) % divisor == 0 for term in terms
        ):
            return add(floordiv(terms[0], rhs), floordiv(terms[1], rhs))
    return AffineBinaryOpExpr(_Kind.FloorDiv, lhs, rhs)


def ceildiv(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """Return `lhs ceildiv rhs`."""
    divisor = _constant_value(rhs)
    if divisor:
        folded = _fold_division(lhs, divisor, lambda value: -(-value // divisor))
        if folded is not None:
            return folded
    return AffineBinaryOpExpr(_Kind.CeilDiv, lhs, rhs)


def _fold_division(
    lhs: AffineExpr, divisor: int, divide: Callable[[int], int]
) -> AffineExpr | None:
    """Simplify `lhs` divided by the constant `divisor`, or return None if no rule applies.

    `divide` computes the quotient of a constant; `floordiv` and `ceildiv` share these rules.
    """
    if isinstance(lhs, AffineConstantExpr):
        return constant(divide(lhs.value))
    if divisor == 1:
        return lhs
    product = _constant_operand(lhs, _Kind.Mul)
    if product is not None and product[1] % divisor == 0:
        return mul(product[0], constant(product[1] // divisor))
    return None


def mod(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """Return `lhs mod rhs`. The modulus of a constant is never negative."""
    modulus = _constant_value(rhs)
    if modulus is None or modulus < 1:
        return AffineBinaryOpExpr(_Kind.Mod, lhs, rhs)
    if isinstance(lhs, AffineConstantExpr):
        return constant(lhs.value % modulus)
    if largest_known_divisor(lhs) % modulus == 0:
        return constant(0)
    if (terms := _operands(lhs, _Kind.Add)) is not None:
        if largest_known_divisor(terms[0]) % modulus == 0:
            return mod(terms[1], rhs)
        if largest_known_divisor(terms[1]) % modulus == 0:
            return mod(terms[0], rhs)
    remainder = _constant_operand(lhs, _Kind.Mod)
    if remainder is not None and remainder[1] >= 1 and remainder[1] % modulus == 0:
        return mod(remainder[0], rhs)
    return AffineBinaryOpExpr(_Kind.Mod, lhs, rhs)


_BUILDERS: dict[AffineBinaryOpKind, Callable[[AffineExpr, AffineExpr], AffineExpr]] = {
    _Kind.Add: add,
    _Kind.Mul: mul,
    _Kind.FloorDiv: floordiv,
    _Kind.CeilDiv: ceildiv,
    _Kind.Mod: mod,
}


_OPERATOR_TEXT = {
    _Kind.Mul: "*",
    _Kind.FloorDiv: "floordiv",
    _Kind.CeilDiv: "ceildiv",
    _Kind.Mod: "mod",
}


def expr_text(expr: AffineExpr, tight: bool = False) -> str:
    """Return MLIR's text of `expr`. With `tight`, parenthesize it unless it is a dimension, symbol
    or constant.
    """
    if isinstance(expr, AffineConstantExpr):
        return str(expr.value)
    if isinstance(expr, AffineDimExpr):
        return f"d{expr.position}"
    if isinstance(expr, AffineSymExpr):
        return f"s{expr.position}"
    assert isinstance(expr, AffineBinaryOpExpr)
    if expr.kind is _Kind.Add:
        text = _sum_text(expr.lhs, expr.rhs)
    elif expr.kind is _Kind.Mul and _constant_value(expr.rhs) == -1:
        text = "-" + expr_text(expr.lhs, True)
    else:
        operator = _OPERATOR_TEXT[expr.kind]
        text = f"{expr_text(expr.lhs, True)} {operator} {expr_text(expr.rhs, True)}"
    return f"({text})" if tight else text


def _sum_text(lhs: AffineExpr, rhs: AffineExpr) -> str:
    left = expr_text(lhs)
    product = _constant_operand(rhs, _Kind.Mul)
    if product is not None and product[1] == -1:
        return f"{left} - {expr_text(product[0], _operands(product[0], _Kind.Add) is not None)}"
    if product is not None and product[1] < -1:
        return f"{left} - {expr_text(product[0], True)} * {-product[1]}"
    if (value := _constant_value(rhs)) is not None and value < 0:
        return f"{left} - {-value}"
    return f"{left} + {expr_text(rhs)}"


def _space_text(num_dims: int, num_symbols: int) -> str:
    dims = ", ".join(f"d{i}" for i in range(num_dims))
    symbols = ", ".join(f"s{i}" for i in range(num_symbols))
    return f"({dims})[{symbols}]" if num_symbols else f"({dims})"


def affine_map_text(map: AffineMap) -> str:
    """Return MLIR's text of a map without the `affine_map<>` around it: `(d0, d1) -> (d1, d0)`."""
    results = ", ".join(expr_text(result) for result in map.results)
    return f"{_space_text(map.num_dims, map.num_symbols)} -> ({results})"


def affine_set_text(set: AffineSet) -> str:
    """Return MLIR's text of a set without the `affine_set<>` around it: `(d0) : (d0 - 4 >= 0)`."""
    constraints = ", ".join(
        f"{expr_text(item.lhs)} {item.kind.value} {expr_text(item.rhs)}" for item in set.constraints
    )
    return f"{_space_text(set.num_dims, set.num_symbols)} : ({constraints})"


class MlirAffineParser(AffineParser):
    """xDSL's affine parser with MLIR's folding, semi-affine expressions and error texts."""

    def _create_binop_expr(self, lhs: AffineExpr, rhs: AffineExpr, binop: MLIRToken) -> AffineExpr:
        operator = binop.text
        if operator == "+":
            return add(lhs, rhs)
        if operator == "-":
            return sub(lhs, rhs)
        if operator == "*":
            if not (is_symbolic_or_constant(lhs) or is_symbolic_or_constant(rhs)):
                raise ParseError(
                    binop.span,
                    "non-affine expression: at least one of the multiply operands has to be "
                    "either a constant or symbolic",
                )
            return mul(lhs, rhs)
        if not is_symbolic_or_constant(rhs):
            raise ParseError(
                binop.span,
                f"non-affine expression: right operand of {operator} has to be either a constant "
                "or symbolic",
            )
        return {"floordiv": floordiv, "ceildiv": ceildiv, "mod": mod}[operator](lhs, rhs)

    def _parse_primary(self, parse_optional_bare_id: Callable[[], AffineExpr | None]) -> AffineExpr:
        token = self._current_token
        if token.kind is MLIRTokenKind.BARE_IDENT and token.text in self._BINOP_PRECEDENCE:
            raise ParseError(token.span, "missing left operand of binary operator")
        if (identifier := parse_optional_bare_id()) is not None:
            return identifier
        if self._parse_optional_token(MLIRTokenKind.MINUS) is not None:
            return neg(self._parse_primary(parse_optional_bare_id))
        if self._parse_optional_token(MLIRTokenKind.L_PAREN) is not None:
            if self._current_token.kind is MLIRTokenKind.R_PAREN:
                raise ParseError(self._current_token.span, "no expression inside parentheses")
            expr = self._parse_affine_expr(parse_optional_bare_id)
            self._parse_token(MLIRTokenKind.R_PAREN, "expected ')'")
            return expr
        if (token := self._parse_optional_token(MLIRTokenKind.INTEGER_LIT)) is not None:
            value = unsigned_value(token.text, 63)
            if value is None:
                raise ParseError(token.span, "constant too large for index")
            return constant(value)
        if token is None and self._current_token.text in ("*", "+"):
            raise ParseError(self._current_token.span, "missing left operand of binary operator")
        raise ParseError(self._current_token.span, "expected affine expression")

    def _get_parse_optional_bare_id(
        self, dims: list[str], syms: list[str]
    ) -> Callable[[], AffineExpr | None]:
        exprs = {name: dim(position) for position, name in enumerate(dims)}
        exprs |= {name: symbol(position) for position, name in enumerate(syms)}

        def parse_optional_bare_id() -> AffineExpr | None:
            token = self._parse_optional_token(MLIRTokenKind.BARE_IDENT)
            if token is None:
                return None
            if token.text not in exprs:
                raise ParseError(token.span, "use of undeclared identifier")
            return exprs[token.text]

        return parse_optional_bare_id

    def parse_expression(self, dims: list[str], symbols: list[str]) -> AffineExpr:
        """Parse an expression in which `dims` and `symbols` are the names of dimensions and
        symbols.
        """
        return self._parse_affine_expr(self._get_parse_optional_bare_id(dims, symbols))

    def parse_expression_of(
        self, parse_optional_value: Callable[[], AffineExpr | None]
    ) -> AffineExpr:
        """Parse an expression, with `parse_optional_value` as the parser of its dimensions and
        symbols.
        """
        return self._parse_affine_expr(parse_optional_value)

    def _parse_affine_space(self) -> tuple[list[str], list[str]]:
        seen: set[str] = set()

        def parse_identifier() -> str:
            token = self._parse_token(MLIRTokenKind.BARE_IDENT, "expected bare identifier")
            if token.text in seen:
                raise ParseError(token.span, f"redefinition of identifier '{token.text}'")
            seen.add(token.text)
            return token.text

        dims = self.parse_comma_separated_list(self.Delimiter.PAREN, parse_identifier)
        if self._current_token.kind is not MLIRTokenKind.L_SQUARE:
            return dims, []
        return dims, self.parse_comma_separated_list(self.Delimiter.SQUARE, parse_identifier)

    def _parse_affine_constraint(
        self, parse_optional_bare_id: Callable[[], AffineExpr | None]
    ) -> AffineConstraintExpr:
        lhs = self._parse_affine_expr(parse_optional_bare_id)
        start = self._current_token.span
        operator = self._consume_token().text + self._consume_token().text
        if operator not in (">=", "<=", "=="):
            raise ParseError(
                start, "expected '== affine-expr' or '>= affine-expr' at end of affine constraint"
            )
        rhs = self._parse_affine_expr(parse_optional_bare_id)
        if operator == "<=":
            lhs, rhs = rhs, lhs
        kind = AffineConstraintKind.eq if operator == "==" else AffineConstraintKind.ge
        return AffineConstraintExpr(kind, sub(lhs, rhs), constant(0), canonicalize=False)


def parse_affine_map(parser: AttrParser) -> AffineMap:
    """Parse an affine map and fold it as MLIR does; `parser` may be any of xDSL's parsers."""
    state = parser._parser_state  # pyright: ignore[reportPrivateUsage]
    return MlirAffineParser(state).parse_affine_map()


def parse_affine_expression(parser: AttrParser, dims: list[str], symbols: list[str]) -> AffineExpr:
    """Parse an expression of the named `dims` and `symbols`, folded as MLIR folds it."""
    state = parser._parser_state  # pyright: ignore[reportPrivateUsage]
    return MlirAffineParser(state).parse_expression(dims, symbols)


def parse_affine_expression_of(
    parser: AttrParser, parse_optional_value: Callable[[], AffineExpr | None]
) -> AffineExpr:
    """Parse an expression, with `parse_optional_value` as the parser of its dimensions and
    symbols.
    """
    state = parser._parser_state  # pyright: ignore[reportPrivateUsage]
    return MlirAffineParser(state).parse_expression_of(parse_optional_value)


def make_map(num_dims: int, *results: AffineExpr, num_symbols: int = 0) -> AffineMap:
    """Return the map from `num_dims` dimensions and `num_symbols` symbols to `results`."""
    return AffineMap(num_dims, num_symbols, results)


def identity(rank: int) -> AffineMap:
    """Return the identity map `(d0, ..., dn) -> (d0, ..., dn)` of `rank` dimensions."""
    return AffineMap(rank, 0, tuple(dim(position) for position in range(rank)))


def is_identity(map: AffineMap) -> bool:
    """Whether the results of `map` are exactly its dimensions, in order."""
    return map.num_dims == len(map.results) and all(
        isinstance(result, AffineDimExpr) and result.position == position
        for position, result in enumerate(map.results)
    )


def replace(
    expr: AffineExpr, dims: Sequence[AffineExpr], symbols: Sequence[AffineExpr] = ()
) -> AffineExpr:
    """Return `expr` with `d<i>` replaced by `dims[i]` and `s<i>` by `symbols[i]`.

    Dimensions and symbols beyond the ends of these lists are kept.
    """
    if isinstance(expr, AffineDimExpr):
        return dims[expr.position] if expr.position < len(dims) else expr
    if isinstance(expr, AffineSymExpr):
        return symbols[expr.position] if expr.position < len(symbols) else expr
    if isinstance(expr, AffineBinaryOpExpr):
        lhs, rhs = replace(expr.lhs, dims, symbols), replace(expr.rhs, dims, symbols)
        if lhs == expr.lhs and rhs == expr.rhs:
            return expr
        return _BUILDERS[expr.kind](lhs, rhs)
    return expr


def compose(map: AffineMap, other: AffineMap) -> AffineMap:
    """Return the map `x -> map(other(x))`; the symbols of `map` come before those of `other`.

    Raises ValueError if the number of results of `other` differs from the number of dimensions of
    `map`.
    """
    if map.num_dims != len(other.results):
        raise ValueError(f"cannot compose {affine_map_text(map)} with {affine_map_text(other)}")
    shifted = [symbol(map.num_symbols + position) for position in range(other.num_symbols)]
    inner = [replace(result, (), shifted) for result in other.results]
    return AffineMap(
        other.num_dims,
        map.num_symbols + other.num_symbols,
        tuple(replace(result, inner) for result in map.results),
    )


def evaluate_expr(expr: AffineExpr, dims: Sequence[int], symbols: Sequence[int] = ()) -> int:
    """Return the value of `expr` for the given values of dimensions and symbols.

    `floordiv` rounds to minus infinity, `ceildiv` to plus infinity, and `mod` takes the sign of its
    divisor.
    """
    if isinstance(expr, AffineConstantExpr):
        return expr.value
    if isinstance(expr, AffineDimExpr):
        return dims[expr.position]
    if isinstance(expr, AffineSymExpr):
        return symbols[expr.position]
    assert isinstance(expr, AffineBinaryOpExpr)
    lhs = evaluate_expr(expr.lhs, dims, symbols)
    rhs = evaluate_expr(expr.rhs, dims, symbols)
    if expr.kind is _Kind.Add:
        return lhs + rhs
    if expr.kind is _Kind.Mul:
        return lhs * rhs
    if expr.kind is _Kind.FloorDiv:
        return lhs // rhs
    if expr.kind is _Kind.CeilDiv:
        return -(-lhs // rhs)
    return lhs % rhs


def evaluate(map: AffineMap, dims: Sequence[int], symbols: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the results of `map` for the given values of dimensions and symbols.

    Raises ValueError if the number of dimensions or symbols differs from the map's.
    """
    if len(dims) != map.num_dims or len(symbols) != map.num_symbols:
        raise ValueError(
            f"{affine_map_text(map)} takes {map.num_dims} dimensions and {map.num_symbols} symbols"
        )
    return tuple(evaluate_expr(result, dims, symbols) for result in map.results)


def inverse_permutation(map: AffineMap) -> AffineMap | None:
    """Return the map that recovers each dimension of `map` from the results of `map`.

    Returns None if some dimension is not a result by itself. Example:
    `(d0, d1, d2) -> (d1, d1, d0, d2)` gives `(d0, d1, d2, d3) -> (d2, d0, d3)`.
    """
    found: dict[int, int] = {}
    for position, result in enumerate(map.results):
        if isinstance(result, AffineDimExpr):
            found.setdefault(result.position, position)
    if map.num_symbols or len(found) != map.num_dims:
        return None
    return AffineMap(
        len(map.results), 0, tuple(dim(found[position]) for position in range(map.num_dims))
    )


def dims_used(expr: AffineExpr) -> frozenset[int]:
    """Return the positions of the dimensions that occur in `expr`."""
    if isinstance(expr, AffineBinaryOpExpr):
        return dims_used(expr.lhs) | dims_used(expr.rhs)
    return frozenset((expr.position,)) if isinstance(expr, AffineDimExpr) else frozenset()
