"""Conversion of reductions."""

from collections.abc import Mapping

from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import tosa, ttir
from ttmlir_py.dialects.tosa.reduction import ReduceOp
from ttmlir_py.passes.tosa.convert_tosa_to_ttir.builder import Conversion, TosaBuilder
from ttmlir_py.rewriting.attributes import bool_attr, i32_array, int_value

_KINDS: Mapping[type[Operation], type[Operation]] = {
    tosa.ReduceAllOp: ttir.ReduceAndOp,
    tosa.ReduceAnyOp: ttir.MaxOp,  # The maximum of booleans is true if any of them is true.
    tosa.ReduceMaxOp: ttir.MaxOp,
    tosa.ReduceMinOp: ttir.MinOp,
    tosa.ReduceProdOp: ttir.ProdOp,
    tosa.ReduceSumOp: ttir.SumOp,
}


def _reduction(cls: type[Operation]) -> Conversion:
    def convert(op: ReduceOp, builder: TosaBuilder) -> SSAValue:
        axis = i32_array([int_value(op.axis)])
        properties = {"keep_dim": bool_attr(True), "dim_arg": axis}
        return builder.into(cls, (op.input,), op.output.type, **properties)

    return convert


CONVERSIONS = {source: _reduction(target) for source, target in _KINDS.items()}
