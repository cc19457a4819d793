"""The arguments of functions that hold indices."""

from typing import Any

from xdsl.ir import BlockArgument, Operation, SSAValue

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.ir.narrowing import is_integer_type

KEEPS_NUMBERS = {
    *("ttir.reshape", "ttir.squeeze", "ttir.typecast", "ttir.unsqueeze", "ttir.to_layout"),
    *("ttir.where", "ttir.add", "ttir.pad", "ttir.concat", "ttir.broadcast", "ttir.permute"),
    *("stablehlo.reshape", "stablehlo.convert", "stablehlo.broadcast_in_dim", "stablehlo.select"),
    *("stablehlo.concatenate", "stablehlo.transpose", "stablehlo.slice", "stablehlo.add"),
}
"""Names of ops whose results are indices if their operands are, such as `i < 0 ? i + n : i`."""


def index_arguments(root: Operation) -> dict[str, dict[int, int]]:
    """Map names of functions to the positions of arguments with indices of `ttir.gather`, and these
    to the number of elements that they select from.

    This gather has no result for an index out of bounds, as in PyTorch.
    """
    found: dict[str, dict[int, int]] = {}
    for op in root.walk():
        if op.name != "ttir.gather" or "dim" not in op.properties:
            continue
        gather: Any = op
        dim: int = gather.dim.value.data
        size: int = shape_of(gather.input)[dim]
        for value in sources(gather.index):
            function = value.owner.parent_op() if isinstance(value, BlockArgument) else None
            if isinstance(value, BlockArgument) and isinstance(function, FuncOp):
                sizes = found.setdefault(function.sym_name.data, {})
                sizes[value.index] = min(size, sizes.get(value.index, size))
    return found


def is_wrapped(value: SSAValue) -> bool:
    """Whether the program adds a number to negative ones of `value`, like `i < 0 ? i + n : i`."""
    users = (use.operation for use in value.uses)
    return any(
        op.name in _SELECTIONS and value is op.operands[2] and _is_shifted(op.operands[1], value)
        for op in users
    )


_SELECTIONS = ("ttir.where", "stablehlo.select")


def _is_shifted(shifted: SSAValue, value: SSAValue) -> bool:
    owner = shifted.owner
    return isinstance(owner, Operation) and owner.name.endswith(".add") and value in owner.operands


def sources(value: SSAValue) -> set[SSAValue]:
    """Return the values from which the index `value` is computed, through operations that keep
    indices.
    """
    found, rest = set[SSAValue](), [value]
    while rest:
        each = rest.pop()
        element = tensor_type(each).element_type
        if each in found or (is_integer_type(element) and element.bitwidth == 1):
            continue
        found.add(each)
        if isinstance(each.owner, Operation) and each.owner.name in KEEPS_NUMBERS:
            rest += each.owner.operands[1 if each.owner.name == "ttir.where" else 0 :]
    return found
