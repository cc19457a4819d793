"""Integer sets: affine constraints on dimensions and symbols."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from xdsl.ir.affine import AffineConstraintExpr, AffineConstraintKind, AffineSet

from ttmlir_py.bindings.ir.affine import AffineExpr, substituted, to_expr
from ttmlir_py.bindings.ir.capsules import HasCapsule
from ttmlir_py.bindings.ir.foreign_self import CheckedClass
from ttmlir_py.bindings.ir.kinds import expect
from ttmlir_py.bindings.ir.sequences import View, invalid_item
from ttmlir_py.bindings.ir.state import resolve_context
from ttmlir_py.ir import affine as algebra

__all__ = ["IntegerSet", "IntegerSetConstraint", "IntegerSetConstraintList"]


class IntegerSetConstraint(metaclass=CheckedClass):
    """An expression that is zero, or not negative."""

    def __init__(self, set: IntegerSet, position: int):
        self._set = expect(set, IntegerSet)
        self._raw = set.xdsl.constraints[position]

    @property
    def expr(self) -> Any:
        """The expression."""
        return to_expr(algebra.sub(self._raw.lhs, self._raw.rhs), self._set.context)

    @property
    def is_eq(self) -> bool:
        """Whether the expression must be zero."""
        return self._raw.kind is AffineConstraintKind.eq


class IntegerSetConstraintList(View[IntegerSetConstraint]):
    """The constraints of a set."""

    def raw(self) -> Sequence[Any]:
        """Return the constraints as xDSL has them."""
        return self._owner.xdsl.constraints

    def wrap(self, raw: Any, position: int) -> IntegerSetConstraint:
        """Return the Python object for a constraint."""
        return IntegerSetConstraint(self._owner, position)


class IntegerSet(HasCapsule):
    """The integers that satisfy affine constraints."""

    _CAPI_NAME = "ir.IntegerSet"
    xdsl: AffineSet
    context: Any
    """The context that the set belongs to."""

    def __init__(self) -> None:
        raise TypeError("IntegerSet: No constructor defined!")

    @classmethod
    def wrap(cls, raw: AffineSet, context: Any) -> IntegerSet:
        """Return the Python object for a set of xDSL."""
        set = object.__new__(cls)
        set.xdsl = raw
        set.context = context
        return set

    @staticmethod
    def get(
        num_dims: int,
        num_symbols: int,
        exprs: Sequence[AffineExpr],
        eq_flags: Sequence[bool],
        context: Any = None,
    ) -> IntegerSet:
        """Return the set of the integers for which each expression is zero, or is not negative,
        depending on its flag.
        """
        context = resolve_context(context)
        if len(exprs) != len(eq_flags):
            raise ValueError("Expected the number of constraints to match that of equality flags")
        if not exprs:
            raise ValueError("Expected non-empty list of constraints")
        raw = [
            _constraint(_raw_expr(expr), bool(flag))
            for expr, flag in zip(exprs, eq_flags, strict=True)
        ]
        return IntegerSet.wrap(AffineSet(num_dims, num_symbols, tuple(raw)), context)

    @staticmethod
    def get_empty(num_dims: int, num_symbols: int, context: Any = None) -> IntegerSet:
        """Return the empty set, whose only constraint is `1 == 0`."""
        constraint = _constraint(algebra.constant(1), is_equality=True)
        raw = AffineSet(num_dims, num_symbols, (constraint,))
        return IntegerSet.wrap(raw, resolve_context(context))

    def get_replaced(
        self,
        dim_exprs: Sequence[AffineExpr],
        symbol_exprs: Sequence[AffineExpr],
        num_result_dims: int,
        num_result_symbols: int,
    ) -> IntegerSet:
        """Return the set in which other expressions replace the dimensions and symbols."""
        if len(dim_exprs) != self.n_dims:
            raise ValueError(
                "Expected the number of dimension replacement expressions to match that of "
                "dimensions"
            )
        if len(symbol_exprs) != self.n_symbols:
            raise ValueError(
                "Expected the number of symbol replacement expressions to match that of symbols"
            )
        dims = [_raw_expr(each, " by replacing dimensions") for each in dim_exprs]
        symbols = [_raw_expr(each, " by replacing symbols") for each in symbol_exprs]
        constraints = tuple(
            _constraint(
                substituted(algebra.sub(each.lhs, each.rhs), dims, symbols),
                each.kind is AffineConstraintKind.eq,
            )
            for each in self.xdsl.constraints
        )
        raw = AffineSet(num_result_dims, num_result_symbols, constraints)
        return IntegerSet.wrap(raw, self.context)

    @property
    def is_canonical_empty(self) -> bool:
        """Whether this is the set that `get_empty` returns."""
        return self == IntegerSet.get_empty(self.n_dims, self.n_symbols, self.context)

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
    def n_equalities(self) -> int:
        """The number of constraints that are equalities."""
        return sum(1 for each in self.constraints if each.is_eq)

    @property
    def n_inequalities(self) -> int:
        """The number of constraints that are inequalities."""
        return len(self.constraints) - self.n_equalities

    @property
    def constraints(self) -> IntegerSetConstraintList:
        """The constraints."""
        return IntegerSetConstraintList(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IntegerSet):
            return False
        return self.context is other.context and self.xdsl == other.xdsl

    def __hash__(self) -> int:
        return hash(self.xdsl)

    def dump(self) -> None:
        """Write the text to stderr."""
        sys.stderr.write(f"{self}\n")

    def __str__(self) -> str:
        return algebra.affine_set_text(self.xdsl)

    def __repr__(self) -> str:
        return f"IntegerSet({self})"


def _raw_expr(expr: Any, purpose: str = "") -> Any:
    if not isinstance(expr, AffineExpr):
        raise invalid_item("expression", f"IntegerSet{purpose}", expr)
    return expr.xdsl


def _constraint(expr: Any, is_equality: bool) -> AffineConstraintExpr:
    kind = AffineConstraintKind.eq if is_equality else AffineConstraintKind.ge
    return AffineConstraintExpr(kind, expr, algebra.constant(0), canonicalize=False)
