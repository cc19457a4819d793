"""Affine expressions and maps."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from xdsl.ir.affine import AffineBinaryOpExpr as XdslBinary
from xdsl.ir.affine import AffineBinaryOpKind
from xdsl.ir.affine import AffineConstantExpr as XdslConstant
from xdsl.ir.affine import AffineDimExpr as XdslDim
from xdsl.ir.affine import AffineExpr as XdslExpr
from xdsl.ir.affine import AffineMap as XdslMap
from xdsl.ir.affine import AffineSymExpr as XdslSymbol

from ttmlir_py.bindings.ir.capsules import HasCapsule
from ttmlir_py.bindings.ir.kinds import expect
from ttmlir_py.bindings.ir.sequences import View, invalid_item
from ttmlir_py.bindings.ir.state import resolve_context
from ttmlir_py.ir import affine as algebra

__all__ = [
    "AffineAddExpr",
    "AffineBinaryExpr",
    "AffineCeilDivExpr",
    "AffineConstantExpr",
    "AffineDimExpr",
    "AffineExpr",
    "AffineExprList",
    "AffineFloorDivExpr",
    "AffineMap",
    "AffineModExpr",
    "AffineMulExpr",
    "AffineSymbolExpr",
]

ExprT = TypeVar("ExprT", bound="AffineExpr")
Combine = Callable[[XdslExpr, XdslExpr], XdslExpr]


class AffineExpr(HasCapsule):
    """An affine expression. Operators simplify as MLIR does."""

    KIND: ClassVar[Any] = None
    _CAPI_NAME = "ir.AffineExpr"
    xdsl: XdslExpr
    context: Any
    """The context that the expression belongs to."""

    def __init__(self, expr: AffineExpr):
        if not self.accepts(expect(expr, AffineExpr).xdsl):
            raise ValueError(
                f"Cannot cast affine expression to {type(self).__name__} (from {expr!r})"
            )
        self.xdsl = expr.xdsl
        self.context = expr.context

    @classmethod
    def wrap(cls: type[ExprT], raw: XdslExpr, context: Any) -> ExprT:
        """Return an object of this class for an expression of xDSL."""
        expr = object.__new__(cls)
        expr.xdsl = raw
        expr.context = context
        return expr

    @classmethod
    def accepts(cls, raw: XdslExpr) -> bool:
        """Whether an expression of xDSL is of the kind that this class wraps."""
        return True

    @classmethod
    def isinstance(cls, other: AffineExpr) -> bool:
        """Whether an expression is of the kind that this class wraps."""
        return cls.accepts(expect(other, AffineExpr).xdsl)

    # Methods that build expressions.

    @staticmethod
    def get_constant(value: int, context: Any = None) -> AffineConstantExpr:
        """Return the expression for a constant."""
        return AffineConstantExpr.get(value, context)

    @staticmethod
    def get_dim(position: int, context: Any = None) -> AffineDimExpr:
        """Return the expression for a dimension."""
        return AffineDimExpr.get(position, context)

    @staticmethod
    def get_symbol(position: int, context: Any = None) -> AffineSymbolExpr:
        """Return the expression for a symbol."""
        return AffineSymbolExpr.get(position, context)

    @staticmethod
    def get_add(lhs: Any, rhs: Any) -> Any:
        """Return a sum."""
        return _combined(algebra.add, lhs, rhs)

    @staticmethod
    def get_mul(lhs: Any, rhs: Any) -> Any:
        """Return a product."""
        return _combined(algebra.mul, lhs, rhs)

    @staticmethod
    def get_mod(lhs: Any, rhs: Any) -> Any:
        """Return a remainder."""
        return _combined(algebra.mod, lhs, rhs)

    @staticmethod
    def get_floor_div(lhs: Any, rhs: Any) -> Any:
        """Return a quotient, rounded down."""
        return _combined(algebra.floordiv, lhs, rhs)

    @staticmethod
    def get_ceil_div(lhs: Any, rhs: Any) -> Any:
        """Return a quotient, rounded up."""
        return _combined(algebra.ceildiv, lhs, rhs)

    def __add__(self, other: Any) -> Any:
        return _combined(algebra.add, self, other)

    def __radd__(self, other: Any) -> Any:
        return _combined(algebra.add, other, self)

    def __sub__(self, other: Any) -> Any:
        return _combined(algebra.sub, self, other)

    def __rsub__(self, other: Any) -> Any:
        return _combined(algebra.sub, other, self)

    def __mul__(self, other: Any) -> Any:
        return _combined(algebra.mul, self, other)

    def __rmul__(self, other: Any) -> Any:
        return _combined(algebra.mul, other, self)

    def __mod__(self, other: Any) -> Any:
        return _combined(algebra.mod, self, other)

    def __rmod__(self, other: Any) -> Any:
        return _combined(algebra.mod, other, self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AffineExpr):
            return False
        return self.context is other.context and self.xdsl == other.xdsl

    def __hash__(self) -> int:
        return hash(self.xdsl)

    # Methods that return a changed expression.

    def compose(self, other: AffineMap) -> Any:
        """Return the expression in which the results of the map `other` replace the dimensions."""
        return to_expr(
            _substituted(self.xdsl, expect(other, AffineMap).xdsl.results, None), self.context
        )

    def shift_dims(self, num_dims: int, shift: int, offset: int = 0) -> Any:
        """Return the expression in which the numbers of the dimensions from `offset` on are
        increased by `shift`.
        """
        dims = [algebra.dim(i + shift if i >= offset else i) for i in range(num_dims)]
        return to_expr(_substituted(self.xdsl, dims, None), self.context)

    def shift_symbols(self, num_symbols: int, shift: int, offset: int = 0) -> Any:
        """Return the expression in which the numbers of the symbols from `offset` on are increased
        by `shift`.
        """
        symbols = [algebra.symbol(i + shift if i >= offset else i) for i in range(num_symbols)]
        return to_expr(_substituted(self.xdsl, None, symbols), self.context)

    @staticmethod
    def simplify_affine_expr(expr: AffineExpr, num_dims: int, num_symbols: int) -> Any:
        """Return an expression that is equal and, if possible, simpler."""
        return to_expr(expr.xdsl.simplify(num_dims, num_symbols), expr.context)

    def maybe_downcast(self) -> Any:
        """Return the expression as an object of the most specific class."""
        return to_expr(self.xdsl, self.context)

    def dump(self) -> None:
        """Write the text to stderr."""
        sys.stderr.write(f"{self}\n")

    def __str__(self) -> str:
        return algebra.expr_text(self.xdsl)

    def __repr__(self) -> str:
        return f"AffineExpr({self})"


class AffineConstantExpr(AffineExpr):
    """A constant."""

    @classmethod
    def accepts(cls, raw: Any) -> bool:
        """Whether an expression of xDSL is a constant."""
        return isinstance(raw, XdslConstant)

    @classmethod
    def get(cls, value: int, context: Any = None) -> AffineConstantExpr:
        """Return a constant."""
        return cls.wrap(algebra.constant(value), resolve_context(context))

    @property
    def value(self) -> int:
        """The value of the constant."""
        return self.xdsl.value  # pyright: ignore


class _Positioned(AffineExpr):
    """A dimension or a symbol."""

    @property
    def position(self) -> int:
        """The index of the dimension or symbol."""
        return self.xdsl.position  # pyright: ignore


class AffineDimExpr(_Positioned):
    """A dimension."""

    @classmethod
    def accepts(cls, raw: Any) -> bool:
        """Whether an expression of xDSL is a dimension."""
        return isinstance(raw, XdslDim)

    @classmethod
    def get(cls, position: int, context: Any = None) -> AffineDimExpr:
        """Return a dimension."""
        return cls.wrap(algebra.dim(_counted(position)), resolve_context(context))


class AffineSymbolExpr(_Positioned):
    """A symbol."""

    @classmethod
    def accepts(cls, raw: Any) -> bool:
        """Whether an expression of xDSL is a symbol."""
        return isinstance(raw, XdslSymbol)

    @classmethod
    def get(cls, position: int, context: Any = None) -> AffineSymbolExpr:
        """Return a symbol."""
        return cls.wrap(algebra.symbol(_counted(position)), resolve_context(context))


class AffineBinaryExpr(AffineExpr):
    """An expression of two operands."""

    COMBINE: ClassVar[Any] = None

    @classmethod
    def accepts(cls, raw: Any) -> bool:
        """Whether an expression of xDSL has the operator of this class."""
        is_binary = isinstance(raw, XdslBinary)
        return is_binary and cls.KIND in (None, raw.kind)

    @classmethod
    def get(cls, lhs: AffineExpr, rhs: AffineExpr) -> Any:
        """Return the expression that applies the operator of this class to two expressions,
        simplified.
        """
        return _combined(cls.COMBINE, lhs, rhs)

    @property
    def lhs(self) -> Any:
        """The left operand."""
        return to_expr(self.xdsl.lhs, self.context)  # pyright: ignore

    @property
    def rhs(self) -> Any:
        """The right operand."""
        return to_expr(self.xdsl.rhs, self.context)  # pyright: ignore


class AffineAddExpr(AffineBinaryExpr):
    """A sum."""

    KIND = AffineBinaryOpKind.Add
    COMBINE = staticmethod(algebra.add)


class AffineMulExpr(AffineBinaryExpr):
    """A product."""

    KIND = AffineBinaryOpKind.Mul
    COMBINE = staticmethod(algebra.mul)


class AffineModExpr(AffineBinaryExpr):
    """A remainder."""

    KIND = AffineBinaryOpKind.Mod
    COMBINE = staticmethod(algebra.mod)


class AffineFloorDivExpr(AffineBinaryExpr):
    """A quotient, rounded down."""

    KIND = AffineBinaryOpKind.FloorDiv
    COMBINE = staticmethod(algebra.floordiv)


class AffineCeilDivExpr(AffineBinaryExpr):
    """A quotient, rounded up."""

    KIND = AffineBinaryOpKind.CeilDiv
    COMBINE = staticmethod(algebra.ceildiv)


_CLASSES = (
    *(AffineConstantExpr, AffineDimExpr, AffineSymbolExpr, AffineAddExpr, AffineMulExpr),
    *(AffineModExpr, AffineFloorDivExpr, AffineCeilDivExpr),
)


def to_expr(raw: XdslExpr, context: Any) -> Any:
    """Return an expression of xDSL as an object of the most specific class."""
    return next(cls for cls in _CLASSES if cls.accepts(raw)).wrap(raw, context)


def _combined(combine: Combine, lhs: Any, rhs: Any) -> Any:
    given = next((each for each in (lhs, rhs) if isinstance(each, AffineExpr)), None)
    if given is None:
        raise TypeError("expected at least one AffineExpr")
    context = given.context
    operands: list[XdslExpr] = []
    for each in (lhs, rhs):
        if isinstance(each, AffineExpr):
            operands.append(each.xdsl)
        elif isinstance(each, int):
            operands.append(algebra.constant(each))
        else:
            raise TypeError(f"expected AffineExpr or int, found {type(each).__name__}")
    return to_expr(combine(*operands), context)


_COMBINE: dict[AffineBinaryOpKind, Combine] = {
    cls.KIND: cls.COMBINE for cls in _CLASSES if issubclass(cls, AffineBinaryExpr)
}


def _counted(number: int) -> int:
    if number < 0:
        raise ValueError(f"expected a number that is not negative, found {number}")
    return number


def _check_positions(expr: Any, dims: int, symbols: int) -> None:
    """Raise ValueError if an expression refers to a dimension or a symbol that a map lacks."""
    if isinstance(expr, XdslBinary):
        _check_positions(expr.lhs, dims, symbols)
        _check_positions(expr.rhs, dims, symbols)
    elif isinstance(expr, XdslDim | XdslSymbol):
        count = dims if isinstance(expr, XdslDim) else symbols
        if expr.position >= count:
            raise ValueError(
                f"{algebra.expr_text(expr)} is not one of {dims} dimensions and {symbols} symbols"
            )


def _substituted(
    expr: Any,
    dims: Sequence[XdslExpr] | None,
    symbols: Sequence[XdslExpr] | None,
) -> XdslExpr:
    """Return an expression with dimensions and symbols replaced, simplified as by MLIR."""
    if isinstance(expr, XdslDim):
        return dims[expr.position] if dims and expr.position < len(dims) else expr
    if isinstance(expr, XdslSymbol):
        return symbols[expr.position] if symbols and expr.position < len(symbols) else expr
    if isinstance(expr, XdslBinary):
        lhs = _substituted(expr.lhs, dims, symbols)
        return _COMBINE[expr.kind](lhs, _substituted(expr.rhs, dims, symbols))
    return expr


class AffineExprList(View[Any]):
    """The results of an affine map."""

    def raw(self) -> Sequence[Any]:
        """Return the results as expressions of xDSL."""
        return self._owner.xdsl.results

    def wrap(self, raw: Any, position: int) -> Any:
        """Return the Python object for an expression of xDSL."""
        return to_expr(raw, self._owner.context)


class AffineMap(HasCapsule):
    """A map from dimensions and symbols to affine expressions."""

    _CAPI_NAME = "ir.AffineMap"
    xdsl: XdslMap
    context: Any
    """The context that the map belongs to."""

    def __init__(self) -> None:
        raise TypeError("AffineMap: No constructor defined!")

    @classmethod
    def wrap(cls, raw: XdslMap, context: Any) -> AffineMap:
        """Return the Python object for a map of xDSL."""
        map = object.__new__(cls)
        map.xdsl = raw
        map.context = context
        return map

    @staticmethod
    def get(
        dim_count: int, symbol_count: int, exprs: Sequence[AffineExpr], context: Any = None
    ) -> AffineMap:
        """Return the map with the given results."""
        context = resolve_context(context)
        _counted(dim_count)
        _counted(symbol_count)
        results: list[XdslExpr] = []
        for each in exprs:
            if not isinstance(each, AffineExpr):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise invalid_item("expression", "AffineMap", each)
            results.append(each.xdsl)
            _check_positions(each.xdsl, dim_count, symbol_count)
        return AffineMap.wrap(
            algebra.make_map(dim_count, *results, num_symbols=symbol_count), context
        )

    @staticmethod
    def get_constant(value: int, context: Any = None) -> AffineMap:
        """Return the map that has no dimensions and one constant result."""
        return AffineMap.wrap(
            algebra.make_map(0, algebra.constant(value)), resolve_context(context)
        )

    @staticmethod
    def get_empty(context: Any = None) -> AffineMap:
        """Return the map without dimensions and results."""
        return AffineMap.wrap(algebra.make_map(0), resolve_context(context))

    @staticmethod
    def get_identity(n_dims: int, context: Any = None) -> AffineMap:
        """Return the map from each dimension to itself."""
        return AffineMap.wrap(algebra.identity(n_dims), resolve_context(context))

    @staticmethod
    def get_minor_identity(n_dims: int, n_results: int, context: Any = None) -> AffineMap:
        """Return the map from all dimensions to the last ones."""
        if not 0 <= n_results <= n_dims:
            raise ValueError(f"expected at most {n_dims} results, found {n_results}")
        results = [algebra.dim(i) for i in range(n_dims - n_results, n_dims)]
        return AffineMap.wrap(algebra.make_map(n_dims, *results), resolve_context(context))

    @staticmethod
    def get_permutation(permutation: Sequence[int], context: Any = None) -> AffineMap:
        """Return the map that permutes the dimensions. Raise RuntimeError if the numbers are not a
        permutation.
        """
        context = resolve_context(context)
        if sorted(permutation) != list(range(len(permutation))):
            raise RuntimeError("Invalid permutation when attempting to create an AffineMap")
        dims = [algebra.dim(each) for each in permutation]
        return AffineMap.wrap(algebra.make_map(len(dims), *dims), context)

    def _part(self, results: Sequence[XdslExpr]) -> AffineMap:
        raw = self.xdsl
        found = algebra.make_map(raw.num_dims, *results, num_symbols=raw.num_symbols)
        return AffineMap.wrap(found, self.context)

    def get_submap(self, result_positions: Sequence[int]) -> AffineMap:
        """Return the map with only some of the results."""
        results = self.xdsl.results
        if any(not 0 <= each < len(results) for each in result_positions):
            raise ValueError("result position out of bounds")
        return self._part([results[each] for each in result_positions])

    def get_major_submap(self, n_results: int) -> AffineMap:
        """Return the map with only the first results."""
        if n_results >= len(self.xdsl.results):
            raise ValueError("number of results out of bounds")
        return self._part(self.xdsl.results[:n_results])

    def get_minor_submap(self, n_results: int) -> AffineMap:
        """Return the map with only the last results."""
        if n_results >= len(self.xdsl.results):
            raise ValueError("number of results out of bounds")
        return self._part(self.xdsl.results[len(self.xdsl.results) - n_results :])

    def replace(
        self, expr: AffineExpr, replacement: AffineExpr, n_result_dims: int, n_result_syms: int
    ) -> AffineMap:
        """Return the map in which an expression is replaced everywhere."""
        results = [_replaced(each, expr.xdsl, replacement.xdsl) for each in self.xdsl.results]
        return AffineMap.wrap(
            algebra.make_map(n_result_dims, *results, num_symbols=n_result_syms), self.context
        )

    @staticmethod
    def compress_unused_symbols(maps: Sequence[AffineMap], context: Any) -> list[AffineMap]:
        """Return the given maps without the symbols that no map uses."""
        count = max((each.n_symbols for each in maps), default=0)
        used = sorted(
            {
                part.position
                for each in maps
                for result in each.xdsl.results
                for part in result.dfs()
                if isinstance(part, XdslSymbol)
            }
        )
        symbols = [algebra.symbol(used.index(i) if i in used else 0) for i in range(count)]
        return [
            AffineMap.wrap(
                algebra.make_map(
                    each.n_dims,
                    *(_substituted(result, None, symbols) for result in each.xdsl.results),
                    num_symbols=len(used),
                ),
                context,
            )
            for each in maps
        ]

    @property
    def is_permutation(self) -> bool:
        """Whether the results are the dimensions in some order."""
        return self.is_projected_permutation and len(self.xdsl.results) == self.n_dims

    @property
    def is_projected_permutation(self) -> bool:
        """Whether the results are dimensions, each at most once."""
        return self.n_symbols == 0 and self.xdsl.is_projected_permutation()

    @property
    def n_dims(self) -> int:
        """The number of dimensions."""
        return self.xdsl.num_dims

    @property
    def n_symbols(self) -> int:
        """The number of symbols."""
        return self.xdsl.num_symbols

    @property
    def n_inputs(self) -> int:
        """The number of dimensions and symbols."""
        return self.n_dims + self.n_symbols

    @property
    def results(self) -> AffineExprList:
        """The results."""
        return AffineExprList(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AffineMap):
            return False
        return self.context is other.context and self.xdsl == other.xdsl

    def __hash__(self) -> int:
        return hash(self.xdsl)

    def dump(self) -> None:
        """Write the text to stderr."""
        sys.stderr.write(f"{self}\n")

    def __str__(self) -> str:
        return algebra.affine_map_text(self.xdsl)

    def __repr__(self) -> str:
        return f"AffineMap({self})"


def _replaced(expr: Any, old: XdslExpr, new: Any) -> XdslExpr:
    if expr == old:
        return new
    if isinstance(expr, XdslBinary):
        lhs = _replaced(expr.lhs, old, new)
        return _COMBINE[expr.kind](lhs, _replaced(expr.rhs, old, new))
    return expr


def substituted(
    expr: XdslExpr,
    dims: Sequence[XdslExpr],
    symbols: Sequence[XdslExpr],
) -> XdslExpr:
    """Return an expression in which other expressions replace dimensions and symbols."""
    return _substituted(expr, dims, symbols)
