"""Affine loops and accesses."""

from collections.abc import Iterator, Sequence
from typing import Any

from ttmlir_py.bindings.ir.affine import AffineMap
from ttmlir_py.bindings.ir.attributes import AffineMapAttr
from ttmlir_py.bindings.ir.insertion import InsertionPoint
from ttmlir_py.bindings.ir.operations import Operation, OpView
from ttmlir_py.bindings.ir.registration import register_operation
from ttmlir_py.bindings.ir.types import IndexType
from ttmlir_py.bindings.ir.values import Value
from ttmlir_py.bindings.ods import define
from ttmlir_py.bindings.ods.loops import ForLoop
from ttmlir_py.bindings.ods.support import get_op_result_or_value, get_op_results_or_values

_generated: dict[str, Any] = globals()
define(_generated, "affine")
_For: Any = _generated["AffineForOp"]


@register_operation(_generated["_Dialect"], replace=True)
class AffineForOp(ForLoop, _For):
    """A loop whose block has the induction variable and the carried values as arguments."""

    def __init__(
        self,
        lower_bound: Any,
        upper_bound: Any,
        step: Any = None,
        iter_args: Any = None,
        *,
        lower_bound_operands: Sequence[Any] | None = None,
        upper_bound_operands: Sequence[Any] | None = None,
        loc: Any = None,
        ip: Any = None,
    ):
        """Build a loop. A bound is a Python number, a value, or an affine map with operands."""
        lower, lower_operands = _bound("lower", lower_bound, lower_bound_operands)
        upper, upper_operands = _bound("upper", upper_bound, upper_bound_operands)
        carried = [] if iter_args is None else list(get_op_results_or_values(iter_args))
        carried = [get_op_result_or_value(each) for each in carried]
        results = [each.type for each in carried]
        _For.__init__(
            self,
            results,
            lower_operands,
            upper_operands,
            carried,
            lower,
            upper,
            1 if step is None else step,
            loc=loc,
            ip=ip,
        )
        types = [IndexType.get(self.context), *results]
        self.regions[0].blocks.append(*types, arg_locs=[self.location] * len(types))


def _bound(which: str, bound: Any, operands: Sequence[Any] | None) -> tuple[Any, list[Any]]:
    """Return the map of a bound as an attribute, and its operands."""
    given = [] if operands is None else list(get_op_results_or_values(operands))
    if isinstance(bound, int):
        bound = AffineMap.get_constant(bound)
    elif isinstance(bound, Value | OpView | Operation):
        if given:
            raise ValueError(
                f"Either a concrete {which} bound or an AffineMap in combination with {which} "
                "bound operands, but not both, is supported."
            )
        if not isinstance(bound, Value) and len(bound.operation.results) > 1:
            raise ValueError(f"Only a single concrete value is supported for {which} bound.")
        given = [get_op_result_or_value(bound)]
        bound = AffineMap.get_identity(1)
    if not isinstance(bound, AffineMap):
        raise ValueError(f"{which} bound must be int | ResultValueT | AffineMap.")
    if len(given) != bound.n_inputs:
        raise ValueError(
            f"Wrong number of {which} bound operands passed to AffineForOp; "
            f"Expected {bound.n_inputs}, got {len(given)}."
        )
    return AffineMapAttr.get(bound), given


def for_(
    start: Any,
    stop: Any,
    step: Any = None,
    iter_args: Sequence[Any] | None = None,
    *,
    loc: Any = None,
    ip: Any = None,
) -> Iterator[Any]:
    """Build a loop around the operations of the body of a Python `for`.

    The target of the `for` is the induction variable, or with carried values a tuple with them.
    """
    op = AffineForOp(start, stop, step, iter_args=iter_args, loc=loc, ip=ip)
    arguments = tuple(op.inner_iter_args)
    with InsertionPoint(op.body):
        if len(arguments) > 1:
            yield op.induction_variable, arguments
        elif len(arguments) == 1:
            yield op.induction_variable, arguments[0]
        else:
            yield op.induction_variable
