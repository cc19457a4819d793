"""Operations for structured control flow (`scf`)."""

from collections.abc import Iterator, Sequence
from typing import Any

from ttmlir_py.bindings.ir.insertion import InsertionPoint
from ttmlir_py.bindings.ir.registration import register_operation
from ttmlir_py.bindings.ir.structure import Block
from ttmlir_py.bindings.ir.types import IndexType
from ttmlir_py.bindings.ods import define
from ttmlir_py.bindings.ods.loops import ForLoop
from ttmlir_py.bindings.ods.support import (
    get_default_loc_context,
    get_op_result_or_value,
    get_op_results_or_values,
)

_generated: dict[str, Any] = globals()
define(_generated, "scf")
_For: Any = _generated["ForOp"]
_If: Any = _generated["IfOp"]


@register_operation(_generated["_Dialect"], replace=True)
class ForOp(ForLoop, _For):
    """A loop, whose body has the induction variable and the carried values as arguments."""

    def __init__(
        self,
        lower_bound: Any,
        upper_bound: Any,
        step: Any,
        iter_args: Any = None,
        *,
        loc: Any = None,
        ip: Any = None,
    ):
        carried = [] if iter_args is None else list(get_op_results_or_values(iter_args))
        carried = [get_op_result_or_value(each) for each in carried]
        results = [each.type for each in carried]
        bounds = [get_op_result_or_value(each) for each in (lower_bound, upper_bound, step)]
        _For.__init__(self, results, *bounds, carried, loc=loc, ip=ip)
        types = [self.operands[0].type, *results]
        self.regions[0].blocks.append(*types, arg_locs=[self.location] * len(types))


@register_operation(_generated["_Dialect"], replace=True)
class IfOp(_If):
    """A conditional with empty blocks."""

    def __init__(
        self,
        cond: Any,
        results_: Sequence[Any] | None = None,
        *,
        hasElse: bool = False,
        has_else: bool = False,
        loc: Any = None,
        ip: Any = None,
    ):
        """Build the operation. Later versions of MLIR call the parameter `has_else`."""
        _If.__init__(self, list(results_ or []), cond, loc=loc, ip=ip)
        self.regions[0].blocks.append()
        if hasElse or has_else:
            self.regions[1].blocks.append()

    @property
    def then_block(self) -> Block:
        """The block that runs if the condition holds."""
        return self.regions[0].blocks[0]

    @property
    def else_block(self) -> Block:
        """The block that runs if the condition does not hold. Raise IndexError if there is no such
        block.
        """
        return self.regions[1].blocks[0]


def for_(
    start: Any,
    stop: Any = None,
    step: Any = None,
    iter_args: Sequence[Any] | None = None,
    *,
    loc: Any = None,
    ip: Any = None,
) -> Iterator[Any]:
    """Build a loop whose body has the operations that the body of a Python `for` builds.

    Bounds are values or Python numbers. The target of the `for` is the induction variable. With
    carried values it is a tuple of the induction variable, the carried values and the results.
    """
    from ttmlir_py.bindings.dialects import arith

    if step is None:
        step = 1
    if stop is None:
        start, stop = 0, start
    index = IndexType.get(get_default_loc_context(loc))
    lower, upper, by = (
        arith.constant(index, each) if isinstance(each, int) else each
        for each in (start, stop, step)
    )
    op = ForOp(lower, upper, by, iter_args, loc=loc, ip=ip)
    arguments = tuple(op.inner_iter_args)
    with InsertionPoint(op.body):
        if len(arguments) > 1:
            yield op.induction_variable, arguments, op.results
        elif len(arguments) == 1:
            yield op.induction_variable, arguments[0], op.results[0]
        else:
            yield op.induction_variable
