"""`ttir-merge-equal-ops`: compute equal values once."""

from __future__ import annotations

from collections.abc import Hashable

from typing_extensions import override
from xdsl.ir import Block, Operation

from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.dialects.ttir.interfaces import TTIROperation
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.ir.locations import fuse
from ttmlir_py.passes.base import Pass
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.rewriting.mutation import erase, replace


class TTIRMergeEqualOpsPass(Pass):
    """Compute equal values once

    Two ops in a block are equal if they have the same inputs and attributes, and each writes into
    an empty tensor of its own. `cse` would also merge the empty tensors, so that ops with different
    results write into the same memory. Random numbers and ops with regions are left alone. The op
    that stays has the locations of both.
    """

    name = "ttir-merge-equal-ops"
    cpp_name = "TTIRMergeEqualOps"

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        changed = False
        for each in (op, *ops_in(op.regions)):
            for region in each.regions:
                for block in region.blocks:
                    changed |= _merge(block)
        return changed


def _merge(block: Block) -> bool:
    """Replace the later ones of equal ops in `block` by the first one. Return whether there was
    any.
    """
    seen: dict[Hashable, Operation] = {}
    changed = False
    for op in list(block.ops):
        if not isinstance(op, TTIROperation) or op.regions or len(op.results) != 1:
            continue
        inputs, empty = tuple(op.operands), None
        if isinstance(op, DestinationStyle):
            empty = inputs[-1].owner if inputs else None
            inputs = inputs[:-1]
            if not isinstance(empty, EmptyOp):
                continue
        elif not inputs:
            continue  # constants are merged by canonicalization
        key = (
            op.name,
            tuple(map(id, inputs)),
            tuple(sorted(op.properties.items())),
            op.results[0].type,
        )
        first = seen.setdefault(key, op)
        if first is op:
            continue
        first.location = fuse([first.location, op.location])
        replace(op, first.results)
        if empty is not None and not empty.results[0].uses:
            erase(empty)
        changed = True
    return changed
