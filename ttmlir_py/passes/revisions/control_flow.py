"""Lowering of 2026-09's loops and branches, whose bodies are functions.

2025-02 has no loops. A loop that counts between constants becomes calls of its body, and a branch
becomes calls of all branches and a selection. Other loops stay, and have only reference semantics.
"""

from typing import Any

from xdsl.dialects.builtin import TensorType, f32
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.func import CallOp
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.passes.revisions.selection import compared
from ttmlir_py.passes.revisions.state import RevisionBuilder, Table, refuse

_MOST_ITERATIONS = 1 << 10
"""The maximum number of calls that a loop becomes."""


def _is_counted(op: Any) -> bool:
    """Whether a loop counts between bounds, instead of testing a condition."""
    return op.condition_program is None and None not in (op.initial, op.limit, op.step)


def _is_constant(op: Any) -> bool:
    """Whether a loop counts between constants, so that it can be unrolled."""
    return _is_counted(op) and all(each.input is None for each in (op.initial, op.limit, op.step))


def _iterations(op: Any) -> int:
    """Return how often a loop between constants runs."""
    initial, limit, step = (each.value for each in (op.initial, op.limit, op.step))
    if step == 0:
        raise refuse(op, "a loop that does not advance")
    count = max(0, -((initial - limit) // step))
    if count > _MOST_ITERATIONS:
        raise refuse(op, f"a loop of {count} iterations: at most {_MOST_ITERATIONS} are unrolled")
    return count


def _while_loop(builder: RevisionBuilder, op: Any) -> list[SSAValue]:
    """Call the body once for each iteration.

    The first arguments of the body are the state, and its results are the next state.
    """
    if not _is_constant(op):
        if not builder.is_for_reference:
            raise refuse(
                op,
                "a loop with computed bounds"
                if _is_counted(op)
                else "a loop that runs until a computed condition is false",
            )
        types = [result.type for result in op.results]
        cls: type[Operation] = op.__class__
        kept = builder.op(cls, tuple(op.inputs), types, **op.properties)
        return list(kept.results)
    states = op.state_count.value.data
    inputs = list(op.inputs)
    state, others = inputs[:states], inputs[states:]
    for _ in range(_iterations(op)):
        types = [value.type for value in state]
        called = builder.op(CallOp, (*state, *others), types, callee=op.body_program)
        state = list(called.results)
    return [state[index] for index in integers(op.output_indices)]


def _case(builder: RevisionBuilder, op: Any) -> list[SSAValue]:
    """Call all branches, and select the results of the one whose number is the index.

    An index without a branch selects the last branch, as in StableHLO.
    """
    types = [result.type for result in op.results]
    branches: list[list[SSAValue]] = [
        list(builder.op(CallOp, tuple(op.inputs), types, callee=callee).results)
        for callee in op.branch_programs.data
    ]
    index = builder.f32(op.index)
    selected = branches[-1]
    for number, branch in reversed(list(enumerate(branches[:-1]))):
        selected = [
            _where_equal(builder, index, number, value, other)
            for value, other in zip(branch, selected, strict=True)
        ]
    return selected


def _where_equal(
    builder: RevisionBuilder, index: SSAValue, number: int, value: SSAValue, other: SSAValue
) -> SSAValue:
    """Return `value` if the index is `number`, otherwise `other`."""
    shape = shape_of(value)
    wide = builder.stretched(builder.reshaped(index, (1,) * len(shape)), shape)
    same = compared(builder, ttir.EqualOp, wide, builder.splat(number, TensorType(f32, shape)))
    return builder.into(ttir.WhereOp, (same, value, other), tensor_type(value))


CONTROL_FLOW: Table = {"ttcore.case": _case, "ttcore.while_loop": _while_loop}
