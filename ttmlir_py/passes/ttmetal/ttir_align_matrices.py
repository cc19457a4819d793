"""`ttir-align-matrices`: let each matrix that an op works on start at a new tile."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.contracts import TTIR_WITH_METAL_LAYOUTS
from ttmlir_py.passes.ttmetal.layouts import new_empty, new_to_layout, with_metal_layout
from ttmlir_py.passes.ttmetal.matrices import matrix_layout, works_on_matrices
from ttmlir_py.rewriting.destination_style import init_range
from ttmlir_py.rewriting.mutation import (
    for_each_op,
    insert_before,
    set_operand,
    set_type,
)


@dataclass(frozen=True)
class TTIRAlignMatricesPass(Pass):
    """Let the matrices that ops work on start at tiles of their own

    Requires metal layouts. The pass changes the layout of operands whose matrices do not fill
    tiles: padding rows follow each matrix. This applies to operands of rank 3 and more of
    transpositions, of products with several right operands, and of reductions other than those of
    the last dimension alone. Results are converted back. Ops in `ttir.generic` are left alone.
    """

    name = "ttir-align-matrices"
    cpp_name = "TTIRAlignMatrices"
    requires = (TTIR_WITH_METAL_LAYOUTS,)

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        for_each_op(op, _align)


def _align(op: Operation) -> None:
    if not isinstance(op, DestinationStyle) or not works_on_matrices(op):
        return
    inits = init_range(op)
    for index, value in enumerate(op.operands):
        wanted = _wanted(value)
        if wanted is None:
            continue
        if index in inits:
            set_operand(op, index, insert_before(op, new_empty(wanted, op.location)).results[0])
            _bring_back(op, op.results[index - inits.start], wanted)
            continue
        for new in new_to_layout(value, wanted, op.location):
            value = insert_before(op, new).results[0]
        set_operand(op, index, value)


def _wanted(value: SSAValue) -> RankedTensor | None:
    """Return the type of `value` with aligned matrices; None if it is aligned already or has no
    layout.
    """
    type_ = tensor_type(value)
    if not isinstance(type_.encoding, MetalLayoutAttr):
        return None
    layout = matrix_layout(type_.get_shape(), type_.encoding)
    return None if layout == type_.encoding else with_metal_layout(type_, layout)


def _bring_back(op: Operation, result: SSAValue, aligned: RankedTensor) -> None:
    """Change the type of `result` to `aligned`, and convert the value back for its users."""
    type_, uses = tensor_type(result), list(result.uses)
    set_type(result, aligned)
    following = op.next_op
    assert following is not None
    value = result
    for new in new_to_layout(result, type_, op.location):
        value = insert_before(following, new).results[0]
    for use in uses:
        set_operand(use.operation, use.index, value)
