"""The pass `convert-ttir-to-ttnn`; each module of this package lowers one family of ops."""

from typing import TYPE_CHECKING

from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.ir.external_models import FoldResult
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.tensor_utils import IdentityMemo
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn import (
    ccl,
    convolution,
    creation,
    data_movement,
    embedding,
    one_to_one,
    reduction,
)
from ttmlir_py.passes.ttnn.layouts import TTNNBuilder
from ttmlir_py.rewriting.greedy import folder_of, materialize_constant
from ttmlir_py.rewriting.mutation import convert_fully, erase, insert_before, replace

if TYPE_CHECKING:
    from ttmlir_py.ir.context import MlirContext

_FAMILIES = (one_to_one, creation, data_movement, reduction, embedding, convolution, ccl)
LOWERINGS = {cls: lower for family in _FAMILIES for cls, lower in family.LOWERINGS.items()}


class ConvertTTIRToTTNNPass(Pass):
    """Lower TTIR to TTNN.

    Requires tensors with TTNN layouts (`ttnn-layout`) and a device. Every TTIR op and `tensor.empty` becomes TTNN, in place and
    in order; the device is got once, at the start of each block that needs it. Ops of other dialects than
    builtin, func and ttnn are errors, as are TTIR ops that TTNN has no counterpart for.
    The empty tensors of ops that do not write into an operand any more stay behind, unused.
    """

    name = "convert-ttir-to-ttnn"
    cpp_name = "ConvertTTIRToTTNN"

    def run(self, context: "MlirContext", op: Operation) -> None:
        """Lower all ops inside of `op`."""
        builder = TTNNBuilder()
        folder = IdentityMemo(folder_of)

        def fold(each: Operation) -> bool:
            fold_op = folder(each.__class__)
            folded = fold_op(each) if fold_op is not None else None
            return _replace_by(each, folded, context, builder) if folded else False

        convert_fully(op, ("builtin", "func", "ttnn"), LOWERINGS, fold, builder)


def _replace_by(
    op: Operation, folded: FoldResult, context: "MlirContext", builder: TTNNBuilder
) -> bool:
    """Replace an op by what it folds to; a constant that results is lowered at once."""
    values: list[SSAValue] = []
    for each, result in zip(folded, op.results, strict=True):
        if isinstance(each, Attribute):
            constant = materialize_constant(context, op, each, result.type)
            if constant is None:
                return False
            each = insert_before(op, constant).results[0]
            if LOWERINGS[constant.__class__](constant, builder) is False:
                erase(constant)
                return False
        values.append(each)
    replace(op, values)
    return True
