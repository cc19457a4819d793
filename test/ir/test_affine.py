"""`ttmlir_py.ir.affine`: simplification, text, parsing, and algebraic laws of maps."""

import re
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count
from xdsl.context import Context
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineExpr,
    AffineMap,
    AffineSet,
)
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

from ttmlir_py.ir import affine
from ttmlir_py.ir.affine import MlirAffineParser, affine_map_text, affine_set_text

pytestmark = pytest.mark.slow


def parser_of(text: str) -> MlirAffineParser:
    return MlirAffineParser(Parser(Context(), text)._parser_state)


def parse(text: str) -> AffineMap:
    return parser_of(text).parse_affine_map()


def parse_set(text: str) -> AffineSet:
    return parser_of(text).parse_affine_set()


# Pairs of an expression and what mlir-opt 19.1.7 prints for it, in `(d0, d1)[s0] -> (...)`.
FOLDED = [
    ("2 + d0", "d0 + 2"),
    ("s0 + d0", "d0 + s0"),
    ("d0 + 0", "d0"),
    ("d0 + 1 + 2", "d0 + 3"),
    ("d0 - d0", "0"),
    ("d0 + d0", "d0 * 2"),
    ("d0 * 2 + d0 * 3", "d0 * 5"),
    ("d0 * 2 + 3 - d0 * 2", "3"),
    ("d1 + d0 + d1", "d1 + d0 + d1"),
    ("d0 + d1 * 2 - 4 + (d1 mod 3) * 5", "d0 + d1 * 2 + (d1 mod 3) * 5 - 4"),
    ("-d0", "-d0"),
    ("d0 * -1", "-d0"),
    ("d0 * -2 + d1", "d0 * -2 + d1"),
    ("d0 - d1 * 2", "d0 - d1 * 2"),
    ("d0 - (d1 + 1)", "d0 - (d1 + 1)"),
    ("(d0 + d1) * 2", "(d0 + d1) * 2"),
    ("3 * d1", "d1 * 3"),
    ("d0 * 2 * 3", "d0 * 6"),
    ("0 * d0", "0"),
    ("s0 * d0", "d0 * s0"),
    ("(d0 * 8 + d1) floordiv 8", "d0 + d1 floordiv 8"),
    ("(d0 * 4) floordiv 2", "d0 * 2"),
    ("d0 floordiv 1", "d0"),
    ("(d0 floordiv 2) floordiv 4", "(d0 floordiv 2) floordiv 4"),
    ("(d0 + 8) floordiv 8", "d0 floordiv 8 + 1"),
    ("-7 floordiv 2", "-4"),
    ("(d0 * 4) ceildiv 2", "d0 * 2"),
    ("7 ceildiv 2", "4"),
    ("d0 ceildiv s0", "d0 ceildiv s0"),
    ("(d0 * 8 + d1) mod 8", "d1 mod 8"),
    ("(d0 mod 8) mod 8", "d0 mod 8"),
    ("d0 mod 1", "0"),
    ("-7 mod 4", "1"),
    ("d0 - (d0 floordiv 8) * 8", "d0 mod 8"),
    ("d0 mod s0", "d0 mod s0"),
]


@pytest.mark.parametrize(("source", "text"), FOLDED)
def test_affine_expression_folds_to_simplest_text(source: str, text: str) -> None:
    assert affine_map_text(parse(f"(d0, d1)[s0] -> ({source})")) == f"(d0, d1)[s0] -> ({text})"


def test_affine_map_names_are_renumbered() -> None:
    assert affine_map_text(parse("(x, y)[n] -> (y + n, x)")) == "(d0, d1)[s0] -> (d1 + s0, d0)"
    assert affine_map_text(parse("() -> ()")) == "() -> ()"
    assert affine_map_text(parse("()[s0] -> (s0 - 1)")) == "()[s0] -> (s0 - 1)"


def test_affine_set_constraints_compare_with_zero() -> None:
    text = affine_set_text(parse_set("(d0)[s0] : (d0 >= 4, d0 <= s0, 1 == d0)"))
    assert text == "(d0)[s0] : (d0 - 4 >= 0, -d0 + s0 >= 0, -d0 + 1 == 0)"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("(d0) -> (d1)", "use of undeclared identifier"),
        ("(d0, d0) -> (d0)", "redefinition of identifier 'd0'"),
        ("(d0) -> (d0 * d0)", "at least one of the multiply operands has to be either a constant"),
        ("(d0) -> (1 mod d0)", "right operand of mod has to be either a constant or symbolic"),
        ("(d0) -> (())", "no expression inside parentheses"),
        ("(d0) -> (* d0)", "missing left operand of binary operator"),
        ("(d0) -> (9223372036854775808)", "constant too large for index"),
        ("(d0) -> (])", "expected affine expression"),
    ],
)
def test_invalid_affine_map_is_refused(source: str, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)):
        parse(source)


def test_affine_set_without_comparison_is_refused() -> None:
    with pytest.raises(ParseError, match="at end of affine constraint"):
        parse_set("(d0) : (d0 + 1)")


# ---- laws ----

leaves = st.one_of(
    st.integers(0, 2).map(affine.dim),
    st.integers(0, 1).map(affine.symbol),
    st.integers(-9, 33).map(affine.constant),
)
divisors = st.sampled_from([1, 2, 3, 4, 8, 32]).map(affine.constant)
KINDS = {
    AffineBinaryOpKind.Add: affine.add,
    AffineBinaryOpKind.Mul: affine.mul,
    AffineBinaryOpKind.FloorDiv: affine.floordiv,
    AffineBinaryOpKind.CeilDiv: affine.ceildiv,
    AffineBinaryOpKind.Mod: affine.mod,
}


def _trees(children: st.SearchStrategy[AffineExpr]) -> st.SearchStrategy[AffineExpr]:
    """Draw expressions that are not simplified."""

    def build(kind: AffineBinaryOpKind, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
        return AffineBinaryOpExpr(kind, lhs, rhs)

    sums = st.builds(build, st.just(AffineBinaryOpKind.Add), children, children)
    scaled = st.builds(build, st.sampled_from(list(KINDS)[1:]), children, divisors)
    return st.one_of(sums, scaled)


trees = st.recursive(leaves, _trees, max_leaves=12)


def fold(expr: AffineExpr) -> AffineExpr:
    if isinstance(expr, AffineBinaryOpExpr):
        return KINDS[expr.kind](fold(expr.lhs), fold(expr.rhs))
    return expr


points = st.tuples(*[st.integers(-50, 50)] * 3)
sizes = st.tuples(*[st.integers(-20, 20)] * 2)


@given(trees, points, sizes)
def test_affine_expression_folding_keeps_value(
    tree: AffineExpr, dims: tuple[int, ...], symbols: tuple[int, ...]
) -> None:
    folded = affine.evaluate_expr(fold(tree), dims, symbols)
    assert folded == affine.evaluate_expr(tree, dims, symbols)


@given(trees)
def test_affine_map_text_round_trips(tree: AffineExpr) -> None:
    map = affine.make_map(3, fold(tree), num_symbols=2)
    once = parse(affine_map_text(map))
    assert affine_map_text(parse(affine_map_text(once))) == affine_map_text(once)


@given(trees, points, sizes)
def test_affine_map_text_parses_to_same_values(
    tree: AffineExpr, dims: tuple[int, ...], symbols: tuple[int, ...]
) -> None:
    map = affine.make_map(3, fold(tree), num_symbols=2)
    again = parse(affine_map_text(map))
    assert affine.evaluate(again, dims, symbols) == affine.evaluate(map, dims, symbols)


@given(st.lists(trees, min_size=3, max_size=3), trees, points, sizes, sizes)
def test_affine_composition_equals_application(
    inner: list[AffineExpr],
    outer: AffineExpr,
    dims: tuple[int, ...],
    outer_symbols: tuple[int, ...],
    inner_symbols: tuple[int, ...],
) -> None:
    first = affine.make_map(3, *map(fold, inner), num_symbols=2)
    second = affine.make_map(3, fold(outer), num_symbols=2)
    composed = affine.compose(second, first)
    expected = affine.evaluate(second, affine.evaluate(first, dims, inner_symbols), outer_symbols)
    assert affine.evaluate(composed, dims, (*outer_symbols, *inner_symbols)) == expected


@given(st.permutations(range(4)), st.tuples(*[st.integers(-9, 9)] * 4))
def test_affine_inverse_permutation_composes_with_map_to_identity(
    order: list[int], point: tuple[int, ...]
) -> None:
    map = affine.make_map(4, *(affine.dim(position) for position in order))
    inverse = affine.inverse_permutation(map)
    assert inverse is not None
    assert affine.evaluate(inverse, affine.evaluate(map, point)) == point
    assert affine.compose(map, inverse) == affine.identity(4)


def test_affine_inverse_of_map_that_is_not_a_permutation_is_none() -> None:
    repeated = parse("(d0, d1, d2) -> (d1, d1, d0, d2)")
    assert affine.inverse_permutation(repeated) == parse("(d0, d1, d2, d3) -> (d2, d0, d3)")
    assert affine.inverse_permutation(parse("(d0, d1) -> (d0)")) is None
    assert affine.inverse_permutation(parse("(d0, d1) -> (d0, d1 + 1)")) is None


def test_affine_identity_map_is_recognised() -> None:
    assert affine.is_identity(affine.identity(3))
    assert not affine.is_identity(parse("(d0, d1) -> (d1, d0)"))
    assert not affine.is_identity(parse("(d0, d1) -> (d0)"))


def test_affine_map_with_wrong_argument_count_is_refused() -> None:
    with pytest.raises(ValueError, match="takes 2 dimensions and 0 symbols"):
        affine.evaluate(affine.identity(2), [1])
    with pytest.raises(ValueError, match="cannot compose"):
        affine.compose(affine.identity(2), affine.identity(3))


def test_affine_dims_used_returns_dimensions_of_expression() -> None:
    (expr,) = parse("(d0, d1, d2)[s0] -> (d0 + (d2 mod 4) * s0)").results
    assert affine.dims_used(expr) == {0, 2}


def test_affine_replace_keeps_expressions_without_replacement() -> None:
    (expr,) = parse("(d0, d1)[s0] -> (d0 * 8 + d1 + s0)").results
    replaced = affine.replace(expr, [affine.constant(2)])
    assert affine.expr_text(replaced) == "d1 + s0 + 16"


@pytest.mark.skipif(shutil.which("mlir-opt-19") is None, reason="mlir-opt-19 is not installed")
@settings(max_examples=example_count(10))
@given(st.lists(trees, min_size=40, max_size=40))
def test_affine_text_agrees_with_mlir_opt(batch: list[AffineExpr]) -> None:
    # The text is not simplified, so mlir-opt does it. Products of dimensions, which mlir-opt
    # rejects, are not drawn.
    sources = [spelled_out(tree) for tree in batch]
    expected = printed_by_mlir_opt(sources)
    ours = [affine_map_text(parse(f"(d0, d1, d2)[s0, s1] -> ({source})")) for source in sources]
    assert ours == expected


def spelled_out(expr: AffineExpr) -> str:
    if not isinstance(expr, AffineBinaryOpExpr):
        return affine.expr_text(expr)
    operator = {AffineBinaryOpKind.Add: "+", AffineBinaryOpKind.Mul: "*"}.get(
        expr.kind, expr.kind.name.lower()
    )
    return f"({spelled_out(expr.lhs)} {operator} {spelled_out(expr.rhs)})"


def printed_by_mlir_opt(sources: list[str]) -> list[str]:
    lines = [
        f'"x.y"() {{v = affine_map<(d0, d1, d2)[s0, s1] -> ({source})>}} : () -> ()'
        for source in sources
    ]
    result = subprocess.run(
        ["mlir-opt-19", "--allow-unregistered-dialect", "--mlir-print-local-scope"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    return re.findall(r"affine_map<(.*)>\}", result.stdout)
