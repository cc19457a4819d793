"""Result types of operations that are built without them."""

from collections.abc import Mapping, Sequence
from typing import Any

from xdsl.ir import Attribute, Operation, SSAValue


def inferred_types(
    op_class: type[Operation],
    operands: Sequence[SSAValue],
    attributes: Mapping[str, Attribute],
    context: Any,
    location: Any,
) -> Sequence[Attribute]:
    """Return the types of the results. Raise ValueError if they cannot be inferred."""
    raise ValueError(f"the result types of '{op_class.name}' cannot be inferred: pass `results`")
