"""`loop-invariant-code-motion`: compute before a loop the values that do not change in it."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from typing_extensions import override
from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation, Region, SSAValue
from xdsl.traits import IsTerminator, is_speculatable

from ttmlir_py.dialects.upstream.known import known_integer
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.rewriting.effects import is_memory_effect_free
from ttmlir_py.rewriting.mutation import move_before

_LOOPS: Final = frozenset(
    ("affine.for", "affine.parallel", "scf.for", "scf.forall", "scf.parallel", "scf.while")
)
_ALWAYS_DEFINED: Final = frozenset(("arith.remui",))
"""Names of operations that are defined for all operands although xDSL does not mark them so."""
_NEVER_MOVED: Final = frozenset(("scf.if",))
"""Names of operations that may run speculatively in xDSL, but not in MLIR 19."""
_UNSIGNED_DIVISIONS: Final = frozenset(("arith.ceildivui", "arith.divui"))
_SIGNED_DIVISIONS: Final = frozenset(("arith.ceildivsi", "arith.divsi", "arith.floordivsi"))


@dataclass(frozen=True)
class LoopInvariantCodeMotionPass(Pass):
    """Hoist loop invariant instructions outside of the loop

    An operation in the body of a loop of `scf` or `affine` moves before the loop if it has no
    effects, is defined for all operands, and uses no value that the loop computes. Inner loops come
    first. A division moves if the divisor is a constant for which it is defined.
    """

    name = "loop-invariant-code-motion"
    cpp_name = "LoopInvariantCodeMotion"
    anchor = None

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        return _hoist_in(op)


def _hoist_in(op: Operation) -> bool:
    """Move operations out of the loops inside of `op`, inner loops first. Return whether any
    moved.
    """
    changed = False
    for region in op.regions:
        for block in region.blocks:
            for inner in list(block.ops):
                changed |= _hoist_in(inner)
    if op.name in _LOOPS:
        for region in op.regions:
            changed |= _hoist_out_of(op, region)
    return changed


def _hoist_out_of(loop: Operation, region: Region) -> bool:
    queue = deque(op for block in region.blocks for op in block.ops)
    changed = False
    while queue:
        op = queue.popleft()
        if op.parent_region() is not region or not _may_move(op, loop):
            continue
        move_before(loop, op)
        changed = True
        for result in op.results:
            queue.extend(
                use.operation for use in result.uses if use.operation.parent_region() is region
            )
    return changed


def _may_move(op: Operation, loop: Operation) -> bool:
    if op.has_trait(IsTerminator, value_if_unregistered=False):
        return False
    if not is_memory_effect_free(op) or not _is_always_defined(op):
        return False
    return all(
        _is_inside(operand, op) or not _is_inside(operand, loop)
        for inner in op.walk()
        for operand in inner.operands
    )


def _is_inside(value: SSAValue, op: Operation) -> bool:
    """Whether `value` is defined inside of `op`, at any depth."""
    owner = value.owner
    current = owner.parent_op()
    return current is not None and op.is_ancestor(current)


def _is_always_defined(op: Operation) -> bool:
    """Whether `op` may be executed speculatively: it gives no error for any operands."""
    if isinstance(op, UnregisteredOp) or op.name in _NEVER_MOVED:
        return False
    divisor = known_integer(op.operands[1]) if len(op.operands) == 2 else None
    if op.name in _UNSIGNED_DIVISIONS:
        return divisor not in (None, 0)
    if op.name in _SIGNED_DIVISIONS:
        return divisor not in (None, 0, -1)
    if op.name == "scf.for":  # Only a loop with step 1 is known to end.
        return known_integer(op.operands[2]) == 1 and all(
            _is_always_defined(inner)
            for region in op.regions
            for block in region.blocks
            for inner in block.ops
        )
    return op.name in _ALWAYS_DEFINED or is_speculatable(op)
