"""`convert-arith-to-llvm`: lower arithmetic to the LLVM dialect."""

from dataclasses import dataclass
from typing import Any

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, TensorType, VectorType, i1, i32
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects.upstream import llvm
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.mlir.llvm_types import lowered_type
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import (
    ConversionTarget,
    ConvertedValues,
    apply_partial_conversion,
)

_FAST: dict[str, Attribute] = {"fastmathFlags": llvm.FastMathAttr("none")}
_WRAPS: dict[str, Attribute] = {"overflowFlags": IntegerAttr(0, i32)}

_OPERATIONS: dict[type[Operation], tuple[type[Any], dict[str, Attribute]]] = {
    arith.AddfOp: (llvm.FAddOp, _FAST),
    arith.AddiOp: (llvm.AddOp, _WRAPS),
    arith.AndIOp: (llvm.AndOp, {}),
    arith.DivfOp: (llvm.FDivOp, _FAST),
    arith.MulfOp: (llvm.FMulOp, _FAST),
    arith.MuliOp: (llvm.MulOp, _WRAPS),
    arith.OrIOp: (llvm.OrOp, {}),
    arith.SubfOp: (llvm.FSubOp, _FAST),
    arith.SubiOp: (llvm.SubOp, _WRAPS),
    arith.XOrIOp: (llvm.XOrOp, {}),
}
_DEFAULTS = {
    "fastmath": arith.FastMathFlagsAttr("none"),
    "overflowFlags": arith.IntegerOverflowAttr("none"),
}


@dataclass(frozen=True)
class ArithToLLVMConversionPass(Pass):
    """Convert Arith dialect to LLVM dialect

    Lowers constants, sums, differences, products, quotients of floats, bitwise operations and
    integer comparisons. They must be on scalars and without flags. `index` becomes a 64-bit
    integer. Other ops of `arith` are errors.
    """

    name = "convert-arith-to-llvm"
    cpp_name = "ArithToLLVMConversionPass"
    anchor = None

    def run(self, context: MlirContext, op: Operation) -> None:
        """Lower the ops of `arith` inside of `op`."""
        values = ConvertedValues(lowered_type)
        classes = (*_OPERATIONS, arith.ConstantOp, arith.CmpiOp)
        lowerings = dict.fromkeys(classes, _lower)
        target = ConversionTarget(illegal=("arith",), legal=("llvm",))
        apply_partial_conversion(op, target, lowerings, values, context)
        values.finish()


def _lower(op: Operation, values: ConvertedValues) -> bool:
    type_ = op.results[0].type
    target = lowered_type(type_)
    if target is None or isinstance(type_, TensorType | VectorType):
        return False
    builder = Builder(op)
    if isinstance(op, arith.ConstantOp):
        new = builder.value(llvm.ConstantOp, (), target, value=op.value)
    elif isinstance(op, arith.CmpiOp):
        new = builder.value(llvm.ICmpOp, values.all_of(op.operands), i1, predicate=op.predicate)
    else:
        if any(_DEFAULTS.get(name) != value for name, value in op.properties.items()):
            return False
        cls, properties = _OPERATIONS[op.__class__]
        new = builder.value(cls, values.all_of(op.operands), target, **properties)
    values.replace(op, (new,))
    return True
