"""Effects of the structured operations of `linalg`."""

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind


def structured_effects(op: Operation) -> list[EffectInstance]:
    """Return no effects for tensors. For buffers, inputs are read, and outputs are read and
    written.
    """
    effects: list[EffectInstance] = []
    outputs = getattr(op, "outputs", None)
    first = len(op.operands) - (1 if outputs is None else len(outputs))
    for number, operand in enumerate(op.operands):
        if isinstance(operand.type, MemRefType):
            effects.append(EffectInstance(MemoryEffectKind.READ, operand))
            if number >= first:
                effects.append(EffectInstance(MemoryEffectKind.WRITE, operand))
    return effects


class StructuredEffects(MemoryEffect):
    """The effects of a structured operation, as a trait."""

    @classmethod
    def get_effects(cls, op: Operation) -> set[EffectInstance]:
        """Return the effects of an operation."""
        return set(structured_effects(op))
